//! Tests `gier archive`: what it does without an archive, its catalogue, and museum tapes that are run by
//! name.

use crate::cli::Desk;
use crate::mishaps::strangers::message;
use crate::tidy::root;
use serde_json::{Value, json};
use snapbox::cmd::Command;
use snapbox::str;
use std::fs;

/// `gier` on a computer without a known archive.
fn without_archive(desk: &Desk, words: &str) -> Command {
    let gier = desk.command(words.split_whitespace()).env_remove("GIER_ARCHIVE");
    gier.env("XDG_CONFIG_HOME", desk.path("config")).env("APPDATA", desk.path("config"))
}

#[test]
fn without_an_archive_a_message_says_what_it_is_and_how_to_get_it() {
    let desk = Desk::new();
    for words in ["archive list", "archive show nim", "archive run nim", "archive check", "museum"] {
        for gier in [without_archive(&desk, words), without_archive(&desk, words).env("GIER_ARCHIVE", "")] {
            gier.assert().code(2).stdout_eq("").stderr_eq(str![[r#"
gier: the museum's archive is not here: some 1500 tapes of GIER, kept at github Datamuseum-DK/andetGIER; clone it (git clone https://github.com/Datamuseum-DK/andetGIER), then: gier archive use andetGIER

"#]]);
        }
    }
    let doctor = without_archive(&desk, "doctor").env("GIER_ARCHIVE", "");
    doctor.assert().stdout_eq("...\n[..]not named; gier archive use[..]\n...");
}

#[test]
fn the_folder_of_the_archive_is_remembered() {
    let desk = shelf();
    let used = without_archive(&desk, "archive use a").assert().code(0);
    used.stdout_eq("").stderr_eq("gier: the archive is [..]\n");
    without_archive(&desk, "archive list --kind data").assert().code(0).stdout_eq(str![[r#"
- data                 demo/onein.asc
1 tape

"#]]);
}

#[test]
fn the_bases_are_listed_without_an_archive() {
    let bases: Vec<Value> = serde_json::from_str(&Desk::new().printed("archive bases --json")).unwrap();
    let base = bases.iter().find(|base| base["base"] == "six-discs-ga4").unwrap();
    assert_eq!(base["installation"], "six-discs");
    assert_eq!(base["tapes"], serde_json::json!(["help3/BUILDdisk6buf.flx", "ga4bin/ga4buffer.flx"]));
}

#[test]
fn a_folder_that_is_no_archive_is_not_remembered() {
    let desk = Desk::new();
    fs::create_dir(desk.path("empty")).unwrap();
    desk.gier("archive use empty").code(2).stderr_eq("gier: empty is not the museum's archive: [..]\n");
}

/// Makes a small archive with one tape of each kind.
pub fn shelf() -> Desk {
    let desk = Desk::new();
    for folder in ["a", "a/tapes", "a/tapes/tapet3", "a/tapes/demo"] {
        fs::create_dir(desk.path(folder)).unwrap();
    }
    desk.put("a/tapes/tapet3/1track0.flx", [0; 9])
        .put("a/tapes/demo/one.asc", "FIRST\n_b_e_g_i_n select(17); writecr _e_n_d;\nt<\n")
        .put("a/tapes/demo/one.flx", [0; 9])
        .put("a/tapes/demo/onein.asc", "1,2,3\n4,5,6\n")
        .put("a/tapes/demo/two.asc", "_b_e_g_i_n _i_n_t_e_g_e_r i; i:= typein _e_n_d;\n")
        .put("a/tapes/demo/three.asc", "_b_e_g_i_n skrvtekst(|<hej|>) _e_n_d;\n")
        .put("a/tapes/demo/four.asc", "slip<\n_b a10\n arn a1, gr a2 ; music\n_e10\n")
        .put("a/tapes/demo/letter.asc", "Kære ven, vi ses.\n")
        .put("a/tapes/demo/oneout.asc", "the result\n");
    desk
}

/// Tests that the name of a tape cannot forge a line of a list, or turn its text around.
#[cfg(unix)]
#[test]
fn a_tape_with_invisible_characters_in_its_name_is_not_listed() {
    let desk = shelf();
    desk.put("a/tapes/demo/x\nFORGED.asc", "1,2\n");
    desk.put("a/tapes/demo/y\u{202e}z.asc", "1,2\n");
    let list = "archive list --archive a --kind data";
    desk.gier(list).stdout_eq(str![[r#"
- data                 demo/onein.asc
1 tape

"#]]);
    let left = "is left out: its name is not UTF-8 or has invisible characters";
    let names = [r"x\u{a}FORGED", r"y\u{202e}z"];
    let told = names.map(|name| format!("gier: a/tapes/demo/{name}.asc {left}\n")).concat();
    assert_eq!(desk.said(list, 0), told);
    let run = desk.command(["run", "a/tapes/demo/x\nFORGED.asc"]).env("GIER_ARCHIVE", "a").output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.contains("has invisible characters") && !said.contains("\nFORGED"), "{said}");
    // A folder with such a name could not be remembered.
    fs::rename(desk.path("a"), desk.path("a\nb")).unwrap();
    without_archive(&desk, "").args(["archive", "use", "a\nb"]).assert().code(2);
}

#[test]
fn a_catalogue_lists_every_tape() {
    let desk = shelf();
    desk.gier("archive list --archive a").code(0).stderr_eq("").stdout_eq(str![[r#"
  slip                 demo/four.asc       music
- text                 demo/letter.asc
  GIER ALGOL 4         demo/one.asc        FIRST
- code                 demo/one.flx
- data                 demo/onein.asc
- paper                demo/oneout.asc
  GIER ALGOL II        demo/three.asc
  GIER ALGOL III       demo/two.asc
- code                 tapet3/1track0.flx
9 tapes

"#]]);
}

/// Tests that the list shows a program's result, and who stated it: here the author, in the program's text.
#[test]
fn the_list_has_the_recorded_results() {
    let desk = shelf();
    desk.put(
        "a/tapes/demo/sum.asc",
        "_b_e_g_i_n _c_o_m_m_e_n_t\n   Answer: 233168\n;\nselect(17) _e_n_d;\nt<\n",
    );
    let tapes: Vec<Value> =
        serde_json::from_str(&desk.printed("archive list sum --archive a --json")).unwrap();
    assert_eq!((&tapes[0]["prints"], &tapes[0]["prints_says"]), (&"233168".into(), &"author".into()));
    desk.gier("archive list sum --archive a").stdout_eq(str![[r#"
  GIER ALGOL 4         demo/sum.asc  Answer: 233168  -> 233168 (the author)
1 tape

"#]]);
}

/// Tests that gier names the device that a program lacks, and the option that adds the device.
#[test]
fn a_missing_device_is_named_with_the_option_that_gives_it() {
    let desk = Desk::new();
    for (has, unit, order, installation) in [
        ("one-drum", 0, "il", "a buffer store: --installation one-drum-buffer"),
        ("one-drum", 24, "us", "a block disc: --installation one-drum-buffer+block-disc"),
        ("one-drum", 23, "il", "a carrousel: --installation one-drum-buffer+carrousel"),
        ("one-drum", 161, "il", "magnetic tape station 1: --installation one-drum-buffer+tape1"),
        ("one-drum+tape1", 161, "il", "a buffer store: --installation one-drum-buffer+tape1"),
    ] {
        desk.put("x.slip", format!("_d i=100\n{{begin}}: {order} {unit}\n zq\n_e {{begin}}\n"));
        let said = desk.said(&format!("run x.slip --installation {has}"), 1);
        assert!(said.contains(&format!("gier: the program needs {installation} gives GIER one")), "{said}");
        let said = desk.said("run x.slip --lang da", 1);
        assert!(said.contains("gier: programmet kræver "), "{said}");
    }
    // gier must also name the device if an act of a script fails because the device is missing.
    desk.put("x.slip", "_d i=100\n{begin}: il 0\n zq\n_e {begin}\n");
    desk.gier("asm x.slip").code(0);
    desk.put("x.acts", "help\nawait key\n");
    let said = desk.said("boot --drum x.drum --acts x.acts", 1);
    assert!(said.contains("the program needs a buffer store"), "{said}");
}

#[test]
fn names_are_found_by_any_part_and_several_are_listed() {
    let desk = shelf();
    desk.gier("archive show --archive a two --json").code(0);
    desk.gier("archive run --archive a two --dry-run").code(0).stdout_eq(str![[r##"
# demo/two.asc, on ga3
# gier boot --acts FILE --folder a/tapes

#: name HELP 3

bootstrap
reader "tapet3/1track0.flx"
reader "tapet3/2mainhelp.flx"
start
expect "SUM"
type "/n"
expect "e0"
await key

#: name GIER ALGOL III
#: base help3

reader "tapet3/ga3.flx"
type "/n/nr<"
await key

limit 20000
reader text "demo/two.asc"
type "/n/nalgol3<"
expect "algol"
type " "
expect "run"
type " "
await any

"##]]);
    desk.gier("archive run --archive a o").code(2);
    desk.gier("archive run --archive a nothing").code(2).stderr_eq(str![[r#"
gier: no tape's name contains "nothing"; gier archive list lists them

"#]]);
    desk.gier("archive run --archive a three --dry-run").code(0).stdout_eq(str![[r##"
# demo/three.asc, on ga2
# gier boot --acts FILE --folder a/tapes

#: name HJÆLP I

# HJÆLP comes up from two tapes on an empty drum: its track-0 tape stops the machine, the HELP
# button makes it miss itself, and any key lets it read its own tape.  [F-BOOT-2]
bootstrap old
reader "hjælp/Kanal 0 HJÆLP 1.flx"
start
await stop
unload
reader "hjælp/HJÆLP I.flx"
help
expect "FEJL"
type "/n"
expect "hp-knap  16"
await key
unload

#: name GIER ALGOL II
#: base hjaelp

# The museum calls the tape the prototype. HJÆLP reads it: a reading program first, and then the translator. [F-GA2-1]
reader "gaproto/gieralgolprototype.flx"
type "_l"
expect "oversætter klar"
await key

limit 20000
reader text "demo/three.asc"
type " "
expect "/nklar"
await key
type " "
await any

"##]]);
    desk.gier("archive run --archive a letter").code(2).stderr_eq(str![[r#"
gier: demo/letter.asc cannot be run: it is a text, and no rule tells for which program

"#]]);
}

/// Tests the catalogue of the museum's archive. The rules must recognise every file, and most programs must
/// be runnable.
#[test]
fn the_museum_s_tapes_are_catalogued() {
    let Some(archive) = crate::ga3::archive() else { return };
    let list = Desk::new().printed(&format!("archive list --json --archive {}", archive.display()));
    let tapes: Vec<Value> = serde_json::from_str(&list).unwrap();
    let count = |kind: &str| tapes.iter().filter(|tape| tape["kind"] == kind).count();
    assert!(tapes.len() > 1400);
    assert!(tapes.iter().all(|tape| tape["why"].as_str().is_some_and(|why| !why.is_empty())));
    // A list made by hand, with other rules, has 686 ALGOL texts, 418 SLIP texts, 35 binary tapes and 2 dead
    // links.
    assert!((665..=707).contains(&count("algol")), "{}", count("algol"));
    assert!((405..=440).contains(&count("slip")), "{}", count("slip"));
    assert!((33..=40).contains(&count("help3-binary")), "{}", count("help3-binary"));
    assert_eq!(count("dead-link"), 2);
    let translator = |name: &str| {
        let tape = tapes.iter().find(|tape| tape["name"] == name);
        tape.map_or(Value::Null, |tape| tape["translator"].clone())
    };
    for (name, wanted) in [
        ("demo/dayinweek.asc", "GIER ALGOL III"),
        ("demo/naurdemo.flx", "GIER ALGOL III"),
        ("mk/euler/euler67.asc", "GIER ALGOL 4"),
        ("demo/demon5.asc", "GIER ALGOL 4"),
        ("demo/demon1d.asc", "GIER ALGOL II"),
        // A person checked these three texts. The first has one word of III and eight of 4. The second lists
        // the procedures of III. The third is for the first translator.
        ("demo/demon5.flx", "GIER ALGOL 4"),
        ("mk/00ga3test2.asc", "GIER ALGOL III"),
        ("gaproto/t2.flx", "GIER ALGOL II"),
    ] {
        assert_eq!(translator(name), wanted, "{name}");
    }
    for (name, wanted) in [
        ("mk/clearall.asc", "commands"),
        ("mk/nqueen18xrun.asc", "paper"),
        ("ht/plot2/ty/tyout.asc", "paper"),
        ("mk/help3setup/listbuf.flx", "paper"),
        ("demo/Pindespil - rhak 30.07.72.flx", "help3-binary"),
        ("demo/Pindespil - rhak 30.07.72.asc", "picture"),
    ] {
        let tape = tapes.iter().find(|tape| tape["name"] == name);
        assert_eq!(tape.map(|tape| &tape["kind"]), Some(&wanted.into()), "{name}");
    }
}

/// The results of a run of a museum tape.
struct TapeRun {
    status: i32,
    paper: String,
    messages: String,
}

/// Runs a tape of the museum with these keys. `words` are the tape's name and the options. Returns `None`
/// without the archive.
fn run(words: &[&str], keys: &str) -> Option<TapeRun> {
    let archive = crate::ga3::archive()?;
    let desk = Desk::new();
    let gier = desk.command(["archive", "run"]).args(words).env("GIER_ARCHIVE", archive);
    let output = gier.stdin(snapbox::Data::text(keys)).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(TapeRun {
        status: output.status.code()?,
        paper: text(&output.stdout),
        messages: text(&output.stderr),
    })
}

/// Checks the results of the programs in `archive/results.txt`. `is_slow` selects the slow or the quick
/// programs.
fn programs_come_to_their_results(is_slow: bool) {
    let file = root().join("tests/archive/results.txt");
    let results = fs::read_to_string(file).unwrap();
    let desk = Desk::new();
    for line in results.lines().filter(|line| !line.starts_with('#')) {
        let (name, result) = line.split_once(" =").unwrap();
        let slow = name.strip_prefix("slow ");
        if slow.is_some() != is_slow {
            continue;
        }
        let name = slow.unwrap_or(name);
        let punches = name.strip_prefix("punch ");
        let name = punches.unwrap_or(name);
        let tape = desk.path("punched.flx").display().to_string();
        let punch = punches.map_or(vec![], |_| vec!["--punch", &tape]);
        let Some(run) = run(&[&[name][..], &punch].concat(), "") else { return };
        let printed = match punches {
            Some(_) => desk.printed("tape to-text punched.flx"),
            None => run.paper,
        };
        assert_eq!(run.status, 0, "{name}: {printed}");
        assert!(printed.contains(result.trim()), "{name}: {printed}");
    }
}

#[test]
fn tapes_give_their_results() {
    programs_come_to_their_results(false);
}

#[test]
#[ignore = "minutes: cargo test -p gier --test all -- --ignored slow_tapes"]
fn slow_tapes_give_their_results() {
    programs_come_to_their_results(true);
}

/// Tests that the exit status is 1 after an alarm, and if GIER lacks tracks or a device that the program
/// needs.
#[test]
fn alarms_and_missing_parts_have_status_1() {
    for (name, says, told) in [
        ("mk/array4.asc", "array  1-11, 1021", "alarm array: an array has a negative number"),
        ("mk/tape1.asc", "Rewind", "--installation six-discs+tape1"),
        ("mk/clearall.asc", "name", "HELP 3 says name: a name in the command is taken or missing"),
        ("mk/data1.asc", "error 11", "it wants the areas omr and pt1"),
        ("mk/pc8out.asc", "program too big", "--base samba --limit 60000 runs it"),
        ("tapet4/kind0.asc", "SUM", "or a program has written over it"),
        ("mk/fit1data1.asc", "not present", "it is data for mk/fit1.asc"),
        ("mk/0bad.flx", "sum", "the tape's own reading program says sum"),
    ] {
        let Some(run) = run(&[name, "--installation", "six-discs"], "") else { return };
        assert_eq!(run.status, 1, "{name}");
        assert!(run.paper.contains(says), "{name}: {}", run.paper);
        assert!(run.messages.contains(told), "{name}: {}", run.messages);
    }
}

/// Tests that a tape is read with the command, the devices and the second tape that it needs.
#[test]
fn tapes_get_what_they_need() {
    for (name, status, says) in [
        ("mk/tape1.asc", 0, "OK"),
        ("mk/sambaex1.asc", 0, "Label tapes;"),
        ("hjælp/Kanal 0 til gammel hjælp.flx", 0, "hp-knap  16"),
        ("mk/yesterday.flx", 0, "exit,0.0.0.40<"),
        ("tapet1/demon5bin.flx", 3, "Select language"),
        ("mk/printhelp1.asc", 0, "r<"),
        ("tapet3/clear.asc", 0, "r<"),
        ("ht/readlib.flx", 0, "POLYVAL3:    5 blocks."),
        ("ga4/BUILDga4drumbuf.flx", 0, "include algol"),
        ("ga4/BUILDga4bufdisk.flx", 0, "if CDC disc then 640 else 400"),
        ("ga4/BUILDga4bufcarr.flx", 0, "type: reel, first block"),
        ("ga4/BUILDga4drumdisk969.flx", 0, "name of translator"),
        ("ga4/BUILDga4diskturbo.flx", 1, "system match"),
        ("mk/sambasort3.asc", 3, "No. of tape drives"),
        ("help3/LIK til HELP 3 system.flx", 1, " 3    10 "),
        ("hjælp/hjælp_1.flx", 0, "hp-knap  16"),
    ] {
        let Some(run) = run(&[name, "--limit", "2000"], "") else { return };
        assert_eq!(run.status, status, "{name}: {} {}", run.paper, run.messages);
        assert!(run.paper.contains(says), "{name}: {}", run.paper);
    }
    for name in ["demo/nimbi.asc", "demo/demon7.asc", "mk/00ga3test10.asc"] {
        let Some(summed) = run(&[name, "--limit", "60"], "") else { return };
        assert!(!summed.paper.contains("sum"), "{}", summed.paper);
    }
    let Some(started) = run(&["readinteger", "--start"], "") else { return };
    assert!(started.status == 0 && started.paper.contains("31 250 125 000"), "{}", started.messages);
    let Some(keyed) = run(&["dayinweek", "--ka"], "14,7,1789,") else { return };
    assert!(keyed.status == 3 && keyed.paper.contains("Tuesday"), "{}", keyed.paper);
    let Some(part) = run(&["ga4/T8, L4 (19) 17.07.68.flx"], "") else { return };
    assert_eq!(part.status, 2);
    assert!(part.messages.contains("the part T8 of the source of GIER ALGOL 4"), "{}", part.messages);
    let Some(samba) = run(&["ga4/T7, L3 - SAMBA.flx"], "") else { return };
    assert!(samba.messages.contains("gier archive run BUILDga4buftapesamba.flx"), "{}", samba.messages);
    let Some(drawn) = run(&["demo/q8b.asc"], "") else { return };
    assert!(drawn.messages.contains("procedures that are not in the archive"), "{}", drawn.messages);
    let Some(text) = run(&["help3/BUILDbig5_init.asc"], "") else { return };
    assert!(text.messages.contains("gier archive run BUILDbig5 loads the whole system"), "{}", text.messages);
}

/// Tests that gier says why a run ended, where the paper does not, and what the user can do next.
#[test]
fn the_end_of_a_run_is_explained() {
    let ends = include_str!("archive_ends.txt").lines().filter_map(|line| line.split_once(" | "));
    for (typed, says) in ends {
        let Some(told) = run(&typed.split(' ').collect::<Vec<_>>(), "") else { return };
        assert!(told.messages.contains(says), "{typed}: {}", told.messages);
    }
    // SLIP punches the names of a text if KA is set too early.
    let Some(keyed) = run(&["demo/pitoslipbinstørmer.asc", "--ka", "--start"], "") else { return };
    assert!(!keyed.messages.contains("--punch"), "{}", keyed.messages);
    let build = ["ga4/BUILDga4tape.flx"];
    let Some(waits) = run(&build, "") else { return };
    assert!(waits.status == 3 && waits.messages.contains("punched by typing SPACE"), "{}", waits.messages);
    let Some(punched) = run(&build, " ") else { return };
    assert!(punched.paper.contains("next tape is punched by typing SPACE"), "{}", punched.paper);
    let desk = Desk::new();
    desk.put("keys", "ja\n");
    let Some(left) = run(&["mk/bool1.asc", "--typed", desk.path("keys").to_str().unwrap()], "") else {
        return;
    };
    assert!(left.messages.contains("all that --typed gives: \"ja"), "{}", left.messages);
    let Some(echoed) = run(&["mk/tromle1/echo2.asc"], "_e") else { return };
    assert!(echoed.messages.contains("e\u{332}") && !echoed.messages.contains("SLIP"), "{}", echoed.messages);
}

/// Types what the page tells the reader to type, and compares the paper.
#[test]
fn the_evening_at_help_3_goes_as_its_page_says() {
    let Some(archive) = crate::ga3::archive() else { return };
    let page = fs::read_to_string(root().join("docs/evening.md")).unwrap();
    let blocks = |kind: &str| -> Vec<String> {
        let fence = format!("\n```{kind}\n");
        page.split(&fence).skip(1).map(|rest| rest.split("\n```").next().unwrap().to_string()).collect()
    };
    let desk = Desk::new();
    desk.put("typed.txt", blocks("typed").join("\n"));
    let archive = archive.display();
    let start = format!("archive start ga4 --save-drum evening.drum --typed typed.txt --archive {archive}");
    let today = desk
        .gier(&start)
        .code(0)
        .stderr_eq("...\n[..]GIER ALGOL 4 is loaded and waits for a command[..]\n...");
    desk.put("a.acts", format!("help\nawait key\ntype {:?}\nawait key\n", blocks("tomorrow").concat()));
    desk.put("commands.txt", "nonsense<\n").put("r", "r<");
    let read = format!("archive start help3 --reader commands.txt --typed r --archive {archive}");
    desk.gier(&read).code(1).stdout_eq("...\nundef\n...");
    let tomorrow = desk.gier("boot --drum evening.drum --acts a.acts").code(0);
    let both =
        [today, tomorrow].map(|run| String::from_utf8_lossy(&run.get_output().stdout).into_owned()).concat();
    let mut rest = both.as_str();
    for paper in blocks("paper") {
        let (_, after) = rest.split_once(paper.as_str()).unwrap_or_else(|| panic!("no {paper} in {rest}"));
        rest = after;
    }
}

#[test]
fn the_panel_needs_a_terminal() {
    let Some(archive) = crate::ga3::archive() else { return };
    let words = format!("archive run dayinweek --panel --archive {}", archive.display());
    assert!(Desk::new().said(&words, 2).contains("the panel needs a terminal"));
}

/// Runs the commands of the manual, and checks their exit statuses and papers.
#[test]
fn the_tapes_of_the_manual_run() {
    let manual = fs::read_to_string(root().join("docs/archive.md")).unwrap();
    let lines = manual.lines().filter_map(|line| line.strip_prefix("gier archive run "));
    let examples: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(" # ")).collect();
    assert_eq!(examples.len(), 10);
    for (name, told) in examples {
        let (wanted, says) = told.split_once(": ").unwrap();
        let Some(run) = run(&[name.trim()], "") else { return };
        assert_eq!(run.status.to_string(), wanted, "{name}: {}", run.paper);
        assert!(run.paper.contains(says), "{name}: {}", run.paper);
    }
}

/// Tests that gier runs a tape from outside the archive, and that gier's compiler accepts a text on a tape.
#[test]
fn tapes_are_taken_where_texts_are() {
    let desk = Desk::new();
    desk.put("b.txt", "_b_e_g_i_n _i_n_t_e_g_e_r i; i:= 7; write(|<d|>, i) _e_n_d;\n");
    desk.gier("tape from-text b.txt -o b.flx").code(0);
    desk.gier("algol b.flx").code(0);
    desk.gier("run b.drum").code(0).stdout_eq("7\nend\n");
    without_archive(&desk, "run b.flx").assert().code(0).stdout_eq("7\nend\n");
    let Some(archive) = crate::ga3::archive() else { return };
    fs::copy(archive.join("tapes/demo/naurdemo.flx"), desk.path("n.flx")).unwrap();
    let run = desk.command(["run", "n.flx"]).env("GIER_ARCHIVE", &archive).assert().code(0);
    assert!(String::from_utf8_lossy(&run.get_output().stdout).contains("20   71"));
}

/// Tests that an editor can debug a tape. The debug adapter sends the tape's text, because an editor cannot
/// show a tape. For a drum image, the launch request can name the folder of its tape in `sources`.
#[test]
fn an_editor_debugs_a_tape() {
    let desk = Desk::new();
    let text = "_b_e_g_i_n _i_n_t_e_g_e_r i;\ni:= 7;\nwrite(|<d|>, i)\n_e_n_d;\n";
    desk.put("b.txt", text);
    desk.gier("tape from-text b.txt -o b.flx").code(0);
    desk.gier("algol b.flx").code(0);
    fs::create_dir(desk.path("images")).unwrap();
    fs::rename(desk.path("b.drum"), desk.path("images/b.drum")).unwrap();
    let path = |name: &str| desk.path(name).display().to_string();
    for launch in [
        json!({"program": path("b.flx"), "stopOnEntry": true}),
        json!({"program": path("images/b.drum"), "stopOnEntry": true, "sources": [path("")]}),
    ] {
        let requests = [
            ("initialize", json!({"adapterID": "gier"})),
            ("launch", launch),
            ("configurationDone", json!({})),
            ("source", json!({"sourceReference": 1})),
            ("disconnect", json!({})),
        ];
        let messages = requests.iter().zip(1..).map(|((command, arguments), seq)| {
            let body = json!({"seq": seq, "type": "request", "command": command, "arguments": arguments});
            message(&body.to_string())
        });
        let messages: String = messages.collect();
        let run = desk.gier_with("dap", &messages).code(0).stderr_eq("");
        let told = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert!(told.contains("write(|<d|>, i)"), "{told}");
    }
}

/// Tests that the exit status is 3 if a program asks for more keys than are typed.
#[test]
fn programs_that_ask_have_status_3() {
    for (name, keys, says) in [
        ("dayinweek", "14,7,1789,XXIV,XII,MCMLXIV,", "Thursday"),
        ("20spmåga3", "ja", "Er det Afghanistan"),
        ("tyvesnice", "ja", "Er det Afghanistan"),
        ("demo/demon7.asc", "e", "PROGRAM DEMON-7"),
        ("demo/GIER orgel.asc", "zsx", "zsx"),
    ] {
        let Some(run) = run(&[name], keys) else { return };
        assert_eq!(run.status, 3, "{name}: {}", run.paper);
        assert!(run.paper.contains(says), "{name}: {}", run.paper);
    }
}

/// Tests that the output of `--dry-run` can be used as a script of acts.
#[test]
fn a_dry_run_prints_acts() {
    let Some(archive) = crate::ga3::archive() else { return };
    let desk = Desk::new();
    let acts = desk.printed(&format!("archive run euler15.asc --dry-run --archive {}", archive.display()));
    let boot = format!("boot --acts x.acts --folder {}", archive.join("tapes").display());
    desk.put("x.acts", &acts).gier(&boot).code(0).stdout_eq("...\n[..]137846528820[..]\n...");
}
