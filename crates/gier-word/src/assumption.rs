//! What a machine assumes where docs/open-questions.md has no answer. Each open question that a program can
//! decide is an enum. Its variants are the possible answers (candidates); gier assumes the first.
//!
//! Only `gier experiments` and the tests choose other candidates. No snapshot, session log or drum image
//! contains the chosen candidates.

use std::fmt;

/// A question with its candidates, for lists and messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The number of the question, such as `Q3`; with a letter if the question has several parts.
    pub key: &'static str,
    /// The question as a text.
    pub asks: &'static str,
    /// The name of each candidate and the behaviour that it stands for. The first candidate is the one that
    /// gier assumes.
    pub candidates: &'static [(&'static str, &'static str)],
}

/// The error for a text that does not name an existing assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSuchAssumption {
    /// No experiment can decide the question with this key.
    Question(String),
    /// The question has no candidate answer of this name. The fields are the question's key, the name given,
    /// and all valid names.
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
        $field:ident $type:ident $key:literal $asks:literal {
            $first:ident $first_name:literal $first_says:literal,
            $($other:ident $name:literal $says:literal,)+
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

        /// The chosen candidate for each question.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Assumptions {
            $(#[doc = concat!($key, ": ", $asks)] pub $field: $type,)*
        }

        /// All questions, in the order of their numbers.
        pub const QUESTIONS: &[Question] = &[
            $(Question {
                key: $key,
                asks: $asks,
                candidates: &[($first_name, $first_says), $(($name, $says),)+],
            },)*
        ];

        impl Assumptions {
            /// Chooses a candidate by its name, for the question with this key.
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

            /// The chosen candidates other than the usual ones, each with the key of its question.
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
    unused UnusedOrders "Q1" "What do gc, pc and zj do, and il and us if the unit is missing?" {
        Stop "stop" "no GIER is known to go on; here the machine stops",
        Nothing "nothing" "the order does nothing, and the machine goes on",
    }
    ud_chain UdChain "Q2" "Is there a limit to the length of a chain of ud?" {
        Stop "stop" "here the machine stops after 256 ud",
        Any "any" "a chain of any length is executed",
    }
    mk Multiply "Q3" "How does mk round?" {
        HalfUp "half-up" "the product plus half a unit, truncated: a half goes upwards",
        Truncate "truncate" "the product is truncated towards minus infinity",
        HalfAway "half-away" "to the nearest unit; a half goes away from zero",
        TowardZero "toward-zero" "the product is truncated towards zero",
    }
    division Divide "Q4" "Which quotients and remainders do dl and dk give with negative operands?" {
        Loop "loop" "as floating division: rounded down, an exact quotient by a negative divisor one too low",
        Floor "floor" "the quotient is rounded down, exact ones too",
        TowardZero "toward-zero" "the quotient is truncated towards zero; the remainder has the dividend's sign",
        Euclid "euclid" "the remainder is never negative",
    }
    by_zero DivideByZero "Q5" "What does a fixed-point division by zero give?" {
        Sign "sign" "all quotient bits follow the dividend's sign; the remainder is the dividend",
        Unchanged "unchanged" "R and M do not change",
        Zero "zero" "the quotient is zero; the remainder is the dividend",
        Spill "spill" "the machine jumps to cell 0",
    }
    zero_places ZeroPlaces "Q6a" "How many places do nk and nl report for zero?" {
        Full "40-79" "40 and 79",
        Less "39-78" "39 and 78",
        None "0" "none",
    }
    right_shift RightShift "Q6b" "Does the right shift of nk and nl after an overflow round?" {
        Truncate "truncate" "no",
        Round "round" "yes",
    }
    n_letter NLetter "Q7a" "Does N with K, P, Q or R and no marks hold?" {
        Holds "holds" "always",
        Fails "fails" "never",
    }
    l_letter LLetter "Q7b" "Does L with no letter, or with K, P, Q or R and no marks, hold?" {
        Fails "fails" "never",
        Holds "holds" "always",
    }
    spilled SpilledRegisters "Q8a" "What is in R and M after a spill?" {
        Keep "keep" "the operands",
        Result "result" "the result, its exponent modulo 1024",
    }
    after_spill AfterSpill "Q8b" "Do I, X and V of an order that spills still happen?" {
        No "no" "no",
        Yes "yes" "yes",
    }
    gm_direct GmDirect "Q9" "Which bits does gm with D replace?" {
        Twenty "0-19" "bits 0-19, as gr",
        Ten "0-9" "bits 0-9",
        All "0-39" "the whole cell",
    }
    ud_hs UdCall "Q10" "What does hs do under ud?" {
        Ud "ud" "s := the cell of the ud, which gets the old s",
        Own "own" "s := the cell of the hs, which gets the old s",
        Mixed "mixed" "s := the cell of the ud, but the cell of the hs gets the old s",
    }
    zl Clock "Q11" "What does zl give?" {
        SinceLast "since-last" "the seconds since the last zl",
        Running "running" "the seconds since the machine was switched on",
        Nothing "nothing" "nothing: R and M do not change",
    }
    mark_b MarkB "Q12" "What does mark b change in an order that has no floating form?" {
        Nothing "nothing" "nothing",
        AddsFloating "adds" "ac and sc add floating numbers",
    }
    wide WideAddress "Q13" "What is the operand of ar with D and modification, if it does not fit ten bits?" {
        Ten "ten-bits" "the sum truncated to ten bits; the first of these is the sign",
        Eleven "eleven-bits" "the sum with its true sign",
    }
    unnormalised Unnormalised "Q14a" "What do floating orders do with a mantissa that is not normalised?" {
        AsIs "as-is" "they use it as it is",
        First "first" "they normalise it first",
    }
    zero_mantissa ZeroMantissa "Q14b" "Does a mantissa of zero with an exponent shift the other operand?" {
        Zero "zero" "no: it is zero whatever its exponent",
        Aligns "aligns" "yes, if its exponent is larger",
    }
    no_track NoTrack "Q20" "Does lk from a track that does not exist change the cells?" {
        Keep "keep" "no",
        Clear "clear" "it clears them",
    }
    waited WaitedOrder "Q26" "Is an order that waited for the drum executed as it was fetched?" {
        Again "again" "no: it is fetched again when the drum is free",
        AsFetched "as-fetched" "yes",
    }
    first_word FirstWord "Q28" "With which word does a transfer from the drum begin?" {
        Zero "word-0" "with word 0, wherever the drum is",
        Passing40 "passing-40" "with the word that passes; the revolution has 40 words",
        Passing41 "passing-41" "with the word that passes; the revolution has 41 words",
    }
    speaker Speaker "Q30" "Which bit moves the loudspeaker?" {
        Sign "00" "bit 00",
        Bit0 "0" "bit 0",
    }
    within Within "Q31" "Does the loudspeaker follow changes within an order?" {
        End "end" "no: only what an order leaves",
        Places "places" "yes: every place of a shift",
    }
    underflow Underflow "Q50" "What does a floating order give if the exponent falls below -512?" {
        Zero "zero" "zero",
        Wraps "wraps" "the number with its exponent modulo 1024",
    }
    modified_half ModifiedHalf "Q75a" "What does modification cost in a half word?" {
        Four "4" "4 micro-operations, as in a full word",
        Nothing "0" "nothing",
    }
    floating_cost FloatingCost "Q75b" "What does a floating order cost?" {
        Charged "charged" "as docs/orders.md says",
        Less "less" "10 micro-operations less",
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

impl Assumptions {
    /// Whether every chosen candidate is the usual one.
    pub fn is_usual(&self) -> bool {
        *self == Assumptions::default()
    }
}

/// Writes the chosen candidates other than the usual ones, such as `Q3=truncate Q5=zero`.
impl fmt::Display for Assumptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (key, candidate)) in self.changed().into_iter().enumerate() {
            write!(f, "{}{key}={candidate}", if at > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// Parses choices such as `Q3=truncate Q5=zero`, separated by spaces or commas.
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
