//! The options of the sound.

use clap::{ArgGroup, Args};
use gier_sound::Mix;
use std::path::PathBuf;

/// The options for the sound.
#[derive(Args, Clone, Debug, Default)]
#[command(group = ArgGroup::new("heard").args(["sound", "listen"]).multiple(true))]
pub struct SoundArgs {
    /// Save the sound of GIER's loudspeaker in FILE (.wav)
    ///
    /// The loudspeaker follows the sign of R. The sound is as long as the machine's own time, at every
    /// speed. Time spent waiting for a key is left out.
    #[arg(long, value_name = "FILE")]
    pub sound: Option<PathBuf>,
    /// Play the sound now
    ///
    /// The machine runs at the speed of the real one, or up to four times as fast. On Linux, the program
    /// pacat or aplay plays the sound.
    #[arg(long)]
    pub listen: bool,
    /// How loud each source of the sound is, 0 to 1: loudspeaker, typewriter, reader
    ///
    /// Without this option you hear only the loudspeaker (loudspeaker=1). The sounds of typewriter
    /// and reader are made by gier, not recorded: --mix loudspeaker=0.7,typewriter=0.5,reader=0.3
    #[arg(long, value_name = "SOURCE=LEVEL,...", requires = "heard", value_parser = mix)]
    pub mix: Option<Mix>,
}

fn mix(text: &str) -> Result<Mix, String> {
    let mut mix = Mix { loudspeaker: 0.0, typewriter: 0.0, reader: 0.0 };
    for part in text.split(',') {
        let (source, level) = part.split_once('=').ok_or("give SOURCE=LEVEL, as typewriter=0.5")?;
        let level = level.parse().ok().filter(|level| (0.0..=1.0).contains(level));
        let level = level.ok_or_else(|| format!("give {source} a level from 0 to 1"))?;
        match source {
            "loudspeaker" => mix.loudspeaker = level,
            "typewriter" => mix.typewriter = level,
            "reader" => mix.reader = level,
            _ => return Err("the sources are loudspeaker, typewriter and reader".to_string()),
        }
    }
    Ok(mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_names_what_is_heard() {
        let wanted = Mix { loudspeaker: 0.5, typewriter: 0.0, reader: 1.0 };
        assert_eq!(mix("reader=1,loudspeaker=.5"), Ok(wanted));
        for wrong in ["", "reader", "reader=2", "reader=nan", "drum=1", "reader=1,"] {
            assert!(mix(wrong).is_err(), "{wrong}");
        }
    }
}
