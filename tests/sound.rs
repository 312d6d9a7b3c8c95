//! Checks that `--sound` saves the loudspeaker's sound to a file. The crate gier-sound tests the sound.

use crate::cli::Desk;
use crate::paper;
use crate::tidy::root;
use gier_machine::Machine;
use gier_word::{Image, Uops};
use std::fs;

/// The number of samples per second in the files.
const RATE: f64 = 44_100.0;

/// A program that changes the sign of R every 409 micro-operations and never ends.
const TONE: &str = "_d i=40\n{round}: srn {last}\n gr {last}\n";

fn tone(desk: &Desk) {
    let text = format!("{TONE}{} hv {{round}}\n{{last}}: 1\n", " qq\n".repeat(30));
    desk.put("tone.slip", text).gier("asm tone.slip -o tone.drum").code(0);
}

fn samples(desk: &Desk, name: &str) -> Vec<i16> {
    let mut wav = hound::WavReader::open(desk.path(name)).unwrap();
    assert_eq!((wav.spec().channels, wav.spec().sample_rate, wav.spec().bits_per_sample), (1, 44_100, 16));
    wav.samples().collect::<Result<_, _>>().unwrap()
}

/// Tests that NIM's sound is as long as its machine time, without the time in which the guest thinks.
#[test]
fn the_sound_of_nim_is_as_long_as_its_machine_time() {
    let desk = Desk::new();
    let typed = gier_programs::book::TYPED;
    desk.put("typed.txt", typed).put("nim.drum", fs::read(root().join("roms/nim.drum")).unwrap());
    let without = desk.printed("nim --plain --typed typed.txt");
    for words in ["nim", "play nim", "run nim.drum"] {
        let printed = desk.printed(&format!("{words} --plain --typed typed.txt --sound nim.wav"));
        assert_eq!(printed, without);
    }
    let image = Image::from_bytes(&fs::read(desk.path("nim.drum")).unwrap()).unwrap();
    let mut machine = Machine::with_image(&image);
    paper::run(&mut machine, &paper::keys_of(typed), Uops::from_seconds(36_000.0));
    let samples = samples(&desk, "nim.wav");
    assert_eq!(samples.len() as f64, (machine.now().seconds() * RATE).round());
    let loudest = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap();
    assert!((10_000..32_000).contains(&loudest), "{loudest}");
}

/// Tests that the host's speed does not affect the sound. The samples of a tone cross zero twice in each
/// period.
#[test]
fn a_program_s_tone_is_the_same_at_any_speed() {
    let desk = Desk::new();
    tone(&desk);
    for (name, speed) in [("fast.wav", "max"), ("slow.wav", "4")] {
        desk.gier(&format!("run tone.drum --limit 2 --speed {speed} --sound {name}")).code(1);
    }
    let fast = samples(&desk, "fast.wav");
    assert!(fast == samples(&desk, "slow.wav"));
    // The last order can end a little after the limit.
    assert!((88_200..88_203).contains(&fast.len()));
    let second = &fast[44_100..88_200];
    let crossings = second.windows(2).filter(|pair| (pair[0] < 0) != (pair[1] < 0)).count() as f64;
    assert!((crossings - 460_850.0 / 409.0).abs() <= 1.0, "{crossings}");
}

#[test]
fn the_typewriter_can_be_mixed_in() {
    let desk = Desk::new();
    desk.put("a.slip", "_d i=40\n vy 16 , sy 49\n hv 2\n").gier("asm a.slip -o a.drum").code(0);
    desk.gier("run a.drum --sound alone.wav").code(0);
    desk.gier("run a.drum --sound both.wav --mix loudspeaker=1,typewriter=0.5").code(0);
    desk.gier("run a.drum --sound nothing.wav --mix reader=1").code(0);
    let (alone, both) = (samples(&desk, "alone.wav"), samples(&desk, "both.wav"));
    assert_eq!(alone.len(), both.len());
    assert!(alone != both);
    assert!(samples(&desk, "nothing.wav").iter().all(|&sample| sample == 0));
}

