//! The graph as a page with its picture.

use std::io::{BufWriter, Write};

use super::super::lumigl::Graph;
use super::RenderError;
use super::markup::Markup;
use super::svg::{title, write_svg};

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{margin:0;font-family:system-ui,sans-serif}\
header{padding:12px 20px}h1{margin:0;font-size:18px}p{margin:4px 0 0;font-size:13px}\
main{overflow:auto}";

/// Writes a page that needs nothing else: no scripts, and nothing is loaded. The picture is that of
/// [`svg`](super::svg()).
pub fn html(graph: &Graph, out: impl Write) -> Result<(), RenderError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let name = title(graph);
    let name = Markup(&name);
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
         'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{name}</h1>\n<p>{}</p>\n\
         <p>An arrow points to what a resource depends on: a solid one says that it uses an output, \
         a dashed one <code>dependsOn</code>, a dotted one its provider. A dashed box is a \
         component, a dotted line leads to it from what belongs to it.</p>\n</header>\n<main>\n",
        Markup(&summary(graph))
    )?;
    write_svg(graph, &mut out)?;
    writeln!(out, "</main>\n</body>\n</html>")?;
    out.flush()?;
    Ok(())
}

/// `Plan with 4 resources; not everything is known yet`
fn summary(graph: &Graph) -> String {
    let kind = match graph.kind {
        super::super::lumigl::GraphKind::Plan => "Plan",
        super::super::lumigl::GraphKind::Deployment => "Deployment",
        super::super::lumigl::GraphKind::Snapshot => "Snapshot",
    };
    let count = graph.vertices.len();
    let resources = if count == 1 { "resource" } else { "resources" };
    let rest = match graph.complete {
        true => "",
        false => "; not everything is known yet",
    };
    format!("{kind} with {count} {resources}{rest}")
}

#[cfg(test)]
mod tests {
    use super::super::super::lumigl::tests::site;
    use super::super::svg::tests::tree;
    use super::*;

    fn text(graph: &Graph) -> String {
        let mut out = Vec::new();
        html(graph, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_page_holds_the_picture_and_loads_nothing() {
        let mut graph = site();
        graph.stack = "<dev>".to_owned();
        let text = text(&graph);
        assert!(!text.contains("hunter2") && !text.contains("<script"));
        assert!(!text.contains("href") && !text.contains("src="));
        let (head, picture) = text.split_once("<svg").unwrap();
        assert!(picture.ends_with("</svg>\n</main>\n</body>\n</html>\n"));
        insta::assert_snapshot!(head.replace(STYLE, "…"), @r#"
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width">
        <title>web/&lt;dev&gt;</title>
        <style>…</style>
        </head>
        <body>
        <header>
        <h1>web/&lt;dev&gt;</h1>
        <p>Plan with 4 resources; not everything is known yet</p>
        <p>An arrow points to what a resource depends on: a solid one says that it uses an output, a dashed one <code>dependsOn</code>, a dotted one its provider. A dashed box is a component, a dotted line leads to it from what belongs to it.</p>
        </header>
        <main>
        "#);
    }

    #[test]
    fn one_is_one() {
        assert!(text(&tree(1)).contains("<p>Plan with 1 resource;"));
    }
}
