//! LumiGL as JSON, indented by two spaces.

use std::io::{BufWriter, Write};
use std::sync::mpsc::sync_channel;
use std::thread;

use serde::Serialize;
use serde_json::Serializer;

use super::super::lumigl::lumigl::Graph;
use super::super::lumigl::lumigl_writer::Vertices;
use super::super::lumigl::repeat_writer::{RepeatRecorder, RepeatWriter};
use super::super::value::value_writer::Secrets;
use super::super::vertex::Vertex;
use super::RenderError;
use super::indented::Indented;

/// The number of vertices that are written at once: about 256 KiB.
const CHUNK: usize = 256;
/// The number of chunks that may be buffered.
const AHEAD: usize = 4;
/// An estimate of the largest usual vertex, in bytes.
const VERTEX: usize = 4096;
/// The text before the first member of a nested list.
const OPENING: &[u8] = b"[\n  [";
const CLOSING: &[u8] = b"\n  ]\n]";
/// The text of an empty list of vertices, at the start of a line: JSON strings contain no line
/// breaks.
const NO_VERTICES: &str = "\n  \"vertices\": []";

/// Writes the document as JSON.
pub fn json(graph: &Graph, secrets: Secrets<'_>, out: impl Write) -> Result<(), RenderError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    if graph.vertices.len() <= CHUNK {
        serde_json::to_writer_pretty(&mut out, &graph.serializable(secrets)).map_err(explained)?;
    } else {
        write_in_parts(graph, secrets, &mut out)?;
    }
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// A second thread serialises every other chunk of the vertices, and is at most `AHEAD` chunks
/// ahead, which bounds the memory.
fn write_in_parts(
    graph: &Graph,
    secrets: Secrets<'_>,
    out: &mut impl Write,
) -> Result<(), RenderError> {
    let chunks = || graph.vertices.chunks(CHUNK);
    thread::scope(|scope| {
        let (send, receive) = sync_channel(AHEAD);
        scope.spawn(move || {
            for chunk in chunks().skip(1).step_by(2) {
                // The receiver is dropped after an error.
                if send.send(listed(chunk, secrets)).is_err() {
                    break;
                }
            }
        });
        let frame = frame(graph, secrets)?;
        let (head, tail) = frame
            .split_once(NO_VERTICES)
            .expect("BUG: the frame has no vertices");
        write!(out, "{head}\n  \"vertices\": [")?;
        for (index, chunk) in chunks().enumerate() {
            let list = match index % 2 {
                0 => listed(chunk, secrets),
                _ => receive
                    .recv()
                    .expect("BUG: there is an answer for each chunk"),
            };
            if index > 0 {
                out.write_all(b",")?;
            }
            let list = list?;
            out.write_all(&list[OPENING.len()..list.len() - CLOSING.len()])?;
        }
        write!(out, "\n  ]{tail}")?;
        Ok(())
    })
}

/// The document without its vertices.
fn frame(graph: &Graph, secrets: Secrets<'_>) -> Result<String, RenderError> {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Indented::default());
    let form = graph.frame(secrets);
    form.serialize(&mut serializer).map_err(explained)?;
    Ok(String::from_utf8(text).expect("BUG: JSON is text"))
}

/// Some vertices as a list in a list, which gives the indentation of the document.
fn listed(chunk: &[Vertex], secrets: Secrets<'_>) -> Result<Vec<u8>, RenderError> {
    let recorder = RepeatRecorder::default();
    let mut list = RepeatWriter::with_capacity(&recorder, chunk.len() * VERTEX);
    let vertices = Vertices {
        vertices: chunk,
        secrets,
        recorder: Some(&recorder),
    };
    let mut serializer = Serializer::with_formatter(&mut list, Indented::default());
    [vertices].serialize(&mut serializer).map_err(explained)?;
    Ok(list.into_text())
}

