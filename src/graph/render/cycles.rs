//! Removes cycles from a list of edges.

use super::super::dag::Dag;

/// The edges except those that close a cycle in a depth-first search from the first box on.
pub fn without_cycles(len: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let all = Dag::new(len, edges);
    // 0 is unvisited, 1 in progress, 2 done.
    let mut states = vec![0_u8; len];
    let mut kept = Vec::with_capacity(edges.len());
    for start in 0..len {
        let mut way: Vec<(usize, usize)> = Vec::new();
        if states[start] == 0 {
            states[start] = 1;
            way.push((start, 0));
        }
        while let Some((node, next)) = way.pop() {
            let Some(&to) = all.dependencies(node).get(next) else {
                states[node] = 2;
                continue;
            };
            way.push((node, next + 1));
            if states[to] != 1 {
                kept.push((node, to));
            }
            if states[to] == 0 {
                states[to] = 1;
                way.push((to, 0));
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_closes_a_ring_is_left_out() {
        let mut kept = without_cycles(4, &[(0, 1), (1, 2), (2, 0), (0, 2), (3, 3)]);
        kept.sort_unstable();
        assert_eq!(kept, [(0, 1), (0, 2), (1, 2)]);
        assert!(Dag::new(4, &kept).order().is_ok());
    }
}
