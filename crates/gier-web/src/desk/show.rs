//! Shows the sheet of paper in the machine's typewriter, and describes in words what GIER is waiting for.

use super::MachineElement;
use crate::dom;
use crate::nim::{self, Answer, Verdict};
use crate::paper::line_html;
use crate::visit::LINES;
use crate::words::Words;
use core::fmt::Write;
use core::time::Duration;
use gier_desk::outcome::refused;
use gier_desk::pace::Speed;
use gier_desk::typewriter::paper::{PAGE_LINES, TOP_LINES, text_of};
use gier_panel::ink::glow::DeskGlow;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The time between two updates of the page while the machine works, in milliseconds. The typewriter prints
/// one or two characters in this time.
const FRAME_MS: i32 = 150;
/// The time between two updates of the page while the sound is on, in milliseconds. Each update plays the
/// sound that the machine made since the last update.
const SOUND_MS: i32 = 33;
/// The time between two updates of the page while the speed is unlimited, in milliseconds. The value 0 does
/// not delay the machine, but the browser can handle events between two updates.
const TURN_MS: i32 = 0;
/// The time between two updates of the registers that the page shows as text, while the machine works.
const FIGURES: Duration = Duration::from_secs(1);
/// On a narrow screen, the paper scrolls so that the carriage stays to the left of this point. The value 72
/// means 72 percent of the paper's visible width.
const TYPE_POINT: i32 = 72;
/// At this column, the drawn carriage stops moving. The longest line that the program NIM prints has this
/// length.
const COLUMNS: usize = 76;
/// How far the carriage moves to each side of its middle position on a wide screen, in pixels.
const WAY: f64 = 26.0;
/// The maximum number of new lines of the sheet in one update of the page. If there are more, only the last
/// ones are shown.
const FLOOD: usize = 50;
/// The maximum number of lines that a screen reader receives at once.
const SPOKEN: usize = 40;
/// The introduction stays on the wall while the sheet has no more lines than this.
const FRESH: usize = 3;
/// The maximum number of matches that are drawn for a heap in the game NIM.
const MATCHES: u32 = 20;

/// Draws a heap of matches as an SVG picture. The matches stand a little askew, each heap in its own way.
fn matches_svg(count: u32, heap: u32) -> String {
    let shown = count.min(MATCHES);
    let mut svg = format!("<svg viewBox=\"0 0 {} 48\" aria-hidden=\"true\">", shown.max(1) * 9 + 4);
    if shown == 0 {
        svg.push_str("<path d=\"M2 46h10\" stroke=\"#b3a994\" stroke-width=\"2\"/>");
    }
    for number in 0..shown {
        let (x, lean) = (6 + number * 9, (f64::from((number * 7 + heap * 5) % 5) - 2.0) * 1.1);
        let _ = write!(
            svg,
            "<g transform=\"rotate({lean:.1} {x} 46) translate({x})\"><path d=\"M-1.9 8h3.8v38h-3.8z\" fill=\"#f0d9a4\"/><path d=\"M.6 8h1.3v38H.6z\" fill=\"#d2ab66\"/><ellipse cy=\"6.5\" rx=\"3\" ry=\"5\" fill=\"#a8101c\"/></g>"
        );
    }
    svg + "</svg>"
}

impl MachineElement {
    /// Writes the fixed texts of the machine, such as labels, in the language that is chosen now.
    pub(super) fn speak(&mut self) {
        dom::put_words(&self.root, self.language);
        self.name_regions();
        self.shown.say("rule", self.language.word("rule"));
        self.shown.heaps.clear();
    }

    /// Gives each region of the machine a name for screen readers, such as `Typewriter: nim`. The name
    /// contains the program, because a page may have several machines.
    pub(super) fn name_regions(&self) {
        for (region, word) in [(".strip", "board"), (".typewriter", "typewriter"), ("#sheet", "sheet")] {
            if let Some(region) = dom::all_within(&self.root, region).first() {
                let name = format!("{}: {}", self.language.word(word), self.guest.title());
                dom::set(region, "aria-label", &name);
            }
        }
    }

    /// Updates the machine on the page after the visitor did something. If the machine works, schedules the
    /// next update.
    pub fn show(&mut self) {
        self.shown.figures = Duration::ZERO;
        self.show_work();
    }

