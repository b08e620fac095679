//! Topological order and cycles.
//!
//! Works on numbers, so that any graph can use it: vertices, steps, promises. Nothing recurses: a
//! chain of 100,000 resources is as safe as a wide graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use thiserror::Error;

/// The dependencies among the nodes `0..len`.
///
/// Each direction is stored as two flat lists, 8 bytes per edge and direction.
#[derive(Clone, Debug)]
pub struct Dag {
    dependencies: Adjacency,
    dependents: Adjacency,
}

/// A dependency cycle: each node depends on the next one, the last on the first. Starts with the
/// smallest node, and is deterministic.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("nodes depend on each other in a loop: {nodes:?}")]
pub struct Cycle {
    pub nodes: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Adjacency {
    /// The offset of each node's targets, and the total at the end.
    starts: Vec<usize>,
    targets: Vec<usize>,
}

impl Adjacency {
    fn new(len: usize, edges: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut starts = vec![0; len + 1];
        for (from, _) in edges.clone() {
            starts[from + 1] += 1;
        }
        for node in 0..len {
            starts[node + 1] += starts[node];
        }
        let mut free = starts.clone();
        let mut targets = vec![0; starts[len]];
        for (from, to) in edges {
            targets[free[from]] = to;
            free[from] += 1;
        }
        Self { starts, targets }
    }

    fn of(&self, node: usize) -> &[usize] {
        &self.targets[self.starts[node]..self.starts[node + 1]]
    }
}

impl Dag {
    /// A graph of `len` nodes; each edge is (dependent, dependency). Duplicates are allowed.
    ///
    /// # Panics
    ///
    /// When an edge names a node that is not below `len`.
    pub fn new(len: usize, edges: &[(usize, usize)]) -> Self {
        let edges = edges.iter().copied();
        Self {
            dependencies: Adjacency::new(len, edges.clone()),
            dependents: Adjacency::new(len, edges.map(|(from, to)| (to, from))),
        }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.dependencies.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The dependencies of a node, in the order of the given edges.
    pub fn dependencies(&self, node: usize) -> &[usize] {
        self.dependencies.of(node)
    }

    /// The dependents of a node, in the order of the given edges.
    pub fn dependents(&self, node: usize) -> &[usize] {
        self.dependents.of(node)
    }

    /// All nodes, each after its dependencies. Among the nodes that are ready it takes the
    /// smallest, so an order that is already valid is kept.
    pub fn order(&self) -> Result<Vec<usize>, Cycle> {
        let mut missing: Vec<usize> = (0..self.len())
            .map(|n| self.dependencies(n).len())
            .collect();
        let ready = (0..self.len())
            .filter(|&node| missing[node] == 0)
            .map(Reverse);
        let mut ready: BinaryHeap<_> = ready.collect();
        let mut order = Vec::with_capacity(self.len());
        while let Some(Reverse(node)) = ready.pop() {
            order.push(node);
            for &dependent in self.dependents(node) {
                missing[dependent] -= 1;
                if missing[dependent] == 0 {
                    ready.push(Reverse(dependent));
                }
            }
        }
        if order.len() == self.len() {
            Ok(order)
        } else {
            Err(self.cycle_among(&missing))
        }
    }

    /// A cycle, if there is one.
    pub fn find_cycle(&self) -> Option<Cycle> {
        self.order().err()
    }

    /// Follows dependencies among nodes that never became ready. Each of them has a dependency
    /// among them, so the walk must reach a node twice.
    fn cycle_among(&self, missing: &[usize]) -> Cycle {
        let is_stuck = |node: &usize| missing[*node] > 0;
        let mut visited_at = vec![None; self.len()];
        let mut walk = Vec::new();
        let mut next = (0..self.len()).find(is_stuck);
        while let Some(node) = next {
            if let Some(start) = visited_at[node] {
                walk.drain(..start);
                break;
            }
            visited_at[node] = Some(walk.len());
            walk.push(node);
            next = self.dependencies(node).iter().copied().find(is_stuck);
        }
        let smallest = walk
            .iter()
            .enumerate()
            .min_by_key(|&(_, node)| node)
            .map_or(0, |(at, _)| at);
        walk.rotate_left(smallest);
        Cycle { nodes: walk }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keeps_an_order_that_fits() {
        assert_eq!(Dag::new(3, &[(2, 0), (1, 0)]).order(), Ok(vec![0, 1, 2]));
        assert_eq!(Dag::new(3, &[(0, 2), (0, 2)]).order(), Ok(vec![1, 2, 0]));
        assert_eq!(Dag::new(0, &[]).order(), Ok(vec![]));
    }

    #[test]
    fn names_the_loop_and_not_what_hangs_on_it() {
        let dag = Dag::new(5, &[(0, 3), (3, 2), (2, 4), (4, 3), (1, 0)]);
        assert_eq!(
            dag.find_cycle(),
            Some(Cycle {
                nodes: vec![2, 4, 3]
            })
        );
        assert_eq!(
            Dag::new(2, &[(1, 1)]).find_cycle(),
            Some(Cycle { nodes: vec![1] })
        );
    }

    #[test]
    fn a_long_chain_is_no_problem() {
        let edges: Vec<_> = (1..100_000).map(|node| (node - 1, node)).collect();
        let order = Dag::new(100_000, &edges).order().unwrap();
        assert!(order.iter().copied().eq((0..100_000).rev()));
    }

    fn edges(len: usize) -> impl Strategy<Value = Vec<(usize, usize)>> {
        prop::collection::vec((0..len, 0..len), 0..40)
    }

    proptest! {
        #[test]
        fn puts_dependencies_first(edges in edges(20)) {
            let downwards: Vec<_> =
                edges.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.max(b), a.min(b))).collect();
            // Renumbered, so that the order of registration is not already valid.
            let renamed: Vec<_> =
                downwards.iter().map(|(a, b)| (a * 7 % 20, b * 7 % 20)).collect();
            let order = Dag::new(20, &renamed).order().unwrap();
            let mut place = [usize::MAX; 20];
            for (at, &node) in order.iter().enumerate() {
                place[node] = at;
            }
            prop_assert!(place.iter().all(|&at| at < 20));
            for (dependent, dependency) in renamed {
                prop_assert!(place[dependency] < place[dependent]);
            }
        }

        #[test]
        fn a_loop_is_made_of_edges(edges in edges(8)) {
            if let Some(cycle) = Dag::new(8, &edges).find_cycle() {
                let nexts = cycle.nodes.iter().cycle().skip(1);
                for (&node, &next) in cycle.nodes.iter().zip(nexts) {
                    prop_assert!(edges.contains(&(node, next)));
                }
                let mut unique = cycle.nodes.clone();
                unique.sort_unstable();
                unique.dedup();
                prop_assert_eq!(unique.len(), cycle.nodes.len());
                prop_assert_eq!(cycle.nodes.iter().min(), cycle.nodes.first());
            }
        }
    }
}
