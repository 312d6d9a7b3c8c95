//! `cargo xtask web`: builds the web page with the machine as a folder of static files, `target/web`, which any
//! web server can deliver; it can also serve the folder itself. The build needs Rust's target for browsers, and
//! installs it with rustup.

mod serve;

use anyhow::{Context, Result, ensure};
use brotli::enc::BrotliEncoderParams;
use crc::{CRC_32_ISO_HDLC, Crc};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
const USAGE: &str = "\
cargo xtask web                  builds the page into target/web
cargo xtask web --serve [PORT]   and serves it on this computer, on port 8061 if none is named
cargo xtask web --test [NAME]    and tries it in a browser that this computer has";
/// The WebAssembly modules of the page. Each has the feature of gier-web that selects it, and the name of its
/// files.
const MODULES: [(&str, &str); 3] = [("guest", "gier"), ("room", "room"), ("tools", "tools")];
/// The pictures that a browser draws of the page. Each has the name of its file, the address of what it shows,
/// and its size.
const PICTURES: [(&str, &str, (u32, u32)); 3] = [
    ("og.png", "?lang=en", (1200, 630)),
    ("icon-180.png", "icon.svg", (180, 180)),
    ("icon-512.png", "icon.svg", (512, 512)),
];
/// The script of the service worker. The script has a list of all files of the page except itself.
const WORKER: &str = "sw.js";
/// A placeholder in the service worker's script. The build replaces it by the name of the site.
const MARK_SITE: &str = "@SITE@";
/// A placeholder in the service worker's script. The build replaces it by a hash of all files, which becomes
/// part of the cache's name.
const MARK_SUM: &str = "@HASH@";
/// A placeholder in the service worker's script. The build replaces it by the names of all files.
const MARK_FILES: &str = "@FILES@";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let port = serve::asked(&words, USAGE)?;
    let folder = build()?;
    match port {
        Some(port) => serve::serve(&folder, port),
        None => Ok(()),
    }
}

/// Builds the page. Returns the folder that contains the page.
fn build() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    add_target()?;
    // The running cargo locks the usual target folder, so the build uses another one.
    let made = root.join("target/web-build");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let modules = made.join("modules");
    for (feature, name) in MODULES {
        // Only the `cdylib` is built. If Cargo also built the `rlib`, which the tests need, the module
        // would contain all public functions.
        let status = Command::new(&cargo)
            .args(["rustc", "--package", "gier-web", "--lib", "--crate-type", "cdylib"])
            .args(["--no-default-features", "--features", feature])
            .args(["--target", TARGET, "--profile", "web", "--target-dir"])
            .arg(&made)
            .current_dir(&root)
            .status()?;
        ensure!(status.success(), "cargo could not build gier-web for a browser");
        Bindgen::new()
            .input_path(made.join(TARGET).join("web/gier_web.wasm"))
            .out_name(name)
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .web(true)?
            .generate(&modules)?;
    }
    let folder = root.join("target/web");
    fs::create_dir_all(&folder)?;
    // The folder `handbook` in it is made by cargo xtask site.
    for name in names(&folder)? {
        fs::remove_file(folder.join(name))?;
    }
    for files in [modules, root.join("crates/gier-web/page")] {
        for entry in fs::read_dir(&files)? {
            let from = entry?.path();
            fs::copy(&from, folder.join(from.file_name().context("a file has a name")?))?;
        }
    }
    for entry in fs::read_dir(root.join("roms"))? {
        let image = entry?.path();
        if let Some(name) = image.file_name().filter(|_| image.extension().is_some_and(|end| end == "drum")) {
            fs::copy(&image, folder.join(name))?;
        }
    }
    fs::write(folder.join("licences.txt"), licences(&root)?)?;
    draw_pictures(&folder)?;
    list_files(&folder)?;
    println!("{}", folder.display());
    pack(&folder)?;
    if !folder.join("handbook").is_dir() {
        println!("the page's links to the handbook lead nowhere: cargo xtask site makes it");
    }
    Ok(folder)
}

