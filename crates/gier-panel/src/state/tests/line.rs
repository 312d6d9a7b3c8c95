//! Tests of the command line, the search for the writer of a cell, the history, and marked moments.

use super::talk::{app_at, busy};
use super::{
    App, HandClock, app, app_with, buffer_at, draw_at, hash, in_the_middle, paper, press, press_only,
    pressed, says, session,
};
use crate::scene::View;
use gier_desk::host::{Files, MemoryFiles};
use gier_desk::pace::Speed;
use gier_desk::session::State;
use gier_word::Uops;
use gier_word::uops::UOPS_PER_SECOND;

fn orders(app: &App) -> u64 {
    app.session.machine().orders()
}

/// Every command of the panel has a name, which you can type on the command line. The list of suggestions
/// shows the key of each command.
#[test]
fn every_command_has_a_name_on_the_line() {
    let mut app = in_the_middle();
    let here = orders(&app);
    press(&mut app, ":back<Enter>");
    assert_eq!(orders(&app), here - 1);
    press(&mut app, ":run b");
    let picture = draw_at(&mut app, 80, 24);
    assert!(picture.contains(" run back Z F7"), "{picture}");
    press(&mut app, "<Tab>");
    assert_eq!(app.talk.prompt.as_ref().unwrap().typed(), "run back ");
    says(&mut app, "<Enter>", "no breakpoint");
    press(&mut app, ":fly<Enter>");
    assert!(app.talk.prompt.is_some() && app.talk.message.contains("'fly'"), "{}", app.talk.message);
    press(&mut app, "<Esc>:acts<Enter>");
    assert!(draw_at(&mut app, 80, 24).contains("acts, lines 1-"));
    press(&mut app, "<PgDn><Esc>");
    assert_eq!(app.look.answer, None);
}

#[test]
fn the_line_accepts_the_acts_of_the_debugger() {
    let mut app = pressed("[:watch cell 72 when cell 72 > 3<Enter>:continue<Enter>");
    let State::Stands(why) = app.session.state() else { panic!("it stands") };
    assert!(why.starts_with("cell 72 went from "), "{why}");
    assert_eq!(app.values.messages.len(), 1);
    press(&mut app, ":forget all<Enter>:tell cell 72<Enter>");
    assert!(app.talk.message.starts_with("cell 72 = "), "{}", app.talk.message);
    press(&mut app, ":step 5<Enter>");
    let here = orders(&app);
    press(&mut app, ":back 3<Enter>:tell history 3<Enter>");
    assert_eq!(orders(&app), here - 3);
    assert_eq!(app.look.answer.as_ref().unwrap().lines.len(), 3);
    press(&mut app, "<Esc>:watch cell<Enter>");
    assert!(app.talk.prompt.is_some(), "{}", app.talk.message);
    press(&mut app, "<Esc>:break 58 tell cell 72, seconds<Enter>[g");
    press_only(&mut app, "r");
    app.run_until(gier_word::Uops::from_seconds(9.0));
    assert!(
        app.values.messages.iter().any(|line| line.starts_with("58: cell 72 = ")),
        "{:?}",
        app.values.messages
    );
}

/// The test asks who wrote cell 72, in which the program adds up the typed digits. The earliest write of this
/// cell is the loading of the program from the drum.
#[test]
fn one_key_asks_who_wrote_the_cell() {
    let mut app = pressed("vj72<Enter>a");
    let first = app.asked.unwrap();
    assert!(app.talk.message.starts_with("cell 72: "), "{}", app.talk.message);
    press(&mut app, "a");
    let second = app.asked.unwrap();
    assert!(second.orders < first.orders);
    press(&mut app, "<Enter>");
    assert_eq!(orders(&app), second.before());
    press(&mut app, "a");
    assert!(app.asked.unwrap().orders < second.orders);
    says(&mut app, "aaaaaaaa", "cell 72 was not written before in this session");
    // The key ( goes back to the moment before the last jump.
    press(&mut app, "(");
    assert!(app.session.engine().future().is_none());
    press(&mut app, ")");
    assert_eq!(orders(&app), second.before());
    press(&mut app, "jt5<Enter>a");
    assert_eq!(app.talk.message, "track 5 cell 0 was not written before in this session.");
    says(&mut app, ":who wrote track 5 cell 40<Enter>", "a track has the cells 0-39");
}

