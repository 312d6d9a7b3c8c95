//! A visit to the page. It clicks, types and drops files as a visitor does, and reads what the page shows.

use crate::{Finished, Room};
use anyhow::{Context, Result, anyhow, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chromiumoxide::Page;
use chromiumoxide::cdp::browser_protocol::browser::BrowserContextId;
use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetCpuThrottlingRateParams, SetDeviceMetricsOverrideParams, SetEmulatedMediaParams,
    SetTouchEmulationEnabledParams,
};
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType,
    DispatchTouchEventReturns, MouseButton, TouchPoint,
};
use chromiumoxide::cdp::browser_protocol::log::EventEntryAdded;
use chromiumoxide::cdp::browser_protocol::network::{
    EmulateNetworkConditionsByRuleParams, EventRequestWillBeSent, NetworkConditions,
};
use chromiumoxide::cdp::browser_protocol::page::CaptureScreenshotFormat;
use chromiumoxide::cdp::browser_protocol::performance::{EnableParams, GetMetricsParams};
use chromiumoxide::cdp::browser_protocol::target::{CreateBrowserContextParams, CreateTargetParams};
use chromiumoxide::cdp::js_protocol::runtime::{EvaluateParams, EventConsoleApiCalled, EventExceptionThrown};
use chromiumoxide::page::ScreenshotParams;
use chromiumoxide::types::{Command, Method, MethodId};
use futures::StreamExt;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The fingers that touch the screen now. An empty list means that the last one has left it. chromiumoxide's own
/// command would not send an empty list, and the browser refuses a command without one.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Touch {
    #[serde(rename = "type")]
    kind: &'static str,
    touch_points: Vec<TouchPoint>,
}

impl Method for Touch {
    fn identifier(&self) -> MethodId {
        "Input.dispatchTouchEvent".into()
    }
}

impl Command for Touch {
    type Response = DispatchTouchEventReturns;
}

/// A visit waits this long for something. Then it fails.
const PATIENCE: Duration = Duration::from_secs(60);
/// While a visit waits, it pauses this long between two checks.
const LOOK: Duration = Duration::from_millis(10);

/// A script that records the files that the page offers, instead of letting the browser save them. It also
/// defines `$(selector)`, which finds an element in the page or in the shadow tree of a `<gier-machine>`.
const KEEP_FILES: &str = "(() => {
  window.$ = (selector) => document.querySelector(selector)
    ?? [...document.querySelectorAll('gier-machine')].map((machine) => machine.shadowRoot?.querySelector(selector)).find(Boolean)
    ?? null;
  window.given = [];
  URL.createObjectURL = (blob) => { window.given.push(blob); return '#'; };
  HTMLAnchorElement.prototype.click = function () { window.given.at(-1).as = this.download; };
})()";

/// A file that the page offered to save.
#[derive(Debug)]
pub struct Saved {
    /// The name under which the page offered the file.
    pub name: String,
    /// The file's contents.
    pub bytes: Vec<u8>,
}

impl Saved {
    /// The file's contents as text.
    ///
    /// # Errors
    /// Fails if the file is not UTF-8.
    pub fn text(self) -> Result<String> {
        Ok(String::from_utf8(self.bytes)?)
    }
}

