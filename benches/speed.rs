//! Speed, by criterion: the two cores side by side on the same programs, the compiler, the
//! assembler's disassembler. Quote ratios of one run; absolute figures move with the host.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gier_algol::source::SourceText;
use gier_cpu::Probe;
use gier_machine::{Machine, Pause};
use gier_slip::Source;
use gier_word::{Cell, Image, Uops};
use std::fs;
use std::hint::black_box;
use std::path::Path;

const ORDERS: u64 = 200_000;

/// A probe that looks at every order, so that the machine runs on the plain core.
struct Look(u64);

impl Probe for Look {
    fn finished(&mut self, _: &gier_cpu::Finished<'_>) {
        self.0 += 1;
    }

    fn wants_stop(&self) -> bool {
        self.0 >= ORDERS
    }
}

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn assembled(name: &str) -> Image {
    let source = text(&format!("programs/bench/{name}.slip"));
    let (items, faults) = gier_slip::parse(&[Source::new(name, &source)]);
    assert!(faults.is_empty());
    gier_slip::bootable(&gier_slip::assemble(&items).unwrap(), name).unwrap()
}

/// The two small loops, on the fast core and on the plain one.
fn cores(criterion: &mut Criterion) {
    for name in ["whole", "floating"] {
        let mut machine = Machine::with_image(&assembled(name));
        machine.run_until(Uops::from_seconds(1.0));
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(ORDERS));
        group.bench_function("fast core", |bencher| {
            bencher.iter(|| {
                let mut copy = machine.clone();
                copy.run_orders(ORDERS, &mut gier_cpu::NoProbe)
            });
        });
        group.bench_function("plain core", |bencher| {
            bencher.iter(|| {
                let mut copy = machine.clone();
                let pause = copy.run_probed(Uops::NEVER, &mut Look(0));
                assert_eq!(pause, Pause::ProbeStop);
            });
        });
        group.finish();
    }
}

/// The compiler on NIM, and a copy of the whole machine.
fn tools(criterion: &mut Criterion) {
    let program = SourceText::clean("nim.alg", &text("programs/nim/nim.alg"));
    criterion.bench_function("compile NIM", |bencher| {
        bencher.iter(|| {
            let mut library = |name: &str| {
                Some(SourceText::clean(name, &text(&format!("programs/nim/library/{name}.alg"))))
            };
            gier_algol::compile(black_box(std::slice::from_ref(&program)), &mut library)
        });
    });
    let machine = Machine::with_image(&assembled("whole"));
    criterion.bench_function("copy a machine", |bencher| bencher.iter(|| black_box(&machine).clone()));
    criterion.bench_function("disassemble a cell", |bencher| {
        bencher.iter(|| gier_slip::disassemble(black_box(Cell::from_raw(0x12_3456_789A))));
    });
}

criterion_group!(benches, cores, tools);
criterion_main!(benches);
