//! The guided tour of the page. It shows ten captions, one after the other. A ring on the page marks what a
//! caption describes.

use super::{Page, on_click, on_click_of};
use crate::desk::MachineElement;
use crate::dom;
use crate::words::Words;
use gier_panel::ink::glow::LampRow;
use web_sys::HtmlElement;

/// What each caption of the tour describes: the name of a part of the machine on the page.
const SUBJECTS: [&str; 10] =
    ["paper", "lamp", "lamps", "bits", "choose", "lamps", "choose", "board", "board", "sound"];
/// The parts of the machine that are in the board's drawer.
const NEED_BOARD: [&str; 4] = ["bits", "choose", "board", "sound"];
/// The index of the caption at which the tour executes one order.
const ORDER: usize = 5;

/// Installs the handlers of the tour's buttons.
pub(super) fn listen() {
    on_click_of("[data-act=tour]", |page, desk| {
        super::parts::go("");
        page.go(desk, 0);
    });
    on_click("tour-next", |page, desk| page.go(desk, page.tour.map_or(0, |at| at + 1)));
    on_click("tour-back", |page, desk| page.go(desk, page.tour.map_or(0, |at| at.saturating_sub(1))));
    on_click("tour-end", Page::end_tour);
}

impl Page {
    fn go(&mut self, desk: &mut MachineElement, at: usize) {
        if at >= SUBJECTS.len() {
            return self.end_tour(desk);
        }
        self.tour = Some(at);
        desk.open_board(Some(NEED_BOARD.contains(&SUBJECTS[at])));
        match SUBJECTS[at] {
            "lamps" | "bits" => desk.choose(LampRow::R),
            _ if at == 6 => desk.choose(LampRow::R1),
            _ => {}
        }
        if at == ORDER {
            if desk.guest.works() {
                desk.guest.stop();
            }
            desk.choose(LampRow::Order);
            desk.guest.single();
            desk.show();
        }
        self.show_tour(desk);
    }

    /// Ends the tour. If the machine was stopped, it continues.
    pub(super) fn end_tour(&mut self, desk: &mut MachineElement) {
        if self.tour.take().is_some() {
            if desk.guest.stands() {
                desk.guest.start();
            }
            self.show_tour(desk);
            desk.open_board(Some(false));
            desk.focus();
        }
    }

    /// Shows the present caption, and a ring around what the caption describes.
    pub(super) fn show_tour(&self, desk: &MachineElement) {
        let host = desk.host();
        let place: HtmlElement = dom::element("tour");
        place.set_hidden(self.tour.is_none());
        let Some(at) = self.tour else {
            let _ = host.remove_attribute("data-tour");
            return;
        };
        dom::set(host, "data-tour", SUBJECTS[at]);
        let text = desk.language.word(&format!("tour-{}", at + 1));
        dom::element::<HtmlElement>("tour-text").set_text_content(Some(text));
        let count = format!("{} {} / {}", desk.language.word("tour"), at + 1, SUBJECTS.len());
        dom::element::<HtmlElement>("tour-count").set_text_content(Some(&count));
        dom::element::<web_sys::HtmlButtonElement>("tour-back").set_disabled(at == 0);
        let next = if at + 1 == SUBJECTS.len() { "tour-done" } else { "next" };
        dom::element::<HtmlElement>("tour-next").set_text_content(Some(desk.language.word(next)));
    }
}