    /// Adapts the layout after the size of the machine on the page or of the window has changed.
    pub fn fit(&mut self) {
        self.shown.room = 0;
        self.lamps.measure();
        self.show();
        self.follow_the_carriage();
    }

    fn show_work(&mut self) {
        self.show_move();
        let has_typed = self.show_sheet();
        let (name, works) = (self.guest.state_name(), self.guest.works());
        if self.shown.name != name {
            dom::set(&self.shown.status, "data-state", name);
            dom::set(&self.host, "data-state", name);
            self.shown.name = name;
            self.note_change();
        }
        let host = dom::clock();
        if !works || host >= self.shown.figures {
            self.shown.figures = host + FIGURES;
            self.show_figures();
        }
        let worked = self.samples.take().filter(|_| works);
        let glow = worked.unwrap_or_else(|| DeskGlow::steady(self.guest.machine()));
        self.show_lamps(glow);
        (self.after)(self);
        if has_typed || !works {
            // This comes last, and once, because each layout of the page takes a slow phone long. The text about
            // what GIER wants may have taken room from the paper.
            self.follow_the_carriage();
        }
        self.wake();
    }

    /// Describes the state of the machine. If GIER asks a question, shows the question and how to answer it.
    /// Also draws the heaps of matches of the game NIM.
    fn show_move(&mut self) {
        let (works, waits) = (self.guest.works(), self.guest.awaits_key());
        let sheet = self.guest.sheet();
        let question = if waits { sheet.line_text() } else { String::new() };
        let is_typing = self.guest.machine().devices().typewriter.busy();
        // A working program may have typed thousands of lines, and this is called for every picture.
        let refused = if waits { refused(sheet) } else { None };
        let refused = refused.map(|(said, _)| gier_messages::alarm(self.language, &said).into_owned());
        let state = || self.language.state(self.guest.state(), self.guest.alarm(), is_typing);
        self.shown.say("state", &refused.unwrap_or_else(state));
        let answer = nim::answer(&question);
        let is_slow = self.guest.speed() == Speed::Times(1.0);
        let hint = match answer {
            _ if works && is_slow && is_typing => "typing-pace",
            _ if !waits => "",
            Answer::Letter(_) => "answer-letter",
            Answer::Initials => "answer-initials",
            Answer::Heap | Answer::Number => "answer-number",
            Answer::YesOrNo("jn") => "answer-jn",
            Answer::YesOrNo("yn") => "answer-yn",
            Answer::YesOrNo(_) => "answer-on",
            Answer::Unknown => "answer-any",
        };
        self.shown.say("question", question.trim());
        let hint = if hint.is_empty() { "" } else { self.language.word(hint) };
        if self.shown.say("hint", hint) {
            dom::write(&dom::within::<HtmlElement>(&self.root, "hint"), hint);
        }
        let mut notes: Vec<&str> = self.sentence.as_deref().into_iter().collect();
        let is_true_now = |name: &&str| works || *name != "dead-key";
        notes.extend(self.notice.filter(is_true_now).map(|name| self.language.word(name)));
        self.shown.say("notes", &notes.join(" "));
        self.shown.faster.set_hidden(!works || self.guest.speed() == Speed::Max);
        let is_nim = self.guest.title() == super::NIM;
        self.shown.mark("nim", is_nim);
        if works {
            // GIER no longer waits for a key, so no key stays marked.
            self.want_keys(String::new());
            if !is_nim {
                self.show_heaps(&[]);
            }
            return;
        }
        let lines: Vec<String> =
            self.guest.sheet().lines().iter().rev().take(60).map(|line| text_of(line)).collect();
        let lines: Vec<String> = lines.into_iter().rev().collect();
        let (heaps, verdict) = if is_nim { nim::heaps(&lines) } else { (Vec::new(), None) };
        let wanted = match answer {
            Answer::Letter(keys) | Answer::YesOrNo(keys) => keys.to_string(),
            Answer::Heap => {
                let full = heaps.iter().zip(1..).filter(|(heap, _)| **heap > 0);
                full.map(|(_, number)| number.to_string()).chain([" ".to_string()]).collect()
            }
            Answer::Initials | Answer::Number => " ".to_string(),
            Answer::Unknown => String::new(),
        };
        self.want_keys(wanted);
        self.shown.mark("won", verdict == Some(Verdict::Won));
        let (said, rule) = match verdict {
            Some(Verdict::Won) => (self.language.word("won"), "back-in-box"),
            Some(Verdict::Lost) => (self.language.word("lost"), "back-in-box"),
            None => ("", "rule"),
        };
        self.shown.say("verdict", said);
        self.shown.say("rule", self.language.word(rule));
        self.show_heaps(if verdict.is_some() { &[] } else { &heaps });
    }

