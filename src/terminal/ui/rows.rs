//! The rows of a tree, parents before their children, with tree lines.
//!
//! Above [`ALL_SHOWN`] resources, only the first [`SAMPLE`] of each type below one parent have a
//! row. Not recursive, so that deep trees are safe.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use anstyle::Style;

use lumi_graph::{EscapedText, ParentTree};

/// Maximum number of resources that all have a row.
const ALL_SHOWN: usize = 200;
/// Number of rows per type and parent in larger trees.
const SAMPLE: usize = 10;
/// Maximum number of indented levels; deeper rows show their level as a number.
const MAX_LEVELS: usize = 20;

/// One row of the tree, escaped, before columns are aligned.
pub struct Row {
    /// The kind of change.
    pub symbol: Symbol,
    /// Tree lines and type.
    pub type_column: String,
    pub name: String,
    pub note: String,
    /// Whether the row represents resources that are not shown.
    pub is_elided: bool,
}

/// The symbol before a resource, such as `+`. Colours add no information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub text: &'static str,
    pub style: Style,
}

/// Resources by position, whose parents are known.
pub trait Forest {
    fn len(&self) -> usize;
    fn symbol(&self, position: usize) -> Symbol;
    fn resource_type(&self, position: usize) -> &str;
    fn name(&self, position: usize) -> &str;
    /// The note, escaped.
    fn note(&self, position: usize) -> String;

    /// Whether the resource always has a row of its own.
    fn is_special(&self, _position: usize) -> bool {
        false
    }
}

/// A resource, or the rest of a type, without a row yet.
struct Pending {
    what: RowContent,
    /// Tree lines of the levels above, such as `│  `.
    lines: String,
    level: usize,
    is_last: bool,
}

enum RowContent {
    Resource(usize),
    Rest {
        first: usize,
        siblings: usize,
        below: usize,
    },
}

/// The rows of a forest, top to bottom.
pub fn rows(forest: &dyn Forest, family: &ParentTree) -> Vec<Row> {
    let walk = RowWalk {
        forest,
        family,
        is_sampled: forest.len() > ALL_SHOWN,
    };
    let mut rows = Vec::new();
    let mut pending = Vec::new();
    walk.push_children(family.roots(), &RowPosition::root(), &mut pending);
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
            RowContent::Rest {
                first,
                siblings,
                below,
            } => {
                let resource_type = EscapedText::whole(forest.resource_type(first));
                let mut text = format!("{lines}{branch}… {siblings} more {resource_type}");
                if below > 0 {
                    let _ = write!(text, " (and {below} below them)");
                }
                let (name, note) = (String::new(), String::new());
                rows.push(Row {
                    symbol: forest.symbol(first),
                    type_column: text,
                    name,
                    note,
                    is_elided: true,
                });
            }
            RowContent::Resource(position) => {
                rows.push(row(forest, position, &lines, branch));
                let place = RowPosition::below(&lines, level, is_last);
                walk.push_children(family.children(position), &place, &mut pending);
            }
        }
    }
    rows
}

/// The position of a row, for its children.
struct RowPosition {
    lines: String,
    level: usize,
}

impl RowPosition {
    fn root() -> Self {
        Self {
            lines: String::new(),
            level: 0,
        }
    }

    fn below(lines: &str, level: usize, is_last: bool) -> Self {
        let lines = match level {
            0 => String::new(),
            // Bounded, because the lines of a long chain would take quadratic memory.
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

struct RowWalk<'a> {
    forest: &'a dyn Forest,
    family: &'a ParentTree,
    is_sampled: bool,
}

impl RowWalk<'_> {
    /// Pushes children in reverse, so that popping restores their order.
    fn push_children(&self, children: &[usize], place: &RowPosition, pending: &mut Vec<Pending>) {
        let shown = if self.is_sampled {
            self.sample(children)
        } else {
            children
                .iter()
                .map(|&child| RowContent::Resource(child))
                .collect()
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

    /// The first children of each type and symbol, and the number of others.
    fn sample(&self, children: &[usize]) -> Vec<RowContent> {
        let mut counts: FxHashMap<(&str, &str), usize> = FxHashMap::default();
        let mut rests: Vec<(usize, usize, usize)> = Vec::new();
        let mut rest_of: FxHashMap<(&str, &str), usize> = FxHashMap::default();
        let mut shown = Vec::new();
        for &child in children {
            let symbol = self.forest.symbol(child).text;
            let group = (symbol, self.forest.resource_type(child));
            let count = counts.entry(group).or_default();
            *count += 1;
            if *count <= SAMPLE || self.forest.is_special(child) {
                shown.push(RowContent::Resource(child));
                continue;
            }
            let rest = *rest_of.entry(group).or_insert_with(|| {
                rests.push((child, 0, 0));
                rests.len() - 1
            });
            rests[rest].1 += 1;
            rests[rest].2 += descendants(self.family, child);
        }
        shown.extend(rests.into_iter().map(|rest| match rest {
            // A row for a single remaining resource can show the resource itself.
            (only, 1, _) => RowContent::Resource(only),
            (first, siblings, below) => RowContent::Rest {
                first,
                siblings,
                below,
            },
        }));
        shown
    }
}

fn descendants(family: &ParentTree, position: usize) -> usize {
    let mut count = 0;
    let mut pending = family.children(position).to_vec();
    while let Some(child) = pending.pop() {
        count += 1;
        pending.extend_from_slice(family.children(child));
    }
    count
}

fn row(forest: &dyn Forest, position: usize, lines: &str, branch: &str) -> Row {
    let resource_type = EscapedText::whole(forest.resource_type(position));
    Row {
        symbol: forest.symbol(position),
        type_column: format!("{lines}{branch}{resource_type}"),
        name: EscapedText::whole(forest.name(position)).to_string(),
        note: forest.note(position),
        is_elided: false,
    }
}
