//! The order of vertices in a drawing that nests children in their components.

use super::super::lumigl::lumigl::Graph;
use super::super::parent_tree::ParentTree;
use super::super::vertex::Vertex;

/// An event of the traversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// A component by position; its children follow, up to `Close`.
    Open(usize),
    /// Any other vertex by position. Its children follow it, as it has no frame.
    Vertex(usize),
    Close,
}

/// Traverses a graph.
pub fn nesting(graph: &Graph) -> impl Iterator<Item = Nesting> {
    let family = graph.parent_tree();
    let mut pending: Vec<Nesting> = Vec::new();
    push(&mut pending, graph, &family, family.roots());
    std::iter::from_fn(move || {
        let step = pending.pop()?;
        if let Nesting::Open(position) | Nesting::Vertex(position) = step {
            if matches!(step, Nesting::Open(_)) {
                pending.push(Nesting::Close);
            }
            push(&mut pending, graph, &family, family.children(position));
        }
        Some(step)
    })
}

fn push(pending: &mut Vec<Nesting>, graph: &Graph, family: &ParentTree, positions: &[usize]) {
    pending.extend(positions.iter().rev().map(|&position| {
        let is_frame = is_component(&graph.vertices[position]);
        match is_frame && !family.children(position).is_empty() {
            true => Nesting::Open(position),
            false => Nesting::Vertex(position),
        }
    }));
}

pub fn is_component(vertex: &Vertex) -> bool {
    !vertex.custom
}
