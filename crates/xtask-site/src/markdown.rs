//! Converts Markdown to HTML. Headings get the anchors that a code host such as GitHub would give them. Links
//! between documents become links between pages. The ids of facts and questions, such as `Q85`, also become
//! links.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html,
};

use crate::book;

/// A section of a page. The site's search finds sections. A section begins at a heading or a fact, and ends
/// at the next one. What a page has above its first heading is a section without a title, which the search does
/// not find.
#[derive(Debug, Default)]
pub struct Section {
    /// The heading of the section, or the id of the fact.
    pub title: String,
    /// The anchor of the section on its page. It is empty for the beginning of the page.
    pub anchor: String,
    /// The plain text of the section, without Markdown.
    pub text: String,
}

/// A page that was converted from Markdown.
#[derive(Debug, Default)]
pub struct Rendered {
    /// The text of the first heading.
    pub title: String,
    /// The HTML of the page's body.
    pub html: String,
    /// The sections of the page, in order.
    pub sections: Vec<Section>,
    /// The headings of the second level, each with its anchor.
    pub outline: Vec<(String, String)>,
    /// The images on the page. Each has its file in the source tree and its address on the site.
    pub images: Vec<(PathBuf, String)>,
    /// Messages about the faults in the document.
    pub faults: Vec<String>,
}

/// The HTML tags that a document may contain. It may also contain the beginning of an anchor, `<a id="…">`.
const ALLOWED_HTML: [&str; 3] = ["</a>", "<sub>", "</sub>"];

/// Converts a document to a page. `source` is the path of the document in the source tree. `address` is the
/// address of the page on the site.
pub fn render(text: &str, source: &Path, address: &str) -> Rendered {
    let mut page = Renderer {
        source,
        up: up(address),
        rendered: Rendered { sections: vec![Section::default()], ..Rendered::default() },
        anchors: BTreeMap::new(),
        heading: None,
        is_code: false,
        link_depth: 0,
    };
    let events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let mut out = Vec::new();
    for event in events {
        page.event(event, &mut out);
    }
    html::push_html(&mut page.rendered.html, out.into_iter());
    // An empty cell in the head of a table becomes an ordinary cell. A style becomes a class, because
    // the site's security policy forbids styles in a page.
    page.rendered.html = page
        .rendered
        .html
        .replace("<th></th>", "<td></td>")
        .replace(" style=\"text-align: right\"", " class=\"right\"");
    if let Some(first) = page.rendered.sections.iter().find(|section| !section.title.is_empty()) {
        page.rendered.title.clone_from(&first.title);
    }
    page.rendered
}

struct Renderer<'a> {
    source: &'a Path,
    /// The relative path from the page to the root of the site, such as `../`.
    up: String,
    rendered: Rendered,
    /// How many times each anchor has been used on the page so far.
    anchors: BTreeMap<String, usize>,
    /// The heading that is being read: its level, its events and its text so far. It is `None` if no heading
    /// is being read.
    heading: Option<(HeadingLevel, Vec<Event<'a>>, String)>,
    is_code: bool,
    /// How many links are open at this point. Nothing inside a link may become a link.
    link_depth: usize,
}

