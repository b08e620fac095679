//! The graph of a run: the LumiGL document.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::dag::{Cycle, Dag};
use crate::edge::{Edge, EdgeKind};
use crate::graph_error::GraphError;
use crate::urn::Urn;
use crate::value::value::{Object, Value};
use crate::vertex::Vertex;

/// Resources and their dependencies, as planned or as deployed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    pub kind: GraphKind,
    pub stack: String,
    pub project: String,
    /// False if the program may declare more: it stopped at an unknown value, or callbacks that
    /// wait for one have not run. A complete plan may still contain unknown values.
    pub complete: bool,
    /// In the order of registration.
    pub vertices: Vec<Vertex>,
    /// Sorted and unique after [`Graph::finish`].
    pub edges: Vec<Edge>,
    /// The outputs of the stack.
    pub outputs: Object,
}

/// The run that a graph is the result of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GraphKind {
    /// A preview.
    Plan,
    Deployment,
    /// The state of a stack.
    Snapshot,
}

impl GraphKind {
    /// The name in LumiGL.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Deployment => "deployment",
            Self::Snapshot => "snapshot",
        }
    }
}

impl Graph {
    /// The version of LumiGL that is written, and the only one that can be read.
    pub const VERSION: u64 = 1;

    /// An empty, complete graph.
    pub fn new(kind: GraphKind, stack: &str, project: &str) -> Self {
        Self {
            kind,
            stack: stack.to_owned(),
            project: project.to_owned(),
            complete: true,
            vertices: Vec::new(),
            edges: Vec::new(),
            outputs: Object::default(),
        }
    }

    /// Completes a graph that was made: edges are sorted and each is there once, and ids with secrets in them are secret.
    pub fn finish(&mut self) {
        self.vertices.iter_mut().for_each(Vertex::seal_id);
        self.edges.sort_unstable();
        self.edges.dedup();
    }

    /// Whether any vertex or output contains an unknown value.
    pub fn contains_unknown(&self) -> bool {
        self.vertices.iter().any(Vertex::contains_unknown)
            || self.outputs.values().any(Value::contains_unknown)
    }

    /// The position of each vertex by URN; if URNs are not unique, of the last one.
    pub fn positions(&self) -> FxHashMap<&Urn, usize> {
        self.vertices
            .iter()
            .enumerate()
            .map(|(index, vertex)| (&vertex.urn, index))
            .collect()
    }

    /// Checks the invariants that the other layers rely on: URNs are unique and agree with types
    /// and names, edges, parents and providers exist, and there are no dependency cycles.
    pub fn validate(&self) -> Result<(), GraphError> {
        self.check_vertices()?;
        let positions = self.positions();
        let dependencies = self.dependencies(&positions)?;
        Dag::new(self.vertices.len(), &dependencies)
            .order()
            .map_err(|cycle| self.name(&cycle))?;
        Ok(())
    }

    /// The graph of vertex positions. Parents and providers count as dependencies even without an
    /// edge.
    pub fn dag(&self) -> Result<Dag, GraphError> {
        Ok(Dag::new(
            self.vertices.len(),
            &self.dependencies(&self.positions())?,
        ))
    }

    /// An error with the URNs of a cycle of positions.
    pub fn name(&self, cycle: &Cycle) -> GraphError {
        let urns = cycle
            .nodes
            .iter()
            .filter_map(|&node| self.vertices.get(node));
        GraphError::Cycle(urns.map(|vertex| vertex.urn.clone()).collect())
    }

    fn check_vertices(&self) -> Result<(), GraphError> {
        let mut seen = FxHashMap::default();
        for vertex in &self.vertices {
            if let Some(first) = seen.insert(&vertex.urn, vertex) {
                return Err(GraphError::DuplicateUrn {
                    urn: vertex.urn.clone(),
                    first: first.source.clone(),
                    second: vertex.source.clone(),
                });
            }
            let fields = [
                (
                    "type",
                    vertex.resource_type.as_str(),
                    vertex.urn.resource_type(),
                ),
                ("name", vertex.name.as_str(), vertex.urn.name()),
            ];
            for (field, found, expected) in fields {
                if found != expected {
                    let (urn, found) = (vertex.urn.clone(), found.to_owned());
                    return Err(GraphError::Contradiction { urn, field, found });
                }
            }
        }
        Ok(())
    }

