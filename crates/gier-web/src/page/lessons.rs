//! The lessons. Each has a task and a program to complete in the editor. The page checks the program as
//! `gier lesson` does, and remembers which lessons are done.

use super::{Page, busy, editor, on_click, with};
use crate::desk::MachineElement;
use crate::dom;
use crate::supplies::{self, Checked};
use crate::visit::Visit;
use crate::words::Words;
use gier_lessons::{Help, Progress};
use gier_machine::Machine;
use web_sys::HtmlElement;

/// The key under which the browser stores which lessons are done.
const PROGRESS: &str = "gier-lessons";
/// The attribute of the page's body that says that the editor is for a lesson.
const MARK: &str = "data-lesson";

/// The lesson that the editor is for.
pub(super) struct Open {
    pub(super) number: usize,
    tongue: String,
    start: String,
    hint: String,
    solution: String,
}

impl Open {
    /// The key under which the browser stores what the learner has written.
    pub(super) fn key(&self) -> String {
        format!("gier-{}", self.title())
    }

    /// The title of the session in which GIER runs what the learner has written. It is also the lesson's address.
    pub(super) fn title(&self) -> String {
        format!("lesson-{}", self.number)
    }
}

/// The lesson that an address such as `lesson-3` names. The address `lessons` names the first that is not done.
pub(super) fn named(name: &str) -> Option<usize> {
    match name.strip_prefix("lesson-") {
        Some(number) => number.parse().ok(),
        None if name == "lessons" => {
            let progress = progress();
            (1..).find(|&number| !progress.is_done(number))
        }
        None => None,
    }
}

fn progress() -> Progress {
    Progress::of(&dom::kept(PROGRESS).unwrap_or_default())
}

pub(super) fn listen() {
    on_click("check", check);
    on_click("hint-button", |page, desk| {
        if let Some(lesson) = &page.lesson {
            editor::tell(Some(&hint(desk, lesson)), "");
        }
    });
    on_click("from-start", |page, desk| page.write_lesson(desk, |lesson| &lesson.start));
    on_click("solution", |page, desk| page.write_lesson(desk, |lesson| &lesson.solution));
}

fn hint(desk: &MachineElement, lesson: &Open) -> String {
    format!("{} {}", desk.language.word("hint"), lesson.hint)
}

/// Opens a lesson in the editor. `None` closes the lesson that is open, and the editor shows the visitor's own
/// program again.
pub(super) fn open(wanted: Option<usize>) {
    let body = dom::document().body().expect("a page has a body");
    let _ = body.toggle_attribute_with_force(MARK, wanted.is_some());
    let Some(number) = wanted else {
        return with(|page, _| {
            if page.lesson.take().is_some() {
                editor::open();
            }
        });
    };
    busy(async move {
        let mut language = crate::words::Language::English;
        with(|_, desk| language = desk.language);
        let found = supplies::lesson(number, language.code()).await;
        with(|page, desk| match found {
            // The visitor may have left the lessons meanwhile.
            Ok(_) if !body.has_attribute(MARK) => {}
            Ok(texts) => page.show_lesson(desk, &texts),
            Err(reason) => desk.say(reason),
        });
    });
}

/// Compiles and checks what the learner has written.
pub(super) fn check(page: &mut Page, desk: &mut MachineElement) {
    let Some(number) = page.lesson.as_ref().map(|lesson| lesson.number) else { return };
    let ((_, text), language) = (editor::shared(), desk.language);
    editor::tell(None, language.word("compiling"));
    busy(async move {
        let checked = supplies::check_lesson(number, &text, language.code()).await;
        with(|page, desk| match checked {
            Ok(checked) => page.show_checked(desk, &text, checked),
            Err(faults) => editor::show_faults(language, &text, faults),
        });
    });
}

