//! What a person can ask of the panel. Every key, mouse area and line of the help page leads
//! to one of these.

/// A wish of the person at the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Normal start, or normal stop when the machine runs.
    StartStop,
    /// Normal start: go on with the next order.
    Start,
    /// Normal stop: after the order that is being done.
    Stop,
    /// One order.
    Single,
    /// Reset: r1 and errors cleared.
    Reset,
    /// The HELP button.
    HelpButton,
    /// Turn the key KA.
    Ka,
    /// Turn the key KB.
    Kb,
    /// The write protection of track 0.
    ProtectTrack0,
    /// The write protection of the tracks 1-31.
    ProtectTracks1To31,
    /// The switch that stops the machine after a row of tape with wrong parity.
    ParityStop,
    /// Type a new value for a register or a cell.
    Set,
    /// Mount a tape in the reader.
    Mount,

    /// Step, and take a subroutine that `hs` calls as one step.
    Over,
    /// Run to the return of the present subroutine.
    ToReturn,
    /// Run to a cell.
    ToCell,
    /// Run until a symbol is sent to the typewriter.
    ToSymbol,
    /// Run until a drum transfer begins.
    ToDrum,
    /// Set or remove a breakpoint.
    Break,
    /// One order back.
    Back,
    /// Back to the previous breakpoint, or to the beginning.
    RunBack,
    /// To the first order of the session.
    First,
    /// Forward again to the latest order of the session.
    Last,

    /// Half the speed.
    Slower,
    /// Twice the speed.
    Faster,
    /// The speed of the real machine.
    RealSpeed,
    /// As fast as possible.
    FlatOut,

    /// The other of typewriter and desk takes the keys.
    Focus,
    /// The next view beside the paper.
    NextView,
    /// Registers in the next form.
    NextForm,
    /// Cells in the next form.
    NextCellForm,
    /// The listing follows the current order, or stays.
    Follow,
    /// Show a cell or a track.
    GoTo,
    /// Find a value or an order.
    Search,
    /// Find the next one.
    SearchNext,
    /// Compare the track with ferrite from a cell on.
    Compare,
    /// A line up.
    Up,
    /// A line down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,

    /// Write a snapshot.
    Save,
    /// Go on from a snapshot.
    Restore,
    /// Save the paper as text and picture.
    SavePaper,
    /// The help page.
    Keys,
    /// Leave.
    Quit,
}
