//! Runs a machine in its own thread. One channel brings keys to the machine, and another channel brings the
//! typed symbols back. `cargo run --example thread` prints the calendar of February 1966.

use gier_machine::{Input, Machine, Output, Pause};
use gier_word::{Case, Image, Symbol, Uops};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Runs the machine until it stops, waits for a tape, or waits for a key after all keys have been read.
fn work(mut machine: Machine, keys: &Receiver<Symbol>, paper: &Sender<Symbol>) {
    loop {
        // The deadline only limits how long a typed symbol waits before it is sent.
        let pause = machine.run_until(machine.now() + Uops::from_seconds(0.1));
        for (_, output) in machine.take_output() {
            if let Output::Typed(symbol) | Output::Echo(symbol) = output {
                paper.send(symbol).expect("the paper is read to the end");
            }
        }
        match pause {
            Pause::AwaitingKey => match keys.recv() {
                Ok(key) => drop(machine.feed(Input::Key(key))),
                Err(_) => return,
            },
            Pause::Done => {}
            Pause::AwaitingTape | Pause::Stopped(_) | Pause::ProbeStop => return,
        }
    }
}

/// Returns the text that the program types when these keys are pressed.
pub fn paper(program: &str, typed: &str) -> String {
    let image = Image::from_bytes(gier_roms::image(program).expect("a program")).expect("an image");
    let (keys, struck) = channel();
    let (sheet, typing) = channel();
    let worker = thread::spawn(move || work(Machine::with_image(&image), &struck, &sheet));

    let mut case = Case::Lower;
    for key in gier_word::symbol::encode(typed, &mut case).expect("keys that GIER has") {
        keys.send(key).expect("the machine still works");
    }
    drop(keys); // no more keys
    let (mut text, mut case) = (String::new(), Case::Lower);
    for symbol in typing {
        match symbol {
            Symbol::LOWER => case = Case::Lower,
            Symbol::UPPER => case = Case::Upper,
            _ => text.extend(symbol.glyph(case)),
        }
    }
    worker.join().expect("the machine did not panic");
    text
}

fn main() {
    println!("{}", paper("calendar", "1966 2 "));
}
