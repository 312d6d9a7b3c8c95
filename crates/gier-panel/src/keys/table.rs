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
    /// The command's explanation on the help page, in English.
    pub help: &'static str,
    /// The command's explanation on the help page, in Danish.
    pub danish: &'static str,
    /// The command's group on the help page.
    pub group: Group,
    /// The states of the panel in which the bottom line shows the command.
    pub shown_when: &'static [ShownWhen],
}

impl Binding {
    /// The command's explanation on the help page, in Danish or in English.
    pub const fn meaning(&self, danish: bool) -> &'static str {
        if danish { self.danish } else { self.help }
    }
}

/// A state of the panel in which the bottom line shows a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownWhen {
    /// The command is useful at any time.
    Always,
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
        group $group:ident $heading:literal $danish_heading:literal {
            $( $command:ident [$($key:expr),+] [$($shown_when:expr),*] $label:literal $help:literal $danish:literal; )+
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

            /// The heading of the group on the help page, in Danish or in English.
            pub const fn heading(self, danish: bool) -> &'static str {
                match self {
                    $( Group::$group => if danish { $danish_heading } else { $heading }, )+
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
                danish: $danish,
                group: Group::$group,
                shown_when: &[$($shown_when),*],
            },
        )+)+];
    };
}

use Key::{
    Backspace, Char, Control, Down, End, Escape, Function, Home, Left, PageDown, PageUp, Right, Tab, Up,
};
use ShownWhen::{Always, InPast, On, Running, Stopped};
use View::{Drum, Ferrite, History, Map, Paper, Source, Tapes, Values};

