//! Tests of breakpoints: setting them in every view and on tracks, saving them, listing them, and switching
//! them on and off.

use super::{App, app, app_with, draw_at, in_the_middle, press, press_only, pressed, shown};
use gier_desk::host::{Files, MemoryFiles};
use gier_desk::session::State;
use gier_word::uops::UOPS_PER_SECOND;
use gier_word::{Address, Uops};

fn list(app: &App) -> Vec<String> {
    app.session
        .engine()
        .breaks()
        .stops()
        .iter()
        .map(|stop| stop.to_string().replace("break cell ", "").replace("break ", ""))
        .collect()
}

/// The key b sets a breakpoint on the left half of a cell with two orders, then on the right half. Cell 57
/// holds two orders, and cell 46 holds one.
#[test]
fn a_breakpoint_can_be_set_on_either_half_in_the_listing() {
    let mut app = pressed("vj57<Enter>");
    let mut shown = |keys: &str| {
        press(&mut app, keys);
        list(&app).join(" ")
    };
    assert_eq!(["b", "b", "b", "b"].map(&mut shown), ["57", "57r", "57r 57", ""]);
    assert_eq!(["bb", "j46<Enter>b", "b"].map(&mut shown), ["57r", "57r 46", "57r"]);
    press(&mut app, "[gr");
    app.type_text("", Uops::from_seconds(4.0));
    assert_eq!(app.session.state(), &State::Stands("breakpoint 57r".to_string()));
}

/// In the view of the drum, the key b sets a breakpoint on a cell of the track. In the history, it sets one
/// on the order that was executed last.
#[test]
fn b_applies_to_what_the_view_shows() {
    let mut app = pressed("jt100<Enter><Down><Down>b");
    assert_eq!(list(&app), ["2 of track 100"]);
    press(&mut app, "b[c46<Enter>sss");
    app.look.view = crate::scene::View::History;
    app.prepare(40);
    let last = app.history.iter().rfind(|past| past.number <= app.session.machine().orders()).unwrap().place;
    press(&mut app, "b");
    assert_eq!(list(&app), [gier_desk::notation::place::write(last)]);
}

/// The order in cell 46 comes from a track of the drum. A breakpoint on this track stops the machine in cell
/// 46, both when it runs forward and when it goes back.
#[test]
fn a_breakpoint_on_a_track_works_where_the_track_is_loaded() {
    for slice in [UOPS_PER_SECOND / 100, UOPS_PER_SECOND * 4] {
        let mut app = in_the_middle();
        let (track, cell) = app.session.machine().drum().origin_of(Address::new(46)).unwrap();
        press(&mut app, &format!("jt{track}<Enter>{}b", "<Down>".repeat(cell.into())));
        assert_eq!(list(&app), [format!("{cell} of track {track}")]);
        let at_46 = State::Stands(format!("breakpoint {cell} of track {track}, in 46"));
        press(&mut app, "Z");
        assert_eq!(app.session.state(), &at_46);
        assert_eq!(app.session.engine().next().cell, 46);
        press(&mut app, "[");
        press_only(&mut app, "gr");
        while app.is_running() && app.session.machine().now() < Uops::from_seconds(4.0) {
            app.run_until(app.session.machine().now() + Uops(slice));
        }
        assert_eq!(app.session.state(), &at_46);
        assert_eq!(app.session.engine().next().cell, 46);
    }
}

#[test]
fn the_page_of_breakpoints_switches_and_clears() {
    let files = MemoryFiles::default();
    let mut app = app_with(&files);
    app.type_text("3", gier_word::Uops::NEVER);
    press(&mut app, "xj46<Enter>bj57<Enter>bjt5<Enter>bL");
    assert_eq!(list(&app), ["46", "57", "0 of track 5"]);
    let page = draw_at(&mut app, 80, 24);
    assert!(
        page.contains("breakpoints: 3 set, 3 on")
            && page.contains("● on  break cell 46 ")
            && page.contains(" hs 54"),
        "{page}"
    );
    let mut after = |keys: &str| {
        press(&mut app, keys);
        list(&app).join(" ")
    };
    assert_eq!(after("<Down> "), "46 off 57 0 of track 5");
    assert_eq!(after("a"), "46 57 0 of track 5");
    assert_eq!(after("a"), "off 46 off 57 off 0 of track 5");
    assert_eq!(after("a<Del>"), "46 0 of track 5");
    // The file has the same breakpoints as the page.
    let kept = String::from_utf8(files.clone().read("breaks").unwrap()).unwrap();
    assert!(kept.ends_with("\n46\nbreak 0 of track 5\n"), "{kept}");
    assert_eq!(after("<Enter>L"), "46 0 of track 5");
    assert_eq!(after("c<Esc>"), "");
    assert!(app.look.breaks_page.is_none());
}

/// The panel announces saved breakpoints when it opens, and counts them in the heading. They can be switched
/// off for a visitor, so that they do not interrupt a game.
#[test]
fn saved_breakpoints_are_announced() {
    let mut files = MemoryFiles::default();
    files.write("breaks", b"46\nbreak 0 of track 5\n").unwrap();
    let mut app = app_with(&files);
    assert!(
        app.talk.message.contains("2 breakpoints are left from an earlier session: "),
        "{}",
        app.talk.message
    );
    assert!(shown(&mut app).contains(" 2 breakpoints "));
    let mut guest = app_with(&files);
    guest.switch_breaks_off();
    assert!(guest.talk.message.contains("2 breakpoints are left from an earlier session, switched off"));
    assert!(shown(&mut guest).contains(" 0 of 2 breakpoints "));
    guest.type_text("3", Uops::NEVER);
    assert!(guest.session.runs());
    app.type_text("3", Uops::NEVER);
    assert_eq!(app.session.state(), &State::Stands("breakpoint 46".to_string()));
    // Without breakpoints there is no announcement.
    assert!(!self::app().talk.message.contains("breakpoint"));
}

/// If the file of breakpoints is not one, the panel says so when it opens and again when a breakpoint is not
/// saved. The file is not changed.
#[test]
fn breakpoints_that_cannot_be_saved_are_reported() {
    let mut files = MemoryFiles::default();
    files.write("breaks", b"neither here\n").unwrap();
    let mut app = app_with(&files);
    assert!(app.talk.message.starts_with("breaks: line 1: "), "{}", app.talk.message);
    assert_eq!(app.trouble(), None);
    for keys in ["xj46<Enter>b", ":break 57<Enter>", ":forget 2<Enter>"] {
        press(&mut app, keys);
        assert!(app.talk.message.starts_with("breakpoints are not saved: breaks: line 1: "), "{keys}");
    }
    assert!(app.trouble().is_some_and(|trouble| trouble == app.talk.message));
    assert_eq!(files.read("breaks").unwrap(), b"neither here\n");
}
