//! The fixtures of `tests/lumigl`, which other implementations use, too.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::lumigl::Graph;
use crate::graph_error::GraphError;
use crate::render;
use crate::value::value_error::ValueFault;
use crate::value::value_writer::Secrets;

/// The files of a folder below `tests/lumigl`.
fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lumigl");
    let entries = fs::read_dir(root.join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// The rule that an error says is broken.
fn rule(error: &GraphError) -> &'static str {
    match error {
        GraphError::Json(_) | GraphError::Yaml(_) | GraphError::YamlDepth => "LG001",
        GraphError::NoVersion | GraphError::Version { .. } => "LG002",
        GraphError::DuplicateUrn { .. } => "LG003",
        GraphError::Contradiction { .. } => "LG004",
        GraphError::MissingVertex { .. } | GraphError::MissingStart { .. } => "LG005",
        GraphError::Cycle(_) => "LG006",
        GraphError::Value { source, .. } => match source.fault {
            ValueFault::TooDeep => "LG008",
            ValueFault::Encrypted => "LG009",
            ValueFault::NotAnObject { .. } => "LG010",
            _ => "LG007",
        },
    }
}

fn parsed(text: &str, format: &str) -> Result<Graph, GraphError> {
    match format {
        "yaml" => Graph::from_yaml(text),
        _ => Graph::from_json(text),
    }
}

fn written(graph: &Graph, secrets: Secrets<'_>) -> String {
    let mut text = Vec::new();
    render::json(graph, secrets, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn documents_that_break_no_rule_are_accepted() {
    for path in files("accepted") {
        let format = path.extension().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.display();
        if !matches!(format, "json" | "yaml") {
            assert!(parsed(&text, "json").is_ok(), "{name}");
            continue;
        }
        let graph = parsed(&text, format).unwrap_or_else(|error| panic!("{name}: {error}"));
        let canonical = path.with_extension("canonical");
        let masked = path.with_extension("masked");
        let canonical = fs::read_to_string(canonical).unwrap();
        assert_eq!(written(&graph, Secrets::Shown), canonical, "{name}");
        let expected = fs::read_to_string(masked).unwrap_or_else(|_| canonical.clone());
        assert_eq!(written(&graph, Secrets::Masked), expected, "{name}");
        let again = parsed(&canonical, "json").unwrap();
        assert_eq!(again, graph, "{name}");
        assert_eq!(written(&again, Secrets::Shown), canonical, "{name}");
    }
}

/// In a build with debug information, the deepest values need more stack than tests have.
#[test]
fn documents_that_break_a_rule_are_refused() {
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    let thread = thread.spawn(refuse_all).unwrap();
    thread.join().unwrap();
}

fn refuse_all() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lumigl.md");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.lines().filter_map(|it| it.strip_prefix("| LG"));
    let mut open: Vec<String> = rows.map(|it| format!("LG{}", &it[..3])).collect();
    assert_eq!(open.len(), 10);
    for path in files("refused") {
        let fixture: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let text = |of: &Value, name: &str| of[name].as_str().unwrap_or_default().to_owned();
        let repeat = &fixture["repeat"];
        let document = |count: &str| {
            let count = repeat[count].as_u64().unwrap_or_default();
            let count = usize::try_from(count).unwrap();
            let repeated = |name: &str| text(repeat, name).repeat(count);
            let inside = text(repeat, "inside");
            let part = format!("{}{inside}{}", repeated("part"), repeated("end"));
            text(&fixture, "document").replace("REPEATED", &part)
        };
        let name = path.display();
        let format = text(&fixture, "format");
        if repeat.get("accepted").is_some() {
            let graph = parsed(&document("accepted"), &format);
            assert!(graph.is_ok(), "{name}: {}", graph.unwrap_err());
        }
        let error = parsed(&document("count"), &format);
        let error = error.expect_err(&format!("{name} is accepted"));
        let expected = text(&fixture, "rule");
        assert_eq!(rule(&error), expected, "{name}: {error}");
        open.retain(|it| *it != expected);
    }
    assert!(open.is_empty(), "no fixture breaks {open:?}");
}
