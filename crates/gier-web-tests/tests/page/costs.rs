//! Measures the costs of the page: processor time, speed, memory.

use crate::offline::alone;
use crate::{Finished, next_clock, orders_of};
use anyhow::{Context, Result, bail, ensure};
use gier_machine::Machine;
use gier_web::guest::{FLAT_OUT, Guest};
use gier_web::words::Language;
use gier_web_tests::{Room, Server, Visit, browser};
use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The processor time in seconds that a process and its descendants have used. Returns `None` if the system
/// is not Linux.
fn processor(first: u32) -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let mut times = BTreeMap::new();
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let Ok(process) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The second field of the line is the name of the process in parentheses. The name may contain any
        // character.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |field: usize| fields.get(field).and_then(|text| text.parse::<u32>().ok());
        times.insert(process, (number(1)?, number(11)? + number(12)?));
    }
    let is_of = |process: &u32| {
        std::iter::successors(Some(*process), |one| {
            times.get(one).map(|(parent, _)| *parent).filter(|one| *one > 1)
        })
        .any(|one| one == first)
    };
    let ticks: u32 = times.iter().filter(|(process, _)| is_of(process)).map(|(_, (_, ticks))| ticks).sum();
    Some(f64::from(ticks) / TICKS_PER_SECOND)
}

/// Measures which share of a processor core a browser uses during this many seconds. `first` is the id
/// of the browser's first process.
async fn share(first: u32, seconds: u64) -> Result<f64> {
    let (begin, from) = (Instant::now(), processor(first).context("Linux tells processor time")?);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let taken = processor(first).context("Linux tells processor time")? - from;
    Ok(taken / begin.elapsed().as_secs_f64())
}

/// Measures which share of a processor core a browser uses while GIER waits for a key. No test driver
/// controls this browser, because a driver alone uses 1 % of a core.
async fn share_while_waiting(server: &Server) -> Result<f64> {
    let program = browser()?.context("there is a browser")?;
    let profile = tempfile::tempdir()?;
    let mut visit = alone(&program, profile.path())
        .args(["--remote-debugging-port=0", "--disable-component-update", &server.address])
        .stdout(Stdio::null())
        .spawn()?;
    // In its first seconds, the browser compiles and stores the page. This is not measured.
    tokio::time::sleep(Duration::from_secs(15)).await;
    let share = share(visit.id(), 30).await;
    Command::new("kill").arg(visit.id().to_string()).status()?;
    visit.wait()?;
    share
}

/// Waits until the page of the panel shows this text.
async fn says(visit: &Visit, text: &str) -> Result<()> {
    visit.until(&format!("$('#screen').innerText.includes('{text}')")).await
}

/// A program that computes and writes for ever.
const FOR_EVER: &str = "_begin _integer i, j; L: _for j := 1 _step 1 _until 400 _do i := i + 1; i := 0; \
                        write(‹-nddd›, j); _goto L _end;";

pub async fn it_costs_little(room: &mut Room, server: &Server) -> Finished {
    if !cfg!(target_os = "linux") {
        return Ok(Some("only Linux tells the processor time of processes"));
    }
    let waits = share_while_waiting(server).await?;
    let first = room.process().context("the browser is a process")?;
    let visit = Visit::to(room, &server.address).await?;
    visit.screen(1280, 800, false).await?;
    tokio::time::sleep(Duration::from_secs(10)).await;
    visit.choose("source", FOR_EVER).await?;
    visit.click("compile").await?;
    visit.state("working").await?;
    let guest = share(first, 20).await?;
    visit.go(&format!("{}panel.html", server.address)).await?;
    visit.eval("$('#screen').focus()").await?;
    // NIM prints a text that takes longer than the measurement.
    for key in ["d", "x", " "] {
        says(&visit, "waits for a key").await?;
        visit.strike(key).await?;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    says(&visit, "running").await?;
    let panel = share(first, 12).await?;
    says(&visit, "running").await?;
    println!(
        "     of a core: {:.2} % waiting, {:.1} % the guest's page, {:.1} % the panel's page",
        100.0 * waits,
        100.0 * guest,
        100.0 * panel
    );
    ensure!(waits < 0.01 && guest < 0.10 && panel < 0.15, "it costs too much");
    visit.end(room).await?;
    Ok(None)
}

/// Measures how many orders per second the page executes without a speed limit, while [`FOR_EVER`] runs.
async fn pace(visit: &Visit) -> Result<f64> {
    let (begin, first) = next_clock(visit).await?;
    let (end, last) = next_clock(visit).await?;
    Ok((orders_of(&last)? - orders_of(&first)?) as f64 / (end - begin).as_secs_f64())
}

/// Measures how many orders of [`FOR_EVER`] are executed per second in this process, without a browser.
fn native_pace() -> Result<f64> {
    let image =
        gier_web::compile::own(FOR_EVER).map_err(|faults| anyhow::anyhow!(faults.text(Language::English)))?;
    let mut guest = Guest::from_the_beginning("own", Machine::with_image(&image));
    guest.set_speed(FLAT_OUT);
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(1) {
        guest.picture(|| begin.elapsed(), |_, _| {});
    }
    Ok(guest.machine().orders() as f64 / begin.elapsed().as_secs_f64())
}

pub async fn it_is_fast_enough(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    visit.choose("source", FOR_EVER).await?;
    visit.click("compile").await?;
    visit.click("speed-max").await?;
    let (mut there, mut here) = (0.0f64, 0.0f64);
    for _ in 0..5 {
        visit.click("start").await?;
        there = there.max(pace(&visit).await?);
        visit.click("stop").await?;
        here = here.max(native_pace()?);
    }
    println!(
        "     {:.1} million orders a second, here {:.1}: a share of {:.2}, the best of five in turn",
        there / 1e6,
        here / 1e6,
        there / here
    );
    ensure!(there > here / 3.0, "that is too slow");
    visit.end(room).await?;
    Ok(None)
}

pub async fn memory_does_not_grow(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    // The measurement begins when the timeline has its full number of keyframes (copies of the machine).
    visit.choose("source", "_begin _integer i; L: i := i + 1 - 1; _goto L _end;").await?;
    visit.click("compile").await?;
    visit.click("speed-max").await?;
    let bytes = async || -> Result<u64> {
        visit.eval("window.gierMemory()").await?.as_u64().context("the page tells its memory")
    };
    tokio::time::sleep(Duration::from_secs(10)).await;
    let warm = bytes().await?;
    tokio::time::sleep(Duration::from_secs(60)).await;
    let (after, time) = (bytes().await?, visit.text("#clock").await?);
    println!("     {:.1} MB, a minute later {:.1} MB; {time}", warm as f64 / 1e6, after as f64 / 1e6);
    if after > warm {
        bail!("the memory has grown");
    }
    visit.end(room).await?;
    Ok(None)
}
