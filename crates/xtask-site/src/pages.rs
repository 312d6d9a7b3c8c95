//! All pages of the site, converted to HTML: those of the handbook, of the logs and of the orders.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use gier_handbook::{case, notation};
use gier_word::order::{ORDERS, OrderRow};

use crate::book::{self, FRONT, LOGS, PARTS};
use crate::markdown::{self, Rendered, Section};
use crate::orders::{self, Evidence, PagePart};
use crate::{cases, lessons, nim, procedures, registers};

/// The lamps and the doors of the first page.
const DOORS: &str = include_str!("../assets/front.html");

/// A page that is converted to HTML, but is not yet in the site's template.
pub struct ReadyPage {
    /// The address of the page on the site.
    pub address: String,
    /// How messages refer to the page. It is the path of the source file, or the page's address if the page
    /// has no file.
    pub name: String,
    pub rendered: Rendered,
}

impl ReadyPage {
    /// The relative path from the page to the root of the site, such as `../`.
    pub fn up(&self) -> String {
        markdown::up(&self.address)
    }
}

/// Returns all pages.
pub fn pages(root: &Path) -> Result<Vec<ReadyPage>> {
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
        let mut rendered = markdown::render(&text, &source, &address);
        if address == FRONT.address {
            rendered.html = rendered.html.replacen("</p>\n", &format!("</p>\n{}", doors()), 1);
        }
        for (file, _) in &rendered.images {
            let picture = fs::read_to_string(root.join(file)).with_context(|| file.display().to_string())?;
            rendered.html = with_size(&rendered.html, file, &picture);
        }
        pages.push(ReadyPage { address, name: source.display().to_string(), rendered });
    }
    let evidence = Evidence {
        facts: fs::read_to_string(root.join("docs/facts.md"))?,
        questions: fs::read_to_string(root.join("docs/open-questions.md"))?,
    };
    let usage = nim::play()?;
    let list = orders::overview(|row| format!("[`{0}`](orders/{0}.md)", row.mnemonic));
    let mut list = made(book::ORDERS, vec![PagePart::Text(list + &orders::links_to_common())]);
    // The chart comes before the table.
    let place = "<div class=\"wide\"";
    list.rendered.html = list.rendered.html.replacen(place, &(orders::chart(None) + place), 1);
    pages.push(list);
    pages.push(made(book::PROCEDURES, vec![PagePart::Text(procedures::page())]));
    pages.push(made(book::REGISTERS, vec![PagePart::Text(registers::page())]));
    pages.push(made(book::LESSONS, vec![PagePart::Text(lessons::page())]));
    let of_order = |row: &OrderRow| Ok((row.mnemonic, orders::page(row, &evidence, &usage)?));
    let of_orders = ORDERS.iter().map(of_order).collect::<Result<Vec<_>>>()?;
    let common = orders::common(&evidence)?;
    let named = of_orders.into_iter().chain(common);
    pages.extend(named.map(|(name, parts)| {
        let mut page = made(&book::order_address(name), parts);
        let (entry, shown) = (format!(">{name}: "), format!("><code>{name}</code> "));
        page.rendered.html = page.rendered.html.replacen(&entry, &shown, 1);
        page
    }));
    Ok(pages)
}

/// Joins the parts of a page that has no source file. Its links are relative to the folder of documents.
fn made(address: &str, parts: Vec<PagePart>) -> ReadyPage {
    let mut parts = parts.into_iter().map(|part| match part {
        PagePart::Text(text) => markdown::render(&text, Path::new("docs/orders.md"), address),
        PagePart::Html(html, text) => {
            let untitled = Section { text, ..Section::default() };
            Rendered { html, sections: vec![untitled], ..Rendered::default() }
        }
    });
    let mut whole = parts.next().unwrap_or_default();
    for part in parts {
        let mut sections = part.sections.into_iter();
        // The text above the first heading belongs to the section of the part before.
        if let (Some(last), Some(above)) = (whole.sections.last_mut(), sections.next()) {
            last.text += &above.text;
        }
        whole.sections.extend(sections);
        whole.html += &part.html;
        whole.outline.extend(part.outline);
        whole.faults.extend(part.faults);
        if whole.title.is_empty() {
            whole.title = part.title;
        }
    }
    ReadyPage { name: address.to_string(), address: address.to_string(), rendered: whole }
}

/// Adds the size of a picture in SVG to its tag, so that the text below it does not move when the picture is loaded.
fn with_size(html: &str, file: &Path, picture: &str) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let size =
        |side: &str| picture.split_once(&format!(" {side}=\"")).and_then(|(_, rest)| rest.split('"').next());
    let (Some(width), Some(height)) = (size("width"), size("height")) else { return html.to_string() };
    let tag = format!("/{name}\"");
    html.replacen(&tag, &format!("{tag} width=\"{width}\" height=\"{height}\""), 1)
}

/// What the first page shows below its first paragraph: a cell with its lamps, and a door for each large part.
fn doors() -> String {
    let cell = notation::cell("lyn 315").expect("this is an order");
    let place = |row: &OrderRow| {
        let on = if row.mnemonic == "ar" { " class=\"on\"" } else { "" };
        format!("<i{on}>{}</i>", row.mnemonic)
    };
    let chart: String = ORDERS.iter().take(32).map(place).collect();
    DOORS.replace("@CELL@", &cases::of_one(cell)).replace("@ORDERS@", &chart)
}

/// Returns the pages in reading order, which is the order of the contents. The pages of the single orders
/// come after the list of orders. Logs are left out.
pub fn reading_order(pages: &[ReadyPage]) -> Vec<&ReadyPage> {
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
