//! Finds the source texts of a program by their names in the program's source map.

use super::files::{Job, folder, is_flx, tape_as_text};
use anyhow::Result;
use gier_programs::Program;
use gier_word::source_map::MapText;
use gier_word::{Image, glyph};
use std::path::{Path, PathBuf};

/// Finds the source text that a source map names. Returns the file's path and contents.
///
/// Searches `folders`, the program's folder and the working folder. In each of these, also searches its
/// subfolder `library`. The file must match the checksum in the source map, so that an image shows only a text that
/// its maker knew.
pub fn find(
    job: &Job,
    program: &Path,
    wanted: &MapText,
    folders: &[String],
) -> Result<Option<(PathBuf, String)>> {
    let name = &wanted.name;
    let own = [folder(program).to_path_buf(), PathBuf::from(".")];
    for folder in folders.iter().map(PathBuf::from).chain(own) {
        for ending in ["", ".alg", ".asc", ".slip"] {
            let file = format!("{name}{ending}");
            for path in [folder.join(&file), folder.join("library").join(&file)] {
                // Only regular files are opened, because opening a pipe or device might block.
                if !path.is_file() {
                    continue;
                }
                let is_tape = is_flx(&path);
                let text = |bytes| if is_tape { tape_as_text(bytes) } else { glyph::text_of(&bytes) };
                let found = job.read_if(&path, |bytes| Some(text(bytes)).filter(|text| wanted.is(text)))?;
                if let Some(text) = found {
                    return Ok(Some((path, text)));
                }
            }
        }
    }
    Ok(None)
}

/// The source texts that the source map of a drum image names. `path` is the file of the image. A text that has
/// no file can be one of those that come with gier. A text that is not found is `None`.
pub fn beside(job: &Job, path: &Path, image: &Image) -> Result<Vec<Option<String>>> {
    let wanted = image.map().map_or(&[][..], |map| &map.texts);
    let come_with_gier = |wanted: &MapText| {
        let texts = gier_programs::PROGRAMS.iter().filter_map(|program| of_program_text(program, wanted));
        texts.into_iter().find(|text| wanted.is(text))
    };
    let text = |wanted| {
        let found = find(job, path, wanted, &[])?.map(|(_, text)| text);
        Ok(found.or_else(|| come_with_gier(wanted)))
    };
    wanted.iter().map(text).collect()
}

/// The source texts of a program that comes with gier. A text that is not found is `None`.
pub fn of_program(program: &Program, image: &Image) -> Vec<Option<String>> {
    let text = |wanted: &MapText| of_program_text(program, wanted);
    image.map().map_or_else(Vec::new, |map| map.texts.iter().map(text).collect())
}

/// One source text of a program that comes with gier. Returns `None` if the program has no text with the name
/// in `wanted`.
pub fn of_program_text(program: &Program, wanted: &MapText) -> Option<String> {
    let own = Path::new(program.path).file_name();
    let is_own = own.is_some_and(|own| own.to_str() == Some(wanted.name.as_str()));
    if is_own { Some(program.text()) } else { program.declaration(&wanted.name) }.map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_the_text_of_the_program_is_found() {
        let all = tempfile::tempdir().unwrap();
        let path = |name: &str| all.path().join(name);
        fs::create_dir_all(path("program/library")).unwrap();
        fs::write(path("program/a.alg"), "").unwrap();
        fs::write(path("program/library/L.alg"), "").unwrap();
        fs::write(path("mine"), "mine").unwrap();
        let image = path("program/a.drum");
        let find = |name: &str, text: &str, folders: &[String]| {
            find(&Job::default(), &image, &MapText::new(name, text), folders).unwrap().map(|(_, text)| text)
        };
        for name in ["a.alg", "L", "L.alg"] {
            assert!(find(name, "", &[]).is_some(), "{name}");
            assert_eq!(find(name, "another text", &[]), None, "{name}");
        }
        assert_eq!(find("/etc/passwd", "mine", &[]), None);
        // A file is also found below a folder that the user named.
        assert_eq!(find("mine", "mine", &[all.path().display().to_string()]).as_deref(), Some("mine"));
    }
}