impl<'a> Renderer<'a> {
    fn event(&mut self, event: Event<'a>, out: &mut Vec<Event<'a>>) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                self.heading = Some((level, Vec::new(), String::new()));
            }
            Event::End(TagEnd::Heading(_)) => self.end_heading(out),
            Event::Start(Tag::Table(columns)) => {
                let label = self.rendered.sections.last().map_or("", |section| section.title.as_str());
                let label = if label.is_empty() { "Table" } else { label };
                let open = format!(
                    "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">",
                    escape(label)
                );
                out.push(Event::Html(open.into()));
                out.push(Event::Start(Tag::Table(columns)));
            }
            Event::End(TagEnd::Table) => {
                out.push(Event::End(TagEnd::Table));
                out.push(Event::Html("</div>\n".into()));
            }
            Event::Start(Tag::TableRow) if self.source.ends_with("glossary.md") => {
                // Each word of the glossary is a separate section, with the anchor of the heading above it.
                let anchor = self.rendered.sections.last().map(|section| section.anchor.clone());
                let anchor = anchor.unwrap_or_default();
                self.rendered.sections.push(Section { title: String::new(), anchor, text: String::new() });
                out.push(event);
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                self.is_code = true;
                out.push(Event::Html(code_begin(&kind).into()));
                out.push(Event::Start(Tag::CodeBlock(kind)));
            }
            Event::End(TagEnd::CodeBlock) => {
                self.is_code = false;
                out.push(Event::End(TagEnd::CodeBlock));
                out.push(Event::Html("</div>\n".into()));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                self.link_depth += 1;
                let dest_url = self.target(&dest_url, link_type);
                self.push(Event::Start(Tag::Link { link_type, dest_url, title, id }), out);
            }
            Event::End(TagEnd::Link) => {
                self.link_depth -= 1;
                self.push(Event::End(TagEnd::Link), out);
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = self.image(&dest_url);
                self.push(Event::Start(Tag::Image { link_type, dest_url, title, id }), out);
            }
            Event::Text(text) => self.text(text, out),
            Event::Code(code) => self.code(code, out),
            Event::Html(text) | Event::InlineHtml(text) => self.inline_html(text, out),
            Event::SoftBreak => {
                self.note(" ");
                self.push(Event::SoftBreak, out);
            }
            Event::End(TagEnd::Paragraph | TagEnd::TableCell | TagEnd::Item) => {
                self.note(" ");
                let section = self.rendered.sections.last_mut().expect("a page has a section");
                if self.source.ends_with("glossary.md") && section.title.is_empty() {
                    section.title = section.text.trim().to_string();
                }
                self.push(event, out);
            }
            other => self.push(other, out),
        }
    }

    /// Adds an event to the current heading. Outside of a heading, adds the event to the page.
    fn push(&mut self, event: Event<'a>, out: &mut Vec<Event<'a>>) {
        match &mut self.heading {
            Some((_, events, _)) => events.push(event),
            None => out.push(event),
        }
    }

    /// Adds text to the title of the current heading. Outside of a heading, adds the text to the current
    /// section.
    fn note(&mut self, text: &str) {
        match &mut self.heading {
            Some((_, _, title)) => title.push_str(text),
            None => self.rendered.sections.last_mut().expect("a page has a section").text.push_str(text),
        }
    }

    fn end_heading(&mut self, out: &mut Vec<Event<'a>>) {
        let (level, events, title) = self.heading.take().expect("a heading was begun");
        let title = title.trim().to_string();
        let slug = slug(&title);
        let count = self.anchors.entry(slug.clone()).or_insert(0);
        let anchor = if *count == 0 { slug } else { format!("{slug}-{count}") };
        *count += 1;
        out.push(Event::Html(format!("<{level} id=\"{anchor}\">").into()));
        out.extend(events);
        let link = if level == HeadingLevel::H1 { String::new() } else { link_to_itself(&title, &anchor) };
        out.push(Event::Html(format!("{link}</{level}>\n").into()));
        if level == HeadingLevel::H2 {
            self.rendered.outline.push((title.clone(), anchor.clone()));
        }
        self.rendered.sections.push(Section { title, anchor, text: String::new() });
    }

    /// Converts text that is not code. The ids of facts and questions become links.
    fn text(&mut self, text: CowStr<'a>, out: &mut Vec<Event<'a>>) {
        self.note(&text);
        if self.is_code || self.link_depth > 0 || self.heading.is_some() {
            return self.push(Event::Text(text), out);
        }
        for piece in pieces(&text) {
            out.push(match piece {
                Piece::Plain(words) => Event::Text(words.into()),
                Piece::Cited(page, id) => Event::Html(link(&self.up, page, &id).into()),
            });
        }
    }

    /// Converts inline code. If the code is the path of a document, it becomes a link to the document's page.
    fn code(&mut self, code: CowStr<'a>, out: &mut Vec<Event<'a>>) {
        self.note(&code);
        let page = code.starts_with("docs/").then(|| book::address_of(Path::new(&*code))).flatten();
        match page {
            Some(address) if self.link_depth == 0 && self.heading.is_none() => {
                let link = format!("<a href=\"{}{address}\"><code>{}</code></a>", self.up, escape(&code));
                out.push(Event::Html(link.into()));
            }
            _ => self.push(Event::Code(code), out),
        }
    }

    fn inline_html(&mut self, text: CowStr<'a>, out: &mut Vec<Event<'a>>) {
        let anchor = text.strip_prefix("<a id=\"").and_then(|rest| rest.strip_suffix("\">"));
        if let Some(anchor) = anchor {
            // A fact in a table is a separate section. A question already is a section, because it has a
            // heading.
            if self.heading.is_none() {
                let (title, anchor) = (anchor.to_string(), anchor.to_string());
                self.rendered.sections.push(Section { title, anchor, text: String::new() });
            }
        } else if !ALLOWED_HTML.contains(&text.trim()) {
            self.rendered.faults.push(format!("HTML is not allowed here: {}", text.trim()));
        }
        self.push(Event::InlineHtml(text), out);
    }

    /// Returns the address of an image, relative to the page. Records the image, because its file must be
    /// copied to the site.
    fn image(&mut self, target: &str) -> CowStr<'a> {
        let file = beside(self.source, target);
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let address = format!("pictures/{name}");
        let link = format!("{}{address}", self.up);
        self.rendered.images.push((file, address));
        link.into()
    }

    /// Returns the address of a link, relative to the page. A link to a document in the source tree becomes a
    /// link to the document's page on the site.
    fn target(&mut self, target: &str, link_type: LinkType) -> CowStr<'a> {
        if link_type == LinkType::Autolink || target.contains("://") {
            return target.to_string().into();
        }
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let path = beside(self.source, file);
        let Some(address) = book::address_of(&path) else {
            self.rendered.faults.push(format!("the link to {target} leads to no page of the handbook"));
            return target.to_string().into();
        };
        let hash = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
        format!("{}{address}{hash}", self.up).into()
    }
}

