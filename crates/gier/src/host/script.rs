//! The files that acts read and write. A stranger may have written the script. Therefore, acts may only write
//! new files below the working folder. Command-line options can allow more.

use super::files::{Job, Output, folder, is_dash, name_of_output, target};
use crate::cli::ScriptArgs;
use anyhow::{Context, Result, bail};
use gier_desk::acts::{Act, Line, Saved};
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
    job: Job,
    /// The files that the acts of a script write.
    outputs: Vec<Output>,
    /// The files that acts have written so far. Later acts may read and overwrite these files.
    own: Vec<Output>,
}

impl Script {
    /// Creates the rules for the acts in the file `acts`. Acts read files from `folder`, or from the folder
    /// of `acts` if `folder` is `None`. They write files to the folder of `acts`. Acts from standard input
    /// use the working folder.
    pub fn new(job: &Job, acts: Option<&Path>, folder: Option<&Path>, allowed: ScriptArgs) -> Script {
        let acts = acts.filter(|path| !is_dash(path));
        let writes = acts.and_then(Path::parent).map(Path::to_path_buf).unwrap_or_default();
        let reads = folder.map_or_else(|| writes.clone(), Path::to_path_buf);
        Script { reads, writes, allowed, job: job.clone(), outputs: Vec::new(), own: Vec::new() }
    }

    /// The path of a file that an act reads. `name` is the file's name in the act.
    pub fn input(&self, name: &str) -> PathBuf {
        self.reads.join(name)
    }

    /// Reads a file for an act.
    pub fn load(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.input(name);
        self.own(&path).map_or_else(|| self.job.read(&path), |own| own.claim().contents())
    }

    /// Writes a file for an act.
    pub fn save(&mut self, name: &str, contents: &[u8]) -> Result<()> {
        let path = self.writes.join(name);
        let is_own = self.own(&path).is_some();
        self.permit(&path, is_own)?;
        let known = self.outputs.iter().find(|output| output.claim().path() == path).cloned();
        let output = known.map_or_else(|| self.job.claim_once("this act", &path, None)?.open(), Ok)?;
        output.save(contents)?;
        if !is_own {
            self.own.push(output);
        }
        Ok(())
    }

    /// The output of an earlier act that has this path.
    fn own(&self, path: &Path) -> Option<&Output> {
        let is_there = |other: &Path| other == path || other.canonicalize().ok() == path.canonicalize().ok();
        self.own.iter().find(|output| is_there(output.claim().path()))
    }

    /// Registers the existing files that these acts read. Files that earlier acts have written are left out.
    pub fn read(&self, acts: &[Line]) -> Result<()> {
        for line in acts {
            let (Act::Reader { file, .. } | Act::Drum(file) | Act::Station(_, file)) = &line.act else {
                continue;
            };
            let path = self.input(file);
            if path.exists() && self.own(&path).is_none() {
                self.job.will_read(&path)?;
            }
        }
        Ok(())
    }

    /// Registers the files that these acts write. Must be called before the first act is performed.
    pub fn write(&mut self, acts: &[Line]) -> Result<()> {
        self.outputs = self.write_as(acts, false, |line| format!("the act of line {}", line.line))?;
        Ok(())
    }

    /// Checks the files of acts that the user typed at the prompt. An act must not write a file that an act
    /// or the command has read. It may save a drum, reel or machine over a file that an earlier act wrote.
    pub fn check_typed(&self, acts: &[Line]) -> Result<()> {
        self.read(acts)?;
        self.write_as(acts, true, |_| "this act".to_string()).map(drop)
    }

    /// The outputs of these acts. If they are typed, each is written at once, and not registered.
    fn write_as(
        &self,
        acts: &[Line],
        are_typed: bool,
        label: impl Fn(&Line) -> String,
    ) -> Result<Vec<Output>> {
        let mut outputs = Vec::new();
        let mut saved: Vec<(Saved, &str)> = Vec::new();
        for line in acts {
            let Act::Save(what, file) = &line.act else { continue };
            let is_save = !matches!(what, Saved::Paper | Saved::Drawing);
            // Acts may save a drum, a machine or a reel several times in the same file.
            if saved.contains(&(*what, file)) {
                continue;
            }
            let path = self.writes.join(file);
            if is_save && is_dash(&path) && io::stdout().is_terminal() {
                bail!(
                    "{}: a drum, reel or machine cannot be shown in the terminal; name a file",
                    label(line)
                );
            }
            let claim = match are_typed {
                true => self.job.claim_once(&label(line), &path, None)?,
                false => self.job.claim(&label(line), &path, None)?,
            };
            let permitted = self.permit(&path, is_save && self.own(&path).is_some());
            outputs.push(permitted.and_then(|()| claim.open()).with_context(|| label(line))?);
            if is_save {
                saved.push((*what, file));
            }
        }
        Ok(outputs)
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
            // A missing folder is reported when the file is opened.
            if folder.exists() && !folder.canonicalize().is_ok_and(|folder| folder.starts_with(here)) {
                bail!("{name} is not below the working folder; --allow-outside lets acts write it");
            }
        }
        if !self.allowed.force && !is_own && target.symlink_metadata().is_ok() {
            bail!("{name} exists; --force lets acts write over it");
        }
        Ok(())
    }
}
