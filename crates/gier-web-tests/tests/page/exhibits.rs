//! Tests of the `<gier-machine>` element on other pages, the tour, the gallery, links that carry a program,
//! the exhibit and the server. Also makes pictures of the page.

use crate::keys::nim;
use crate::looks::pictures;
use crate::{Finished, native};
use anyhow::{Context, Result, ensure};
use gier_desk::typewriter::sheet_text::RibbonStyle;
use gier_web_tests::{Room, Server, Visit};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Opens a page with three machines. Tests that each of them has its own keys and its own paper.
pub async fn three_machines_are_on_one_page(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &format!("{}embed.html", server.address)).await?;
    visit
        .until("[...document.querySelectorAll('gier-machine')].every((machine) => machine.dataset.state)")
        .await?;
    let done = visit
        .eval(
            "(async () => {
              const [first, second, third] = document.querySelectorAll('gier-machine');
              const wanted = (machine) => machine.dataset.state === 'key' ? Promise.resolve() :
                new Promise((done) => machine.addEventListener('key-wanted', done, { once: true }));
              first.setAttribute('speed', 'max');
              third.setAttribute('speed', 'max');
              await wanted(first);
              first.type('djk ');
              while (!first.paper().includes('Vil De')  && !first.paper().includes('fjerne tændstikker: '))
                await new Promise((done) => setTimeout(done, 20));
              const ended = new Promise((done) => third.addEventListener('ended', (event) => done(event.detail), { once: true }));
              await wanted(third);
              third.type('3 ');
              const detail = await ended;
              first.setAttribute('lang', 'en');
              const word = first.shadowRoot.getElementById('state').textContent;
              second.stop();
              const stopped = second.dataset.state;
              second.start();
              return [first.paper().includes('Dansk'), third.paper().includes('Dansk'), detail, word, stopped,
                document.fonts.check('16px \"GIER Type\"')];
            })()",
        )
        .await?;
    let (own, foreign, detail, word, stopped, font): (bool, bool, String, String, String, bool) =
        serde_json::from_value(done)?;
    ensure!(own && !foreign, "the machines share their paper: {own}, {foreign}");
    ensure!(detail == "zq in cell 2", "the third machine ended with {detail}");
    ensure!(word == "Your move", "the language of the element: {word}");
    ensure!(["standing", "stopped"].contains(&stopped.as_str()), "stop() leaves it {stopped}");
    ensure!(font, "the typewriter's font is not registered");
    visit.end(room).await
}

/// Tests the page's guided tour. It shows ten captions and then ends. Escape ends it earlier.
pub async fn the_tour_has_ten_captions(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    visit.state("key").await?;
    visit.click("tour-begin").await?;
    for number in 1..=10 {
        let count = visit.text("#tour-count").await?;
        ensure!(count == format!("Tour {number} / 10"), "{count}");
        let ring = visit.eval("$('#machine').dataset.tour").await?;
        ensure!(ring.as_str().is_some_and(|subject| !subject.is_empty()), "caption {number} has no subject");
        visit.click("tour-next").await?;
    }
    ensure!(visit.eval("$('#tour').hidden").await? == true, "the tour does not end");
    visit.state("key").await?;
    visit.click("tour-begin").await?;
    visit.strike("Escape").await?;
    ensure!(visit.eval("$('#tour').hidden").await? == true, "Escape does not end the tour");
    visit.end(room).await
}

