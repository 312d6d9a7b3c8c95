//! Tests how gier treats the user's files. Output must not overwrite an input or another output, and must not
//! overwrite any file without asking. gier must report unwritable files before the work, and leave no
//! temporary files.

use crate::archive::shelf;
use crate::cli::Desk;
use snapbox::cmd::cargo_bin;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs a command that must fail with status 2 and one line that names the option.
fn refused(desk: &Desk, words: &str, says: &str) {
    let run = desk.gier_with(words, "j.").code(2).stdout_eq("");
    let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(said.contains(says) && said.lines().count() == 1, "{words}: {said}");
}

/// Makes a folder with a program, the keys of a game, a tape and texts.
pub fn desk() -> Desk {
    let desk = Desk::new().with("talk");
    desk.put("keys", "jk.").put("t.txt", "one\n").put("a.alg", "_begin _end;\n").put("lib.alg", "_begin\n");
    desk.gier("tape from-text t.txt -o t.flx").code(0);
    desk.put("do.acts", "drum \"talk.drum\"\nreader \"t.flx\"\nhelp\nawait key\npaper \"sheet.txt\"\n");
    desk
}

#[test]
fn no_output_is_written_over_an_input() {
    let desk = desk();
    fs::create_dir(desk.path("library")).unwrap();
    desk.put("library/L.alg", "_integer i;\n");
    desk.put("l.alg", "_begin _comment library L; _end;\n");
    desk.put("over.acts", "reader \"t.flx\"\npaper \"t.flx\"\n");
    desk.put("drum.acts", "drum \"talk.drum\"\nsave machine \"talk.drum\"\n");
    let names = ["talk.drum", "talk.slip", "keys", "t.flx", "t.txt", "a.alg", "over.acts", "library/L.alg"];
    let before: Vec<Vec<u8>> = names.iter().map(|name| fs::read(desk.path(name)).unwrap()).collect();
    for (words, says) in [
        ("algol a.alg -o a.alg", "the drum would be written over a.alg, which is read"),
        ("algol l.alg -o library/L.alg", "L.alg"),
        ("asm talk.slip -o ./talk.slip", "the drum ./talk.slip would be written over talk.slip"),
        ("tape from-text t.txt -o t.txt", "the output would be written over t.txt"),
        ("tape to-text t.flx -o t.flx", "the output would be written over t.flx"),
        ("run talk.drum --punch talk.drum", "--punch would be written over talk.drum"),
        ("run talk.drum --paper talk.drum", "--paper would be written over talk.drum"),
        ("run talk.drum --printer talk.drum", "--printer would be written over talk.drum"),
        ("run talk.drum --sound talk.drum", "--sound would be written over talk.drum"),
        ("run talk.slip --save-drum talk.slip", "--save-drum would be written over talk.slip"),
        ("run talk.drum --reader t.flx --save-drum t.flx", "--save-drum would be written over t.flx"),
        ("run talk.drum --typed keys --paper keys", "--paper would be written over keys"),
        ("nim --typed keys --paper keys", "--paper would be written over keys"),
        ("play nim --reader t.flx --punch t.flx", "--punch would be written over t.flx"),
        ("panel talk.drum --picture talk.drum", "--picture would be written over talk.drum"),
        ("panel talk.drum --picture p.txt --log talk.drum", "--log would be written over talk.drum"),
        ("panel talk.drum --picture p.txt --breaks talk.drum", "the breakpoints would be written over"),
        ("boot --tape t.flx --punch t.flx", "--punch would be written over t.flx"),
        ("boot --drum talk.drum --printer talk.drum", "--printer would be written over talk.drum"),
        ("boot --acts over.acts", "the act of line 2 would be written over t.flx"),
        ("boot --acts drum.acts", "the act of line 2 would be written over talk.drum"),
        ("boot --acts over.acts --save-drum over.acts", "--save-drum would be written over over.acts"),
    ] {
        refused(&desk, words, says);
    }
    for (name, bytes) in names.iter().zip(before) {
        assert_eq!(fs::read(desk.path(name)).unwrap(), bytes, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn files_are_compared_as_files() {
    let desk = desk();
    fs::hard_link(desk.path("keys"), desk.path("hard")).unwrap();
    std::os::unix::fs::symlink("keys", desk.path("soft")).unwrap();
    std::os::unix::fs::symlink("new", desk.path("dangling")).unwrap();
    fs::create_dir(desk.path("in")).unwrap();
    for other in ["hard", "soft", "./keys", "in/../keys"] {
        refused(&desk, &format!("nim --typed keys --paper {other}"), "would be written over keys");
    }
    for (one, two) in [("new", "./new"), ("new", "dangling"), ("in/a", "in/../in/a"), ("-", "-")] {
        refused(&desk, &format!("run talk.drum --paper {one} --punch {two}"), "are one file");
    }
    // Standard input comes from the file `keys`, so gier must not overwrite this file.
    let keys = File::open(desk.path("keys")).unwrap();
    let mut nim = Command::new(cargo_bin("gier"));
    nim.args(["nim", "--paper", "keys"]).current_dir(desk.path("")).stdin(keys);
    let told = nim.output().unwrap();
    assert_eq!(told.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&told.stderr).contains("written over standard input"));
    assert_eq!(desk.get("keys"), "jk.");
}

/// Tests that standard output, which has the typed paper, JSON or a list, is not an output file too.
#[test]
fn standard_output_is_one_output() {
    let desk = desk();
    for words in [
        "run talk.drum --typed keys --paper -",
        "run talk.drum --typed keys --save-drum - --json",
        "algol a.alg --json -o -",
        "asm talk.slip --list -o -",
        "boot --drum talk.drum --punch -",
        "replay a.log --plot -",
        "replay a.log --json --save-drum -",
    ] {
        refused(&desk, words, "are one file, standard output; name two files");
    }
    let mut talk = Command::new(cargo_bin("gier"));
    talk.args(["run", "talk.drum", "--typed", "keys", "--paper", "out"]).current_dir(desk.path(""));
    let told = talk.stdout(File::create(desk.path("out")).unwrap()).output().unwrap();
    assert_eq!(told.status.code(), Some(2));
}

/// Tests that a saved reel may replace only the reel of its own station.
#[test]
fn a_reel_is_saved_only_over_the_reel_of_its_station() {
    let desk = desk();
    let record = [14, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14, 0, 0, 0];
    fs::write(desk.path("A.tap"), [&record[..], &[0; 4]].concat()).unwrap();
    fs::write(desk.path("B.tap"), [&record[..], &record, &[0; 4]].concat()).unwrap();
    let both = [fs::read(desk.path("A.tap")).unwrap(), fs::read(desk.path("B.tap")).unwrap()];
    desk.put("mount.acts", "tape-station 1 \"B.tap\"\n");
    let run = "run talk.drum --typed keys --tape-station 1=A.tap";
    for (words, over) in [
        (format!("{run} --installation one-drum+tape2 --save-tape-station 2=A.tap"), "A.tap"),
        (format!("{run} --tape-station 2=B.tap --save-tape-station 1=B.tap"), "B.tap"),
        (format!("{run} --tape-station 1=B.tap --save-tape-station 1=A.tap"), "A.tap"),
        ("boot --tape-station 1=A.tap --acts mount.acts --save-tape-station 1=A.tap".to_string(), "A.tap"),
    ] {
        refused(&desk, &words, &format!("--save-tape-station would be written over {over}, which is read"));
    }
    let twice = format!("{run} --tape-station 1=B.tap");
    refused(&desk, &twice, "--tape-station names two reels for station 1, which holds only one");
    desk.gier(&format!("{run} --save-tape-station 1=A.tap")).code(0);
    assert_eq!([fs::read(desk.path("A.tap")).unwrap(), fs::read(desk.path("B.tap")).unwrap()], both);
}

/// Tests that an output is refused if no program runs that could make it.
#[test]
fn an_output_without_a_program_is_refused() {
    let desk = desk();
    refused(&desk, "play --save-drum no.drum", "there is no program whose output could be saved");
}

/// Tests that the survey of the archive writes its notes only into a file of notes.
#[test]
fn notes_are_written_only_into_a_file_of_notes() {
    let desk = shelf();
    desk.put("mine.txt", "keep me");
    let check = "archive check --archive a --all --limit 1 --notes";
    for (file, says) in [
        (
            "a/tapes/demo/one.asc",
            "gier: --notes would be written into the archive, as a/tapes/demo/one.asc; name another file\n",
        ),
        (
            "mine.txt",
            "gier: line 1 of mine.txt is not a note about a tape; delete it, or name another file with --notes\n",
        ),
        ("a", "gier: a is not a regular file; name another with --notes\n"),
    ] {
        desk.gier(&format!("{check} {file}")).code(2).stderr_eq(says);
    }
    desk.gier(&format!("{check} -")).code(2).stdout_eq("");
    assert_eq!(desk.get("mine.txt"), "keep me");
    let over =
        "gier: --punch would be written into the archive, as a/tapes/tapet3/1track0.flx; name another file\n";
    for panel in ["", " --panel"] {
        let run = format!("archive run two --archive a --punch a/tapes/tapet3/1track0.flx{panel}");
        desk.gier(&run).code(2).stderr_eq(over);
    }
    desk.gier(&format!("{check} new.txt")).code(0).stderr_eq("gier: the notes are in new.txt\n");
    let notes = desk.get("new.txt");
    assert!(notes.contains("demo/one.asc\tfailed\t"), "{notes}");
    desk.gier(&format!("{check} new.txt")).code(0);
    assert_eq!(desk.get("new.txt"), notes);
}

/// Tests that one bad file does not make the archive unusable, and that pipes and devices are not read.
#[cfg(unix)]
#[test]
fn a_bad_file_in_the_archive_is_left_out() {
    let desk = shelf();
    fs::File::create(desk.path("a/tapes/long.asc")).unwrap().set_len(65 << 20).unwrap();
    std::os::unix::fs::symlink("/dev/zero", desk.path("a/tapes/zero.asc")).unwrap();
    assert!(
        std::process::Command::new("mkfifo").arg(desk.path("a/tapes/pipe.asc")).status().unwrap().success()
    );
    desk.gier("archive list --archive a --kind data")
        .code(0)
        .stderr_eq("gier: cannot read a/tapes/long.asc: it is longer than 64 MB, and no file of GIER is\n");
    desk.gier("archive show one --archive a").code(0);
}

#[test]
fn a_drum_can_be_saved_under_its_own_name() {
    let desk = desk();
    desk.gier("run talk.drum --typed keys --save-drum ./talk.drum").code(0);
    desk.gier("boot --drum talk.drum --save-drum talk.drum").code(0);
    desk.gier("panel talk.drum --typed keys --picture panel.txt --save-drum talk.drum").code(0);
    desk.put("save.acts", "drum \"talk.drum\"\nsave \"kept.drum\"\nsave \"kept.drum\"\n");
    desk.gier("boot --acts save.acts").code(0).stderr_eq("");
    desk.gier("run talk.drum --typed keys").code(0);
}

/// Tests that a script of acts writes only new files below the working folder. A stranger may have chosen the
/// names in a script, so this rule is stricter than on the command line.
#[test]
fn acts_write_only_new_files_below_the_working_folder() {
    let desk = desk();
    let victim = tempfile::tempdir().unwrap();
    let outside = victim.path().join("outside");
    let mut names = vec![outside.display().to_string(), "../outside".to_string()];
    if cfg!(unix) {
        #[cfg(unix)]
        for (link, to) in [("folder", victim.path()), ("dangling", outside.as_path())] {
            std::os::unix::fs::symlink(to, desk.path(link)).unwrap();
        }
        names.extend(["folder/outside".to_string(), "dangling".to_string()]);
    }
    desk.put("old", "old").put("keys", "jk.");
    for act in ["paper", "save", "save machine"] {
        let quoted = |name: &str| name.replace('\\', r"\\");
        let acts = |name: &str| format!("run 0.001\ntype \"j\"\n{act} \"{}\"\n", quoted(name));
        for command in ["boot --drum talk.drum --acts a.acts", "debug talk.drum --acts a.acts"] {
            for name in &names {
                desk.put("a.acts", acts(name));
                let says = "outside is not below the working folder; --allow-outside lets acts write it";
                let says = if name == "dangling" { &says.replace("outside is", "dangling is") } else { says };
                refused(&desk, command, says);
                refused(&desk, &format!("{command} --force"), "the act of line 3: ");
            }
            desk.put("a.acts", acts("old"));
            refused(&desk, command, "the act of line 3: old exists; --force lets acts write over it");
            refused(&desk, &format!("{command} --allow-outside"), "old exists");
            // A file that gier reads must never be replaced, whatever the options allow.
            desk.put("a.acts", acts("talk.drum"));
            let all = format!("{command} --force --allow-outside");
            refused(&desk, &all, "the act of line 3 would be written over talk.drum, which is read");
            desk.put("a.acts", acts("a.acts"));
            refused(&desk, &all, "the act of line 3 would be written over a.acts, which is read");
        }
    }
    assert_eq!(desk.get("old"), "old");
    assert!(!outside.exists() && !desk.path("../outside").exists());
    // A file that cannot be written is reported before the first act, and with the same status.
    fs::create_dir(desk.path("in")).unwrap();
    for (name, says) in [
        ("nodir/x", "line 2: cannot write nodir/x: there is no folder nodir; make it first"),
        ("in", "line 2: cannot write in: it is a folder"),
    ] {
        for command in ["boot --drum talk.drum --acts a.acts", "debug talk.drum --acts a.acts"] {
            desk.put("a.acts", format!("paper \"first\"\npaper \"{name}\"\n"));
            refused(&desk, &format!("{command} --force"), says);
            refused(&desk, &format!("{command} --force --allow-outside"), says);
            assert!(!desk.path("first").exists());
        }
    }
    // A drum that cannot be read also gives status 2.
    desk.put("a.acts", "drum \"in\"\n");
    desk.gier("boot --acts a.acts").code(2);
    let outside_quoted = outside.display().to_string().replace('\\', r"\\");
    desk.put("a.acts", format!("paper \"old\"\nsave \"{outside_quoted}\"\n"));
    desk.gier("debug talk.drum --acts a.acts --force --allow-outside").code(0);
    assert!(outside.is_file() && desk.get("old") != "old");
}

#[test]
fn the_panel_checks_its_outputs_first() {
    let desk = desk();
    fs::create_dir(desk.path("folder")).unwrap();
    desk.put("bad", "neither here\n").put("binary", b"\xFF\x00\x01");
    let mut wrong = vec![
        ("--log nodir/l", "cannot write nodir/l: there is no folder nodir"),
        ("--log folder", "cannot write folder: it is a folder"),
        ("--log -", "cannot go to standard output"),
        ("--breaks folder", "cannot read folder: it is a folder"),
        ("--breaks bad", "bad: line 1"),
        ("--breaks binary", "binary is not a text of breakpoints"),
    ];
    if cfg!(target_os = "linux") {
        wrong.push(("--log /dev/full", "cannot write /dev/full: No space left"));
        wrong.push(("--breaks /dev/zero", "longer than 64 MB"));
    }
    for (words, says) in wrong {
        refused(&desk, &format!("panel talk.drum --picture p.txt {words}"), says);
    }
    assert!(!desk.path("p.txt").exists());
    // A file of breakpoints that cannot be read is not changed.
    desk.gier("panel talk.drum --picture p.txt --press b").code(0);
    assert_eq!(desk.get("bad"), "neither here\n");
}

#[test]
fn an_existing_log_is_not_overwritten_unasked() {
    let desk = desk();
    desk.put("mine", "precious").put("empty", "");
    refused(&desk, "panel talk.drum --picture p.txt --log mine", "the log mine exists already");
    assert_eq!(desk.get("mine"), "precious");
    desk.gier("panel talk.drum --picture p.txt --log empty").code(0).stderr_eq("");
    desk.gier("panel talk.drum --picture p.txt --log mine --force").code(0).stderr_eq("");
    for log in ["mine", "empty"] {
        desk.gier(&format!("replay {log}")).code(0).stderr_eq("");
    }
}

/// Tests that a panel does not touch a log if another panel holds its lock.
#[test]
fn a_log_that_another_panel_writes_is_left_to_it() {
    let desk = desk();
    let other = File::create(desk.path("l.log")).unwrap();
    other.lock().unwrap();
    let second = desk.gier("panel talk.drum --picture p.txt --log l.log").code(0);
    let said = String::from_utf8(second.get_output().stderr.clone()).unwrap();
    assert!(said.contains("another panel is writing that log; this session is saved in l.2.log"), "{said}");
    assert_eq!(desk.get("l.log"), "");
    desk.gier("replay l.2.log").code(0);
    // A third panel uses a third name, without asking.
    desk.gier("panel talk.drum --picture p.txt --log l.log").code(0);
    assert!(desk.path("l.3.log").exists());
}

#[test]
fn the_panel_asks_before_it_overwrites() {
    let desk = desk();
    desk.put("old.snap", "old");
    let words = "panel talk.drum --picture p.txt --press";
    desk.gier(&format!("{words} wold.snap<Enter>")).code(0);
    assert_eq!(desk.get("old.snap"), "old");
    let picture = desk.get("p.txt");
    assert!(picture.contains("old.snap exists: y overwrites it"), "{picture}");
    desk.gier(&format!("{words} wold.snap<Enter>y")).code(0);
    assert!(fs::read(desk.path("old.snap")).unwrap().starts_with(b"GIERSNAP"));
}

#[cfg(unix)]
#[test]
fn abandoned_files_are_deleted_and_links_stay() {
    let desk = desk();
    desk.put(".gier-AbCdEf.tmp", "half a dru");
    std::os::unix::fs::symlink("there.drum", desk.path("link.drum")).unwrap();
    desk.gier("algol a.alg -o link.drum").code(0);
    assert!(!desk.path(".gier-AbCdEf.tmp").exists());
    assert!(desk.path("link.drum").is_symlink() && desk.path("there.drum").is_file());
}

/// Tests that `gier exec` ends when nobody reads its answers, even if there is more input.
#[test]
fn exec_ends_when_nobody_reads_it() {
    let mut exec = Command::new(cargo_bin("gier"));
    let mut exec =
        exec.arg("exec").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut questions = exec.stdin.take().unwrap();
    questions.write_all(b"{}\n").unwrap();
    let mut answers = BufReader::new(exec.stdout.take().unwrap());
    answers.read_line(&mut String::new()).unwrap();
    drop(answers);
    let begin = Instant::now();
    while exec.try_wait().unwrap().is_none() {
        let _ = questions.write_all(b"{}\n");
        assert!(begin.elapsed() < Duration::from_secs(20), "it goes on for nobody");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Tests that a line that is too long, or nested too deeply, gives a short message.
#[test]
fn exec_answers_corrupted_lines_briefly() {
    let desk = Desk::new();
    let long = format!("{{\"{}\": 1}}\n", "x".repeat(5 << 20));
    let named = format!("{{\"{}\": 1}}\n", "y".repeat(100_000));
    let deep = format!("{}{}\n", "[".repeat(200_000), "]".repeat(200_000));
    let cell = format!("{{\"R\": \"{}\"}}\n", "9".repeat(100_000));
    let run = desk.gier_with("exec", &[&long, &named, &deep, &cell, "{}\n"].concat()).code(1);
    let told = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 5);
    for (number, line) in lines[..4].iter().enumerate() {
        assert!(line.starts_with(&format!("{{\"error\":\"line {}: ", number + 1)), "{line:.100}");
        assert!(line.chars().count() < 400, "{} characters", line.len());
    }
    assert!(lines[4].contains("\"orders\":1,"), "{}", lines[4]);
}

/// Tests that gier follows no link that the user did not name, and that an output whose name means a folder
/// is reported before the program runs.
#[cfg(unix)]
#[test]
fn outputs_are_not_found_by_a_link_or_too_late() {
    let desk = Desk::new().with("talk");
    desk.put("precious", "keep this").put("s.alg", "_begin _end;");
    std::os::unix::fs::symlink(desk.path("precious"), desk.path("s.drum")).unwrap();
    refused(&desk, "algol s.alg", "s.drum is no ordinary file: name the image with -o IMAGE");
    assert_eq!(desk.get("precious"), "keep this");
    let long = "x".repeat(300);
    for (name, says) in [("new/", "it is a folder"), ("new/.", "it is a folder"), (&long, "too long")] {
        refused(&desk, &format!("run talk.drum --save-drum {name}"), says);
        desk.put("acts", format!("paper \"first\"\nsave \"{name}\"\n"));
        refused(&desk, "debug talk.drum --acts acts", says);
        assert!(!desk.path("first").exists());
    }
}
