//! Tests what the page looks like, and what a screen reader finds on it.

use crate::Finished;
use crate::keys::nim;
use anyhow::{Result, ensure};
use gier_web_tests::{Room, Server, Visit, root};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// Tests that the page's fonts have every character of GIER, and that the panel's font has every character of
/// the panel. A character that is not as wide as a `0` comes from another font.
pub async fn the_fonts_have_every_character(room: &mut Room, server: &Server) -> Finished {
    use gier_word::{Case, Symbol};
    let visit = Visit::to(room, &server.address).await?;
    let glyphs =
        (0..64).flat_map(|code| [Case::Lower, Case::Upper].map(|case| Symbol::new(code).glyph(case)));
    let typewriter: String = glyphs.flatten().collect();
    let panel = format!("{typewriter}÷≤≥≠≡⊃¬↑→·…‹›─│└┴┬╌▁●○◉▶▷⏎");
    for (font, characters) in [("GIER Type", typewriter), ("GIER Mono", panel)] {
        let lacking = visit
            .eval(&format!(
                "document.fonts.load('20px \"{font}\"', 'a').then(() => {{
                   const pen = document.createElement('canvas').getContext('2d');
                   const width = (text, font) => {{ pen.font = font; return pen.measureText(text).width; }};
                   const own = '200px \"{font}\", serif';
                   const zero = width('0', own);
                   return [...{}].filter((sign) => Math.abs(width(sign, own) - zero) > 0.01).join('');
                 }})",
                serde_json::to_string(&characters)?
            ))
            .await?;
        ensure!(lacking == "", "{font} lacks {lacking}");
    }
    visit.end(room).await
}

/// JavaScript that finds elements beyond the right edge of the screen, except inside an element that
/// scrolls. The glow of the lamps may leave the glass, and so the screen.
const OUTSIDE: &str = "(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => element.closest('#sheet, .window, #screen, .bar, .unseen, .wall, .editor, select, textarea, pre, svg');
  const shadows = [...document.querySelectorAll('gier-machine')].flatMap((machine) => [...machine.shadowRoot.querySelectorAll('.machine *')]);
  return [width, [...document.body.querySelectorAll('*'), ...shadows]
    .filter((element) => !scrolls(element.parentElement) && element.id !== 'lamps' && element.getBoundingClientRect().right > width + 0.5)
    .map((element) => element.outerHTML.slice(0, 80))];
})()";

pub async fn nothing_is_wider_than_the_screen(room: &mut Room, server: &Server) -> Finished {
    let folder = pictures()?;
    for (name, file) in [("page", ""), ("panel", "panel.html"), ("embed", "embed.html")] {
        let visit = Visit::to(room, &format!("{}{file}", server.address)).await?;
        if name == "page" {
            visit.click("speed-max").await?;
            visit.type_in("djk 3 3 ").await?;
            visit.state("key").await?;
        }
        for (width, height) in [(360, 640), (390, 844), (820, 1180), (1024, 768), (1280, 800), (2560, 1440)] {
            for dark in [false, true] {
                visit.screen(width, height, dark).await?;
                let (seen, outside): (i64, Vec<String>) = serde_json::from_value(visit.eval(OUTSIDE).await?)?;
                ensure!(seen <= width && outside.is_empty(), "{name} at {width}: {seen} wide, {outside:#?}");
                let light = if dark { "dark" } else { "light" };
                let picture = visit.picture().await?;
                if (name, width, dark) == ("page", 1280, false) && std::env::var_os("UPDATE").is_some() {
                    fs::write(root().join("docs/page.png"), &picture)?;
                }
                fs::write(folder.join(format!("{name}-{width}-{light}.png")), picture)?;
            }
        }
        visit.end(room).await?;
    }
    Ok(None)
}