#[test]
fn you_can_work_in_the_history() {
    let mut app = in_the_middle();
    app.show(View::History);
    let end = orders(&app);
    press(&mut app, "<Up><Up><Up><Enter>");
    assert_eq!(orders(&app), end - 4);
    let picture = draw_at(&mut app, 120, 40);
    let number = |order: u64| format!(" {order} ");
    assert!(picture.contains(&format!("▶{:>4}", end - 3)) && picture.contains(&number(end)), "{picture}");
    press(&mut app, "/hs 54<Enter>");
    let found = app.look.history_cursor.unwrap();
    press(&mut app, "n");
    assert!(app.look.history_cursor.unwrap() < found);
    press(&mut app, "Mhere<Enter>[Ghere<Enter>");
    assert_eq!(orders(&app), end - 4);
    assert!(draw_at(&mut app, 120, 40).contains("◆ here"), "{}", draw_at(&mut app, 120, 40));
    press(&mut app, "G17<Enter>");
    assert_eq!(orders(&app), 17);
    press(&mut app, "G2 s<Enter>");
    assert!(app.session.machine().now().seconds() >= 2.0 && orders(&app) < end);
    press(&mut app, "Gline 3<Enter>");
    assert_eq!(app.session.engine().sheet().lines().len(), 3);
    says(&mut app, "Gline 99<Enter>", "no line 99");
}

#[test]
fn a_discarded_future_comes_back() {
    let files = MemoryFiles::default();
    let mut app = app_with(&files);
    app.type_text("35", gier_word::Uops::NEVER);
    press(&mut app, "x");
    let (end, there) = (hash(&app), orders(&app));
    press(&mut app, "GG<Esc>zzzzzzzzAf");
    let other = hash(&app);
    assert_eq!(app.session.engine().future(), None);
    press(&mut app, "U");
    assert_eq!(app.session.engine().future(), Some(there));
    press(&mut app, "]");
    assert_eq!(hash(&app), end);
    press(&mut app, "U]");
    assert_eq!(hash(&app), other);
    press(&mut app, "U]");
    let log = app.finish().unwrap();
    let replay = gier_desk::replay(&session(&files, &log));
    assert!(replay.true_to_log && replay.end().hash == end);
}

/// Each expression in the view of values is written in its own form, for example as an order or as a
/// floating-point number.
#[test]
fn values_are_kept_in_view() {
    let mut app = pressed("V72<Enter>VR < 0<Enter>:show floating cell 72<Enter>");
    let picture = draw_at(&mut app, 80, 24);
    assert!(
        picture.contains("cell 72          8/0/0/0") && picture.contains("R < 0            false"),
        "{picture}"
    );
    press(&mut app, "F");
    assert!(draw_at(&mut app, 80, 24).contains("order cell 72"), "{}", draw_at(&mut app, 80, 24));
    press(&mut app, "<Up><Del>");
    assert_eq!(app.values.list.len(), 2);
    press(&mut app, "<Up><Enter>");
    assert_eq!((app.look.view, app.look.cursor), (View::Ferrite, 72));
}

#[test]
fn the_next_half_word_is_highlighted() {
    let mut app = pressed("v[c57r<Enter>");
    let buffer = buffer_at(&mut app, 120, 40);
    let picture = crate::ink::picture::text(&buffer);
    let (row, line) = (0u16..).zip(picture.lines()).find(|(_, line)| line.contains("▷")).unwrap();
    let column = |text: &str| line.split(text).next().unwrap().chars().count() as u16;
    let style = |column: u16| buffer[(column, row)].style();
    assert_ne!(style(column("sk 72")), style(column("vk 100")), "{line}");
}

#[test]
fn an_empty_session_explains_what_is_missing() {
    let mut app = app();
    says(&mut app, "xVcell (<Enter><Esc>:who wrote again<Enter>", "ask first");
    says(&mut app, "<Esc>(U", "Nothing was discarded");
    says(&mut app, ".", "no map");
}

