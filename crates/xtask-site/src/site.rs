//! Builds the site. All pages have the same template, with a table of contents and a search. Every link is
//! checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use gier_handbook::case;
use gier_word::order::{ORDERS, Row};

use crate::api::{self, Api};
use crate::book::{self, FRONT, LOGS, PARTS};
use crate::markdown::{self, Rendered, Section, escape};
use crate::orders::{self, Evidence};
use crate::{lessons, nim, procedures, registers};

const STYLE: &str = include_str!("../assets/style.css");
const SCRIPT: &str = include_str!("../assets/site.js");
const FIND: &str = include_str!("../assets/find.js");
const LIVE: &str = include_str!("../assets/live.js");
const WORKER: &str = include_str!("../../gier-web/page/sw.js");
const ICON: &str = include_str!("../../gier-web/page/icon.svg");
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                      font-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";
/// The folder of the site that contains the machine that runs in the browser.
const MACHINE: &str = "machine";

/// A page that is converted to HTML, but is not yet in the site's template.
struct ReadyPage {
    /// The address of the page on the site.
    address: String,
    /// How messages refer to the page. It is the path of the source file, or the page's address if the page
    /// has no file.
    name: String,
    rendered: Rendered,
}

/// Builds the site in a folder, which is emptied first. Returns messages about faults in the texts, such as
/// broken links and HTML that is not allowed.
///
/// # Errors
/// Fails if a file cannot be read or written.
pub fn build(root: &Path, folder: &Path, api: &Api) -> Result<Vec<String>> {
    let pages = pages(root)?;
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let contents = contents(&pages, api);
    let order: Vec<&ReadyPage> = reading_order(&pages);
    let web = root.join("target/web");
    let has_machine = web.join("gier-machine.js").is_file();
    for page in &pages {
        let at = order.iter().position(|other| other.address == page.address);
        let beside = |step: isize| at.and_then(|at| order.get(at.checked_add_signed(step)?)).copied();
        write(&folder.join(&page.address), template(page, &contents, [beside(-1), beside(1)], has_machine))?;
        for (file, address) in &page.rendered.images {
            let bytes =
                fs::read(root.join(file)).with_context(|| format!("{}: {}", page.name, file.display()))?;
            write(&folder.join(address), bytes)?;
        }
    }
    write(&folder.join("style.css"), STYLE)?;
    write(&folder.join("site.js"), SCRIPT)?;
    write(&folder.join("find.js"), FIND)?;
    write(&folder.join("live.js"), LIVE)?;
    write(&folder.join("icon.svg"), ICON)?;
    write(&folder.join("search.js"), search(&pages))?;
    if has_machine {
        copy(&web, &folder.join(MACHINE))?;
        // The page has a copy of this handbook, if the page was built after it.
        let _ = fs::remove_dir_all(folder.join(MACHINE).join("handbook"));
    } else {
        println!("The examples do not run: cargo xtask web has not built the machine.");
    }
    write(&folder.join("sw.js"), worker(folder)?)?;
    match api {
        Api::Folder(from) => copy(from, &folder.join(api::FOLDER))?,
        Api::Elsewhere(_) => {}
        Api::Missing => {
            println!("The handbook does not link to the libraries: cargo doc has not described them.")
        }
    }
    Ok(faults(&pages))
}

/// Returns the script of the service worker, which stores the site in the browser. The script contains the
/// names of the files in the folder, and a hash of all contents.
fn worker(folder: &Path) -> Result<String> {
    let (mut names, mut bytes) = (vec!["./".to_string()], Vec::new());
    let mut files = vec![folder.to_path_buf()];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let mut inside: Vec<PathBuf> =
                fs::read_dir(&path)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
            inside.sort();
            files.extend(inside);
        } else {
            let name = path.strip_prefix(folder)?;
            // The files of the machine are only stored when an example first runs, but they are part of
            // the hash.
            if !name.starts_with(MACHINE) {
                names.push(name.to_string_lossy().replace('\\', "/"));
            }
            bytes.extend(fs::read(&path)?);
        }
    }
    let list: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    let hash = format!("{:08x}", gier_word::checksum::crc32(&bytes));
    let worker = WORKER.replace("@SITE@", "handbook").replace("@HASH@", &hash);
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

