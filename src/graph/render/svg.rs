//! The graph as a picture: boxes for resources, frames around children, arrows to dependencies.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufWriter, Write};

use super::super::edge::{Edge, EdgeKind};
use super::super::lumigl::lumigl::Graph;
use super::super::value::value::Value;
use super::super::vertex::Vertex;
use super::RenderError;
use super::annotations::{Annotation, Annotations};
use super::edge_bundle::Point;
use super::label::{short_type, shortened};
use super::markup::Markup;
use super::nesting::is_component;
use super::picture::{HEIGHT, Line, Picture, WIDTH, picture};

/// Colours for light and dark mode, chosen by the reader's system. Written out, as some SVG viewers
/// do not support variables.
const STYLE: &str = include_str!("svg.css");
/// The number of colours; further packages share them.
pub const COLORS: usize = 10;
/// The columns of text in a box.
const NAME: usize = 26;
const TYPE: usize = 31;
/// The distance between marks.
const MARK: f64 = 17.0;

/// Writes the graph as self-contained SVG, without scripts, fonts or links.
///
/// Edges run from dependent to dependency, on the right of it; children are in the frame of their
/// parent. Only names, types and marks are drawn; property values are not, so no secrets are shown.
pub fn svg(graph: &Graph, annotations: &Annotations, out: impl Write) -> Result<(), RenderError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    write_svg(graph, annotations, &mut out)?;
    out.flush()?;
    Ok(())
}

pub fn write_svg(
    graph: &Graph,
    annotations: &Annotations,
    out: &mut impl Write,
) -> Result<(), RenderError> {
    let picture = picture(graph);
    let colors = colors(graph);
    let (width, height) = picture.size;
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width:.0}\" \
         height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n<title>{}</title>\n",
        Markup(&title(graph))
    )?;
    writeln!(out, "<style>{STYLE}</style>")?;
    writeln!(
        out,
        "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>"
    )?;
    writeln!(
        out,
        "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n<g id=\"all\">"
    )?;
    // Outer frames are painted below inner ones, and edges between the frames and the boxes.
    let mut frames: Vec<usize> = (0..picture.boxes.len()).collect();
    frames.retain(|it| picture.boxes[*it].is_frame);
    frames.sort_by_key(|it| picture.boxes[*it].depth);
    let drawing = Drawing {
        graph,
        annotations,
        colors,
        picture: &picture,
    };
    for at in frames {
        drawing.write_vertex(at, out)?;
    }
    for line in &picture.edges {
        drawing.write_line(line, out)?;
    }
    for (at, area) in picture.boxes.iter().enumerate() {
        if !area.is_frame {
            drawing.write_vertex(at, out)?;
        }
    }
    writeln!(out, "</g>\n</svg>")?;
    Ok(())
}

/// `web/dev`
pub fn title(graph: &Graph) -> String {
    format!("{}/{}", graph.project, graph.stack)
}

/// The colour number of each package.
pub fn colors(graph: &Graph) -> BTreeMap<&str, usize> {
    let packages = graph.vertices.iter().map(|it| it.resource_type.package());
    let mut colors: BTreeMap<&str, usize> = packages.map(|it| (it, 0)).collect();
    for (at, color) in colors.values_mut().enumerate() {
        *color = at % COLORS;
    }
    colors
}

struct Drawing<'a> {
    graph: &'a Graph,
    annotations: &'a Annotations,
    colors: BTreeMap<&'a str, usize>,
    picture: &'a Picture<'a>,
}

