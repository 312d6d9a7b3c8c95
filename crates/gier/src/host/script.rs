//! The files that acts (lines of a script for GIER's operator) read and write. A stranger may have written
//! the script. Therefore, acts may only write new files below the working folder. Command-line options can
//! allow more.

use super::files::{is_dash, name_of_output};
use super::output::{AtomicFile, folder, target};
use super::uses::Uses;
use crate::cli::ScriptArgs;
use anyhow::{Context, Result, bail};
use gier_desk::acts::{Act, Kind, Saved};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// The files that acts read and write, and the rules for writing.
#[derive(Debug)]
pub struct Script {
    /// The folder from which acts read files.
    reads: PathBuf,
    /// The folder to which acts write files.
    writes: PathBuf,
    /// The command-line options that let acts write further files.
    allowed: ScriptArgs,
    /// All files that the command and its acts read and write.
    uses: Uses,
    /// The files that acts have written so far. Later acts may read and overwrite these files.
    own: Vec<PathBuf>,
}

impl Script {
    /// Creates the rules for the acts in the file `acts`. Acts read files from `folder`, or from the folder
    /// of `acts` if `folder` is `None`. They write files to the folder of `acts`. Acts from standard input
    /// use the working folder.
    pub fn new(acts: Option<&Path>, folder: Option<&Path>, allowed: ScriptArgs, uses: Uses) -> Script {
        let acts = acts.filter(|path| !is_dash(path));
        let writes = acts.and_then(Path::parent).map(Path::to_path_buf).unwrap_or_default();
        let reads = folder.map_or_else(|| writes.clone(), Path::to_path_buf);
        Script { reads, writes, allowed, uses, own: Vec::new() }
    }

    /// The path of a file that an act reads. `name` is the file's name in the act.
    pub fn input(&self, name: &str) -> PathBuf {
        self.reads.join(name)
    }

    /// The path of a file that an act writes. `name` is the file's name in the act.
    ///
    /// # Errors
    /// Returns an error if the file is outside the working folder, or if it exists and no act wrote it.
    /// Command-line options can allow both.
    pub fn output(&self, name: &str) -> Result<PathBuf> {
        let path = self.writes.join(name);
        self.permit(&path, self.own.contains(&path))?;
        Ok(path)
    }

    /// Records that an act has written this file.
    pub fn has_written(&mut self, path: PathBuf) {
        self.own.push(path);
    }

    /// All files that the command and its acts read and write.
    pub const fn uses(&mut self) -> &mut Uses {
        &mut self.uses
    }

    /// Registers the existing files that these acts read. Files that earlier acts have written are left out.
    ///
    /// # Errors
    /// Returns an error if one of the files is also an output file.
    pub fn read(&mut self, acts: &[Act]) -> Result<()> {
        for act in acts {
            let (Kind::Reader { file, .. } | Kind::Drum(file) | Kind::Station(_, file)) = &act.kind else {
                continue;
            };
            let path = self.input(file);
            if path.exists() && !self.own.contains(&path) {
                self.uses.read(&path)?;
            }
        }
        Ok(())
    }

    /// Registers the files that these acts write. Must be called before the first act is performed.
    ///
    /// # Errors
    /// Fails like [`Script::output`]. Also fails if an act writes a file that is an input, or that is already
    /// another output. The message names the line of the act.
    pub fn write(&mut self, acts: &[Act]) -> Result<()> {
        self.write_as(acts, |act| format!("the act of line {}", act.line))
    }

    /// Checks the files of acts that the user typed at the prompt. An act must not write a file that an act
    /// or the command has read. It may save a drum, reel or machine over a file that an earlier act wrote.
    ///
    /// # Errors
    /// Fails like [`Script::write`].
    pub fn check_typed(&mut self, acts: &[Act]) -> Result<()> {
        self.read(acts)?;
        let before = self.uses.clone();
        let checked = self.write_as(acts, |_| "this act".to_string());
        self.uses = before;
        checked
    }

    fn write_as(&mut self, acts: &[Act], label: impl Fn(&Act) -> String) -> Result<()> {
        let mut saved: Vec<(Saved, &str)> = Vec::new();
        for act in acts {
            let Kind::Save(what, file) = &act.kind else { continue };
            let is_save = !matches!(what, Saved::Paper | Saved::Drawing);
            // Acts may save a drum, a machine or a reel several times in the same file.
            if saved.contains(&(*what, file)) {
                continue;
            }
            let path = self.writes.join(file);
            if is_save && is_dash(&path) && io::stdout().is_terminal() {
                bail!("{}: a drum, reel or machine cannot be shown in the terminal; name a file", label(act));
            }
            self.uses.write(&label(act), &path)?;
            self.permit(&path, is_save && self.own.contains(&path)).with_context(|| label(act))?;
            if is_save {
                saved.push((*what, file));
            }
        }
        Ok(())
    }

    /// Returns an error if acts may not write this file. `is_own` is true if an earlier act wrote the
    /// file.
    fn permit(&self, path: &Path, is_own: bool) -> Result<()> {
        if is_dash(path) {
            return Ok(());
        }
        let name = name_of_output(path);
        let target = target(path);
        if !self.allowed.allow_outside {
            let here = Path::new(".").canonicalize().context("cannot find the working folder")?;
            let folder = folder(&target);
            // If the folder is missing, `AtomicFile::new` below reports it.
            if folder.exists() && !folder.canonicalize().is_ok_and(|folder| folder.starts_with(here)) {
                bail!("{name} is not below the working folder; --allow-outside lets acts write it");
            }
        }
        if !self.allowed.force && !is_own && target.symlink_metadata().is_ok() {
            bail!("{name} exists; --force lets acts write over it");
        }
        AtomicFile::new(path).map(drop)
    }
}
