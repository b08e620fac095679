//! The graph as a picture: boxes for resources, arrows to what they depend on.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};

use super::super::edge::{Edge, EdgeKind};
use super::super::lumigl::Graph;
use super::super::vertex::Vertex;
use super::RenderError;
use super::layout::{HEIGHT, Layout, WIDTH, layout};
use super::markup::Markup;
use super::nesting::is_component;

/// In colours for light paper, and for dark screens where the reader's system says so. Everything
/// is written out, as not every reader of SVG knows variables.
const STYLE: &str = "\
text{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px;fill:#1f2328}\
.type{font-size:11px;fill:#656d76}\
rect{fill:#f6f8fa;stroke:#8c959f}\
.component rect{stroke-dasharray:6 3}\
path{fill:none;stroke:#8c959f}\
.explicit{stroke-dasharray:6 3}\
.parent,.provider{stroke-dasharray:1 4}\
.provider{stroke:#0969da}\
marker path{fill:#8c959f}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.type{fill:#9198a1}\
rect{fill:#161b22;stroke:#6e7681}path{stroke:#6e7681}.provider{stroke:#4493f8}\
marker path{fill:#6e7681}}";

/// Writes the graph as SVG, which stands alone: no scripts, fonts or links.
///
/// Edges run from dependent to dependency, which stands to the right of it; components have a
/// dashed frame, and a dotted line from each child. Names and types are all that is shown of a
/// resource; property values are not part of the drawing, so neither are secrets.
pub fn svg(graph: &Graph, out: impl Write) -> Result<(), RenderError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    write_svg(graph, &mut out)?;
    out.flush()?;
    Ok(())
}

pub(super) fn write_svg(graph: &Graph, out: &mut impl Write) -> Result<(), RenderError> {
    let arrows = arrows(graph);
    let pairs: Vec<(usize, usize)> = arrows.keys().copied().collect();
    let layout = layout(graph.vertices.len(), &pairs);
    let Layout { width, height, .. } = layout;
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n",
        Markup(&title(graph))
    )?;
    writeln!(out, "<style>{STYLE}</style>")?;
    writeln!(
        out,
        "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" \
         markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>"
    )?;
    // Below the boxes.
    for (&(from, to), edges) in &arrows {
        write_arrow(graph, (layout.places[from], layout.places[to]), edges, out)?;
    }
    for (vertex, &place) in graph.vertices.iter().zip(&layout.places) {
        write_box(vertex, place, out)?;
    }
    writeln!(out, "</svg>")?;
    Ok(())
}

/// `web/dev`
pub(super) fn title(graph: &Graph) -> String {
    format!("{}/{}", graph.project, graph.stack)
}

/// All edges between two vertices are one arrow.
fn arrows(graph: &Graph) -> BTreeMap<(usize, usize), Vec<&Edge>> {
    let positions = graph.positions();
    let mut arrows: BTreeMap<(usize, usize), Vec<&Edge>> = BTreeMap::new();
    for edge in graph.sorted_edges() {
        let ends = (positions.get(&edge.from), positions.get(&edge.to));
        if let (Some(&from), Some(&to)) = ends
            && from != to
        {
            arrows.entry((from, to)).or_default().push(edge);
        }
    }
    arrows
}

fn write_arrow(
    graph: &Graph,
    ((from_x, from_y), (to_x, to_y)): ((u32, u32), (u32, u32)),
    edges: &[&Edge],
    out: &mut impl Write,
) -> Result<(), RenderError> {
    let Some(first) = edges.iter().min_by_key(|it| it.kind) else {
        return Ok(());
    };
    let class = match first.kind {
        EdgeKind::Property => "property",
        EdgeKind::Explicit => "explicit",
        EdgeKind::Parent => "parent",
        EdgeKind::Provider => "provider",
    };
    let head = match first.kind {
        EdgeKind::Parent => "",
        _ => " marker-end=\"url(#arrow)\"",
    };
    let (x, y) = (from_x + WIDTH, from_y + HEIGHT / 2);
    let (end_x, end_y) = (to_x, to_y + HEIGHT / 2);
    let bend = end_x.saturating_sub(x) / 2;
    let (bend_x, bend_end_x) = (x + bend, end_x - bend.min(end_x));
    writeln!(
        out,
        "<path class=\"{class}\" d=\"M{x} {y}C{bend_x} {y} {bend_end_x} {end_y} {end_x} \
         {end_y}\"{head}><title>{}</title></path>",
        Markup(&story(graph, edges))
    )?;
    Ok(())
}

/// `check needs page: triggers[0], create`
fn story(graph: &Graph, edges: &[&Edge]) -> String {
    let why = edges.iter().map(|it| match (it.kind, &it.property) {
        (EdgeKind::Property, Some(property)) => property.as_str(),
        (EdgeKind::Property, None) => "property",
        (EdgeKind::Explicit, _) => "dependsOn",
        (EdgeKind::Parent, _) => "parent",
        (EdgeKind::Provider, _) => "provider",
    });
    let why: Vec<&str> = why.collect();
    let Some(edge) = edges.first() else {
        return graph.project.clone();
    };
    format!(
        "{} → {}: {}",
        edge.from.name(),
        edge.to.name(),
        why.join(", ")
    )
}

