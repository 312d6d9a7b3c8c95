//! The help text about the commands of the debugger, and the completion of words at its prompt.

use super::language::VERBS;
use crate::acts::ACTS_HELP;
use crate::debug::expression::simple_words;

/// The help text that lists the commands of the debugger.
pub const DEBUG_HELP: &str = "\
Acts of the debugger, besides those of the operator:
  break 417                    stop before the order in cell 417; 417r: in its right half
  break 3 of track 48          before the order in cell 3 of this track, wherever it was read to
  break line 37                before the statement on this line; line b.alg:37: in this text
  break procedure SORT         when this procedure begins; break name loop: at a label of SLIP
  watch cell 500               stop when its contents change; cells 500-510: of any of these
  watch cell 500 written       also when the contents stay the same; or: read, executed
  watch track 48               when a transfer to this track begins
  watch symbol typed | read    when a symbol goes to the typewriter, or comes from keys or tape
  watch key                    when the program waits for a key
  watch transfer               when a transfer of the drum begins
  watch unset                  when the program reads a variable that was never set
  watch R < 0                  when the value of this expression changes
    … when R < 0 and s = 12    only if this condition is true
    … from 3                   from the third time on
    … tell R, cell 500         print this instead of stopping
  forget 2, forget all         remove stop 2, or all stops
  continue                     run to a stop, or until the machine waits or stops
  await break                  the same; fails if no stop is reached
  step, step 5                 execute one order, or five
  step over                    execute one order; a call by hs counts as one
  step out                     run until the procedure or the subroutine returns
  step line                    run to the next statement of this body or of a caller
  step into                    run to the next statement, also in a procedure
  back, back 5                 go back by one order, or by five
  back to break                go back to where a stop was reached last
  back line                    go back to the statement before
  back to 417                  go back to when this order was next; back to line 37: this statement
  back to write of cell 500    go back before the order that wrote it
  back to change of R < 0      go back before the order that changed this value
  back to R < 0                go back to when this was true
  back to order 1234           go back to order 1234; back to start: to the beginning
  forward to end               go to the latest moment of the session
  who wrote 500                print which order, drum word or hand wrote cell 500 last; or: who
                               wrote sum, a variable; who wrote again: the write before
  who wrote track 48 cell 3    print which sk wrote it, and from which cell
  tell R, s, floating cell 500 print these values
  tell order                   print the next order; tell history 5: the last five orders
  tell track 48 cell 3         print a cell of the drum
  tell line                    print the place in the text; tell variables: those visible there
  tell calls                   print who called: the bodies of the program, or the calls by hs
                               and hk that have not returned
  tell origin of line 2 column 7
                               print where this character of the paper came from: the order that
                               typed it, the variables and statements behind it, or the key
  tell origin of \"7.85\"        the same for the first character of this text, as printed last
  tell breaks                  print the table of stops
  set R 17, set c41 hv 5       set a register or a cell, as at the desk; or: set sum 5,
                               set a[3] b + 1, a variable of the program
Expressions: variables of the program, $R $M $s $p $r1 $in $by $tk, cell 500, cell ($p+1), bit 3 of
$R, bits 0-9 of $M, address of …, marks of …, $OA $OB $TA $TB $PA $PB $QA $QB $RA $RB, fraction …,
floating …, $orders, $seconds, 6/396/0/0, 2.5, \"arn 83\", + - × / ÷ mod, = ≠ < ≤ > ≥, not and or.
You can leave out the $ if the program declares no such name: R < 0.";

/// The column of the help texts at which the explanations begin.
const EXPLANATION: usize = 29;

/// The forms of all acts, each with its explanation: first the debugger's, then the operator's.
pub fn acts() -> impl Iterator<Item = (&'static str, &'static str)> {
    listed(DEBUG_HELP).chain(listed(ACTS_HELP))
}

/// Whether an act begins with this word.
pub fn is_act(verb: &str) -> bool {
    let mut forms = listed(ACTS_HELP).flat_map(|(act, _)| act.split(", "));
    VERBS.contains(&verb) || forms.any(|form| form.split(' ').next() == Some(verb))
}

