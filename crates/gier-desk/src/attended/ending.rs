//! Defines the reasons why a run ends. Also defines how a program ended, judged by the
//! reason why the machine stopped.

use gier_machine::StopCause;
use gier_slip::starter::END_CELL;
use gier_word::Address;

/// The cell in which a compiled ALGOL program stops after an alarm.  [F-RUN-1]
pub const ALARM_CELL: Address = Address::new(4);

/// How a program ended, judged by the reason why the machine stopped.
///
/// ```
/// use gier_desk::ProgramEnd;
/// use gier_machine::StopCause;
/// use gier_word::Address;
///
/// let stop = |cell| StopCause::Zq { cell: Address::new(cell) };
/// assert_eq!(ProgramEnd::from(stop(2)), ProgramEnd::Finished);
/// assert_eq!(ProgramEnd::from(stop(4)), ProgramEnd::Alarm);
/// assert_eq!(ProgramEnd::from(stop(100)), ProgramEnd::Stopped(stop(100)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramEnd {
    /// The program reached its end.
    Finished,
    /// An alarm stopped the program.
    Alarm,
    /// The machine stopped for another reason.
    Stopped(StopCause),
}

/// Finds out how the program ended. If the stop order `zq` stopped the machine, the cell of this order shows
/// whether the program reached its end or raised an alarm.
impl From<StopCause> for ProgramEnd {
    fn from(cause: StopCause) -> ProgramEnd {
        match cause {
            StopCause::Zq { cell: END_CELL } => ProgramEnd::Finished,
            StopCause::Zq { cell: ALARM_CELL } => ProgramEnd::Alarm,
            StopCause::Zq { .. }
            | StopCause::Manual
            | StopCause::Unknown { .. }
            | StopCause::HangingIndirection { .. }
            | StopCause::NoUnit { .. }
            | StopCause::NoBlock { .. }
            | StopCause::TapeParity => ProgramEnd::Stopped(cause),
        }
    }
}

/// The reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The act in progress has what it waits for, for example an expected text.
    Enough,
    /// The machine has reached its limit of time or orders.
    TimeIsUp,
    /// The debugger has reached its goal, or the machine stopped at a breakpoint or watchpoint.
    Reached,
    /// The program waits for a key, but nobody has struck one.
    AwaitingKey,
    /// The program waits for tape, but the tape reader has none.
    AwaitingTape,
    /// The machine stopped. [`ProgramEnd`] distinguishes a proper end from an alarm.
    Stopped(StopCause),
    /// The user has interrupted the run or quit the session.
    Left,
}
