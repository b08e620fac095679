//! The graph of a run as a tree: what `lumi run` prints.
//!
//! ```text
//!   Type               Name
//! + acme:web:Site      site
//! + ├─ std:fs:File     index
//! + └─ std:fs:File     style    unknown: content
//!
//! Outputs:
//!   url: [unknown]
//!
//! Resources: + 3 to create
//! ```
//!
//! A big graph stays readable: above [`ALL_SHOWN`] resources, only the first [`SAMPLE`] of each
//! type below one parent are shown, and a row tells how many more there are. Nothing here
//! recurses, so a deep tree is as safe as a wide one.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::graph::{Excerpt, Family, Graph, GraphKind, PropertyPath, Value, Vertex};

use super::outputs;
use super::palette::{self, paint};

/// Up to this many resources, each has a row.
const ALL_SHOWN: usize = 200;
/// Above, this many of each type below one parent have one.
const SAMPLE: usize = 10;
/// Rows are indented for this many levels; deeper ones say how deep they are.
const MAX_LEVELS: usize = 20;
/// Paths named in a row.
const MAX_PATHS: usize = 3;
/// Columns are no wider than this, so that one long name does not push all notes away.
const MAX_COLUMN: usize = 60;

/// How to show a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub color: bool,
    pub show_secrets: bool,
    /// Columns of the terminal; rows are cut there. `None` when piped: nothing is cut.
    pub width: Option<usize>,
}

/// One line of the tree, escaped, before its columns are aligned.
struct Row {
    /// Tree lines and type.
    type_column: String,
    name: String,
    note: String,
    /// Stands for resources that are not shown.
    is_elided: bool,
}

/// Shows a graph: the tree, the outputs, and a line that sums up.
pub fn render(graph: &Graph, style: Style) -> String {
    let mut out = String::new();
    let rows = rows(graph);
    if !rows.is_empty() {
        write_rows(&mut out, &rows, graph.kind, style);
        out.push('\n');
    }
    if !graph.outputs.is_empty() {
        paint(&mut out, palette::HEADING, style.color, "Outputs:");
        out.push('\n');
        outputs::write_members(&mut out, &graph.outputs, 1, style);
        out.push('\n');
    }
    write_summary(&mut out, graph, style);
    out
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

fn rows(graph: &Graph) -> Vec<Row> {
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
        note: note(vertex),
        is_elided: false,
    }
}

/// Which inputs are not known yet, and which are secret.
fn note(vertex: &Vertex) -> String {
    let mut unknown = Paths::default();
    let mut secret = Paths::default();
    for (key, value) in &vertex.inputs {
        let mut path = PropertyPath::new();
        path.push_key(key);
        unknown.find(value, &mut path, |value| matches!(value, Value::Unknown));
        secret.find(value, &mut path, |value| matches!(value, Value::Secret(_)));
    }
    let notes = [("unknown", unknown), ("secret", secret)];
    let notes = notes.iter().filter(|(_, paths)| paths.count > 0);
    notes
        .map(|(word, paths)| format!("{word}: {paths}"))
        .collect::<Vec<_>>()
        .join("; ")
}

/// The first few places where something was found, and how many there are.
#[derive(Default)]
struct Paths {
    first: Vec<String>,
    count: usize,
}

impl Paths {
    /// Looks through a value; what is inside a secret is left alone.
    fn find(&mut self, value: &Value, path: &mut PropertyPath, is_it: fn(&Value) -> bool) {
        match value {
            _ if is_it(value) => {
                if self.count < MAX_PATHS {
                    self.first.push(path.to_string());
                }
                self.count += 1;
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    path.push_index(index);
                    self.find(item, path, is_it);
                    path.pop();
                }
            }
            Value::Object(members) => {
                for (key, member) in members {
                    path.push_key(key);
                    self.find(member, path, is_it);
                    path.pop();
                }
            }
            _ => {}
        }
    }
}

