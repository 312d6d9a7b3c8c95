//! The texts that a program was made from, by the names that its source map has for them.

use super::files;
use gier_programs::Program;
use gier_word::Image;
use std::path::{Path, PathBuf};

/// Where the text of this name lies: beside the program, in these folders, or in `library` there.
pub fn find(program: &Path, name: &str, folders: &[String]) -> Option<PathBuf> {
    let beside = program.parent().map(Path::to_path_buf).unwrap_or_default();
    let folders = folders.iter().map(PathBuf::from).chain([beside]);
    let mut tried = folders.flat_map(|folder| {
        let library = folder.join("library");
        ["", ".alg", ".asc", ".slip"].into_iter().flat_map(move |ending| {
            let file = format!("{name}{ending}");
            [folder.join(&file), library.join(&file)]
        })
    });
    tried.find(|path| path.is_file())
}

/// The texts of an image in a file, as far as they are there.
pub fn beside(path: &Path, image: &Image) -> Vec<Option<String>> {
    let text = |name: &String| files::read_text(&find(path, name, &[])?).ok();
    image.map().map_or_else(Vec::new, |map| map.texts.iter().map(text).collect())
}

/// The texts of a program that comes with gier.
pub fn of_program(program: &Program, image: &Image) -> Vec<Option<String>> {
    let own = Path::new(program.path).file_name();
    let text = |name: &String| {
        let is_own = own.is_some_and(|own| own.to_str() == Some(name.as_str()));
        if is_own { Some(program.text()) } else { program.declaration(name) }.map(str::to_string)
    };
    image.map().map_or_else(Vec::new, |map| map.texts.iter().map(text).collect())
}
