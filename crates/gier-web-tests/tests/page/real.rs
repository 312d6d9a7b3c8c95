//! Tests with real windows, a real mouse and fingers: what a visitor sees and touches first, in the sizes of
//! window that visitors have.

use crate::Finished;
use crate::kept::at_the_first_move;
use anyhow::{Context, Result, ensure};
use gier_web_tests::{Room, Server, Visit};
use std::time::Duration;

/// The sizes of window that the layout was drawn for.
const WINDOWS: [(i64, i64); 7] =
    [(1280, 650), (1366, 625), (390, 664), (375, 553), (820, 1180), (1920, 950), (2560, 1300)];
/// A small phone.
const PHONE: (i64, i64) = (390, 664);

async fn is_true(visit: &Visit, what: &str) -> Result<bool> {
    Ok(visit.eval(what).await? == true)
}

/// JavaScript that returns whether an element is completely inside the window.
fn inside(selector: &str) -> String {
    format!(
        "(() => {{ const box = $('{selector}').getBoundingClientRect(); return $('{selector}').checkVisibility() \
         && box.top >= -0.5 && box.left >= -0.5 && box.bottom <= innerHeight + 0.5 && box.right <= innerWidth + 0.5; }})()"
    )
}

/// A click with the mouse and a tap with a finger on each link of the introduction open what the link names,
/// and begin no game. The paper covers none of them, and a phone has the third one in its menu only.
pub async fn the_first_click_on_a_link_counts(room: &mut Room, server: &Server) -> Finished {
    let links = [("#win", "win"), ("#about", "about"), ("#keep", "keep")];
    for (width, height, count) in [(1280, 650, 3), (PHONE.0, PHONE.1, 2), (375, 667, 1), (768, 954, 1)] {
        for (link, part) in &links[..count] {
            let visit = Visit::to(room, &format!("{}?lang=da", server.address)).await?;
            visit.screen(width, height, false).await?;
            visit.middle(".intro .out").await?;
            let selector = format!(".intro a[href=\"{link}\"]");
            match width {
                1280 => visit.point(&selector).await?,
                _ => visit.touch(&selector).await?,
            }
            visit.until(&format!("$('#{part}').open")).await?;
            let plays = is_true(&visit, "$('#machine').hasAttribute('data-playing')").await?;
            ensure!(!plays, "{link} begins a game");
            visit.eval("history.back()").await?;
            visit.until(&format!("!$('#{part}').open")).await?;
            ensure!(is_true(&visit, &inside("#headline")).await?, "{link}: the introduction is gone");
            visit.end(room).await?;
        }
    }
    Ok(None)
}

/// Nothing moves while a button of the mouse is down on the wall.
pub async fn nothing_moves_under_the_pointer(room: &mut Room, server: &Server) -> Finished {
    const PLACES: &str = "[...document.querySelectorAll('.intro *, .controls *'), ...$('#machine').shadowRoot.querySelectorAll('button')] \
        .map((part) => { const box = part.getBoundingClientRect(); return [box.left, box.top]; })";
    let visit = Visit::to(room, &server.address).await?;
    let before = visit.eval(PLACES).await?;
    let (x, y) = visit.middle("#story").await?;
    visit.press(x, y).await?;
    tokio::time::sleep(Duration::from_millis(200)).await;
    ensure!(visit.eval(PLACES).await? == before, "something moves");
    visit.release(x, y).await?;
    visit.end(room).await
}

/// The address names the first program, and may have keys for it.
pub async fn an_address_names_the_program(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &format!("{}?program=pi", server.address)).await?;
    visit.until("$('#sheet').textContent.includes('3.14') && $('[href=\"#win\"]').hidden").await?;
    ensure!(visit.text("#object-name").await? == "π", "the program is not named");
    ensure!(visit.eval("location.search").await? == "", "a reload would begin again");
    visit.end(room).await?;
    let visit = Visit::to(room, &format!("{}?program=nim&keys=djk+3+3+", server.address)).await?;
    visit.until("$('#sheet').textContent.includes('De vil fjerne: 3')").await?;
    visit.end(room).await?;
    let visit = Visit::to(room, &format!("{}?program=nosuch", server.address)).await?;
    visit.until("$('#status').textContent.includes('There is no program nosuch')").await?;
    // The browser reports the missing file, which would count as trouble of the page.
    visit.end_tab().await?;
    Ok(None)
}

