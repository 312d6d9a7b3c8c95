//! The one table of keys. The commands themselves, the help page, the line of keys at the foot,
//! the areas for the mouse and the meaning of a pressed key are all made from it.

use super::Key;

/// One row of the table.
#[derive(Debug)]
pub struct Binding {
    /// What it does.
    pub command: Command,
    /// The keys that do it.
    pub keys: &'static [Key],
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
    ($(
        $(#[doc = $about:literal])+
        group $group:ident $heading:literal {
            $( $command:ident [$($key:expr),+] $foot:literal $label:literal $help:literal; )+
        }
    )+) => {
        /// What a person can ask of the panel. Every key, mouse area and line of the help page leads
        /// to one of these.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Command {
            $( $(#[doc = $about])+ $group($group), )+
        }

        $(
            $(#[doc = $about])+
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $group {
                $( #[doc = $help] $command, )+
            }
        )+

        /// The groups of the help page, in its order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Group {
            $( $(#[doc = $about])+ $group, )+
        }

        impl Group {
            /// All of them.
            pub const ALL: &[Group] = &[$(Group::$group),+];

            /// The heading on the help page.
            pub const fn heading(self) -> &'static str {
                match self {
                    $( Group::$group => $heading, )+
                }
            }
        }

        /// The table, in the order of the foot and of the help page.
        pub const BINDINGS: &[Binding] = &[$($(
            Binding {
                command: Command::$group($group::$command),
                keys: &[$($key),+],
                label: $label,
                help: $help,
                group: Group::$group,
                foot: $foot,
            },
        )+)+];
    };
}

use Key::{Backspace, Char, Control, Down, End, Escape, Function, Home, PageDown, PageUp, Tab, Up};

bindings! {
    /// The keys of GIER's own desk.
    group Desk "GIER's desk" {
        StartStop [Function(2), Char(' ')] 1 "start/stop" "normal start, or normal stop if GIER runs";
        Start [Char('g')] 0 "start" "normal start";
        Stop [Char('x')] 0 "stop" "normal stop, after the order being done";
        Single [Function(3), Char('s')] 1 "order" "one order (a half word counts as one)";
        Reset [Char('R')] 2 "reset" "reset: r1 to 0, error stops cleared";
        HelpButton [Function(9), Char('H')] 2 "HELP" "the HELP (HP) button";
        Ka [Char('A')] 2 "KA" "turn the key KA";
        Kb [Char('B')] 2 "KB" "turn the key KB";
        ProtectTrack0 [Char('0')] 0 "prot 0" "write protection of drum track 0";
        ProtectTracks1To31 [Char('1')] 0 "prot 1-31" "write protection of the tracks 1-31";
        ParityStop [Char('2')] 0 "parity" "stop after a row of tape with wrong parity";
        Set [Char('e')] 2 "set" "set a register or cell (R 17, c41 hv 5)";
        Mount [Char('t')] 2 "tape" "mount a tape in the reader";
    }
    /// Steps forward.
    group Steps "Steps" {
        Over [Function(4), Char('o')] 2 "over" "step over: a call by hs counts as one step";
        ToReturn [Char('u')] 2 "to return" "run until the subroutine returns";
        ToCell [Char('c')] 2 "to cell" "run to a cell (41; 41r: its right half)";
        ToSymbol [Char('y')] 2 "to symbol" "run until a symbol goes to the typewriter";
        ToDrum [Char('d')] 2 "to drum" "run until a drum transfer begins";
        Break [Function(8), Char('b')] 2 "break" "set or remove a breakpoint; again: right half";
    }
    /// The past.
    group Past "The past" {
        Back [Function(5), Char('z'), Backspace] 1 "back" "one order back";
        RunBack [Function(7), Char('Z')] 1 "run back" "back to the previous breakpoint";
        First [Home, Char('[')] 2 "beginning" "to the first order of the session";
        Last [End, Char(']')] 2 "latest" "forward again to where the session had come";
    }
    /// How fast.
    group Pace "Speed" {
        Slower [Char('-'), Control('b')] 2 "slower" "half the speed";
        Faster [Char('+'), Control('f')] 2 "faster" "twice the speed";
        Real [Char('='), Control('r')] 2 "real" "the speed of the real GIER";
        FlatOut [Char('m'), Control('x')] 2 "flat out" "as fast as this computer can";
    }
    /// What is shown.
    group Views "Views" {
        Focus [Escape, Tab, Char('i')] 1 "desk" "the keys to the typewriter, or to the desk";
        NextView [Function(6), Char('v')] 1 "view" "the next view: ferrite, drum, history, paper";
        NextForm [Char('f'), Control('o')] 2 "form" "write registers in the next form";
        NextCellForm [Char('F')] 0 "cells" "write cells in the next form";
        Follow [Char('l')] 2 "follow" "the listing follows the program, or stays";
        GoTo [Char('j')] 2 "go to" "show a cell (41) or a track (t5)";
        Search [Char('/')] 2 "search" "find a value or an order in ferrite and drum";
        SearchNext [Char('n')] 0 "next" "find the next one";
        Compare [Char('k')] 0 "compare" "compare the track with ferrite";
        Up [Up] 0 "up" "a line up";
        Down [Down] 0 "down" "a line down";
        PageUp [PageUp] 0 "page up" "a page up (drum: the track before)";
        PageDown [PageDown] 0 "page down" "a page down (drum: the next track)";
    }
    /// Files and the panel itself.
    group Files "Files and the panel" {
        Program [Char('p')] 0 "program" "put another program on the drum";
        Save [Char('w'), Control('s')] 2 "save" "write a snapshot of the whole machine";
        Restore [Char('W')] 2 "restore" "go on from a snapshot";
        SavePaper [Char('P'), Control('p')] 2 "paper" "save the paper as text and as an SVG page";
        Keys [Function(1), Char('?')] 1 "keys" "this page";
        Quit [Function(10), Control('q'), Char('q')] 1 "quit" "leave (^C too); the session log is kept";
    }
}

/// What a key means; `typing` says that the typewriter has the keys.
pub fn command(key: Key, typing: bool) -> Option<Command> {
    let meant = |binding: &&Binding| binding.keys.contains(&key) && (!typing || key.works_everywhere());
    BINDINGS.iter().find(meant).map(|binding| binding.command)
}

/// The key to name at the foot: one that works with the present holder of the keys.
pub fn shown_key(binding: &Binding, typing: bool) -> Option<Key> {
    binding.keys.iter().copied().find(|key| !typing || key.works_everywhere())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_key_means_two_things() {
        let mut seen = BTreeSet::new();
        for key in BINDINGS.iter().flat_map(|binding| binding.keys) {
            assert!(seen.insert(format!("{key:?}")), "{key:?} stands twice");
        }
    }

    #[test]
    fn every_line_of_help_fits_beside_another() {
        for binding in BINDINGS {
            let width = crate::parts::help::MEANING as usize;
            assert!(binding.help.chars().count() <= width, "{}", binding.help);
        }
    }

    #[test]
    fn while_typing_only_keys_that_gier_lacks_are_the_panels() {
        let single = Some(Command::Desk(Desk::Single));
        assert_eq!(command(Key::Char('s'), false), single);
        assert_eq!(command(Key::Char('s'), true), None);
        assert_eq!(command(Key::Function(3), true), single);
        assert_eq!(command(Key::Control('q'), true), Some(Command::Files(Files::Quit)));
    }
}
