//! The template of a page: the header of the house, the search, the contents with the outline of the page, and the
//! links to the pages before and after it.

use std::path::Path;

use crate::book::{self, FRONT, PARTS};
use crate::markdown::{Rendered, beside, escape};
use crate::pages::{ReadyPage, reading_order};

const TEMPLATE: &str = include_str!("../assets/page.html");
/// The guest's page of the house, whose header is the header of every page.
pub const HOUSE: &str = include_str!("../../gier-web/page/index.html");
/// The machine room.
pub const ROOM: &str = include_str!("../../gier-web/page/panel.html");
/// The first page of the documentation of the libraries. It describes the library that simulates GIER.
pub const LIBRARIES: &str = "gier_machine/index.html";
/// The address of the page that contains all pages, for a printer.
pub const PRINT: &str = "print.html";

/// The table of contents. Each part has its title, and the address and title of each of its pages.
pub type Contents = Vec<(&'static str, Vec<(String, String)>)>;

/// Returns the table of contents. `libraries` is the folder with the documentation of the libraries, if there is one.
pub fn contents(pages: &[ReadyPage], libraries: Option<&str>) -> Contents {
    let title = |address: &str| {
        let page = pages.iter().find(|page| page.address == address);
        page.map_or_else(|| address.to_string(), |page| page.rendered.title.clone())
    };
    let entries = |part| book::addresses(part).map(|address| (address.to_string(), title(address))).collect();
    let mut contents: Contents = PARTS.iter().map(|part| (part.title, entries(part))).collect();
    if let Some(folder) = libraries {
        let programmers = contents.iter_mut().find(|(title, _)| *title == book::PROGRAMMERS);
        let (_, entries) = programmers.expect("the handbook has a part for programmers");
        entries.push((format!("{folder}/{LIBRARIES}"), "The libraries (API)".to_string()));
    }
    contents.push(("On paper", vec![(PRINT.to_string(), "The whole book, to print".to_string())]));
    contents
}

/// Returns the complete HTML of a page. `before` and `after` are the previous and the next page in reading
/// order.
pub fn html(page: &ReadyPage, contents: &Contents, [before, after]: [Option<&ReadyPage>; 2]) -> String {
    let up = page.up();
    let turn = |page: Option<&ReadyPage>, class: &str, word: &str| {
        page.map_or_else(String::new, |page| {
            let title = escape(&page.rendered.title);
            format!("<a class=\"{class}\" href=\"{up}{}\">{word}: {title}</a>\n", page.address)
        })
    };
    let turns = turn(before, "before", "Before") + &turn(after, "after", "Next");
    let house = house(page);
    let template = TEMPLATE
        .replace("@HOUSE@", &house)
        .replace("@CONTENTS@", &list(page, contents, &house))
        .replace("@TITLE@", &escape(&page.rendered.title))
        .replace("@TURNS@", &turns)
        .replace("@UP@", &up);
    template.replace("@TEXT@", &page.rendered.html)
}

/// Returns the links of the house's header, as they lead from a page of the handbook.
fn house(page: &ReadyPage) -> String {
    let header = HOUSE
        .split_once("<header class=\"top\">")
        .and_then(|(_, rest)| rest.split_once("<div class=\"set\">"));
    let (links, _) = header.expect("the page of the house has a header");
    let link = |target: &str| {
        let address = match target.strip_prefix("handbook/") {
            Some("") => FRONT.address,
            Some(address) => address,
            None if target.starts_with('#') => {
                return format!("{}../index.html{}", page.up(), target.trim_end_matches('#'));
            }
            None => return format!("{}../{target}", page.up()),
        };
        let here = if address == FRONT.address { "\" aria-current=\"page" } else { "" };
        format!("{}{address}{here}", page.up())
    };
    replaced(links.trim_end(), "href", link)
}

/// Replaces all values of an attribute in a piece of HTML.
fn replaced(html: &str, attribute: &str, value: impl Fn(&str) -> String) -> String {
    let begin = format!(" {attribute}=\"");
    let mut pieces = html.split(&begin);
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |done, piece| {
        let (old, rest) = piece.split_once('"').unwrap_or((piece, ""));
        done + &begin + &value(old) + "\"" + rest
    })
}

/// Returns the contents as HTML. The entry of the page has an outline, which lists the sections of the page. On a
/// phone, the links of the header come first.
fn list(page: &ReadyPage, contents: &Contents, house: &str) -> String {
    let up = page.up();
    let links = house.split_once("<nav>").map_or("", |(_, rest)| rest.trim_end().trim_end_matches("</nav>"));
    let mut list = format!("<p class=\"house\">{links}</p>\n");
    // The page of an order belongs to the list of orders.
    let entry = if page.address.starts_with("orders/") { book::ORDERS } else { &page.address };
    for (part, entries) in contents {
        list += &format!("<h2>{part}</h2>\n<ul>\n");
        for (address, title) in entries {
            let is_here = address == entry;
            let here = if is_here { " aria-current=\"page\"" } else { "" };
            let outline = if is_here { outline(page) } else { String::new() };
            list += &format!("<li><a href=\"{up}{address}\"{here}>{}</a>{outline}</li>\n", escape(title));
        }
        list += "</ul>\n";
    }
    list
}

fn outline(page: &ReadyPage) -> String {
    let line = |(title, anchor): &(String, String)| {
        format!("<li><a href=\"#{anchor}\">{}</a></li>\n", escape(title))
    };
    let lines: String = page.rendered.outline.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\n<ol>\n{lines}</ol>\n") }
}

/// Returns all pages in reading order as one page, for a printer. Two pages can have equal anchors, so each anchor
/// begins with the address of its page.
pub fn print(pages: &[ReadyPage]) -> ReadyPage {
    let order = reading_order(pages);
    let is_inside = |address: &str| order.iter().any(|page| page.address == address);
    let mut html = String::new();
    for page in &order {
        let name = |address: &str, anchor: &str| {
            if anchor.is_empty() { address.to_string() } else { format!("{address}--{anchor}") }
        };
        let link = |target: &str| {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            if target.contains("://") {
                return target.to_string();
            }
            let address = beside(Path::new(&page.address), path).to_string_lossy().replace('\\', "/");
            if is_inside(&address) { format!("#{}", name(&address, anchor)) } else { address }
        };
        let text = replaced(&page.rendered.html, "id", |anchor| name(&page.address, anchor));
        let text = replaced(&text, "href", link);
        let text = replaced(&text, "src", |picture| picture.trim_start_matches("../").to_string());
        html += &format!("<section id=\"{}\" class=\"page\">\n{text}</section>\n", page.address);
    }
    let title = "The GIER handbook on paper".to_string();
    let rendered = Rendered { title, html, ..Rendered::default() };
    ReadyPage { address: PRINT.to_string(), name: PRINT.to_string(), rendered }
}
