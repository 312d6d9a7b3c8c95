//! `gier asm`: assembles a SLIP text to a drum image.

use super::program::TextLanguage;
use crate::cli::AsmArgs;
use crate::host::files::{self, Job};
use crate::host::report::{self, Findings, Report, Translated};
use crate::host::status::Status;
use anyhow::{Result, anyhow};
use gier_slip::{Assembly, Item, Source};
use gier_word::{Diagnostic, Image, SourceMap};
use std::path::Path;

/// Runs `gier asm`.
pub fn run(job: &Job, args: &AsmArgs) -> Result<Status> {
    let image = files::image_output(args.output.as_deref(), &args.file, args.list)?;
    if args.json || args.list {
        job.will_print(if args.json { "--json" } else { "--list" })?;
    }
    let output = image.as_deref().map(|image| job.write("the drum", image)).transpose()?;
    let Some(mut translated) = assemble(job, &args.file, Report::of(args.json))? else {
        return Ok(Status::Fault);
    };
    translated.map = translated.map.filter(|_| !args.no_map).map(|map| map.without_folders(1));
    let drum = output.is_some().then(|| drum(&args.file, &translated)).transpose()?;
    if args.list {
        job.print(&translated.assembly.listing(&translated.items));
    }
    if let (Some(output), Some(drum)) = (output, drum) {
        output.holding("the drum").finish(&drum.to_bytes());
    }
    if args.json {
        let Assembled { sources, warnings, .. } = &translated;
        job.print_json(&Translated { image: image.as_deref(), sources, faults: &[], warnings });
    }
    Ok(Status::Ended)
}

/// Assembles a program to a drum image. If the program has faults, prints them and returns `None`.
pub fn image(job: &Job, path: &Path) -> Result<Option<Image>> {
    let translated = assemble(job, path, Report::Text)?;
    translated.map(|translated| drum(path, &translated)).transpose()
}

/// Assembles a program to a drum image, and prints nothing. The image is `None` if the program has faults.
/// The findings contain the faults and warnings.
pub fn quiet_image(job: &Job, path: &Path) -> Result<(Option<Image>, Findings)> {
    Ok(match translate(job, path)? {
        Ok(translated) => {
            let image = drum(path, &translated)?;
            let Assembled { sources, warnings, .. } = translated;
            (Some(image), Findings { texts: sources.to_vec(), faults: Vec::new(), warnings })
        }
        Err(findings) => (None, findings),
    })
}

struct Assembled {
    items: Vec<Item>,
    assembly: Assembly,
    /// The source map of the program, or `None` if the user gave `--no-map`.
    map: Option<SourceMap>,
    sources: [(String, String); 1],
    warnings: Vec<Diagnostic>,
}

fn drum(path: &Path, translated: &Assembled) -> Result<Image> {
    // The title is empty. Otherwise, assembling a listing of this image would not give the same bytes.
    let mut image = gier_slip::bootable(&translated.assembly, "")
        .map_err(|reason| anyhow!("cannot make a drum of {}: {reason}", files::name(path)))?;
    image.set_map(translated.map.clone());
    Ok(image)
}

/// Assembles the program in this file. If the program has faults, returns the faults and the program's text.
fn translate(job: &Job, path: &Path) -> Result<Result<Assembled, Findings>> {
    let source = Source::new(&files::name(path), &job.read_source(path)?);
    let (items, assembly) = gier_slip::translate(&source);
    Ok(match assembly {
        Ok(assembly) => {
            let map = Some(gier_slip::map(&items, &assembly, std::slice::from_ref(&source)));
            let warnings = gier_slip::warnings(&items, Some(&assembly));
            Ok(Assembled { items, assembly, map, sources: [(source.name, source.text)], warnings })
        }
        Err(faults) => {
            let texts = vec![(source.name, source.text)];
            Err(Findings { texts, faults, warnings: Vec::new() })
        }
    })
}

/// Assembles the program in this file. If the program has faults, prints them and returns `None`.
fn assemble(job: &Job, path: &Path, report: Report) -> Result<Option<Assembled>> {
    match translate(job, path)? {
        Ok(translated) => {
            if report == Report::Text {
                report::faults(&translated.sources, &translated.warnings);
            }
            Ok(Some(translated))
        }
        Err(Findings { texts, faults, .. }) => {
            match report {
                Report::Json => job.print_json(&Translated {
                    image: None,
                    sources: &texts,
                    faults: &faults,
                    warnings: &[],
                }),
                Report::Text => match TextLanguage::Slip.instead_of(path, &texts[0].1) {
                    Some(advice) => report::say(&advice),
                    None => report::faults(&texts, &faults),
                },
            }
            Ok(None)
        }
    }
}
