//! The graph for Graphviz: resources as boxes, components as clusters around their children.

use std::fmt::{self, Display, Write as _};
use std::io::{BufWriter, Write};

use super::super::edge::{Edge, EdgeKind};
use super::super::lumigl::lumigl::Graph;
use super::super::text::escaped_text::{is_hidden, write_escaped};
use super::super::vertex::Vertex;
use super::RenderError;
use super::nesting::{Nesting, is_component, nesting};

/// Writes the graph in the DOT language.
///
/// A component with children is a cluster that holds them, and a node that edges can point
/// to. Edges run from dependent to dependency. Property values are not part of the drawing,
/// so neither are secrets.
pub fn dot(graph: &Graph, out: impl Write) -> Result<(), RenderError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let title = format!("{}/{}", graph.project, graph.stack);
    writeln!(out, "digraph {} {{", Quoted(&title))?;
    writeln!(out, "  rankdir=LR;")?;
    writeln!(
        out,
        "  node [shape=box, style=rounded, fontname=\"sans-serif\"];"
    )?;
    writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10];")?;
    write_vertices(graph, &mut out)?;
    let positions = graph.positions();
    let is_cluster = |urn| {
        positions
            .get(urn)
            .is_some_and(|&at| !graph.vertices[at].custom)
    };
    for edge in graph.sorted_edges() {
        // The cluster already shows which children it contains.
        if edge.kind != EdgeKind::Parent || !is_cluster(&edge.to) {
            write_edge(edge, &mut out)?;
        }
    }
    writeln!(out, "}}")?;
    out.flush()?;
    Ok(())
}

fn write_vertices(graph: &Graph, out: &mut impl Write) -> Result<(), RenderError> {
    let mut depth = 1;
    for step in nesting(graph) {
        match step {
            Nesting::Open(at) => {
                let vertex = &graph.vertices[at];
                writeln!(out, "{:1$}subgraph \"cluster_{at}\" {{", "", depth * 2)?;
                depth += 1;
                let label = label(vertex);
                writeln!(out, "{:1$}label={label}; style=dashed;", "", depth * 2)?;
                write_vertex(vertex, depth, out)?;
            }
            Nesting::Vertex(at) => write_vertex(&graph.vertices[at], depth, out)?,
            Nesting::Close => {
                depth -= 1;
                writeln!(out, "{:1$}}}", "", depth * 2)?;
            }
        }
    }
    Ok(())
}

fn write_vertex(vertex: &Vertex, depth: usize, out: &mut impl Write) -> Result<(), RenderError> {
    let shape = match is_component(vertex) {
        true => ", shape=component, style=solid",
        false => "",
    };
    let (id, label) = (id(vertex), label(vertex));
    writeln!(out, "{:1$}{id} [label={label}{shape}];", "", depth * 2)?;
    Ok(())
}

fn id(vertex: &Vertex) -> Quoted<'_> {
    Quoted(vertex.urn.as_str())
}

fn label(vertex: &Vertex) -> String {
    let (name, resource_type) = (
        Label(vertex.name.as_str()),
        Label(vertex.resource_type.as_str()),
    );
    format!("\"{name}\\n{resource_type}\"")
}

fn write_edge(edge: &Edge, out: &mut impl Write) -> Result<(), RenderError> {
    write!(
        out,
        "  {} -> {}",
        Quoted(edge.from.as_str()),
        Quoted(edge.to.as_str())
    )?;
    match (edge.kind, &edge.property) {
        (EdgeKind::Property, Some(property)) => write!(out, " [label=\"{}\"]", Label(property))?,
        (EdgeKind::Property, None) => {}
        (EdgeKind::Explicit, _) => write!(out, " [style=dashed, label=\"dependsOn\"]")?,
        (EdgeKind::Parent, _) => write!(out, " [style=dotted, color=gray, arrowhead=none]")?,
        (EdgeKind::Provider, _) => {
            write!(out, " [style=dotted, color=blue, label=\"provider\"]")?;
        }
    }
    writeln!(out, ";")?;
    Ok(())
}

/// A quoted name. The only escape in DOT is `\"`, but a backslash before the closing quote would
/// act as one, so all backslashes are doubled.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        write_text(f, self.0, false)?;
        f.write_char('"')
    }
}

/// The text of a label, in which backslashes and HTML entities have a meaning.
struct Label<'a>(&'a str);

impl Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_text(f, self.0, true)
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str, is_label: bool) -> fmt::Result {
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '&' if is_label => f.write_str("&amp;")?,
            // The escape starts with a literal backslash.
            _ if is_hidden(character) => {
                f.write_char('\\')?;
                write_escaped(f, character)?;
            }
            _ => f.write_char(character)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::super::lumigl::lumigl::tests::{edge, site};
    use super::*;

    fn text(graph: &Graph) -> String {
        let mut out = Vec::new();
        dot(graph, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn draws_components_as_clusters() {
        let mut graph = site();
        let [_, index, style, record] = graph.vertices.as_slice() else {
            unreachable!()
        };
        let explicit = [
            edge(style, index, EdgeKind::Parent),
            edge(record, style, EdgeKind::Provider),
        ];
        graph.edges.extend(explicit);
        insta::assert_snapshot!(text(&graph), @r#"
        digraph "web/dev" {
          rankdir=LR;
          node [shape=box, style=rounded, fontname="sans-serif"];
          edge [fontname="sans-serif", fontsize=10];
          subgraph "cluster_0" {
            label="site\nacme:web:Site"; style=dashed;
            "urn:lumi:dev::web::index::acme:web:Site::site" [label="site\nacme:web:Site", shape=component, style=solid];
            "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index" [label="index\nstd:fs:File"];
            "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style" [label="style\nstd:fs:File"];
          }
          "urn:lumi:dev::web::index::std:dns:Record::www \"1\"" [label="www \"1\"\nstd:dns:Record"];
          "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style" -> "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index" [style=dotted, color=gray, arrowhead=none];
          "urn:lumi:dev::web::index::std:dns:Record::www \"1\"" -> "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index" [label="targets[0]"];
          "urn:lumi:dev::web::index::std:dns:Record::www \"1\"" -> "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style" [style=dotted, color=blue, label="provider"];
          "urn:lumi:dev::web::index::std:dns:Record::www \"1\"" -> "urn:lumi:dev::web::index::acme:web:Site::site" [style=dashed, label="dependsOn"];
        }
        "#);
    }

    #[test]
    fn a_stack_cannot_end_its_own_quotes() {
        let mut graph = site();
        graph.stack = "a\\\"; evil [label=\"&lt;\n\\".to_owned();
        let text = text(&graph);
        let title = text.lines().next().unwrap();
        assert_eq!(title, r#"digraph "web/a\\\"; evil [label=\"&lt;\\n\\" {"#);
    }
}
