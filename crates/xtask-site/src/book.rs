//! The table of contents of the handbook. It lists the pages in order, with their files.

use std::path::Path;

/// A part of the handbook.
pub struct Part {
    /// The heading of the part in the contents.
    pub title: &'static str,
    /// The pages of the part, in order.
    pub pages: &'static [Page],
}

/// A page of the handbook, made from one Markdown file.
pub struct Page {
    /// The path of the Markdown file in the source tree.
    pub source: &'static str,
    /// The address of the page on the site, without a `/` at its beginning.
    pub address: &'static str,
}

const fn page(source: &'static str, address: &'static str) -> Page {
    Page { source, address }
}

/// The first page of the site.
pub const FRONT: Page = page("docs/README.md", "index.html");

/// The title of the part of the handbook that is for programmers. This part also links to the API
/// documentation.
pub const PROGRAMMERS: &str = "For programmers";

/// All parts, in the order of the contents.
pub const PARTS: &[Part] = &[
    Part {
        title: "A visit",
        pages: &[
            page("docs/tutorial.md", "tutorial.html"),
            page("docs/nim-to-the-lamps.md", "nim-to-the-lamps.html"),
            page("programs/README.md", "programs.html"),
            page("programs/lessons/README.md", "programs/lessons.html"),
            page("programs/nim/README.md", "programs/nim.html"),
            page("programs/fair-play/README.md", "programs/fair-play.html"),
            page("programs/russian-nim/README.md", "programs/russian-nim.html"),
            page("programs/combitron/README.md", "programs/combitron.html"),
            page("programs/examples/README.md", "programs/examples.html"),
            page("programs/music/README.md", "programs/music.html"),
        ],
    },
    Part {
        title: "The machine",
        pages: &[
            page("docs/machine.md", "machine.html"),
            page("docs/timing.md", "timing.html"),
            page("docs/sound.md", "sound.html"),
            page("docs/tapes.md", "tapes.html"),
        ],
    },
    Part {
        title: "The languages",
        pages: &[
            page("docs/slip.md", "slip.html"),
            page("docs/algol.md", "algol.html"),
            page("docs/algol-runtime.md", "algol-runtime.html"),
            page("docs/algol-museum.md", "algol-museum.html"),
        ],
    },
    Part {
        title: "The museum",
        pages: &[page("docs/archive.md", "archive.html"), page("docs/evening.md", "evening.html")],
    },
    Part {
        title: "The debugger",
        pages: &[
            page("docs/debugging.md", "debugging.html"),
            page("docs/panel.md", "panel.html"),
            page("docs/editors.md", "editors.html"),
        ],
    },
    Part {
        title: PROGRAMMERS,
        pages: &[
            page("docs/architecture.md", "architecture.html"),
            page("docs/adding.md", "adding.html"),
            page("docs/json.md", "json.html"),
            page("docs/packaging.md", "packaging.html"),
            page("docs/web.md", "web.html"),
            page("docs/performance.md", "performance.html"),
            page("docs/reliability.md", "reliability.html"),
        ],
    },
    Part {
        title: "What is known",
        pages: &[
            page("docs/facts.md", "facts.html"),
            page("docs/open-questions.md", "open-questions.html"),
            page("docs/experiments.md", "experiments.html"),
            page("docs/glossary.md", "glossary.html"),
        ],
    },
];

/// Pages that are made from tables instead of Markdown files. Each entry has the title of a part of the
/// handbook, and the address of the page. The page comes at the end of this part.
pub const MADE: [(&str, &str); 4] = [
    ("A visit", LESSONS),
    ("The machine", REGISTERS),
    ("The machine", ORDERS),
    ("The languages", PROCEDURES),
];

/// The address of the page with the lessons.
pub const LESSONS: &str = "lessons.html";

/// The address of the page that describes the registers.
pub const REGISTERS: &str = "registers.html";
/// The address of the list of orders. In reading order, the pages of the single orders come after the list.
pub const ORDERS: &str = "orders/index.html";
/// The address of the page that describes the standard procedures.
pub const PROCEDURES: &str = "procedures.html";

/// The addresses of all pages of a part of the handbook, in order.
pub fn addresses(part: &Part) -> impl Iterator<Item = &'static str> {
    let title = part.title;
    let made = MADE.iter().filter(move |(of, _)| *of == title).map(|(_, address)| *address);
    part.pages.iter().map(|page| page.address).chain(made)
}

/// The folder of the project's logs. Each log is a page, but is not in the table of contents.
pub const LOGS: &str = "docs/log";

/// Returns the address of the page for a source file, or `None` if the file has no page. A page that is made
/// from a table has no source file. For such a page, `source` is a made-up name such as `docs/orders.md` or
/// `docs/orders/ar.md`.
pub fn address_of(source: &Path) -> Option<String> {
    // Windows separates folders with backslashes.
    let source = &*source.to_str()?.replace('\\', "/");
    match source {
        "docs/orders.md" => return Some(ORDERS.to_string()),
        "docs/procedures.md" => return Some(PROCEDURES.to_string()),
        "docs/registers.md" => return Some(REGISTERS.to_string()),
        _ => {}
    }
    if let Some(order) = source.strip_prefix("docs/orders/").and_then(|rest| rest.strip_suffix(".md")) {
        return Some(order_address(order));
    }
    let pages = PARTS.iter().flat_map(|part| part.pages).chain([&FRONT]);
    let listed = pages.into_iter().find(|page| page.source == source).map(|page| page.address.to_string());
    let is_folder = || {
        PARTS
            .iter()
            .flat_map(|part| part.pages)
            .find(|page| page.source.strip_suffix("/README.md") == Some(source))
    };
    let log =
        || Some(format!("log/{}.html", source.strip_prefix(LOGS)?.strip_prefix('/')?.strip_suffix(".md")?));
    listed.or_else(|| is_folder().map(|page| page.address.to_string())).or_else(log)
}

/// The address of the page that describes an order.
pub fn order_address(mnemonic: &str) -> String {
    format!("orders/{mnemonic}.html")
}
