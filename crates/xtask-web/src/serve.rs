//! A server of static files. Only programs on this computer can reach it.

use anyhow::{Context, Result, bail};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};

/// The default port. Its last digits, 61, stand for 1961, when the first GIER was delivered.
const PORT: u16 = 8061;

/// Returns the port that the command line asks for. `words` can be `--serve`, `--serve PORT`, or empty.
/// Returns `None` if `words` is empty.
pub fn asked(words: &[&str], usage: &str) -> Result<Option<u16>> {
    Ok(match *words {
        [] => None,
        ["--serve"] => Some(PORT),
        ["--serve", port] => Some(port.parse().with_context(|| format!("{port} is no port"))?),
        _ => bail!("{usage}"),
    })
}

/// Serves the files of a folder until the program is stopped.
pub fn serve(folder: &Path, port: u16) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("port {port} of this computer cannot be had; name another: --serve PORT"))?;
    println!("http://localhost:{}/", listener.local_addr()?.port());
    for stream in listener.incoming() {
        // If a connection breaks, the server continues.
        let folder = folder.to_path_buf();
        std::thread::spawn(move || stream.and_then(|stream| answer(&folder, stream)));
    }
    Ok(())
}

/// The maximum length of the first line of a request, in bytes.
const LINE: u64 = 8192;
/// The maximum length of a request's first line and headers together, in bytes.
const HEAD: u64 = 65_536;
/// HTTP headers that every answer has. They tell the browser to trust the content type, to send no referrer,
/// and to ask the server before it uses a cached file.
const ALWAYS: &str = "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
                      Cache-Control: no-cache\r\nConnection: close\r\n\r\n";

/// Answers one HTTP request. The method must be GET or HEAD.
pub fn answer(folder: &Path, mut stream: TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?.take(HEAD));
    let mut request = String::new();
    reader.by_ref().take(LINE).read_line(&mut request)?;
    if !request.ends_with('\n') {
        return refuse(&mut stream, "414 URI Too Long");
    }
    let mut line = String::new();
    let mut takes_brotli = false;
    while reader.read_line(&mut line)? > 2 {
        line.make_ascii_lowercase();
        takes_brotli |= line.strip_prefix("accept-encoding:").is_some_and(|kinds| kinds.contains("br"));
        line.clear();
    }
    let (method, rest) = request.trim_end().split_once(' ').unwrap_or_default();
    let is_get = match method {
        "GET" => true,
        "HEAD" => false,
        _ => return refuse(&mut stream, "405 Method Not Allowed"),
    };
    let Some(path) = rest.split([' ', '?']).next().and_then(|address| file(folder, address)) else {
        return refuse(&mut stream, "404 Not Found");
    };
    let packed = takes_brotli.then(|| fs::read(format!("{}.br", path.display())).ok()).flatten();
    let encoding = if packed.is_some() { "Content-Encoding: br\r\n" } else { "" };
    let Some(bytes) = packed.or_else(|| fs::read(&path).ok()) else {
        return refuse(&mut stream, "404 Not Found");
    };
    let (kind, length) = (kind(&path), bytes.len());
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n{encoding}Vary: Accept-Encoding\r\n")?;
    write!(stream, "Content-Length: {length}\r\n{ALWAYS}")?;
    if is_get { stream.write_all(&bytes) } else { Ok(()) }
}

fn refuse(stream: &mut TcpStream, why: &str) -> std::io::Result<()> {
    write!(stream, "HTTP/1.1 {why}\r\nContent-Length: 0\r\n{ALWAYS}")
}

/// The file for the address in a request. Returns `None` if the address leads outside of the folder.
fn file(folder: &Path, address: &str) -> Option<PathBuf> {
    let name = Path::new(address.strip_prefix('/')?);
    let is_inside = name.components().all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(name);
    is_inside.then(|| if path.is_dir() { path.join("index.html") } else { path })
}

/// The HTTP content type for a file, which depends on the ending of its name.
fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
