//! `gier algol`: compiles ALGOL texts to a drum image.

use crate::cli::AlgolArgs;
use crate::host::files;
use crate::host::language;
use crate::host::output::{self, AtomicFile};
use crate::host::report::{self, Findings, Translated};
use crate::host::status::Status;
use crate::host::texts;
use crate::host::uses::Uses;
use anyhow::{Result, bail};
use gier_algol::Compilation;
use gier_algol::source::SourceText;
use gier_word::Diagnostic;
use gier_word::Language;
use std::path::{Path, PathBuf};

/// Runs `gier algol`.
///
/// # Errors
/// Returns an error if a file cannot be read or written.
pub fn run(args: &AlgolArgs) -> Result<Status> {
    let output = match args.check {
        true => None,
        false => files::image_output(args.output.as_deref(), &args.files[0], args.list)?,
    };
    let mut uses = Uses::new();
    uses.read_all(&args.files)?;
    if args.json || args.list {
        uses.print(if args.json { "--json" } else { "--list" })?;
    }
    uses.write_all([("the drum", output.as_deref())])?;
    let (image, output) = (output.clone(), output.as_deref().map(AtomicFile::new).transpose()?);
    let language = (!args.json).then(|| language::chosen(args.language.lang));
    let Some(Compiled { mut compilation, texts, warnings }) =
        compile(&args.files, &args.library, &mut uses, language)?
    else {
        return Ok(Status::Fault);
    };
    if args.no_map {
        compilation.image.set_map(None);
    }
    let mut written = Vec::new();
    if args.list {
        written.push(files::print(&compilation.listing()));
    }
    if let Some(output) = output {
        written.push(output.holding("the drum").finish(&compilation.image.to_bytes()));
    }
    if args.json {
        let image = image.as_deref();
        let translated = Translated { image, sources: &texts, faults: &[], warnings: &warnings };
        written.push(files::print_json(&translated));
    }
    report::first_error(written)?;
    Ok(Status::Ended)
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
/// Prints faults and warnings in `language`. If `language` is `None`, prints them as JSON, but only if there
/// are faults.
///
/// # Errors
/// Returns an error if a file cannot be read, or if an input is also an output.
pub fn compile(
    program: &[PathBuf],
    library: &[PathBuf],
    uses: &mut Uses,
    language: Option<Language>,
) -> Result<Option<Compiled>> {
    let (compilation, Findings { texts, faults, warnings }) = translate(program, library, uses)?;
    match (language, compilation.is_some()) {
        (Some(language), _) => {
            report::faults(language, &texts, &faults);
            report::faults(language, &texts, &warnings);
        }
        (None, false) => {
            let faults = &faults;
            files::print_json(&Translated { image: None, sources: &texts, faults, warnings: &warnings })?;
        }
        (None, true) => {}
    }
    Ok(compilation.map(|compilation| Compiled { compilation, texts, warnings }))
}

/// Compiles an ALGOL program without printing anything. `library` contains the folders with declarations for
/// `comment library NAME;`. If the program has faults, the result contains them and no compilation.
///
/// # Errors
/// Returns an error if a file cannot be read, or if an input is also an output.
pub fn translate(
    program: &[PathBuf],
    library: &[PathBuf],
    uses: &mut Uses,
) -> Result<(Option<Compilation>, Findings)> {
    let sources = program.iter().map(|path| read(path)).collect::<Result<Vec<SourceText>>>()?;
    let mut library = Library::new(program, library, uses)?;
    let translated = gier_algol::translate(&sources, &mut |name| library.find(name));
    if let Some(error) = library.error {
        return Err(error);
    }
    let texts = translated.texts.into_iter().map(|text| (text.name, text.text)).collect();
    let findings = Findings { texts, faults: translated.diagnostics, warnings: translated.warnings };
    Ok((translated.compilation, findings))
}

fn read(path: &Path) -> Result<SourceText> {
    let text = files::read_source(path)?;
    Ok(SourceText::from_bytes(&files::name(path), text.as_bytes()))
}

/// Finds the declarations that `comment library NAME;` includes in an ALGOL program. They are in a file of a
/// library folder.
struct Library<'a> {
    folders: Vec<PathBuf>,
    /// Whether the user named library folders with `--library`. If not, gier uses the folder `library` beside
    /// the program's first text.
    is_named: bool,
    uses: &'a mut Uses,
    /// The first error while reading a library file. The compiler's callback cannot return it.
    error: Option<anyhow::Error>,
}

impl<'a> Library<'a> {
    fn new(program: &[PathBuf], folders: &[PathBuf], uses: &'a mut Uses) -> Result<Library<'a>> {
        let (mut folders, is_named) = (folders.to_vec(), !folders.is_empty());
        if let Some(folder) = folders.iter().find(|folder| !folder.is_dir()) {
            bail!("the library {} is not a folder", folder.display());
        }
        if folders.is_empty() {
            folders.push(program[0].with_file_name("library"));
        }
        Ok(Library { folders, is_named, uses, error: None })
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
        match self.text(&path) {
            Ok(text) => Some(text),
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }

    /// Reads a library text. Refuses a symbolic link that leads out of the library folder, because an error
    /// message could then quote a private file. If the user named the folder, every link is allowed.
    fn text(&mut self, path: &Path) -> Result<SourceText> {
        let folder = output::folder(path);
        if !self.is_named && !texts::is_below(folder, path) {
            let (file, folder) = (files::name(path), files::name(folder));
            bail!(
                "{file} is a link to a file outside {folder}; to allow this, use gier algol --library {folder}"
            );
        }
        self.uses.read(path)?;
        read(path)
    }
}
