//! A program for the kernel that finds the outcome of a system call by its number.
//!
//! When a thread installs a filter, the kernel runs the filter once for each system call number and
//! caches the numbers that are always allowed. Installation takes longer the more instructions each
//! number passes. The program is therefore a balanced tree of comparisons.

use std::collections::BTreeMap;

use seccompiler::{BpfProgram, sock_filter};

pub const LOAD: u16 = 0x20;
pub const JUMP_IF_EQUAL: u16 = 0x15;
pub const RETURN: u16 = 0x06;
const JUMP_IF_NOT_LESS: u16 = 0x35;
const JUMP: u16 = 0x05;

/// The outcome of a system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The filter returns this value.
    Return(u32),
    /// The filter continues after the tree, to look at the arguments.
    Inspect,
}

/// System calls with numbers from `first` up to that of the next range.
type Range = (u32, Outcome);

pub fn step(code: u16, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

/// Compiles the tree: numbers without an outcome of their own have `otherwise`, those above `newest`
/// have `unknown`. The number is loaded already.
pub fn compile(
    outcomes: &BTreeMap<u32, Outcome>,
    otherwise: Outcome,
    newest: u32,
    unknown: Outcome,
) -> BpfProgram {
    let mut ranges: Vec<Range> = Vec::new();
    let mut add = |first: u32, outcome: Outcome| match ranges.last_mut() {
        Some(last) if last.1 == outcome => {}
        // A range without numbers.
        Some(last) if last.0 == first => last.1 = outcome,
        _ => ranges.push((first, outcome)),
    };
    add(0, otherwise);
    for (number, outcome) in outcomes.range(..=newest) {
        add(*number, *outcome);
        add(number + 1, otherwise);
    }
    add(newest + 1, unknown);
    subtree(&ranges, 0)
}

/// A tree for ranges that are not empty. `rest` instructions follow it, which belong to larger numbers.
fn subtree(ranges: &[Range], rest: usize) -> BpfProgram {
    let (left, right) = ranges.split_at(ranges.len() / 2);
    let [first, ..] = right else {
        unreachable!("BUG: a tree without a range");
    };
    if left.is_empty() {
        return vec![match first.1 {
            Outcome::Return(value) => step(RETURN, 0, 0, value),
            Outcome::Inspect => step(JUMP, 0, 0, distance(rest)),
        }];
    }
    let mut right = subtree(right, rest);
    let mut left = subtree(left, right.len() + rest);
    let mut program = match u8::try_from(left.len()) {
        Ok(size) => vec![step(JUMP_IF_NOT_LESS, size, 0, first.0)],
        // Only unconditional jumps are that long.
        Err(_) => vec![
            step(JUMP_IF_NOT_LESS, 0, 1, first.0),
            step(JUMP, 0, 0, distance(left.len())),
        ],
    };
    program.append(&mut left);
    program.append(&mut right);
    program
}

fn distance(instructions: usize) -> u32 {
    u32::try_from(instructions).expect("BUG: a filter has at most 4,096 instructions")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALLOWED: Outcome = Outcome::Return(1);
    const UNKNOWN: Outcome = Outcome::Return(2);

    /// The outcome of a number, and the number of instructions to it.
    fn run(program: &[sock_filter], number: u32) -> (Outcome, usize) {
        let (mut at, mut steps) = (0, 0);
        while let Some(it) = program.get(at) {
            steps += 1;
            at += 1 + match it.code {
                JUMP_IF_NOT_LESS if number >= it.k => usize::from(it.jt),
                JUMP_IF_NOT_LESS => usize::from(it.jf),
                JUMP => it.k as usize,
                RETURN => return (Outcome::Return(it.k), steps),
                other => panic!("instruction {other}"),
            };
        }
        assert_eq!(at, program.len());
        (Outcome::Inspect, steps)
    }

    fn outcome() -> impl Strategy<Value = Outcome> {
        let refused = (1..4_u32).prop_map(Outcome::Return);
        prop_oneof![4 => refused, 1 => Just(Outcome::Inspect)]
    }

    proptest! {
        #[test]
        fn each_number_has_its_outcome(
            outcomes in prop::collection::btree_map(0..600_u32, outcome(), 0..300),
            newest in 0..700_u32,
        ) {
            let program = compile(&outcomes, ALLOWED, newest, UNKNOWN);
            for number in (0..800).chain([0x4000_0000, u32::MAX]) {
                let expected = match outcomes.get(&number) {
                    _ if number > newest => UNKNOWN,
                    Some(outcome) => *outcome,
                    None => ALLOWED,
                };
                let (outcome, steps) = run(&program, number);
                prop_assert_eq!(outcome, expected, "{}", number);
                // Two for each level of a tree of at most 601 ranges.
                prop_assert!(steps <= 2 * 10 + 1, "{}", steps);
            }
        }
    }
}