/// A drawing of its own, so that a name that is too long ends at the frame.
fn write_box(vertex: &Vertex, (x, y): (u32, u32), out: &mut impl Write) -> Result<(), RenderError> {
    let class = match is_component(vertex) {
        true => "component",
        false => "resource",
    };
    let (frame_width, frame_height) = (WIDTH - 1, HEIGHT - 1);
    writeln!(
        out,
        "<svg class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\
         <title>{}</title>\
         <rect x=\".5\" y=\".5\" width=\"{frame_width}\" height=\"{frame_height}\" rx=\"6\"/>\
         <text x=\"10\" y=\"19\">{}</text><text class=\"type\" x=\"10\" y=\"35\">{}</text></svg>",
        Markup(vertex.urn.as_str()),
        Markup(vertex.name.as_str()),
        Markup(vertex.resource_type.as_str())
    )?;
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::super::lumigl::tests::{edge, site, vertex};
    use super::*;

    fn text(graph: &Graph) -> String {
        let mut out = Vec::new();
        svg(graph, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// `count` resources, each of which needs one that stands before it.
    pub(in crate::render) fn tree(count: usize) -> Graph {
        let mut graph = site();
        graph.edges.clear();
        graph.vertices = (0..count)
            .map(|it| vertex(None, "std:fs:File", &format!("file-{it}")))
            .collect();
        for it in 1..count {
            let (from, to) = (&graph.vertices[it], &graph.vertices[it / 7]);
            let made = edge(from, to, EdgeKind::Property);
            graph.edges.push(made);
        }
        graph.finish();
        graph
    }

    #[test]
    fn draws_boxes_and_arrows() {
        let graph = site();
        assert!(!text(&graph).contains("hunter2"));
        let style = format!("<style>{STYLE}</style>");
        insta::assert_snapshot!(text(&graph).replace(&style, "<style>…</style>"), @r##"
        <svg xmlns="http://www.w3.org/2000/svg" role="img" width="880" height="142" viewBox="0 0 880 142">
        <title>web/dev</title>
        <style>…</style>
        <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
        <path class="parent" d="M550 42C595 42 595 71 640 71"><title>index → site: parent</title></path>
        <path class="parent" d="M550 100C595 100 595 71 640 71"><title>style → site: parent</title></path>
        <path class="explicit" d="M240 71C440 71 440 71 640 71" marker-end="url(#arrow)"><title>www &quot;1&quot; → site: dependsOn</title></path>
        <path class="property" d="M240 71C285 71 285 42 330 42" marker-end="url(#arrow)"><title>www &quot;1&quot; → index: targets[0]</title></path>
        <svg class="component" x="640" y="49" width="220" height="44"><title>urn:lumi:dev::web::index::acme:web:Site::site</title><rect x=".5" y=".5" width="219" height="43" rx="6"/><text x="10" y="19">site</text><text class="type" x="10" y="35">acme:web:Site</text></svg>
        <svg class="resource" x="330" y="20" width="220" height="44"><title>urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index</title><rect x=".5" y=".5" width="219" height="43" rx="6"/><text x="10" y="19">index</text><text class="type" x="10" y="35">std:fs:File</text></svg>
        <svg class="resource" x="330" y="78" width="220" height="44"><title>urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style</title><rect x=".5" y=".5" width="219" height="43" rx="6"/><text x="10" y="19">style</text><text class="type" x="10" y="35">std:fs:File</text></svg>
        <svg class="resource" x="20" y="49" width="220" height="44"><title>urn:lumi:dev::web::index::std:dns:Record::www &quot;1&quot;</title><rect x=".5" y=".5" width="219" height="43" rx="6"/><text x="10" y="19">www &quot;1&quot;</text><text class="type" x="10" y="35">std:dns:Record</text></svg>
        </svg>
        "##);
    }

    #[test]
    fn names_are_text() {
        let mut graph = tree(1);
        graph.project = "</title><script>alert(1)</script>".to_owned();
        graph.vertices = vec![vertex(None, "std:fs:File", "<b onload='x'>&\"")];
        let text = text(&graph);
        assert!(!text.contains("<script") && !text.contains("<b "), "{text}");
        assert!(
            text.contains("&lt;b onload=&#39;x&#39;&gt;&amp;&quot;"),
            "{text}"
        );
    }

    #[test]
    fn any_size_is_drawn_the_same_way_each_time() {
        for count in [0, 1, 40, 2000] {
            let graph = tree(count);
            let first = text(&graph);
            assert_eq!(first, text(&graph));
            assert_eq!(first.matches("<rect").count(), count);
            let arrows = first.matches("marker-end").count();
            assert_eq!(arrows, count.saturating_sub(1));
        }
    }
}
