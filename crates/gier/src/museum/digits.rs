//! Checks the digits of pi and e that a program prints. gier computes the right digits by another method.

use super::done::Done;
use anyhow::{Result, bail};

/// The number of digits at the end that may be wrong. They may be wrong because the program truncates its
/// results.
const LOST: usize = 3;

fn digits_as(done: &Done<'_>, right: &[u8]) -> Result<()> {
    let printed: Vec<u8> =
        done.operator.paper().bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    let Some(start) = printed.windows(12).position(|window| window == &right[..12]) else {
        bail!("the paper shows no such number: {:?}", done.operator.paper());
    };
    let printed = &printed[start..];
    let same = printed.iter().zip(right).take_while(|(printed, right)| printed == right).count();
    if same + LOST < printed.len() || printed.len() < 1500 {
        bail!("{same} of {} digits are right", printed.len());
    }
    Ok(())
}

pub fn pi(done: &Done<'_>) -> Result<()> {
    digits_as(done, &pi_digits(1600))
}

pub fn e(done: &Done<'_>) -> Result<()> {
    digits_as(done, &e_digits(1600))
}

/// A number as groups of nine decimal digits, the highest first. The first group is the integer part.
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

/// The first `count` digits of pi, computed from Euler's series 2 (1 + 1/3 (1 + 2/5 (1 + 3/7 (...)))).
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

/// The first `count` digits of e, computed as the sum of 1/n!.
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
        let text = |digits: Vec<u8>| digits.iter().map(|digit| char::from(digit + b'0')).collect::<String>();
        assert_eq!(text(pi_digits(31)), "3141592653589793238462643383279");
        assert_eq!(text(e_digits(31)), "2718281828459045235360287471352");
    }
}
