//! `gier algol`: compiles ALGOL texts to a drum image.

use super::program::TextLanguage;
use crate::cli::AlgolArgs;
use crate::host::files::{self, Job};
use crate::host::report::{self, Findings, Report, Translated};
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_algol::Compilation;
use gier_algol::source::SourceText;
use gier_word::Diagnostic;
use std::path::{Path, PathBuf};

/// Runs `gier algol`.
pub fn run(job: &Job, args: &AlgolArgs) -> Result<Status> {
    let image = match args.check {
        true => None,
        false => files::image_output(args.output.as_deref(), &args.files[0], args.list)?,
    };
    if args.json || args.list {
        job.will_print(if args.json { "--json" } else { "--list" })?;
    }
    let output = image.as_deref().map(|image| job.write("the drum", image)).transpose()?;
    if args.fix {
        fix(job, args)?;
    }
    let Some(Compiled { mut compilation, texts, warnings }) =
        compile(job, &args.files, &args.library, Report::of(args.json))?
    else {
        return Ok(Status::Fault);
    };
    let map = compilation.image.map().filter(|_| !args.no_map).map(|map| map.as_ref().clone());
    compilation.image.set_map(map.map(|map| map.without_folders(args.files.len())));
    if args.list {
        job.print(&compilation.listing());
    }
    if let Some(output) = output {
        output.holding("the drum").finish(&compilation.image.to_bytes());
    }
    if args.json {
        let image = image.as_deref();
        job.print_json(&Translated { image, sources: &texts, faults: &[], warnings: &warnings });
    }
    Ok(Status::Ended)
}

/// Writes the words and symbols of the program's texts as GIER ALGOL has them, and saves the texts that
/// change.
fn fix(job: &Job, args: &AlgolArgs) -> Result<()> {
    let mut sources = args.files.iter().map(|path| read(job, path)).collect::<Result<Vec<SourceText>>>()?;
    let mut library = Library::new(job, &args.files, &args.library)?;
    for (file, path) in args.files.iter().enumerate().filter(|(_, path)| !files::is_dash(path)) {
        let old = sources[file].text.clone();
        let new = gier_algol::typing::respelt_text(&old, |text| {
            sources[file].text = text.to_string();
            (gier_algol::analyse(&sources, &mut |name| library.find(name)), file)
        });
        let Some(new) = new else { continue };
        job.claim_once("--fix", path, Some(path))?.open()?.save(new.as_bytes())?;
        report::say(&format!("the words and symbols of {} are now those of GIER ALGOL", files::name(path)));
        sources[file].text = new;
    }
    library.error.map_or(Ok(()), Err)
}

/// A program that was compiled without faults.
pub struct Compiled {
    /// The result of the compiler, with the drum image.
    pub compilation: Compilation,
    /// The name and the contents of each text of the program.
    pub texts: Vec<(String, String)>,
    /// The warnings that the compiler gave.
    pub warnings: Vec<Diagnostic>,
}

/// Compiles an ALGOL program. `library` contains the folders with declarations for `comment library NAME;`.
/// Returns `None` if the program has faults.
///
/// Prints faults and warnings, as JSON only if there are faults.
pub fn compile(
    job: &Job,
    program: &[PathBuf],
    library: &[PathBuf],
    report: Report,
) -> Result<Option<Compiled>> {
    let (compilation, Findings { texts, faults, warnings }) = translate(job, program, library)?;
    match (report, compilation.is_some()) {
        (Report::Text, is_compiled) => {
            let text = texts.first().filter(|_| !is_compiled).map(|(_, text)| text);
            if let (Some(text), [path]) = (text, program)
                && let Some(advice) = TextLanguage::Algol.instead_of(path, text)
            {
                report::say(&advice);
                return Ok(None);
            }
            report::faults(&texts, &faults);
            report::faults(&texts, &warnings);
            // One fault stands for all words of a text that is written in plain words or in capitals.
            let mut fixes = faults.iter().filter_map(|fault| fault.fix.as_deref());
            if let (true, [path]) = (fixes.any(|fix| fix.is_spelling && fix.edits.len() > 2), program) {
                let name = files::name(path);
                report::say(&format!("gier algol {name} --fix writes the words as GIER ALGOL has them"));
            }
        }
        (Report::Json, false) => {
            let faults = &faults;
            job.print_json(&Translated { image: None, sources: &texts, faults, warnings: &warnings });
        }
        (Report::Json, true) => {}
    }
    Ok(compilation.map(|compilation| Compiled { compilation, texts, warnings }))
}

/// Compiles an ALGOL program without printing anything. `library` contains the folders with declarations for
/// `comment library NAME;`. If the program has faults, the result contains them and no compilation.
pub fn translate(
    job: &Job,
    program: &[PathBuf],
    library: &[PathBuf],
) -> Result<(Option<Compilation>, Findings)> {
    let sources = program.iter().map(|path| read(job, path)).collect::<Result<Vec<SourceText>>>()?;
    let mut library = Library::new(job, program, library)?;
    let translated = gier_algol::translate(&sources, &mut |name| library.find(name));
    if let Some(error) = library.error {
        return Err(error);
    }
    let texts = translated.texts.into_iter().map(|text| (text.name, text.text)).collect();
    let findings = Findings { texts, faults: translated.diagnostics, warnings: translated.warnings };
    Ok((translated.compilation, findings))
}

fn read(job: &Job, path: &Path) -> Result<SourceText> {
    let text = job.read_source(path)?;
    Ok(SourceText::from_bytes(&files::name(path), text.as_bytes()))
}

/// Finds the declarations that `comment library NAME;` includes in an ALGOL program. They are in a file of a
/// library folder.
struct Library<'a> {
    /// The folders that the user named, or the folder `library` beside the program's first text.
    folders: Vec<PathBuf>,
    job: &'a Job,
    /// The first error while reading a library file. The compiler's callback cannot return it.
    error: Option<anyhow::Error>,
}

impl<'a> Library<'a> {
    fn new(job: &'a Job, program: &[PathBuf], folders: &[PathBuf]) -> Result<Library<'a>> {
        let mut folders = folders.to_vec();
        if let Some(folder) = folders.iter().find(|folder| !folder.is_dir()) {
            bail!("the library {} is not a folder", files::name(folder));
        }
        if folders.is_empty() {
            folders.push(program[0].with_file_name("library"));
        }
        Ok(Library { folders, job, error: None })
    }

    fn find(&mut self, name: &str) -> Option<SourceText> {
        // Library names consist of words. Other characters could lead to a file outside the library
        // folders.
        if name.contains(['/', '\\', '.']) {
            return None;
        }
        let files = ["alg", "asc", "flx"].map(|ending| format!("{name}.{ending}"));
        let mut paths = self.folders.iter().flat_map(|folder| files.iter().map(|file| folder.join(file)));
        let path = paths.find(|path| path.is_file())?;
        match read(self.job, &path) {
            Ok(text) => Some(text),
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }
}
