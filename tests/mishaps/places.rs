//! Outputs that are inputs or other outputs under any name, outputs in wrong places, and files that gier must not
//! replace unasked. gier refuses before it works, and changes nothing.

use super::{COMMANDS, contents, each, files, is_told_in_picture, refused, room, rows, run};
use crate::archive::shelf;
use crate::cli::Desk;
use std::fs::{self, File};
#[cfg(unix)]
use std::os::unix::fs::symlink;

/// The place of an output in a command: what its messages call it.
fn option(line: &str, out: &str) -> String {
    let before = line.split(&format!("→{out}")).next().unwrap();
    match before.rsplit_once('{') {
        Some((_, acts)) if !acts.contains('}') => {
            format!("the act of line {}", acts.matches(';').count() + 1)
        }
        _ => match before.trim_end().rsplit(' ').next().unwrap() {
            "-o" => "the ".to_string(),
            "--breaks" => "the breakpoints".to_string(),
            option => option.to_string(),
        },
    }
}

/// Other names of a file.
fn names(desk: &Desk, file: &str) -> Vec<String> {
    let mut names = vec![file.to_string(), format!("./{file}"), format!("library/../{file}")];
    if cfg!(unix) {
        for name in ["hard", "soft"] {
            let _ = fs::remove_file(desk.path(name));
            names.push(name.to_string());
        }
        #[cfg(unix)]
        symlink(file, desk.path("soft")).unwrap();
        fs::hard_link(desk.path(file), desk.path("hard")).unwrap();
    }
    names
}

/// Tests every output over every input of its command, under every name. Only a drum may be saved in the image from
/// which it was loaded.
#[test]
fn no_output_is_written_over_an_input() {
    let desk = room();
    each(rows('→').filter(|(line, out)| *out != "-" && !is_told_in_picture(line, out)), |(line, out)| {
        for file in files(line, '←') {
            if file == "acts" {
                desk.put("acts", "");
            }
            for name in names(&desk, file) {
                let over = line.replace(&format!("→{out}"), &format!("→{name}"));
                if option(line, out) == "--save-drum" && file.ends_with(".drum") {
                    assert_ne!(run(&desk, &over).0, Some(2), "{over}");
                    continue;
                }
                let read = format!("{}, which is read", file.rsplit('/').next().unwrap());
                refused(&desk, &over, &[&option(line, out), " would be written over ", &read]);
            }
        }
    });
}

/// Tests every two outputs of a command in one file, under other names. Acts may only save one thing several times.
#[test]
fn no_output_is_written_over_another() {
    let desk = room();
    #[cfg(unix)]
    symlink("new", desk.path("link")).unwrap();
    let acts = ["save", "paper", "plot", "save machine"];
    let acts =
        acts.iter().flat_map(|one| acts.iter().map(move |two| (one, two))).filter(|(one, two)| one != two);
    let scripts = acts.flat_map(|(one, two)| {
        ["boot --drum", "debug"]
            .map(|gier| format!("{gier} ←talk.drum --acts ←acts{{{one} \"→out\";{two} \"→two\"}}"))
    });
    each(COMMANDS.map(str::to_string).into_iter().chain(scripts), |line| {
        let outs: Vec<&str> = files(&line, '→').filter(|out| !is_told_in_picture(&line, out)).collect();
        for (number, one) in outs.iter().enumerate() {
            for two in &outs[number + 1..] {
                let same = |first: &str, second: &str| {
                    line.replace(&format!("→{one}"), &format!("→{first}"))
                        .replace(&format!("→{two}"), &format!("→{second}"))
                };
                if *two == "-" {
                    refused(&desk, &same("-", "-"), &["standard output", "; name "]);
                    continue;
                }
                for other in if cfg!(unix) { &["new", "./new", "link"][..] } else { &["new", "./new"] } {
                    refused(&desk, &same("new", other), &[" are one file, ", "; name two files"]);
                }
            }
        }
    });
    desk.put("two.acts", "save \"new\"\nsave \"new\"\n");
    desk.gier("debug talk.drum --acts two.acts").code(0);
}

/// Tests every output in every place where nothing can be written.
#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_work() {
    let long = "x".repeat(300);
    let mut places = vec![
        ("no/out", "there is no folder no; make it first"),
        ("library", "it is a folder"),
        ("new/", "it is a folder"),
        ("new/.", "it is a folder"),
        ("locked", "it is write-protected"),
    ];
    let desk = room();
    let mut locked = fs::metadata(desk.put("locked", "old").path("locked")).unwrap().permissions();
    locked.set_readonly(true);
    fs::set_permissions(desk.path("locked"), locked).unwrap();
    if cfg!(unix) {
        places.extend([(&*long, "too long"), ("round", "it is a link that leads back to itself")]);
        #[cfg(unix)]
        symlink("round", desk.path("round")).unwrap();
    }
    if cfg!(target_os = "linux") {
        // Not even root can create a file in this folder.
        places.push(("/proc/out", ""));
    }
    // A file of breakpoints is written only if one is set: then the panel shows the message.
    let outputs = rows('→').filter(|(line, out)| *out != "-" && !is_told_in_picture(line, out));
    each(outputs.filter(|(line, out)| option(line, out) != "the breakpoints"), |(line, out)| {
        for (place, says) in &places {
            let line = line.replace(&format!("→{out}"), &format!("→{place}"));
            let is_outside =
                place.starts_with('/') && line.contains('{') && !line.contains("--allow-outside");
            let told = ["cannot write ", place, says];
            let told = if is_outside { ["", place, " is not below the working folder"] } else { told };
            refused(&desk, &line, &told);
        }
    });
}