/// Returns all pages of the site, converted to HTML: those of the handbook, of the logs and of the orders.
fn pages(root: &Path) -> Result<Vec<ReadyPage>> {
    let mut sources: Vec<PathBuf> = vec![FRONT.source.into()];
    sources.extend(PARTS.iter().flat_map(|part| part.pages).map(|page| PathBuf::from(page.source)));
    let mut logs: Vec<PathBuf> = fs::read_dir(root.join(LOGS))?
        .map(|entry| Ok(Path::new(LOGS).join(entry?.file_name())))
        .collect::<Result<_>>()?;
    logs.sort();
    sources.extend(logs);
    let mut pages = Vec::new();
    for source in sources {
        let text = fs::read_to_string(root.join(&source)).with_context(|| source.display().to_string())?;
        let address =
            book::address_of(&source).with_context(|| format!("{} has no address", source.display()))?;
        let rendered = markdown::render(&text, &source, &address);
        pages.push(ReadyPage { address, name: source.display().to_string(), rendered });
    }
    let evidence = Evidence {
        facts: fs::read_to_string(root.join("docs/facts.md"))?,
        questions: fs::read_to_string(root.join("docs/open-questions.md"))?,
    };
    let usage = nim::play()?;
    // These pages have no source file. Their links are relative to the folder of documents.
    let rendered = |text: &str, address: &str| markdown::render(text, Path::new("docs/orders.md"), address);
    let entry = |address: &str, text: String| ReadyPage {
        name: address.to_string(),
        address: address.to_string(),
        rendered: rendered(&text, address),
    };
    let list = orders::overview(|row| format!("[`{0}`](orders/{0}.md)", row.mnemonic));
    pages.push(entry(book::ORDERS, list + &orders::links_to_common()));
    pages.push(entry(book::PROCEDURES, procedures::page()));
    pages.push(entry(book::REGISTERS, registers::page()));
    pages.push(entry(book::LESSONS, lessons::page()));
    let of_order = |row: &Row| Ok((row.mnemonic, orders::page(row, &evidence, &usage)?));
    let of_orders = ORDERS.iter().map(of_order).collect::<Result<Vec<_>>>()?;
    for (name, page) in of_orders.into_iter().chain(orders::common(&evidence)?) {
        let address = book::order_address(name);
        let mut whole = rendered(&page.before, &address);
        let after = rendered(&page.after, &address);
        whole.html += &page.cases;
        whole.html += &after.html;
        whole.sections.push(Section {
            title: "Examples".to_string(),
            anchor: "examples".to_string(),
            text: page.titles,
        });
        whole.sections.extend(after.sections);
        whole.faults.extend(after.faults);
        pages.push(ReadyPage { name: address.clone(), address, rendered: whole });
    }
    Ok(pages)
}

/// Returns the pages in reading order, which is the order of the contents. The pages of the single orders
/// come after the list of orders. Logs are left out.
fn reading_order(pages: &[ReadyPage]) -> Vec<&ReadyPage> {
    let find = |address: &str| pages.iter().find(|page| page.address == address);
    let mut order = vec![find(FRONT.address)];
    for part in PARTS {
        for address in book::addresses(part) {
            order.push(find(address));
            if address == book::ORDERS {
                let names = ORDERS.iter().map(|row| row.mnemonic).chain(case::COMMON);
                order.extend(names.map(|name| find(&book::order_address(name))));
            }
        }
    }
    order.into_iter().flatten().collect()
}

/// Returns the table of contents. Each part has its title, and the address and title of each of its pages.
fn contents(pages: &[ReadyPage], api: &Api) -> Vec<(&'static str, Vec<(String, String)>)> {
    let title = |address: &str| {
        let page = pages.iter().find(|page| page.address == address);
        page.map_or_else(|| address.to_string(), |page| page.rendered.title.clone())
    };
    let mut contents = Vec::new();
    for part in PARTS {
        let entries = book::addresses(part).map(|address| (address.to_string(), title(address)));
        let mut entries: Vec<_> = entries.collect();
        if part.title == book::PROGRAMMERS {
            entries.extend(api.address().map(|address| (address, "The libraries (API)".to_string())));
        }
        contents.push((part.title, entries));
    }
    contents
}

