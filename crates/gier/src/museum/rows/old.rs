//! The HJÆLP before HELP 3, and the tapes that it reads.

use super::{Base, Row};

/// HJÆLP comes up from two tapes on an empty drum: its track-0 tape stops the machine, the HELP
/// button makes it miss itself, and any key lets it read its own tape.  [F-BOOT-2]
macro_rules! hjaelp {
    ($track_0:literal, $main:literal) => {
        concat!(
            "bootstrap old\nreader \"",
            $track_0,
            "\"\nstart\nawait stop\nunload\nreader \"",
            $main,
            "\"\nhelp\nexpect \"FEJL\"\ntype \"\\n\"\nexpect \"hp-knap  16\"\nawait key\nunload"
        )
    };
}

/// The session that brings up [`Base::Hjaelp`].
pub const HJAELP: &str = hjaelp!("hjælp/Kanal 0 HJÆLP 1.flx", "hjælp/HJÆLP I.flx");

/// All of Bundgård's test but the keys. A fault would stand between the lines: a full stop in the
/// first part, a stop of the machine in the next two, an address in the ferrite's, x, d, s or f
/// (what was computed wrongly beside the drum) or a track in the drum's. The SLIP of all sets of
/// HJÆLP refuses the order `zi` in a constant of the random numbers.  [F-HELP-3]
const ROUTINE: &str = r#"
    reader "test/Bundgårds rutinetest HJÆLP.flx"
    type "_l"
    expect "Indikatortest.\nKa ::= gentagelse.\nKb ::= intet fejlpunktum."
    expect "operatørs indgriben.\n"
    await key
    type "\n"
    expect "\n\nAddertest.  Addition.\nFejl medfører stop.\n\n\n\nAddertest.  Subtraktion.\nFejl medfører stop.\n"
    expect "\n 1    24 is-1\na1: bsp104V-333\na2: hsa0\n\nFerritlagertest.\n"
    expect "(check-summering)\n123456789å"
    expect "\n ACEG∨/;])∧a\nabcdefg 123456789å0<\naaaceg135790a\nabcdefg 123456789å0<\naaaceg135790a\nabcdefg"
    expect "0<\naaaa\n0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å0å\n"
    expect "Kun kanal 0 lades urørt.\n\np:="
    await key
    type "5"
    limit 1000
    expect "5\ndrum ok.\ndrum ok.\ndrum ok.\n"
"#;

pub const ROWS: &[Row] = &[
    Row::new("HJÆLP I", Base::Hjaelp, "help\nexpect \"hp-knap\"\nawait key"),
    Row::new(
        "HJÆLP of the old track 0",
        Base::Empty,
        hjaelp!("hjælp/Kanal 0 til gammel hjælp.flx", "hjælp/Hjælp.flx"),
    ),
    Row::new("HJÆLP 1", Base::Empty, hjaelp!("hjælp/kanal_0_1.flx", "hjælp/hjælp_1.flx")),
    Row::new("HJÆLP 3", Base::Empty, hjaelp!("hjælp/kanal_0_3.flx", "hjælp/hjælp_3.flx")),
    Row::new(
        "HJÆLP from its source, new",
        Base::Empty,
        hjaelp!("mk/HJÆLP/nykanal0.flx", "mk/HJÆLP/nyhjaelp.flx"),
    ),
    Row::new(
        "MAINHELP I of 21 January 1970, read by HJÆLP I",
        Base::Hjaelp,
        r#"
        reader "hjælp/Kanal 0 + mainhelp I hp knap xxxxx _e 21.1.70.flx"
        type "_l"
        expect "SUM"
        type "\n"
        expect "e0"
        await key
        "#,
    ),
    Row::new("Bundgård's routine test", Base::Hjaelp, ROUTINE),
    Row::new(
        "the extended drum test, its question",
        Base::Empty,
        "bootstrap old\nreader \"test/Udv Tr Test LIK 1C.flx\"\nstart\nexpect \"p:=\"\nawait key\ntype \"1\"\nrun 100",
    ),
    Row::new(
        "Bundgård's extended drum test, a track skipped",
        Base::Empty,
        "bootstrap old\nreader \"test/Bundgaards udv. tr. test udgave 12 LIK 1C.flx\"\nkb on\nstart\nawait key\ntype \"1\"\nexpect \"skip\"",
    ),
    Row::new(
        "GIER ALGOL III under HJÆLP I",
        Base::Hjaelp,
        r#"
        reader "ga3bin/Algol III _l gl. hjælp.flx"
        type "_l"
        expect "algol"
        unload
        reader text "mk/00ga3test5.asc"
        type " "
        expect "run"
        type " "
        expect "    102"
        expect "end"
        await key
        "#,
    ),
    Row::new(
        "Christmas greetings under HJÆLP I",
        Base::Hjaelp,
        r#"
        reader "demo/Glædelig jul  HJÆLP.flx"
        type "_l"
        expect "G L Æ D E L I G   J U L"
        expect "G L Æ D E L I G   J U L"
        "#,
    ),
];