/// Tests every output whose name is a link, which leads by another link to a file that is not there yet. The first
/// output in a folder also deletes what a killed gier left there. A panel with a file of breakpoints reads it first.
#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_leads_to_the_new_file() {
    each(rows('→').filter(|(line, out)| *out != "-" && !line.contains("--breaks")), |(line, out)| {
        let desk = room();
        let usual = run(&desk, line);
        let new = fs::read(desk.path(out)).unwrap();
        fs::remove_file(desk.path(out)).unwrap();
        symlink("library/link", desk.path(out)).unwrap();
        symlink("there", desk.path("library/link")).unwrap();
        desk.put("library/.gier-AbCdEf.tmp", "half a dru");
        assert_eq!(run(&desk, line), usual, "{line}");
        let there = fs::read(desk.path("library/there")).unwrap();
        assert!(desk.path(out).is_symlink() && there == new, "{line}");
        assert!(!desk.path("library/.gier-AbCdEf.tmp").exists(), "{line}");
    });
    // A link that the user has not named is not followed.
    let desk = room();
    desk.put("s.alg", "_begin _end;");
    symlink("keys", desk.path("s.drum")).unwrap();
    refused(&desk, "algol ←s.alg", &["s.drum is no ordinary file: name the image with -o IMAGE"]);
}

/// Tests files that the shell has opened for gier. They are no arguments, so gier finds them by their descriptors.
#[cfg(unix)]
#[test]
fn files_that_the_shell_has_opened_are_not_overwritten() {
    let desk = room();
    let open = |name: &str| File::options().append(true).open(desk.path(name)).unwrap();
    each(rows('←').filter(|(line, _)| line.ends_with("→-")), |(line, file)| {
        let mut command = super::command(&desk, line);
        let before = contents(&desk);
        let told = command.stdout(open(file)).output().unwrap();
        let said = String::from_utf8(told.stderr).unwrap();
        assert_eq!(told.status.code(), Some(2), "{line}: {said}");
        assert!(
            said.contains(", which is read; name another file") && contents(&desk) == before,
            "{line}: {said}"
        );
    });
    for (line, stdin) in [("nim --paper →keys", "keys"), ("exec - + →-", "state.json")] {
        let mut command = super::command(&desk, line);
        command.stdin(File::open(desk.path(stdin)).unwrap());
        if line.ends_with("→-") {
            command.stdout(open(stdin));
        }
        let told = command.output().unwrap();
        assert_eq!(told.status.code(), Some(2), "{line}");
        assert!(String::from_utf8_lossy(&told.stderr).contains("standard input, which is read"), "{line}");
    }
    assert!(contents(&desk) == contents(&room()) || desk.path("acts").exists());
    // An output that the shell has opened is complete if it is called `-`.
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "{ echo head; \"$0\" tape to-text t.flx -o -; echo tail; } > o"]);
    desk.put("t.txt", "one\n").gier("tape from-text t.txt -o t.flx").code(0);
    let shell = shell.arg(snapbox::cmd::cargo_bin("gier")).current_dir(desk.path("")).status();
    assert!(shell.unwrap().success());
    assert_eq!(desk.get("o"), "head\none\ntail\n");
    // One pipe is one file too.
    super::make_pipe(&desk, "f");
    refused(&desk, "run ←talk.drum --typed ←keys --punch →f --save-drum →f", &["are one file, f"]);
    refused(&desk, "compare ←f ←talk.drum", &["f is no ordinary file"]);
}

