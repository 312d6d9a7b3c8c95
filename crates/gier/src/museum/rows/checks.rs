//! What is looked at when a row's session is over: punched tape against tape in the archive,
//! digits against digits computed here by another method.

use crate::files;
use crate::operator::{Operator, asc};
use anyhow::{Result, anyhow, bail};
use gier_slip::Source;
use gier_word::tape::Row as TapeRow;
use gier_word::{Case, Symbol};

/// The symbols that a tape of the archive holds.
fn kept(operator: &Operator, file: &str) -> Result<Vec<u8>> {
    Ok(codes(&files::read(&operator.folder.join(file))?.into_iter().map(TapeRow).collect::<Vec<_>>()))
}

/// Symbols without blank tape and fill.
fn codes(rows: &[TapeRow]) -> Vec<u8> {
    rows.iter()
        .filter(|row| row.0 != 0)
        .map(|row| row.symbol().code())
        .filter(|code| ![63, 127].contains(code))
        .collect()
}

/// What was punched is what a tape of the archive holds.
fn punched_as(operator: &Operator, file: &str) -> Result<()> {
    let (punched, kept) = (codes(operator.punched()), kept(operator, file)?);
    match (0..punched.len().max(kept.len())).find(|&at| punched.get(at) != kept.get(at)) {
        None => Ok(()),
        Some(at) => bail!(
            "symbol {at} of {} punched is {:?}; {file} has {} symbols, there {:?}",
            punched.len(),
            punched.get(at),
            kept.len(),
            kept.get(at)
        ),
    }
}

/// The test programs show a fault in the indicator.
pub fn no_fault(operator: &Operator) -> Result<()> {
    match operator.machine.cpu().registers().indicator {
        0 => Ok(()),
        fault => bail!("the indicator shows {fault}"),
    }
}

/// The cells of test 8 end at 512, as those of every track-0 tape do: 430 cells behind the place
/// that their jumps are made for.  [F-BOOT-3]
pub fn test8_cells(operator: &Operator) -> Result<()> {
    let text = files::read_source(&operator.folder.join("test/test8.asc"))?;
    let (items, _) = gier_slip::parse(&[Source::new("test8.asc", &text)]);
    let Ok(assembly) = gier_slip::assemble(&items) else { bail!("test/test8.asc has faults") };
    let core = assembly.core();
    if core.len() != 42 {
        bail!("test/test8.asc has {} cells", core.len());
    }
    for (address, cell) in core {
        let place = address + 430;
        let read = operator.machine.ferrite().read(place);
        if read != cell {
            bail!("cell {place} is {read}, not {cell}");
        }
    }
    Ok(())
}

/// The names of areas that the archive's text holds come first.
pub fn names(operator: &Operator) -> Result<()> {
    let text = files::read_source(&operator.folder.join("mk/funname6out.asc"))?;
    let text = text.trim_end().trim_end_matches("t<");
    let kept = asc::to_tape(text).map_err(|(line, _)| anyhow!("mk/funname6out.asc, line {line}"))?;
    let layout = [Symbol::SPACE, Symbol::LOWER, Symbol::UPPER, Symbol::CARRIAGE_RETURN].map(Symbol::code);
    let plain = |codes: Vec<u8>| codes.into_iter().filter(|code| !layout.contains(code)).collect::<Vec<_>>();
    let (punched, kept) = (plain(codes(operator.punched())), plain(codes(&kept)));
    if punched.starts_with(&kept) { Ok(()) } else { bail!("the punched names are not the archive's") }
}

pub fn opcodes(operator: &Operator) -> Result<()> {
    punched_as(operator, "mk/opcodes1out.flx")
}

/// Numbers on a tape, each on a line.
fn numbers(codes: &[u8]) -> Vec<f64> {
    let glyph = |code: &u8| match Symbol::new(*code) {
        symbol if symbol == Symbol::CARRIAGE_RETURN => ' ',
        symbol => symbol.glyph(Case::Lower).unwrap_or(' '),
    };
    let text: String = codes.iter().map(glyph).collect();
    text.split(' ').filter_map(|word| word.parse().ok()).collect()
}

/// The 500 numbers are those of the archive's tape, symbol for symbol, and the sum behind them
/// is theirs; the archive's tape says something else there.  [F-INPUT-1]
pub fn input1(operator: &Operator) -> Result<()> {
    let (punched, kept) = (codes(operator.punched()), kept(operator, "mk/input1out.flx")?);
    let Some(end) = kept.iter().rposition(|&code| code == Symbol::CARRIAGE_RETURN.code()) else {
        bail!("the archive's tape has no lines");
    };
    if punched.len() != kept.len() || punched[..end] != kept[..end] {
        bail!("the numbers are not those of mk/input1out.flx");
    }
    let numbers = numbers(&punched);
    let Some((last, terms)) = numbers.split_last() else { bail!("nothing was punched") };
    let sum: f64 = terms.iter().sum();
    if (sum - last).abs() > 1e-5 {
        bail!("the sum is {sum}, not {last}");
    }
    Ok(())
}

/// The paper of the book's five games, without ribbon.
const NIM: &str = include_str!("../../../../../tests/nim/paper-da.txt");

