//! Tests of messages, of questions, and of the reports about where a run stopped.

use super::{
    App, HandClock, app, app_with, draw_at, hash, in_the_middle, machine, press, press_only, pressed, says,
    session, shown,
};
use crate::ink::theme::Theme;
use crate::state::files::store::Store;
use core::time::Duration;
use gier_desk::host::{MemoryFiles, NoFiles};
use gier_desk::pace::Speed;
use gier_desk::session::State;
use gier_machine::Machine;
use gier_word::Uops;

pub(super) fn app_at(speed: Speed, machine: Machine, clock: &HandClock) -> App {
    let store = Store::new("sums", None, None, Box::new(NoFiles));
    App::new(machine, "sums", speed, Theme::Plain, store, Box::new(clock.clone()))
}

/// A machine that executes the same jump for ever.
pub(super) fn busy() -> Machine {
    let mut busy = Machine::new();
    busy.set_cell(0, gier_desk::notation::slip::read("hv 0").unwrap());
    busy.feed(gier_machine::Input::Start);
    busy
}

/// After a machine has run ten seconds ahead of the host's clock, it goes on at once. It does not wait until
/// the host's clock has caught up.
#[test]
fn the_pace_counts_from_the_moment_reached() {
    let mut app = app_at(Speed::Times(1.0), busy(), &HandClock::default());
    let mut told = Vec::new();
    app.work_ahead("", Uops::from_seconds(10.0), &mut |done, all| {
        told.push((done, all));
        true
    });
    assert!(app.session.machine().now() >= Uops::from_seconds(10.0));
    assert!(app.rest().unwrap() < Duration::from_secs(1), "{:?}", app.rest());
    assert!(
        told.len() > 10 && told.iter().all(|&(done, all)| done < all && all == Uops::from_seconds(10.0).0)
    );
    // The callback returns `false`, so the run ends early.
    app.work_ahead("", Uops::from_seconds(3600.0), &mut |_, _| false);
    assert!(app.session.machine().now() < Uops::from_seconds(11.0));
}

/// A key has no effect if you release it before GIER reads it. The message about this disappears when GIER
/// reads the next key.
#[test]
fn a_key_that_gier_ignores_is_reported_once() {
    let clock = HandClock::default();
    let mut app = app_at(Speed::Times(1.0), machine(), &clock);
    press_only(&mut app, "3");
    app.run_until(Uops::from_seconds(0.05));
    assert!(app.is_running() && !app.talk.message.contains("GIER ignored that key"), "{}", app.talk.message);
    clock.advance(Duration::from_millis(300));
    app.run_until(Uops::from_seconds(0.06));
    assert!(app.is_running() && app.talk.message.contains("GIER ignored that key"), "{}", app.talk.message);
    app.run_until(Uops::from_seconds(60.0));
    assert_eq!(*app.session.state(), State::AwaitsKey);
    press_only(&mut app, "3");
    app.run_until(Uops::from_seconds(61.0));
    assert_eq!(app.talk.message, "");
}

/// Setting R takes two inputs: one for R and one for its marks. The first input discards the later part of
/// the session, and the second input must still take effect.
#[test]
fn setting_r_in_the_past_sets_its_marks_too() {
    let mut app = pressed("zzzeR 0/0/0/1 a<Enter>");
    assert!(app.talk.prompt.is_some());
    press(&mut app, "f");
    let now = app.session.machine().cpu().registers();
    assert_eq!((now.r, now.r_marks.letter()), (1, Some('a')));
    let said = ", is now 1, marks was none, is now a; z takes it back.";
    assert!(app.talk.message.ends_with(said), "{}", app.talk.message);
}

#[test]
fn answers_can_be_edited_and_recalled() {
    let mut app = in_the_middle();
    let typed = |app: &App| app.talk.prompt.as_ref().unwrap().typed().to_string();
    press(&mut app, "eR 18<Left><Left>2<Right><Right><Bksp>7<Home><Del>R");
    assert_eq!(typed(&app), "R 217");
    press(&mut app, "<End> a<Enter>");
    assert_eq!(app.session.machine().desk_registers().r40(), 217);
    press(&mut app, "es 5<Enter>e<Up>");
    assert_eq!(typed(&app), "s 5");
    press(&mut app, "<Up><Up>");
    assert_eq!(typed(&app), "R 217 a");
    press(&mut app, "<Down>");
    assert_eq!(typed(&app), "s 5");
    press(&mut app, "<Down>");
    assert_eq!(typed(&app), "");
    // Answers to questions of another kind are not suggested.
    press(&mut app, "<Esc>j<Up>");
    assert_eq!(typed(&app), "");
}

