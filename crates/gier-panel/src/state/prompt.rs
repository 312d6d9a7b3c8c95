//! The line of messages: what is said, what is asked, and the line that is typed as an answer.

use crate::scene::Question;
use gier_machine::Input;

/// What the panel says and asks.
#[derive(Clone, Debug)]
pub struct Talk {
    /// What was said last.
    pub message: String,
    /// The question that waits for an answer.
    pub prompt: Option<Prompt>,
    /// Answers that were given, the latest last.
    answered: Vec<(About, String)>,
}

impl Talk {
    /// Begins with this message.
    pub fn new(message: &str) -> Talk {
        Talk { message: message.to_string(), prompt: None, answered: Vec::new() }
    }

    /// Takes back what was said, if it was this.
    pub fn take_back(&mut self, message: &str) {
        if self.message == message {
            self.message.clear();
        }
    }

    /// Says something.
    pub fn say(&mut self, message: &str) {
        self.message = message.to_string();
    }

    /// Asks something.
    pub fn ask(&mut self, prompt: Prompt) {
        self.prompt = Some(prompt);
    }

    /// Remembers an answer, for the next question of its kind.
    pub fn remember(&mut self, about: &About, answer: &str) {
        let answer = (about.clone(), answer.to_string());
        self.answered.retain(|earlier| *earlier != answer);
        self.answered.push(answer);
    }

    /// Offers the answer before (1) or behind (-1) the one that stands there, of those given to
    /// questions of this kind.
    pub fn recall(&mut self, earlier: isize) {
        let Some(prompt) = &mut self.prompt else { return };
        let of_kind = self.answered.iter().rev().filter(|(about, _)| *about == prompt.about);
        let answers: Vec<&str> = of_kind.map(|(_, answer)| answer.as_str()).collect();
        let back = prompt.recalled.saturating_add_signed(earlier).min(answers.len());
        if let Some(answer) = back.checked_sub(1).and_then(|place| answers.get(place)) {
            prompt.offer(answer);
        } else if prompt.recalled > 0 {
            prompt.offer("");
        }
        prompt.recalled = back;
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
    /// What to look for in the history.
    InHistory,
    /// What to look for in the program's text.
    InText,
    /// A command or an act.
    Line,
    /// The cell whose writer is asked for.
    Who,
    /// What is kept in view.
    Show,
    /// The name of a moment.
    Mark,
    /// The moment to go to.
    Moment,
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
    Feed(Vec<Input>),
}

/// A question with the answer so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// What it is about.
    pub about: About,
    question: String,
    typed: String,
    /// Characters before the place where the next one goes.
    cursor: usize,
    is_offer: bool,
    /// How many answers back the offered one was given.
    recalled: usize,
}

impl Prompt {
    /// A question, and an answer that is offered: the first character typed replaces it.
    pub fn new(about: About, question: &str, offer: &str) -> Prompt {
        let mut prompt = Prompt {
            about,
            question: question.to_string(),
            typed: String::new(),
            cursor: 0,
            is_offer: true,
            recalled: 0,
        };
        prompt.offer(offer);
        prompt
    }

    /// The same question again, because the answer was wrong in this way; it can be mended.
    pub fn again(&self, fault: &str) -> Prompt {
        Prompt { question: fault.to_string(), is_offer: false, ..self.clone() }
    }

    /// Question and answer so far.
    pub fn shown(&self) -> Question<'_> {
        Question { question: &self.question, typed: &self.typed, cursor: self.cursor }
    }

    /// The answer.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// What stands before the cursor.
    pub fn before_cursor(&self) -> String {
        self.typed[..self.at(self.cursor)].to_string()
    }

    /// Offers another answer.
    pub fn offer(&mut self, offer: &str) {
        (self.typed, self.is_offer) = (offer.to_string(), true);
        self.cursor = offer.chars().count();
    }

    /// Adds a character where the cursor is.
    pub fn push(&mut self, character: char) {
        if character.is_control() {
            return;
        }
        if self.is_offer {
            self.clear();
        }
        self.typed.insert(self.at(self.cursor), character);
        self.cursor += 1;
    }

    /// Takes the character before the cursor away.
    pub fn pop(&mut self) {
        self.is_offer = false;
        if let Some(before) = self.cursor.checked_sub(1) {
            self.typed.remove(self.at(before));
            self.cursor = before;
        }
    }

    /// Takes the character behind the cursor away.
    pub fn delete(&mut self) {
        self.is_offer = false;
        if self.at(self.cursor) < self.typed.len() {
            self.typed.remove(self.at(self.cursor));
        }
    }

    /// Moves the cursor by so many characters, as far as there are any.
    pub fn go(&mut self, characters: isize) {
        self.is_offer = false;
        self.cursor = self.cursor.saturating_add_signed(characters).min(self.typed.chars().count());
    }

    /// Takes all of them away.
    pub fn clear(&mut self) {
        self.typed.clear();
        (self.cursor, self.is_offer) = (0, false);
    }

    /// Where in the text the character with this number begins.
    fn at(&self, character: usize) -> usize {
        self.typed.char_indices().nth(character).map_or(self.typed.len(), |(at, _)| at)
    }

    /// Whether one key answers it.
    pub const fn wants_one_key(&self) -> bool {
        matches!(self.about, About::Forget(_))
    }
}
