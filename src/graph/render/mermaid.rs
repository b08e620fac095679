//! The graph as a Mermaid flowchart, which many wikis and forges render.

use std::fmt::{self, Display};
use std::io::{BufWriter, Write};

use rustc_hash::FxHashMap;

use super::super::edge::{Edge, EdgeKind};
use super::super::lumigl::lumigl::Graph;
use super::super::text::escaped_text::{is_hidden, write_escaped};
use super::super::urn::Urn;
use super::super::vertex::Vertex;
use super::RenderError;
use super::nesting::{Nesting, is_component, nesting};

/// Writes the graph as a flowchart.
///
/// A component with children is a frame around them that edges can point to. Edges run from
/// dependent to dependency. Property values are not drawn, so no secrets are shown.
pub fn mermaid(graph: &Graph, out: impl Write) -> Result<(), RenderError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    writeln!(out, "flowchart LR")?;
    let mut depth = 1;
    for step in nesting(graph) {
        match step {
            Nesting::Open(at) => {
                let label = label(&graph.vertices[at]);
                writeln!(out, "{:1$}subgraph v{at}[\"{label}\"]", "", depth * 2)?;
                depth += 1;
            }
            Nesting::Vertex(at) => {
                let vertex = &graph.vertices[at];
                let (open, close) = match is_component(vertex) {
                    true => ("[[", "]]"),
                    false => ("[", "]"),
                };
                let label = label(vertex);
                writeln!(out, "{:1$}v{at}{open}\"{label}\"{close}", "", depth * 2)?;
            }
            Nesting::Close => {
                depth -= 1;
                writeln!(out, "{:1$}end", "", depth * 2)?;
            }
        }
    }
    let positions = graph.positions();
    for edge in graph.sorted_edges() {
        write_edge(graph, &positions, edge, &mut out)?;
    }
    out.flush()?;
    Ok(())
}

fn write_edge(
    graph: &Graph,
    positions: &FxHashMap<&Urn, usize>,
    edge: &Edge,
    out: &mut impl Write,
) -> Result<(), RenderError> {
    let (Some(&from), Some(&to)) = (positions.get(&edge.from), positions.get(&edge.to)) else {
        return Ok(());
    };
    // A node inside a frame cannot point to the frame, and need not.
    if is_component(&graph.vertices[to]) && is_inside(graph, positions, from, to) {
        return Ok(());
    }
    let arrow = match (edge.kind, &edge.property) {
        (EdgeKind::Property, Some(property)) => format!("-- \"{}\" -->", Label(property)),
        (EdgeKind::Property, None) => "-->".to_owned(),
        (EdgeKind::Explicit, _) => "-. \"dependsOn\" .->".to_owned(),
        (EdgeKind::Parent, _) => "-.-".to_owned(),
        (EdgeKind::Provider, _) => "-. \"provider\" .->".to_owned(),
    };
    writeln!(out, "  v{from} {arrow} v{to}")?;
    Ok(())
}

/// Whether `outer` is an ancestor of `inner`; a chain is at most as long as there are vertices.
fn is_inside(
    graph: &Graph,
    positions: &FxHashMap<&Urn, usize>,
    inner: usize,
    outer: usize,
) -> bool {
    let parent = |&at: &usize| {
        let parent = graph.vertices[at].parent.as_ref()?;
        positions.get(parent).copied()
    };
    std::iter::successors(parent(&inner), parent)
        .take(graph.vertices.len())
        .any(|it| it == outer)
}

fn label(vertex: &Vertex) -> String {
    let resource_type = Label(vertex.resource_type.as_str());
    format!("{}<br/>{resource_type}", Label(vertex.name.as_str()))
}

/// The text between quotes, in which entities, HTML and Markdown have a meaning.
struct Label<'a>(&'a str);

impl Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '"' | '#' | '<' | '>' | '&' | '`' | '\\' => {
                    write!(f, "#{};", u32::from(character))?;
                }
                _ if is_hidden(character) => write_escaped(f, character)?,
                _ => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::lumigl::lumigl::tests::{edge, site, vertex};
    use super::*;

    fn text(graph: &Graph) -> String {
        let mut out = Vec::new();
        mermaid(graph, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn draws_components_as_frames() {
        let mut graph = site();
        let [site, index, style, record] = graph.vertices.as_slice() else {
            unreachable!()
        };
        let more = [
            edge(style, index, EdgeKind::Parent),
            edge(record, style, EdgeKind::Provider),
            edge(index, site, EdgeKind::Explicit),
        ];
        graph.edges.extend(more);
        graph.vertices.push(vertex(None, "acme:web:Site", "empty"));
        insta::assert_snapshot!(text(&graph), @r#"
        flowchart LR
          subgraph v0["site<br/>acme:web:Site"]
            v1["index<br/>std:fs:File"]
            v2["style<br/>std:fs:File"]
          end
          v3["www #34;1#34;<br/>std:dns:Record"]
          v4[["empty<br/>acme:web:Site"]]
          v2 -.- v1
          v3 -- "targets[0]" --> v1
          v3 -. "provider" .-> v2
          v3 -. "dependsOn" .-> v0
        "#);
    }

    #[test]
    fn a_name_cannot_end_its_own_quotes() {
        let mut graph = site();
        let name = "a\"]; end <b>`#quot;\\\u{202e}";
        graph.vertices = vec![vertex(None, "std:fs:File", name)];
        graph.edges.clear();
        let line = text(&graph).lines().nth(1).unwrap().to_owned();
        assert_eq!(
            line,
            r#"  v0["a#34;]; end #60;b#62;#96;#35;quot;#92;\u{202e}<br/>std:fs:File"]"#
        );
    }
}