#[test]
fn a_long_answer_scrolls_with_its_cursor() {
    let mut app = pressed("w<Bksp>");
    press_only(&mut app, &format!("{}end", "long".repeat(30)));
    assert!(draw_at(&mut app, 80, 24).contains("end▁"));
    press(&mut app, "<Home>");
    assert!(!draw_at(&mut app, 80, 24).contains("end"));
}

#[test]
fn a_comparison_can_be_switched_off() {
    let mut app = pressed("jt100<Enter>k72<Enter>");
    assert_eq!(app.look.compare, Some(72));
    press(&mut app, "k");
    assert_eq!((app.look.compare, app.talk.prompt.is_none()), (None, true));
}

#[test]
fn running_back_without_a_breakpoint_changes_nothing() {
    let mut app = pressed("zz");
    let here = app.session.machine().orders();
    press(&mut app, "Z");
    assert_eq!(app.session.machine().orders(), here);
    assert!(app.talk.message.contains("no breakpoint"), "{}", app.talk.message);
    press(&mut app, "j999<Enter>bZ");
    assert_eq!(app.session.machine().orders(), here);
    assert!(app.talk.message.contains("has not happened in this session"), "{}", app.talk.message);
}

#[test]
fn a_stop_reports_its_cause_and_place() {
    let mut app = app();
    app.type_text("3", Uops::NEVER);
    for (keys, said) in [
        ("x[c46<Enter>", "reached 46"),
        ("o", "done; next 47"),
        ("c61<Enter>", "reached 61"),
        ("u", "returned to 48"),
        ("[y", "symbol typed; next "),
        ("[d", "drum transfer started; next "),
    ] {
        press(&mut app, keys);
        let State::Stands(why) = app.session.state() else { panic!("{keys}: it runs") };
        assert!(why.starts_with(said), "{keys}: {why}");
    }
}

/// After a jump to another moment, the history shows that moment. The keys Home and End move within the
/// history.
#[test]
fn the_history_is_at_its_end_after_a_jump() {
    let mut app = pressed("vvv");
    draw_at(&mut app, 80, 24);
    let orders = app.session.machine().orders();
    press(&mut app, "<PgUp>{");
    app.prepare(24);
    assert!(app.look.history_cursor.is_some());
    assert_eq!(app.session.machine().orders(), orders);
    assert_eq!(app.history.first().map(|past| past.number), Some(1));
    press(&mut app, "<End>");
    assert_eq!(app.look.history_cursor, None);
    press(&mut app, "<PgUp>z");
    assert_eq!(app.look.history_cursor, None);
}

#[test]
fn a_search_ignores_case_and_blanks() {
    for text in ["HS 49", "hs49", "hs   49"] {
        let mut app = in_the_middle();
        app.show(crate::scene::View::Ferrite);
        press(&mut app, &format!("/{text}<Enter>"));
        assert!(app.talk.message.starts_with("Found in cell 43"), "{text}: {}", app.talk.message);
    }
}

#[test]
fn numbers_in_messages_are_grouped() {
    let mut app = in_the_middle();
    app.type_text("", Uops::NEVER);
    press(&mut app, "[g");
    let ahead = shown(&mut app);
    assert!(ahead.contains("orders lie ahead"), "{ahead}");
    press(&mut app, &format!("<Esc>{}", "-".repeat(40)));
    assert!(shown(&mut app).contains(" ×1/1024 "), "{}", shown(&mut app));
}

/// The program never reads a key, but the 200 keys of the test must not take for ever. The first key waits at
/// most ten minutes of machine time, and each later key at most two seconds.
#[test]
fn keys_that_no_order_reads_are_struck_soon() {
    let mut app = app_at(Speed::Max, busy(), &HandClock::default());
    press(&mut app, &format!("<Tab>{}", "j".repeat(200)));
    // The limit is ten minutes for the first key, and two seconds for each further key.
    assert!(app.session.machine().now() < Uops::from_seconds(600.0 + 2.0 * 201.0));
}

