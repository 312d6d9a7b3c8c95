//! What a machine assumes about open questions. An open question is about behaviour of GIER that nobody knows
//! (docs/open-questions.md). Each question is an enum. Its variants, called candidates, are the possible
//! answers. gier assumes the first candidate.
//!
//! Only `gier experiments` and the tests choose other candidates. Snapshots, session logs and drum images do
//! not contain the chosen candidates.

use crate::Language;
use std::fmt;

/// An open question and its possible answers, for lists and messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The number of the question, such as `Q3`. A letter follows if the question has several parts.
    pub key: &'static str,
    /// The text of the question, in English and Danish.
    pub asks: [&'static str; 2],
    /// The name of each possible answer, and its text in English and Danish. gier assumes the first answer.
    pub candidates: &'static [(&'static str, [&'static str; 2])],
}

/// The error for a text that does not choose an answer to an open question. A correct text is `Q3=truncate`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSuchAssumption {
    /// No question in [`QUESTIONS`] has this key.
    Question(String),
    /// The question has no answer with this name. The fields are the question's key, the unknown name, and
    /// the names of all answers.
    Candidate(&'static str, String, String),
    /// The text does not have the form `Q3=truncate`.
    Form(String),
}

impl fmt::Display for NoSuchAssumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSuchAssumption::Question(key) => {
                write!(f, "no experiment decides {key:?}; gier experiments list shows the questions")
            }
            NoSuchAssumption::Candidate(key, name, names) => {
                write!(f, "{key} has no candidate {name:?}; its candidates are {names}")
            }
            NoSuchAssumption::Form(text) => write!(f, "write an assumption as Q3=truncate, not {text:?}"),
        }
    }
}

impl std::error::Error for NoSuchAssumption {}