/// On a phone, the page shows either GIER's keys or the phone's own keyboard. If the window is low, it shows
/// the phone's keyboard first.
pub async fn our_keys_or_the_systems(room: &mut Room, server: &Server) -> Finished {
    const SEEN: &str = "[$('#keys').checkVisibility(), $('#typed').checkVisibility(), $('#show-keys').checkVisibility(), \
                        document.documentElement.scrollHeight <= innerHeight]";
    let visit = nim(room, server).await?;
    let seen =
        async || -> Result<(bool, bool, bool, bool)> { Ok(serde_json::from_value(visit.eval(SEEN).await?)?) };
    visit.screen(390, 844, false).await?;
    ensure!(seen().await? == (true, false, false, true), "at first: {:?}", seen().await?);
    visit.point(".switch").await?;
    ensure!(seen().await? == (false, true, true, true), "the phone's keys: {:?}", seen().await?);
    let focus = visit.eval("$('#machine').shadowRoot.activeElement.id").await?;
    ensure!(focus == "typed", "the focus is on {focus}");
    // The keyboard of a phone sends no key events. It changes the text of the field.
    visit.eval("{ const field = $('#typed'); field.value = 'd'; field.dispatchEvent(new InputEvent('input', { bubbles: true })); }").await?;
    visit.until("$('#sheet').textContent.includes('Dansk') && $('#typed').value === ''").await?;
    visit.type_in("jk ").await?;
    visit.until("$('#sheet').textContent.includes('mellemrum: jk')").await?;
    visit.point("#show-keys").await?;
    ensure!(seen().await? == (true, false, false, true), "GIER's keys again: {:?}", seen().await?);
    visit.reload().await?;
    // A low window has no room for GIER's keys. A button of the label brings the device's keyboard.
    for (width, height) in [(844, 390), (640, 400)] {
        visit.screen(width, height, false).await?;
        ensure!(seen().await? == (false, false, false, true), "{width}×{height}: {:?}", seen().await?);
        visit.point("#use-keys").await?;
        ensure!(seen().await? == (false, true, true, true), "{width}×{height}, keys: {:?}", seen().await?);
        visit.reload().await?;
    }
    visit.end(room).await
}

/// JavaScript that returns the size of the paper's font, and the pairs of texts that overlap.
const OVERLAPS: &str = "(() => {
  const boxes = [];
  for (const root of [document, $('#machine').shadowRoot]) for (const element of root.querySelectorAll('*')) {
    if (!element.checkVisibility() || element.closest('#sheet, .unseen, textarea, select, .skip')
      || getComputedStyle(element.closest('.intro')?.assignedSlot.closest('.wall') ?? element).position === 'absolute') continue;
    for (const text of element.childNodes) if (text.nodeType === Node.TEXT_NODE && text.data.trim()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) boxes.push([text, box]);
    }
  }
  const found = [];
  boxes.forEach(([text, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (text !== other && wide > 2 && high > 0.35 * Math.min(a.height, b.height)) found.push(`${text.data} / ${other.data}`);
  }));
  return [parseFloat(getComputedStyle($('#sheet')).fontSize), found];
})()";

/// If the visitor doubles the size of all text, the paper's font grows too, and no text covers another.
pub async fn larger_text_covers_nothing(room: &mut Room, server: &Server) -> Finished {
    let visit = nim(room, server).await?;
    visit.type_in("djk 3 ").await?;
    visit.state("key").await?;
    for (width, height) in [(360, 640), (390, 844), (820, 1180), (1280, 800)] {
        visit.screen(width, height, false).await?;
        let measure = async |size: &str| -> Result<(f64, Vec<String>)> {
            visit
                .eval(&format!(
                    "document.documentElement.style.fontSize = '{size}'; dispatchEvent(new Event('resize'))"
                ))
                .await?;
            tokio::time::sleep(Duration::from_millis(200)).await;
            Ok(serde_json::from_value(visit.eval(OVERLAPS).await?)?)
        };
        let (plain, covered) = measure("").await?;
        ensure!(covered.is_empty(), "at {width}: {covered:#?}");
        let (large, covered) = measure("212.5%").await?;
        ensure!(covered.is_empty(), "at {width}, twice as large: {covered:#?}");
        // On a wide screen, the font is larger than the minimum from the beginning, so it grows less.
        ensure!(
            large >= plain * if width < 700 { 1.99 } else { 1.6 },
            "at {width} the type grows from {plain} to {large}"
        );
    }
    visit.end(room).await
}

/// Sends bytes to the server and returns the answer.
fn asked(server: &Server, request: &[u8]) -> Result<String> {
    let host = server.address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host)?;
    stream.write_all(request)?;
    let mut answer = Vec::new();
    // The server may close the connection before it has read the whole request.
    let _ = stream.read_to_end(&mut answer);
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

