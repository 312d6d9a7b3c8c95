//! Tests of the pictures that you see, and of the mouse.

use super::{App, app, click, draw_at, in_the_middle, places_of, press, press_only, pressed, shown};
use crate::ink::theme::Theme;
use crate::parts::store_map;
use crate::scene::{Target, View};
use crate::state::files::store::Store;
use gier_desk::host::{NoFiles, Stopped};
use gier_desk::pace::Speed;
use gier_machine::{Input, Machine, Tape};
use gier_word::Half;

#[test]
fn keys_do_nothing_on_a_terminal_that_is_too_small() {
    let mut app = app();
    app.type_text("", gier_word::Uops::NEVER);
    assert!(draw_at(&mut app, 59, 16).starts_with("too small: needs 60 columns, 16 rows"));
    let before = app.session.machine().state_hash();
    press_only(&mut app, "3<Esc><F2>A");
    app.run_until(gier_word::Uops::from_seconds(99.0));
    assert_eq!(app.session.machine().state_hash(), before);
    assert!(!app.quits());
    press_only(&mut app, "<^Q>");
    assert!(app.quits());
}

#[test]
fn the_wheel_scrolls_the_view_under_the_mouse() {
    let mut app = pressed("vj500<Enter>");
    draw_at(&mut app, 120, 40);
    let first = app.drawn.first_row(View::Ferrite).unwrap();
    app.wheel(100, 20, 3);
    draw_at(&mut app, 120, 40);
    assert_eq!((app.drawn.first_row(View::Ferrite), app.look.cursor), (Some(first + 3), 500));
    assert_eq!(app.look.paper_scroll, 0);
    app.wheel(10, 20, -2);
    assert_eq!((app.look.paper_scroll, app.look.cursor), (2, 500));
    // If the cursor moves, the view scrolls back to it.
    press(&mut app, "<Down>");
    draw_at(&mut app, 120, 40);
    assert_eq!(app.drawn.first_row(View::Ferrite), Some(first + 1));
}

/// A click on a character of the paper shows who typed it. In this test, the program typed the `s` on the
/// second line, and the user typed the `3`.
#[test]
fn a_click_on_a_character_shows_where_it_came_from() {
    let mut app = in_the_middle();
    draw_at(&mut app, 120, 40);
    let click = |app: &mut super::App, line, column| {
        let places = places_of(app, |target| target == Target::Character(line, column));
        click(app, places[0]);
    };
    click(&mut app, 2, 1);
    let message = &app.talk.message;
    assert!(message.starts_with("line 2 column 1: s, typed by order 13 in 50r"), "{message}");
    click(&mut app, 2, 3);
    assert_eq!(app.talk.message, "line 2 column 3: 3, a key that was struck by hand");
}

#[test]
fn a_click_left_of_a_cell_sets_a_breakpoint() {
    let mut app = pressed("vj57<Enter>");
    draw_at(&mut app, 120, 40);
    for (half, text) in [(Half::Left, "break cell 57"), (Half::Right, "break cell 57 break cell 57r")] {
        let places = places_of(&app, |target| target == Target::Gutter(View::Ferrite, 57, half));
        click(&mut app, places[0]);
        let list: Vec<String> =
            app.session.engine().breaks().stops().iter().map(|stop| stop.at.to_string()).collect();
        assert_eq!(list.join(" "), text);
    }
}

/// Two lines tell what the last order did and what the next order, or the order under the cursor, will do.
#[test]
fn the_order_under_the_cursor_is_explained() {
    let mut app = pressed("[c44<Enter>");
    let text = "44 arn 70: R := cell 70 = 3/0/0/0; 19 micro-operations, 41 µs";
    for (width, height) in [(80, 24), (120, 40)] {
        assert!(draw_at(&mut app, width, height).contains(text), "{}", draw_at(&mut app, width, height));
    }
    press(&mut app, "j48<Enter>f");
    let picture = draw_at(&mut app, 120, 40);
    assert!(picture.contains(": Jump to cell 43; 13 micro"), "{picture}");
    assert!(picture.contains("Registers as integer."), "{picture}");
    press(&mut app, "g");
    app.run_until(app.session.machine().now() + gier_word::Uops(1));
}

/// The key F6 shows the views one after the other, without those that are already visible.
#[test]
fn the_next_view_is_another_one_at_every_width() {
    for (width, views) in [(80, 7), (120, 6)] {
        let mut app = in_the_middle();
        draw_at(&mut app, width, 40);
        let mut seen = Vec::new();
        for _ in 0..views {
            press_only(&mut app, "<F6>");
            let view = app.look.view;
            assert!(!seen.contains(&view), "{width}: {view:?} again");
            assert!(app.talk.message.contains(view.name()));
            seen.push(view);
        }
    }
}

