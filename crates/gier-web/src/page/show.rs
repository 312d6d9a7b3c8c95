//! What the guest's page shows: sheet, keys, lamps, and the state in words.

use super::{Page, with};
use crate::dom;
use crate::guest::State;
use crate::lamps;
use crate::paper::line_html;
use crate::tail;
use core::time::Duration;
use gier_desk::pace::Speed;
use gier_desk::typewriter::paper::{PAGE_LINES, TOP_LINES, text_of};
use gier_panel::ink::glow::DeskGlow;
use gier_word::{Case, Symbol};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlSelectElement, MouseEvent};

/// Milliseconds between two pictures while the machine works. Nothing is lost: the typewriter is
/// hardly faster, and lamps show shares of time. Without a graphics processor each picture costs
/// the browser at least 5 ms of a core, however little has changed.
const PICTURE_MS: i32 = 150;

/// Milliseconds between two pictures while the sound is on, which is computed picture by picture.
const SOUND_MS: i32 = 33;
/// Milliseconds between two pictures flat out: the browser gets its turn and no more.
const TURN_MS: i32 = 0;
/// The time between two updates of the registers' figures while the machine works: nobody reads
/// faster.
const FIGURES: Duration = Duration::from_secs(1);
/// On a screen narrower than the paper, the carriage stays left of this point if possible. In
/// percent of the sheet's width.
const TYPE_POINT: i32 = 75;
/// More new lines than this between two pictures are too many to show them all.
const FLOOD: usize = 100;
/// The number of lines that a screen reader reads at most at once.
const SPOKEN: usize = 40;

impl Page {
    /// Shows the page in the chosen language.
    pub(super) fn speak_the_language(&mut self) {
        let root = dom::document().document_element().expect("a page has a root");
        dom::set(&root, "lang", self.language.code());
        dom::element::<HtmlSelectElement>("language").set_value(self.language.code());
        for place in dom::elements("[data-word]") {
            let word = self.language.word(&place.get_attribute("data-word").unwrap_or_default());
            place.set_text_content(Some(word));
        }
        for place in dom::elements("[data-label]") {
            let word = self.language.word(&place.get_attribute("data-label").unwrap_or_default());
            dom::set(&place, "aria-label", word);
        }
        self.lay_out_keys();
    }

    /// Lays out the keys of the typewriter as buttons. Returns the shift key.
    pub(super) fn lay_out_keys(&mut self) -> HtmlElement {
        let group: HtmlElement = dom::element("keys");
        group.set_inner_html("");
        let case = if self.is_shifted { Case::Upper } else { Case::Lower };
        for glyph in glyphs(case) {
            key(&group, &glyph.to_string(), "", move |page| page.strike(glyph));
        }
        let shift = key(&group, self.language.word("shift"), "middle", |page| {
            page.is_shifted = !page.is_shifted;
            // The focus moves to the button that replaces the pressed one.
            let _ = page.lay_out_keys().focus();
        });
        dom::set(&shift, "aria-pressed", if self.is_shifted { "true" } else { "false" });
        key(&group, self.language.word("space"), "wide", |page| page.strike(' '));
        key(&group, self.language.word("return"), "wide", |page| page.strike('\n'));
        shift
    }

    /// Updates the page after the visitor did something, and schedules the next picture if the
    /// machine goes on working.
    pub(super) fn show(&mut self) {
        self.shown.figures = Duration::ZERO;
        for (id, speed) in
            [("speed-1", Speed::Times(1.0)), ("speed-4", Speed::Times(4.0)), ("speed-max", Speed::Max)]
        {
            let chosen = if self.guest.speed() == speed { "true" } else { "false" };
            dom::set(&dom::element::<HtmlElement>(id), "aria-pressed", chosen);
        }
        let list: HtmlSelectElement = dom::element("program");
        if list.value() != self.guest.title() {
            list.set_value(self.guest.title());
        }
        dom::element::<HtmlElement>("undo").set_hidden(self.before.is_none());
        self.show_work();
    }