/// Lets a browser draw the pictures for link previews and for the screens of phones: the page itself, and its
/// icon. Without a browser, the page has none of these pictures.
fn draw_pictures(folder: &Path) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let address = format!("http://{}/", listener.local_addr()?);
    let served = folder.to_path_buf();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let folder = served.clone();
            std::thread::spawn(move || stream.and_then(|stream| serve::answer(&folder, stream)));
        }
    });
    let named = std::env::var("GIER_BROWSER").unwrap_or_else(|_| "chromium".to_string());
    for (name, page, (width, height)) in PICTURES {
        let drawn = Command::new(&named)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--no-proxy-server",
            ])
            .args(["--default-background-color=00000000", "--virtual-time-budget=8000"])
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("--screenshot={}", folder.join(name).display()))
            .arg(format!("{address}{page}"))
            .stderr(Stdio::null())
            .status();
        if !drawn.is_ok_and(|status| status.success()) {
            println!("{named} does not draw {name}: the page has no picture for link previews and phones");
            break;
        }
    }
    Ok(())
}

/// The licences of gier and of the page's fonts, joined to one text.
fn licences(root: &Path) -> Result<String> {
    let files = ["LICENSE-MIT", "LICENSE-APACHE", "LICENSES/OFL-1.1.txt", "LICENSES/Bitstream-Vera.txt"];
    let texts = files.map(|file| fs::read_to_string(root.join(file)).with_context(|| file.to_string()));
    Ok(texts.into_iter().collect::<Result<Vec<_>>>()?.join("\n\n----\n\n"))
}

/// Compresses the files of the page. Writes a `.gz` and a `.br` file next to each file that compresses well,
/// for servers that can send them. Prints the sizes.
fn pack(folder: &Path) -> Result<()> {
    let mut sums = [0; 3];
    println!("   plain    gzip  brotli");
    for name in names(folder)? {
        let bytes = fs::read(folder.join(&name))?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&bytes)?;
        let gzip = gzip.finish()?;
        let mut brotli = Vec::new();
        let options = BrotliEncoderParams { quality: 11, ..Default::default() };
        brotli::BrotliCompress(&mut &bytes[..], &mut brotli, &options)?;
        let packed = if name.ends_with(".woff2") { [&bytes, &bytes] } else { [&gzip, &brotli] };
        if !name.ends_with(".woff2") {
            fs::write(folder.join(format!("{name}.gz")), &gzip)?;
            fs::write(folder.join(format!("{name}.br")), &brotli)?;
        }
        let sizes = [bytes.len(), packed[0].len(), packed[1].len()];
        println!("{:8}{:8}{:8}  {name}", sizes[0], sizes[1], sizes[2]);
        sums.iter_mut().zip(sizes).for_each(|(sum, size)| *sum += size);
    }
    println!("{:8}{:8}{:8}  bytes in all", sums[0], sums[1], sums[2]);
    Ok(())
}

/// Uses rustup to install Rust's target for browsers, if the target is missing.
fn add_target() -> Result<()> {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output()?.stdout;
    let sysroot = PathBuf::from(String::from_utf8(sysroot)?.trim());
    if sysroot.join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(());
    }
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    ensure!(
        added.is_ok_and(|status| status.success()),
        "the Rust target {TARGET} is missing; add it with: rustup target add {TARGET}"
    );
    Ok(())
}

/// Completes the service worker's script with the names of all files and a hash of their contents.
fn list_files(folder: &Path) -> Result<()> {
    let worker = folder.join(WORKER);
    let mut names = names(folder)?;
    names.retain(|name| name != WORKER);
    let sum = Crc::<u32>::new(&CRC_32_ISO_HDLC);
    let mut sum = sum.digest();
    for name in &names {
        sum.update(&fs::read(folder.join(name))?);
    }
    let list = names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let text = fs::read_to_string(&worker)?;
    let has_marks = [MARK_SITE, MARK_SUM, MARK_FILES].iter().all(|mark| text.contains(mark));
    ensure!(has_marks, "sw.js has lost its marks");
    let text = text.replace(MARK_SITE, "gier").replace(MARK_SUM, &format!("{:08x}", sum.finalize()));
    fs::write(&worker, text.replace(MARK_FILES, &format!("[\"./\", {list}]")))?;
    Ok(())
}

/// The names of all files in the folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>> {
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let entries = fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
    let mut names: Vec<String> =
        entries.into_iter().filter(|entry| entry.path().is_file()).map(name).collect();
    names.sort();
    Ok(names)
}
