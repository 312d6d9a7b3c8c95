//! Tests of the Tab key on all pages. Also tests the pages for a visitor who prefers no motion.

use crate::Finished;
use anyhow::{Context, ensure};
use gier_web_tests::{Room, Server, Visit, root};
use std::fmt::Write;
use std::fs;

/// The file with the expected stops of the Tab key. With the environment variable `UPDATE=1`, the test writes
/// the file again.
const GOLDEN: &str = "crates/gier-web-tests/tests/tab-order.txt";
/// The largest number of stops of the Tab key on one page. If there are more, the test fails, because the
/// focus probably never leaves the page.
const MOST: usize = 250;
/// JavaScript that describes the element with the focus. It returns the element's role and name, whether the
/// focus can be seen, and whether the element had the focus before. If no element has the focus, it returns
/// null.
const STOP: &str = "(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  const label = element.getAttribute('aria-label') ?? element.closest('label')?.innerText ?? element.innerText;
  const style = getComputedStyle(element), box = element.getBoundingClientRect();
  const isSeen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && box.width > 1
    && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  const kind = element.getAttribute('role') || element.type || element.localName;
  const wasHere = element.wasHere === true;
  element.wasHere = true;
  return [kind, label.replace(/\\s+/g, ' ').trim(), isSeen, wasHere];
})()";

/// Tests that every stop of the Tab key has a name and a visible focus. The focus must leave every part of
/// the page, and the order of the stops must be as in [`GOLDEN`].
pub async fn the_tab_key_goes_everywhere(room: &mut Room, server: &Server) -> Finished {
    let mut text = String::new();
    for (file, width, height) in
        [("", 1280, 800), ("", 390, 844), ("?exhibit", 1280, 800), ("embed.html", 1280, 800)]
    {
        for language in ["en", "da"] {
            // The page with several machines exists in only one language.
            if file == "embed.html" && language == "da" {
                continue;
            }
            let mark = if file.contains('?') { '&' } else { '?' };
            let visit = Visit::to(room, &format!("{}{file}{mark}lang={language}", server.address)).await?;
            visit.screen(width, height, false).await?;
            writeln!(text, "== {} at {width}, {language}", if file.is_empty() { "the page" } else { file })?;
            visit.eval("document.activeElement.blur()").await?;
            for number in 0.. {
                visit.strike("Tab").await?;
                let stop = visit.eval(STOP).await?;
                if stop.is_null() {
                    break;
                }
                let (kind, name, is_seen, was_here): (String, String, bool, bool) =
                    serde_json::from_value(stop)?;
                if was_here {
                    break;
                }
                ensure!(!name.is_empty(), "{file}, {language}: stop {number}, {kind}, has no name");
                ensure!(is_seen, "{file}, {language}: the focus on {kind} {name} cannot be seen");
                ensure!(number < MOST, "{file}, {language}: the Tab key never leaves the page");
                writeln!(text, "{kind}: {name}")?;
            }
            visit.end(room).await?;
        }
    }
    let golden = root().join(GOLDEN);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&golden, &text)?;
    }
    let expected = fs::read_to_string(&golden).with_context(|| GOLDEN.to_string())?;
    let differs = expected.lines().zip(text.lines()).position(|(one, other)| one != other);
    ensure!(
        expected == text,
        "the stops differ from {GOLDEN} at line {:?}:\n{text}",
        differs.map(|at| at + 1)
    );
    Ok(None)
}

/// If the browser reports that the visitor prefers no motion, nothing is animated and nothing scrolls by
/// itself.
pub async fn no_motion_is_wanted(room: &mut Room, server: &Server) -> Finished {
    const MOVING: &str = "[document, $('#machine').shadowRoot].flatMap((root) => [...root.querySelectorAll('*')])
      .filter((element) => { const style = getComputedStyle(element);
        const lasts = (times) => times.split(',').some((time) => parseFloat(time) > 0);
        return lasts(style.transitionDuration) || (style.animationName !== 'none' && lasts(style.animationDuration))
          || style.scrollBehavior === 'smooth'; })
      .map((element) => element.outerHTML.slice(0, 80))";
    let visit = Visit::to(room, &server.address).await?;
    visit.state("key").await?;
    visit.media("screen", "prefers-reduced-motion", "reduce").await?;
    // The carriage has just returned, and a key is down.
    visit.eval("$('#carriage').classList.add('returns')").await?;
    let moving: Vec<String> = serde_json::from_value(visit.eval(MOVING).await?)?;
    ensure!(moving.is_empty(), "these move: {moving:#?}");
    visit.end(room).await
}
