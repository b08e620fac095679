//! The best assignment of resources that are alike.

use std::collections::BTreeMap;

use pathfinding::prelude::{Matrix, kuhn_munkres};

/// The similarity of a resource of the first graph and one of the second, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    pub first: usize,
    pub second: usize,
    pub similarity: f64,
}

/// Pairs of positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assignment {
    pub pairs: Vec<(usize, usize)>,
    /// Whether some pairs were chosen one after the other, as too many resources are alike.
    pub is_approximate: bool,
}

/// Chooses pairs so that the sum of similarities is the greatest. Resources that are connected by
/// candidates are assigned together; more than `max_optimal` of them on one side are assigned greedily.
pub fn assign(mut candidates: Vec<Candidate>, max_optimal: usize) -> Assignment {
    candidates.sort_by(|a, b| {
        let by_similarity = b.similarity.total_cmp(&a.similarity);
        by_similarity.then((a.first, a.second).cmp(&(b.first, b.second)))
    });
    let mut assignment = Assignment::default();
    for group in connected(&candidates) {
        if group.firsts.len().max(group.seconds.len()) <= max_optimal {
            assignment.pairs.extend(optimal(&group));
        } else {
            assignment.is_approximate = true;
            assignment.pairs.extend(greedy(&group));
        }
    }
    assignment.pairs.sort_unstable();
    assignment
}

/// Resources that are connected by candidates, directly or through others.
#[derive(Default)]
struct Group {
    firsts: Vec<usize>,
    seconds: Vec<usize>,
    /// Descending by similarity.
    candidates: Vec<Candidate>,
}

fn connected(candidates: &[Candidate]) -> Vec<Group> {
    let firsts = distinct(candidates.iter().map(|it| it.first));
    let seconds = distinct(candidates.iter().map(|it| it.second));
    let node = |position: usize, sorted: &[usize]| sorted.partition_point(|it| *it < position);
    let mut roots: Vec<usize> = (0..firsts.len() + seconds.len()).collect();
    for it in candidates {
        let one = root(&mut roots, node(it.first, &firsts));
        let other = root(&mut roots, firsts.len() + node(it.second, &seconds));
        roots[one.max(other)] = one.min(other);
    }
    let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
    for (at, first) in firsts.iter().enumerate() {
        let group = groups.entry(root(&mut roots, at)).or_default();
        group.firsts.push(*first);
    }
    for (at, second) in seconds.iter().enumerate() {
        let group = groups
            .entry(root(&mut roots, firsts.len() + at))
            .or_default();
        group.seconds.push(*second);
    }
    for it in candidates {
        let group = groups.entry(root(&mut roots, node(it.first, &firsts)));
        group.or_default().candidates.push(*it);
    }
    groups.into_values().collect()
}

fn distinct(positions: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut positions: Vec<usize> = positions.collect();
    positions.sort_unstable();
    positions.dedup();
    positions
}

/// The representative of a node; paths are halved on the way.
fn root(roots: &mut [usize], mut node: usize) -> usize {
    while roots[node] != node {
        roots[node] = roots[roots[node]];
        node = roots[node];
    }
    node
}

/// The Hungarian method, in cubic time.
fn optimal(group: &Group) -> Vec<(usize, usize)> {
    if let [only] = group.candidates.as_slice() {
        return vec![(only.first, only.second)];
    }
    let is_wide = group.firsts.len() <= group.seconds.len();
    let (rows, columns) = match is_wide {
        true => (&group.firsts, &group.seconds),
        false => (&group.seconds, &group.firsts),
    };
    let mut weights = Matrix::new(rows.len(), columns.len(), 0_i64);
    for it in &group.candidates {
        let (row, column) = match is_wide {
            true => (it.first, it.second),
            false => (it.second, it.first),
        };
        let (row, column) = (rows.binary_search(&row), columns.binary_search(&column));
        if let (Ok(row), Ok(column)) = (row, column) {
            // At most a million, so that a sum of a thousand is exact.
            weights[(row, column)] = (it.similarity * 1e6) as i64;
        }
    }
    let (_, chosen) = kuhn_munkres(&weights);
    let chosen = chosen.into_iter().enumerate();
    let chosen = chosen.filter(|&(row, column)| weights[(row, column)] > 0);
    chosen
        .map(|(row, column)| match is_wide {
            true => (rows[row], columns[column]),
            false => (columns[column], rows[row]),
        })
        .collect()
}

/// The most similar pair first.
fn greedy(group: &Group) -> Vec<(usize, usize)> {
    let mut taken = (
        vec![false; group.firsts.len()],
        vec![false; group.seconds.len()],
    );
    let mut pairs = Vec::new();
    for it in &group.candidates {
        let first = group.firsts.partition_point(|at| *at < it.first);
        let second = group.seconds.partition_point(|at| *at < it.second);
        if !taken.0[first] && !taken.1[second] {
            (taken.0[first], taken.1[second]) = (true, true);
            pairs.push((it.first, it.second));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn candidates(rows: &[&[f64]]) -> Vec<Candidate> {
        let rows = rows.iter().enumerate();
        rows.flat_map(|(first, row)| {
            row.iter()
                .enumerate()
                .filter(|it| *it.1 > 0.0)
                .map(move |(second, similarity)| {
                    let similarity = *similarity;
                    Candidate {
                        first,
                        second,
                        similarity,
                    }
                })
        })
        .collect()
    }

    #[test]
    fn the_sum_decides_and_not_the_best_pair() {
        let alike = candidates(&[&[0.9, 0.8], &[0.8, 0.0]]);
        assert_eq!(assign(alike.clone(), 1000).pairs, [(0, 1), (1, 0)]);
        let greedy = assign(alike, 1);
        assert_eq!(greedy.pairs, [(0, 0)]);
        assert!(greedy.is_approximate);
    }

    #[test]
    fn there_can_be_more_on_either_side() {
        let tall = candidates(&[&[0.5], &[0.7], &[0.6]]);
        assert_eq!(assign(tall, 1000).pairs, [(1, 0)]);
        assert_eq!(assign(Vec::new(), 1000), Assignment::default());
    }

    proptest! {
        /// Against all assignments of up to four by four.
        #[test]
        fn the_sum_is_the_greatest(rows in prop::collection::vec(prop::collection::vec(0_u8..9, 4), 0..5)) {
            let rows: Vec<Vec<f64>> =
                rows.iter().map(|row| row.iter().map(|it| f64::from(*it) / 8.0).collect()).collect();
            let slices: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
            let chosen = assign(candidates(&slices), 1000);
            let sum: f64 = chosen.pairs.iter().map(|&(a, b)| rows[a][b]).sum();
            prop_assert!((sum - best(&rows, &mut [false; 4])).abs() < 1e-3);
        }
    }

    fn best(rows: &[Vec<f64>], taken: &mut [bool; 4]) -> f64 {
        let Some((row, rest)) = rows.split_first() else {
            return 0.0;
        };
        let mut sum = best(rest, taken);
        for at in 0..4 {
            if !taken[at] {
                taken[at] = true;
                sum = sum.max(row[at] + best(rest, taken));
                taken[at] = false;
            }
        }
        sum
    }
}