    /// Updates the parts of the page that the machine changes.
    fn show_work(&mut self) {
        self.show_sheet();
        let state = self.guest.state();
        if self.shown.state != state.name() {
            self.shown.state = state.name();
            dom::set(&self.shown.status.place, "data-state", state.name());
        }
        let mut status = self.language.state(state);
        if let Some(alarm) = self.guest.alarm() {
            status.extend([" ", alarm, "."]);
        }
        if let Some(name) = self.notice {
            status.extend([" (", self.language.word(name), ")"]);
        }
        if let Some(refused) = &self.refused {
            status.extend([" (", refused, ")"]);
        }
        self.shown.status.say(status);
        let (view, host) = (self.guest.view(), dom::clock());
        if state != State::Working || host >= self.shown.figures {
            self.shown.figures = host + FIGURES;
            self.lamps.measure();
            self.shown.registers.say(lamps::registers(&view));
            self.shown.clock.say(format!("{:.1} s   {} orders", view.now.seconds(), view.orders));
        }
        let worked = self.samples.take().filter(|_| state == State::Working);
        let glow = worked.unwrap_or_else(|| DeskGlow::steady(&view));
        self.show_lamps(glow);
        let written = (self.guest.log_since(usize::MAX).0, self.guest.state());
        if self.written != written || self.diary.wants_snapshot(&self.guest) {
            self.written = written;
            self.write();
        }
        self.wake();
    }

    pub(super) fn show_sheet(&mut self) {
        let sheet = self.guest.sheet();
        let (dropped, lines) = (sheet.dropped(), sheet.lines());
        let end = dropped + lines.len();
        // A program that prints flat out makes thousands of lines between two pictures. The page
        // shows only the last ones until it rests.
        let new = end.saturating_sub(self.whole_lines);
        let is_flood = new > FLOOD && self.guest.state() == State::Working && self.whole_lines > 0;
        let most = if is_flood { FLOOD } else { tail::LINES };
        let first = dropped.max(end.saturating_sub(most));
        let is_calm = self.is_short && new < FLOOD;
        if end < self.whole_lines || is_flood || is_calm || self.whole_lines < first {
            self.sheet.set_inner_html("");
            self.shown.line = None;
            (self.whole_lines, self.is_short) = (first, is_flood);
        }
        let sheet = self.guest.sheet();
        let (begin, last) = (self.whole_lines, end.saturating_sub(1));
        let mut rows = String::new();
        let mut has_changed = false;
        for number in begin..end {
            let line = &sheet.lines()[number - dropped];
            let mut html = line_html(line);
            if number == last {
                html.extend(std::iter::repeat_n(' ', sheet.column().saturating_sub(line.len())));
                html.push_str("<span class=\"carriage\" aria-hidden=\"true\"> </span>");
            }
            match self.shown.line.as_mut().filter(|_| number == begin) {
                Some((_, shown)) if *shown == html => continue,
                Some((row, shown)) => {
                    row.set_inner_html(&html);
                    *shown = html;
                }
                None => {
                    let is_fold = (number + TOP_LINES).is_multiple_of(PAGE_LINES) && number > 0;
                    rows.push_str(if is_fold { "<div class=\"fold\">" } else { "<div>" });
                    rows.extend([&html, "</div>"]);
                    if number == last {
                        self.shown.line = Some((self.sheet.clone(), html));
                    }
                }
            }
            has_changed = true;
        }
        if !rows.is_empty() {
            self.sheet.insert_adjacent_html("beforeend", &rows).expect("a sheet takes lines");
            if let (Some((row, _)), Some(last)) = (&mut self.shown.line, self.sheet.last_element_child()) {
                *row = last.unchecked_into();
            }
            for _ in tail::LINES..self.sheet.child_element_count() as usize {
                self.sheet.first_element_child().expect("it has more").remove();
            }
        }
        self.whole_lines = last;
        if has_changed {
            self.follow_the_carriage();
        }
        self.say_new_lines();
    }

