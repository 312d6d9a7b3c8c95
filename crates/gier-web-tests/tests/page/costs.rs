//! Measures the costs of the page: work, speed, memory.

use crate::{Finished, costs_count, next_clock, orders_of};
use anyhow::{Context, Result, bail, ensure};
use gier_desk::pace::Speed;
use gier_machine::Machine;
use gier_web::words::Language;
use gier_web_tests::{Room, Server, Visit};
use std::time::{Duration, Instant};

/// A program that computes and writes for ever.
const FOR_EVER: &str = "_begin _integer i, j; L: _for j := 1 _step 1 _until 400 _do i := i + 1; i := 0; \
                        write(‹-nddd›, j); _goto L _end;";

/// Measures which share of a core the page's tasks take in two seconds.
async fn share(visit: &Visit) -> Result<f64> {
    let before = visit.work().await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = visit.work().await?;
    Ok((after.0 - before.0) / (after.1 - before.1))
}

/// While the machine waits, the page does nothing. At GIER's speed it takes a small part of a core.
pub async fn it_rests(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    visit.state("key").await?;
    let mut waits = f64::INFINITY;
    for _ in 0..2 {
        waits = waits.min(share(&visit).await?);
    }
    visit.choose("source", FOR_EVER).await?;
    visit.click("compile").await?;
    visit.state("working").await?;
    let works = share(&visit).await?;
    println!(
        "     of a core: {:.2} % while GIER waits, {:.1} % while it works",
        100.0 * waits,
        100.0 * works
    );
    ensure!(waits < 0.005, "it costs too much");
    ensure!(works < 0.25 || !costs_count(), "it costs too much");
    visit.end(room).await
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
    let mut guest = gier_web::visit::Visit::from_the_beginning("own", Machine::with_image(&image));
    guest.set_speed(Speed::Max);
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
    for _ in 0..3 {
        visit.click("start").await?;
        there = there.max(pace(&visit).await?);
        visit.click("stop").await?;
        here = here.max(native_pace()?);
    }
    println!(
        "     {:.1} million orders a second, here {:.1}: a share of {:.2}, the best of three in turn",
        there / 1e6,
        here / 1e6,
        there / here
    );
    ensure!(there > here / 3.0, "that is too slow");
    visit.end(room).await
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
    visit.end(room).await
}
