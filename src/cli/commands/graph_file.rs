//! Reads a saved graph: LumiGL in JSON or YAML.

use std::io::Read;
use std::path::Path;

use lumi_graph::Graph;

use super::error::CommandError;
use lumi_terminal::input::read_limit;

/// The name of standard input.
pub const STDIN: &str = "-";

/// Reads a file, or `stdin` for [`STDIN`].
pub fn read(path: &Path, cwd: &Path, stdin: &mut dyn Read) -> Result<Graph, CommandError> {
    let bytes = if path == Path::new(STDIN) {
        read_limit::all(stdin, read_limit::DOCUMENT)
    } else {
        read_limit::file(&cwd.join(path), read_limit::DOCUMENT)
    };
    let bytes = bytes.map_err(|source| CommandError::Read {
        path: path.to_owned(),
        source,
    })?;
    let text = String::from_utf8(bytes).map_err(|_| CommandError::NotText {
        path: path.to_owned(),
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let graph = match is_json(path, text) {
        true => Graph::from_json(text),
        false => Graph::from_yaml(text),
    };
    graph.map_err(|source| CommandError::Graph {
        path: path.to_owned(),
        source: Box::new(source),
    })
}

/// Decides by extension, otherwise by the first character.
fn is_json(path: &Path, text: &str) -> bool {
    match path.extension().and_then(|it| it.to_str()) {
        Some("json") => true,
        Some("yaml" | "yml") => false,
        _ => text.trim_start().starts_with(['{', '[']),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A JSON graph with two files.
    pub(in super::super) const GRAPH: &str = r#"{ "lumigl": 1, "kind": "plan", "stack": "dev",
        "project": "web", "complete": true, "outputs": { "url": "a", "token": { "$lumi": "secret" } },
        "vertices": [
            { "urn": "urn:lumi:dev::web::index::std:fs:File::a", "type": "std:fs:File",
              "name": "a", "custom": true, "inputs": { "content": "x" }, "outputs": {},
              "options": {} },
            { "urn": "urn:lumi:dev::web::index::std:fs:File::b", "type": "std:fs:File",
              "name": "b", "custom": true, "inputs": { "content": "y" }, "outputs": {},
              "options": {} } ],
        "edges": [] }"#;

    fn read_text(name: &str, text: &[u8]) -> Result<Graph, String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(name), text).unwrap();
        read(Path::new(name), folder.path(), &mut std::io::empty()).map_err(|it| it.to_string())
    }

    #[test]
    fn reads_both_forms_from_files_and_standard_input() {
        let graph = read_text("a.json", GRAPH.as_bytes()).unwrap();
        let mut yaml = Vec::new();
        lumi_graph::render::yaml(&graph, lumi_graph::Secrets::Masked, &mut yaml).unwrap();
        assert_eq!(read_text("a.yaml", &yaml).unwrap(), graph);
        assert_eq!(read_text("a", &yaml).unwrap(), graph);
        assert_eq!(
            read_text("a", format!("\u{feff}{GRAPH}").as_bytes()).unwrap(),
            graph
        );
        for mut text in [GRAPH.as_bytes(), &yaml] {
            assert_eq!(
                read(Path::new("-"), Path::new("/"), &mut text).unwrap(),
                graph
            );
        }
    }

    #[test]
    fn says_which_file_is_wrong() {
        let error = |name, text| read_text(name, text).unwrap_err();
        insta::assert_snapshot!(
            [
                error("a.json", b"{"),
                error("a.yaml", b"a: ["),
                error("a", b"[]"),
                error("a", b""),
                error("a\x1b[1m.json", b"{}"),
                error("a", b"\xff"),
                read(Path::new("b.json"), Path::new("/nowhere"), &mut std::io::empty())
                    .unwrap_err()
                    .to_string(),
                read(Path::new("-"), Path::new("/"), &mut &b"{"[..]).unwrap_err().to_string(),
            ]
            .join("\n"),
            @r"
            cannot read the graph a.json: the document is not a LumiGL graph in JSON: EOF while parsing an object at line 1 column 1
            cannot read the graph a.yaml: the document is not a LumiGL graph in YAML: did not find expected node content at line 2 column 1, while parsing a flow node
            cannot read the graph a: the document is not a LumiGL graph in JSON: invalid length 0, expected an object with the key `lumigl` at line 1 column 2
            cannot read the graph a: the document is not a LumiGL graph: it has no `lumigl` with a version number
            cannot read the graph a\u{1b}[1m.json: the document is not a LumiGL graph: it has no `lumigl` with a version number
            cannot read the graph a: it is not UTF-8 text; give a LumiGL file
            cannot read b.json: No such file or directory (os error 2); check the path and its permissions
            cannot read the graph on standard input: the document is not a LumiGL graph in JSON: EOF while parsing an object at line 1 column 1
            ");
    }
}