#[test]
fn a_long_name_is_cut_in_the_heading() {
    let mut app = app();
    app.image = "a/very/long/name/of/a/folder/and/of/an/image.drum".to_string();
    press(&mut app, "x");
    let heading = draw_at(&mut app, 80, 24).lines().next().unwrap().to_string();
    assert!(heading.contains("stop: normal stop") && heading.contains("0:00."), "{heading}");
    assert!(heading.contains("image.drum"), "{heading}");
}

#[test]
fn a_cell_is_shown_as_a_number_and_as_an_order() {
    let mut app = pressed("vec500 -1<Enter>ec501 17<Enter>j500<Enter>");
    let picture = draw_at(&mut app, 120, 40);
    assert!(picture.contains("17 was 0") && picture.contains("…  was 0"), "{picture}");
    press(&mut app, "s<Tab>2<Esc>s");
    let picture = draw_at(&mut app, 120, 40);
    let line = |cell: &str| picture.lines().find(|line| line.contains(cell)).unwrap().trim_end().to_string();
    assert!(line(" 500 ").ends_with(" -1") && line(" 500 ").contains("udn (p-1)"), "{}", line(" 500 "));
    assert!(line(" 501 ").ends_with(" 17"), "{}", line(" 501 "));
}

/// The map shows which cells were executed, read and written. The program begins in cell 40.
#[test]
fn the_map_shows_recent_accesses() {
    let mut app = in_the_middle();
    app.show(View::Map);
    let picture = draw_at(&mut app, 120, 60);
    let row =
        |first: &str| picture.lines().find_map(|line| line.split_once(first)).map(|(_, row)| row.to_string());
    let cells: Vec<char> = row("│  32 ").unwrap().chars().collect();
    assert_eq!(cells[0..8], ['·'; 8]);
    assert!(cells[8..20].iter().all(|sign| "erw▶".contains(*sign)), "{cells:?}");
    let data: Vec<char> = row("│  64 ").unwrap().chars().collect();
    assert!(data[4..9].contains(&'r') || data[4..9].contains(&'w'), "{data:?}");
    assert!(shown(&mut app).contains("map"));
    assert_eq!(store_map::columns(ratatui::layout::Rect::new(0, 0, 80, 13)), 64);
}

/// The row of the tape that is read next is always visible, with rows before and after it.
#[test]
fn a_long_tape_is_shown_around_the_row_to_be_read() {
    let mut app = in_the_middle();
    app.feed_all(vec![Input::MountTape(Tape::from_bytes("long", &[1; 200]))]);
    press(&mut app, "vec500 vy 0<Enter>ec501 ly 60<Enter>ec502 hv 501<Enter>er1 500<Enter>");
    press(&mut app, &"s".repeat(200));
    app.show(View::Tapes);
    let picture = draw_at(&mut app, 120, 40);
    assert!(picture.contains("reader: long, 100 of 200 rows read"), "{picture}");
    for row in ["│     100 ", "│▶    101 ", "│     104 "] {
        assert!(picture.contains(row), "{row}: {picture}");
    }
}

/// The bottom line shows different keys while the machine runs and while it is stopped.
#[test]
fn the_foot_shows_the_useful_keys() {
    let mut app = app();
    let foot = |app: &mut super::App| draw_at(app, 80, 24).lines().last().unwrap().to_string();
    assert!(foot(&mut app).contains("^D slower") && !foot(&mut app).contains("back"), "{}", foot(&mut app));
    press(&mut app, "x");
    assert!(foot(&mut app).contains("z back"), "{}", foot(&mut app));
    assert!(!foot(&mut app).contains("slower"), "{}", foot(&mut app));
}

/// At 120 columns and 40 rows, no key is needed to see what the next order will do, what the last one changed,
/// where the program is in its text, and who called. One key leads back to the beginning.
#[test]
fn answers_cost_few_keys() {
    let image = gier_programs::nim_image();
    let store = Store::new("nim", None, None, Box::new(NoFiles));
    let machine = Machine::with_image(&image);
    let mut app = App::new(machine, "NIM", Speed::Max, Theme::Plain, store, Box::new(Stopped));
    let text = vec!["a line".to_string(); 99].join("\n");
    app.load_sources(&image, vec![Some(text); 20]);
    app.type_text("ea ", gier_word::Uops::NEVER);
    press(&mut app, "x");
    let picture = draw_at(&mut app, 120, 40);
    let line = |begin: &str| picture.lines().find(|line| line.starts_with(begin)).unwrap_or_default();
    assert!(line("next").contains("Waits for a symbol: "), "{picture}");
    assert!(line("did").contains("736 vy (94): no change; 39 µs"), "{picture}");
    assert!(picture.contains("▶") && picture.contains("a line"), "{picture}");
    let calls = ["ASK NUMBER:7: ASK NUMBER(", "MAN:", "GAME:9: GAME(MAN,", "nim.alg:79: the program"];
    assert!(calls.iter().all(|call| picture.contains(&format!("│ {call}"))), "{picture}");
    assert!(picture.contains("history to order") && picture.contains("ferrite, order"), "{picture}");
    press(&mut app, "[");
    assert_eq!(app.session.machine().orders(), 0);
}
