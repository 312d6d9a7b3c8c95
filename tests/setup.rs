//! Tests `gier completions`, `gier man`, `gier doctor` and `gier --version`.

use crate::cli::Desk;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// Returns the commands that `gier --help` lists.
fn commands(desk: &Desk) -> Vec<String> {
    let help = desk.printed("-h");
    let list =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A description that is too long continues on an indented line.
    let names = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_string).collect()
}

#[test]
fn every_command_has_a_page_and_is_completed() {
    let desk = Desk::new();
    let commands = commands(&desk);
    assert!(commands.len() > 12, "{commands:?}");
    desk.gier("man pages/man1").code(0).stdout_eq("").stderr_eq("");
    let pages: BTreeSet<String> = fs::read_dir(desk.path("pages/man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let readme = fs::read_to_string(crate::tidy::root().join("README.md")).unwrap();
    let scripts: Vec<String> =
        ["bash", "zsh", "fish"].iter().map(|shell| desk.printed(&format!("completions {shell}"))).collect();
    assert!(scripts.iter().all(|script| script.contains("writetext")), "the words of gier help");
    for command in commands.iter().filter(|command| *command != "help") {
        assert!(pages.contains(&format!("gier-{command}.1")), "{command}: {pages:?}");
        assert!(readme.contains(&format!("`gier {command}")), "README.md: no row for gier {command}");
        assert!(scripts.iter().all(|script| script.contains(command.as_str())), "{command}");
    }
    for page in ["gier.1", "gier-tape-info.1"] {
        assert!(desk.get(&format!("pages/man1/{page}")).contains(".SH SYNOPSIS"), "{page}");
    }
    desk.gier("completions csh").code(2);
    desk.put("file", "no folder").gier("man file").code(2).stdout_eq("");
}

/// Tests that `gier man` does not follow a link in its folder.
#[cfg(unix)]
#[test]
fn a_manual_page_is_not_written_through_a_link() {
    let desk = Desk::new();
    desk.put("precious", "keep");
    fs::create_dir(desk.path("pages")).unwrap();
    std::os::unix::fs::symlink("../precious", desk.path("pages/gier.1")).unwrap();
    desk.gier("man pages")
        .code(2)
        .stderr_eq("gier: cannot write pages/gier.1: it is no ordinary file; [..]\n");
    assert_eq!(desk.get("precious"), "keep");
}

/// Checks that bash accepts its completion script. A script that bash refuses would break every new shell.
#[test]
fn bash_accepts_its_completions() {
    let desk = Desk::new();
    desk.put("gier.bash", desk.printed("completions bash"));
    let Ok(bash) = Command::new("bash").arg("-n").arg(desk.path("gier.bash")).output() else {
        crate::skip::skip("bash");
        return;
    };
    assert!(bash.status.success(), "{}", String::from_utf8_lossy(&bash.stderr));
}

/// Tests that fish completes the names that `gier play` takes.
#[test]
fn fish_completes_the_names_of_programs() {
    let script = Desk::new().printed("completions fish");
    for program in gier_programs::PROGRAMS {
        assert!(
            script.contains(&format!("subcommand play\" -f -a \"{}\"", program.name)),
            "{}",
            program.name
        );
    }
}

#[test]
fn the_doctor_reports_the_environment() {
    let desk = Desk::new();
    let version = desk.printed("--version");
    assert!(version.starts_with(concat!("gier ", env!("CARGO_PKG_VERSION"))), "{version}");
    let told = desk.printed("doctor");
    assert!(told.contains(version.trim_start_matches("gier ").trim()), "{told}");
    for name in ["museum's archive", "terminal", "colours", "Unicode", "sessions", "live sound"] {
        assert!(told.lines().any(|line| line.starts_with(name)), "{name}: {told}");
    }
    assert!(told.contains("none here: input or output is a file or a pipe"), "{told}");
}

/// Tests that gier does not print environment variables and arguments as they are, because they may come from
/// strangers.
#[test]
fn repeated_text_cannot_steer_the_terminal() {
    let bad = "\u{1b}[2J\r\u{202e}\u{200b}";
    let desk = Desk::new();
    let gier = desk.command(["doctor"]).env("TERM", bad).env("LC_ALL", bad);
    let gier = gier.env("XDG_STATE_HOME", format!("/{bad}")).env("GIER_ARCHIVE", bad).output().unwrap();
    let word = desk.command([bad]).output().unwrap();
    let file = desk.command(["run", bad]).output().unwrap();
    for told in [&gier.stdout, &word.stderr, &file.stderr] {
        let told = String::from_utf8_lossy(told);
        assert!(told.contains(r"\u{d}\u{202e}\u{200b}"), "{told}");
        assert!(!told.contains(['\u{1b}', '\r', '\u{202e}', '\u{200b}']), "{told}");
    }
}

/// Tests entries of the handbook. `gier help COMMAND` prints the help of a command.
#[test]
fn help_explains_orders_registers_and_commands() {
    let desk = Desk::new();
    let arn = desk.printed("help order ARN");
    assert!(arn.starts_with("ar: R := R + c\n"), "{arn}");
    assert!(arn.contains("left half word       17                37\n"), "{arn}");
    assert!(arn.lines().all(|line| line.chars().count() <= 100), "{arn}");
    assert!(desk.printed("help order").contains("ud     Executes the order in the cell c"));
    assert!(desk.printed("help register in").starts_with("in\n\nThe indicator"));
    assert!(desk.printed("help run").starts_with(&desk.printed("run --help")));
    assert_eq!(desk.printed("help"), desk.printed("--help"));
    desk.gier("help order xx").code(2).stderr_eq("gier: xx is no order; gier help order lists them all\n");
    desk.gier("help nonsense").code(2).stderr_eq(
        "gier: nothing is called nonsense; gier help lists the commands, and gier help order, \
            register, procedure, word, typing, alarm, act or term lists the rest\n",
    );
}

/// `gier help WORD` finds whatever the word means.
#[test]
fn help_finds_any_word() {
    let desk = Desk::new();
    for (words, begins, also) in [
        ("arn", "ar: R := R + c", ""),
        ("write", "procedure write(layout, number…)", "Types numbers"),
        ("spill", "Alarms of a running program", "divided by zero"),
        ("spild", "Alarms of a running program", "divided by zero"),
        ("step", "_step: an underlined word", "step over"),
        ("BEGIN", "_begin: an underlined word", ""),
        ("<=", "How the symbols of GIER ALGOL are typed", "less or equal"),
        ("less-or-equal", "How the symbols of GIER ALGOL are typed", "less or equal"),
        ("debug", "Debug a program", ""),
        ("run", "Run a program", "run for 2.5 seconds"),
    ] {
        let told = desk.printed(&format!("help {words}"));
        assert!(told.starts_with(begins) && told.contains(also), "{words}: {told}");
    }
    let question = "gier: Q1 is a question about GIER: docs/open-questions.md has it\n";
    desk.gier("help Q1").code(2).stderr_eq(question);
    desk.gier("help wriet").code(2).stderr_eq("gier: nothing is called wriet; did you mean write?\n");
    desk.gier("help --lang da xx yy").code(2).stderr_eq(
        "gier: intet hedder xx yy; gier help viser kommandoerne, og gier help order, register, \
            procedure, word, typing, alarm, act eller term viser resten\n",
    );
}

/// The name of a program in place of a command runs it.
#[test]
fn a_program_runs_without_a_command() {
    let desk = Desk::new();
    desk.put("two.alg", "_begin write(‹d›, 1+1) _end;");
    desk.gier("two.alg").code(0).stderr_eq("").stdout_eq("2\nend\n");
    desk.gier("--lang da two.alg").code(0).stderr_eq("").stdout_eq("2\nend\n");
    desk.put("a.slip", "    _d i=40\n    vy 16 , sy 49\n    zq\n    _e 40\n");
    desk.gier("a.slip").code(0).stderr_eq("").stdout_eq("a\n");
    desk.gier("none.alg").code(2).stdout_eq("").stderr_eq("gier: cannot read none.alg: [..] (os error 2)\n");
}
