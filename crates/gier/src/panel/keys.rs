//! The one table of keys. The help page, the line of keys at the foot, the areas for the mouse
//! and the meaning of a pressed key are all made from it.

use super::command::Command;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key that can be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chord {
    /// A character, while the desk has the keys.
    Desk(char),
    /// A function key, always.
    Function(u8),
    /// A character with Ctrl held, always.
    Control(char),
    /// Escape, always.
    Escape,
    /// The tabulator key, while the desk has the keys.
    Tab,
    /// Backspace, while the desk has the keys.
    Backspace,
    /// The arrow up, always.
    Up,
    /// The arrow down, always.
    Down,
    /// Page up, always.
    PageUp,
    /// Page down, always.
    PageDown,
    /// The Home key, while the desk has the keys.
    Home,
    /// The End key, while the desk has the keys.
    End,
}

impl Chord {
    /// The name on the screen.
    pub fn name(self) -> String {
        match self {
            Chord::Desk(' ') => "space".to_string(),
            Chord::Desk(character) => character.to_string(),
            Chord::Function(number) => format!("F{number}"),
            Chord::Control(character) => format!("^{}", character.to_ascii_uppercase()),
            Chord::Escape => "Esc".to_string(),
            Chord::Tab => "Tab".to_string(),
            Chord::Backspace => "Bksp".to_string(),
            Chord::Up => "↑".to_string(),
            Chord::Down => "↓".to_string(),
            Chord::PageUp => "PgUp".to_string(),
            Chord::PageDown => "PgDn".to_string(),
            Chord::Home => "Home".to_string(),
            Chord::End => "End".to_string(),
        }
    }

    /// Whether the key means this also while the typewriter has the keys.
    pub const fn works_everywhere(self) -> bool {
        matches!(
            self,
            Chord::Function(_)
                | Chord::Control(_)
                | Chord::Escape
                | Chord::Up
                | Chord::Down
                | Chord::PageUp
                | Chord::PageDown
        )
    }

    /// Whether this event is the key.
    fn is(self, event: &KeyEvent) -> bool {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        match (self, event.code) {
            (Chord::Control(wanted), KeyCode::Char(typed)) => control && typed.eq_ignore_ascii_case(&wanted),
            _ if control => false,
            (Chord::Desk(wanted), KeyCode::Char(typed)) => typed == wanted,
            (Chord::Function(wanted), KeyCode::F(typed)) => typed == wanted,
            (Chord::Escape, KeyCode::Esc)
            | (Chord::Tab, KeyCode::Tab)
            | (Chord::Backspace, KeyCode::Backspace)
            | (Chord::Up, KeyCode::Up)
            | (Chord::Down, KeyCode::Down)
            | (Chord::PageUp, KeyCode::PageUp)
            | (Chord::PageDown, KeyCode::PageDown)
            | (Chord::Home, KeyCode::Home)
            | (Chord::End, KeyCode::End) => true,
            _ => false,
        }
    }
}

/// The groups of the help page, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The keys of GIER's own desk.
    Desk,
    /// Steps forward.
    Steps,
    /// The past.
    Past,
    /// How fast.
    Speed,
    /// What is shown.
    Views,
    /// Files and the panel itself.
    Files,
}

impl Group {
    /// All of them.
    pub const ALL: [Group; 6] =
        [Group::Desk, Group::Steps, Group::Past, Group::Speed, Group::Views, Group::Files];

    /// The heading on the help page.
    pub const fn heading(self) -> &'static str {
        match self {
            Group::Desk => "GIER's desk",
            Group::Steps => "Steps",
            Group::Past => "The past",
            Group::Speed => "Speed",
            Group::Views => "Views",
            Group::Files => "Files and the panel",
        }
    }
}

/// One row of the table.
#[derive(Debug)]
pub struct Binding {
    /// What it does.
    pub command: Command,
    /// The keys that do it.
    pub chords: &'static [Chord],
    /// One or two words for the foot of the screen.
    pub label: &'static str,
    /// The line on the help page.
    pub help: &'static str,
    /// Where on the help page.
    pub group: Group,
    /// How much it deserves a place at the foot: 1 always, 2 when there is room, 0 never.
    pub foot: u8,
}

macro_rules! bindings {
    ($(group $group:ident { $( $command:ident [$($chord:expr),+] $foot:literal $label:literal $help:literal; )+ })+) => {
        /// The table, in the order of the foot and of the help page.
        pub const BINDINGS: &[Binding] = &[$($(
            Binding {
                command: Command::$command,
                chords: &[$($chord),+],
                label: $label,
                help: $help,
                group: Group::$group,
                foot: $foot,
            },
        )+)+];
    };
}

use Chord::{Backspace, Control, Desk, Down, End, Escape, Function, Home, PageDown, PageUp, Tab, Up};

