//! The command `gier`.

fn main() {}