pub async fn the_server_is_careful(_: &mut Room, server: &Server) -> Finished {
    let head = asked(server, b"HEAD / HTTP/1.1\r\n\r\n")?;
    ensure!(
        head.starts_with("HTTP/1.1 200") && head.contains("nosniff") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
    let get = asked(server, b"GET /index.html?x HTTP/1.1\r\n\r\n")?;
    ensure!(get.contains("text/html") && get.contains("</html>"), "{get}");
    let packed = asked(server, b"HEAD /gier.js HTTP/1.1\r\nAccept-Encoding: gzip, br\r\n\r\n")?;
    ensure!(packed.contains("Content-Encoding: br") && packed.contains("text/javascript"), "{packed}");
    ensure!(asked(server, b"POST / HTTP/1.1\r\n\r\n")?.starts_with("HTTP/1.1 405"), "POST");
    ensure!(asked(server, b"GET /../Cargo.toml HTTP/1.1\r\n\r\n")?.starts_with("HTTP/1.1 404"), "outside");
    let long = [b"GET /".as_slice(), &[b'a'; 9000]].concat();
    ensure!(asked(server, &long)?.starts_with("HTTP/1.1 414"), "a long line");
    Ok(None)
}

/// Saves pictures of the page in several states, for people to look at.
pub async fn pictures_of_the_page(room: &mut Room, server: &Server) -> Finished {
    const FAULT: &str = "_begin\n  _integer a, b;\n  a := typein;\n  b := typein;\n  _if a > c _then write(‹-ndddd›, a)\n  _else write(‹-ndddd›, b)\n_end;\n";
    let folder = pictures()?;
    let (typed, _) = crate::guest::games()?;
    let wins = |keys: &&str| {
        native(keys).is_ok_and(|guest| guest.paper_text(RibbonStyle::None).contains("De har vundet"))
    };
    let prefixes = || (1..=typed.len()).filter_map(|end| typed.get(..end));
    let won = prefixes().find(wins).context("no game is won")?.replace(' ', "+");
    for (width, height) in
        [(1280, 650), (1366, 625), (390, 664), (375, 553), (820, 1180), (1920, 1080), (2560, 1440)]
    {
        for dark in [false, true] {
            let visit = Visit::to(room, &server.address).await?;
            visit.screen(width, height, dark).await?;
            let save = async |name: &str| -> Result<()> {
                tokio::time::sleep(Duration::from_millis(250)).await;
                let theme = if dark { "dark" } else { "light" };
                Ok(fs::write(folder.join(format!("{name}-{width}-{theme}.png")), visit.picture().await?)?)
            };
            for (name, keys) in [("load", ""), ("mid", "ejk+"), ("lost", "ejk+3+3+1+2+n"), ("won", &*won)] {
                visit.go(&format!("{}?program=nim&keys={keys}", server.address)).await?;
                visit.state("key").await?;
                save(name).await?;
            }
            visit.go(&format!("{}?program=nim&keys=e", server.address)).await?;
            visit.type_in("jk ").await?;
            visit.until("$('#sheet').textContent.includes('We first')").await?;
            save("types").await?;
            visit.eval("location.hash = 'programs'").await?;
            visit.until("document.querySelectorAll('.mini pre').length > 20").await?;
            save("gallery").await?;
            visit.eval("location.hash = 'own'").await?;
            visit.choose("source", FAULT).await?;
            visit.point("#compile").await?;
            save("fault").await?;
            visit.eval("location.hash = 'lesson-3'").await?;
            visit.until("$('#source').value.includes('a)')").await?;
            visit.point("#check").await?;
            save("lesson").await?;
            visit.go(&format!("{}?exhibit", server.address)).await?;
            visit.until("$('#sheet').textContent.includes('English')").await?;
            save("attract").await?;
            visit.touch("[data-signs=\"eE\"]").await?;
            save("visitor").await?;
            visit.end(room).await?;
        }
    }
    Ok(None)
}
