//! The engineers' test programs of the 1960s, and the museum's own.

use super::checks;
use super::{Base, Row};

/// A test that stands alone on a track-0 tape: bootstrap, tape, start.
macro_rules! alone {
    ($tape:literal, $then:literal) => {
        concat!("bootstrap\nreader \"test/", $tape, "\"\nstart\n", $then)
    };
}

/// A tape of the collection that goes by post 198.
macro_rules! post {
    ($tape:literal, $then:literal) => {
        concat!("bootstrap\nreader \"test/post198files/", $tape, "\"\nstart\nlimit 3000\n", $then)
    };
}

pub const ROWS: &[Row] = &[
    Row::new("mktest1", Base::Empty, alone!("mktest1_0.flx", "run 5\nkb on\nawait stop")),
    Row::new("mktest2", Base::Empty, alone!("mktest2_0.flx", "run 5\nkb on\nawait stop")),
    Row::new("mktest3", Base::Empty, alone!("mktest3_0.flx", "run 5\nkb on\nawait stop")),
    Row::new("mktest4", Base::Empty, alone!("mktest4_0.flx", "await stop\nstart\nawait stop")),
    Row::new("mktest5", Base::Empty, alone!("mktest5_0.flx", "await stop\nstart\nawait stop")),
    Row::new(
        "mktest6",
        Base::Help3,
        "reader text \"test/mktest6.asc\"\ntype \"\\n\\nr<\"\nlimit 20\nawait stop\nstart\nawait stop",
    ),
    Row::new("mktest7", Base::Empty, alone!("mktest7_0.flx", "run 20")).check(checks::no_fault),
    // What the museum's machine took: 422.58, 390.16 and 448.49 s, and of the fourth part the
    // simulator of its author 419.99 s; half a per cent of that either way.  [docs/timing.md]
    Row::new(
        "speed test, four parts by stopwatch",
        Base::Help3,
        r#"
        reader "mk/time1bin.flx"
        type "\n\nr<"
        await key
        type " "
        stopwatch
        await key
        stopwatch 420.5 424.7
        expect "1"
        type " "
        stopwatch
        await key
        stopwatch 388.2 392.1
        expect "2"
        type " "
        stopwatch
        await key
        stopwatch 446.3 450.7
        expect "3"
        type " "
        stopwatch
        await key
        stopwatch 417.9 422.1
        expect "4"
        "#,
    ),
    Row::new(
        "the reader's test with all symbols",
        Base::Empty,
        "bootstrap\nreader \"tapet1/readertest_0.flx\"\nstart\nlimit 20\nkb on\nawait stop\nunload\nreader \"mk/0-127.flx\"\nstart\nawait tape",
    ),
    Row::new("test4, the store with patterns", Base::Empty, alone!("test4_0.flx", "run 60")),
    Row::new("test6, the store with marks", Base::Empty, alone!("test6_0.flx", "run 60\nkb on\nawait stop")),
    Row::new(
        "test7, floating arithmetic",
        Base::Empty,
        alone!(
            "test7_0.flx",
            r#"
            expect "6000  35271407753020  36242706607000  66043725657530  15577777733744"
            expect "6000  35271407753020  36242706607000  66043725657530  15577777733744"
            "#
        ),
    ),
    Row::new(
        "test7 elsewhere in the store",
        Base::Empty,
        alone!(
            "test7r_0.flx",
            "expect \"6000  35271407753020  36242706607000  66043725657530  15577777733744\""
        ),
    ),
    Row::new(
        "test7 elsewhere, 1000 cycles",
        Base::Empty,
        alone!(
            "test7r1000_0.flx",
            "expect \"1000  21260677415444  24224351721374  22262577726560  66377777771604\""
        ),
    ),
    Row::new(
        "test8, the time of every track",
        Base::Help3,
        "reader \"test/test8.flx\"\ntype \"\\n\\nr<\"\nexpect \"ms          track\\nslut\"\nawait stop",
    ),
    Row::new(
        "test8 with the mean of all tracks",
        Base::Help3,
        "reader \"test/test8mkbin.flx\"\ntype \"\\n\\nr<\"\nexpect \"ms          track\\n\"\nexpect \"slut\"\nawait stop",
    )
    .check(checks::mean_of_tracks),
    Row::new(
        "test8 on a track-0 tape, its cells",
        Base::Empty,
        "bootstrap\nreader \"test/test8_0.flx\"\nkb on\nstart\nlimit 30\nawait stop",
    )
    .check(checks::test8_cells),
    Row::new(
        "test1, the drum",
        Base::Empty,
        alone!("test1_0.flx", "limit 3000\nexpect \"ok\"\nexpect \"ok\"\nexpect \"ok\""),
    ),
    Row::new(
        "test21, every combination of modifiers",
        Base::Help3,
        "reader \"test/test21.flx\"\ntype \"\\n\\nr<\"\nexpect \"ok\"\nexpect \"ok\"\nexpect \"ok\"",
    ),
    Row::new(
        "post 198, test 1: the drum",
        Base::Empty,
        post!("C1_tromletest.flx", "expect \"t  1ok    ok    ok\""),
    ),
    Row::new(
        "post 198, test 2: bit patterns",
        Base::Empty,
        post!("C2_bitmoenster.flx", "expect \"[IIIII     IIIII     IIIII     IIIII       ]\""),
    ),
    Row::new(
        "post 198, test 3: bit patterns on track 0",
        Base::Empty,
        post!("C3_kanal0_bitmoenster.flx", "expect \"[==========================================]\""),
    ),
    // It compares track 0 with a copy of HJÆLP 1's.
    Row::new(
        "post 198, test 5: track 0",
        Base::Empty,
        concat!(
            "bootstrap old\nreader \"hjælp/kanal_0_1.flx\"\nstart\nawait stop\nunload\n",
            post!("C5_kanal0test.flx", "expect \"t  5\\nok\\nok\\nok\"")
        ),
    ),
    Row::new(
        "post 198, test 4: the store",
        Base::Empty,
        post!("C4_ferritlager.flx", "expect \"t  4\"\nrun 60"),
    ),
    Row::new(
        "post 198, test 6: the store",
        Base::Empty,
        post!("C6_ferrittest.flx", "expect \"t  6\"\nrun 60"),
    ),
    Row::new(
        "post 198, test 7: floating arithmetic",
        Base::Empty,
        post!(
            "C7_flydende_test.flx",
            "expect \"6000  35271407753020  36242706607000  66043725657530  15577777733744\""
        ),
    ),
    Row::new(
        "post 198, test 8: the time of every track",
        Base::Empty,
        post!("C8_tromletransporttid.flx", "expect \"track\\nslut\""),
    ),
    Row::new(
        "post 198, test 9: the typewriter",
        Base::Empty,
        post!("C9_skrivemaskinetest.flx", "expect \"t  9\"\nawait key"),
    ),
    Row::new(
        "post 198, test 10: marks, high",
        Base::Empty,
        post!("C10_ferritmærketest_high.flx", "expect \"t 10\\nok\\nok\\nok\""),
    ),
    Row::new(
        "post 198, test 11: marks, low",
        Base::Empty,
        post!("C11_ferritmærketest_low.flx", "expect \"t 11\\nok\\nok\\nok\""),
    ),
    Row::new(
        "post 198, test 12: the indicator",
        Base::Empty,
        post!("C12_indikatortest.flx", "expect \"t 12\"\nrun 60"),
    ),
    Row::new(
        "post 198, test 13: the drum, its question",
        Base::Empty,
        post!("C13_tromletest.flx", "expect \"t 13\\nklar\"\nawait key"),
    ),
    Row::new(
        "post 198, test 14: the reader, without a tape",
        Base::Empty,
        post!("C14_læsertest.flx", "expect \"t 14\"\nawait stop"),
    ),
    Row::new(
        "post 198, test 15: five-hole tape, its question",
        Base::Empty,
        post!("C15_5kanaltest.flx", "expect \"t 15\\nType c for copy\"\nawait key"),
    ),
    // It tells what the HELP button does wrong, and nothing else.  [F-HELP-1]
    Row::new(
        "post 198, test 16: the HELP button",
        Base::Empty,
        post!("C16_Mode5test.flx", "expect \"t 16\"\nrun 5\nhelp\nrun 5\nhelp\nrun 5"),
    )
    .check(checks::help_button),
    Row::new(
        "post 198, test 17: the printer",
        Base::Empty,
        post!("C17_printertest.flx", "expect \"t 17\\nHej\"\nawait key"),
    ),
    Row::new(
        "Bundgård's drum test, its question",
        Base::Help3,
        "reader \"test/Bundgårds tromletest Indlæses med rhak.flx\"\ntype \"\\n\\nr<\"\nexpect \"p= \"\nawait key",
    ),
    Row::new(
        "post 198, test 26: every symbol",
        Base::Empty,
        post!(
            "C26_typewriter_output.flx",
            "expect \"1234567890<  qwertyuiopå  asdfghjklæø  zxcvbnm,.-\\n∨×/=;[]()∧>  QWERTYUIOPÅ  ASDFGHJKLÆØ  ZXCVBNM⏨:+\\n\""
        ),
    ),
];
