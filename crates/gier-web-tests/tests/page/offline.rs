//! Tests that the page works without its server after the first visit. The browser runs without a test
//! driver, because drivers delay service workers.

use crate::Finished;
use anyhow::{Context, Result, ensure};
use gier_web_tests::{Room, Server, browser};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long the first visit may take until the page is ready.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long the test waits for the browser to store the page for offline use.
const STORED: Duration = Duration::from_secs(3);

/// A command that runs a headless browser. The browser keeps its data in the folder `profile`, so a second
/// visit finds what the first one stored.
pub fn alone(program: &Path, profile: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--no-proxy-server"]);
    command.arg(format!("--user-data-dir={}", profile.display()));
    command.stderr(Stdio::null());
    command
}

/// The HTML of the page after all its scripts have finished.
fn page(program: &Path, profile: &Path, address: &str) -> Result<String> {
    // The browser's own time may pass before the page has loaded, if this computer is busy.
    let mut text = String::new();
    for _ in 0..3 {
        let mut visit = alone(program, profile);
        visit.args(["--virtual-time-budget=15000", "--dump-dom", address]);
        text = String::from_utf8(visit.output()?.stdout)?;
        if text.contains("data-ready=\"yes\"") {
            break;
        }
    }
    Ok(text)
}

pub async fn the_page_works_offline(_: &mut Room, _: &Server) -> Finished {
    if !cfg!(unix) {
        return Ok(Some("only here is it known how a browser is asked to end"));
    }
    let program = browser()?.context("there is a browser")?;
    let profile = tempfile::tempdir()?;
    let server = Server::open()?;
    let mut first = alone(&program, profile.path())
        .args(["--remote-debugging-port=0", &server.address])
        .stdout(Stdio::null())
        .spawn()?;
    let begin = Instant::now();
    while !server.not_asked()?.is_empty() && begin.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let missing = server.not_asked()?;
    tokio::time::sleep(STORED).await;
    Command::new("kill").arg(first.id().to_string()).status()?;
    first.wait()?;
    ensure!(missing.is_empty(), "the first visit does not load {missing:?}");

    let address = server.address.clone();
    drop(server);
    let guest = page(&program, profile.path(), &address)?;
    ensure!(guest.contains("data-ready=\"yes\"") && guest.contains("data-state=\"key\""), "{guest}");
    // The page of the panel was not visited while the server ran.
    let panel = page(&program, profile.path(), &format!("{address}panel.html"))?;
    ensure!(panel.contains("data-ready=\"yes\""), "{panel}");
    Ok(None)
}
