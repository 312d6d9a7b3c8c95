//! Tests which keys go to the typewriter, and which element has the focus after a click or a choice.

use crate::Finished;
use anyhow::{Result, ensure};
use gier_web_tests::{Room, Server, Visit};

/// The id of the element that has the focus, or its tag if it has no id.
async fn focus(visit: &Visit) -> Result<String> {
    let focus = visit
        .eval("(() => { const outer = document.activeElement, element = outer.shadowRoot?.activeElement ?? outer; \
               return element.id || element.tagName; })()")
        .await?;
    Ok(focus.as_str().unwrap_or_default().to_string())
}

/// Opens the page, on which NIM runs without a speed limit and asks its first question.
pub async fn nim(room: &mut Room, server: &Server) -> Result<Visit> {
    let visit = Visit::to(room, &server.address).await?;
    visit.click("speed-max").await?;
    visit.state("key").await?;
    Ok(visit)
}

/// Presses `d` and checks that the program continues in Danish. If not, the error message begins with `when`,
/// for example `after a choice`.
async fn speaks_danish(visit: &Visit, when: &str) -> Result<()> {
    visit.state("key").await?;
    visit.strike("d").await?;
    visit.state("key").await?;
    ensure!(visit.sheet().await?.contains("Dansk"), "{when}: {}", visit.sheet().await?);
    Ok(())
}

pub async fn after_a_choice_keys_go_to_the_typewriter(room: &mut Room, server: &Server) -> Finished {
    let visit = nim(room, server).await?;
    visit.play("russian-nim").await?;
    ensure!(focus(&visit).await? == "sheet", "the focus is on {}", focus(&visit).await?);
    visit.play("nim").await?;
    speaks_danish(&visit, "after a choice").await?;
    ensure!(visit.eval("$('[data-program=nim]').ariaPressed").await? == "true", "another program");
    // If a list of the page has the focus, letters still go to the typewriter.
    visit.eval("location.hash = 'own'").await?;
    visit.until("$('#template').checkVisibility()").await?;
    visit.eval("$('#template').focus()").await?;
    visit.strike("j").await?;
    visit.until("$('#sheet').textContent.includes('mellemrum: j')").await?;
    visit.end(room).await
}

pub async fn after_a_click_keys_go_to_the_typewriter(room: &mut Room, server: &Server) -> Finished {
    let visit = nim(room, server).await?;
    visit.strike("d").await?;
    // A key that GIER has not read before STOP is released in vain.
    visit.until("$('#machine').hasAttribute('data-playing')").await?;
    for button in ["stop", "start", "speed-4", "speed-max", "again"] {
        visit.click(button).await?;
        ensure!(focus(&visit).await? == "sheet", "after {button} the focus is on {}", focus(&visit).await?);
    }
    visit.point("#keys .shift").await?;
    visit.point("#keys .shift").await?;
    ensure!(focus(&visit).await? == "sheet", "after capitals the focus is on {}", focus(&visit).await?);
    speaks_danish(&visit, "after clicks").await?;
    let ring = visit.eval("getComputedStyle($('#sheet')).outlineStyle").await?;
    ensure!(ring == "none", "a ring is around the paper");
    // The button that was clicked last takes no space.
    visit.strike(" ").await?;
    visit.state("key").await?;
    ensure!(visit.sheet().await?.contains("Dansk"), "a space began again: {}", visit.sheet().await?);
    visit.end(room).await
}

pub async fn a_control_worked_by_keyboard_keeps_the_focus(room: &mut Room, server: &Server) -> Finished {
    let visit = nim(room, server).await?;
    // Space and Enter work a control that was reached by keyboard, not by the mouse.
    visit.strike("Tab").await?;
    for (button, key) in [("speed-1", " "), ("speed-max", "Enter")] {
        visit.eval(&format!("$('#{button}').focus()")).await?;
        visit.strike(key).await?;
        let pressed = visit.eval(&format!("$('#{button}').ariaPressed")).await?;
        ensure!(
            pressed == "true" && focus(&visit).await? == button,
            "{button}: {pressed}, {}",
            focus(&visit).await?
        );
    }
    visit.eval("$('#keys .shift').focus()").await?;
    for pressed in ["true", "false"] {
        visit.strike("Enter").await?;
        let now = visit.eval("$('#keys .shift').ariaPressed").await?;
        ensure!(now == pressed, "capitals: {now} on {}", focus(&visit).await?);
    }
    // Letters still go to the typewriter, even if a list has the focus.
    visit.eval("location.hash = 'own'").await?;
    visit.until("$('#tongue').checkVisibility()").await?;
    visit.eval("$('#tongue').focus()").await?;
    speaks_danish(&visit, "on the list").await?;
    ensure!(focus(&visit).await? == "tongue", "the focus is on {}", focus(&visit).await?);
    ensure!(visit.eval("$('#tongue').value").await? == "algol", "another language of the text");
    visit.end(room).await
}

/// A text field takes every key, and the keys that an input method composes are not struck.
pub async fn some_keys_are_not_for_the_typewriter(room: &mut Room, server: &Server) -> Finished {
    let visit = nim(room, server).await?;
    let paper = visit.sheet().await?;
    visit.eval("location.hash = 'own'").await?;
    visit.until("$('#source').checkVisibility()").await?;
    visit.eval("$('#source').focus()").await?;
    visit.strike("d").await?;
    visit.strike(" ").await?;
    let text = visit.eval("$('#source').value").await?;
    ensure!(text.as_str().is_some_and(|text| text.contains("d ")), "the field lacks keys: {text}");
    ensure!(visit.sheet().await? == paper, "{}", visit.sheet().await?);
    visit.eval("location.hash = ''").await?;
    visit.until("$('#machine').checkVisibility()").await?;
    visit
        .eval(
            "$('#sheet').dispatchEvent(new KeyboardEvent('keydown', \
             { key: 'd', isComposing: true, bubbles: true, composed: true, cancelable: true }))",
        )
        .await?;
    ensure!(visit.sheet().await? == paper, "{}", visit.sheet().await?);
    speaks_danish(&visit, "after a composition").await?;
    visit.end(room).await
}
