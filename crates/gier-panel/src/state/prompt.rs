//! The message line: messages, questions, and the answer that you type.

use crate::scene::Question;
use gier_machine::Input;

/// The present message, the present question and your earlier answers.
#[derive(Clone, Debug)]
pub(super) struct Talk {
    /// The text of the last message.
    pub message: String,
    /// The question that waits for your answer, if there is one.
    pub prompt: Option<Prompt>,
    /// Your earlier answers, the latest last, each with the kind of question that it answered.
    answered: Vec<(About, String)>,
}

impl Talk {
    pub(super) fn new(message: &str) -> Talk {
        Talk { message: message.to_string(), prompt: None, answered: Vec::new() }
    }

    /// Clears the message line if it still shows this message.
    pub(super) fn take_back(&mut self, message: &str) {
        if self.message == message {
            self.message.clear();
        }
    }

    pub(super) fn say(&mut self, message: &str) {
        self.message = message.to_string();
    }

    /// Shows a question and waits for its answer.
    pub(super) fn ask(&mut self, prompt: Prompt) {
        self.prompt = Some(prompt);
    }

    /// Saves an answer, so that the next question of this kind can suggest it.
    pub(super) fn remember(&mut self, about: &About, answer: &str) {
        let answer = (about.clone(), answer.to_string());
        self.answered.retain(|earlier| *earlier != answer);
        self.answered.push(answer);
    }

    /// Replaces the typed answer by an earlier answer to a question of this kind. `1` selects the next
    /// older answer, and `-1` the next newer one.
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

/// The kind of a question. The panel suggests only earlier answers to questions of the same kind.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum About {
    /// A register or cell, and its new value.
    Set,
    /// The cell to which the machine runs.
    ToCell,
    /// The cell for a breakpoint.
    Break,
    /// The cell or track to show.
    GoTo,
    /// What to search for in the store and on the drum: a value, or a part of an order.
    Search,
    /// The text to search for in the history.
    InHistory,
    /// The text to search for in the program's text.
    InText,
    /// The text to search for on the paper.
    OnPaper,
    /// The text to search for on the help page.
    InHelp,
    /// A line for the command line: a command, or an act.
    Line,
    /// A cell. The panel shows which order last wrote it.
    Who,
    /// A character on the paper. The panel shows which order printed it.
    Origin,
    /// The expression to add to the view of values.
    Show,
    /// The name to give to the present moment.
    Mark,
    /// The moment to go to.
    Moment,
    /// The first of the forty cells of the ferrite store that the panel compares with the visible drum
    /// track.
    Compare,
    /// The file of the tape to put into the reader.
    Mount,
    /// The file in which a snapshot is saved.
    Save,
    /// The file of the snapshot to load.
    Restore,
    /// The file in which the paper is saved.
    SavePaper,
    /// The program to put on the drum.
    Program,
    /// Whether to write the file that was named. The field says how the question was answered.
    Write(Box<(About, String)>),
    /// You have gone back in time, and the panel asks whether to discard the later inputs. The field says
    /// what to do if you agree.
    Forget(Then),
}

/// An action that you asked for after you had gone back in the session. The panel discards the later part of
/// the session before the action.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Then {
    /// Start the machine.
    Start,
    /// Type this character.
    Strike(char),
    /// Feed these inputs to the machine.
    Feed(Vec<Input>),
    /// Obey this line of the command line.
    Obey(String),
}

/// A question, and what you have typed as its answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Prompt {
    /// What the question asks for.
    pub about: About,
    question: String,
    typed: String,
    cursor: usize,
    is_offer: bool,
    /// The earlier answer that is suggested now: 1 for the latest, 2 for the one before it, 0 for none.
    recalled: usize,
    /// The row of the list of suggestions that you have chosen.
    pub chosen: Option<usize>,
}

impl Prompt {
    /// Creates a question with a suggested answer. The first character that you type replaces the
    /// suggestion.
    pub(super) fn new(about: About, question: &str, offer: &str) -> Prompt {
        let mut prompt = Prompt {
            about,
            question: question.to_string(),
            typed: String::new(),
            cursor: 0,
            is_offer: true,
            recalled: 0,
            chosen: None,
        };
        prompt.offer(offer);
        prompt
    }

    /// The same question once more, so that you can correct your answer. `fault` replaces the text of
    /// the question.
    pub(super) fn again(&self, fault: &str) -> Prompt {
        Prompt { question: fault.to_string(), is_offer: false, ..self.clone() }
    }

    /// Whether the arrow keys choose a row of the list of suggestions. On an empty line, they recall earlier
    /// lines.
    pub(super) fn chooses(&self) -> bool {
        self.about == About::Line && self.recalled == 0 && !self.typed.is_empty()
    }

    /// Chooses the next row of the list of `count` suggestions, or the previous one.
    pub(super) const fn choose(&mut self, down: bool, count: usize) {
        self.chosen = match (self.chosen, down) {
            _ if count == 0 => None,
            (None | Some(0), false) => Some(count - 1),
            (None, true) => Some(0),
            (Some(row), true) => Some((row + 1) % count),
            (Some(row), false) => Some(row - 1),
        };
    }

    /// The question and the answer so far, as the scene shows them.
    pub(super) fn shown(&self) -> Question<'_> {
        Question {
            question: &self.question,
            typed: &self.typed,
            cursor: self.cursor,
            chosen: self.chosen,
            wants_one_key: self.wants_one_key(),
        }
    }

    /// What you have typed as the answer so far.
    pub(super) fn typed(&self) -> &str {
        &self.typed
    }

    /// The part of the answer before the cursor.
    pub(super) fn before_cursor(&self) -> String {
        self.typed[..self.at(self.cursor)].to_string()
    }

    /// Replaces the answer by this suggestion.
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
        self.chosen = None;
        self.typed.insert(self.at(self.cursor), character);
        self.cursor += 1;
    }

    /// Deletes the character before the cursor.
    pub(super) fn pop(&mut self) {
        (self.is_offer, self.chosen) = (false, None);
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

    pub(super) fn clear(&mut self) {
        self.typed.clear();
        (self.cursor, self.is_offer) = (0, false);
    }

    /// Converts the index of a character of the answer, counted from 0, to its byte offset.
    fn at(&self, character: usize) -> usize {
        self.typed.char_indices().nth(character).map_or(self.typed.len(), |(at, _)| at)
    }

    /// Whether a single key answers the question, without Enter.
    pub(super) const fn wants_one_key(&self) -> bool {
        matches!(self.about, About::Forget(_) | About::Write(_))
    }
}
