//! The source map: what it says of every order, where a program is at an alarm and at any other
//! moment, and that the image carries it.

use gier_algol::source::SourceText;
use gier_desk::whereabouts::Whereabouts;
use gier_machine::{Lookout, Machine, Moment, Pause, Place, Probe, Sight};
use gier_programs::PROGRAMS;
use gier_word::{Half, Image, SourceMap, Uops};

pub fn compiled(name: &str, text: &str) -> Image {
    let (compilation, faults) = gier_algol::compile(&[SourceText::clean(name, text)], &mut |_| None);
    assert!(faults.is_empty(), "{faults:#?}");
    compilation.unwrap().image
}

/// Stops where one of the alarms is reached.
struct AtAlarm {
    lookout: Lookout,
    reached: bool,
}

impl Probe for AtAlarm {
    fn sight(&self) -> Sight<'_> {
        Sight::Places(&self.lookout)
    }
    fn stands(&mut self, _: &Moment<'_>) {
        self.reached = true;
    }
    fn wants_stop(&self) -> bool {
        self.reached
    }
}

fn at_alarm(image: &Image) -> String {
    let map = image.map().unwrap();
    let mut lookout = Lookout::NOWHERE;
    for (_, cell) in &map.alarms {
        lookout.set_place(Place { cell: *cell, half: Half::Left }, true);
    }
    let mut machine = Machine::with_image(image);
    let mut probe = AtAlarm { lookout, reached: false };
    assert_eq!(machine.run_probed(Uops::from_seconds(20.0), &mut probe), Pause::ProbeStop);
    Whereabouts::of(&machine, map).line().unwrap()
}

#[test]
fn every_image_keeps_its_map() {
    for program in PROGRAMS {
        let image = program.image();
        let map = image.map().unwrap_or_else(|| panic!("{}", program.name));
        let bytes = map.to_bytes();
        let mut bare = image.clone();
        bare.set_map(None);
        println!("{:16} {:6} {:6}", program.name, bare.to_bytes().len(), bytes.len());
        assert_eq!(SourceMap::from_bytes(&bytes).as_ref(), Ok(&**map), "{}", program.name);
    }
}

#[test]
fn an_alarm_is_where_it_is() {
    let text = "_begin _integer n; _array A[1:10];\n_procedure SORT(B, k); _array B; _integer k;\n  \
                _begin _integer i;\n  i := k;\n  B[i] := 1 _end;\nn := 11;\nSORT(A, n)\n_end;";
    assert_eq!(at_alarm(&compiled("squares.alg", text)), "squares.alg:5:3, in procedure SORT called at :7");
}