/// A program that reads keys for ever.
const KEYS: &str = "_begin _integer i; L: i := typechar; _goto L _end;";
/// The number of columns of the longest line that NIM prints.
const COLUMNS: usize = 76;
/// JavaScript that returns whether the carriage is visible in the sheet and on the screen.
const CARRIAGE_IN_VIEW: &str = "(() => {
  const carriage = $('#sheet .caret').getBoundingClientRect();
  const sheet = $('#sheet').getBoundingClientRect();
  return carriage.width > 0 && carriage.left >= Math.max(0, sheet.left) - 0.5
    && carriage.right <= Math.min(document.documentElement.clientWidth, sheet.right) + 0.5
    && carriage.top >= sheet.top - 0.5 && carriage.bottom <= sheet.bottom + 0.5;
})()";
/// JavaScript that returns whether the label repeats the last line of the sheet.
const LINE_IN_LABEL: &str = "$('#question').textContent === $('#sheet').lastElementChild.textContent.trim()";
/// JavaScript that returns the length of the last line, the columns of this line that cannot be scrolled into
/// view, and the font size.
const HIDDEN_COLUMNS: &str = "(() => {
  const sheet = $('#sheet'), text = sheet.lastElementChild.firstChild, hidden = [];
  const range = document.createRange();
  for (let column = 0; column < text.length; column++) {
    range.setStart(text, column);
    range.setEnd(text, column + 1);
    sheet.scrollLeft += range.getBoundingClientRect().left - sheet.getBoundingClientRect().left;
    const sign = range.getBoundingClientRect(), paper = sheet.getBoundingClientRect();
    const right = Math.min(document.documentElement.clientWidth, paper.right);
    if (sign.left < paper.left - 1 || sign.right > right + 1) hidden.push(column);
  }
  return [text.length, hidden, parseFloat(getComputedStyle(sheet).fontSize)];
})()";

pub async fn the_paper_follows_the_carriage(room: &mut Room, server: &Server) -> Finished {
    /// The smallest font size that is easy to read, in pixels.
    const READABLE: f64 = 11.0;
    let visit = nim(room, server).await?;
    for (width, height) in [(360, 640), (820, 1180), (1280, 800)] {
        visit.screen(width, height, false).await?;
        visit.choose("source", KEYS).await?;
        visit.click("compile").await?;
        visit.eval("location.hash = ''").await?;
        for number in 1..=COLUMNS {
            visit.type_in(if number % 10 == 0 { "0" } else { "a" }).await?;
            visit.state("key").await?;
            // On a phone the sheet shows the beginnings of the lines while GIER waits, and the label repeats
            // the whole line.
            let seen = visit.eval(if width < 700 { LINE_IN_LABEL } else { CARRIAGE_IN_VIEW }).await?;
            ensure!(seen == true, "at {width} the carriage is out of view after key {number}");
        }
        fs::write(pictures()?.join(format!("carriage-{width}.png")), visit.picture().await?)?;
        let (length, hidden, size): (usize, Vec<usize>, f64) =
            serde_json::from_value(visit.eval(HIDDEN_COLUMNS).await?)?;
        ensure!(length >= COLUMNS && hidden.is_empty(), "at {width}: {length} columns, hidden: {hidden:?}");
        ensure!(size >= READABLE, "at {width} the type is {size} pixels high");
        // The sheet is scrolled to its right end now. The next key is the carriage return.
        visit.type_in("\n").await?;
        visit.state("key").await?;
        ensure!(visit.eval(CARRIAGE_IN_VIEW).await? == true, "at {width} after the carriage return");
    }
    visit.end(room).await
}

