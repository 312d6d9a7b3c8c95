//! Prepares what the next picture shows, and puts it together as a scene.

use super::App;
use crate::scene::{
    AnswerPage, Heading, History, Lamps, Listing, Paper, Scene, Source, Tapes, Track, Values, View,
};
use crate::state::commands::Progress;
use crate::state::prompt::Prompt;
use gier_desk::notation::{changes, explain, place, slip};
use gier_desk::pace::Speed;
use gier_machine::Place;
use gier_messages::{Speaker, say};
use gier_word::{Content, Half};

/// While the machine runs, the listing updates its marks of recent accesses only in every eighth picture. An
/// update replays orders, which takes long if the machine runs very fast.
const MARKS_WAIT: u32 = 8;

/// At this multiple of GIER's speed or a smaller one, each order is explained while the machine runs.
const SLOW: f64 = 1.0 / 512.0;

impl App {
    /// Prepares the next picture. `rows` is the height of the terminal.
    pub fn prepare(&mut self, rows: u16) {
        self.prepare_while(rows, &mut |_, _| true);
    }

    /// Prepares the next picture like [`Self::prepare`]. Searches the past to find out which variables were
    /// never set, and calls `progress` during this search. If `progress` returns `false`, the search ends
    /// early, and unset variables show whatever is in their cells. The next picture then begins the search
    /// again.
    pub fn prepare_while(&mut self, rows: u16, progress: Progress<'_>) {
        let is_running = self.is_running();
        self.marks_wait = if is_running { self.marks_wait.saturating_sub(1) } else { 0 };
        if self.marks_wait == 0 {
            self.session.refresh_traces();
            self.marks_wait = MARKS_WAIT;
        }
        self.lamps.prepare(is_running);
        // While the machine runs, the history is computed only if it is visible.
        let is_due = self.marks_wait == MARKS_WAIT && self.drawn.shows(View::History);
        if !is_running || self.look.view == View::History || is_due {
            self.history = self.records(rows.into());
        }
        self.sources.look(self.session.engine(), is_running, progress);
        let told = self.values.told(self.session.engine(), progress);
        self.told = self.compared.rows(told, self.session.engine(), is_running);
        let machine = self.session.machine();
        self.pacer.measure(self.clock.now(), machine.now(), machine.orders());
        if self.look.follow {
            self.look.cursor = self.session.engine().next().cell.number();
        }
        // At a higher speed, nobody could read what each order does.
        let is_slow = matches!(self.pacer.speed(), Speed::Times(times) if times <= SLOW);
        self.explanation = (is_slow || !is_running).then(|| self.explain());
        self.did = self.explanation.as_ref().and_then(|_| self.tell_last_order());
    }

    /// What the next order will do, or the order under the cursor.
    fn explain(&self) -> String {
        let (machine, next) = (self.session.machine(), self.session.engine().next());
        let at = Place { cell: self.look.cursor.into(), half: Half::Left };
        let at = if self.look.follow || at.cell == next.cell { next } else { at };
        let explanation = explain(machine, at);
        let cell = explanation.dry_run.effective.map(|effective| effective.target);
        let named = cell.and_then(|cell| Some((cell, self.session.engine().program().name_of_cell(cell)?)));
        let mut told = self.said(&explanation.to_string());
        if let Some((cell, name)) = named {
            let cell = format!("cell {cell}");
            let cell = self.look.say(&cell);
            told = told.replacen(&*cell, &format!("{name} ({cell})"), 1);
        }
        let order = Content::decode(machine.ferrite().read(at.cell)).order(at.half);
        format!("{} {}: {}", place::write(at), slip::write_order(order), told)
    }

    /// What an order does, in the panel's language. Each part between semicolons or commas is a message.
    fn said(&self, told: &str) -> String {
        let list = |part: &str| {
            let parts = part.split(", ").map(|part| say(self.look.language, Speaker::Message, part));
            parts.collect::<Vec<_>>().join(", ")
        };
        told.split("; ").map(list).collect::<Vec<_>>().join("; ")
    }

    /// What the last order did, with the contents before and after, and how long it took.
    fn tell_last_order(&self) -> Option<String> {
        let orders = self.session.machine().orders();
        let program = self.session.engine().program();
        let records = self.session.engine().timeline().records(orders.saturating_sub(1)..orders + 1);
        let (last, earlier) = records.split_last().filter(|(last, _)| last.number == orders)?;
        let mut parts = changes::before_and_after(last, |cell| program.name_of_cell(cell));
        let next = self.session.engine().next();
        if last.place.cell.number().abs_diff(next.cell.number()) > 1 {
            parts.push(format!("jumped to {}", place::write(next)));
        }
        let changed = if parts.is_empty() { "no change".to_string() } else { parts.join(", ") };
        let changed = self.said(&changed);
        let mut told = format!("{} {}: {changed}", place::write(last.place), changes::order(last));
        if let [before] = earlier {
            told += &format!("; {:.0} µs", (last.at - before.at).seconds() * 1e6);
        }
        Some(told)
    }

