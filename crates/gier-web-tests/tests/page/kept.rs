//! Tests that no work of the visitor is lost: reloads, files, Undo, tabs, a full storage, pasted text,
//! and programs that print for ever.

use crate::guest::all;
use crate::keys::nim;
use crate::{Finished, costs_count};
use anyhow::{Result, ensure};
use gier_web_tests::{Room, Server, Visit};
use std::time::Duration;

/// A program that prints lines for ever.
const LINES: &str = "_begin _integer i; L: i := i + 1; writecr; write(‹-ndddddd›, i); _goto L _end;";

/// Opens the page. NIM runs in Danish without a speed limit, and waits for the visitor's first move.
pub async fn at_the_first_move(room: &mut Room, server: &Server) -> Result<Visit> {
    let visit = nim(room, server).await?;
    visit.type_in("djk ").await?;
    visit.state("key").await?;
    Ok(visit)
}

pub async fn the_editor_keeps_its_text(room: &mut Room, server: &Server) -> Finished {
    const OWN: &str = "_begin write(‹d›, 7) _end;";
    let visit = Visit::to(room, &server.address).await?;
    let source = async || visit.eval("$('#source').value").await;
    visit.choose("source", OWN).await?;
    visit.reload().await?;
    ensure!(source().await? == OWN, "after a reload: {}", source().await?);
    visit.click("show-source").await?;
    ensure!(source().await?.as_str().is_some_and(|text| text.contains("DEMON-3")), "{}", source().await?);
    visit.click("undo").await?;
    ensure!(source().await? == OWN, "after Undo: {}", source().await?);
    let sheet = visit.sheet().await?;
    visit.drop(&[("seven.alg", b"_begin write(\xe2\x80\xb9d\xe2\x80\xba, 8) _end;")]).await?;
    ensure!(source().await? == OWN.replace('7', "8"), "a dropped text: {}", source().await?);
    visit.drop(&[("one.slip", b"[1]\nzq\ne1\n")]).await?;
    ensure!(visit.eval("$('#tongue').value").await? == "slip", "the language of a SLIP text");
    visit.click("undo").await?;
    ensure!(source().await? == OWN.replace('7', "8"), "Undo: {}", source().await?);
    ensure!(visit.sheet().await? == sheet, "a text ended the session");
    visit.end(room).await
}

pub async fn undo_brings_the_session_back(room: &mut Room, server: &Server) -> Finished {
    let visit = at_the_first_move(room, server).await?;
    let is_shown = visit.eval("$('#undo').checkVisibility()").await?;
    ensure!(is_shown == false, "there is nothing to undo yet");
    let before = all(&visit).await?;
    visit.play("russian-nim").await?;
    visit.state("key").await?;
    visit.click("undo").await?;
    ensure!(all(&visit).await? == before, "after another program: {:?}", all(&visit).await?);
    visit.click("help").await?;
    ensure!(all(&visit).await? != before, "HELP does nothing");
    visit.click("undo").await?;
    visit.state("key").await?;
    ensure!(all(&visit).await? == before, "after HELP: {:?}", all(&visit).await?);
    visit.click("again").await?;
    visit.click("undo").await?;
    visit.reload().await?;
    ensure!(all(&visit).await? == before, "after Undo and a reload: {:?}", all(&visit).await?);
    visit.end(room).await
}

pub async fn one_tab_owns_the_session(room: &mut Room, server: &Server) -> Finished {
    let first = at_the_first_move(room, server).await?;
    let stored = "JSON.stringify(Object.entries(localStorage).filter(([name]) => name.startsWith('gier-session')).sort())";
    let before = first.eval(stored).await?;
    let second = first.beside(room, &server.address).await?;
    second.until("$('#kept').textContent.includes('Another tab')").await?;
    second.click("speed-max").await?;
    second.type_in("exy ").await?;
    second.state("key").await?;
    ensure!(first.eval(stored).await? == before, "the second tab has written into the session of the first");
    second.click("take-over").await?;
    first.until("$('#kept').textContent.includes('Another tab')").await?;
    second.until("$('#kept').textContent === ''").await?;
    second.until("$('#sheet').textContent.includes('Dansk')").await?;
    let sheet = first.sheet().await?;
    ensure!(second.sheet().await? == sheet, "the stored session is the one of the first tab");
    second.end_tab().await?;
    first.end(room).await
}

pub async fn failures_are_said(room: &mut Room, server: &Server) -> Finished {
    let visit = at_the_first_move(room, server).await?;
    visit.eval("Storage.prototype.setItem = () => { throw new Error('full'); }, 0").await?;
    visit.strike("1").await?;
    visit.until("$('#kept').textContent.includes('does not store')").await?;
    visit.eval("AudioContext.prototype.resume = () => { throw new Error('no device'); }, 0").await?;
    visit.click("sound").await?;
    visit.until("$('#status').textContent.includes('no sound')").await?;
    visit.end(room).await
}

pub async fn a_paste_is_typed(room: &mut Room, server: &Server) -> Finished {
    let visit = nim(room, server).await?;
    visit
        .eval(
            "{ const data = new DataTransfer(); data.setData('text', 'djk 3 3 '); \
             $('#sheet').dispatchEvent(new ClipboardEvent('paste', \
             { clipboardData: data, bubbles: true, composed: true, cancelable: true })); }",
        )
        .await?;
    visit.until("$('#sheet').textContent.includes('De vil fjerne: 3')").await?;
    visit.end(room).await
}

/// While a program prints without a speed limit, the page keeps only a limited number of lines. The button
/// STOP still works.
pub async fn a_flood_of_lines_is_bounded(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    visit.choose("source", LINES).await?;
    visit.click("compile").await?;
    visit.click("speed-max").await?;
    tokio::time::sleep(Duration::from_secs(5)).await;
    ensure!(visit.eval("$('#sheet').childElementCount <= 2000").await? == true, "too many lines");
    let held_up = visit
        .eval(
            "new Promise((done) => { const begin = performance.now(); setTimeout(() => { $('#stop').click(); \
             done([performance.now() - begin, $('#status').dataset.state]); }, 0); })",
        )
        .await?;
    let (time, state): (f64, String) = serde_json::from_value(held_up)?;
    println!("     STOP after {time:.0} ms");
    ensure!(state == "standing", "it is {state} after STOP");
    ensure!(time < 100.0 || !costs_count(), "STOP comes too late");
    visit.until("$('#sheet').childElementCount === 2000").await?;
    let last = visit.sheet().await?;
    let saved = visit.saved("save-text").await?.text()?;
    ensure!(saved.lines().count() > 2500, "the saved paper has {} lines", saved.lines().count());
    ensure!(saved.trim_end().ends_with(last.trim_end()), "the last lines differ");
    // After a reload, the screen shows the same lines as before. The whole paper comes from the log.
    visit.reload().await?;
    ensure!(visit.sheet().await?.trim_end() == last.trim_end(), "after a reload");
    ensure!(visit.saved("save-text").await?.text()? == saved, "the whole paper after a reload");
    visit.end(room).await
}