/// The paper of NIM, the keys that end numbers left out of account: blanks in 1966, commas here.
pub fn nim(operator: &Operator) -> Result<()> {
    let right = NIM.replace("‹red›", "").replace("‹black›", "");
    let paper = operator.paper();
    let Some(start) = paper.find("Select language") else { bail!("the program did not begin") };
    let mut printed: Vec<char> = paper[start..].trim_end().chars().collect();
    for at in 1..printed.len() {
        let ends_number = printed[at - 1].is_ascii_digit() && printed.get(at + 1) != Some(&' ');
        if printed[at] == ',' && ends_number {
            printed[at] = ' ';
        }
    }
    let printed: String = printed.into_iter().collect();
    let lines = |text: &str| text.trim().lines().map(str::to_string).collect::<Vec<_>>();
    let (printed, right) = (lines(&printed), lines(&right));
    match (0..printed.len().max(right.len())).find(|&at| printed.get(at) != right.get(at)) {
        None => Ok(()),
        Some(at) => bail!("line {at}: {:?} instead of {:?}", printed.get(at), right.get(at)),
    }
}

/// The primes from 2 to 509 and nothing else.
pub fn primes(operator: &Operator) -> Result<()> {
    let printed: Vec<u32> =
        operator.paper().split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let primes: Vec<u32> = (2..512u32).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
    if printed.ends_with(&primes) { Ok(()) } else { bail!("these are not the primes: {printed:?}") }
}

/// Digits of the program: the last three are lost by its truncating arithmetic.
const LOST: usize = 3;

fn digits_as(operator: &Operator, right: &[u8]) -> Result<()> {
    let printed: Vec<u8> =
        operator.paper().bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    let Some(start) = printed.windows(12).position(|window| window == &right[..12]) else {
        bail!("the paper shows no such number: {:?}", operator.paper());
    };
    let printed = &printed[start..];
    let same = printed.iter().zip(right).take_while(|(printed, right)| printed == right).count();
    if same + LOST < printed.len() || printed.len() < 1500 {
        bail!("{same} of {} digits are right", printed.len());
    }
    Ok(())
}

pub fn pi(operator: &Operator) -> Result<()> {
    digits_as(operator, &pi_digits(1600))
}

pub fn e(operator: &Operator) -> Result<()> {
    digits_as(operator, &e_digits(1600))
}

/// A number in 9 decimals to a limb, the highest first: the first is the whole part.
struct Decimals(Vec<u64>);

const LIMB: u64 = 1_000_000_000;

impl Decimals {
    fn whole(number: u64, digits: usize) -> Decimals {
        let mut limbs = vec![0; digits / 9 + 4];
        limbs[0] = number;
        Decimals(limbs)
    }

    fn divide(&mut self, divisor: u64) {
        let mut rest = 0;
        for limb in &mut self.0 {
            let part = rest * LIMB + *limb;
            (*limb, rest) = (part / divisor, part % divisor);
        }
    }

    fn multiply(&mut self, factor: u64) {
        let mut carry = 0;
        for limb in self.0.iter_mut().skip(1).rev() {
            let product = *limb * factor + carry;
            (*limb, carry) = (product % LIMB, product / LIMB);
        }
        self.0[0] = self.0[0] * factor + carry;
    }

    fn add(&mut self, other: &Decimals) {
        let mut carry = 0;
        for (limb, other) in self.0.iter_mut().zip(&other.0).skip(1).rev() {
            let sum = *limb + other + carry;
            (*limb, carry) = (sum % LIMB, sum / LIMB);
        }
        self.0[0] += other.0[0] + carry;
    }

    fn is_zero(&self) -> bool {
        self.0.iter().all(|&limb| limb == 0)
    }

    fn digits(&self, count: usize) -> Vec<u8> {
        let text: String = self.0[1..].iter().map(|limb| format!("{limb:09}")).collect();
        format!("{}{text}", self.0[0]).bytes().take(count).map(|digit| digit - b'0').collect()
    }
}

/// Pi by Euler's series 2 (1 + 1/3 (1 + 2/5 (1 + 3/7 (...)))), all terms positive.
fn pi_digits(count: usize) -> Vec<u8> {
    let mut term = Decimals::whole(2, count);
    let mut sum = Decimals::whole(0, count);
    for n in 1.. {
        sum.add(&term);
        term.multiply(n);
        term.divide(2 * n + 1);
        if term.is_zero() {
            break;
        }
    }
    sum.digits(count)
}

/// e as the sum of 1/n!.
fn e_digits(count: usize) -> Vec<u8> {
    let mut term = Decimals::whole(1, count);
    let mut sum = Decimals::whole(1, count);
    for n in 1.. {
        term.divide(n);
        sum.add(&term);
        if term.is_zero() {
            break;
        }
    }
    sum.digits(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_digits_are_known() {
        let text = |digits: Vec<u8>| digits.iter().map(|digit| (digit + b'0') as char).collect::<String>();
        assert_eq!(text(pi_digits(31)), "3141592653589793238462643383279");
        assert_eq!(text(e_digits(31)), "2718281828459045235360287471352");
    }
}
