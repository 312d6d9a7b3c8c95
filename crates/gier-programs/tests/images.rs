//! Every image in `roms/` is what our compiler makes from its text in `programs/`.

use gier_algol::source::SourceText;
use gier_programs::{Kind, NIM, PROGRAMS, Program, find, meant, nim_image};
use gier_word::Image;
use std::path::Path;

/// The image that our compiler makes from a text.
fn compiled(program: &Program, text: &str) -> Image {
    let source = SourceText::clean(Path::new(program.path).file_name().unwrap().to_str().unwrap(), text);
    let mut library = |name: &str| Some(SourceText::clean(name, program.declaration(name)?));
    let (compilation, diagnostics) = gier_algol::compile(&[source], &mut library);
    assert!(diagnostics.is_empty(), "{}: {diagnostics:#?}", program.name);
    compilation.expect("a program without faults").image
}

/// `UPDATE=1` rewrites the images.
#[test]
fn the_images_are_compiled_from_the_texts() {
    for program in PROGRAMS {
        let built = compiled(program, program.text()).to_bytes();
        let name = format!("roms/{}.drum", program.name);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&name);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &built).unwrap();
        }
        assert!(built == std::fs::read(&path).unwrap(), "{name}: run with UPDATE=1 and look at the paper");
    }
}

#[test]
fn the_complete_text_gives_the_same_image() {
    for program in PROGRAMS {
        let (shown, kept) = (program.source(), program.text());
        assert!(compiled(program, &shown).tracks() == compiled(program, kept).tracks(), "{}", program.name);
    }
}

/// The image that is included for visitors is that of NIM.
#[test]
fn the_included_image_is_nim() {
    assert!(nim_image() == compiled(NIM, NIM.text()));
}

/// The words are those of docs/json.md.
#[test]
fn each_kind_has_its_word() {
    assert_eq!(Kind::ALL.map(Kind::word), ["game", "example"]);
}

#[test]
fn names_are_short_and_unique() {
    for (place, program) in PROGRAMS.iter().enumerate() {
        assert!(PROGRAMS[..place].iter().all(|other| other.name != program.name), "{}", program.name);
        assert!(program.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", program.name);
        assert!(program.name.len() <= 16 && program.line.chars().count() <= 80, "{}", program.name);
        assert_eq!(find(program.name).unwrap().path, program.path);
    }
}

#[test]
fn a_program_is_found_by_its_name_or_a_prefix() {
    assert_eq!(meant("nim\n").unwrap().name, "nim");
    assert_eq!(meant(" Ru").unwrap().name, "russian-nim");
    assert_eq!(meant("xyz").unwrap_err(), "no program is called xyz");
    assert!(meant("p").unwrap_err().starts_with("p may be "));
    for program in PROGRAMS {
        assert_eq!(meant(program.name).unwrap().name, program.name);
    }
}