/// JavaScript that returns the places of the keys.
const KEYS: &str = "JSON.stringify([...$('#keys').querySelectorAll('.sign, .space')].map((key) => { \
    const box = key.getBoundingClientRect(); return [box.left, box.top, box.width].map(Math.round); }))";

/// In each window, the question and the space bar are inside the window, and the keys stay in their place, from
/// the first picture through the game to its end, in both languages.
pub async fn the_keys_stand_still(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    for (width, height) in WINDOWS {
        visit.go(&format!("{}?program=nim", server.address)).await?;
        visit.screen(width, height, false).await?;
        visit.eval("$('[data-speed=max]').dispatchEvent(new MouseEvent('click', { bubbles: true }))").await?;
        visit.state("key").await?;
        let first = visit.eval(KEYS).await?;
        for keys in ["", "djk ", "3 ", "3 ", "1 2 "] {
            visit.type_in(keys).await?;
            visit.state("key").await?;
            for part in ["#question", ".space"] {
                let is_inside = is_true(&visit, &inside(part)).await?;
                ensure!(is_inside, "{width}×{height}, after {keys:?}: {part} is outside the window");
            }
            ensure!(visit.eval(KEYS).await? == first, "{width}×{height}, after {keys:?}: the keys move");
            let lines = "(() => { const top = $('#sheet').getBoundingClientRect().top; \
                return [...$('#sheet').children].filter((line) => line.getBoundingClientRect().top >= top - 1).length; })()";
            let lines = visit.eval(lines).await?.as_u64().context("no lines")?;
            ensure!(
                keys.is_empty() || lines >= 7,
                "{width}×{height}, after {keys:?}: {lines} lines of paper"
            );
        }
        visit.eval("$('#danish').dispatchEvent(new MouseEvent('click', { bubbles: true }))").await?;
        ensure!(visit.eval(KEYS).await? == first, "{width}×{height}: the keys move in Danish");
        visit.eval("$('#english').dispatchEvent(new MouseEvent('click', { bubbles: true }))").await?;
    }
    visit.end(room).await
}

/// After *Compile and run*, the paper is in the window, and two faults leave room for the editor.
pub async fn a_compiled_program_shows_its_paper(room: &mut Room, server: &Server) -> Finished {
    for (width, height) in [(1280, 650), PHONE] {
        let visit = Visit::to(room, &format!("{}#own", server.address)).await?;
        visit.screen(width, height, false).await?;
        visit.choose("source", "_begin\n  a := 1; _comment wider than a phone;\n  b := 2\n_end;\n").await?;
        visit.point("#compile").await?;
        visit.until("$('#faults').textContent.includes('b is not declared')").await?;
        ensure!(visit.eval("$('#coloured .at i').textContent").await? == "2", "the line of the fault");
        ensure!(visit.eval("$('#coloured .bad').textContent").await? == "a", "the place of the fault");
        let high = visit.eval("$('.editor').clientHeight").await?.as_f64().context("no editor")?;
        ensure!(high >= 150.0, "at {width} two faults leave the editor {high} pixels");
        let faults = visit.text("#faults").await?;
        ensure!(faults.contains("2 │   a := 1;") && faults.contains("│   ^"), "{faults}");
        let is_wider = is_true(&visit, "$('#faults').scrollWidth > $('#faults').clientWidth").await?;
        ensure!(is_wider == (width < 700), "a line is folded, so the marks do not stand below the fault");
        visit.choose("source", "_begin write(‹ddd›, 321) _end;\n").await?;
        visit.point("#compile").await?;
        visit.until("$('#sheet').textContent.includes('321')").await?;
        ensure!(visit.eval("$('#headline').textContent").await? == "A program of your own", "its name");
        let seen = "(() => { const box = $('#sheet').lastElementChild.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })()";
        visit.until(seen).await?;
        visit.end(room).await?;
    }
    Ok(None)
}