impl std::fmt::Display for Paths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.first.join(", "))?;
        match self.count - self.first.len() {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

fn write_rows(out: &mut String, rows: &[Row], kind: GraphKind, style: Style) {
    let symbol = if kind == GraphKind::Plan { "+" } else { " " };
    let column = |heading: &str, text: fn(&Row) -> &str| {
        let widths = rows
            .iter()
            .filter(|row| !row.is_elided)
            .map(|row| text(row).width());
        widths
            .chain([heading.len()])
            .max()
            .unwrap_or(0)
            .min(MAX_COLUMN)
    };
    let type_width = column("Type", |row| &row.type_column);
    let name_width = column("Name", |row| &row.name);
    let heading = format!("  {:type_width$}  Name", "Type");
    paint(
        out,
        palette::HEADING,
        style.color,
        &fit(&heading, style.width),
    );
    out.push('\n');
    for row in rows {
        paint(out, palette::CREATE, style.color, symbol);
        let mut text = format!(" {}", row.type_column);
        if !row.is_elided {
            pad(&mut text, type_width + 3);
            text.push_str(&row.name);
        }
        let before_note = text.len();
        if !row.note.is_empty() {
            pad(&mut text, type_width + name_width + 5);
            text.push_str(&row.note);
        }
        let text = fit(
            &text,
            style.width.map(|width| width.saturating_sub(symbol.len())),
        );
        let (start, note) = text.split_at(text.floor_char_boundary(before_note));
        let start_style = if row.is_elided {
            palette::QUIET
        } else {
            anstyle::Style::new()
        };
        paint(
            out,
            start_style,
            style.color && row.is_elided,
            start.trim_end_matches(' '),
        );
        if !note.is_empty() {
            let trimmed = start.len() - start.trim_end_matches(' ').len();
            out.extend(std::iter::repeat_n(' ', trimmed));
            paint(out, palette::QUIET, style.color, note);
        }
        out.push('\n');
    }
}

/// Fills with spaces up to a column, and with two at least behind longer text.
fn pad(text: &mut String, column: usize) {
    let missing = column.saturating_sub(text.width()).max(2);
    text.extend(std::iter::repeat_n(' ', missing));
}

/// Cuts a line to the width of the terminal.
fn fit(line: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|&width| line.width() > width) else {
        return line.to_owned();
    };
    let mut kept = String::new();
    let mut used = 1;
    for character in line.chars() {
        used += character.width().unwrap_or(0);
        if used > width {
            break;
        }
        kept.push(character);
    }
    kept.push('…');
    kept
}