fn explained(error: serde_json::Error) -> RenderError {
    if error.is_io() {
        RenderError::Io(error.into())
    } else {
        RenderError::Value(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::super::lumigl::lumigl::tests::site;
    use super::*;

    #[test]
    fn is_the_document_field_by_field() {
        let mut out = Vec::new();
        json(&site(), Secrets::Masked, &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"
        {
          "lumigl": 1,
          "kind": "plan",
          "stack": "dev",
          "project": "web",
          "complete": true,
          "vertices": [
            {
              "urn": "urn:lumi:dev::web::index::acme:web:Site::site",
              "type": "acme:web:Site",
              "name": "site",
              "custom": false,
              "inputs": {},
              "outputs": {},
              "options": {}
            },
            {
              "urn": "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index",
              "type": "std:fs:File",
              "name": "index",
              "custom": true,
              "id": {
                "$lumi": "unknown"
              },
              "parent": "urn:lumi:dev::web::index::acme:web:Site::site",
              "inputs": {
                "path": "index.html",
                "mode": 420
              },
              "outputs": {},
              "options": {}
            },
            {
              "urn": "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style",
              "type": "std:fs:File",
              "name": "style",
              "custom": true,
              "id": {
                "$lumi": "unknown"
              },
              "parent": "urn:lumi:dev::web::index::acme:web:Site::site",
              "inputs": {},
              "outputs": {},
              "options": {}
            },
            {
              "urn": "urn:lumi:dev::web::index::std:dns:Record::www \"1\"",
              "type": "std:dns:Record",
              "name": "www \"1\"",
              "custom": true,
              "id": {
                "$lumi": "unknown"
              },
              "inputs": {
                "host": "www",
                "targets": [
                  {
                    "$lumi": "unknown"
                  }
                ],
                "token": {
                  "$lumi": "secret"
                }
              },
              "outputs": {},
              "options": {
                "protect": true
              },
              "source": {
                "file": "index.ts",
                "line": 3,
                "column": 11
              }
            }
          ],
          "edges": [
            {
              "from": "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index",
              "to": "urn:lumi:dev::web::index::acme:web:Site::site",
              "kind": "parent"
            },
            {
              "from": "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style",
              "to": "urn:lumi:dev::web::index::acme:web:Site::site",
              "kind": "parent"
            },
            {
              "from": "urn:lumi:dev::web::index::std:dns:Record::www \"1\"",
              "to": "urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index",
              "kind": "property",
              "property": "targets[0]"
            },
            {
              "from": "urn:lumi:dev::web::index::std:dns:Record::www \"1\"",
              "to": "urn:lumi:dev::web::index::acme:web:Site::site",
              "kind": "explicit"
            }
          ],
          "outputs": {
            "url": {
              "$lumi": "unknown"
            },
            "token": {
              "$lumi": "secret"
            },
            "site": {
              "pages": 2
            }
          }
        }
        "#);
    }

    /// More vertices than one chunk.
    fn many() -> Graph {
        let mut graph = site();
        let mut vertex = graph.vertices[3].clone();
        graph.vertices.push(vertex.clone());
        vertex.outputs = Arc::clone(&vertex.inputs);
        graph.vertices.resize(5 * CHUNK + 1, vertex);
        graph
    }

    #[test]
    fn many_vertices_are_written_as_few_are() {
        for count in [CHUNK, CHUNK + 1, 2 * CHUNK, 5 * CHUNK + 1] {
            let mut graph = many();
            graph.vertices.truncate(count);
            let mut out = Vec::new();
            json(&graph, Secrets::Masked, &mut out).unwrap();
            let whole = serde_json::to_string_pretty(&graph.serializable(Secrets::Masked)).unwrap();
            assert!(String::from_utf8(out).unwrap() == whole + "\n", "{count}");
        }
    }

    #[test]
    fn a_full_disk_in_the_midst_of_many_is_an_error() {
        let mut room = vec![0; 300_000];
        let error = json(&many(), Secrets::Masked, &mut room[..]).unwrap_err();
        assert!(matches!(error, RenderError::Io(_)), "{error}");
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let mut room = [0; 100];
        let error = json(&site(), Secrets::Masked, &mut room[..]).unwrap_err();
        assert!(matches!(error, RenderError::Io(_)), "{error}");
    }
}
