//! LumiGL as JSON, indented by two spaces.

use std::io::{BufWriter, Write};

use super::super::lumigl::Graph;
use super::super::value_writer::Secrets;
use super::RenderError;

/// Writes the document as JSON.
pub fn json(graph: &Graph, secrets: Secrets, out: impl Write) -> Result<(), RenderError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    serde_json::to_writer_pretty(&mut out, &graph.form(secrets)).map_err(|error| {
        if error.is_io() {
            RenderError::Io(error.into())
        } else {
            RenderError::Value(error.to_string())
        }
    })?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::super::lumigl::tests::site;
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
          "complete": false,
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

    #[test]
    fn a_full_disk_is_an_error() {
        let mut room = [0; 100];
        let error = json(&site(), Secrets::Masked, &mut room[..]).unwrap_err();
        assert!(matches!(error, RenderError::Io(_)), "{error}");
    }
}
