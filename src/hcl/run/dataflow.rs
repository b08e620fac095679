//! The order of work: each node begins when those that it depends on are complete.

use std::collections::BTreeSet;

use futures_util::stream::{FuturesUnordered, StreamExt as _};

/// The dependencies of each node, by index.
#[derive(Clone, Debug, Default)]
pub struct Dependencies(Vec<BTreeSet<usize>>);

/// The end of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeEnd {
    Complete,
    /// Its dependents do not begin.
    Failed,
    /// Nothing else begins.
    Stopped,
}

impl Dependencies {
    pub fn new(nodes: usize) -> Self {
        Self(vec![BTreeSet::new(); nodes])
    }

    pub fn add(&mut self, node: usize, on: usize) {
        if let Some(all) = self.0.get_mut(node) {
            all.insert(on);
        }
    }

    pub fn of(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.0.get(node).into_iter().flatten().copied()
    }

    /// The nodes of one cycle in the order of their dependencies; `None` if there is none.
    pub fn cycle(&self) -> Option<Vec<usize>> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.0.len()];
        for start in 0..self.0.len() {
            if marks.get(start) != Some(&Mark::New) {
                continue;
            }
            let mut path: Vec<(usize, Vec<usize>)> = vec![(start, self.of(start).collect())];
            marks[start] = Mark::Open;
            while let Some((node, pending)) = path.last_mut() {
                let Some(next) = pending.pop() else {
                    marks[*node] = Mark::Done;
                    path.pop();
                    continue;
                };
                match marks[next] {
                    Mark::Done => {}
                    Mark::New => {
                        marks[next] = Mark::Open;
                        path.push((next, self.of(next).collect()));
                    }
                    Mark::Open => {
                        let nodes = path.iter().map(|(node, _)| *node);
                        return Some(nodes.skip_while(|it| *it != next).collect());
                    }
                }
            }
        }
        None
    }

    /// All nodes that a node depends on, directly or not.
    pub fn transitive(&self, node: usize) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        let mut pending: Vec<usize> = self.of(node).collect();
        while let Some(next) = pending.pop() {
            if all.insert(next) {
                pending.extend(self.of(next));
            }
        }
        all
    }

    /// Runs all nodes, independent ones at the same time; `work` is called in the order of indices where
    /// dependencies leave it open. Answers the nodes that did not begin because a dependency failed.
    pub async fn run<F>(&self, mut work: impl FnMut(usize) -> F) -> Vec<usize>
    where
        F: Future<Output = (usize, NodeEnd)>,
    {
        let mut dependents = vec![Vec::new(); self.0.len()];
        let mut missing: Vec<usize> = self.0.iter().map(BTreeSet::len).collect();
        for (node, all) in self.0.iter().enumerate() {
            for on in all {
                dependents[*on].push(node);
            }
        }
        let mut ready: BTreeSet<usize> = (0..self.0.len()).filter(|it| missing[*it] == 0).collect();
        let mut has_begun = vec![false; self.0.len()];
        let mut is_stopped = false;
        let mut running = FuturesUnordered::new();
        loop {
            while let Some(node) = ready.pop_first().filter(|_| !is_stopped) {
                has_begun[node] = true;
                running.push(work(node));
            }
            let Some((node, end)) = running.next().await else {
                break;
            };
            is_stopped |= end == NodeEnd::Stopped;
            if end != NodeEnd::Complete {
                continue;
            }
            for dependent in &dependents[node] {
                missing[*dependent] -= 1;
                if missing[*dependent] == 0 {
                    ready.insert(*dependent);
                }
            }
        }
        (0..self.0.len()).filter(|it| !has_begun[*it]).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn graph(edges: &[(usize, usize)], nodes: usize) -> Dependencies {
        let mut graph = Dependencies::new(nodes);
        for (node, on) in edges {
            graph.add(*node, *on);
        }
        graph
    }

    #[test]
    fn cycles_are_named_without_what_leads_to_them() {
        assert_eq!(graph(&[(0, 1), (1, 2)], 3).cycle(), None);
        let cycle = graph(&[(0, 1), (1, 2), (2, 1)], 3).cycle().unwrap();
        assert_eq!(cycle, [1, 2]);
        assert_eq!(graph(&[(0, 0)], 1).cycle().unwrap(), [0]);
    }

    #[tokio::test]
    async fn nodes_run_after_their_dependencies_and_not_after_failed_ones() {
        let graph = graph(&[(0, 2), (1, 0), (3, 4), (5, 3)], 6);
        let order = RefCell::new(Vec::new());
        let skipped = graph
            .run(|node| {
                order.borrow_mut().push(node);
                let end = if node == 4 {
                    NodeEnd::Failed
                } else {
                    NodeEnd::Complete
                };
                async move { (node, end) }
            })
            .await;
        assert_eq!(*order.borrow(), [2, 4, 0, 1]);
        assert_eq!(skipped, [3, 5]);
        assert_eq!(graph.transitive(1), BTreeSet::from([0, 2]));
    }
}