impl Page {
    fn show_lesson(&mut self, desk: &MachineElement, texts: &[String]) {
        let [number, task, runs, tongue, start, hint, solution, titles @ ..] = texts else { return };
        let number = number.parse().unwrap_or(1);
        let is_new = self.lesson.as_ref().is_none_or(|open| open.number != number);
        let [tongue, start, hint, solution] = [tongue, start, hint, solution].map(String::clone);
        let open = Open { number, tongue, start, hint, solution };
        if is_new {
            editor::replace(&dom::kept(&open.key()).unwrap_or_else(|| open.start.clone()), &open.tongue);
            self.before = None;
            dom::element::<HtmlElement>("solution").set_hidden(true);
        }
        self.lesson = Some(open);
        let name = format!("{} {number}: {}", desk.language.word("lesson"), titles[number - 1]);
        dom::element::<HtmlElement>("lesson-name").set_text_content(Some(&name));
        dom::element::<HtmlElement>("task").set_inner_html(task);
        dom::element::<HtmlElement>("runs").set_inner_html(runs);
        let list: HtmlElement = dom::element("lesson-list");
        list.set_inner_html("");
        for (title, lesson) in titles.iter().zip(1..) {
            let lamp = dom::create("a");
            dom::set(&lamp, "href", &format!("#lesson-{lesson}"));
            for label in ["title", "aria-label"] {
                dom::set(&lamp, label, &format!("{lesson}. {title}"));
            }
            if lesson == number {
                dom::set(&lamp, "aria-current", "page");
            }
            list.append_child(&lamp).expect("a list takes links");
        }
        dom::set(&dom::element::<HtmlElement>("next-lesson"), "href", &format!("#lesson-{}", number + 1));
        self.show_progress(&progress());
    }

    /// Lights the lamps of the lessons that are done. The way to the next lesson opens with the present one.
    fn show_progress(&self, progress: &Progress) {
        let lamps = dom::elements("#lesson-list a");
        for (lamp, number) in lamps.iter().zip(1..) {
            let _ = lamp.class_list().toggle_with_force("done", progress.is_done(number));
        }
        let number = self.lesson.as_ref().map_or(0, |lesson| lesson.number);
        let has_next = progress.is_done(number) && number < lamps.len();
        dom::element::<HtmlElement>("next-lesson").set_hidden(!has_next);
    }

    /// Shows what the checks say. GIER types the first run that was wrong, or the first if all are right.
    fn show_checked(&mut self, desk: &mut MachineElement, text: &str, checked: Checked) {
        let Some(lesson) = &self.lesson else { return };
        let Checked { image, typed, runs, mut wrong } = checked;
        let mut progress = progress();
        let help = progress.note(lesson.number, wrong.is_empty());
        dom::keep(PROGRESS, &progress.line());
        if help >= Help::Hint {
            wrong.push(hint(desk, lesson));
        }
        if help == Help::Solution {
            dom::element::<HtmlElement>("solution").set_hidden(false);
        }
        let said = if wrong.is_empty() { desk.language.word("all-right") } else { "" };
        editor::tell((!wrong.is_empty()).then(|| wrong.join("\n")).as_deref(), said);
        editor::colour(None);
        let place: HtmlElement = dom::element("runs");
        place.set_inner_html(&runs);
        self.show_progress(&progress);
        let is_algol = lesson.tongue == "algol";
        let mut guest =
            Visit::from_the_beginning(&lesson.title(), Machine::with_image(&image)).knowing(&image);
        if is_algol {
            guest = guest.with_text(text);
        }
        guest.type_text(&typed);
        self.install(desk, guest);
        // On a small screen, the runs stand below the editor.
        place.scroll_into_view_with_bool(false);
    }

    /// Replaces what the learner has written by a text of the lesson. Undo brings it back.
    fn write_lesson(&mut self, desk: &MachineElement, text: impl Fn(&Open) -> &String) {
        if let Some(lesson) = &self.lesson {
            let (text, tongue) = (text(lesson).clone(), lesson.tongue.clone());
            self.edit(&text, &tongue);
            editor::keep(self, desk);
        }
    }
}