/// On a phone, a finger switches the sound on and off, opens the board and closes it with either button, and Back
/// closes a sheet, of which the Tab key does not leave.
pub async fn a_finger_works_the_header(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    visit.screen(PHONE.0, PHONE.1, false).await?;
    for pressed in ["true", "false"] {
        visit.touch("#sound").await?;
        visit.until(&format!("$('#sound').ariaPressed === '{pressed}'")).await?;
    }
    for is_open in [true, false, true] {
        visit.touch(".set .menu").await?;
        visit.until("$('#menu').open").await?;
        visit.touch("#menu [data-act=board]").await?;
        visit.until(&format!("!$('#menu').open && $('#drawer').hidden !== {is_open}")).await?;
    }
    ensure!(is_true(&visit, &inside("#bits i:last-child")).await?, "the last bit is cut");
    visit.touch("#board-close").await?;
    visit.until("$('#drawer').hidden").await?;
    visit.touch(".set .menu").await?;
    visit.until("$('#menu').open").await?;
    for _ in 0..30 {
        visit.strike("Tab").await?;
        let is_within =
            "document.activeElement === document.body || document.activeElement.closest('#menu') !== null";
        ensure!(is_true(&visit, is_within).await?, "the Tab key leaves the menu");
    }
    visit.touch("#menu a[href=\"#programs\"]").await?;
    visit.until("$('#programs').checkVisibility() && !$('#menu').open").await?;
    visit.eval("history.back()").await?;
    visit.until("$('#machine').checkVisibility() && !$('#menu').open").await?;
    visit.end(room).await
}

/// A link names the program and the keys, and brings the same game back.
pub async fn a_link_carries_the_game(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    let link = async || -> Result<String> {
        visit.eval("$('#link').removeAttribute('href'); location.hash = 'share'").await?;
        visit.until("$('#link').hasAttribute('href')").await?;
        let link = visit.eval("$('#link').href").await?.as_str().context("no link")?.to_string();
        visit.until("$('#code svg') !== null").await?;
        visit.eval("history.back()").await?;
        Ok(link)
    };
    let begin = link().await?;
    ensure!(begin.len() < 500, "{} characters before a key", begin.len());
    visit.click("speed-max").await?;
    visit.type_in("djk 3 3 1 2 n").await?;
    visit.state("key").await?;
    let sheet = visit.sheet().await?;
    let whole = link().await?;
    ensure!(whole.len() < 2000, "{} characters after a game", whole.len());
    visit.end(room).await?;
    let visit = Visit::to(room, &whole).await?;
    visit.state("key").await?;
    ensure!(visit.sheet().await? == sheet, "another game:\n{}", visit.sheet().await?);
    visit.end(room).await
}

/// On a phone, one tap opens what a link carries, and one writes a symbol of ALGOL at the caret.
pub async fn a_tap_opens_and_writes(room: &mut Room, server: &Server) -> Finished {
    const OWN: &str = "_begin write(‹d›, 2) _end;";
    let visit = Visit::to(room, &server.address).await?;
    visit.choose("source", OWN).await?;
    visit.click("share-text").await?;
    visit.until("$('#link').href.includes('#algol=')").await?;
    let link = visit.eval("$('#link').href").await?.as_str().context("no link")?.to_string();
    visit.end(room).await?;
    let visit = Visit::to(room, &link).await?;
    visit.screen(PHONE.0, PHONE.1, false).await?;
    ensure!(visit.eval("$('#source').value").await? != OWN, "the link does not ask");
    visit.touch("#take-offer").await?;
    visit.until(&format!("$('#source').checkVisibility() && $('#source').value === '{OWN}'")).await?;
    visit.touch(".editor").await?;
    ensure!(visit.eval("document.activeElement.id").await? == "source", "below its text the editor is dead");
    visit.touch("#typing summary").await?;
    visit.eval("$('#source').setSelectionRange(18, 18)").await?;
    visit.touch("#symbols button[title^=\"multiply\"]").await?;
    ensure!(visit.eval("$('#source').value").await? == "_begin write(‹d›, ×2) _end;", "the symbol");
    ensure!(visit.eval("$('#source').selectionStart").await? == 19, "the caret does not follow");
    visit.end(room).await
}

