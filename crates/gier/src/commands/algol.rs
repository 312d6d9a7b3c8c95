//! `gier algol`: ALGOL texts to a drum image.

use crate::cli::AlgolArgs;
use crate::host::files::{self, Pending};
use crate::host::report;
use crate::host::status::Status;
use anyhow::{Result, bail};
use gier_algol::source::SourceText;
use std::path::{Path, PathBuf};

/// Runs the command.
///
/// # Errors
/// Files that cannot be read or written.
pub fn run(args: &AlgolArgs) -> Result<Status> {
    let sources = args.files.iter().map(|path| read(path)).collect::<Result<Vec<SourceText>>>()?;
    let mut library = Library::new(args)?;
    let output = Pending::new(&args.output)?;
    let translated = gier_algol::translate(&sources, &mut |name| library.find(name));
    if let Some(error) = library.error {
        return Err(error);
    }
    let Some(compilation) = translated.compilation else {
        let texts: Vec<(String, String)> =
            translated.texts.into_iter().map(|text| (text.name, text.text)).collect();
        report::faults(&texts, &translated.diagnostics);
        return Ok(Status::Fault);
    };
    if args.list {
        files::print(&compilation.listing())?;
    }
    output.finish(&compilation.image.to_bytes())?;
    Ok(Status::Ended)
}

fn read(path: &Path) -> Result<SourceText> {
    let text = files::read_source(path)?;
    Ok(SourceText::from_bytes(&files::name(path), text.as_bytes()))
}

/// The folders in which `comment library NAME;` finds its declarations.
struct Library {
    folders: Vec<PathBuf>,
    /// What went wrong with a file that is there.
    error: Option<anyhow::Error>,
}

impl Library {
    fn new(args: &AlgolArgs) -> Result<Library> {
        let mut folders = args.library.clone();
        if let Some(folder) = folders.iter().find(|folder| !folder.is_dir()) {
            bail!("the library {} is no folder", folder.display());
        }
        if folders.is_empty() {
            folders.push(args.files[0].with_file_name("library"));
        }
        Ok(Library { folders, error: None })
    }

    fn find(&mut self, name: &str) -> Option<SourceText> {
        // A name is words: nothing that leads out of the folders.
        if name.contains(['/', '\\', '.']) {
            return None;
        }
        let files = ["alg", "asc"].map(|ending| format!("{name}.{ending}"));
        let mut paths = self.folders.iter().flat_map(|folder| files.iter().map(|file| folder.join(file)));
        let path = paths.find(|path| path.is_file())?;
        match read(&path) {
            Ok(text) => Some(text),
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }
}
