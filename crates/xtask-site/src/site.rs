//! Builds the site. All pages have the same template, with a table of contents and a search. Every link is
//! checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::markdown;
use crate::pages::{ReadyPage, pages, reading_order};
use crate::template::{self, PRINT, contents};

/// The files of the handbook that are the same for all pages. The first ones are files of the house.
const FILES: [(&str, &[u8]); 9] = [
    ("house.css", HOUSE_STYLE.as_bytes()),
    ("icon.svg", include_bytes!("../../gier-web/page/icon.svg")),
    ("gier-sans-400.woff2", include_bytes!("../../gier-web/page/gier-sans-400.woff2")),
    ("gier-sans-600.woff2", include_bytes!("../../gier-web/page/gier-sans-600.woff2")),
    ("gier-type.woff2", include_bytes!("../../gier-web/page/gier-type.woff2")),
    ("gier-mono.woff2", include_bytes!("../../gier-web/page/gier-mono.woff2")),
    ("site.js", include_bytes!("../assets/site.js")),
    ("find.js", include_bytes!("../assets/find.js")),
    ("live.js", include_bytes!("../assets/live.js")),
];
const HOUSE_STYLE: &str = include_str!("../../gier-web/page/house.css");
const STYLE: &str = include_str!("../assets/style.css");
const WORKER: &str = include_str!("../../gier-web/page/sw.js");
/// The folder of the page that contains the handbook.
const FOLDER: &str = "handbook";
/// The folder of the handbook that contains the documentation of the libraries.
const LIBRARIES: &str = "api";

/// Builds the handbook in a folder of the page, `web`. Empties that folder first. Returns messages about faults in
/// the texts, such as broken links and HTML that is not allowed.
pub fn build(root: &Path, web: &Path) -> Result<Vec<String>> {
    let mut pages = pages(root)?;
    let folder = web.join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    for (name, bytes) in FILES {
        write(&folder.join(name), bytes)?;
    }
    write(&folder.join("style.css"), STYLE.to_string() + &themes()?)?;
    write(&folder.join("search.js"), search(&pages))?;
    for page in &pages {
        for (file, address) in &page.rendered.images {
            let bytes =
                fs::read(root.join(file)).with_context(|| format!("{}: {}", page.name, file.display()))?;
            write(&folder.join(address), bytes)?;
        }
    }
    let libraries = root.join("target/doc");
    let has_libraries = libraries.join(template::LIBRARIES).is_file();
    pages.push(template::print(&pages));
    let whole = whole(&pages, has_libraries.then_some(LIBRARIES));
    for (page, html) in pages.iter().zip(&whole) {
        write(&folder.join(&page.address), html)?;
    }
    if !web.join("gier-machine.js").is_file() {
        println!("The examples do not run, and Play leads nowhere: cargo xtask web has not built the page.");
    }
    write(&folder.join("sw.js"), worker(web, &folder)?)?;
    if has_libraries {
        copy(&libraries, &folder.join(LIBRARIES))?;
    } else {
        println!("The handbook does not link to the libraries: cargo doc has not described them.");
    }
    Ok(faults(&pages, &whole))
}

/// Returns the HTML of all pages in their template.
fn whole(pages: &[ReadyPage], libraries: Option<&str>) -> Vec<String> {
    let contents = contents(pages, libraries);
    let order = reading_order(pages);
    let html = |page: &ReadyPage| {
        let at = order.iter().position(|other| other.address == page.address);
        let beside = |step: isize| at.and_then(|at| order.get(at.checked_add_signed(step)?)).copied();
        template::html(page, &contents, [beside(-1), beside(1)])
    };
    pages.iter().map(html).collect()
}

/// Returns styles for readers who choose light or dark. The colours are those of the house.
fn themes() -> Result<String> {
    let colours = |begin: &str| Some(HOUSE_STYLE.split_once(begin)?.1.split_once('}')?.0);
    let light = colours("\n:root, :host {").context("house.css has lost its light colours")?;
    let dark = colours("dark) { :root, :host {").context("house.css has lost its dark colours")?;
    let rule = |(name, colours)| {
        let chosen = format!("[data-theme=\"{name}\"]");
        format!("@media screen {{ {chosen}, {chosen} gier-machine {{ color-scheme: {name};{colours}}} }}\n")
    };
    Ok([("light", light), ("dark", dark)].map(rule).concat())
}

/// Returns the script of the service worker, which stores the handbook in the browser. The script contains the
/// names of the handbook's files, and a hash of all contents. The files of the page are stored when an example first
/// runs, but they are part of the hash. The page for a printer is large, and stored only for a reader who opens it.
fn worker(web: &Path, folder: &Path) -> Result<String> {
    let (mut names, mut bytes) = (vec!["./".to_string()], Vec::new());
    let mut files = vec![web.to_path_buf()];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let mut inside: Vec<PathBuf> =
                fs::read_dir(&path)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
            inside.sort();
            files.extend(inside);
        } else {
            let name = path.strip_prefix(folder).map(|name| name.to_string_lossy().replace('\\', "/"));
            names.extend(name.into_iter().filter(|name| name != PRINT));
            bytes.extend(fs::read(&path)?);
        }
    }
    let list: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    let hash = format!("{:08x}", gier_word::checksum::crc32(&bytes));
    let worker = WORKER.replace("@SITE@", FOLDER).replace("@HASH@", &hash);
    Ok(worker.replace("@FILES@", &format!("[{}]", list.join(", "))))
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let path = entry?.path();
        let copied = to.join(path.file_name().context("a file has a name")?);
        if path.is_dir() {
            copy(&path, &copied)?;
        } else {
            write(&copied, fs::read(&path)?)?;
        }
    }
    Ok(())
}