/// A lesson says what is wrong with the words of `gier lesson`, remembers what is done, and keeps the text.
pub async fn a_lesson_is_checked(room: &mut Room, server: &Server) -> Finished {
    const RIGHT: &str =
        "_begin _integer a, b; a := typein; b := typein; write(‹-ndddd›, _if a > b _then a _else b) _end;";
    for (width, height) in [(1280, 650), PHONE] {
        let visit = Visit::to(room, &format!("{}#lesson-3", server.address)).await?;
        visit.screen(width, height, false).await?;
        visit.until("$('#source').value.includes('write(‹-ndddd›, a)') && $('#machine').inert").await?;
        ensure!(visit.eval("$('#lesson-list').childElementCount").await? == 16, "there are not 16 lessons");
        visit.touch("#check").await?;
        visit.until("$('#runs .right') !== null && $('#runs .wrong') !== null").await?;
        let faults = visit.text("#faults").await?;
        ensure!(faults.starts_with("With the input 3 8: the program prints 3, but 8 is right"), "{faults}");
        visit.until("$('#sheet').textContent.includes('3 8') && !$('#machine').inert").await?;
        ensure!(visit.eval("$('#headline').textContent").await? == "Lesson 3", "another name");
        visit.choose("source", RIGHT).await?;
        visit.touch("#check").await?;
        visit.until("$('#fault-count').textContent === 'All is right.'").await?;
        ensure!(is_true(&visit, "$('#runs .wrong') === null").await?, "a run is wrong");
        visit.touch("#next-lesson").await?;
        visit.until("$('#lesson-name').textContent === 'Lesson 4: Counting'").await?;
        visit.eval("history.back()").await?;
        visit.until(&format!("$('#source').value === {RIGHT:?}")).await?;
        ensure!(
            visit.eval("$('#lesson-list a:nth-child(3)').className").await? == "done",
            "its lamp is dark"
        );
        visit.eval("location.hash = 'own'").await?;
        visit.until("$('#own-name').checkVisibility() && !$('#source').value.includes('typein')").await?;
        visit.end(room).await?;
    }
    Ok(None)
}

/// On paper, there is only the paper.
pub async fn only_the_paper_is_printed(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    visit.media("print", "prefers-color-scheme", "light").await?;
    for part in [".strip", ".move", ".body", ".table", ".controls", ".top", ".intro"] {
        ensure!(!is_true(&visit, &format!("$('{part}').checkVisibility()")).await?, "{part} is printed");
    }
    ensure!(is_true(&visit, "$('#sheet').checkVisibility()").await?, "the paper is not printed");
    visit.end(room).await
}

/// A dropped text opens the editor, the next good file removes an old message, and Backspace is answered.
pub async fn files_and_keys_are_answered(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    visit.strike("Backspace").await?;
    visit.until("$('#notes').textContent.includes('cannot rub out')").await?;
    visit.drop(&[("picture.png", b"\x89PNG\0\0")]).await?;
    visit.until("$('#notes').textContent.includes('picture.png')").await?;
    visit.drop(&[("text.alg", "_begin write(‹d›, 1) _end;".as_bytes())]).await?;
    visit.until("$('#source').checkVisibility()").await?;
    ensure!(visit.text("#notes").await?.is_empty(), "the old message stays: {}", visit.text("#notes").await?);
    visit.play("life").await?;
    visit.until("document.title.startsWith('Life')").await?;
    visit.end(room).await
}