bindings! {
    group Desk {
        StartStop [Function(2), Desk(' ')] 1 "start/stop" "normal start, or normal stop if GIER runs";
        Start [Desk('g')] 0 "start" "normal start";
        Stop [Desk('x')] 0 "stop" "normal stop, after the order being done";
        Single [Function(3), Desk('s')] 1 "order" "one order (a half word counts as one)";
        Reset [Desk('R')] 2 "reset" "reset: r1 to 0, error stops cleared";
        HelpButton [Function(9), Desk('H')] 2 "HELP" "the HELP (HP) button";
        Ka [Desk('A')] 2 "KA" "turn the key KA";
        Kb [Desk('B')] 2 "KB" "turn the key KB";
        ProtectTrack0 [Desk('0')] 0 "prot 0" "write protection of drum track 0";
        ProtectTracks1To31 [Desk('1')] 0 "prot 1-31" "write protection of the tracks 1-31";
        ParityStop [Desk('2')] 0 "parity" "stop after a row of tape with wrong parity";
        Set [Desk('e')] 2 "set" "set a register or cell (R 17, c41 hv 5)";
        Mount [Desk('t')] 2 "tape" "mount a tape in the reader";
    }
    group Steps {
        Over [Function(4), Desk('o')] 2 "over" "step over: a call by hs counts as one step";
        ToReturn [Desk('u')] 2 "to return" "run until the subroutine returns";
        ToCell [Desk('c')] 2 "to cell" "run to a cell (41; 41r: its right half)";
        ToSymbol [Desk('y')] 2 "to symbol" "run until a symbol goes to the typewriter";
        ToDrum [Desk('d')] 2 "to drum" "run until a drum transfer begins";
        Break [Function(8), Desk('b')] 2 "break" "set or remove a breakpoint; again: right half";
    }
    group Past {
        Back [Function(5), Desk('z'), Backspace] 1 "back" "one order back";
        RunBack [Function(7), Desk('Z')] 1 "run back" "back to the previous breakpoint";
        First [Home, Desk('[')] 2 "beginning" "to the first order of the session";
        Last [End, Desk(']')] 2 "latest" "forward again to where the session had come";
    }
    group Speed {
        Slower [Desk('-'), Control('b')] 2 "slower" "half the speed";
        Faster [Desk('+'), Control('f')] 2 "faster" "twice the speed";
        RealSpeed [Desk('='), Control('r')] 2 "real" "the speed of the real GIER";
        FlatOut [Desk('m'), Control('x')] 2 "flat out" "as fast as this computer can";
    }
    group Views {
        Focus [Escape, Tab, Desk('i')] 1 "desk" "the keys to the typewriter, or to the desk";
        NextView [Function(6), Desk('v')] 1 "view" "the next view: ferrite, drum, history, paper";
        NextForm [Desk('f'), Control('o')] 2 "form" "write registers in the next form";
        NextCellForm [Desk('F')] 0 "cells" "write cells in the next form";
        Follow [Desk('l')] 2 "follow" "the listing follows the program, or stays";
        GoTo [Desk('j')] 2 "go to" "show a cell (41) or a track (t5)";
        Search [Desk('/')] 2 "search" "find a value or an order in ferrite and drum";
        SearchNext [Desk('n')] 0 "next" "find the next one";
        Compare [Desk('k')] 0 "compare" "compare the track with ferrite";
        Up [Up] 0 "up" "a line up";
        Down [Down] 0 "down" "a line down";
        PageUp [PageUp] 0 "page up" "a page up (drum: the track before)";
        PageDown [PageDown] 0 "page down" "a page down (drum: the next track)";
    }
    group Files {
        Save [Desk('w'), Control('s')] 2 "save" "write a snapshot of the whole machine";
        Restore [Desk('W')] 2 "restore" "go on from a snapshot";
        SavePaper [Desk('P'), Control('p')] 2 "paper" "save the paper as text and as an SVG page";
        Keys [Function(1), Desk('?')] 1 "keys" "this page";
        Quit [Function(10), Control('q'), Desk('q')] 1 "quit" "leave (^C too); the session log is kept";
    }
}

/// What a key means; `typing` says that the typewriter has the keys.
pub fn command(event: &KeyEvent, typing: bool) -> Option<Command> {
    let meant = |binding: &&Binding| {
        binding.chords.iter().any(|chord| chord.is(event) && (!typing || chord.works_everywhere()))
    };
    BINDINGS.iter().find(meant).map(|binding| binding.command)
}

/// The key to name at the foot: one that works with the present holder of the keys.
pub fn shown_chord(binding: &Binding, typing: bool) -> Option<Chord> {
    let usable = |chord: &&Chord| !typing || chord.works_everywhere();
    binding.chords.iter().find(usable).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_key_means_two_things() {
        let mut seen = BTreeSet::new();
        for chord in BINDINGS.iter().flat_map(|binding| binding.chords) {
            assert!(seen.insert(format!("{chord:?}")), "{chord:?} stands twice");
        }
    }

    #[test]
    fn every_command_stands_once() {
        let mut seen = BTreeSet::new();
        for binding in BINDINGS {
            assert!(seen.insert(format!("{:?}", binding.command)), "{:?}", binding.command);
        }
    }

    #[test]
    fn every_line_of_help_fits_beside_another() {
        for binding in BINDINGS {
            assert!(binding.help.chars().count() <= super::super::help::MEANING as usize, "{}", binding.help);
        }
    }

    #[test]
    fn while_typing_only_keys_that_gier_lacks_are_the_panels() {
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        assert_eq!(command(&key(KeyCode::Char('s')), false), Some(Command::Single));
        assert_eq!(command(&key(KeyCode::Char('s')), true), None);
        assert_eq!(command(&key(KeyCode::F(3)), true), Some(Command::Single));
        let control = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::CONTROL);
        assert_eq!(command(&control, true), Some(Command::Quit));
    }
}