/// A key interrupts the search for variables that were never set. The next picture searches again.
#[test]
fn a_picture_can_interrupt_the_search_for_unset_variables() {
    let image = gier_programs::nim_image();
    let mut app = app_at(Speed::Max, Machine::with_image(&image), &HandClock::default());
    app.load_sources(&image, Vec::new());
    app.type_text("e", Uops::NEVER);
    press(&mut app, "x");
    let value = |app: &App| {
        let mut variables = app.sources.variables.iter();
        variables.find(|row| row.name == "man wins").map(|row| row.value.clone())
    };
    let mut calls = 0;
    app.prepare_while(40, &mut |_, _| {
        calls += 1;
        false
    });
    assert!(calls > 0);
    assert_ne!(value(&app).as_deref(), Some("not set"));
    app.prepare(40);
    assert_eq!(value(&app).as_deref(), Some("not set"));
}

/// A step over an order that waits for a key says so. When the key comes, the machine stops after this order.
#[test]
fn a_step_waits_for_a_key_and_stops_behind_it() {
    let mut app = app();
    app.type_text("", Uops::NEVER);
    says(&mut app, "xs", "waits for a key");
    let orders = app.session.machine().orders();
    press(&mut app, "<Tab>3");
    assert_eq!(app.session.machine().orders(), orders + 1);
    assert!(matches!(app.session.state(), State::Stands(_)), "{:?}", app.session.state());
}

/// What is changed by hand is said, and is the first thing that the key z takes back. The log then lacks it.
#[test]
fn a_change_by_hand_is_said_and_taken_back_first() {
    let files = MemoryFiles::default();
    let mut app = app_with(&files);
    app.type_text("35", Uops::NEVER);
    press(&mut app, "x");
    let (before, orders) = (hash(&app), app.session.machine().orders());
    press(&mut app, "ec500 hv 5<Enter>eR -17<Enter>");
    assert!(app.talk.message.ends_with(", is now -17; z takes it back."), "{}", app.talk.message);
    assert!(draw_at(&mut app, 80, 24).contains("1023/1023/1023/1007 = -17"), "{}", draw_at(&mut app, 80, 24));
    app.invert_bit(crate::ink::glow::LampRow::S, 0);
    assert!(app.talk.message.starts_with("s was ") && app.talk.message.ends_with("; z takes it back."));
    press(&mut app, "z");
    assert!(app.talk.message.starts_with("s was ") && app.talk.message.ends_with(" again."));
    press(&mut app, "zz");
    assert_eq!((hash(&app), app.session.machine().orders()), (before, orders));
    press(&mut app, "z");
    assert_eq!(app.session.machine().orders(), orders - 1);
    let log = app.finish().unwrap();
    let replay = gier_desk::replay(&session(&files, &log));
    assert!(replay.true_to_log && replay.end().hash == before);
}

/// A key that leaves the panel does so while a question is open, too.
#[test]
fn the_panel_can_be_left_from_a_question() {
    assert!(pressed("w<^Q>").quits());
}

#[test]
fn searches_find_lines_of_the_help_and_of_the_paper() {
    let mut app = in_the_middle();
    draw_at(&mut app, 80, 24);
    press(&mut app, "?/parity<Enter>");
    let picture = draw_at(&mut app, 80, 24);
    assert!(picture.lines().nth(1).is_some_and(|line| line.contains("parity")), "{picture}");
    assert!(app.talk.message.starts_with("Found: "), "{}", app.talk.message);
    press(&mut app, "/nowhere<Enter>");
    assert!(draw_at(&mut app, 80, 24).contains("Not found on this page."));
    press(&mut app, "<Esc>/5<Enter>");
    assert!(app.talk.message.starts_with("Found in line "), "{}", app.talk.message);
}

/// The list of commands finds a part of a name, of an explanation and of a Danish label. The arrow keys choose
/// a row, and Enter takes the only one.
#[test]
fn the_list_of_commands_finds_parts_of_names() {
    let mut app = in_the_middle();
    for (typed, name) in
        [("tromle", "drum"), ("øjebliksbillede", "snapshot"), ("write protection", "track 0")]
    {
        press(&mut app, &format!(":{typed}"));
        assert!(app.offers().iter().any(|offer| offer.help.contains(name)), "{typed}: {:?}", app.offers());
        press(&mut app, "<Esc>");
    }
    press(&mut app, ":fractions of<Esc>:turn the key KB<Enter>");
    assert!(app.session.machine().devices().desk.kb);
    press(&mut app, ":turn the key<Down><Down><Up><Enter>");
    assert!(app.session.machine().devices().desk.ka);
    press(&mut app, ":xyzzy");
    assert!(draw_at(&mut app, 80, 24).contains("no command or act has this"));
}