/// Returns the search index as a script. A page that was opened as a file can run a script, but cannot load
/// data.
fn search(pages: &[ReadyPage]) -> String {
    let mut script = "window.gierIndex = [\n".to_string();
    for page in pages {
        for section in page.rendered.sections.iter().filter(|section| !section.title.is_empty()) {
            let hash = if section.anchor.is_empty() { String::new() } else { format!("#{}", section.anchor) };
            let text = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let address = format!("{}{hash}", page.address);
            let row = [&section.title, &page.rendered.title, &address, &text].map(|text| quoted(text));
            script += &format!("[{}],\n", row.join(", "));
        }
    }
    script + "];\n"
}

/// Writes a text as a JavaScript string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\u{2028}'], " "))
}

/// Returns the faults of all pages, whose HTML is `whole`. They are the faults found in converting a page, and the
/// links that lead nowhere.
fn faults(pages: &[ReadyPage], whole: &[String]) -> Vec<String> {
    let house = [("index.html", template::HOUSE), ("panel.html", template::ROOM)];
    let mut places: BTreeMap<PathBuf, BTreeSet<&str>> =
        house.map(|(name, html)| (PathBuf::from(name), ids(html))).into();
    // A part of the page can have an address that only its script knows. The page links to it, too.
    let parts = values(template::HOUSE, "href").filter_map(|link| link.strip_prefix('#'));
    places.entry("index.html".into()).or_default().extend(parts);
    let place = |page: &ReadyPage| Path::new(FOLDER).join(&page.address);
    places.extend(pages.iter().zip(whole).map(|(page, html)| (place(page), ids(html))));
    let mut faults = Vec::new();
    for (page, html) in pages.iter().zip(whole) {
        faults.extend(page.rendered.faults.iter().map(|fault| format!("{}: {fault}", page.name)));
        let (_, body) = html.split_once("<body>").unwrap_or_default();
        for link in values(body, "href").filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let address = markdown::beside(&place(page), path);
            let there = places.get(&address);
            let is_library = address.starts_with(Path::new(FOLDER).join(LIBRARIES));
            if !is_library && !there.is_some_and(|there| anchor.is_empty() || there.contains(anchor)) {
                faults.push(format!("{}: there is no {}#{anchor}", page.name, address.display()));
            }
        }
    }
    faults
}

fn ids(html: &str) -> BTreeSet<&str> {
    values(html, "id").collect()
}

/// Returns the values of an attribute in a piece of HTML.
fn values<'a>(html: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    html.split(&format!(" {attribute}=\""))
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect::<Vec<_>>()
        .into_iter()
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    let folder = path.parent().context("a file lies in a folder")?;
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    /// Tests the real site: every link must lead to a page of the handbook or of the house, and every linked anchor
    /// must exist.
    #[test]
    fn every_link_of_the_handbook_leads_somewhere() {
        let mut pages = pages(&root()).unwrap();
        assert_eq!(pages.iter().filter(|page| page.address.starts_with("orders/")).count(), 68);
        pages.push(template::print(&pages));
        let whole = whole(&pages, None);
        assert_eq!(faults(&pages, &whole), Vec::<String>::new());
        assert!(whole[0].contains("<a href=\"../panel.html\""), "the header of the house is lost");
    }

    /// Tests that at least one page of the site cites each fact. The page that lists the facts does not
    /// count, nor do the logs.
    #[test]
    fn every_fact_is_linked() {
        let pages = pages(&root()).unwrap();
        let facts = pages.iter().find(|page| page.address == "facts.html").unwrap();
        let readers: Vec<&ReadyPage> = pages
            .iter()
            .filter(|page| !page.address.starts_with("log/") && page.address != facts.address)
            .collect();
        let is_linked =
            |id: &str| readers.iter().any(|page| page.rendered.html.contains(&format!("facts.html#{id}\"")));
        let ids: Vec<&str> =
            facts.rendered.html.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(ids.len() > 170, "{}", ids.len());
        let lost: Vec<&&str> = ids.iter().filter(|id| !is_linked(id)).collect();
        assert!(lost.is_empty(), "no page cites {lost:?}");
    }

    /// Tests that `docs/orders.md` is what [`orders::overview`] makes from the table of orders.
    #[test]
    fn the_list_of_orders_is_that_of_the_table() {
        let path = root().join("docs/orders.md");
        let list = orders::overview(|row| format!("`{}`", row.mnemonic));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &list).unwrap();
        }
        assert!(fs::read_to_string(&path).unwrap_or_default() == list, "docs/orders.md is old; UPDATE=1");
    }

    #[test]
    fn a_link_to_an_anchor_that_is_not_there_is_a_fault() {
        let rendered = markdown::render("[x](facts.md#nowhere)", Path::new("docs/timing.md"), "timing.html");
        let html = format!("<body>{}", rendered.html);
        let page =
            ReadyPage { address: "timing.html".to_string(), name: "docs/timing.md".to_string(), rendered };
        assert_eq!(faults(&[page], &[html]), ["docs/timing.md: there is no handbook/facts.html#nowhere"]);
    }

    /// Tests that a reader who chooses dark gets the colours of the house, for the machine in an example too.
    #[test]
    fn the_themes_have_the_colours_of_the_house() {
        let themes = themes().unwrap();
        for colour in ["--wall: #dbdcd2", "--wall: #171613", "[data-theme=\"dark\"] gier-machine"] {
            assert!(themes.contains(colour), "{themes}");
        }
    }
}
