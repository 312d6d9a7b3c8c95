//! Tests the panel's sessions, which are saved, listed, replayed, continued and deleted.

use crate::cli::Desk;
use serde_json::Value;
use std::fs::{self, File};
use std::time::{Duration, SystemTime};

/// A temporary folder with keys that begin a game of NIM.
fn room() -> Desk {
    let room = Desk::new();
    fs::create_dir_all(room.path("state/gier/sessions")).unwrap();
    room.put("keys", "djk ");
    room
}

/// Saves a session under this name in the folder of sessions.
fn keep(room: &Desk, name: &str) {
    let words = format!("panel --typed keys --picture p.txt --log state/gier/sessions/{name}");
    room.gier(&words).code(0).stderr_eq("");
}

#[test]
fn sessions_are_listed_replayed_and_deleted() {
    let room = room();
    assert!(room.printed("sessions").contains("\n0 sessions"));
    room.gier("replay --last").code(2);
    keep(&room, "nim-0001.log");
    keep(&room, "nim-0002.log");
    // Add a log that was cut off, one that is in use, and a file that is not a log.
    let log = room.get("state/gier/sessions/nim-0002.log");
    let cut = &log[..log.rfind("end ").unwrap()];
    room.put("state/gier/sessions/cut-0003.log", cut);
    room.put("state/gier/sessions/none-0004.log", "nothing");
    let at_work = File::create(room.path("state/gier/sessions/work-0005.log")).unwrap();
    at_work.lock().unwrap();
    // Let the logs seem to be written one after the other.
    for (hours, name) in (1..).zip(["nim-0001", "nim-0002", "cut-0003", "none-0004", "work-0005"]) {
        let log = File::options().append(true).open(room.path(&format!("state/gier/sessions/{name}.log")));
        let moment = SystemTime::UNIX_EPOCH + Duration::from_secs(3600 * hours);
        log.unwrap().set_modified(moment).unwrap();
    }
    let table = room.printed("sessions");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 7, "{table}");
    for (row, words) in rows[1..6].iter().zip([
        ["nim", "in order", "nim-0001.log"],
        ["nim", "in order", "nim-0002.log"],
        ["nim", "cut off", "cut-0003.log"],
        ["?", "unreadable", "none-0004.log"],
        ["?", "goes on", "work-0005.log"],
    ]) {
        assert!(words.iter().all(|word| row.contains(word)), "{row}");
    }
    let rows: Value = serde_json::from_str(&room.printed("sessions --json")).unwrap();
    assert_eq!((&rows[0]["program"], &rows[0]["ended"]), (&"nim".into(), &"in order".into()));
    assert!(rows[0]["seconds"].as_f64().unwrap() > 1.0 && rows[0]["inputs"].as_u64().unwrap() > 3, "{rows}");
    assert!(rows[0]["written"].as_str().unwrap().ends_with('Z'), "{rows}");
    room.gier("replay --last").code(2).stdout_eq("");
    fs::remove_file(room.path("state/gier/sessions/none-0004.log")).unwrap();
    assert!(room.printed("replay --last").contains("initialer"), "the last one that is over");
    room.gier("sessions --prune --keep 1").code(0).stdout_eq("");
    let left = room.printed("sessions");
    assert!(left.contains("cut-0003") && left.contains("work-0005") && left.contains("2 sessions"), "{left}");
}

/// A killed panel leaves a log without its last line, perhaps cut in the middle of a line. Tests that the
/// replay ends at the last complete input, and executes no order after it.
#[test]
fn the_log_of_a_killed_session_ends_at_its_last_whole_input() {
    let room = room();
    keep(&room, "nim-0001.log");
    let log = room.get("state/gier/sessions/nim-0001.log");
    let inputs: Vec<&str> = log.lines().filter(|line| line.starts_with("input ")).collect();
    assert!(inputs.len() > 3, "{inputs:?}");
    for (number, input) in inputs.iter().enumerate().skip(1) {
        let begin = log.find(&format!("{input}\n")).unwrap();
        for (cut, last) in [
            (begin + input.len() + 1, inputs[number]),
            (begin + input.len(), inputs[number - 1]),
            (begin + input.len() / 2, inputs[number - 1]),
            (begin, inputs[number - 1]),
        ] {
            room.put("cut.log", &log[..cut]);
            let told: Value = serde_json::from_str(&room.printed("replay cut.log --json")).unwrap();
            let orders = last.split(' ').nth(1).unwrap();
            assert_eq!(told["orders"].to_string(), orders, "{cut}: {told}");
        }
    }
}