/// Tests that impossible requests are reported before the run, and that no file is left.
#[test]
fn a_sound_that_cannot_be_saved_is_reported_at_once() {
    let desk = Desk::new();
    tone(&desk);
    for words in [
        "--sound nowhere/a.wav",
        "--sound -",
        "--mix typewriter=1",
        "--sound a.wav --mix drum=1",
        "--sound a.wav --mix typewriter=7",
    ] {
        desk.gier(&format!("run tone.drum --limit 1 {words}")).code(2).stdout_eq("");
    }
    desk.gier("nim --panel --sound a.wav").code(2);
    desk.gier("nim --panel --listen").code(2);
    desk.gier("run tone.drum --limit 1 --listen --speed max").code(2).stdout_eq("");
    assert!(!desk.path("a.wav").exists());
}

/// Tests that `gier boot` saves the sound, even if its script of acts fails.
#[test]
fn a_boot_is_heard() {
    let desk = Desk::new();
    tone(&desk);
    desk.put("a.acts", "drum \"tone.drum\"\nhelp\nrun 1.5\n");
    desk.gier("boot --session a.acts --sound a.wav").code(0);
    assert!((samples(&desk, "a.wav").len() as f64 - 1.5 * RATE).abs() < 10.0);
    desk.put("b.acts", "drum \"tone.drum\"\nhelp\nlimit 0.5\nawait key\n");
    desk.gier("boot --session b.acts --sound b.wav").code(1);
    assert!((samples(&desk, "b.wav").len() as f64 - 0.5 * RATE).abs() < 10.0);
}

/// Tests `--listen`, which sends the samples to a player program. The players are scripts. The first script
/// ends at once, as if there were no loudspeaker, and the second script saves its input.
#[cfg(unix)]
#[test]
fn a_player_program_plays_the_sound() {
    use std::os::unix::fs::PermissionsExt;

    let desk = Desk::new();
    tone(&desk);
    let script = |name: &str, text: &str| {
        desk.put(name, text);
        fs::set_permissions(desk.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    };
    script("pacat", "#!/bin/sh\nexit 1\n");
    script("aplay", "#!/bin/sh\nexec /bin/cat > \"${0%/*}/played\"\n");
    let listen = |path: &std::path::Path| {
        let words = "run tone.drum --limit 2 --speed 4 --listen".split(' ');
        let run = desk.command(words).env("PATH", path).output().unwrap();
        (run.status.code(), String::from_utf8(run.stderr).unwrap())
    };
    let (status, told) = listen(&desk.path(""));
    assert_eq!(status, Some(1), "{told}");
    let played = fs::read(desk.path("played")).unwrap();
    let played: Vec<i16> =
        played.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    // Two seconds of machine time become half a second of sound, 22 050 samples.
    let loud = played.iter().filter(|sample| sample.unsigned_abs() > 2000).count();
    assert!(loud > 10_000, "{loud} of {} samples", played.len());

    // A player that ends in the middle is no success, and one that fails at once is not missing.
    script("pacat", "#!/bin/sh\n/bin/sleep 0.3\necho 'Connection terminated' >&2\nexit 1\n");
    let (status, told) = listen(&desk.path(""));
    assert_eq!(status, Some(2), "{told}");
    assert!(told.contains("the sound ended before the session: pacat: Connection terminated"), "{told}");
    for name in ["pacat", "aplay"] {
        script(name, "#!/bin/sh\necho \"${0##*/} is refused\" >&2\nexit 1\n");
    }
    let (status, told) = listen(&desk.path(""));
    assert_eq!(status, Some(2), "{told}");
    let said =
        "the sound cannot be played: pacat: pacat is refused; aplay: aplay is refused; save it with --sound";
    assert!(told.contains(said), "{told}");

    let (status, told) = listen(std::path::Path::new("/nonexistent"));
    assert_eq!(status, Some(2));
    assert!(told.contains("no program here plays the sound: install pacat or aplay"), "{told}");
}
