//! The table of all commands and their keys. The type `Command`, the help page and the bottom line with its
//! buttons are made from this table.

use super::Key;
use crate::view::View;

/// A row of the table: one command.
#[derive(Debug)]
pub struct Binding {
    /// The command.
    pub command: Command,
    /// The keys of the command.
    pub keys: &'static [Key],
    /// The command's label in the bottom line: one or two words.
    pub label: &'static str,
    /// The command's explanation on the help page.
    pub help: &'static str,
    /// The command's group on the help page.
    pub group: Group,
    /// The states of the panel in which the bottom line shows the command.
    pub shown_when: &'static [ShownWhen],
}

/// A state of the panel in which the bottom line shows a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownWhen {
    /// The command is useful at any time.
    Always,
    /// The command is useful while your keys go to the typewriter.
    Typing,
    /// The command is useful while the machine runs or waits.
    Running,
    /// The command is useful while the machine is stopped.
    Stopped,
    /// The command is useful while the machine is stopped and you have gone back in time.
    InPast,
    /// The command is useful while the machine is stopped and this view is shown.
    On(View),
}

macro_rules! bindings {
    ($(
        $(#[doc = $about:literal])+
        group $group:ident $heading:literal {
            $( $command:ident [$($key:expr),+] [$($shown_when:expr),*] $label:literal $help:literal; )+
        }
    )+) => {
        /// A command to the panel. You give it with a key or with the mouse.
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

        /// The groups of commands on the help page, in the order of the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Group {
            $( $(#[doc = $about])+ $group, )+
        }

        impl Group {
            /// All groups, in the order of the help page.
            pub const ALL: &[Group] = &[$(Group::$group),+];

            /// The heading of the group on the help page.
            pub const fn heading(self) -> &'static str {
                match self {
                    $( Group::$group => $heading, )+
                }
            }
        }

        /// The table of commands and keys, in the order of the help page.
        pub const BINDINGS: &[Binding] = &[$($(
            Binding {
                command: Command::$group($group::$command),
                keys: &[$($key),+],
                label: $label,
                help: $help,
                group: Group::$group,
                shown_when: &[$($shown_when),*],
            },
        )+)+];
    };
}

use Key::{
    Backspace, Char, Control, Down, End, Escape, Function, Home, Left, PageDown, PageUp, Right, Tab, Up,
};
use ShownWhen::{Always, InPast, On, Running, Stopped, Typing};
use View::{Drum, Ferrite, History, Map, Paper, Source, Tapes, Values};

bindings! {
    /// The keys and buttons of GIER's own desk.
    group Desk "GIER's desk" {
        StartStop [Char(' '), Function(2)] [Always] "start/stop" "normal start, or normal stop if GIER runs";
        Start [Char('g')] [] "start" "normal start";
        Stop [Char('x')] [] "stop" "normal stop, after the order being done";
        Reset [Char('R')] [] "reset" "reset: set r1 to 0, clear error stops";
        HelpButton [Function(9), Char('H')] [] "HELP" "press the HELP (HP) button";
        Ka [Char('A')] [Running] "KA" "turn the key KA on or off";
        Kb [Char('B')] [Running] "KB" "turn the key KB on or off";
        ProtectTrack0 [Char('0')] [] "prot 0" "write protection of drum track 0 on or off";
        ProtectTracks1To31 [Char('1')] [] "prot 1-31" "write protection of tracks 1-31 on or off";
        ParityStop [Char('2')] [] "parity" "stop after a tape row with wrong parity";
        Set [Char('e')] [On(Ferrite), On(Drum)] "set" "set a register or cell (R 17, c41 hv 5)";
        Mount [Char('t')] [On(Tapes)] "tape" "mount a tape in the reader";
    }
    /// Commands that step forward.
    group Steps "Steps" {
        Single [Char('s'), Function(3)] [Stopped] "order" "execute one order (a half word counts as one)";
        Over [Char('o'), Function(4)] [Stopped] "over" "step over: a call (hs or hk) is one step";
        ToReturn [Char('u')] [On(Ferrite), On(History)] "to return" "run until the subroutine returns";
        ToCell [Char('c')] [On(Ferrite)] "to cell" "run to a cell (41; 41r: its right half)";
        ToSymbol [Char('y')] [On(Paper)] "to symbol" "run until a symbol goes to the typewriter";
        ToDrum [Char('d')] [On(Drum)] "to drum" "run until a drum transfer begins";
        Statement [Char('.')] [On(Source)] "statement" "run to the next statement, over calls";
        Into [Char('>')] [On(Source)] "into" "run to the next statement, into procedures";
        Out [Char('<')] [On(Source)] "out" "run until the procedure returns";
        Break [Char('b'), Function(8)] [On(Ferrite), On(Drum), On(History), On(Map)] "break" "set or remove a breakpoint; again: right half";
        BreakList [Char('L')] [On(Ferrite), On(Drum)] "breaks" "list, switch and remove breakpoints";
    }
    /// Commands that travel through the past.
    group Past "The past" {
        Back [Char('z'), Function(5), Backspace] [Stopped] "back" "go back by one order";
        RunBack [Char('Z'), Function(7)] [Stopped] "run back" "run back to the previous breakpoint";
        StatementBack [Char(',')] [On(Source)] "statement back" "go back to the previous statement";
        First [Char('[')] [InPast] "beginning" "go to the first order of the session";
        Last [Char(']')] [InPast] "latest" "go to the latest moment of the session";
        Moment [Char('G')] [On(History)] "moment" "go to an order, a time, a paper line, a mark";
        Mark [Char('M')] [On(History)] "mark" "give this moment a name";
        PlaceBefore [Char('(')] [InPast] "jump back" "return to where you were before the last jump";
        PlaceAfter [Char(')')] [InPast] "jump forward" "go forward again after jump back";
        Unforget [Char('U')] [] "bring back" "bring back the future that f discarded";
    }
    /// Commands for the debugger.
    group Debug "The debugger" {
        WhoWrote [Char('a')] [On(Ferrite), On(Map), On(Drum), On(Values)] "who wrote" "who wrote this cell; again: the write before";
        Origin [Char('O')] [On(Paper)] "origin" "where a character of the paper came from";
        Line [Char(':')] [Stopped] "command" "enter a command or an act: watch, tell …";
        Show [Char('V')] [On(Values)] "show" "keep a cell, variable or expression in view";
        Enter [Key::Enter] [On(History)] "go there" "go to the order found, or to the chosen row";
        Away [Key::Delete] [On(Values)] "remove" "remove the chosen row";
    }
    /// Commands that change the speed.
    group Pace "Speed" {
        Slower [Char('-'), Control('d'), Control('b')] [Running] "slower" "halve the speed";
        Faster [Char('+'), Control('f')] [Running] "faster" "double the speed";
        Real [Char('='), Control('r')] [Running] "real" "run at the speed of the real GIER";
        FlatOut [Char('m'), Control('x')] [Running] "flat out" "run as fast as this computer can";
    }
    /// Commands that choose what is shown.
    group Views "Views" {
        ToDesk [Escape] [Typing] "desk" "cancel; or give the keys to the desk";
        Focus [Tab, Char('i')] [Always] "type" "give the keys to the typewriter or the desk";
        Normal [Home, Control('n')] [] "as at the start" "the paper, the latest moment, the real speed";
        NextView [Char('v'), Function(6)] [Always] "view" "show the next view: text, drum, history …";
        Zoom [Char('*')] [Always] "zoom" "show only the chosen view, or all together";
        SeePaper [Char('3')] [] "see paper" "show the paper";
        SeeText [Char('4')] [] "see text" "show the program's text";
        SeeFerrite [Char('5')] [] "see ferrite" "show the ferrite store";
        SeeDrum [Char('6')] [] "see drum" "show a track of the drum";
        SeeHistory [Char('7')] [] "see history" "show the last orders";
        SeeMap [Char('8')] [] "see map" "show the map of the store";
        SeeValues [Char('9')] [] "see values" "show values and messages";
        SeeTapes [Char('T')] [] "see tapes" "show tapes and printer";
        SeePlotter [Char('Y')] [] "see plotter" "show the plotter";
        Mouse [Char('C')] [] "mouse" "the mouse to the terminal, or back: to copy";
        NextForm [Char('f'), Control('o')] [Stopped] "form" "show registers in the next form";
        NextCellForm [Char('F')] [On(Ferrite), On(Drum)] "cells" "show cells in the next form";
        Follow [Char('l')] [On(Ferrite), On(Map)] "follow" "make the listing follow the program, or stay";
        GoTo [Char('j')] [On(Ferrite), On(Drum), On(Map)] "go to" "show a cell (41) or a track (t5)";
        Search [Char('/')] [On(Ferrite), On(Drum)] "search" "find in ferrite and drum, history, or text";
        SearchNext [Char('n')] [On(Ferrite), On(Drum)] "again" "find the next one";
        Compare [Char('k')] [On(Drum)] "compare" "compare the track with ferrite: on or off";
        Up [Up] [] "up" "a line up";
        Down [Down] [] "down" "a line down";
        PageUp [PageUp] [On(Paper), On(History), On(Tapes)] "page up" "a page up (drum: the track before)";
        PageDown [PageDown] [] "page down" "a page down (drum: the next track)";
        Left [Left] [] "left" "drum: the track before; map: the cell before";
        Right [Right] [] "right" "drum: the next track; map: the next cell";
        Top [Char('{')] [] "top" "to the top of the view";
        Bottom [End, Char('}')] [] "bottom" "to the end of the view";
    }
    /// Commands for files and for the panel itself.
    group Files "Files and the panel" {
        Program [Char('p')] [] "program" "put another program on the drum";
        Save [Char('w'), Control('s')] [] "save" "save a snapshot of the whole machine";
        Restore [Char('W')] [] "restore" "continue from a snapshot";
        SavePaper [Char('P'), Control('p')] [On(Paper)] "paper" "save the paper as text and as an SVG page";
        Keys [Char('?'), Control('k'), Function(1)] [Always] "keys" "show this page; on an order, its entry first";
        Quit [Char('q'), Control('q'), Function(10)] [Always] "quit" "quit (^C too); the session log is kept";
    }
}

/// Finds a command by its label. Returns `None` if no command has this label.
pub fn named(name: &str) -> Option<&'static Binding> {
    BINDINGS.iter().find(|binding| binding.label == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Keymap;
    use gier_messages::{Language, Speaker, say};
    use std::borrow::Cow;
    use std::collections::BTreeSet;

    #[test]
    fn no_key_means_two_things() {
        let mut seen = BTreeSet::new();
        for key in BINDINGS.iter().flat_map(|binding| binding.keys) {
            assert!(seen.insert(format!("{key:?}")), "{key:?} is used twice");
        }
    }

    #[test]
    fn every_line_of_help_fits_beside_another() {
        for binding in BINDINGS {
            let width = usize::from(crate::parts::help::MEANING);
            let danish = say(Language::Danish, Speaker::Panel, binding.help);
            for text in [binding.label, binding.help] {
                let danish = say(Language::Danish, Speaker::Panel, text);
                assert!(matches!(danish, Cow::Owned(_)), "danish.txt has no line for: {danish}");
            }
            for line in [binding.help, &danish] {
                assert!(line.chars().count() <= width, "{line}");
            }
        }
    }

    #[test]
    fn while_typing_only_keys_that_gier_lacks_are_the_panels() {
        let keys = Keymap::default();
        let single = Some(Command::Steps(Steps::Single));
        assert_eq!(keys.command(Key::Char('s'), false), single);
        assert_eq!(keys.command(Key::Char('s'), true), None);
        assert_eq!(keys.command(Key::Function(3), true), single);
        assert_eq!(keys.command(Key::Control('q'), true), Some(Command::Files(Files::Quit)));
    }

    #[test]
    fn every_command_has_a_name_of_its_own() {
        let mut seen = BTreeSet::new();
        for binding in BINDINGS {
            assert!(seen.insert(binding.label), "{} is used twice", binding.label);
            assert!(named(binding.label).is_some_and(|found| found.command == binding.command));
        }
    }
}
