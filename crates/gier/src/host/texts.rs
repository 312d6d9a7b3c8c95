//! The source texts of a program, by their names in its source map.

use super::files;
use super::output::folder;
use gier_programs::Program;
use gier_word::Image;
use std::path::{Path, PathBuf};

/// The file of the text that a source map calls `name`: in these folders, in the program's folder,
/// in the working folder, or in `library` there. The map may come from a stranger, so the file must
/// lie below the folder in which it is found, links resolved.
pub fn find(program: &Path, name: &str, folders: &[String]) -> Option<PathBuf> {
    let own = [folder(program).to_path_buf(), PathBuf::from(".")];
    let folders = folders.iter().map(PathBuf::from).chain(own);
    let mut tried = folders.flat_map(|folder| {
        let library = folder.join("library");
        ["", ".alg", ".asc", ".slip"].into_iter().flat_map(move |ending| {
            let file = format!("{name}{ending}");
            [(folder.clone(), folder.join(&file)), (folder.clone(), library.join(&file))]
        })
    });
    tried.find(|(folder, path)| path.is_file() && is_below(folder, path)).map(|(_, path)| path)
}

/// Whether a file lies below a folder, links resolved.
fn is_below(folder: &Path, path: &Path) -> bool {
    match (folder.canonicalize(), path.canonicalize()) {
        (Ok(folder), Ok(path)) => path.starts_with(folder),
        _ => false,
    }
}

/// The texts of an image in a file, as far as they exist.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_text_outside_the_folders_is_not_found() {
        let all = tempfile::tempdir().unwrap();
        let path = |name: &str| all.path().join(name);
        fs::create_dir_all(path("program/library")).unwrap();
        fs::write(path("secret"), "secret").unwrap();
        fs::write(path("program/a.alg"), "").unwrap();
        fs::write(path("program/library/L.alg"), "").unwrap();
        let image = path("program/a.drum");
        let outside = path("secret").display().to_string();
        let inside = path("program/a.alg").display().to_string();
        for name in [outside.as_str(), "../secret", "library/../../secret", "/etc/passwd"] {
            assert_eq!(find(&image, name, &[]), None, "{name}");
        }
        for name in ["a.alg", "L", "L.alg", "../program/a.alg", &inside] {
            assert!(find(&image, name, &[]).is_some(), "{name}");
        }
        // A folder that the person names is allowed.
        assert!(find(&image, "secret", &[all.path().display().to_string()]).is_some());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("secret"), path("program/link")).unwrap();
            assert_eq!(find(&image, "link", &[]), None);
        }
    }
}
