//! The message line: messages, questions, and the line that you type as an answer.

use crate::scene::Question;
use gier_machine::Input;

/// The messages and the questions of the panel.
#[derive(Clone, Debug)]
pub(super) struct Talk {
    /// The last message.
    pub message: String,
    /// The question that waits for your answer.
    pub prompt: Option<Prompt>,
    /// Earlier answers and the kinds of their questions, the latest last.
    answered: Vec<(About, String)>,
}

impl Talk {
    /// Starts without a question, and with this message.
    pub(super) fn new(message: &str) -> Talk {
        Talk { message: message.to_string(), prompt: None, answered: Vec::new() }
    }

    /// Clears the message if its text is `message`.
    pub(super) fn take_back(&mut self, message: &str) {
        if self.message == message {
            self.message.clear();
        }
    }

    /// Shows a message.
    pub(super) fn say(&mut self, message: &str) {
        self.message = message.to_string();
    }

    /// Asks a question.
    pub(super) fn ask(&mut self, prompt: Prompt) {
        self.prompt = Some(prompt);
    }

    /// Saves an answer for the next question of its kind.
    pub(super) fn remember(&mut self, about: &About, answer: &str) {
        let answer = (about.clone(), answer.to_string());
        self.answered.retain(|earlier| *earlier != answer);
        self.answered.push(answer);
    }

    /// Suggests an earlier answer than the one on the line (`earlier` is 1), or a later one (-1). The answers
    /// are those to questions of the same kind.
    pub(super) fn recall(&mut self, earlier: isize) {
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

/// The kind of a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum About {
    /// A register or cell and its new value.
    Set,
    /// The cell to run to.
    ToCell,
    /// The cell of a breakpoint.
    Break,
    /// The cell or track to show.
    GoTo,
    /// The text to search for.
    Search,
    /// The text to search for in the history.
    InHistory,
    /// The text to search for in the program's text.
    InText,
    /// A command or an act.
    Line,
    /// The cell whose last write you ask about.
    Who,
    /// The character of the paper whose origin you ask about.
    Origin,
    /// The expression to keep in view.
    Show,
    /// The name of a moment.
    Mark,
    /// The moment to go to.
    Moment,
    /// The cell with which to compare a track.
    Compare,
    /// The file of a tape.
    Mount,
    /// The file for a snapshot.
    Save,
    /// The file of the snapshot to load.
    Restore,
    /// The file for the paper.
    SavePaper,
    /// The program for the drum.
    Program,
    /// Whether the future may be discarded, and what to do then.
    Forget(Then),
}

/// What you wanted to do at a moment in the past.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Then {
    /// Start the machine.
    Start,
    /// Type a key.
    Strike(char),
    /// Feed the machine other inputs.
    Feed(Vec<Input>),
}

/// A question, and the answer as typed so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Prompt {
    /// The kind of the question.
    pub about: About,
    question: String,
    typed: String,
    /// The number of characters of the answer before the cursor.
    cursor: usize,
    is_offer: bool,
    /// Which earlier answer is suggested: 1 is the latest answer, 2 the one before.
    recalled: usize,
}

impl Prompt {
    /// A question with a suggested answer. The first character that you type replaces the suggestion.
    pub(super) fn new(about: About, question: &str, offer: &str) -> Prompt {
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

    /// Asks the question again, so that you can correct the answer. The text of the question is replaced by
    /// `fault`.
    pub(super) fn again(&self, fault: &str) -> Prompt {
        Prompt { question: fault.to_string(), is_offer: false, ..self.clone() }
    }

    /// The question and the answer so far, for the scene.
    pub(super) fn shown(&self) -> Question<'_> {
        Question { question: &self.question, typed: &self.typed, cursor: self.cursor }
    }

    /// The answer so far.
    pub(super) fn typed(&self) -> &str {
        &self.typed
    }

    /// The text before the cursor.
    pub(super) fn before_cursor(&self) -> String {
        self.typed[..self.at(self.cursor)].to_string()
    }

    /// Replaces the answer by another suggestion.
    pub(super) fn offer(&mut self, offer: &str) {
        (self.typed, self.is_offer) = (offer.to_string(), true);
        self.cursor = offer.chars().count();
    }

    /// Inserts a character at the cursor.
    pub(super) fn push(&mut self, character: char) {
        if character.is_control() {
            return;
        }
        if self.is_offer {
            self.clear();
        }
        self.typed.insert(self.at(self.cursor), character);
        self.cursor += 1;
    }

    /// Deletes the character before the cursor.
    pub(super) fn pop(&mut self) {
        self.is_offer = false;
        if let Some(before) = self.cursor.checked_sub(1) {
            self.typed.remove(self.at(before));
            self.cursor = before;
        }
    }

    /// Deletes the character after the cursor.
    pub(super) fn delete(&mut self) {
        self.is_offer = false;
        if self.at(self.cursor) < self.typed.len() {
            self.typed.remove(self.at(self.cursor));
        }
    }

    /// Moves the cursor by this many characters, but not beyond the ends of the answer.
    pub(super) fn go(&mut self, characters: isize) {
        self.is_offer = false;
        self.cursor = self.cursor.saturating_add_signed(characters).min(self.typed.chars().count());
    }

    /// Deletes the whole answer.
    pub(super) fn clear(&mut self) {
        self.typed.clear();
        (self.cursor, self.is_offer) = (0, false);
    }

    /// The byte at which the character with this number begins.
    fn at(&self, character: usize) -> usize {
        self.typed.char_indices().nth(character).map_or(self.typed.len(), |(at, _)| at)
    }

    /// Whether a single key answers the question.
    pub(super) const fn wants_one_key(&self) -> bool {
        matches!(self.about, About::Forget(_))
    }
}