impl Drawing<'_> {
    fn write_vertex(&self, at: usize, out: &mut impl Write) -> Result<(), RenderError> {
        let vertex = &self.graph.vertices[at];
        let area = &self.picture.boxes[at];
        let ((x, y), (width, height)) = (area.place, area.size);
        let kind = match (area.is_frame, is_component(vertex)) {
            (true, true) => "frame component",
            (true, false) => "frame resource",
            (false, true) => "box component",
            (false, false) => "box resource",
        };
        let color = self.colors[vertex.resource_type.package()];
        let annotation = self.annotations.of(&vertex.urn);
        write!(
            out,
            "<g class=\"{kind} c{color}{}\" data-i=\"{at}\"{} transform=\"translate({x:.0} {y:.0})\">\
             <title>{}</title><rect width=\"{width:.0}\" height=\"{height:.0}\" rx=\"7\"/>",
            self.state(annotation),
            frame_attribute(area.frame),
            tooltip(vertex, annotation),
        )?;
        match area.is_frame {
            true => write!(
                out,
                "<path class=\"bar\" d=\"M0 {HEIGHT:.0}V7a7 7 0 0 1 7-7H{:.0}a7 7 0 0 1 7 7V{HEIGHT:.0}z\"/>",
                width - 7.0
            )?,
            false => write!(
                out,
                "<path class=\"bar\" d=\"M6 0H7a7 7 0 0 0-7 7V{:.0}a7 7 0 0 0 7 7H6z\"/>",
                height - 7.0
            )?,
        }
        let marks = marks(vertex, annotation);
        // A mark is as wide as two letters.
        let columns = NAME - 2 * marks.len();
        write!(
            out,
            "<text x=\"16\" y=\"20\">{}</text><text class=\"type\" x=\"16\" y=\"36\">{}</text>",
            Markup(&shortened(vertex.name.as_str(), columns)),
            Markup(&shortened(&short_type(&vertex.resource_type), TYPE)),
        )?;
        let mut right = WIDTH.min(width) - 14.0;
        for (class, letter, meaning) in marks {
            write!(
                out,
                "<g class=\"mark {class}\" transform=\"translate({right:.0} 15)\"><title>{meaning}</title>\
                 <circle r=\"7\"/><text y=\"3.5\">{letter}</text></g>"
            )?;
            right -= MARK;
        }
        writeln!(out, "</g>")?;
        Ok(())
    }

    /// The classes for what happens to a resource.
    fn state(&self, annotation: Option<&Annotation>) -> String {
        let mut classes = String::new();
        let alteration = annotation.and_then(|it| it.alteration);
        let has_failed = annotation.is_some_and(|it| it.has_failed);
        if let Some(alteration) = alteration {
            classes = format!(" altered {}", alteration.class());
        } else if self.annotations.is_about_alterations && !has_failed {
            classes = " pale".to_owned();
        }
        if has_failed {
            classes += " failed";
        }
        classes
    }

    fn write_line(&self, line: &Line<'_>, out: &mut impl Write) -> Result<(), RenderError> {
        let Some(first) = line.edges.iter().min_by_key(|it| it.kind) else {
            return Ok(());
        };
        let class = match first.kind {
            EdgeKind::Property => "property",
            EdgeKind::Explicit => "explicit",
            EdgeKind::Parent => "parent",
            EdgeKind::Provider => "provider",
        };
        let (from, to) = (line.from, line.to);
        let ends = (first.from.clone(), first.to.clone());
        let state = match self.annotations.edges.get(&ends) {
            Some(alteration) => format!(" altered {}", alteration.class()),
            None if self.annotations.is_about_alterations => " pale".to_owned(),
            None => String::new(),
        };
        write!(
            out,
            "<g class=\"edge {class}{state}\" data-from=\"{from}\" data-to=\"{to}\"><title>{}</title>",
            Markup(&tooltip_text(self.graph, &line.edges))
        )?;
        let last = line.parts.len() - 1;
        for (at, (frame, points)) in line.parts.iter().enumerate() {
            let head = match at == last {
                true => " marker-end=\"url(#arrow)\"",
                false => "",
            };
            write!(
                out,
                "<path{} d=\"{}\"{head}/>",
                frame_attribute(*frame),
                line_path(points)
            )?;
        }
        writeln!(out, "</g>")?;
        Ok(())
    }
}

fn frame_attribute(frame: Option<usize>) -> String {
    frame.map_or_else(String::new, |it| format!(" data-frame=\"{it}\""))
}

/// A line, straight where the height is constant, and curved where it changes.
fn line_path(points: &[Point]) -> String {
    let rounded = points.iter().map(|it| (it.0.round(), it.1.round()));
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for point in rounded {
        let is_between = kept.len() > 1 && {
            let (one, other) = (kept[kept.len() - 2].1, kept[kept.len() - 1].1);
            one == other && other == point.1
        };
        if is_between {
            kept.pop();
        }
        kept.push(point);
    }
    let mut way = String::new();
    let Some(((mut x, mut y), rest)) = kept.split_first().map(|(first, rest)| (*first, rest))
    else {
        return way;
    };
    // Writing to a string cannot fail.
    let _ = write!(way, "M{x} {y}");
    for &(to_x, to_y) in rest {
        let _ = if y == to_y {
            write!(way, "H{to_x}")
        } else if x == to_x {
            write!(way, "V{to_y}")
        } else {
            let middle = ((x + to_x) / 2.0).round();
            write!(way, "C{middle} {y} {middle} {to_y} {to_x} {to_y}")
        };
        (x, y) = (to_x, to_y);
    }
    way
}

/// The marks of a vertex: class, letter and meaning.
pub fn marks(
    vertex: &Vertex,
    annotation: Option<&Annotation>,
) -> Vec<(&'static str, char, &'static str)> {
    let mut marks = Vec::new();
    if annotation.is_some_and(|it| it.has_failed) {
        marks.push(("failure", '!', "it failed"));
    }
    if let Some(it) = annotation.and_then(|it| it.alteration) {
        marks.push((it.class(), it.letter(), it.meaning()));
    }
    let objects = [&*vertex.inputs, &*vertex.outputs];
    let has = |is: fn(&Value) -> bool| objects.iter().any(|it| it.values().any(is));
    if vertex.options.is_protected() {
        marks.push(("protected", 'P', "protected: it is not deleted"));
    }
    if has(Value::contains_secret) {
        marks.push(("secret", 'S', "it has secret properties"));
    }
    if vertex.contains_unknown() {
        marks.push((
            "unknown",
            '?',
            "not everything is known before the deployment",
        ));
    }
    marks
}