/// Returns the complete HTML of a page. `before` and `after` are the previous and the next page in reading
/// order.
fn template(
    page: &ReadyPage,
    contents: &[(&str, Vec<(String, String)>)],
    [before, after]: [Option<&ReadyPage>; 2],
    has_machine: bool,
) -> String {
    let up = "../".repeat(page.address.matches('/').count());
    let title = escape(&page.rendered.title);
    let mut list = String::new();
    for (part, entries) in contents {
        list += &format!("<h2>{part}</h2>\n<ul>\n");
        for (address, title) in entries {
            let here = if *address == page.address { " aria-current=\"page\"" } else { "" };
            let up = if address.contains("://") { "" } else { &up };
            list += &format!("<li><a href=\"{up}{address}\"{here}>{}</a></li>\n", escape(title));
        }
        list += "</ul>\n";
    }
    let turn = |page: Option<&ReadyPage>, class: &str, word: &str| {
        page.map_or_else(String::new, |page| {
            let title = escape(&page.rendered.title);
            format!("<a class=\"{class}\" href=\"{up}{}\">{word}: {title}</a>\n", page.address)
        })
    };
    let play = if has_machine {
        format!("<a class=\"play\" href=\"{up}{MACHINE}/index.html\">Play</a>\n")
    } else {
        String::new()
    };
    let turns = turn(before, "before", "Before") + &turn(after, "after", "Next");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} - GIER</title>\n<link rel=\"icon\" href=\"{up}icon.svg\">\n\
         <link rel=\"stylesheet\" href=\"{up}style.css\">\n\
         <script defer src=\"{up}find.js\"></script>\n\
         <script defer src=\"{up}site.js\" data-root=\"{up}\"></script>\n\
         <script defer src=\"{up}live.js\" data-root=\"{up}\"></script>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#text\">Skip to the text</a>\n\
         <header><a class=\"home\" href=\"{up}index.html\">GIER</a>\n{play}\
         <search hidden><input type=\"search\" placeholder=\"Search\" aria-label=\"Search the handbook\" \
         autocomplete=\"off\"><ol></ol></search></header>\n\
         <nav aria-label=\"Contents\"><details open><summary>Contents</summary>\n{list}</details></nav>\n\
         <main id=\"text\" tabindex=\"-1\">\n{}<footer>\n{turns}</footer>\n</main>\n</body>\n</html>\n",
        page.rendered.html
    )
}

/// Returns the search index as a script. A page that was opened as a file can run a script, but cannot load
/// data.
fn search(pages: &[ReadyPage]) -> String {
    let mut script = "window.gierIndex = [\n".to_string();
    for page in pages {
        for section in &page.rendered.sections {
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

/// Returns the faults of all pages. They are the faults found in converting a page, and the links that lead
/// nowhere.
fn faults(pages: &[ReadyPage]) -> Vec<String> {
    let anchors: BTreeMap<&Path, BTreeSet<&str>> = pages
        .iter()
        .map(|page| {
            let anchors =
                page.rendered.html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
            (Path::new(&page.address), anchors.collect())
        })
        .collect();
    let mut faults = Vec::new();
    for page in pages {
        faults.extend(page.rendered.faults.iter().map(|fault| format!("{}: {fault}", page.name)));
        let links = page.rendered.html.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for link in links.filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let address = markdown::beside(Path::new(&page.address), path);
            let there = anchors.get(address.as_path());
            if !there.is_some_and(|there| anchor.is_empty() || there.contains(anchor)) {
                faults.push(format!("{}: there is no {}#{anchor}", page.name, address.display()));
            }
        }
    }
    faults
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    let folder = path.parent().context("a file lies in a folder")?;
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the real site: every link must lead to a page, and every linked anchor must exist.
    #[test]
    fn every_link_of_the_handbook_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let pages = pages(&root).unwrap();
        assert_eq!(faults(&pages), Vec::<String>::new());
        assert_eq!(pages.iter().filter(|page| page.address.starts_with("orders/")).count(), 68);
    }

    /// Tests that the contents link to the API documentation only if it exists.
    #[test]
    fn the_contents_link_to_the_libraries_if_they_are_described() {
        let links = |api: &Api| {
            let contents = contents(&[], api);
            contents
                .into_iter()
                .flat_map(|(_, pages)| pages)
                .filter(|(_, title)| title.contains("API"))
                .count()
        };
        let root = tempfile::tempdir().unwrap();
        assert_eq!(api::found(root.path()), Api::Missing);
        assert_eq!(links(&Api::Missing), 0);
        let page = root.path().join("target/doc/gier_machine/index.html");
        assert!(api::given(&root.path().display().to_string()).is_err());
        write(&page, "").unwrap();
        let found = api::found(root.path());
        assert_eq!(found, Api::Folder(root.path().join("target/doc")));
        assert_eq!(links(&found), 1);
        let elsewhere = api::given("https://example.org/doc").unwrap();
        assert_eq!(elsewhere.address().unwrap(), "https://example.org/doc/gier_machine/index.html");
        assert_eq!(links(&elsewhere), 1);
    }

    /// Tests that at least one page of the site cites each fact. The page that lists the facts does not
    /// count, nor do the logs.
    #[test]
    fn every_fact_is_linked() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let pages = pages(&root).unwrap();
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
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/orders.md");
        let list = orders::overview(|row| format!("`{}`", row.mnemonic));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &list).unwrap();
        }
        assert!(fs::read_to_string(&path).unwrap_or_default() == list, "docs/orders.md is old; UPDATE=1");
    }

    #[test]
    fn a_link_to_an_anchor_that_is_not_there_is_a_fault() {
        let rendered = markdown::render("[x](facts.md#nowhere)", Path::new("docs/timing.md"), "timing.html");
        let page =
            ReadyPage { address: "timing.html".to_string(), name: "docs/timing.md".to_string(), rendered };
        assert_eq!(faults(&[page]), ["docs/timing.md: there is no facts.html#nowhere"]);
    }
}
