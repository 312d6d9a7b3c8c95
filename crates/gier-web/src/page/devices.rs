//! The devices on the page other than the typewriter: the plotter's drawing, reels of magnetic tape, and
//! devices that are added because a program needs them.

use super::{Page, on_click};
use crate::desk::MachineElement;
use crate::dom;
use crate::visit::{Rerun, State};
use crate::words::Words;
use core::time::Duration;
use gier_desk::lacking::{Device, lack};
use gier_machine::Input;
use gier_word::Reel;
use gier_word::installation::STATIONS;
use web_sys::HtmlElement;

/// The time between two updates of the drawing on the page while the plotter draws.
const PICTURE: Duration = Duration::from_secs(1);

/// What the page remembers about devices: a reel that is not mounted yet, and the state of the drawing and of
/// the machine at the last update.
#[derive(Debug, Default)]
pub(super) struct Devices {
    /// A reel of magnetic tape from the visitor, for a machine that has no tape station yet. The page mounts
    /// the reel when it adds a station.
    reel: Option<Reel>,
    /// How many steps of the plotter were in the drawing when the page last showed it.
    steps: usize,
    /// The time at which the page last updated the drawing, on the browser's clock.
    drawn: Duration,
    /// The state of the machine at the last call of [`Page::see_devices`].
    seen: Option<State>,
}

/// Installs the handlers of the buttons that save the drawing and the reels.
pub(super) fn listen() {
    for id in ["save-drawing", "save-this-drawing"] {
        on_click(id, |_, desk| {
            let drawing = desk.guest.drawing();
            if drawing.lines().is_empty() {
                desk.note("nothing-drawn");
            } else {
                dom::offer("drawing.svg", "image/svg+xml", drawing.to_svg().as_bytes());
            }
        });
    }
    on_click("save-reel", |_, desk| {
        let machine = desk.guest.machine();
        let reels = (1..=STATIONS).filter_map(|station| Some((station, machine.reel(station)?)));
        let written: Vec<(u16, Vec<u8>)> = reels
            .filter(|(_, reel)| !reel.blocks().is_empty())
            .map(|(station, reel)| (station, reel.to_bytes()))
            .collect();
        for (station, bytes) in &written {
            dom::offer(&format!("station-{station}.tap"), "application/octet-stream", bytes);
        }
        if written.is_empty() {
            desk.note("nothing-on-reels");
        }
    });
}

impl Page {
    /// Puts a reel of magnetic tape on the first tape station that has an empty reel. If no station has one,
    /// puts the reel on the first station. If the machine has no station, keeps the reel until a program
    /// needs a station.
    pub(super) fn mount(&mut self, desk: &mut MachineElement, reel: Reel) {
        let machine = desk.guest.machine();
        let stations = || (1..=STATIONS).filter(|&station| machine.reel(station).is_some());
        let is_empty = |station: &u16| machine.reel(*station).is_some_and(|reel| reel.blocks().is_empty());
        match stations().find(is_empty).or_else(|| stations().next()) {
            Some(station) => {
                desk.guest.feed(Input::MountReel(station, reel));
                desk.say(format!("{} {station}.", desk.language.word("reel-mounted")));
            }
            None => {
                self.devices.reel = Some(reel);
                desk.note("reel-kept");
            }
        }
    }

    /// Updates the plotter's drawing on the page. If the program stopped because its machine lacks a device,
    /// adds the device. Then replays the session, and the program continues with the device.
    pub(super) fn see_devices(&mut self, desk: &mut MachineElement) {
        self.draw(desk);
        let state = desk.guest.state();
        if self.devices.seen.replace(state.clone()).as_ref() == Some(state)
            || !matches!(state, State::Stopped(_))
        {
            return;
        }
        let Some(lack) = lack(desk.guest.machine()) else { return };
        let Ok(mut rerun) = Rerun::of(&desk.guest.log(), false) else { return };
        let station = if let Device::Station(number) = lack.device { number } else { 0 };
        let reel = self.devices.reel.take().filter(|_| station > 0).map(|reel| (station, reel));
        rerun.equip(lack.installation, reel);
        let word = match lack.device {
            Device::Buffer => "device-buffer",
            Device::Station(_) => "device-station",
            Device::Carrousel => "device-carrousel",
            Device::BlockDisc => "device-disc",
            Device::Plotter => "device-plotter",
            Device::Turbo => "device-turbo",
        };
        let go_on = move |page: &mut Page, desk: &mut MachineElement, rerun: Rerun| {
            let guest = rerun.into_guest().knowing_as(&desk.guest);
            page.install(desk, guest);
            desk.say(format!("{} {}.", desk.language.word("device-added"), desk.language.word(word)));
        };
        self.rerun(desk, rerun, go_on);
    }

    fn draw(&mut self, desk: &MachineElement) {
        let drawing = desk.guest.drawing();
        let steps = if drawing.lines().is_empty() { 0 } else { drawing.steps() };
        let now = dom::clock();
        let is_due = !desk.guest.works() || now >= self.devices.drawn + PICTURE;
        if steps == self.devices.steps || !is_due {
            return;
        }
        (self.devices.steps, self.devices.drawn) = (steps, now);
        dom::element::<HtmlElement>("see-drawing").set_hidden(steps == 0);
        let picture = if steps == 0 { String::new() } else { drawing.to_svg() };
        dom::element::<HtmlElement>("drawing-picture").set_inner_html(&picture);
    }
}
