//! What the page looks like, to the eye and to a screen reader.

use crate::Made;
use anyhow::ensure;
use gier_web_tests::{Room, Server, Visit, root};
use serde_json::Value;
use std::fs;

/// Every character of GIER and of the panel is in the page's own font: as wide as a 0, which few are
/// in a font that is not of fixed pitch.
pub async fn the_font_has_every_character(room: &mut Room, server: &Server) -> Made {
    use gier_word::{Case, Symbol};
    let visit = Visit::to(room, &server.address).await?;
    let glyphs =
        (0..64).flat_map(|code| [Case::Lower, Case::Upper].map(|case| Symbol::new(code).glyph(case)));
    let mut characters: String = glyphs.flatten().collect();
    characters.push_str("÷≤≥≠≡⊃¬↑→·…‹›─│└┴┬╌▁●○◉▶▷⏎");
    let lacking = visit
        .eval(&format!(
            "document.fonts.load('20px \"GIER Mono\"', 'a').then(() => {{
               const pen = document.createElement('canvas').getContext('2d');
               const width = (text, font) => {{ pen.font = font; return pen.measureText(text).width; }};
               const own = '200px \"GIER Mono\", serif';
               const zero = width('0', own);
               return [...{}].filter((sign) => Math.abs(width(sign, own) - zero) > 0.01).join('');
             }})",
            serde_json::to_string(&characters)?
        ))
        .await?;
    ensure!(lacking == "", "the font lacks {lacking}");
    visit.end(room).await?;
    Ok(None)
}

/// The elements that reach out of the screen at the right, which the page itself does not scroll.
const OUTSIDE: &str = "(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => element.closest('#sheet, #screen, .unseen, select, textarea, pre');
  return [width, [...document.body.querySelectorAll('*')]
    .filter((element) => !scrolls(element.parentElement) && element.getBoundingClientRect().right > width + 0.5)
    .map((element) => element.outerHTML.slice(0, 80))];
})()";

pub async fn nothing_is_wider_than_the_screen(room: &mut Room, server: &Server) -> Made {
    let folder = root().join("target/web-pictures");
    fs::create_dir_all(&folder)?;
    for (name, file) in [("page", ""), ("panel", "panel.html")] {
        let visit = Visit::to(room, &format!("{}{file}", server.address)).await?;
        if name == "page" {
            visit.click("speed-max").await?;
            visit.type_in("djk 3 3 ").await?;
            visit.state("key").await?;
        }
        for (width, height) in [(390, 844), (1280, 800), (2560, 1440)] {
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

/// axe-core as npm brings it, or none where npm is not.
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

pub async fn axe_has_nothing_to_say(room: &mut Room, server: &Server) -> Made {
    let Some(axe) = axe() else { return Ok(Some("npm does not bring axe-core")) };
    for (file, dark) in ["", "panel.html"].into_iter().flat_map(|file| [(file, false), (file, true)]) {
        let visit = Visit::to(room, &format!("{}{file}", server.address)).await?;
        visit.screen(1280, 800, dark).await?;
        // The panel asks what light there is when it begins.
        visit.reload().await?;
        visit.eval(&axe).await?;
        // A contrast that axe cannot judge counts too, but for signs that are no letters: what it calls
        // short or outside the plane of letters. Theirs is held by a test of the panel's theme. It is
        // asked once more without the canvas over the panel's lamps, which it takes for the ground of
        // the words between them.
        let found = visit
            .eval(
                "axe.run().then((all) => {
                  document.querySelector('#screen canvas')?.remove();
                  return axe.run().then((bare) => [all, bare]);
                }).then(([all, bare]) => {
                  const signs = (node) => node.any.some((check) =>
                    ['shortTextContent', 'nonBmp'].includes(check.data && check.data.messageKey));
                  const open = bare.incomplete.filter((one) => one.id === 'color-contrast')
                    .map((one) => ({ ...one, nodes: one.nodes.filter((node) => !signs(node)) }))
                    .filter((one) => one.nodes.length > 0);
                  return [...all.violations, ...bare.violations, ...open].map((one) =>
                    [one.id, one.help, one.nodes.map((node) => node.html.slice(0, 120) + node.failureSummary)]);
                })",
            )
            .await?;
        ensure!(found == Value::Array(Vec::new()), "{file}, dark {dark}: {found:#}");
        visit.end(room).await?;
    }
    Ok(None)
}