    /// Scrolls the sheet so that the carriage is visible. On a screen narrower than the paper,
    /// the sheet moves to the left under the type point, as the paper of a typewriter does.
    pub(super) fn follow_the_carriage(&self) {
        let Some(carriage) = dom::elements("#sheet .carriage").into_iter().next() else { return };
        let offset =
            carriage.get_bounding_client_rect().left() - self.sheet.get_bounding_client_rect().left();
        let place = self.sheet.scroll_left() + offset as i32;
        self.sheet.set_scroll_left((place - self.sheet.client_width() * TYPE_POINT / 100).max(0));
        self.sheet.set_scroll_top(self.sheet.scroll_height());
    }

    /// Gives whole lines to a screen reader, and the unfinished line in which GIER waits.
    pub(super) fn say_new_lines(&mut self) {
        let sheet = self.guest.sheet();
        let (dropped, lines) = (sheet.dropped(), sheet.lines());
        let waits = self.guest.state() == State::AwaitingKey;
        let whole = dropped + if waits { lines.len() } else { lines.len().saturating_sub(1) };
        if whole > self.spoken_lines {
            // Nobody listens to hundreds of lines.
            let first = self.spoken_lines.max(whole.saturating_sub(SPOKEN)).max(dropped) - dropped;
            let text: Vec<String> = lines[first..whole - dropped].iter().map(|line| text_of(line)).collect();
            self.shown.spoken.say(text.join("\n").trim().to_string());
            self.spoken_lines = whole;
        }
    }

    /// Schedules the next picture if the machine works and the page is visible.
    pub(super) fn wake(&mut self) {
        let works = self.guest.state() == State::Working || self.rings();
        if works && !self.is_ticking && !self.is_hidden {
            self.is_ticking = true;
            let rest = match (self.guest.speed(), &self.sound) {
                (Speed::Max, _) => TURN_MS,
                (Speed::Times(_), Some(_)) => SOUND_MS,
                (Speed::Times(_), None) => PICTURE_MS,
            };
            dom::later(rest, || with(Page::tick));
        }
    }

    pub(super) fn tick(&mut self) {
        self.is_ticking = false;
        let (samples, sound) = (&mut self.samples, &self.sound);
        let clock = || sound.as_ref().map_or_else(dom::clock, |sound| sound.speaker.clock());
        self.guest.picture(clock, |view, time| samples.add(view, time));
        self.sound_on();
        if self.guest.take_dead_key() {
            self.notice = Some("dead-key");
        }
        self.show_work();
    }

    pub(super) fn clear(&mut self) {
        self.sheet.set_inner_html("");
        self.shown.line = None;
        (self.whole_lines, self.spoken_lines, self.is_short) = (0, 0, false);
    }
}

/// Adds a key of the typewriter to the group, as a button.
fn key(group: &HtmlElement, label: &str, class: &str, act: impl Fn(&mut Page) + 'static) -> HtmlElement {
    let button = dom::create("button");
    dom::set(&button, "type", "button");
    button.set_class_name(class);
    button.set_text_content(Some(label));
    dom::on(&button, "click", move |_: MouseEvent| with(|page| act(page)));
    group.append_child(&button).expect("a group takes keys");
    button
}

/// The characters that the keys print in this case: digits first, then letters, then signs.
fn glyphs(case: Case) -> Vec<char> {
    let glyphs = (0..64).filter_map(|code| Symbol::new(code).glyph(case)).filter(|&glyph| glyph != ' ');
    // 0 comes after 9, and the last letters follow the Danish alphabet.
    let place = |glyph: &char| ("æøåÆØÅ".find(*glyph), if *glyph == '0' { ':' } else { *glyph });
    let mut glyphs: Vec<char> = glyphs.collect();
    glyphs.sort_by_key(|glyph| (!glyph.is_numeric(), !glyph.is_alphabetic(), place(glyph)));
    glyphs.dedup();
    glyphs
}