/// A browser tab with the page. It begins with empty storage, unless [`Visit::beside`] opened it.
pub struct Visit {
    page: Page,
    context: BrowserContextId,
    trouble: Arc<Mutex<Vec<String>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Visit {
    /// Opens the page and waits until it is ready.
    ///
    /// # Errors
    /// Fails if the page does not become ready.
    pub async fn to(room: &mut Room, address: &str) -> Result<Visit> {
        let context = room.browser.create_browser_context(CreateBrowserContextParams::default()).await?;
        Visit::within(room, context, address, false).await
    }

    /// Opens the page on a slow network (Chromium's “Fast 3G”), with the processor slowed down to a quarter
    /// of its speed.
    ///
    /// # Errors
    /// Fails if the page does not become ready.
    pub async fn slowly_to(room: &mut Room, address: &str) -> Result<Visit> {
        let context = room.browser.create_browser_context(CreateBrowserContextParams::default()).await?;
        Visit::within(room, context, address, true).await
    }

    /// Opens the page in another tab, which shares the browser storage of this one.
    ///
    /// # Errors
    /// Fails if the page does not become ready.
    pub async fn beside(&self, room: &mut Room, address: &str) -> Result<Visit> {
        Visit::within(room, self.context.clone(), address, false).await
    }

    /// Closes the tab of this visit.
    ///
    /// # Errors
    /// Fails if the tab is gone.
    pub async fn end_tab(self) -> Result<()> {
        Ok(self.page.close().await?)
    }

    async fn within(
        room: &mut Room,
        context: BrowserContextId,
        address: &str,
        is_slow: bool,
    ) -> Result<Visit> {
        let mut blank = CreateTargetParams::new("about:blank");
        blank.browser_context_id = Some(context.clone());
        let page = room.browser.new_page(blank).await?;
        page.enable_log().await?;
        page.enable_runtime().await?;
        let (trouble, asked) = (Arc::<Mutex<Vec<String>>>::default(), Arc::<Mutex<Vec<String>>>::default());
        note(page.event_listener().await?, &trouble, |event: &EventExceptionThrown| {
            Some(format!("{:?}", event.exception_details))
        });
        note(page.event_listener().await?, &trouble, |event: &EventEntryAdded| {
            Some(format!("{:?}: {} {:?}", event.entry.level, event.entry.text, event.entry.url))
        });
        note(page.event_listener().await?, &trouble, |event: &EventConsoleApiCalled| {
            Some(format!("{:?}: {:?}", event.r#type, event.args))
        });
        note(page.event_listener().await?, &asked, |event: &EventRequestWillBeSent| {
            Some(event.request.url.clone())
        });
        page.evaluate_on_new_document(KEEP_FILES).await?;
        // The browser's own window is low. In it, the page would hide GIER's keys.
        page.execute(SetDeviceMetricsOverrideParams::new(1280, 800, 1.0, false)).await?;
        if is_slow {
            // The latency is in milliseconds and the throughput in bytes per second. Chromium's
            // developer tools have the same values.
            let slow = NetworkConditions::new("", 562.5, 188_744.0, 86_400.0);
            page.execute(EmulateNetworkConditionsByRuleParams::new(false, vec![slow])).await?;
            page.execute(SetCpuThrottlingRateParams::new(4.0)).await?;
        }
        let visit = Visit { page, context, trouble, asked };
        visit.go(address).await?;
        Ok(visit)
    }

    /// Goes to an address and waits until the page is ready.
    ///
    /// # Errors
    /// Fails if the page does not become ready.
    pub async fn go(&self, address: &str) -> Result<()> {
        self.page.goto(address).await?;
        self.ready().await
    }

    /// Reloads the page and waits until it is ready.
    ///
    /// # Errors
    /// Fails if the page does not become ready.
    pub async fn reload(&self) -> Result<()> {
        self.page.reload().await?;
        self.ready().await
    }

    async fn ready(&self) -> Result<()> {
        self.until(
            "document.documentElement.dataset.ready === 'yes' || (document.querySelectorAll('gier-machine').length > 1 \
             && [...document.querySelectorAll('gier-machine')].every((machine) => machine.dataset.state))",
        )
        .await
    }

    /// Ends the visit and checks that there were no errors and no requests to other servers. Returns that the test
    /// was not skipped, because most tests end with their visit.
    ///
    /// # Errors
    /// Returns the errors and the requests to other servers, if there were any.
    pub async fn end(self, room: &mut Room) -> Finished {
        let origin = self.eval("location.origin").await?.as_str().unwrap_or_default().to_string();
        room.browser.dispose_browser_context(self.context).await?;
        let trouble = self.trouble.lock().expect("nobody panics with it").join("\n");
        ensure!(trouble.is_empty(), "the page has trouble:\n{trouble}");
        let asked = self.asked.lock().expect("nobody panics with it");
        let stranger = asked.iter().find(|url| {
            !url.starts_with(&origin) && !["about:", "data:", "blob:"].iter().any(|own| url.starts_with(own))
        });
        ensure!(stranger.is_none(), "the page asks another host: {stranger:?}");
        Ok(None)
    }

    /// The value of a JavaScript expression. If the value is a promise, waits until it resolves and returns
    /// its result.
    ///
    /// # Errors
    /// Fails if the expression throws an exception.
    pub async fn eval(&self, expression: &str) -> Result<Value> {
        let mut params = EvaluateParams::new(expression);
        params.await_promise = Some(true);
        params.return_by_value = Some(true);
        let result = self.page.evaluate_expression(params).await.with_context(|| expression.to_string())?;
        Ok(result.value().cloned().unwrap_or(Value::Null))
    }

    /// Waits until a JavaScript expression is true.
    ///
    /// # Errors
    /// Fails if the expression does not become true in time.
    pub async fn until(&self, expression: &str) -> Result<()> {
        let begin = Instant::now();
        while self.eval(expression).await.ok() != Some(Value::Bool(true)) {
            if begin.elapsed() > PATIENCE {
                let status = self.text("#status").await;
                let trouble = self.trouble.lock().expect("nobody panics with it").join("\n");
                bail!("this does not come true: {expression}\nstatus: {status:?}\n{trouble}");
            }
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    /// Waits until the machine is in the state with this name.
    ///
    /// # Errors
    /// Fails if the machine does not reach the state in time.
    pub async fn state(&self, name: &str) -> Result<()> {
        self.until(&format!("$('#status').dataset.state === '{name}'")).await
    }

    /// The text that the screen shows in an element.
    ///
    /// # Errors
    /// Fails if there is no such element.
    pub async fn text(&self, selector: &str) -> Result<String> {
        let text = self.eval(&format!("$('{selector}').innerText")).await?;
        Ok(text.as_str().with_context(|| format!("{selector} has no text"))?.to_string())
    }

    /// The text on the typewriter's sheet.
    ///
    /// # Errors
    /// Fails if there is no sheet.
    pub async fn sheet(&self) -> Result<String> {
        let lines = self
            .eval("[...$('#sheet').children].map((line) => line.textContent.trimEnd()).join('\\n')")
            .await?;
        Ok(lines.as_str().context("there is no sheet")?.to_string())
    }

    /// Clicks the button with this id with the mouse. If the button is in a closed part of the page, opens this
    /// part first, and closes a sheet afterwards.
    ///
    /// # Errors
    /// Fails if there is no such button, or if something covers it.
    pub async fn click(&self, id: &str) -> Result<()> {
        let part = self
            .eval(&format!(
                "(() => {{ const button = $('#{id}'), part = button.closest('dialog, .view');
                   if (!button.checkVisibility() || document.querySelector('dialog[open]') && !button.closest('dialog[open]'))
                     location.hash = part ? part.id : '';
                   return button.closest('#drawer') ? 'drawer' : part?.localName ?? ''; }})()"
            ))
            .await?;
        if part == "drawer" && self.eval("$('#drawer').hidden").await? == true {
            self.point("#board-open").await?;
        }
        self.until(&format!("$('#{id}').checkVisibility()")).await?;
        self.point(&format!("#{id}")).await?;
        if part == "dialog" {
            self.eval("location.hash = ''").await?;
            self.until("!document.querySelector('dialog[open]')").await?;
        }
        Ok(())
    }

    /// Waits until the page is not busy. It is busy while it loads a program, the compiler or the visitor's
    /// files.
    async fn until_idle(&self) -> Result<()> {
        self.until("!document.body.ariaBusy").await
    }

    /// Scrolls an element into view and clicks in its middle with the mouse.
    ///
    /// # Errors
    /// Fails if there is no such element, or if something covers it.
    pub async fn point(&self, selector: &str) -> Result<()> {
        let (x, y) = self.middle(selector).await?;
        self.press(x, y).await?;
        self.release(x, y).await?;
        self.until_idle().await
    }

    /// Touches the middle of an element with a finger.
    ///
    /// # Errors
    /// Fails if there is no such element, or if something covers it.
    pub async fn touch(&self, selector: &str) -> Result<()> {
        self.page.execute(SetTouchEmulationEnabledParams::new(true)).await?;
        let (x, y) = self.middle(selector).await?;
        let finger = TouchPoint::builder().x(x).y(y).build().map_err(|what| anyhow!(what))?;
        for (kind, touch_points) in [("touchStart", vec![finger]), ("touchEnd", Vec::new())] {
            self.page.execute(Touch { kind, touch_points }).await?;
        }
        self.until_idle().await
    }

    /// The middle of an element, after the element was scrolled into view. Waits while something covers the element:
    /// a sheet may not have opened yet.
    ///
    /// # Errors
    /// Fails if there is no such element, or if something still covers it after a while.
    pub async fn middle(&self, selector: &str) -> Result<(f64, f64)> {
        let begin = Instant::now();
        loop {
            let (x, y, cover) = self.middle_and_cover(selector).await?;
            if cover.is_empty() {
                return Ok((x, y));
            }
            ensure!(begin.elapsed() < PATIENCE, "{selector} is covered by {cover}");
            tokio::time::sleep(LOOK).await;
        }
    }

    /// The middle of an element, and the beginning of what covers it there.
    async fn middle_and_cover(&self, selector: &str) -> Result<(f64, f64, String)> {
        let place = self
            .eval(&format!(
                "(() => {{ const element = $('{selector}'); element.scrollIntoView({{ block: 'nearest' }}); \
                 const box = element.getBoundingClientRect(); \
                 const x = box.left + box.width / 2, y = box.top + box.height / 2; \
                 let hit = document.elementFromPoint(x, y); \
                 while (hit?.shadowRoot?.elementFromPoint(x, y) && hit.shadowRoot.elementFromPoint(x, y) !== hit) \
                   hit = hit.shadowRoot.elementFromPoint(x, y); \
                 return [x, y, element.contains(hit) || hit?.contains(element) ? '' : hit?.outerHTML.slice(0, 80) ?? 'nothing']; }})()"
            ))
            .await?;
        Ok(serde_json::from_value(place)?)
    }

    /// Presses the left button of the mouse.
    ///
    /// # Errors
    /// Fails if the browser does not accept the event.
    pub async fn press(&self, x: f64, y: f64) -> Result<()> {
        self.mouse(DispatchMouseEventType::MousePressed, x, y).await
    }

    /// Releases the left button of the mouse.
    ///
    /// # Errors
    /// Fails if the browser does not accept the event.
    pub async fn release(&self, x: f64, y: f64) -> Result<()> {
        self.mouse(DispatchMouseEventType::MouseReleased, x, y).await
    }

    async fn mouse(&self, kind: DispatchMouseEventType, x: f64, y: f64) -> Result<()> {
        let mut event = DispatchMouseEventParams::new(kind, x, y);
        event.button = Some(MouseButton::Left);
        event.click_count = Some(1);
        self.page.execute(event).await?;
        Ok(())
    }

    /// Chooses a program from the page's gallery.
    ///
    /// # Errors
    /// Fails if there is no such program.
    pub async fn play(&self, name: &str) -> Result<()> {
        self.eval("location.hash = 'programs'").await?;
        self.until("$('#programs').checkVisibility()").await?;
        self.point(&format!("[data-program={name}]")).await?;
        self.until("$('#machine').checkVisibility()").await
    }

    /// Selects `value` in the drop-down list with this id, or writes it into the field with this id.
    ///
    /// # Errors
    /// Fails if there is no such list or field.
    pub async fn choose(&self, id: &str, value: &str) -> Result<()> {
        let value = serde_json::to_string(value)?;
        self.eval(&format!(
            "{{ const place = $('#{id}'); place.value = {value}; \
             place.dispatchEvent(new Event('change', {{ bubbles: true }})); place.dispatchEvent(new Event('input')); }}"
        ))
        .await?;
        Ok(())
    }

    /// Presses a key of the computer's keyboard. `key` is the key's name in the browser, such as `Enter`.
    ///
    /// # Errors
    /// Fails if the browser does not accept the key.
    pub async fn strike(&self, key: &str) -> Result<()> {
        let text = match key {
            "Enter" => Some("\r"),
            one if one.chars().count() == 1 => Some(one),
            _ => None,
        };
        for kind in [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp] {
            let mut event = DispatchKeyEventParams::new(kind.clone());
            event.key = Some(key.to_string());
            // The browser knows the keys that it handles itself by their number.
            event.windows_virtual_key_code = (key == "Tab").then_some(9);
            event.text = text.filter(|_| kind == DispatchKeyEventType::KeyDown).map(str::to_string);
            self.page.execute(event).await?;
        }
        Ok(())
    }

    /// Types a text. Waits before each key until the program asks for one.
    ///
    /// # Errors
    /// Fails if the program does not wait for a key in time.
    pub async fn type_in(&self, typed: &str) -> Result<()> {
        for character in typed.chars() {
            self.state("key").await?;
            let key = if character == '\n' { "Enter".to_string() } else { character.to_string() };
            self.strike(&key).await?;
            // The page must handle the key before its state is checked again.
            self.until("true").await?;
        }
        Ok(())
    }

    /// Drops files on the page.
    ///
    /// # Errors
    /// Fails if the page does not accept the files.
    pub async fn drop(&self, files: &[(&str, &[u8])]) -> Result<()> {
        let files: Vec<(&str, String)> =
            files.iter().map(|(name, bytes)| (*name, BASE64_STANDARD.encode(bytes))).collect();
        self.eval(&format!(
            "{{ const data = new DataTransfer();
                for (const [name, text] of {}) {{
                  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
                  data.items.add(new File([bytes], name));
                }}
                document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }})); }}",
            serde_json::to_string(&files)?
        ))
        .await?;
        self.until_idle().await
    }

    /// Clicks a button that offers a file, and returns the file.
    ///
    /// # Errors
    /// Fails if the button offers no file.
    pub async fn saved(&self, button: &str) -> Result<Saved> {
        self.eval("window.given.length = 0").await?;
        self.click(button).await?;
        self.until("window.given.length === 1 && 'as' in window.given[0]").await?;
        let given = self
            .eval(
                "new Promise((done) => { const reader = new FileReader(); const blob = window.given[0]; \
                 reader.onload = () => done([blob.as, reader.result.slice(reader.result.indexOf(',') + 1)]); \
                 reader.readAsDataURL(blob); })",
            )
            .await?;
        let (name, bytes): (String, String) = serde_json::from_value(given)?;
        Ok(Saved { name, bytes: BASE64_STANDARD.decode(bytes)? })
    }

    /// Sets the size of the screen in pixels. Also sets whether the visitor prefers dark colours.
    ///
    /// # Errors
    /// Fails if the browser does not accept the settings.
    pub async fn screen(&self, width: i64, height: i64, dark: bool) -> Result<()> {
        let metrics = SetDeviceMetricsOverrideParams::new(width, height, 1.0, width < 600);
        self.page.execute(metrics).await?;
        self.media("screen", "prefers-color-scheme", if dark { "dark" } else { "light" }).await?;
        // The page needs time for its new layout.
        tokio::time::sleep(Duration::from_millis(200)).await;
        Ok(())
    }

    /// Makes the browser show the page on this medium (`screen` or `print`), for a visitor with this preference.
    ///
    /// # Errors
    /// Fails if the browser does not accept the settings.
    pub async fn media(&self, medium: &str, preference: &str, value: &str) -> Result<()> {
        let features = Some(vec![MediaFeature::new(preference, value)]);
        self.page.execute(SetEmulatedMediaParams { media: Some(medium.to_string()), features }).await?;
        Ok(())
    }

    /// How long the page's tasks have taken, and the browser's clock, both in seconds.
    ///
    /// # Errors
    /// Fails if the browser does not say it.
    pub async fn work(&self) -> Result<(f64, f64)> {
        self.page.execute(EnableParams::default()).await?;
        let metrics = self.page.execute(GetMetricsParams::default()).await?.result.metrics;
        let value = |name| metrics.iter().find(|metric| metric.name == name).map(|metric| metric.value);
        Ok((value("TaskDuration").context("no tasks")?, value("Timestamp").context("no clock")?))
    }

    /// A picture of the screen, as a PNG file.
    ///
    /// # Errors
    /// Fails if the browser makes no picture.
    pub async fn picture(&self) -> Result<Vec<u8>> {
        let params = ScreenshotParams::builder().format(CaptureScreenshotFormat::Png).build();
        Ok(self.page.screenshot(params).await?)
    }
}

/// Collects texts in the background. Calls `tell` for each event of the browser. If `tell` returns a text,
/// appends this text to `into`.
fn note<E: chromiumoxide::cdp::IntoEventKind + Unpin + Send + Sync + 'static>(
    mut events: chromiumoxide::listeners::EventStream<E>,
    into: &Arc<Mutex<Vec<String>>>,
    tell: impl Fn(&E) -> Option<String> + Send + 'static,
) {
    let into = into.clone();
    tokio::spawn(async move {
        while let Some(event) = events.next().await {
            into.lock().expect("nobody panics with it").extend(tell(&event));
        }
    });
}