    fn want_keys(&mut self, wanted: String) {
        if self.shown.wanted != wanted {
            self.mark_keys(&wanted);
            self.shown.wanted = wanted;
        }
    }

    /// Draws the heaps of matches of the game NIM: on the desk, and in the label if the desk has no room.
    fn show_heaps(&mut self, heaps: &[u32]) {
        let mut html = String::new();
        for (heap, number) in heaps.iter().zip(1..) {
            let word = self.language.word("heap");
            let drawn = matches_svg(*heap, number);
            let _ = write!(
                html,
                "<div class=\"heap\">{drawn}<span><span class=\"w\">{word} {number}: </span><b>{heap}</b></span></div>"
            );
        }
        if self.shown.heaps != html {
            for place in dom::all_within(&self.root, ".heaps") {
                place.set_inner_html(&html);
            }
            self.shown.heaps = html;
        }
    }

    /// Lets the sheet grow. A fresh sheet stands a few lines above the typewriter, and the introduction fills the
    /// wall above it. With the visitor's first key, or when the program types more, the sheet is as high as its
    /// lines. When it reaches the lamps, it goes on behind them, and only whole lines are shown.
    fn show_growth(&mut self) {
        let sheet = self.guest.sheet();
        let lines = sheet.dropped() + sheet.lines().len();
        let is_playing = self.guest.inputs() > 0 || lines > FRESH;
        if is_playing != self.host.has_attribute("data-playing") {
            let _ = self.host.toggle_attribute_with_force("data-playing", is_playing);
            self.shown.room = 0;
        }
        if is_playing && self.shown.room == 0 {
            self.shown.mark("full", true);
            let line = self.sheet.last_element_child().map_or(0, |line| line.client_height());
            self.shown.room = (self.sheet.client_height() / line.max(1)).max(1) as usize;
        }
        self.shown.mark("full", is_playing && lines + 2 > self.shown.room);
    }