/// On a phone with a slow network, little moves while the page is loaded, and the frame stays until the machine is
/// there.
pub async fn little_moves_while_it_loads(room: &mut Room, server: &Server) -> Finished {
    const MOVED: &str = "new Promise((done) => { let sum = 0; new PerformanceObserver((list) => { \
        for (const shift of list.getEntries()) sum += shift.value; }).observe({ type: 'layout-shift', buffered: true }); \
        setTimeout(() => done(sum), 300); })";
    let visit = Visit::slowly_to(room, &server.address).await?;
    visit.screen(PHONE.0, PHONE.1, false).await?;
    visit.reload().await?;
    let moved = visit.eval(MOVED).await?.as_f64().context("no shift")?;
    ensure!(moved <= 0.01, "the layout shifts by {moved}");
    visit.end(room).await
}

/// The machine room opens the visitor's session, and its keys and buttons work the panel. The panel takes the Tab key,
/// so pressing Escape twice leads out of it.
pub async fn the_machine_room_has_the_session(room: &mut Room, server: &Server) -> Finished {
    let visit = at_the_first_move(room, server).await?;
    visit.go(&format!("{}panel.html", server.address)).await?;
    let shows = |text: &str| format!("$('#screen').innerText.includes('{text}')");
    visit.until(&shows("De vil fjerne")).await?;
    visit.eval("$('#screen').focus()").await?;
    visit.strike("3").await?;
    visit.until(&shows("tændstikker: 3")).await?;
    visit.strike("F1").await?;
    visit.until(&shows("The past")).await?;
    visit.strike("Escape").await?;
    visit.until(&shows("tændstikker: 3")).await?;
    visit.screen(PHONE.0, PHONE.1, false).await?;
    visit.touch(".set .menu").await?;
    visit.until("$('nav').checkVisibility()").await?;
    visit.touch(".set .menu").await?;
    visit.touch("#bar-keys button:nth-child(2)").await?;
    visit.until(&format!("!{}", shows("tændstikker: 3"))).await?;
    ensure!(is_true(&visit, "$('#bar-commands').childElementCount > 0").await?, "the bar has no commands");
    visit.eval("$('#screen').focus()").await?;
    for _ in 0..3 {
        visit.strike("Escape").await?;
    }
    ensure!(visit.eval("document.activeElement.id").await? == "leave", "the focus does not leave the panel");
    visit.end(room).await
}

/// In exhibit mode (`?exhibit`), the page plays NIM by itself, in its own language. The first touch begins a
/// visitor's game and strikes no key. A minute and a half later, the page plays by itself again.
pub async fn the_exhibit_plays_by_itself(room: &mut Room, server: &Server) -> Finished {
    for (language, says) in [("da", "Dansk"), ("en", "English")] {
        let visit = Visit::to(room, &format!("{}?exhibit&lang={language}", server.address)).await?;
        visit.until(&format!("$('#sheet').textContent.includes('{says}')")).await?;
        let seen = "[...document.querySelectorAll('a, #files, #source, select'), $('#drawer'), $('#board-open')] \
                    .filter((part) => part.checkVisibility()).length";
        ensure!(visit.eval(seen).await? == 0, "links, files, editors or buttons of the board are there");
        visit.until("$('#home-code svg') !== null").await?;
        visit.touch("[data-signs=\"dD\"]").await?;
        visit.until("!$('.touch').checkVisibility()").await?;
        visit.state("key").await?;
        let sheet = visit.sheet().await?;
        let is_fresh = !sheet.contains(says) && sheet.trim_end().ends_with("german.:");
        ensure!(is_fresh, "the touch strikes a key: {sheet}");
        visit.touch("[data-signs=\"eE\"]").await?;
        visit.until("$('#sheet').textContent.includes('English')").await?;
        visit.drop(&[("text.alg", "_begin write(‹d›, 1) _end;".as_bytes())]).await?;
        ensure!(visit.eval("$('#source').value.includes('write(')").await? == false, "it takes a file");
        visit.touch("[data-act=fresh]").await?;
        visit.until("!$('#sheet').textContent.includes('English')").await?;
        // The test moves the page's clock.
        visit
            .eval("{ const now = performance.now.bind(performance); performance.now = () => now() + 91000; }")
            .await?;
        visit.until("$('.touch').checkVisibility()").await?;
        visit.until(&format!("$('#sheet').textContent.includes('{says}')")).await?;
        visit.end(room).await?;
    }
    Ok(None)
}