/// The details of a resource without its values, as lines of markup.
fn tooltip(vertex: &Vertex, annotation: Option<&Annotation>) -> String {
    let mut lines = vec![
        format!("{} {}", vertex.resource_type, vertex.name),
        vertex.urn.as_str().to_owned(),
    ];
    lines.extend(vertex.source.as_ref().map(ToString::to_string));
    let names = |is: &dyn Fn(&Value) -> bool| {
        let inputs = vertex.inputs.iter().filter(|(_, value)| is(value));
        let names: Vec<&str> = inputs.map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    };
    let lists = [
        ("inputs", names(&|_| true)),
        ("unknown", names(&Value::contains_unknown)),
        ("secret", names(&Value::contains_secret)),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    lines.extend(lists.map(|(what, names)| format!("{what}: {names}")));
    if let Some(annotation) = annotation {
        let state = annotation.alteration.map(|it| it.meaning().to_owned());
        lines.extend(state.or_else(|| annotation.has_failed.then(|| "failed".to_owned())));
        lines.extend(annotation.notes.iter().cloned());
    }
    let lines: Vec<String> = lines.iter().map(|it| Markup(it).to_string()).collect();
    lines.join("\n")
}

/// `check needs page: triggers[0], create`
fn tooltip_text(graph: &Graph, edges: &[&Edge]) -> String {
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

#[cfg(test)]
pub(super) mod tests {
    use super::super::super::lumigl::lumigl::tests::{edge, site, vertex};
    use super::*;

    fn text(graph: &Graph) -> String {
        let mut out = Vec::new();
        svg(graph, &Annotations::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// `count` resources, each of which depends on an earlier one.
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
        <svg xmlns="http://www.w3.org/2000/svg" role="img" width="676" height="242" viewBox="0 0 676 242">
        <title>web/dev</title>
        <style>…</style>
        <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
        <rect class="paper" width="100%" height="100%"/>
        <g id="all">
        <g class="frame component c0" data-i="0" transform="translate(320 24)"><title>acme:web:Site site
        urn:lumi:dev::web::index::acme:web:Site::site</title><rect width="332" height="194" rx="7"/><path class="bar" d="M0 46V7a7 7 0 0 1 7-7H325a7 7 0 0 1 7 7V46z"/><text x="16" y="20">site</text><text class="type" x="16" y="36">acme:web:Site</text></g>
        <g class="edge explicit" data-from="3" data-to="0"><title>www &quot;1&quot; → site: dependsOn</title><path d="M256 77C288 77 288 47 320 47" marker-end="url(#arrow)"/></g>
        <g class="edge property" data-from="3" data-to="1"><title>www &quot;1&quot; → index: targets[0]</title><path d="M256 77C288 77 288 107 320 107"/><path data-frame="0" d="M320 107H402" marker-end="url(#arrow)"/></g>
        <g class="box resource c1" data-i="1" data-frame="0" transform="translate(402 84)"><title>std:fs:File index
        urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index
        inputs: path, mode</title><rect width="232" height="46" rx="7"/><path class="bar" d="M6 0H7a7 7 0 0 0-7 7V39a7 7 0 0 0 7 7H6z"/><text x="16" y="20">index</text><text class="type" x="16" y="36">std:fs:File</text><g class="mark unknown" transform="translate(218 15)"><title>not everything is known before the deployment</title><circle r="7"/><text y="3.5">?</text></g></g>
        <g class="box resource c1" data-i="2" data-frame="0" transform="translate(338 154)"><title>std:fs:File style
        urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style</title><rect width="232" height="46" rx="7"/><path class="bar" d="M6 0H7a7 7 0 0 0-7 7V39a7 7 0 0 0 7 7H6z"/><text x="16" y="20">style</text><text class="type" x="16" y="36">std:fs:File</text><g class="mark unknown" transform="translate(218 15)"><title>not everything is known before the deployment</title><circle r="7"/><text y="3.5">?</text></g></g>
        <g class="box resource c1" data-i="3" transform="translate(24 54)"><title>std:dns:Record www &quot;1&quot;
        urn:lumi:dev::web::index::std:dns:Record::www &quot;1&quot;
        index.ts:3:11
        inputs: host, targets, token
        unknown: targets
        secret: token</title><rect width="232" height="46" rx="7"/><path class="bar" d="M6 0H7a7 7 0 0 0-7 7V39a7 7 0 0 0 7 7H6z"/><text x="16" y="20">www &quot;1&quot;</text><text class="type" x="16" y="36">std:dns:Record</text><g class="mark protected" transform="translate(218 15)"><title>protected: it is not deleted</title><circle r="7"/><text y="3.5">P</text></g><g class="mark secret" transform="translate(201 15)"><title>it has secret properties</title><circle r="7"/><text y="3.5">S</text></g><g class="mark unknown" transform="translate(184 15)"><title>not everything is known before the deployment</title><circle r="7"/><text y="3.5">?</text></g></g>
        </g>
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
            assert_eq!(first.matches("class=\"box ").count(), count);
            let arrows = first.matches("marker-end").count();
            assert_eq!(arrows, count.saturating_sub(1));
        }
    }
}
