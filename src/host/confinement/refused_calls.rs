//! A program for the kernel that refuses a set of system calls by number.
//!
//! When a thread installs a filter, the kernel runs the filter once for each system call number and
//! caches the numbers that are always allowed. Installation takes longer the more instructions each
//! number passes. The program therefore compares numbers in groups, and skips the ranges of all groups
//! but one.

use seccompiler::{BpfProgram, sock_filter};

pub const LOAD: u16 = 0x20;
pub const JUMP_IF_EQUAL: u16 = 0x15;
pub const JUMP_IF_GREATER: u16 = 0x25;
pub const RETURN: u16 = 0x06;
const JUMP_IF_NOT_LESS: u16 = 0x35;
const JUMP: u16 = 0x05;

/// The number of ranges of a group: near the square root of the number of ranges.
const GROUP: usize = 8;

pub fn step(code: u16, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

/// Returns `answer` for each of the numbers, and continues after the program for all others. The
/// number is loaded already. `None` if the program has more instructions than a jump can skip.
pub fn refuse(numbers: impl IntoIterator<Item = u32>, answer: u32) -> Option<BpfProgram> {
    let ranges = ranges(numbers);
    let groups: Vec<&[(u32, u32)]> = ranges.chunks(GROUP).collect();
    let length = |range: &(u32, u32)| if range.0 == range.1 { 1 } else { 2 };
    let total: usize = 2 * groups.len() + ranges.iter().map(length).sum::<usize>();
    let mut program = BpfProgram::with_capacity(total + 2);
    // The distance from the next instruction to the final one, which refuses.
    let refusal = |program: &BpfProgram| u8::try_from(total - program.len()).ok();
    for group in groups {
        let size = u8::try_from(group.iter().map(length).sum::<usize>()).ok()?;
        program.push(step(JUMP_IF_GREATER, size + 1, 0, group.last()?.1));
        for (first, last) in group {
            if first == last {
                let refusal = refusal(&program)?;
                program.push(step(JUMP_IF_EQUAL, refusal, 0, *first));
            } else {
                program.push(step(JUMP_IF_NOT_LESS, 0, 1, *first));
                let refusal = refusal(&program)?;
                program.push(step(JUMP_IF_GREATER, 0, refusal, *last));
            }
        }
        // Later groups have larger numbers only.
        let rest = u32::try_from(total + 1 - program.len()).ok()?;
        program.push(step(JUMP, 0, 0, rest));
    }
    program.push(step(JUMP, 0, 0, 1));
    program.push(step(RETURN, 0, 0, answer));
    Some(program)
}

/// The numbers in order, as first and last of each run without a gap.
fn ranges(numbers: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut sorted: Vec<u32> = numbers.into_iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in sorted {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    const REFUSED: u32 = 7;

    /// What the program returns for a number; `None` if it runs past its end, the way of allowed ones.
    fn answer(program: &[sock_filter], number: u32) -> Option<u32> {
        let mut at = 0;
        while let Some(it) = program.get(at) {
            let branch = |is_true: bool| usize::from(if is_true { it.jt } else { it.jf });
            at += 1 + match it.code {
                JUMP_IF_EQUAL => branch(number == it.k),
                JUMP_IF_GREATER => branch(number > it.k),
                JUMP_IF_NOT_LESS => branch(number >= it.k),
                JUMP => it.k as usize,
                RETURN => return Some(it.k),
                other => panic!("instruction {other}"),
            };
        }
        assert_eq!(at, program.len());
        None
    }

    proptest! {
        #[test]
        fn exactly_these_numbers_are_refused(numbers: BTreeSet<u8>) {
            let numbers: BTreeSet<u32> = numbers.into_iter().map(u32::from).collect();
            let Some(program) = refuse(numbers.iter().copied(), REFUSED) else {
                prop_assert!(numbers.len() > 90);
                return Ok(());
            };
            for number in 0..300 {
                let expected = numbers.contains(&number).then_some(REFUSED);
                prop_assert_eq!(answer(&program, number), expected, "{}", number);
            }
        }
    }
}
