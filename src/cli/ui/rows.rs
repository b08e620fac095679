//! The rows of a tree: parents before their children, with the lines that join them.
//!
//! Above [`ALL_SHOWN`] resources, only the first [`SAMPLE`] of each type below one parent have a
//! row. Nothing here recurses, so a deep tree is as safe as a wide one.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::graph::{Excerpt, Family, Graph, Vertex};

use super::notes;

/// Up to this many resources, each has a row.
const ALL_SHOWN: usize = 200;
/// Above, this many of each type below one parent have one.
const SAMPLE: usize = 10;
/// Rows are indented for this many levels; deeper ones say how deep they are.
const MAX_LEVELS: usize = 20;

/// One line of the tree, escaped, before its columns are aligned.
pub(super) struct Row {
    /// Tree lines and type.
    pub(super) type_column: String,
    pub(super) name: String,
    pub(super) note: String,
    /// Stands for resources that are not shown.
    pub(super) is_elided: bool,
}

/// A vertex, or the rest of a type, that is still to become a row.
struct Pending {
    what: What,
    /// Lines of the levels above, such as `│  `.
    lines: String,
    level: usize,
    is_last: bool,
}

enum What {
    Vertex(usize),
    Rest {
        first: usize,
        siblings: usize,
        below: usize,
    },
}

/// The rows of a graph, top to bottom.
pub(super) fn rows(graph: &Graph) -> Vec<Row> {
    let family = graph.family();
    let is_sampled = graph.vertices.len() > ALL_SHOWN;
    let mut rows = Vec::new();
    let mut pending = Vec::new();
    push_children(
        graph,
        &family,
        family.roots(),
        is_sampled,
        &Place::root(),
        &mut pending,
    );
    while let Some(Pending {
        what,
        lines,
        level,
        is_last,
    }) = pending.pop()
    {
        let branch = match (level, is_last) {
            (0, _) => "",
            (_, true) => "└─ ",
            (_, false) => "├─ ",
        };
        match what {
            What::Rest {
                first,
                siblings,
                below,
            } => {
                let resource_type = Excerpt::whole(graph.vertices[first].resource_type.as_str());
                let mut text = format!("{lines}{branch}… {siblings} more {resource_type}");
                if below > 0 {
                    let _ = write!(text, " (and {below} below them)");
                }
                let (name, note) = (String::new(), String::new());
                rows.push(Row {
                    type_column: text,
                    name,
                    note,
                    is_elided: true,
                });
            }
            What::Vertex(position) => {
                let vertex = &graph.vertices[position];
                rows.push(row(vertex, &lines, branch));
                let place = Place::below(&lines, level, is_last);
                let children = family.children(position);
                push_children(graph, &family, children, is_sampled, &place, &mut pending);
            }
        }
    }
    rows
}

/// Where the children of a row stand.
struct Place {
    lines: String,
    level: usize,
}

impl Place {
    fn root() -> Self {
        Self {
            lines: String::new(),
            level: 0,
        }
    }

    fn below(lines: &str, level: usize, is_last: bool) -> Self {
        let lines = match level {
            0 => String::new(),
            // The length of lines is bounded, or a long chain would fill the memory with them.
            MAX_LEVELS.. => format!("(level {}) ", level + 1),
            _ if is_last => format!("{lines}   "),
            _ => format!("{lines}│  "),
        };
        Self {
            lines,
            level: level + 1,
        }
    }
}

/// Pushes children, the last one first, so that popping them gives their order.
fn push_children(
    graph: &Graph,
    family: &Family,
    children: &[usize],
    is_sampled: bool,
    place: &Place,
    pending: &mut Vec<Pending>,
) {
    let shown = if is_sampled {
        sample(graph, family, children)
    } else {
        children.iter().map(|&child| What::Vertex(child)).collect()
    };
    let last = shown.len().saturating_sub(1);
    pending.extend(
        shown
            .into_iter()
            .enumerate()
            .rev()
            .map(|(index, what)| Pending {
                what,
                lines: place.lines.clone(),
                level: place.level,
                is_last: index == last,
            }),
    );
}

/// The first children of each type, then for each type what is left.
fn sample(graph: &Graph, family: &Family, children: &[usize]) -> Vec<What> {
    let mut by_type: FxHashMap<&str, usize> = FxHashMap::default();
    let mut rests: Vec<(usize, usize, usize)> = Vec::new();
    let mut rest_of: FxHashMap<&str, usize> = FxHashMap::default();
    let mut shown = Vec::new();
    for &child in children {
        let resource_type = graph.vertices[child].resource_type.as_str();
        let count = by_type.entry(resource_type).or_default();
        *count += 1;
        if *count <= SAMPLE {
            shown.push(What::Vertex(child));
            continue;
        }
        let rest = *rest_of.entry(resource_type).or_insert_with(|| {
            rests.push((child, 0, 0));
            rests.len() - 1
        });
        rests[rest].1 += 1;
        rests[rest].2 += descendants(family, child);
    }
    shown.extend(rests.into_iter().map(|rest| match rest {
        // A row that stands for one resource is better spent on that resource.
        (only, 1, _) => What::Vertex(only),
        (first, siblings, below) => What::Rest {
            first,
            siblings,
            below,
        },
    }));
    shown
}

fn descendants(family: &Family, position: usize) -> usize {
    let mut count = 0;
    let mut pending = family.children(position).to_vec();
    while let Some(child) = pending.pop() {
        count += 1;
        pending.extend_from_slice(family.children(child));
    }
    count
}

fn row(vertex: &Vertex, lines: &str, branch: &str) -> Row {
    let resource_type = Excerpt::whole(vertex.resource_type.as_str());
    Row {
        type_column: format!("{lines}{branch}{resource_type}"),
        name: Excerpt::whole(vertex.name.as_str()).to_string(),
        note: notes::note(vertex),
        is_elided: false,
    }
}
