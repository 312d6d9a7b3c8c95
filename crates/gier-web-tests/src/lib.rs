//! Tools for testing the web page in a real browser. They find and start the browser, serve the page, and
//! use it as a visitor does.

// This is the same file as the server of `cargo xtask web --serve`.
#[path = "../../xtask-web/src/serve.rs"]
#[allow(dead_code, reason = "the tests take its answers, and end it")]
pub mod serve;
mod visit;

pub use visit::{Saved, Visit};

use anyhow::{Context, Result, anyhow, bail};
use chromiumoxide::{Browser, BrowserConfig};
use futures::StreamExt;
use std::collections::BTreeSet;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use tempfile::TempDir;

/// The environment variable with the path of the browser. It is necessary only if the browser has none of the
/// usual [`NAMES`].
const BROWSER: &str = "GIER_BROWSER";
/// If this environment variable is set, the tests fail without a browser. Otherwise they are skipped.
const DEMANDED: &str = "GIER_BROWSER_DEMANDED";
/// The usual names of Chromium's executable file.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// The result of a test: `None` if it ran, or the reason why it was skipped.
pub type Finished = Result<Option<&'static str>>;

/// The root of the source tree.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads a file of the source tree as text.
///
/// # Errors
/// Fails if the file is not there.
pub fn text(path: &str) -> Result<String> {
    std::fs::read_to_string(root().join(path)).with_context(|| path.to_string())
}

/// Finds the browser of this computer. Returns `None` if there is none.
///
/// # Errors
/// Fails if there is no browser and `GIER_BROWSER_DEMANDED` is set.
pub fn browser() -> Result<Option<PathBuf>> {
    let named = std::env::var_os(BROWSER).map(PathBuf::from);
    let folders: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let found = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    match named.or_else(|| found.into_iter().find(|path| path.is_file())) {
        None if std::env::var_os(DEMANDED).is_some() => {
            bail!("no browser: install chromium, or name one in {BROWSER}")
        }
        browser => Ok(browser),
    }
}

/// A running browser with its own empty profile.
pub struct Room {
    /// The connection that controls the browser.
    pub browser: Browser,
    handler: tokio::task::JoinHandle<()>,
    profile: TempDir,
}

impl Room {
    /// Starts the browser.
    ///
    /// # Errors
    /// Fails if the browser does not start.
    pub async fn open(program: &Path) -> Result<Room> {
        let profile = tempfile::tempdir()?;
        let config = BrowserConfig::builder()
            .chrome_executable(program)
            .user_data_dir(profile.path())
            .new_headless_mode()
            .no_sandbox()
            .viewport(None)
            .args([
                "disable-gpu",
                "disable-quic",
                "disable-component-update",
                "no-proxy-server",
                // This switch lets pages play sound at once, so that tests can hear it.
                "autoplay-policy=no-user-gesture-required",
            ])
            .build()
            .map_err(|what| anyhow!(what))?;
        let (browser, mut handler) = Browser::launch(config).await?;
        let handler = tokio::spawn(async move { while handler.next().await.is_some() {} });
        Ok(Room { browser, handler, profile })
    }

    /// Ends the browser.
    pub async fn close(mut self) {
        let _ = self.browser.close().await;
        let _ = self.browser.wait().await;
        self.handler.abort();
        drop(self.profile);
    }
}

/// A server of the page's folder on this computer. The server stops when this value is dropped.
pub struct Server {
    /// The address at which the server can be reached.
    pub address: String,
    port: u16,
    ends: Arc<AtomicBool>,
    asked: Arc<Mutex<BTreeSet<String>>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server of the folder `target/web`.
    ///
    /// # Errors
    /// Fails if the page has not been built.
    pub fn open() -> Result<Server> {
        let folder = root().join("target/web");
        if !folder.join("index.html").is_file() {
            bail!("the page is not there: cargo xtask web builds it, and cargo xtask web --test does both");
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        let ends = Arc::new(AtomicBool::new(false));
        let ended = ends.clone();
        let asked = Arc::<Mutex<BTreeSet<String>>>::default();
        let note = asked.clone();
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::SeqCst) {
                    return;
                }
                let folder = folder.clone();
                let note = note.clone();
                std::thread::spawn(move || {
                    let stream = stream?;
                    // A browser opens connections before it needs them, so `wanted` may wait long for the
                    // request. The lock must not be held meanwhile.
                    let name = wanted(&stream);
                    note.lock().expect("nobody panics with it").extend(name);
                    serve::answer(&folder, stream)
                });
            }
        });
        Ok(Server { address: format!("http://localhost:{port}/"), port, ends, asked, thread: Some(thread) })
    }
}

impl Server {
    /// The names of the files of the page that no browser has requested yet.
    ///
    /// # Errors
    /// Fails if the folder of the page no longer exists.
    pub fn not_asked(&self) -> Result<Vec<String>> {
        let asked = self.asked.lock().expect("nobody panics with it");
        let mut missing = Vec::new();
        for entry in std::fs::read_dir(root().join("target/web"))? {
            let entry = entry?;
            // The handbook is in a folder, and stores itself.
            if entry.file_type()?.is_dir() {
                continue;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_packed = name.ends_with(".gz") || name.ends_with(".br");
            if !is_packed && !asked.contains(&name) {
                missing.push(name);
            }
        }
        missing.sort_unstable();
        Ok(missing)
    }
}

/// The name of the file that a visitor requests. The bytes of the request stay in the stream, so that the
/// request can be read again.
fn wanted(stream: &TcpStream) -> Option<String> {
    let mut begin = [0; 200];
    let length = stream.peek(&mut begin).ok()?;
    let line = String::from_utf8_lossy(&begin[..length]);
    Some(line.strip_prefix("GET /")?.split([' ', '?']).next()?.to_string())
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::SeqCst);
        // A last connection wakes the thread that listens, so that it notices the end.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