macro_rules! questions {
    ($(
        $field:ident $type:ident $key:literal $asks:literal $asks_danish:literal {
            $first:ident $first_name:literal $first_says:literal $first_danish:literal,
            $($other:ident $name:literal $says:literal $danish:literal,)+
        }
    )*) => {
        $(
            #[doc = concat!($key, ": ", $asks)]
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub enum $type {
                #[doc = $first_says]
                #[default]
                $first,
                $(#[doc = $says] $other,)+
            }
        )*

        /// The answer that a machine assumes to each open question.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Assumptions {
            $(#[doc = concat!($key, ": ", $asks)] pub $field: $type,)*
        }

        /// All questions, in the order of their numbers.
        pub const QUESTIONS: &[Question] = &[
            $(Question {
                key: $key,
                asks: [$asks, $asks_danish],
                candidates: &[($first_name, [$first_says, $first_danish]), $(($name, [$says, $danish]),)+],
            },)*
        ];

        impl Assumptions {
            /// Chooses the answer `candidate` to the question `key`.
            ///
            /// # Errors
            /// Returns an error if there is no such question or candidate.
            pub fn choose(&mut self, key: &str, candidate: &str) -> Result<(), NoSuchAssumption> {
                match key {
                    $($key => {
                        self.$field = match candidate {
                            $first_name => $type::$first,
                            $($name => $type::$other,)+
                            _ => return Err(no_candidate(key, candidate)),
                        };
                    })*
                    _ => return Err(NoSuchAssumption::Question(key.to_string())),
                }
                Ok(())
            }

            /// The answers that differ from the usual ones. Each entry has the key of a question and the
            /// name of the chosen answer, such as `Q3` and `truncate`.
            pub fn changed(&self) -> Vec<(&'static str, &'static str)> {
                let mut changed = Vec::new();
                $(match self.$field {
                    $type::$first => {}
                    $($type::$other => changed.push(($key, $name)),)+
                })*
                changed
            }
        }
    };
}

questions! {
    unused UnusedOrders "Q1" "What do gc, pc and zj do, and il and us if the unit is missing?"
    "Hvad gør gc, pc og zj, og il og us, hvis enheden mangler?" {
        Stop "stop" "no GIER is known to go on; here the machine stops"
            "ingen GIER vides at køre videre; her standser maskinen",
        Nothing "nothing" "the order does nothing, and the machine goes on"
            "ordren gør intet, og maskinen kører videre",
    }
    ud_chain UdChain "Q2" "Is there a limit to the length of a chain of ud?"
    "Er der en grænse for, hvor lang en kæde af ud kan være?" {
        Stop "stop" "here the machine stops after 256 ud" "her standser maskinen efter 256 ud",
        Any "any" "a chain of any length is executed" "en kæde af enhver længde udføres",
    }
    mk Multiply "Q3" "How does mk round?"
    "Hvordan afrunder mk?" {
        HalfUp "half-up" "the product plus half a unit, truncated: a half goes upwards"
            "produktet plus en halv enhed, afkortet: en halv går opad",
        Truncate "truncate" "the product is truncated towards minus infinity"
            "produktet afkortes mod minus uendelig",
        HalfAway "half-away" "to the nearest unit; a half goes away from zero"
            "til nærmeste enhed; en halv går væk fra nul",
        TowardZero "toward-zero" "the product is truncated towards zero" "produktet afkortes mod nul",
    }
    division Divide "Q4" "Which quotients and remainders do dl and dk give with negative operands?"
    "Hvilke kvotienter og rester giver dl og dk med negative operander?" {
        Loop "loop" "as floating division: rounded down, an exact quotient by a negative divisor one too low"
            "som flydende division: rundet ned, en nøjagtig kvotient med negativ divisor én for lav",
        Floor "floor" "the quotient is rounded down, exact ones too"
            "kvotienten rundes ned, også den nøjagtige",
        TowardZero "toward-zero" "the quotient is truncated towards zero; the remainder has the dividend's sign"
            "kvotienten afkortes mod nul; resten har dividendens fortegn",
        Euclid "euclid" "the remainder is never negative" "resten er aldrig negativ",
    }
    by_zero DivideByZero "Q5" "What does a fixed-point division by zero give?"
    "Hvad giver en fast division med nul?" {
        Sign "sign" "all quotient bits follow the dividend's sign; the remainder is the dividend"
            "alle kvotientens bit følger dividendens fortegn; resten er dividenden",
        Unchanged "unchanged" "R and M do not change" "R og M ændres ikke",
        Zero "zero" "the quotient is zero; the remainder is the dividend"
            "kvotienten er nul; resten er dividenden",
        Spill "spill" "the machine jumps to cell 0" "maskinen hopper til celle 0",
    }
    zero_places ZeroPlaces "Q6a" "How many places do nk and nl report for zero?"
    "Hvor mange pladser melder nk og nl for nul?" {
        Full "40-79" "40 and 79" "40 og 79",
        Less "39-78" "39 and 78" "39 og 78",
        None "0" "none" "ingen",
    }
    right_shift RightShift "Q6b" "Does the right shift of nk and nl after an overflow round?"
    "Afrunder nk og nl, når de skifter til højre efter et overløb?" {
        Truncate "truncate" "no" "nej",
        Round "round" "yes" "ja",
    }
    n_letter NLetter "Q7a" "Does N with K, P, Q or R and no marks hold?"
    "Er N med K, P, Q eller R og uden mærker opfyldt?" {
        Holds "holds" "always" "altid",
        Fails "fails" "never" "aldrig",
    }
    l_letter LLetter "Q7b" "Does L with no letter, or with K, P, Q or R and no marks, hold?"
    "Er L uden bogstav, eller med K, P, Q eller R og uden mærker, opfyldt?" {
        Fails "fails" "never" "aldrig",
        Holds "holds" "always" "altid",
    }
    spilled SpilledRegisters "Q8a" "What is in R and M after a spill?"
    "Hvad står der i R og M efter spild?" {
        Keep "keep" "the operands" "operanderne",
        Result "result" "the result, its exponent modulo 1024" "resultatet, med eksponenten modulo 1024",
    }
    after_spill AfterSpill "Q8b" "Do I, X and V of an order that spills still happen?"
    "Udføres I, X og V i en ordre, der giver spild?" {
        No "no" "no" "nej",
        Yes "yes" "yes" "ja",
    }
    gm_direct GmDirect "Q9" "Which bits does gm with D replace?"
    "Hvilke bit erstatter gm med D?" {
        Twenty "0-19" "bits 0-19, as gr" "bit 0-19, som gr",
        Ten "0-9" "bits 0-9" "bit 0-9",
        All "0-39" "the whole cell" "hele cellen",
    }
    ud_hs UdCall "Q10" "What does hs do under ud?"
    "Hvad gør hs under ud?" {
        Ud "ud" "s := the cell of the ud, which gets the old s" "s := cellen med ud, som får det gamle s",
        Own "own" "s := the cell of the hs, which gets the old s" "s := cellen med hs, som får det gamle s",
        Mixed "mixed" "s := the cell of the ud, but the cell of the hs gets the old s"
            "s := cellen med ud, men cellen med hs får det gamle s",
    }
    zl Clock "Q11" "What does zl give?"
    "Hvad giver zl?" {
        SinceLast "since-last" "the seconds since the last zl" "sekunderne siden den sidste zl",
        Running "running" "the seconds since the machine was switched on"
            "sekunderne, siden maskinen blev tændt",
        Nothing "nothing" "nothing: R and M do not change" "intet: R og M ændres ikke",
    }
    mark_b MarkB "Q12" "What does mark b change in an order that has no floating form?"
    "Hvad ændrer b-mærket i en ordre, der ikke har en flydende form?" {
        Nothing "nothing" "nothing" "intet",
        AddsFloating "adds" "ac and sc add floating numbers" "ac og sc lægger flydende tal sammen",
    }
    wide WideAddress "Q13" "What is the operand of ar with D and modification, if it does not fit ten bits?"
    "Hvad er operanden for ar med D og modifikation, hvis den ikke kan være i ti bit?" {
        Ten "ten-bits" "the sum truncated to ten bits; the first of these is the sign"
            "summen afkortet til ti bit; den første af dem er fortegnet",
        Eleven "eleven-bits" "the sum with its true sign" "summen med sit rigtige fortegn",
    }
    unnormalised Unnormalised "Q14a" "What do floating orders do with a mantissa that is not normalised?"
    "Hvad gør flydende ordrer med en mantisse, der ikke er normaliseret?" {
        AsIs "as-is" "they use it as it is" "de bruger den, som den er",
        First "first" "they normalise it first" "de normaliserer den først",
    }
    zero_mantissa ZeroMantissa "Q14b" "Does a mantissa of zero with an exponent shift the other operand?"
    "Skifter en mantisse på nul med en eksponent den anden operand?" {
        Zero "zero" "no: it is zero whatever its exponent" "nej: den er nul uanset eksponenten",
        Aligns "aligns" "yes, if its exponent is larger" "ja, hvis dens eksponent er større",
    }
    no_track NoTrack "Q20" "Does lk from a track that does not exist change the cells?"
    "Ændrer lk fra en kanal, der ikke findes, cellerne?" {
        Keep "keep" "no" "nej",
        Clear "clear" "it clears them" "den nulstiller dem",
    }
    waited WaitedOrder "Q26" "Is an order that waited for the drum executed as it was fetched?"
    "Udføres en ordre, der ventede på tromlen, som den blev hentet?" {
        Again "again" "no: it is fetched again when the drum is free"
            "nej: den hentes igen, når tromlen er fri",
        AsFetched "as-fetched" "yes" "ja",
    }
    first_word FirstWord "Q28" "With which word does a transfer from the drum begin?"
    "Med hvilket ord begynder en overførsel fra tromlen?" {
        Zero "word-0" "with word 0, wherever the drum is" "med ord 0, uanset hvor tromlen er",
        Passing40 "passing-40" "with the word that passes; the revolution has 40 words"
            "med det ord, der passerer; omdrejningen har 40 ord",
        Passing41 "passing-41" "with the word that passes; the revolution has 41 words"
            "med det ord, der passerer; omdrejningen har 41 ord",
    }
    speaker Speaker "Q30" "Which bit moves the loudspeaker?"
    "Hvilken bit bevæger højttaleren?" {
        Sign "00" "bit 00" "bit 00",
        Bit0 "0" "bit 0" "bit 0",
    }
    within Within "Q31" "Does the loudspeaker follow changes within an order?"
    "Følger højttaleren ændringer inden for en ordre?" {
        End "end" "no: only what an order leaves" "nej: kun det, en ordre efterlader",
        Places "places" "yes: every place of a shift" "ja: hver plads af et skift",
    }
    underflow Underflow "Q50" "What does a floating order give if the exponent falls below -512?"
    "Hvad giver en flydende ordre, hvis eksponenten kommer under -512?" {
        Zero "zero" "zero" "nul",
        Wraps "wraps" "the number with its exponent modulo 1024" "tallet med eksponenten modulo 1024",
    }
    modified_half ModifiedHalf "Q75a" "What does modification cost in a half word?"
    "Hvad koster modifikation i et halvord?" {
        Four "4" "4 micro-operations, as in a full word" "4 mikrooperationer, som i et helord",
        Nothing "0" "nothing" "intet",
    }
    floating_cost FloatingCost "Q75b" "What does a floating order cost?"
    "Hvad koster en flydende ordre?" {
        Charged "charged" "as docs/orders.md says" "som docs/orders.md siger",
        Less "less" "10 micro-operations less" "10 mikrooperationer mindre",
    }
}

fn no_candidate(key: &str, candidate: &str) -> NoSuchAssumption {
    let question = question(key).expect("the question was found");
    let names: Vec<&str> = question.candidates.iter().map(|(name, _)| *name).collect();
    NoSuchAssumption::Candidate(question.key, candidate.to_string(), names.join(", "))
}

/// The question with this key, such as `Q6a`.
pub fn question(key: &str) -> Option<&'static Question> {
    QUESTIONS.iter().find(|question| question.key == key)
}