fn write_summary(out: &mut String, graph: &Graph, style: Style) {
    let components = graph
        .vertices
        .iter()
        .filter(|vertex| !vertex.custom)
        .count();
    let resources = graph.vertices.len();
    paint(out, palette::HEADING, style.color, "Resources:");
    out.push(' ');
    match (resources, graph.kind) {
        (0, _) => out.push_str("none"),
        (_, GraphKind::Plan) => {
            paint(
                out,
                palette::CREATE,
                style.color,
                &format!("+ {resources} to create"),
            );
        }
        _ => {
            let _ = write!(out, "{resources}");
        }
    }
    if components > 0 {
        let plural = if components == 1 { "" } else { "s" };
        let _ = write!(out, " ({components} component{plural})");
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Object, ResourceName, ResourceType, Urn};

    fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
        members
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect()
    }

    fn vertex(parent: Option<&Vertex>, resource_type: &str, name: &str) -> Vertex {
        let module = parent.map_or(Urn::ROOT_MODULE.to_owned(), |parent| {
            parent.urn.child_module()
        });
        let resource_type = ResourceType::parse(resource_type).unwrap();
        let name = ResourceName::parse(name).unwrap();
        let urn = Urn::new("dev", "web", &module, &resource_type, &name);
        let is_component = resource_type.package() == "acme";
        let mut vertex = Vertex::new(urn, resource_type, name, !is_component);
        vertex.parent = parent.map(|parent| parent.urn.clone());
        vertex
    }

    fn site() -> Graph {
        let mut graph = Graph::new(GraphKind::Plan, "dev", "web");
        let group = vertex(None, "aws:ec2:SecurityGroup", "web\u{202e}sg");
        let site = vertex(None, "acme:web:Site", "site");
        let inner = vertex(Some(&site), "acme:web:Files", "files");
        let mut index = vertex(Some(&inner), "std:fs:File", "日本");
        let mut style = vertex(Some(&site), "std:fs:File", "style");
        index.inputs = object([
            ("groups", Value::Array(vec![Value::Unknown; 5])),
            ("token", Value::secret(Value::Unknown)),
        ]);
        style.inputs = object([("content", Value::Unknown)]);
        graph.vertices = vec![group, site, inner, index, style];
        graph.outputs = object([
            ("url", Value::Unknown),
            ("password", Value::secret(Value::from("hunter2"))),
        ]);
        graph
    }

    #[test]
    fn draws_parents_outputs_and_a_summary() {
        insta::assert_snapshot!(render(&site(), Style::default()), @r#"
          Type                   Name
        + aws:ec2:SecurityGroup  web\u{202e}sg
        + acme:web:Site          site
        + ├─ acme:web:Files      files
        + │  └─ std:fs:File      日本           unknown: groups[0], groups[1], groups[2] and 2 more; secret: token
        + └─ std:fs:File         style          unknown: content

        Outputs:
          url: [unknown]
          password: [secret]

        Resources: + 5 to create (2 components)
        "#);
    }

    #[test]
    fn fits_a_narrow_terminal() {
        let style = Style {
            width: Some(48),
            ..Style::default()
        };
        let text = render(&site(), style);
        assert!(text.lines().all(|line| line.width() <= 48), "{text}");
        insta::assert_snapshot!(text.lines().take(7).collect::<Vec<_>>().join("\n"), @r#"
          Type                   Name
        + aws:ec2:SecurityGroup  web\u{202e}sg
        + acme:web:Site          site
        + ├─ acme:web:Files      files
        + │  └─ std:fs:File      日本           unknown…
        + └─ std:fs:File         style          unknown…
        "#);
    }

    #[test]
    fn colour_adds_nothing_but_colour() {
        let coloured = render(
            &site(),
            Style {
                color: true,
                ..Style::default()
            },
        );
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once('\u{1b}') {
            plain.push_str(before);
            rest = after.split_once('m').unwrap().1;
        }
        plain.push_str(rest);
        assert_eq!(plain, render(&site(), Style::default()));
        assert_ne!(plain, coloured);
    }

    #[test]
    fn an_empty_program_is_an_empty_tree() {
        let graph = Graph::new(GraphKind::Plan, "dev", "web");
        assert_eq!(render(&graph, Style::default()), "Resources: none\n");
    }

    #[test]
    fn a_big_graph_stays_readable() {
        let mut graph = Graph::new(GraphKind::Plan, "dev", "web");
        for number in 0..5_000 {
            let group = vertex(None, "acme:web:Site", &format!("site {number}"));
            let rule = vertex(Some(&group), "std:fs:File", &format!("file {number}"));
            graph.vertices.extend([group, rule]);
        }
        graph.vertices.push(vertex(None, "std:dns:Record", "www"));
        let text = render(&graph, Style::default());
        insta::assert_snapshot!(text.lines().skip(18).collect::<Vec<_>>().join("\n"), @r#"
        + └─ std:fs:File  file 8
        + acme:web:Site   site 9
        + └─ std:fs:File  file 9
        + std:dns:Record  www
        + … 4990 more acme:web:Site (and 4990 below them)

        Resources: + 10001 to create (5000 components)
        "#);
    }

    #[test]
    fn a_long_chain_is_no_problem() {
        let mut graph = Graph::new(GraphKind::Plan, "dev", "web");
        graph.vertices.push(vertex(None, "std:fs:File", "0"));
        for number in 1..2_000 {
            // The chain of modules would grow with the square; the tree goes by parents only.
            let mut next = vertex(None, "std:fs:File", &number.to_string());
            next.parent = graph.vertices.last().map(|vertex| vertex.urn.clone());
            graph.vertices.push(next);
        }
        let text = render(&graph, Style::default());
        assert!(text.contains("(level 1999) └─ std:fs:File"), "{text}");
        assert!(text.len() < 400_000);
    }
}