/// Tests that a script of acts writes only new files below the working folder. A stranger may have chosen the
/// names in a script, so this rule is stricter than on the command line.
#[test]
fn acts_write_only_new_files_below_the_working_folder() {
    let (desk, victim) = (room(), tempfile::tempdir().unwrap());
    let outside = victim.path().join("outside");
    let quoted = outside.display().to_string().replace('\\', r"\\");
    let mut names = vec![(quoted.as_str(), "outside"), ("../outside", "outside")];
    if cfg!(unix) {
        #[cfg(unix)]
        for (link, to) in [("folder", victim.path()), ("dangling", &outside)] {
            symlink(to, desk.path(link)).unwrap();
        }
        names.extend([("folder/outside", "outside"), ("dangling", "dangling")]);
    }
    for act in ["paper", "save", "save machine"] {
        for gier in ["boot --drum", "debug"] {
            let line = |name: &str| format!("{gier} ←talk.drum --acts ←acts{{run 0.001;{act} \"{name}\"}}");
            for (name, says) in &names {
                let says =
                    format!("{says} is not below the working folder; --allow-outside lets acts write it");
                for options in ["", " --force"] {
                    refused(&desk, &(line(name) + options), &["the act of line 2: ", &says]);
                }
            }
            for options in ["", " --allow-outside"] {
                let says = "the act of line 2: keys exists; --force lets acts write over it";
                refused(&desk, &(line("keys") + options), &[says]);
            }
        }
    }
    assert!(!outside.exists() && !desk.path("../outside").exists());
    let line =
        format!("debug ←talk.drum --acts ←acts{{paper \"keys\";save \"{quoted}\"}} --force --allow-outside");
    assert_eq!(run(&desk, &line).0, Some(0));
    assert!(outside.is_file() && desk.get("keys") != "jk.");
}

/// Tests that neither a snapshot nor the log of the next session replaces another output of the panel, and that a
/// snapshot replaces an older file only after a question.
#[test]
fn the_panel_keeps_its_outputs_apart() {
    let desk = room();
    let words = "panel talk.drum --picture p.txt --log s.log --save-drum d.drum --force --press w<^U>";
    for (keys, says) in [
        ("s.log<Enter>y", "s.log is the log of this session"),
        ("./s.log<Enter>y", "./s.log is already an output of this session: --log"),
        ("./d.drum<Enter>y", "./d.drum is already an output of this session: --save-drum"),
        ("keys<Enter>", "keys exists: y overwrites it"),
    ] {
        desk.put("d.drum", "old").gier(&format!("{words}{keys}")).code(0);
        let picture = desk.get("p.txt");
        assert!(picture.contains(says), "{picture}");
        desk.gier("replay s.log").code(0);
    }
    assert_eq!(desk.get("keys"), "jk.");
    // The second session of a panel has a log of its own, which is not the drum.
    desk.gier("panel a.drum --picture p.txt --log n.log --save-drum n.2.log --press p<Down><Enter>").code(0);
    for log in ["n.log", "n.3.log"] {
        desk.gier(&format!("replay {log}")).code(0);
    }
    assert!(fs::read(desk.path("n.2.log")).unwrap().starts_with(b"GIERDRUM"));
}

/// Tests logs that another panel writes, and holds by a lock: gier uses the next free name, without asking.
#[test]
fn a_log_that_another_panel_writes_is_left_to_it() {
    let desk = room();
    let other = File::create(desk.path("l.log")).unwrap();
    other.lock().unwrap();
    let line = "panel ←talk.drum --picture →p.txt --log →l.log --save-drum →l.2.log";
    refused(&desk, line, &["are one file, l.2.log"]);
    for log in ["l.2.log", "l.3.log"] {
        let (status, _, said) = run(&desk, "panel ←talk.drum --picture →p.txt --log →l.log");
        let says = format!("another panel is writing that log; this session is saved in {log}");
        assert!(status == Some(0) && said.contains(&says), "{said}");
        desk.gier(&format!("replay {log}")).code(0);
    }
    assert_eq!(desk.get("l.log"), "");
}

/// Tests that nothing is written into the archive, and that the notes of its survey replace no other file.
#[test]
fn notes_are_written_only_into_a_file_of_notes() {
    let desk = shelf();
    desk.put("mine.txt", "keep me");
    let check = "archive check --archive a --all --limit 1 --notes";
    let punch = "archive run two --archive a --punch a/tapes/tapet3/1track0.flx";
    for (line, says) in [
        (
            format!("{check} a/tapes/demo/one.asc"),
            "--notes would be written into the archive, as a/tapes/demo/one.asc",
        ),
        (
            format!("{check} mine.txt"),
            "line 1 of mine.txt is not a note about a tape; delete it, or name another file",
        ),
        (format!("{check} a"), "a is not a regular file; name another with --notes"),
        (format!("{check} -"), "are one file, standard output; name two files"),
        (punch.to_string(), "--punch would be written into the archive, as a/tapes/tapet3/1track0.flx"),
        (
            format!("{punch} --panel"),
            "--punch would be written into the archive, as a/tapes/tapet3/1track0.flx",
        ),
    ] {
        refused(&desk, &line, &[says]);
    }
    desk.gier(&format!("{check} new.txt")).code(0).stderr_eq("gier: the notes are in new.txt\n");
    let notes = desk.get("new.txt");
    assert!(notes.contains("demo/one.asc\tfailed\t"), "{notes}");
    desk.gier(&format!("{check} new.txt")).code(0);
    assert_eq!(desk.get("new.txt"), notes);
}