    /// Writes new lines of the sheet on the page. Returns whether there is anything new.
    fn show_sheet(&mut self) -> bool {
        let sheet = self.guest.sheet();
        let (dropped, lines) = (sheet.dropped(), sheet.lines());
        let end = dropped + lines.len();
        // A program that runs flat out can print thousands of lines between two pictures. Until it
        // stops, the page shows only the last ones.
        let new = end.saturating_sub(self.whole_lines);
        let is_flood = new > FLOOD && self.whole_lines > 0;
        let most = if is_flood { FLOOD } else { LINES };
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
        let mut has_typed = false;
        for number in begin..end {
            let line = &sheet.lines()[number - dropped];
            let mut html = line_html(line);
            if number == last {
                html.extend(std::iter::repeat_n(' ', sheet.column().saturating_sub(line.len())));
                html.push_str("<span class=\"caret\" aria-hidden=\"true\"> </span>");
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
            has_typed = true;
        }
        if !rows.is_empty() {
            self.sheet.insert_adjacent_html("beforeend", &rows).expect("a sheet takes lines");
            if let (Some((row, _)), Some(last)) = (&mut self.shown.line, self.sheet.last_element_child()) {
                *row = last.unchecked_into();
            }
            for _ in LINES..self.sheet.child_element_count() as usize {
                self.sheet.first_element_child().expect("it has more").remove();
            }
        }
        self.whole_lines = last;
        if !rows.is_empty() || self.shown.room == 0 {
            self.show_growth();
        }
        self.say_new_lines();
        if is_flood && !self.guest.works() {
            // The remaining lines are written in a later call, so that the page shows the new state at
            // once.
            let me = self.me;
            dom::later(TURN_MS, move || me.with(MachineElement::show));
        }
        has_typed
    }

    /// Shows the carriage at its present column. The drawn carriage moves a little to the side. If the line
    /// is too wide for the screen, the sheet also scrolls sideways, so that the carriage stays visible.
    pub(super) fn follow_the_carriage(&mut self) {
        let column = self.guest.sheet().column().min(COLUMNS);
        if self.shown.column != column {
            let is_return = column < self.shown.column && self.shown.column != usize::MAX;
            self.shown.column = column;
            let carriage: HtmlElement = dom::within(&self.root, "carriage");
            let _ = carriage.class_list().toggle_with_force("returns", is_return);
            let shift = WAY * (1.0 - 2.0 * column as f64 / COLUMNS as f64);
            let _ = carriage.style().set_property("--shift", &format!("{shift:.1}px"));
        }
        let Some(mark) = dom::all_within(&self.root, "#sheet .caret").into_iter().next() else { return };
        let offset = mark.get_bounding_client_rect().left() - self.sheet.get_bounding_client_rect().left();
        let place = self.sheet.scroll_left() + offset as i32;
        // While GIER waits on a phone, the beginnings of all lines can be read. The label repeats the question.
        let is_followed = self.guest.works() || self.host.has_attribute("data-bench");
        let left = if is_followed { place - self.sheet.client_width() * TYPE_POINT / 100 } else { 0 };
        self.sheet.set_scroll_left(left.max(0));
        self.sheet.set_scroll_top(self.sheet.scroll_height());
        let window = dom::all_within(&self.root, ".window");
        let Some(window) = window.first() else { return };
        let (place, frame) = (mark.get_bounding_client_rect(), window.get_bounding_client_rect());
        let guide = place.left() + place.width() / 2.0 - frame.left();
        self.shown.mark("away", guide > frame.width() - 12.0);
        let _ = window.style().set_property("--guide", &format!("{guide:.0}px"));
        self.roll();
    }

    /// Moves the holes at the edges of the paper together with the paper.
    pub(super) fn roll(&self) {
        if let Some(paper) = dom::all_within(&self.root, ".paper").first() {
            let _ = paper.style().set_property("--roll", &format!("{}px", 8 - self.sheet.scroll_top()));
        }
    }

    /// Passes new complete lines of the sheet to the screen reader. The last line is not complete yet, so it
    /// is not passed.
    pub(super) fn say_new_lines(&mut self) {
        let sheet = self.guest.sheet();
        let (dropped, lines) = (sheet.dropped(), sheet.lines());
        let whole = dropped + lines.len().saturating_sub(1);
        if whole > self.spoken_lines {
            // Hundreds of lines would be too long to listen to, so only the last ones are passed on.
            let first = self.spoken_lines.max(whole.saturating_sub(SPOKEN)).max(dropped) - dropped;
            let text: Vec<String> = lines[first..whole - dropped].iter().map(|line| text_of(line)).collect();
            self.shown.say("spoken", text.join("\n").trim());
            self.spoken_lines = whole;
        }
    }

    /// Marks all complete lines on the sheet as read, so that the screen reader does not read them.
    pub(super) fn skip_spoken(&mut self) {
        let sheet = self.guest.sheet();
        self.spoken_lines = sheet.dropped() + sheet.lines().len().saturating_sub(1);
    }

    /// Schedules the next update if the machine works or its last sounds are still heard. If the page is
    /// hidden, does nothing.
    pub(super) fn wake(&mut self) {
        let works = self.guest.works() || self.rings();
        if works && !self.is_ticking && !self.is_hidden && self.is_connected {
            self.is_ticking = true;
            let rest = match (self.guest.speed(), &self.sound) {
                (Speed::Max, _) => TURN_MS,
                (Speed::Times(_), Some(_)) => SOUND_MS,
                (Speed::Times(_), None) => FRAME_MS,
            };
            let me = self.me;
            dom::later(rest, move || me.with(MachineElement::tick));
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

    pub(super) fn clear_sheet(&mut self) {
        self.sheet.set_inner_html("");
        self.shown.line = None;
        (self.whole_lines, self.spoken_lines, self.is_short) = (0, 0, false);
    }
}
