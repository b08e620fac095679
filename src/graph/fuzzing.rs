//! Entry points of `make fuzz`.

use super::lumigl::lumigl::Graph;
use super::render::{self, Annotations};
use super::value::value_writer::Secrets;

/// Reads a document. It is rejected, or can be rendered and survives a round trip.
pub fn lumigl(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    for read in [Graph::from_json(text), Graph::from_yaml(text)] {
        match read {
            Ok(graph) => check(&graph),
            Err(error) => drop(error.to_string()),
        }
    }
}

fn check(graph: &Graph) {
    let mut text = Vec::new();
    render::json(graph, Secrets::Shown, &mut text).expect("BUG: a graph is written");
    let text = String::from_utf8(text).expect("BUG: JSON is text");
    let again = Graph::from_json(&text).expect("BUG: what was written is read");
    let mut rewritten = Vec::new();
    render::json(&again, Secrets::Shown, &mut rewritten).expect("BUG: a graph is written");
    assert_eq!(text.as_bytes(), rewritten);
    render::dot(graph, Vec::new()).expect("BUG: a graph is drawn");
    render::mermaid(graph, Vec::new()).expect("BUG: a graph is drawn");
    render::svg(graph, &Annotations::default(), Vec::new()).expect("BUG: a graph is drawn");
    render::html(graph, &Annotations::default(), Vec::new()).expect("BUG: a graph is drawn");
}

#[cfg(test)]
mod tests {
    #[test]
    fn saved_documents_pass() {
        crate::saved_inputs::replay("lumigl", super::lumigl);
    }
}
