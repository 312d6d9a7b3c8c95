//! SLIP sources, assembled by the museum's own assembler on the machine.

use super::{Base, Row};
use super::{checks, digits};

/// A SLIP source on a tape of commands: read, assembled, started.
macro_rules! slip {
    ($name:literal, $file:literal, $then:literal) => {
        Row::new(
            $name,
            Base::Help3,
            concat!("limit 20000\nreader text \"", $file, "\"\ntype \"\\n\\nr<\"\n", $then),
        )
    };
}

pub const ROWS: &[Row] = &[
    slip!("slip: test21 from its source", "test/test21.asc", "expect \"ok\"\nexpect \"ok\""),
    slip!("slip: the indicator from its source", "test/indicator.asc", "run 60"),
    slip!("slip: the sieve done inside the assembler", "mk/slipsi.asc", "await key").check(checks::primes),
    slip!("slip: ud in all positions", "mk/ud1.asc", "await stop"),
    slip!("slip: chains of hs", "mk/hs1.asc", "await stop"),
    Row::new(
        "slip: the names of all orders",
        Base::Help3,
        "reader \"mk/opcodes1.flx\"\ntype \"\\n\\nr<\"\nawait key\ntype \"r<\"\nawait key",
    )
    .check(checks::opcodes),
    slip!(
        "slip: queens",
        "mk/nqueen14.asc",
        "await stop\nstart\nexpect \" 4\"\nexpect \" 2\\n 5\"\nexpect \" 10\\n 6\"\nexpect \" 4\\n 7\"\nexpect \" 40\\n 8\"\nexpect \" 92\\n 9\"\nexpect \" 352\\n10\"\nexpect \" 724\\n11\"\nexpect \" 2680\\n12\"\nexpect \" 14200\""
    ),
    slip!("slip: queens, every board up to 9", "mk/nqueen14.asc", "await stop\nkb on\nstart\nrun 2500")
        .check(checks::queens),
    slip!("slip: the digits of pi", "demo/pitoslip.asc", "await stop\nstart\nawait stop").check(digits::pi),
    slip!("slip: the digits of e", "demo/pitoslip.asc", "await stop\nka on\nstart\nawait stop")
        .check(digits::e),
];