/// The relative path from the page with this address to the root of the site, such as `../`.
pub fn up(address: &str) -> String {
    "../".repeat(address.matches('/').count())
}

/// Returns the link behind a heading, with which a reader can point to the section.
pub fn link_to_itself(title: &str, anchor: &str) -> String {
    format!(" <a class=\"self\" href=\"#{anchor}\" aria-label=\"Link to {}\">#</a>", escape(title))
}

/// Returns the HTML tag that begins a block of code. If the code is a program that can be run, the tag has an
/// attribute. The site's script then adds buttons.
fn code_begin(kind: &CodeBlockKind<'_>) -> String {
    let CodeBlockKind::Fenced(word) = kind else { return code_box("") };
    let (language, what) = word.split_once(' ').unwrap_or((word, ""));
    // A whole SLIP program has another word after `slip`, such as a file name. A fragment has only `slip`.
    let live = match (language, what) {
        ("slip", "") => "cells",
        ("slip" | "algol", _) => language,
        _ => return code_box(""),
    };
    let more = match what.strip_prefix("lesson-") {
        Some(number) => format!(" data-lesson=\"{number}\""),
        None if what == "frames" => " data-frames".to_string(),
        None => String::new(),
    };
    code_box(&format!(" data-live=\"{live}\"{more}"))
}

fn code_box(attributes: &str) -> String {
    format!("<div class=\"wide\"{attributes} tabindex=\"0\" role=\"group\" aria-label=\"Example\">")
}

/// Returns the path to which a relative link in `source` leads. An empty link leads to `source` itself.
pub fn beside(source: &Path, target: &str) -> PathBuf {
    if target.is_empty() {
        return source.to_path_buf();
    }
    let mut path = source.parent().map(Path::to_path_buf).unwrap_or_default();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path
}

