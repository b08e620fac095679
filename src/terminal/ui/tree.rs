//! The graph of a run as a tree, as `lumi run` prints it.
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
//! In large graphs, only some of the resources of one type below one parent have a row; another row
//! has the number of others.

use std::fmt::Write as _;

use lumi_graph::{Graph, GraphKind, Secrets};
use lumi_project::cdktf::shown_outputs;

use super::palette::{self, paint};
use super::rows::{Forest, Symbol};
use super::{columns, notes, outputs, rows};

/// The style of a graph.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    pub color: bool,
    pub secrets: Secrets<'static>,
    /// Width of the terminal in columns, at which rows are cut; `None` for a pipe, without cuts.
    pub width: Option<usize>,
}

/// Formats a graph: the tree, the outputs, and a summary line.
pub fn render(graph: &Graph, style: Style) -> String {
    let mut out = String::new();
    let rows = rows::rows(graph, &graph.parent_tree());
    if !rows.is_empty() {
        columns::write_rows(&mut out, &rows, style);
        out.push('\n');
    }
    let outputs = shown_outputs(&graph.outputs);
    if !outputs.is_empty() {
        paint(&mut out, palette::HEADING, style.color, "Outputs:");
        out.push('\n');
        outputs::write_members(&mut out, &outputs, 1, style);
        out.push('\n');
    }
    write_summary(&mut out, graph, style);
    out
}

impl Forest for Graph {
    fn len(&self) -> usize {
        self.vertices.len()
    }

    fn symbol(&self, _position: usize) -> Symbol {
        let text = if self.kind == GraphKind::Plan {
            "+"
        } else {
            " "
        };
        let style = palette::CREATE;
        Symbol { text, style }
    }

    fn resource_type(&self, position: usize) -> &str {
        self.vertices[position].resource_type.as_str()
    }

    fn name(&self, position: usize) -> &str {
        self.vertices[position].name.as_str()
    }

    fn note(&self, position: usize) -> String {
        notes::note(&self.vertices[position].inputs)
    }
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
    use unicode_width::UnicodeWidthStr;

    use super::*;
    use lumi_graph::{Object, ResourceName, ResourceType, Urn, Value, Vertex};

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
        ])
        .into();
        style.inputs = object([("content", Value::Unknown)]).into();
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
          Type           Name
        + aws:ec2:Secu…  web\u{202e}sg
        + acme:web:Site  site
        + ├─ acme:web:…  files
        + │  └─ std:fs…  日本           unknown: groups…
        + └─ std:fs:Fi…  style          unknown: content
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
            // The URN omits the chain of parent types, which would grow quadratically.
            let mut next = vertex(None, "std:fs:File", &number.to_string());
            next.parent = graph.vertices.last().map(|vertex| vertex.urn.clone());
            graph.vertices.push(next);
        }
        let text = render(&graph, Style::default());
        assert!(text.contains("(level 1999) └─ std:fs:File"), "{text}");
        assert!(text.len() < 400_000);
    }
}
