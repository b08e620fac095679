//! Reads LumiGL documents.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::lumigl::{Graph, GraphKind};
use super::source_document::{FileNames, SourceDocument};
use super::yaml_levels::is_nested_deeply;
use crate::edge::Edge;
use crate::graph_error::GraphError;
use crate::resource_name::ResourceName;
use crate::resource_type::ResourceType;
use crate::urn::Urn;
use crate::value::plain_value::PlainValue;
use crate::value::value::{Object, Value};
use crate::value::value_error::{ValueError, ValueFault};
use crate::vertex::Vertex;

impl Graph {
    /// Reads a LumiGL document from JSON, and validates the graph.
    ///
    /// A masked secret is read as a secret unknown value.
    pub fn from_json(text: &str) -> Result<Self, GraphError> {
        let version = serde_json::from_str::<LumiGlHeader>(text)
            .map_err(GraphError::Json)?
            .lumigl;
        check_version(version.as_ref().and_then(serde_json::Value::as_u64))?;
        json::<Document>(text)?.into_graph()
    }

    /// Reads a graph from YAML. Values may be about 100 levels deep, the limit of the YAML parser.
    pub fn from_yaml(text: &str) -> Result<Self, GraphError> {
        if is_nested_deeply(text) {
            return Err(GraphError::YamlDepth);
        }
        let yaml = GraphError::Yaml;
        let version = serde_yaml_ng::from_str::<YamlLumiGlHeader>(text)
            .map_err(yaml)?
            .lumigl;
        check_version(version.as_ref().and_then(serde_yaml_ng::Value::as_u64))?;
        serde_yaml_ng::from_str::<Document>(text)
            .map_err(yaml)?
            .into_graph()
    }
}

/// Read first, so that an unsupported version is reported rather than its first unknown field.
#[derive(Deserialize)]
#[serde(expecting = "an object with the key `lumigl`")]
struct LumiGlHeader {
    lumigl: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with the key `lumigl`")]
struct YamlLumiGlHeader {
    lumigl: Option<serde_yaml_ng::Value>,
}

fn check_version(version: Option<u64>) -> Result<(), GraphError> {
    match version {
        Some(Graph::VERSION) => Ok(()),
        Some(found) => Err(GraphError::Version { found }),
        None => Err(GraphError::NoVersion),
    }
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, GraphError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // The depth of values is checked elsewhere, and other parts of a document do not nest.
    deserializer.disable_recursion_limit();
    let document = T::deserialize(&mut deserializer).map_err(GraphError::Json)?;
    deserializer.end().map_err(GraphError::Json)?;
    Ok(document)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "lumigl")]
    _version: u64,
    kind: GraphKind,
    stack: String,
    project: String,
    complete: bool,
    vertices: Vec<VertexDocument>,
    edges: Vec<Edge>,
    outputs: PlainValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VertexDocument {
    urn: Urn,
    #[serde(rename = "type")]
    resource_type: ResourceType,
    name: ResourceName,
    custom: bool,
    id: Option<PlainValue>,
    parent: Option<Urn>,
    provider: Option<Urn>,
    inputs: PlainValue,
    outputs: PlainValue,
    #[serde(default)]
    options: Option<PlainValue>,
    source: Option<SourceDocument<'static>>,
}

impl Document {
    fn into_graph(self) -> Result<Graph, GraphError> {
        let mut files = FileNames::default();
        let vertices = self
            .vertices
            .into_iter()
            .map(|vertex| vertex.into_vertex(&mut files));
        let mut graph = Graph {
            kind: self.kind,
            stack: self.stack,
            project: self.project,
            complete: self.complete,
            vertices: vertices.collect::<Result<_, _>>()?,
            edges: self.edges,
            outputs: object(self.outputs, || "`outputs`".to_owned())?,
        };
        // The file may have been edited, so keep its `complete`.
        graph.edges.sort_unstable();
        graph.edges.dedup();
        graph.validate()?;
        Ok(graph)
    }
}

impl VertexDocument {
    fn into_vertex(self, files: &mut FileNames) -> Result<Vertex, GraphError> {
        let place = |field: &str| format!("`{field}` of `{}`", self.urn);
        let id = self
            .id
            .map(|id| id.into_value().map_err(|e| unreadable(place("id"), e)));
        let options = self
            .options
            .unwrap_or_else(|| PlainValue(Object::default().into()));
        Ok(Vertex {
            id: id.transpose()?,
            inputs: object(self.inputs, || place("inputs"))?.into(),
            outputs: object(self.outputs, || place("outputs"))?.into(),
            options: object(options, || place("options"))?.into(),
            urn: self.urn,
            resource_type: self.resource_type,
            name: self.name,
            custom: self.custom,
            parent: self.parent,
            provider: self.provider,
            source: self.source.map(|source| source.into_position(files)),
        })
    }
}

