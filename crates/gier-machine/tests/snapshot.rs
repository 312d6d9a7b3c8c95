//! Tests that the bytes of a snapshot change only with its version.

use gier_machine::{BadFile, Input, Machine, NoProbe, Register, Tape};
use gier_word::reel::{Block, Reel};
use gier_word::{Cell, Half, Uops};

/// A machine in which something is in every part that a snapshot saves.
fn machine() -> Machine {
    let mut machine = Machine::of("one-drum-buffer+plotter+tape1+carrousel".parse().unwrap());
    let mut reel = Reel::default();
    reel.write(0, Block::Words([Cell::from_integer(-1)].into())).unwrap();
    for input in [
        Input::MountTape(Tape::from_bytes("a", &[1, 2, 0, 4])),
        Input::MountReel(1, reel),
        Input::SetRegister(Register::R, -2),
        Input::SetRegister(Register::By, 16),
        Input::SetRegister(Register::Tk, 319),
        Input::SetDrumCell(5u16.into(), 39, Cell::from_integer(7)),
        Input::ProtectTrack0(true),
        Input::Ka(true),
        Input::SetCell(0u16.into(), "49/5/928/880 a".parse().unwrap()), // sy 49 , vk 5
        Input::SetCell(1u16.into(), "80/0/832/0 a".parse().unwrap()),   // lk 80 , qq
        Input::SetNext(0u16.into(), Half::Left),
        Input::Start,
    ] {
        machine.feed(input);
    }
    machine.run_orders_until(4, Uops(2000), &mut NoProbe);
    machine.run_until(Uops(2000));
    // A snapshot leaves out what nobody has taken yet.
    machine.take_output();
    machine
}

/// The bytes in hexadecimal. A long row of zeros is written as its length.
fn written(bytes: &[u8]) -> String {
    let mut text = String::new();
    for run in bytes.chunk_by(|a, b| (*a, *b) == (0, 0)) {
        match run {
            [0, _, _, _, _, _, _, _, ..] => text += &format!("[0 x {}]", run.len()),
            _ => run.iter().for_each(|byte| text += &format!("{byte:02x}")),
        }
    }
    text
}

/// The bytes of [`machine`] in a snapshot of version 5, as [`written`] writes them.
const BYTES: [&str; 6] = [
    "47494552534e41500503000000009e01000010050000008008f086fa82c4418080b480c042[0 x 1021]8080c0",
    "18276f6e652d6472756d2d6275666665722b706c6f747465722b74617065312b636172726f7573656c9f10ffff",
    "ffffffffffffff01ffffffffffffffffff01ffffffffffffffffff0185e802ffffffffffffffffff01ffffffff",
    "ffffffffff01c002010528[0 x 39]0705000005010550000601000101610401020004040003e6010001000000",
    "000010070000003f3f3f3f3f3f3c0007[0 x 16]01000000d30fa001000000d287eaa280a0bd81088008[0 x 8",
    "0]c901ca01cb01cc01cd01ce01[0 x 938]e0cfd54d",
];

/// If this test fails, the fields of the machine have changed. An older snapshot would be read as another
/// machine: raise VERSION in `src/snapshot.rs`, and write the new bytes here.
#[test]
fn the_bytes_change_only_with_the_version() {
    let machine = machine();
    let bytes = machine.to_bytes();
    assert_eq!(written(&bytes), BYTES.concat(), "raise VERSION in src/snapshot.rs");
    assert_eq!(Machine::from_bytes(&bytes).unwrap(), machine);
}

#[test]
fn another_version_is_named() {
    let mut bytes = machine().to_bytes();
    bytes[8] = 4;
    let refusal = Machine::from_bytes(&bytes).unwrap_err();
    assert_eq!(refusal, BadFile::Version(4));
    assert_eq!(refusal.to_string(), "the file has format 4, and this program reads format 5");
}