    fn dependencies(
        &self,
        positions: &FxHashMap<&Urn, usize>,
    ) -> Result<Vec<(usize, usize)>, GraphError> {
        let find = |from: &Urn, to: &Urn, kind| {
            let missing = || GraphError::MissingVertex {
                from: from.clone(),
                to: to.clone(),
                kind,
            };
            positions.get(to).copied().ok_or_else(missing)
        };
        let mut dependencies = Vec::with_capacity(self.edges.len() + self.vertices.len());
        for Edge { from, to, kind, .. } in &self.edges {
            let missing = || GraphError::MissingStart {
                from: from.clone(),
                to: to.clone(),
            };
            let start = positions.get(from).copied().ok_or_else(missing)?;
            dependencies.push((start, find(from, to, *kind)?));
        }
        for (position, vertex) in self.vertices.iter().enumerate() {
            if let Some(parent) = &vertex.parent {
                dependencies.push((position, find(&vertex.urn, parent, EdgeKind::Parent)?));
            }
            if let Some(provider) = &vertex.provider {
                dependencies.push((position, find(&vertex.urn, provider, EdgeKind::Provider)?));
            }
        }
        Ok(dependencies)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::resource_name::ResourceName;
    use crate::resource_type::ResourceType;
    use crate::value::value::tests::object;
    use crate::vertex::SourcePosition;

    pub(crate) fn vertex(parent: Option<&Vertex>, resource_type: &str, name: &str) -> Vertex {
        let module = parent.map_or(Urn::ROOT_MODULE.to_owned(), |parent| {
            parent.urn.child_module()
        });
        let resource_type = ResourceType::parse(resource_type).unwrap();
        let name = ResourceName::parse(name).unwrap();
        let urn = Urn::new("dev", "web", &module, &resource_type, &name);
        let is_component = resource_type.package() == "acme";
        let mut vertex = Vertex::new(urn, resource_type, name, !is_component);
        vertex.parent = parent.map(|parent| parent.urn.clone());
        vertex.id = vertex.custom.then_some(Value::Unknown);
        vertex
    }

    pub(crate) fn edge(from: &Vertex, to: &Vertex, kind: EdgeKind) -> Edge {
        Edge {
            from: from.urn.clone(),
            to: to.urn.clone(),
            kind,
            property: None,
        }
    }

    /// A component with two files, and a record that uses one of them.
    pub(crate) fn site() -> Graph {
        let site = vertex(None, "acme:web:Site", "site");
        let mut index = vertex(Some(&site), "std:fs:File", "index");
        let style = vertex(Some(&site), "std:fs:File", "style");
        let mut record = vertex(None, "std:dns:Record", "www \"1\"");
        let file = "index.ts".into();
        record.source = Some(SourcePosition {
            file,
            line: 3,
            column: 11,
        });
        record.inputs = object([
            ("host", Value::from("www")),
            ("targets", Value::Array(vec![Value::Unknown])),
            ("token", Value::secret(Value::from("hunter2"))),
        ])
        .into();
        index.inputs = object([
            ("path", Value::from("index.html")),
            ("mode", Value::from(420.0)),
        ])
        .into();
        record.options = object([("protect", Value::Bool(true))]).into();
        let mut graph = Graph::new(GraphKind::Plan, "dev", "web");
        let property = Some("targets[0]".to_owned());
        graph.edges = vec![
            Edge {
                property,
                ..edge(&record, &index, EdgeKind::Property)
            },
            edge(&record, &site, EdgeKind::Explicit),
            edge(&index, &site, EdgeKind::Parent),
            edge(&style, &site, EdgeKind::Parent),
        ];
        graph.outputs = object([
            ("url", Value::Unknown),
            ("token", Value::secret(Value::from("hunter2"))),
            ("site", Value::Object(object([("pages", Value::from(2.0))]))),
        ]);
        graph.vertices = vec![site, index, style, record];
        graph.finish();
        graph
    }

    #[test]
    fn finishing_sorts_edges() {
        let mut graph = site();
        let first = graph.edges[0].clone();
        graph.edges.push(first);
        graph.finish();
        assert_eq!(graph.edges.len(), 4);
        assert!(graph.edges.is_sorted());
        assert!(graph.complete, "unknown values leave a plan complete");
        assert!(graph.validate().is_ok());
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |change: fn(&mut Graph)| {
            let mut graph = site();
            change(&mut graph);
            graph.validate().unwrap_err().to_string()
        };
        insta::assert_snapshot!(
            [
                message(|graph| graph.vertices.push(graph.vertices[3].clone())),
                message(|graph| drop(graph.vertices.remove(3))),
                message(|graph| drop(graph.vertices.remove(0))),
                message(|graph| graph.vertices[1].name = ResourceName::parse("x").unwrap()),
                message(|graph| {
                    let [site, index, ..] = graph.vertices.as_slice() else { return };
                    let back = edge(site, index, EdgeKind::Explicit);
                    graph.edges.push(back);
                }),
            ]
            .join("\n"),
            @r#"
            two resources have the URN `urn:lumi:dev::web::index::std:dns:Record::www "1"`, one from index.ts:3:11 and one from index.ts:3:11
            the edge from `urn:lumi:dev::web::index::std:dns:Record::www "1"` to `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index` starts at a resource that is not in the graph
            the parent of `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index` is `urn:lumi:dev::web::index::acme:web:Site::site`, which is not in the graph
            the vertex `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index` says its name is `x`, but its URN says otherwise
            resources depend on each other in a loop: `urn:lumi:dev::web::index::acme:web:Site::site` -> `urn:lumi:dev::web::index$acme:web:Site::std:fs:File::index` -> `urn:lumi:dev::web::index::acme:web:Site::site`
            "#
        );
    }
}