impl Question {
    /// The text of the answer with this name. Returns `""` if the question has no such answer.
    pub fn says(&self, candidate: &str, language: Language) -> &'static str {
        let found = self.candidates.iter().find(|(name, _)| *name == candidate);
        found.map_or("", |(_, says)| language.of(*says))
    }
}

impl Assumptions {
    /// Whether the machine assumes the usual answer to every question. The usual answer is the first one in
    /// the list.
    pub fn is_usual(&self) -> bool {
        *self == Assumptions::default()
    }
}

/// Writes the answers that differ from the usual ones, such as `Q3=truncate Q5=zero`. The usual answer to a
/// question is the first one.
impl fmt::Display for Assumptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (key, candidate)) in self.changed().into_iter().enumerate() {
            write!(f, "{}{key}={candidate}", if at > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// Parses a list of answers such as `Q3=truncate Q5=zero`, separated by spaces or commas.
impl std::str::FromStr for Assumptions {
    type Err = NoSuchAssumption;

    fn from_str(text: &str) -> Result<Assumptions, NoSuchAssumption> {
        let mut assumptions = Assumptions::default();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let (key, candidate) =
                word.split_once('=').ok_or_else(|| NoSuchAssumption::Form(word.to_string()))?;
            assumptions.choose(key, candidate)?;
        }
        Ok(assumptions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_candidate_has_a_name_and_is_read_back() {
        for question in QUESTIONS {
            for (at, (name, _)) in question.candidates.iter().enumerate() {
                let text = format!("{}={name}", question.key);
                let read: Assumptions = text.parse().unwrap();
                assert_eq!(read.to_string(), if at == 0 { String::new() } else { text });
            }
        }
    }

    #[test]
    fn a_wrong_assumption_is_explained() {
        for (text, message) in [
            ("Q3", "write an assumption as Q3=truncate, not \"Q3\""),
            (
                "Q3=up",
                "Q3 has no candidate \"up\"; its candidates are half-up, truncate, half-away, toward-zero",
            ),
            ("QX=x", "no experiment decides \"QX\"; gier experiments list shows the questions"),
        ] {
            assert_eq!(text.parse::<Assumptions>().unwrap_err().to_string(), message);
        }
    }
}