/// The acts that a help text lists, each with its explanation. Lines that begin with … are omitted, because
/// they continue the act above.
fn listed(help: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let below = help.lines().skip(1).chain([""]);
    help.lines().zip(below).filter_map(|(line, below)| {
        let act = line.strip_prefix("  ").filter(|act| !act.starts_with([' ', '…']))?;
        let of_itself = || Some((act.get(..EXPLANATION)?, act.get(EXPLANATION..)?));
        let (act, meaning) = match act.split_once("  ") {
            Some(both) => both,
            // A long form has its explanation on the next line.
            None if below.starts_with("   ") => (act, below),
            None => of_itself()?,
        };
        Some((act.trim(), meaning.trim()))
    })
}

/// Completes the last word of a typed text. Returns the byte at which that word begins, and the words that it
/// can become.
///
/// The new words come from the debugger commands that begin with the earlier words of `typed`. If no such
/// command fits, they come from all commands. The `names` of the program are added. After `$`, only keywords
/// such as names of registers are returned.
pub fn completions(typed: &str, names: &[String]) -> (usize, Vec<String>) {
    let begin = typed.rfind([' ', '(', ',', '[']).map_or(0, |at| at + 1);
    let (before, last) = typed.split_at(begin);
    if let Some(word) = last.strip_prefix('$') {
        let words = simple_words().filter(|known| known.starts_with(word));
        return (begin, words.map(|word| format!("${word}")).collect());
    }
    let mut words: Vec<&str> = Vec::new();
    if !before.is_empty() {
        acts().for_each(|(act, _)| act.split(", ").for_each(|act| words.extend(next_word(act, before))));
    }
    words.retain(|word| word.starts_with(last));
    if words.is_empty() {
        words = WORDS.split(' ').collect();
    }
    words.extend(names.iter().map(String::as_str));
    words.retain(|word| word.starts_with(last));
    words.dedup();
    (begin, words.into_iter().map(str::to_string).collect())
}

/// If the command `act` begins with the words `before`, returns its next word. A number in `before` matches
/// any number in `act`. Returns `None` if the next word is only an example, such as `SORT`.
fn next_word(act: &'static str, before: &str) -> Option<&'static str> {
    let mut words = act.split(' ');
    for typed in before.split(' ').filter(|typed| !typed.is_empty()) {
        let is_number = |word: &str| word.as_bytes().first().is_some_and(u8::is_ascii_digit);
        words.next().filter(|&word| word == typed || is_number(word) && is_number(typed))?;
    }
    // A word with capitals in the list, such as R or SORT, is only an example, so it is not offered.
    words.next().filter(|next| next.bytes().all(|letter| letter.is_ascii_lowercase()))
}

/// The words that are offered if no command of the debugger begins with the typed words.
const WORDS: &str = "acts address again await back bit bits break breaks calls cell cells change continue end \
    executed expect floating forget forward fraction from go groups help history increment integer \
    into key limit line name marks of order orders out over paper procedure quit read reader run \
    save seconds set start step stop symbol tell to track transfer type typed unset variables watch when \
    who write written wrote";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed_where_they_stand() {
        let names = vec!["groupsum".to_string()];
        assert_eq!(completions("wat", &names), (0, vec!["watch".to_string()]));
        assert_eq!(completions("tell gr", &names), (5, vec!["groups".to_string(), "groupsum".to_string()]));
        assert_eq!(completions("tell cell (", &names).0, 11);
        let next = |typed| completions(typed, &names).1;
        assert_eq!(next("who wr"), ["wrote"]);
        assert_eq!(next("back to wr"), ["write"]);
        assert_eq!(next("watch cell 77 wr"), ["written"]);
        assert_eq!(next("break "), ["line", "procedure", "groupsum"]);
        assert_eq!(next("tell $s"), ["$s", "$seconds"]);
        assert_eq!(next("watch $r"), ["$r1"]);
    }

    #[test]
    fn every_act_of_the_list_has_what_it_does() {
        let acts: Vec<_> = acts().collect();
        assert!(acts.len() > 30, "{acts:?}");
        assert!(acts.contains(&("watch track 48", "when a transfer to this track begins")), "{acts:?}");
        assert!(acts.contains(&("tell R, s, floating cell 500", "print these values")), "{acts:?}");
        assert!(acts.iter().all(|(_, meaning)| !meaning.is_empty()), "{acts:?}");
        assert!(is_act("parity-stop") && is_act("who") && !is_act("s"));
    }
}
