//! A server of static files, for this computer only.

use anyhow::{Context, Result};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};

/// Serves the folder until you stop the program.
///
/// # Errors
/// Fails if the port is in use.
pub fn serve(folder: &Path, port: u16) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("port {port} of this computer cannot be had; name another: --serve PORT"))?;
    println!("http://localhost:{}/", listener.local_addr()?.port());
    for stream in listener.incoming() {
        // A connection that breaks off does not stop the server.
        let folder = folder.to_path_buf();
        std::thread::spawn(move || stream.and_then(|stream| answer(&folder, stream)));
    }
    Ok(())
}

/// Answers one request.
///
/// # Errors
/// Fails if the visitor closed the connection.
pub fn answer(folder: &Path, mut stream: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let address = request.strip_prefix("GET ").and_then(|rest| rest.split([' ', '?']).next());
    let found = address.and_then(|address| file(folder, address));
    match found.and_then(|path| Some((kind(&path), fs::read(&path).ok()?))) {
        Some((kind, bytes)) => {
            let length = bytes.len();
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
                 Cache-Control: no-cache\r\nConnection: close\r\n\r\n"
            )?;
            stream.write_all(&bytes)
        }
        None => stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    }
}

/// The file at an address. Returns `None` for a file outside the folder.
fn file(folder: &Path, address: &str) -> Option<PathBuf> {
    let name = Path::new(address.strip_prefix('/')?);
    let is_inside = name.components().all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(if name.as_os_str().is_empty() { Path::new("index.html") } else { name });
    is_inside.then_some(path)
}

/// The content type of a file.
fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