/// The folder to which pictures of the page are written.
pub fn pictures() -> Result<PathBuf> {
    let folder = root().join("target/web-pictures");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The script of the accessibility checker axe-core, which npm installs if necessary. Returns `None` if npm
/// cannot install it.
fn axe() -> Option<String> {
    let folder = root().join("target/axe");
    let file = folder.join("node_modules/axe-core/axe.min.js");
    if !file.is_file() {
        fs::create_dir_all(&folder).ok()?;
        let words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", ".", "axe-core@4"];
        let npm = std::process::Command::new("npm").args(words).current_dir(&folder).output().ok()?;
        if !npm.status.success() {
            return None;
        }
    }
    fs::read_to_string(file).ok()
}

/// Checks the accessibility of the page in its present state with axe-core. Any fault is an error. `context`
/// selects the elements to check, and `what` names them in the error message. A contrast that axe-core cannot
/// judge, above shadows or wood, is no fault: a test of gier-web compares the colours themselves.
async fn nothing_is_found(visit: &Visit, context: &str, what: &str) -> Result<()> {
    let found = visit
        .eval(&format!(
            "axe.run({context}).then((all) => all.violations.map((one) =>
               [one.id, one.help, one.nodes.map((node) => node.html.slice(0, 120) + node.failureSummary)]))"
        ))
        .await?;
    ensure!(found == Value::Array(Vec::new()), "{what}: {found:#}");
    Ok(())
}

/// On a phone, axe-core checks all elements except the paper. It cannot find the background of the paper's
/// lower lines there. The paper is checked on a wide screen instead.
const NO_PAPER: &str = "{ exclude: [{ fromShadowDom: ['#machine', '#sheet'] }] }";

/// Tests that axe-core finds no faults on any page, in light and in dark colours. On a phone, it also checks
/// the parts that open over the page, and each step of the tour.
pub async fn axe_has_nothing_to_say(room: &mut Room, server: &Server) -> Finished {
    let Some(axe) = axe() else { return Ok(Some("npm does not bring axe-core")) };
    for dark in [false, true] {
        for file in ["", "?exhibit", "panel.html", "embed.html"] {
            let visit = Visit::to(room, &format!("{}{file}", server.address)).await?;
            visit.screen(1280, 800, dark).await?;
            // The panel chooses light or dark colours only when it starts.
            visit.reload().await?;
            if file.is_empty() {
                visit.click("speed-max").await?;
                visit.type_in("djk 3 3 ").await?;
                visit.state("key").await?;
            }
            visit.eval(&axe).await?;
            if file == "panel.html" {
                nothing_is_found(&visit, "'.bar, header'", &format!("{file}, dark {dark}, the bar")).await?;
            }
            nothing_is_found(&visit, "document", &format!("{file}, dark {dark}")).await?;
            visit.end(room).await?;
        }
        // On a phone, the parts of the page open as sheets on top of it.
        let visit = Visit::to(room, &server.address).await?;
        visit.screen(390, 844, dark).await?;
        visit.point(".set .menu").await?;
        visit.point("#menu [data-speed=max]").await?;
        visit.point("#menu .close").await?;
        visit.type_in("djk 3 ").await?;
        visit.state("key").await?;
        visit.eval(&axe).await?;
        for sheet in ["", "menu", "programs", "own", "lesson-3", "keep", "win", "about"] {
            visit.eval(&format!("location.hash = '{sheet}'")).await?;
            tokio::time::sleep(Duration::from_millis(300)).await;
            visit.until("document.body.ariaBusy !== 'true'").await?;
            nothing_is_found(&visit, NO_PAPER, &format!("the sheet {sheet}, dark {dark}")).await?;
        }
        visit.eval("location.hash = ''").await?;
        visit.until("!$('#about').open").await?;
        visit.point(".set .menu").await?;
        visit.until("$('#menu').open").await?;
        visit.point("#menu [data-act=tour]").await?;
        for step in 1..=10 {
            nothing_is_found(&visit, NO_PAPER, &format!("step {step} of the tour, dark {dark}")).await?;
            visit.click("tour-next").await?;
        }
        // All messages that the page can show are made visible.
        visit
            .eval("document.querySelectorAll('.below [hidden]').forEach((part) => { part.hidden = false; })")
            .await?;
        nothing_is_found(&visit, NO_PAPER, &format!("the messages, dark {dark}")).await?;
        visit.point(".switch").await?;
        nothing_is_found(&visit, NO_PAPER, &format!("the field for the phone's keys, dark {dark}")).await?;
        visit.end(room).await?;
    }
    Ok(None)
}
