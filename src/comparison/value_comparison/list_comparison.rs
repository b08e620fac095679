//! Compares two lists.

use std::borrow::Cow;

use lumi_graph::{Change, Value};
use rustc_hash::FxHashMap;

use super::ValueComparison;
use crate::difference_reason::DifferenceReason;
use crate::fingerprint::value_hash;

impl<'a> ValueComparison<'_, 'a> {
    pub(super) fn lists(&mut self, first: &'a [Value], second: &'a [Value]) {
        if first == second {
            // Equal masks can hide different secrets.
            if !first.iter().any(Value::contains_unknown) {
                return;
            }
            for (at, (one, other)) in first.iter().zip(second).enumerate() {
                self.element(at, Some(one), Some(other));
            }
            return;
        }
        let hashes = |items: &[Value]| items.iter().map(value_hash).collect::<Vec<_>>();
        let (one, other) = (hashes(first), hashes(second));
        let is_set = self.context.is_set(&self.path);
        if one != other && is_permutation(&one, &other) {
            let reason = match is_set {
                true => DifferenceReason::SetOrder,
                false => DifferenceReason::ListOrder,
            };
            (self.report)(&self.path, Change::Reordered, reason);
        } else if is_set {
            self.sets((first, &one), (second, &other));
        } else {
            self.sequences((first, &one), (second, &other));
        }
    }

    /// Compares two sets: elements that both have are equal, wherever they stand.
    fn sets(
        &mut self,
        (first, one): (&'a [Value], &[u64]),
        (second, other): (&'a [Value], &[u64]),
    ) {
        let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
        for hash in other {
            *counts.entry(*hash).or_default() += 1;
        }
        let removed: Vec<usize> = left_over(one, &mut counts).collect();
        let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
        for hash in one {
            *counts.entry(*hash).or_default() += 1;
        }
        let added: Vec<usize> = left_over(other, &mut counts).collect();
        for at in 0..removed.len().max(added.len()) {
            let (old, new) = (removed.get(at), added.get(at));
            let Some(index) = old.or(new) else { continue };
            self.path.push_index(*index);
            self.optional(old.map(|at| &first[*at]), new.map(|at| &second[*at]));
            self.path.pop();
        }
    }

    /// Elements at the start and at the end that are equal stay, so that one more in the middle is
    /// one difference.
    fn sequences(
        &mut self,
        (first, one): (&'a [Value], &[u64]),
        (second, other): (&'a [Value], &[u64]),
    ) {
        let shorter = first.len().min(second.len());
        let equal = |(a, b): &(&u64, &u64)| a == b;
        let start = one.iter().zip(other).take_while(equal).count();
        let end = one.iter().rev().zip(other.iter().rev());
        let end = end.take(shorter - start).take_while(equal).count();
        let is_kept = |at: usize, length: usize| at < start || at + end >= length;
        // Equal hashes hide differences of representation, which are reported, too.
        for at in 0..shorter - end {
            self.element(at, first.get(at), second.get(at));
        }
        for at in shorter - end..first.len() {
            if !is_kept(at, first.len()) {
                let change = Change::Removed(Cow::Borrowed(&first[at]));
                self.report_element(at, change);
            }
        }
        for at in shorter - end..second.len() {
            if !is_kept(at, second.len()) {
                let change = Change::Added(Cow::Borrowed(&second[at]));
                self.report_element(at, change);
            }
        }
        for back in (1..=end).rev() {
            let (old, new) = (first.len() - back, second.len() - back);
            self.element(new, first.get(old), second.get(new));
        }
    }

    fn element(&mut self, index: usize, first: Option<&'a Value>, second: Option<&'a Value>) {
        self.path.push_index(index);
        self.optional(first, second);
        self.path.pop();
    }

    fn report_element(&mut self, index: usize, change: Change<'a>) {
        self.path.push_index(index);
        (self.report)(&self.path, change, DifferenceReason::Values);
        self.path.pop();
    }
}

fn is_permutation(one: &[u64], other: &[u64]) -> bool {
    let sorted = |hashes: &[u64]| {
        let mut hashes = hashes.to_vec();
        hashes.sort_unstable();
        hashes
    };
    one.len() == other.len() && sorted(one) == sorted(other)
}

/// The positions of hashes that the counts have too few of.
fn left_over<'h>(
    hashes: &'h [u64],
    counts: &'h mut FxHashMap<u64, usize>,
) -> impl Iterator<Item = usize> + 'h {
    hashes
        .iter()
        .enumerate()
        .filter_map(|(at, hash)| match counts.get_mut(hash) {
            Some(count) if *count > 0 => {
                *count -= 1;
                None
            }
            _ => Some(at),
        })
}