/// The first `?` explains the order under the cursor. The second one shows the keys.
#[test]
fn a_question_mark_explains_the_order_under_the_cursor() {
    let mut app = in_the_middle();
    app.look.view = View::Paper;
    press(&mut app, "?");
    assert!(app.look.help.is_some() && app.look.answer.is_none());
    press(&mut app, "<Esc>");
    app.look.view = View::Ferrite;
    let next = app.session.machine().cpu().registers().r1;
    let mnemonic = match gier_word::Content::decode(app.session.machine().ferrite().read(next)) {
        gier_word::Content::Full(order) | gier_word::Content::Pair(order, _) => order.opcode.mnemonic(),
    };
    app.look.cursor = next.number();
    press(&mut app, "?");
    let answer = app.look.answer.as_ref().unwrap();
    assert!(answer.lines[0].starts_with(&format!("{mnemonic}: ")), "{:?}", answer.lines);
    assert!(draw_at(&mut app, 80, 24).contains("(? shows the keys)"));
    press(&mut app, "?");
    assert!(app.look.help.is_some() && app.look.answer.is_none());
}

/// Acts of the operator and of the debugger mean what they mean in a script. An act that runs the machine shows
/// its lamps meanwhile, and the machine stands afterwards.
#[test]
fn an_act_means_what_it_means_in_a_script() {
    let mut app = app_at(Speed::Max, busy(), &HandClock::default());
    press(&mut app, "x:ka on<Enter>");
    assert_eq!(app.talk.message, "Done: ka on.");
    press(&mut app, ":by 17<Enter>:go 0<Enter>:limit 10<Enter>:stopwatch<Enter>:");
    let machine = app.session.machine();
    assert!(machine.devices().desk.ka && machine.cpu().registers().by == 17);
    let begin = app.session.machine().now();
    press_only(&mut app, "run 2.5<Enter>");
    app.run_until(begin + Uops(UOPS_PER_SECOND));
    app.prepare(40);
    assert!(app.is_running() && app.lamps.glow().is_some());
    app.run_until(begin + Uops(9 * UOPS_PER_SECOND));
    let seconds = (app.session.machine().now() - begin).seconds();
    assert!((2.5..2.51).contains(&seconds), "{seconds}");
    assert!(matches!(app.session.state(), State::Stands(_)), "{:?}", app.session.state());
    press(&mut app, ":tell seconds<Enter>");
    assert_eq!(app.talk.message, "2.500 seconds");
    press(&mut app, ":expect \"e0\"<Enter>");
    app.run_until(begin + Uops(60 * UOPS_PER_SECOND));
    assert!(app.talk.message.starts_with("the paper does not show \"e0\": still running after 10 s"));
    assert!(!app.session.runs());
}

/// The panel asks before it discards the future, but only after it has understood the act.
#[test]
fn an_act_that_discards_the_future_asks_first() {
    let mut app = pressed("zzz:set nosuch 1<Enter>");
    assert!(app.talk.message.contains("nosuch"), "{}", app.talk.message);
    press(&mut app, "<Esc>:kb on<Enter>");
    assert!(app.session.engine().future().is_some() && !app.session.machine().devices().desk.kb);
    press(&mut app, "f");
    assert!(app.session.engine().future().is_none() && app.session.machine().devices().desk.kb);
}

/// An act reads and writes files, but replaces none. After `drum`, another log begins.
#[test]
fn acts_use_the_files_of_the_panel() {
    let mut files = MemoryFiles::default();
    files.write("nim.drum", &gier_programs::nim_image().to_bytes()).unwrap();
    let mut app = app_with(&files);
    press(&mut app, "x:drum \"nim.drum\"<Enter>:help<Enter>:expect \"language\"<Enter>");
    app.run_until(Uops::from_seconds(60.0));
    assert!(paper(&app).concat().contains("Select language"), "{:?}", paper(&app));
    says(&mut app, ":save \"nim.drum\"<Enter>", "nim.drum exists already");
    let last = app.finish().unwrap();
    assert_eq!(files.names(), ["log", "log.2.log", "nim.drum"]);
    for name in ["log", "log.2.log"] {
        let replay = gier_desk::replay(&session(&files, name));
        assert!(replay.true_to_log && (*name != *last || replay.end().hash == hash(&app)), "{name}");
    }
}
