//! The page that describes the registers. It is made from the entries in `gier-handbook`.

use gier_handbook::register::REGISTERS;

/// Returns the page as Markdown. Each register is a section.
pub fn page() -> String {
    let mut text =
        "# The registers\n\nIn a terminal, `gier help register R` prints one of these entries.\n".to_string();
    for register in &REGISTERS {
        text += &format!(
            "\n## {}\n\n{} It has {} bits.\n\n{}\n",
            register.name, register.line, register.bits, register.text
        );
    }
    text
}
