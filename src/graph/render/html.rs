//! The graph as a web page: a picture that can be panned, searched and folded.

use std::fmt;
use std::io::{BufWriter, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::super::lumigl::lumigl::Graph;
use super::RenderError;
use super::annotations::{Alteration, Annotations};
use super::markup::Markup;
use super::svg::{colors, title, write_svg};

const STYLE: &str = include_str!("html.css");
/// Progressive enhancement: the page shows the picture without it.
const SCRIPT: &str = include_str!("html.js");

/// Writes a self-contained page: its content security policy allows only its own script and no
/// network access. The picture is that of [`svg`](super::svg()).
pub fn html(graph: &Graph, annotations: &Annotations, out: impl Write) -> Result<(), RenderError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let name = title(graph);
    let name = Markup(&name);
    let script = STANDARD.encode(Sha256::digest(SCRIPT));
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
         'unsafe-inline'; script-src 'sha256-{script}'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{name}</h1>\n<p>{}</p>\n\
         <input type=\"search\" placeholder=\"Search ( / )\" aria-label=\"Search\">\n\
         <span><button id=\"in\" title=\"Zoom in ( + )\">+</button> \
         <button id=\"out\" title=\"Zoom out ( - )\">&#8722;</button> \
         <button id=\"fit\" title=\"Show everything ( 0 )\">Fit</button> \
         <button id=\"fold\" title=\"A click on a frame folds that one\">Fold all</button></span>\n\
         <div class=\"keys\">",
        Markup(
            &annotations
                .summary
                .clone()
                .unwrap_or_else(|| summary(graph))
        )
    )?;
    write_alterations(annotations, &mut out)?;
    for (package, color) in colors(graph) {
        write!(
            out,
            "<span class=\"c{color}\"><i></i>{}</span>",
            Markup(package)
        )?;
    }
    write!(
        out,
        "<span>? unknown</span><span>S secret</span><span>P protected</span>\
         <span title=\"An arrow points to what a resource depends on\">&#8594; uses an output</span>\
         <span>&#8674; dependsOn</span><span>&#8943; provider</span></div>\n</header>\n<main>\n"
    )?;
    write_svg(graph, annotations, &mut out)?;
    writeln!(
        out,
        "<aside>{}</aside>\n</main>\n<script>{SCRIPT}</script>\n</body>\n</html>",
        Lines(&annotations.notes)
    )?;
    out.flush()?;
    Ok(())
}

/// The keys of what happens to resources, with counts: `+ 2 added`.
fn write_alterations(annotations: &Annotations, out: &mut impl Write) -> Result<(), RenderError> {
    for it in Alteration::ALL {
        let count = annotations.count(it);
        if count > 0 {
            let (class, letter, meaning) = (it.class(), it.letter(), it.meaning());
            write!(
                out,
                "<span class=\"key {class}\">{letter} {count} {meaning}</span>"
            )?;
        }
    }
    let failures = annotations.failures();
    if failures > 0 {
        write!(
            out,
            "<span class=\"key removed\">! {failures} failed</span>"
        )?;
    }
    Ok(())
}

/// Texts as lines of markup.
struct Lines<'a>(&'a [String]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, line) in self.0.iter().enumerate() {
            let end = if at == 0 { "" } else { "\n" };
            write!(f, "{end}{}", Markup(line))?;
        }
        Ok(())
    }
}

/// `Plan with 4 resources; not everything is known yet`
fn summary(graph: &Graph) -> String {
    let kind = match graph.kind {
        super::super::lumigl::lumigl::GraphKind::Plan => "Plan",
        super::super::lumigl::lumigl::GraphKind::Deployment => "Deployment",
        super::super::lumigl::lumigl::GraphKind::Snapshot => "Snapshot",
    };
    let count = graph.vertices.len();
    let resources = if count == 1 { "resource" } else { "resources" };
    let rest = match graph.complete && !graph.contains_unknown() {
        true => "",
        false => "; not everything is known yet",
    };
    format!("{kind} with {count} {resources}{rest}")
}

#[cfg(test)]
mod tests {
    use super::super::super::lumigl::lumigl::tests::site;
    use super::super::super::resource_name::ResourceName;
    use super::super::svg::tests::tree;
    use super::*;

    fn text(graph: &Graph) -> String {
        let mut out = Vec::new();
        html(graph, &Annotations::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_page_holds_the_picture_and_loads_nothing() {
        let mut graph = site();
        graph.stack = "<dev>".to_owned();
        let text = text(&graph);
        assert!(!text.contains("hunter2") && !text.contains("web/<dev>"));
        assert!(!text.contains("href") && !text.contains("src="));
        assert!(text.contains("<h1>web/&lt;dev&gt;</h1>"), "{text}");
        assert!(text.contains("<p>Plan with 4 resources; not everything is known yet</p>"));
        let (_, picture) = text.split_once("<svg").unwrap();
        assert!(picture.contains("</svg>\n<aside>"));
        for package in ["acme", "std"] {
            assert!(
                text.contains(&format!("<i></i>{package}</span>")),
                "{package}"
            );
        }
    }

    #[test]
    fn only_the_own_script_runs() {
        let mut graph = tree(2);
        graph.vertices[0].name = ResourceName::parse("</title><script>alert(1)</script>").unwrap();
        let text = text(&graph);
        assert_eq!(text.matches("<script").count(), 1);
        let digest = STANDARD.encode(Sha256::digest(SCRIPT));
        assert!(text.contains(&format!("script-src 'sha256-{digest}'")));
        // The script must not contain a closing tag.
        assert!(!SCRIPT.contains("</"));
    }

    #[test]
    fn one_resource_is_singular() {
        assert!(text(&tree(1)).contains("<p>Plan with 1 resource;"));
    }
}
