//! The line of messages: what is said, what is asked, and the line that is typed as an answer.

use gier_machine::Input;

/// What the panel says and asks.
#[derive(Clone, Debug)]
pub struct Talk {
    /// What was said last.
    pub message: String,
    /// The question that waits for an answer.
    pub prompt: Option<Prompt>,
}

impl Talk {
    /// Begins with this message.
    pub fn new(message: &str) -> Talk {
        Talk { message: message.to_string(), prompt: None }
    }

    /// Says something.
    pub fn say(&mut self, message: &str) {
        self.message = message.to_string();
    }

    /// Asks something.
    pub fn ask(&mut self, prompt: Prompt) {
        self.prompt = Some(prompt);
    }
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq)]
pub enum About {
    /// A register or cell and its new value.
    Set,
    /// The cell to run to.
    ToCell,
    /// The cell of a breakpoint.
    Break,
    /// The cell or track to show.
    GoTo,
    /// What to look for.
    Search,
    /// The cell with which a track is compared.
    Compare,
    /// The file of a tape.
    Mount,
    /// The file for a snapshot.
    Save,
    /// The file of a snapshot.
    Restore,
    /// The file for the paper.
    SavePaper,
    /// The program for the drum.
    Program,
    /// Whether the future may be forgotten, and what then.
    Forget(Then),
}

/// What a person wanted to do in the past.
#[derive(Clone, Debug, PartialEq)]
pub enum Then {
    /// Go on.
    Start,
    /// Type a key.
    Strike(char),
    /// Something else that the machine can feel.
    Feed(Input),
}

/// A question with the answer so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// What it is about.
    pub about: About,
    question: String,
    typed: String,
    is_offer: bool,
}

impl Prompt {
    /// A question, and an answer that is offered: the first character typed replaces it.
    pub fn new(about: About, question: &str, offer: &str) -> Prompt {
        Prompt { about, question: question.to_string(), typed: offer.to_string(), is_offer: true }
    }

    /// The same question again, because the answer was wrong in this way; it can be mended.
    pub fn again(&self, fault: &str) -> Prompt {
        Prompt { question: fault.to_string(), is_offer: false, ..self.clone() }
    }

    /// Question and answer so far.
    pub fn shown(&self) -> (&str, &str) {
        (&self.question, &self.typed)
    }

    /// The answer.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Offers another answer.
    pub fn offer(&mut self, offer: &str) {
        (self.typed, self.is_offer) = (offer.to_string(), true);
    }

    /// Adds a character.
    pub fn push(&mut self, character: char) {
        if character.is_control() {
            return;
        }
        if std::mem::take(&mut self.is_offer) {
            self.typed.clear();
        }
        self.typed.push(character);
    }

    /// Takes the last character away.
    pub fn pop(&mut self) {
        self.is_offer = false;
        self.typed.pop();
    }

    /// Takes all of them away.
    pub fn clear(&mut self) {
        self.typed.clear();
    }

    /// Whether one key answers it.
    pub const fn wants_one_key(&self) -> bool {
        matches!(self.about, About::Forget(_))
    }
}
