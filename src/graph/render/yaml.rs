//! LumiGL as YAML: the same model as JSON.

use std::io::{BufWriter, Write};

use super::super::lumigl::lumigl::Graph;
use super::super::value::value_writer::Secrets;
use super::RenderError;

/// Writes the document as YAML.
pub fn yaml(graph: &Graph, secrets: Secrets<'_>, out: impl Write) -> Result<(), RenderError> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    // The library does not distinguish failed writes from unsupported values; flushing does.
    let written = serde_yaml_ng::to_writer(&mut out, &graph.serializable(secrets));
    out.flush()?;
    written.map_err(|error| RenderError::Value(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::super::lumigl::lumigl::tests::site;
    use super::*;

    #[test]
    fn is_the_same_model() {
        let mut out = Vec::new();
        yaml(&site(), Secrets::Masked, &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"
        lumigl: 1
        kind: plan
        stack: dev
        project: web
        complete: true
        vertices:
        - urn: urn:lumi:dev::web::index::acme:web:Site::site
          type: acme:web:Site
          name: site
          custom: false
          inputs: {}
          outputs: {}
          options: {}
        - urn: urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index
          type: std:fs:File
          name: index
          custom: true
          id:
            $lumi: unknown
          parent: urn:lumi:dev::web::index::acme:web:Site::site
          inputs:
            path: index.html
            mode: 420
          outputs: {}
          options: {}
        - urn: urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style
          type: std:fs:File
          name: style
          custom: true
          id:
            $lumi: unknown
          parent: urn:lumi:dev::web::index::acme:web:Site::site
          inputs: {}
          outputs: {}
          options: {}
        - urn: urn:lumi:dev::web::index::std:dns:Record::www "1"
          type: std:dns:Record
          name: www "1"
          custom: true
          id:
            $lumi: unknown
          inputs:
            host: www
            targets:
            - $lumi: unknown
            token:
              $lumi: secret
          outputs: {}
          options:
            protect: true
          source:
            file: index.ts
            line: 3
            column: 11
        edges:
        - from: urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index
          to: urn:lumi:dev::web::index::acme:web:Site::site
          kind: parent
        - from: urn:lumi:dev::web::index$acme:web:Site::std:fs:File::style
          to: urn:lumi:dev::web::index::acme:web:Site::site
          kind: parent
        - from: urn:lumi:dev::web::index::std:dns:Record::www "1"
          to: urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index
          kind: property
          property: targets[0]
        - from: urn:lumi:dev::web::index::std:dns:Record::www "1"
          to: urn:lumi:dev::web::index::acme:web:Site::site
          kind: explicit
        outputs:
          url:
            $lumi: unknown
          token:
            $lumi: secret
          site:
            pages: 2
        "#);
    }
}
