//! Speed benchmarks with criterion. They compare the fast path with single steps on the same programs, and
//! measure parts of the machine, the compiler and the disassembler. Compare only figures from one run,
//! because figures depend on the host.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gier_algol::source::SourceText;
use gier_cpu::Probe;
use gier_machine::{Machine, Pause, Timeline};
use gier_slip::Source;
use gier_word::arith::float::{self, Float};
use gier_word::{Cell, Image, Uops};
use std::fs;
use std::hint::black_box;
use std::path::Path;

const ORDERS: u64 = 200_000;

/// A probe that observes every order, which forces the machine to execute single steps.
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn assembled(name: &str) -> Image {
    let source = text(&format!("programs/bench/{name}.slip"));
    let (items, faults) = gier_slip::parse(&[Source::new(name, &source)]);
    assert!(faults.is_empty());
    gier_slip::bootable(&gier_slip::assemble(&items).unwrap(), name).unwrap()
}

/// Measures two small loops, each on the fast path ("fast core") and in single steps ("plain core").
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

/// Measures compiling NIM, copying the whole machine, and disassembling a cell.
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

/// Measures parts of the machine: decoding, addresses, floating arithmetic, drum transfers, snapshots,
/// and going back to a past moment.
fn parts(criterion: &mut Criterion) {
    let cell = Cell::from_raw(0x12_3456_789A);
    criterion.bench_function("decode a full word", |bencher| {
        bencher.iter(|| gier_word::codec::decode_full(black_box(cell)));
    });
    let mixed = Machine::with_image(&assembled("mixed"));
    let mut running = mixed.clone();
    running.run_orders(ORDERS, &mut gier_cpu::NoProbe);
    let place = gier_cpu::Place { cell: running.cpu().registers().r1, half: gier_word::Half::Left };
    criterion.bench_function("effective address", |bencher| {
        bencher.iter(|| running.cpu().effective(running.ferrite(), black_box(place)));
    });
    let (a, b) = (Float::whole(1961), Float::whole(-1966));
    criterion.bench_function("floating sum", |bencher| {
        bencher.iter(|| float::add(black_box(a), float::Sign::Plus, black_box(b)));
    });
    criterion.bench_function("floating product", |bencher| {
        bencher.iter(|| float::multiply(black_box(a), black_box(b)));
    });
    let mut drum = Machine::with_image(&assembled("drum"));
    drum.run_until(Uops::from_seconds(1.0));
    let mut group = criterion.benchmark_group("drum");
    group.bench_function("a second of transfers", |bencher| {
        bencher.iter(|| {
            let mut copy = drum.clone();
            copy.run_until(copy.now() + Uops::from_seconds(1.0))
        });
    });
    group.finish();
    let bytes = running.to_bytes();
    criterion.bench_function("keep a machine", |bencher| bencher.iter(|| black_box(&running).to_bytes()));
    criterion.bench_function("read a kept machine", |bencher| {
        bencher.iter(|| Machine::from_bytes(black_box(&bytes)));
    });
    let mut timeline = Timeline::new(mixed);
    timeline.run_until(Uops::from_seconds(600.0));
    let orders = timeline.end().orders;
    let mut to = 0;
    criterion.bench_function("seek in ten minutes", |bencher| {
        bencher.iter(|| {
            to = (to + 7_654_321) % orders;
            timeline.seek(to);
        });
    });
}

criterion_group!(benches, cores, parts, tools);
criterion_main!(benches);
