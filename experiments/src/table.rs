//! The table of all experiments. Each experiment has a folder with its text, `trials.slip` or `program.asc`.
//! The lines that each candidate answer prints are in `answers/`.

/// The text of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// The experiment's own SLIP text for HELP 3. It does not include `frame.slip`, which all experiments
    /// share.
    Slip(&'static str),
    /// The text that you type so that GIER ALGOL III translates and runs an ALGOL program.
    Algol(&'static str),
}

/// An experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// The name of the experiment. The first printed line, the command line and the folder use this name.
    pub name: &'static str,
    /// The version of the experiment, which its first line prints. The version changes with the text.
    pub version: u8,
    /// The subject of the experiment, in English and Danish.
    pub title: [&'static str; 2],
    /// The keys of the questions that the printed lines answer, such as `Q3`.
    pub questions: &'static [&'static str],
    /// The text of the experiment.
    pub program: Program,
    /// The keys of the questions that a recording of the experiment's sound answers.
    pub heard: &'static [&'static str],
    /// A warning for the operator, in English and Danish. Both are empty if there is no warning.
    pub warning: [&'static str; 2],
}

macro_rules! part {
    ($name:literal) => {
        include_str!(concat!("../", $name, "/trials.slip"))
    };
}

/// Stands for no warning, in English and Danish.
const NONE: [&str; 2] = ["", ""];

/// All experiments, in the best order for doing them.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "mk",
        version: 2,
        title: ["How mk rounds", "Hvordan mk afrunder"],
        questions: &["Q3"],
        heard: &[],
        program: Program::Slip(part!("mk")),
        warning: NONE,
    },
    Experiment {
        name: "divide",
        version: 2,
        title: [
            "Quotients and remainders of dl and dk, and division by zero",
            "Kvotient og rest ved dl og dk, og division med nul",
        ],
        questions: &["Q4", "Q5"],
        heard: &[],
        program: Program::Slip(part!("divide")),
        warning: NONE,
    },
    Experiment {
        name: "normalise",
        version: 2,
        title: ["nk and nl of zero, and after an overflow", "nk og nl af nul og efter overløb"],
        questions: &["Q6a", "Q6b"],
        heard: &[],
        program: Program::Slip(part!("normalise")),
        warning: NONE,
    },
    Experiment {
        name: "orders",
        version: 2,
        title: [
            "Conditions without marks, gm with D, hs under ud, mark b, addresses of eleven bits",
            "Betingelser uden mærker, gm med D, hs under ud, b-mærke, adresser på elleve bit",
        ],
        questions: &["Q7a", "Q7b", "Q9", "Q10", "Q12", "Q13"],
        heard: &[],
        program: Program::Slip(part!("orders")),
        warning: NONE,
    },
    Experiment {
        name: "float",
        version: 2,
        title: [
            "Floating orders with numbers that are not normalised, and spills",
            "Flydende ordrer med tal, der ikke er normaliserede, og spild",
        ],
        questions: &["Q8a", "Q8b", "Q14a", "Q14b", "Q50"],
        heard: &[],
        program: Program::Slip(part!("float")),
        warning: NONE,
    },
    Experiment {
        name: "drum",
        version: 2,
        title: [
            "Drum: missing tracks, waiting orders, first words",
            "Tromlen: manglende kanaler, ventende ordrer, første ord",
        ],
        questions: &["Q20", "Q26", "Q28"],
        heard: &[],
        program: Program::Slip(part!("drum")),
        warning: [
            "It writes on track 319, the end of HELP 3's picture of the store, and restores it.",
            "Den skriver på kanal 319, slutningen af HELP 3's billede af lageret, og skriver det gamle tilbage.",
        ],
    },
    Experiment {
        name: "time",
        version: 2,
        title: [
            "What orders cost, by the drum's revolution",
            "Hvor længe ordrer varer, målt med tromlens omdrejning",
        ],
        questions: &["Q75a", "Q75b"],
        heard: &[],
        program: Program::Slip(part!("time")),
        warning: NONE,
    },
    Experiment {
        name: "clock",
        version: 2,
        title: ["What the clock order zl gives", "Hvad urordren zl giver"],
        questions: &["Q11"],
        heard: &[],
        program: Program::Slip(part!("clock")),
        warning: NONE,
    },
    Experiment {
        name: "sound",
        version: 2,
        title: ["Two tones for a recording of the loudspeaker", "To toner til en optagelse af højttaleren"],
        questions: &[],
        heard: &["Q30", "Q31"],
        program: Program::Slip(part!("sound")),
        warning: [
            "Record the loudspeaker with a phone, from before the experiment is started until its last line; save the recording as .wav. The tones add 12 seconds.",
            "Optag højttaleren med en telefon, fra før forsøget startes, til den sidste linje er skrevet; gem optagelsen som .wav. Tonerne varer 12 sekunder ekstra.",
        ],
    },
    Experiment {
        name: "algol",
        version: 2,
        title: [
            "Underflow, whole numbers, powers and written numbers in GIER ALGOL III",
            "Underløb, hele tal, potenser og skrevne tal i GIER ALGOL III",
        ],
        questions: &["Q50"],
        heard: &[],
        program: Program::Algol(include_str!("../algol/program.asc")),
        warning: NONE,
    },
    Experiment {
        name: "ud-chain",
        version: 2,
        title: ["Long chains of ud", "Lange kæder af ud"],
        questions: &["Q2"],
        heard: &[],
        program: Program::Slip(part!("ud-chain")),
        warning: ["The last trial may stop GIER.", "Den sidste prøve kan standse GIER."],
    },
    Experiment {
        name: "unknown",
        version: 2,
        title: [
            "Orders that no program uses: il, us, gc, zj and pc",
            "Ordrer, som intet program bruger: il, us, gc, zj og pc",
        ],
        questions: &["Q1"],
        heard: &[],
        program: Program::Slip(part!("unknown")),
        warning: [
            "Do this experiment last: each of the five orders may stop GIER, and the last may jump anywhere.",
            "Gør dette forsøg til sidst: hver af de fem ordrer kan standse GIER, og den sidste kan hoppe et tilfældigt sted hen.",
        ],
    },
];

impl Experiment {
    /// Whether the experiment's text is in SLIP. Such an experiment runs without a tape from the archive.
    pub const fn is_slip(&self) -> bool {
        matches!(self.program, Program::Slip(_))
    }
}

/// The experiment with this name.
pub fn experiment(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.name == name)
}
