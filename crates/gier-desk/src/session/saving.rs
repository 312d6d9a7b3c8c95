//! The acts that write a file: `save`, `paper` and `plot`.

use super::Session;
use super::host::Host;
use super::obey::Fault;
use crate::acts::Saved;
use crate::typewriter::svg;

impl Session {
    /// Saves `what` in a file. If `what` is the paper, then puts a fresh sheet into the typewriter.
    ///
    /// # Errors
    /// Returns an error if the host cannot write the file, or if the machine lacks the magnetic tape station.
    pub(super) fn save(&mut self, what: Saved, file: &str, host: &mut dyn Host) -> Result<(), Fault> {
        let contents = match what {
            Saved::Paper if file.to_ascii_lowercase().ends_with(".svg") => {
                svg::draw(self.papers().sheet()).into_bytes()
            }
            Saved::Paper => self.papers().sheet().to_text().into_bytes(),
            Saved::Drawing => self.papers().drawing().to_svg().into_bytes(),
            Saved::Drum => self.drum().to_bytes(),
            Saved::Machine => self.machine().to_bytes(),
            Saved::Reel(number) => match self.machine().reel(number) {
                Some(reel) => reel.to_bytes(),
                None => {
                    let message = format!("this machine has no magnetic tape station {number}");
                    return Err(Fault::Machine(message));
                }
            },
        };
        host.write(file, &contents)?;
        if what == Saved::Paper {
            self.forget_paper();
        }
        Ok(())
    }
}