/// A piece of text. It is either plain words, or the id of a fact or question, with the page to link to.
enum Piece {
    Plain(String),
    Cited(&'static str, String),
}

/// Splits a text into plain words and the ids of facts and questions, such as `Q85`.
fn pieces(text: &str) -> Vec<Piece> {
    let (mut pieces, mut plain, mut rest) = (Vec::new(), String::new(), text);
    while !rest.is_empty() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length);
        match cited(word.trim_end_matches('-')) {
            Some((page, id)) => {
                pieces.push(Piece::Plain(std::mem::take(&mut plain)));
                pieces.push(Piece::Cited(page, id.to_string()));
                plain.push_str(&word[id.len()..]);
            }
            None => plain.push_str(word),
        }
        let next = behind.find(is_word).unwrap_or(behind.len());
        plain.push_str(&behind[..next]);
        rest = &behind[next..];
    }
    pieces.push(Piece::Plain(plain));
    pieces
}

fn link(up: &str, page: &str, id: &str) -> String {
    format!("<a class=\"cite\" href=\"{up}{page}#{id}\">{id}</a>")
}

/// Converts a text to HTML. The ids of facts and questions become links. `up` is the relative path to the
/// root of the site, such as `../`.
pub fn cited_html(text: &str, up: &str) -> String {
    let html = |piece| match piece {
        Piece::Plain(words) => escape(&words),
        Piece::Cited(page, id) => link(up, page, &id),
    };
    pieces(text).into_iter().map(html).collect()
}

/// If a word is the id of a fact or question, returns the page to link to, and the id. Otherwise returns
/// `None`.
fn cited(word: &str) -> Option<(&'static str, &str)> {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    if word.strip_prefix('Q').is_some_and(is_number) {
        return Some(("open-questions.html", word));
    }
    let (name, number) = word.strip_prefix("F-")?.rsplit_once('-')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    (is_name && is_number(number)).then_some(("facts.html", word))
}

/// Returns the anchor that a code host such as GitHub gives a heading. The anchor is in lower case, without
/// punctuation, and with `-` for each blank.
pub fn slug(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Escapes the characters of a text that have a special meaning in HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(text: &str) -> String {
        render(text, Path::new("docs/timing.md"), "timing.html").html
    }

    #[test]
    fn a_link_between_documents_becomes_one_between_pages() {
        assert!(html("[facts](facts.md#F-REG-1)").contains("href=\"facts.html#F-REG-1\""));
        assert!(html("[nim](../programs/nim/README.md)").contains("href=\"programs/nim.html\""));
        assert!(html("[nim](../programs/nim)").contains("href=\"programs/nim.html\""));
        let inner = render("[a](../README.md)", Path::new("programs/nim/README.md"), "programs/nim.html");
        assert!(inner.html.contains("href=\"../programs.html\""), "{}", inner.html);
    }

    #[test]
    fn a_link_to_no_page_is_a_fault() {
        let page = render("[x](nowhere.md)", Path::new("docs/timing.md"), "timing.html");
        assert_eq!(page.faults, ["the link to nowhere.md leads to no page of the handbook"]);
    }

    #[test]
    fn facts_and_questions_become_links_but_not_in_code() {
        let cited = html("See F-REG-1, and Q3.");
        assert!(
            cited.contains("<a class=\"cite\" href=\"facts.html#F-REG-1\">F-REG-1</a>, and <a"),
            "{cited}"
        );
        assert!(!html("`F-REG-1`").contains("<a "));
    }

    #[test]
    fn headings_have_the_anchors_of_a_code_host() {
        assert!(html("## What is `R`?").contains("<h2 id=\"what-is-r\">"));
        assert!(html("# A\n\n# A").contains("<h1 id=\"a-1\">"));
    }

    #[test]
    fn html_in_a_document_is_a_fault() {
        let page = render("press <Enter>", Path::new("docs/timing.md"), "timing.html");
        assert_eq!(page.faults.len(), 1);
    }
}