#[test]
fn a_session_is_continued() {
    let room = room();
    keep(&room, "nim-0001.log");
    let log = "state/gier/sessions/nim-0001.log";
    let words = format!("panel {log} --picture again.txt --log second.log --press 5<Enter>");
    room.gier(&words).code(0).stderr_eq("");
    let paper = |name: &str| room.printed(&format!("replay {name}"));
    let (first, second) = (paper(log), paper("second.log"));
    let common = first.lines().take_while(|line| !line.starts_with("state ")).collect::<Vec<_>>().join("\n");
    assert!(second.starts_with(common.trim_end()), "{second}");
    room.gier(&format!("panel {log} --picture again.txt --ka")).code(2).stdout_eq("");
    // The log now ends with a wrong checksum of the machine's state, which the replay cannot reach.
    let text = room.get(log);
    let end = text.lines().last().unwrap().to_string();
    let hash = end.split(' ').nth(3).unwrap();
    room.put("other.log", text.replace(hash, "0123456789abcdef"));
    room.gier("panel other.log --picture again.txt").code(2).stdout_eq("");
    room.gier("replay other.log").code(1);
}

/// Tests that a replay ends, however the last line of its log was edited.
#[test]
fn an_edited_end_is_refused_or_reported() {
    let room = room();
    keep(&room, "nim-0001.log");
    let text = room.get("state/gier/sessions/nim-0001.log");
    let end = text.lines().last().unwrap().to_string();
    let words: Vec<&str> = end.split(' ').collect();
    let [_, orders, at, hash, sent] = words[..] else { panic!("{end}") };
    let far = (at.parse::<u64>().unwrap() + 1_000_000_000_000).to_string();
    for (line, status) in [
        (format!("end 18446744073709551615 {at} {hash} {sent}"), 2),
        (format!("end {orders} 18446744073709551615 {hash} {sent}"), 2),
        (format!("end 18446744073709551614 18446744073709551615 {hash} {sent}"), 2),
        (format!("end {orders} {far} {hash} {sent}"), 1),
        (format!("end 1 1 {hash} {sent}"), 2),
    ] {
        room.put("edited.log", text.replace(&end, &line));
        room.gier("replay edited.log").code(status);
    }
}

#[test]
fn a_replay_reproduces_the_output() {
    let room = room().with("copy").with("print");
    room.put("t.txt", "one{stop}");
    room.gier("tape from-text t.txt -o t.flx").code(0);
    room.gier("panel copy.drum --reader t.flx --at 5 --picture p.txt --log copy.log").code(0);
    room.gier("replay copy.log --punch out.flx --save-drum after.drum").code(0).stderr_eq("");
    assert_eq!(fs::read(room.path("out.flx")).unwrap(), fs::read(room.path("t.flx")).unwrap());
    assert!(fs::read(room.path("after.drum")).unwrap().starts_with(b"GIERDRUM"));
    room.gier("replay copy.log --punch copy.log").code(2);
    room.gier("panel print.drum --at 5 --picture p.txt --log print.log").code(0);
    room.gier("replay print.log --printer lines.txt").code(0);
    assert_eq!(room.get("lines.txt"), "A\n\x0Cb\n");
    let told: Value = serde_json::from_str(&room.printed("replay print.log --json")).unwrap();
    assert_eq!((&told["printed"], &told["true_to_log"]), (&"A\n\u{c}b\n".into(), &true.into()));
}

#[test]
fn runs_and_translations_are_printed_as_json() {
    let room = room();
    room.put("one.alg", "_begin writetext(«one») _end;\n");
    room.put("bad.alg", "_begin\n i := 1 _end;\n");
    room.put("bad.slip", "    hv {nowhere}\n");
    let json = |words: &str, status: i32| -> Value {
        serde_json::from_slice(&room.gier(words).code(status).get_output().stdout).unwrap()
    };
    let run = json("run one.alg --json", 0);
    assert_eq!(
        (&run["paper"], &run["status"], &run["alarm"]),
        (&"one\nend\n".into(), &0.into(), &false.into())
    );
    for count in ["orders", "seconds", "drum_transfers", "symbols_typed"] {
        assert!(run[count].as_f64().unwrap() > 0.0, "{count}: {run}");
    }
    let made = json("algol one.alg --json", 0);
    assert_eq!((&made["image"], &made["faults"]), (&"one.drum".into(), &Value::Array(Vec::new())));
    let bad = json("algol bad.alg --json", 1);
    let fault = &bad["faults"][0];
    assert_eq!(
        (&bad["image"], &fault["file"], &fault["word"]),
        (&Value::Null, &"bad.alg".into(), &"-declar.".into())
    );
    assert_eq!((&fault["line"], &fault["column"]), (&2.into(), &2.into()));
    assert_eq!(json("asm bad.slip --json", 1)["faults"][0]["word"], "undef");
    let told = room.said("run one.drum --stats", 0);
    let names: Vec<&str> = told.lines().filter_map(|line| line.get(..16)).map(str::trim).collect();
    assert_eq!(
        names,
        [
            "orders",
            "seconds",
            "drum transfers",
            "symbols typed",
            "keys printed",
            "rows punched",
            "symbols printed",
            "alarms"
        ]
    );
    room.put("alarm.alg", "_begin _integer i; i := 0; i := 1 ÷ i _end;\n");
    let told = room.said("run alarm.alg --stats", 1);
    assert!(told.lines().any(|line| line.starts_with("alarms") && line.ends_with(" 1")), "{told}");
}