    /// Everything that the next picture will show.
    pub fn scene(&self) -> Scene<'_> {
        let values = &self.values;
        let engine = self.session.engine();
        let machine = engine.machine();
        let desk = self.desk();
        let reader = &machine.devices().reader;
        Scene {
            theme: self.theme,
            keys: &self.keys,
            heading: self.heading(),
            paper: Paper {
                sheet: engine.sheet(),
                scroll: self.look.paper_scroll,
                lamp: desk.machine.devices().typewriter.lamp(),
            },
            desk,
            listing: Listing {
                ferrite: machine.ferrite(),
                traces: engine.traces(),
                next: engine.next(),
                cursor: self.look.cursor,
                follow: self.look.follow,
                top: self.look.top.filter(|_| !self.look.follow || !self.is_running()),
                breaks: engine.breaks(),
                names: engine.program(),
                form: self.look.cells,
            },
            track: Track {
                drum: machine.drum(),
                ferrite: machine.ferrite(),
                track: self.look.track,
                cursor: self.look.track_cursor,
                top: self.look.track_top,
                breaks: engine.breaks(),
                compare: self.look.compare,
                form: self.look.cells,
            },
            source: self.source(),
            history: History {
                rows: &self.history,
                now: machine.orders(),
                end: engine.timeline().end().orders,
                cursor: self.look.history_cursor,
                marks: self.places.marks(),
            },
            values: Values { list: self.told.clone(), cursor: values.cursor, messages: &values.messages },
            answer: self.look.answer.as_ref().map(|answer| AnswerPage {
                title: &answer.title,
                lines: &answer.lines,
                top: answer.top,
            }),
            offers: self.offers(),
            tapes: Tapes {
                reader: reader.tape().map(|tape| (tape, reader.row())),
                punched: engine.papers().punched(),
                printed: engine.papers().printed(),
                scroll: self.look.tapes_scroll,
            },
            drawing: engine.papers().drawing(),
            zooms: self.look.zooms,
            did: self.did.as_deref(),
            explanation: self.explanation.as_deref(),
            breaks: self.look.breaks_page.map_or_else(Vec::new, |_| self.list_breaks()),
            breaks_page: self.look.breaks_page,
            view: self.look.view,
            focus: self.look.focus,
            message: &self.talk.message,
            prompt: self.talk.prompt.as_ref().map(Prompt::shown),
            help: self.look.help,
            language: self.look.language,
        }
    }

    fn source(&self) -> Option<Source<'_>> {
        let map = self.session.engine().program().map()?;
        let sources = &self.sources;
        let place = sources.place.filter(|place| place.text == sources.text);
        let elsewhere = sources.place.filter(|place| place.text != sources.text);
        Some(Source {
            name: file_name(map.text_name(sources.text)),
            lines: sources.lines(),
            cursor: sources.cursor,
            follow: !sources.is_loose,
            place: place.map(|place| (place.line, place.column)),
            elsewhere: elsewhere.map(|place| file_name(&map.write_place(place)).to_string()),
            breaks: sources.breaks(self.session.engine()),
            variables: &sources.variables,
            calls: &sources.calls,
            is_algol: self.session.engine().program().has_bodies(),
        })
    }

    fn desk(&self) -> Lamps<'_> {
        Lamps {
            machine: self.session.machine(),
            glow: self.lamps.glow().cloned(),
            before: if self.is_running() { None } else { self.session.engine().before().copied() },
            form: self.look.form,
        }
    }

    fn heading(&self) -> Heading {
        Heading {
            image: self.image.clone(),
            state: self.state(),
            speed: match self.pacer.speed() {
                Speed::Times(times) => Some(times),
                Speed::Max => None,
            },
            reached: if self.is_running() { self.pacer.reached() } else { None },
            late: self.pacer.is_late(self.clock.now()),
            memory: self.session.engine().timeline().memory_bytes(),
            future: self.session.engine().future(),
            breaks: (self.session.engine().breaks().stops().len(), self.session.engine().breaks().count_on()),
        }
    }
}

/// The last part of a path. It helps more than the rest to tell texts apart.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
