//! Tests of [`Visit`], the session behind the page, without a browser.

use super::*;
use gier_desk::replay;
use gier_desk::typewriter::sheet_text::RibbonStyle;
use gier_machine::Log;
use gier_programs::book;

fn nim() -> Machine {
    Machine::with_image(&gier_programs::nim_image())
}

/// Lets the program work until it waits for a key or stops, and types a text, of which the program must read all.
fn play(guest: &mut Visit, typed: &str) {
    guest.work(FIRST_WAY);
    let before = guest.session.keys_read();
    guest.play(typed);
    assert_eq!(
        guest.session.keys_read() - before,
        typed.chars().count() as u64,
        "{typed}: {:?}",
        guest.state()
    );
}

#[test]
fn the_five_games_of_the_book_are_played_on_the_page_too() {
    let mut guest = Visit::switched_on("NIM", nim());
    assert!(guest.awaits_key());
    play(&mut guest, book::TYPED.trim_end_matches('\n'));
    assert_eq!(guest.paper_text(RibbonStyle::Marks), book::PAPER);
    let replay = replay(&Log::parse(&guest.log()).unwrap());
    assert!(replay.true_to_log);
}

#[test]
fn a_session_is_resumed_where_the_guest_was() {
    let mut guest = Visit::switched_on("NIM", nim());
    play(&mut guest, "djk ");
    let log = guest.log();
    let mut again = Visit::resumed(&log).unwrap();
    assert_eq!(again.title(), "NIM");
    assert_eq!(again.state(), guest.state());
    assert_eq!(again.machine(), guest.machine());
    assert_eq!(again.paper_text(RibbonStyle::Marks), guest.paper_text(RibbonStyle::Marks));
    assert_eq!(again.session.strike('1', Duration::ZERO), Struck::Awaited);
}

#[test]
fn an_alarm_is_reported_with_its_place() {
    let text = "_begin _array A[1:4]; _integer i;\n_for i := 1 _step 1 _until 5 _do\n  A[i] := i\n_end;";
    let image = crate::compile::own(text).unwrap();
    let mut guest = Visit::from_the_beginning("own", Machine::with_image(&image)).knowing(&image);
    play(&mut guest, "");
    assert_eq!(guest.alarm(), Some("index alarm at program:3:3 (A[5], bounds 1:4)"));
}

#[test]
fn stop_order_and_start() {
    let mut guest = Visit::from_the_beginning("NIM", nim());
    guest.picture(|| Duration::from_millis(100), |_, _| {});
    guest.stop();
    assert!(guest.stands());
    let orders = guest.machine().orders();
    guest.single();
    assert_eq!(guest.machine().orders(), orders + 1);
    guest.start();
    assert!(guest.works());
    guest.picture(|| Duration::from_millis(250), |_, _| {});
    assert!(guest.machine().orders() > orders + 1);
    assert_eq!(guest.session.strike('d', Duration::from_millis(250)), Struck::Held);
    guest.picture(|| Duration::from_millis(500), |_, _| {});
    assert!(!guest.take_dead_key(), "the key is still down");
    guest.picture(|| Duration::from_millis(501), |_, _| {});
    assert!(guest.take_dead_key(), "GIER did not wait for a key in time");
    guest.stop();
    assert_eq!(
        guest.session.strike('d', Duration::from_millis(501)),
        Struck::NotNow,
        "the keys are dead while it stands"
    );
}

#[test]
fn a_replay_in_pieces_is_the_replay() {
    let mut guest = Visit::switched_on("NIM", nim());
    play(&mut guest, "djk 3 3 ");
    let mut rerun = Rerun::of(&guest.log(), false).unwrap();
    let (mut pieces, mut share) = (1, 0.0);
    while !rerun.work(|| Duration::ZERO, Duration::ZERO) {
        assert!(rerun.share() >= share && rerun.share() <= 1.0);
        share = rerun.share();
        pieces += 1;
    }
    assert!(pieces > 2, "only {pieces} pieces");
    let mut again = rerun.into_guest();
    assert_eq!(again.log(), guest.log());
}

#[test]
fn a_text_is_typed_key_by_key() {
    let mut guest = Visit::switched_on("NIM", nim());
    let mut typed = Visit::switched_on("NIM", nim());
    play(&mut guest, "djk 3 3 ");
    typed.set_speed(Speed::Max);
    assert!(typed.type_text("djk 3 3 "));
    typed.picture(|| Duration::ZERO, |_, _| {});
    assert_eq!(typed.sheet(), guest.sheet());
    assert!(!typed.type_text("3$"), "there is no such key");
}

#[test]
fn the_keys_determine_the_session() {
    let mut guest = Visit::switched_on("NIM", nim());
    assert_eq!(guest.keys().as_deref(), Some(""));
    play(&mut guest, "djk 3 3 1 2 n");
    assert_eq!(guest.keys().as_deref(), Some("djk 3 3 1 2 n"));
    // The button HELP is no key.
    guest.help();
    assert_eq!(guest.keys(), None);
}

#[test]
fn the_sound_is_a_file_that_others_read() {
    let mut guest = Visit::switched_on("NIM", nim());
    play(&mut guest, "djk ");
    let mut rerun = Rerun::of(&guest.log(), true).unwrap();
    assert!(rerun.work(|| Duration::ZERO, Duration::MAX));
    let mix = gier_sound::Mix { loudspeaker: 0.7, typewriter: 0.5, reader: 0.3 };
    let bytes = rerun.into_sound(mix).unwrap();
    let mut file = hound::WavReader::new(&*bytes).unwrap();
    let (spec, seconds) = (file.spec(), guest.machine().now().seconds() - guest.start.now().seconds());
    assert_eq!((spec.channels, spec.sample_rate, spec.bits_per_sample), (1, gier_sound::RATE, 16));
    assert!((f64::from(file.duration()) / f64::from(spec.sample_rate) - seconds).abs() < 0.5);
    assert!(file.samples::<i16>().any(|sample| sample.unwrap() > 1000));
}
