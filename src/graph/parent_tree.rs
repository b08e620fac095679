//! The tree of parents and children in a graph.

use super::lumigl::lumigl::Graph;

/// Children by parent, all in the order of registration.
///
/// A vertex whose parent is not in the graph is a root, and so is one vertex of each cycle of
/// parents (which a validated graph does not have): walking down from the roots visits every vertex
/// exactly once.
#[derive(Clone, Debug)]
pub struct ParentTree {
    roots: Vec<usize>,
    children: Vec<Vec<usize>>,
}

impl ParentTree {
    /// Builds the tree from the position of each vertex's parent. Children and roots are sorted by
    /// position.
    pub fn of(parents: &[Option<usize>]) -> Self {
        let mut family = Self {
            roots: Vec::new(),
            children: vec![Vec::new(); parents.len()],
        };
        let is_ring_entry = cycle_entries(parents);
        for (position, &parent) in parents.iter().enumerate() {
            match parent.filter(|_| !is_ring_entry[position]) {
                Some(parent) => family.children[parent].push(position),
                None => family.roots.push(position),
            }
        }
        family
    }

    /// Positions of vertices without a parent.
    pub fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// Positions of the children of the vertex at a position.
    pub fn children(&self, position: usize) -> &[usize] {
        &self.children[position]
    }
}

impl Graph {
    pub fn parent_tree(&self) -> ParentTree {
        let positions = self.positions();
        let parents: Vec<Option<usize>> = self
            .vertices
            .iter()
            .map(|vertex| {
                vertex
                    .parent
                    .as_ref()
                    .and_then(|urn| positions.get(urn).copied())
            })
            .collect();
        ParentTree::of(&parents)
    }
}

/// Marks one vertex of every cycle of parents.
fn cycle_entries(parents: &[Option<usize>]) -> Vec<bool> {
    let mut is_entry = vec![false; parents.len()];
    // The walk up the parents that met a vertex first; a walk that meets itself is in a cycle.
    let mut met_by = vec![None; parents.len()];
    for start in 0..parents.len() {
        let mut next = Some(start);
        while let Some(here) = next {
            match met_by[here] {
                None => met_by[here] = Some(start),
                Some(walk) => {
                    is_entry[here] |= walk == start;
                    break;
                }
            }
            next = parents[here];
        }
    }
    is_entry
}

#[cfg(test)]
mod tests {
    use super::super::lumigl::lumigl::tests::site;

    #[test]
    fn children_follow_their_parent() {
        let family = site().parent_tree();
        assert_eq!(family.roots(), [0, 3]);
        assert_eq!(family.children(0), [1, 2]);
        assert!(family.children(3).is_empty());
    }

    #[test]
    fn a_cycle_of_parents_is_entered_once() {
        let mut graph = site();
        graph.vertices[0].parent = Some(graph.vertices[1].urn.clone());
        let family = graph.parent_tree();
        assert_eq!(family.roots(), [0, 3]);
        assert_eq!(family.children(0), [1, 2]);
        assert!(family.children(1).is_empty());
        graph.vertices[3].parent = Some(graph.vertices[2].urn.clone());
        assert_eq!(graph.parent_tree().roots(), [0]);
        assert_eq!(graph.parent_tree().children(2), [3]);
        graph.vertices.rotate_right(1);
        assert_eq!(graph.parent_tree().roots().len(), 1);
    }
}
