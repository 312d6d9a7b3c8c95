//! Tests that the images in `roms/` are up to date. The compiler or assembler must make the same images from
//! the texts in `programs/`.

use gier_algol::source::SourceText;
use gier_programs::{PROGRAMS, Program};
use gier_slip::Source;
use gier_word::Image;
use std::path::Path;

fn assembled(name: &str, text: &str) -> Image {
    let sources = [Source::new(name, text)];
    let (items, faults) = gier_slip::parse(&sources);
    assert!(faults.is_empty(), "{name}: {faults:#?}");
    let assembly = gier_slip::assemble(&items).expect("a program without faults");
    let mut image = gier_slip::bootable(&assembly, "").expect("a program without faults");
    image.set_map(Some(gier_slip::map(&items, &assembly, &sources)));
    image
}

/// Compiles or assembles a text and returns the image.
fn compiled(program: &Program, text: &str) -> Image {
    let name = Path::new(program.path).file_name().unwrap().to_str().unwrap();
    if program.is_slip() {
        return assembled(name, text);
    }
    let source = SourceText::clean(name, text);
    let mut library = |name: &str| Some(SourceText::clean(name, program.declaration(name)?));
    let (compilation, diagnostics) = gier_algol::compile(&[source], &mut library);
    assert!(diagnostics.is_empty(), "{}: {diagnostics:#?}", program.name);
    compilation.expect("a program without faults").image
}

/// Tests all images. `UPDATE=1` rewrites them in the source tree.
#[test]
fn the_images_are_compiled_from_the_texts() {
    for program in PROGRAMS {
        let built = compiled(program, program.text()).to_bytes();
        let name = format!("roms/{}.drum", program.name);
        if std::env::var_os("UPDATE").is_some() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&name);
            std::fs::write(path, &built).unwrap();
            continue;
        }
        let image = gier_roms::image(program.name).unwrap_or_else(|| panic!("gier-roms lacks {name}"));
        assert!(built == image, "{name}: run with UPDATE=1 and look at the paper");
    }
}

#[test]
fn the_complete_text_gives_the_same_image() {
    for program in PROGRAMS {
        let (shown, kept) = (program.source(), program.text());
        assert!(compiled(program, &shown).tracks() == compiled(program, kept).tracks(), "{}", program.name);
    }
}