bindings! {
    /// The keys and buttons of GIER's own desk.
    group Desk "GIER's desk" "GIERs kontrolbord" {
        StartStop [Function(2), Char(' ')] [Always] "start/stop" "normal start, or normal stop if GIER runs"
            "normal start, eller stop, hvis GIER kører";
        Start [Char('g')] [] "start" "normal start"
            "normal start";
        Stop [Char('x')] [] "stop" "normal stop, after the order being done"
            "normalt stop, efter den ordre, der udføres";
        Single [Function(3), Char('s')] [Stopped] "order" "execute one order (a half word counts as one)"
            "udfør én ordre (en halv celle tæller som én)";
        Reset [Char('R')] [] "reset" "reset: set r1 to 0, clear error stops"
            "nulstil: r1 bliver 0, og fejlstop ophæves";
        HelpButton [Function(9), Char('H')] [] "HELP" "press the HELP (HP) button"
            "tryk på knappen HJÆLP (HP)";
        Ka [Char('A')] [Running] "KA" "turn the key KA on or off"
            "slå tasten KA til eller fra";
        Kb [Char('B')] [Running] "KB" "turn the key KB on or off"
            "slå tasten KB til eller fra";
        ProtectTrack0 [Char('0')] [] "prot 0" "write protection of drum track 0 on or off"
            "skrivespærring af kanal 0 til eller fra";
        ProtectTracks1To31 [Char('1')] [] "prot 1-31" "write protection of tracks 1-31 on or off"
            "skrivespærring af kanal 1-31 til eller fra";
        ParityStop [Char('2')] [] "parity" "stop after a tape row with wrong parity"
            "stop efter en række med forkert paritet";
        Set [Char('e')] [On(Ferrite), On(Drum)] "set" "set a register or cell (R 17, c41 hv 5)"
            "sæt register eller celle (R 17, c41 hv 5)";
        Mount [Char('t')] [On(Tapes)] "tape" "mount a tape in the reader"
            "sæt en strimmel i læseren";
    }
    /// Commands that step forward.
    group Steps "Steps" "Skridt" {
        Over [Function(4), Char('o')] [Stopped] "over" "step over: a call by hs counts as one step"
            "et skridt; et kald med hs er ét skridt";
        ToReturn [Char('u')] [On(Ferrite), On(History)] "to return" "run until the subroutine returns"
            "kør, til underprogrammet vender tilbage";
        ToCell [Char('c')] [On(Ferrite)] "to cell" "run to a cell (41; 41r: its right half)"
            "kør til en celle (41; 41r: højre halvdel)";
        ToSymbol [Char('y')] [On(Paper)] "to symbol" "run until a symbol goes to the typewriter"
            "kør, til et symbol går til skrivemaskinen";
        ToDrum [Char('d')] [On(Drum)] "to drum" "run until a drum transfer begins"
            "kør, til en overførsel med tromlen begynder";
        Statement [Char('.')] [On(Source)] "statement" "run to the next statement, over calls"
            "kør til næste sætning, forbi kald";
        Into [Char('>')] [On(Source)] "into" "run to the next statement, into procedures"
            "kør til næste sætning, ind i procedurer";
        Out [Char('<')] [On(Source)] "out" "run to the next statement of the caller"
            "kør til den kaldende dels næste sætning";
        Break [Function(8), Char('b')] [On(Ferrite), On(Drum), On(History), On(Map)] "break" "set or remove a breakpoint; again: right half"
            "sæt/fjern stoppunkt; igen: højre halvdel";
        BreakList [Char('L')] [On(Ferrite), On(Drum)] "breaks" "list, switch and remove breakpoints"
            "vis stoppunkter, slå dem til og fra, fjern";
    }
    /// Commands that travel through the past.
    group Past "The past" "Fortiden" {
        Back [Function(5), Char('z'), Backspace] [Stopped] "back" "go back by one order"
            "gå én ordre tilbage";
        RunBack [Function(7), Char('Z')] [Stopped] "run back" "run back to the previous breakpoint"
            "kør tilbage til det forrige stoppunkt";
        StatementBack [Char(',')] [On(Source)] "statement back" "go back to the previous statement"
            "gå tilbage til den forrige sætning";
        First [Char('[')] [InPast] "beginning" "go to the first order of the session"
            "gå til forløbets første ordre";
        Last [Char(']')] [InPast] "latest" "go to the latest moment of the session"
            "gå til forløbets seneste øjeblik";
        Moment [Char('G')] [On(History)] "moment" "go to an order, a time, a paper line, a mark"
            "gå til en ordre, tid, papirlinje, et mærke";
        Mark [Char('M')] [On(History)] "mark" "give this moment a name"
            "giv dette øjeblik et navn";
        PlaceBefore [Char('(')] [InPast] "jump back" "return to where you were before the last jump"
            "tilbage til stedet før det sidste spring";
        PlaceAfter [Char(')')] [InPast] "jump forward" "go forward again after jump back"
            "frem igen efter et spring tilbage";
        Unforget [Char('U')] [] "bring back" "bring back the future that f discarded"
            "hent den fremtid tilbage, som f kasserede";
    }
    /// Commands for the debugger.
    group Debug "The debugger" "Fejlsøgning" {
        WhoWrote [Char('a')] [On(Ferrite), On(Map), On(Drum), On(Values)] "who wrote" "who wrote this cell; again: the write before"
            "hvem skrev i cellen; igen: gangen før";
        Origin [Char('O')] [On(Paper)] "origin" "where a character of the paper came from"
            "hvor et tegn på papiret kom fra";
        Line [Char(':')] [Stopped] "command" "enter a command or an act: watch, tell …"
            "skriv en kommando: watch, tell …";
        Show [Char('V')] [On(Values)] "show" "keep a cell, variable or expression in view"
            "hold øje med en celle, variabel, et udtryk";
        Enter [Key::Enter] [On(History)] "go there" "go to the order found, or to the chosen row"
            "gå til den fundne ordre, den valgte række";
        Away [Key::Delete] [On(Values)] "remove" "remove the chosen row"
            "fjern den valgte række";
    }
    /// Commands that change the speed.
    group Pace "Speed" "Fart" {
        Slower [Char('-'), Control('d'), Control('b')] [Running] "slower" "halve the speed"
            "halvér farten";
        Faster [Char('+'), Control('f')] [Running] "faster" "double the speed"
            "fordobl farten";
        Real [Char('='), Control('r')] [Running] "real" "run at the speed of the real GIER"
            "kør i den rigtige GIERs fart";
        FlatOut [Char('m'), Control('x')] [Running] "flat out" "run as fast as this computer can"
            "kør så hurtigt, som denne computer kan";
    }
    /// Commands that choose what is shown.
    group Views "Views" "Visninger" {
        Focus [Escape, Tab, Char('i')] [Always] "desk" "give the keys to the typewriter or the desk"
            "taster til skrivemaskine eller kontrolbord";
        NextView [Function(6), Char('v')] [Always] "view" "show the next view: text, drum, history …"
            "næste visning: tekst, tromle, historie …";
        NextForm [Char('f'), Control('o')] [Stopped] "form" "show registers in the next form"
            "vis registre i den næste form";
        NextCellForm [Char('F')] [On(Ferrite), On(Drum)] "cells" "show cells in the next form"
            "vis celler i den næste form";
        Follow [Char('l')] [On(Ferrite), On(Map)] "follow" "make the listing follow the program, or stay"
            "lad listen følge programmet, eller stå";
        GoTo [Char('j')] [On(Ferrite), On(Drum), On(Map)] "go to" "show a cell (41) or a track (t5)"
            "vis en celle (41) eller en kanal (t5)";
        Search [Char('/')] [On(Ferrite), On(Drum)] "search" "find in ferrite and drum, history, or text"
            "find i ferrit og tromle, historie, tekst";
        SearchNext [Char('n')] [On(Ferrite), On(Drum)] "next" "find the next one"
            "find den næste";
        Compare [Char('k')] [On(Drum)] "compare" "compare the track with ferrite: on or off"
            "sammenlign kanalen med ferrit, eller ej";
        Up [Up] [] "up" "a line up"
            "en linje op";
        Down [Down] [] "down" "a line down"
            "en linje ned";
        PageUp [PageUp] [On(Paper), On(History), On(Tapes)] "page up" "a page up (drum: the track before)"
            "en side op (tromle: kanalen før)";
        PageDown [PageDown] [] "page down" "a page down (drum: the next track)"
            "en side ned (tromle: næste kanal)";
        Left [Left] [] "left" "drum: the track before; map: the cell before"
            "tromle: kanalen før; kort: cellen før";
        Right [Right] [] "right" "drum: the next track; map: the next cell"
            "tromle: næste kanal; kort: næste celle";
        Top [Home] [] "top" "to the top of the view"
            "til toppen af visningen";
        Bottom [End] [] "bottom" "to the end of the view"
            "til slutningen af visningen";
    }
    /// Commands for files and for the panel itself.
    group Files "Files and the panel" "Filer og panelet" {
        Program [Char('p')] [] "program" "put another program on the drum"
            "læg et andet program på tromlen";
        Save [Char('w'), Control('s')] [] "save" "save a snapshot of the whole machine"
            "gem et øjebliksbillede af hele maskinen";
        Restore [Char('W')] [] "restore" "continue from a snapshot"
            "fortsæt fra et øjebliksbillede";
        SavePaper [Char('P'), Control('p')] [On(Paper)] "paper" "save the paper as text and as an SVG page"
            "gem papiret som tekst og som SVG-side";
        Keys [Char('?'), Control('k'), Function(1)] [Always] "keys" "show this page; on an order, its entry first"
            "vis denne side; på en ordre først om ordren";
        Quit [Char('q'), Control('q'), Function(10)] [Always] "quit" "quit (^C too); the session log is kept"
            "slut (også med ^C); forløbets log gemmes";
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
            for line in [false, true].map(|danish| binding.meaning(danish)) {
                assert!(line.chars().count() <= width, "{line}");
            }
        }
    }

    #[test]
    fn while_typing_only_keys_that_gier_lacks_are_the_panels() {
        let keys = Keymap::default();
        let single = Some(Command::Desk(Desk::Single));
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
