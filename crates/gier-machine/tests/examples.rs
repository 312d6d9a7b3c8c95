//! Runs the examples and checks what they print.

#[path = "../examples/count.rs"]
#[expect(dead_code, reason = "main is for `cargo run --example`")]
mod count;
#[path = "../examples/registers.rs"]
#[expect(dead_code, reason = "main is for `cargo run --example`")]
mod registers;
#[path = "../examples/thread.rs"]
#[expect(dead_code, reason = "main is for `cargo run --example`")]
mod thread;

#[test]
fn the_orders_of_a_program_are_counted() {
    let table = count::table();
    assert_eq!(table.lines().count(), 11, "{table}");
}

#[test]
fn the_registers_are_drawn() {
    let drawings = registers::drawings();
    assert!(drawings.ends_with("cell 22: 0/0/0/61\n"), "25 + 36 = 61: {drawings}");
}

/// Runs the calendar program in a thread, with the keys for February 1966. That month had 28 days.
#[test]
fn a_machine_works_in_a_thread() {
    let paper = thread::paper("calendar", "1966 2 ");
    assert!(paper.contains("28"), "{paper}");
}