fn object(plain: PlainValue, place: impl Fn() -> String) -> Result<Object, GraphError> {
    match plain.into_value() {
        Ok(Value::Object(object)) => Ok(object),
        Ok(other) => {
            let fault = ValueFault::NotAnObject {
                found: other.kind(),
            };
            Err(unreadable(
                place(),
                ValueError {
                    path: Default::default(),
                    fault,
                },
            ))
        }
        Err(error) => Err(unreadable(place(), error)),
    }
}

fn unreadable(place: String, source: ValueError) -> GraphError {
    GraphError::Value {
        place,
        source: Box::new(source),
    }
}

#[cfg(test)]
mod tests {
    use super::super::lumigl::tests::site;
    use super::*;
    use crate::value::value_writer::Secrets;

    #[test]
    fn reads_what_was_written() {
        let graph = site();
        let json = serde_json::to_string(&graph.serializable(Secrets::Shown)).unwrap();
        let yaml = serde_yaml_ng::to_string(&graph.serializable(Secrets::Shown)).unwrap();
        assert_eq!(Graph::from_json(&json).unwrap(), graph);
        assert_eq!(Graph::from_yaml(&yaml).unwrap(), graph);
    }

    #[test]
    fn deep_nesting_anywhere_is_an_error() {
        let deep = "[".repeat(1_000_000);
        for start in [
            "",
            r#"{"lumigl":"#,
            r#"{"lumigl":1,"news":"#,
            r#"{"lumigl":1,"kind":"#,
            r#"{"lumigl":1,"outputs":"#,
            r#"{"lumigl":1,"vertices":[{"inputs":"#,
        ] {
            assert!(Graph::from_json(&format!("{start}{deep}")).is_err());
        }
        let closed = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(Graph::from_json(&format!(r#"{{"lumigl":1,"outputs":{closed}}}"#)).is_err());
        let closed = format!("{}{}", "[".repeat(1_000), "]".repeat(1_000));
        assert!(Graph::from_yaml(&format!("lumigl: 1\noutputs: {closed}")).is_err());
    }

    #[test]
    fn deep_yaml_is_refused_at_once() {
        for text in [
            "[".repeat(300_000),
            "{a: ".repeat(300_000),
            r#"["]","#.repeat(300_000),
            "[ # ]\n".repeat(300_000),
        ] {
            let read = Graph::from_yaml(&format!("lumigl: 1\nvertices: {text}"));
            assert!(matches!(read, Err(GraphError::YamlDepth)), "{read:?}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let json = serde_json::to_string(&site().serializable(Secrets::Shown)).unwrap();
        let message = |from: &str, to: &str| {
            assert!(json.contains(from), "{from}");
            Graph::from_json(&json.replace(from, to))
                .unwrap_err()
                .to_string()
        };
        insta::assert_snapshot!(
            [
                Graph::from_json("").unwrap_err().to_string(),
                Graph::from_json("[]").unwrap_err().to_string(),
                Graph::from_json(r#"{"version": 3}"#).unwrap_err().to_string(),
                message(r#""lumigl":1"#, r#""lumigl":2,"news":[]"#),
                message(r#""complete""#, r#""completed""#),
                message(r#""kind":"plan""#, r#""kind":"plans""#),
                message(r#""inputs":{"host""#, r#""inputs":{"$lumi":"a","host""#),
                message(r#""inputs":{}"#, r#""inputs":[]"#),
                message(r#""name":"index""#, r#""name":"indexes""#),
                message(r#""type":"std:fs:File""#, r#""type":"std:File""#),
            ]
            .join("\n"),
            @r#"
            the document is not a LumiGL graph in JSON: EOF while parsing a value at line 1 column 0
            the document is not a LumiGL graph in JSON: invalid length 0, expected an object with the key `lumigl` at line 1 column 2
            the document is not a LumiGL graph: it has no `lumigl` with a version number
            the document is LumiGL version 2, and this lumi reads version 1; use the lumi that wrote it, or a newer one
            the document is not a LumiGL graph in JSON: unknown field `completed`, expected one of `lumigl`, `kind`, `stack`, `project`, `complete`, `vertices`, `edges`, `outputs` at line 1 column 67
            the document is not a LumiGL graph in JSON: unknown variant `plans`, expected one of `plan`, `deployment`, `snapshot` at line 1 column 26
            `inputs` of `urn:lumi:dev::web::index::std:dns:Record::www "1"` cannot be read: `$lumi` is `a`, which is none of unknown, secret, asset, archive, resource, number, object
            `inputs` of `urn:lumi:dev::web::index::acme:web:Site::site` cannot be read: it must be an object, but is an array
            the vertex `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index` says its name is `indexes`, but its URN says otherwise
            the document is not a LumiGL graph in JSON: resource type `std:File` lacks its module, the middle part of `package:module:Type`; write `std:index:File` if the package has no modules at line 1 column 315
            "#
        );
    }
}
