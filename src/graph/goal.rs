//! The desired state of one resource, as the program registered it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::edge::Edge;
use super::options::ResourceOptions;
use super::provider_code::ProviderCode;
use super::resource_name::ResourceName;
use super::resource_type::ResourceType;
use super::urn::Urn;
use super::value::value::{Object, Value};
use super::vertex::{SourcePosition, Vertex};

/// Whether a provider manages the resource, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResourceKind {
    /// A provider creates it; it has an id.
    Custom,
    /// A group of other resources, without an object of its own.
    Component,
    /// Configures one provider.
    Provider,
}

/// An input that was computed from another resource.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dependency {
    /// Input path, such as `rules[0].port`.
    pub path: String,
    pub urn: Urn,
}

/// A registration: the desired state of one resource.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Position in declaration order, from 0. Graphs list resources in this order, regardless of
    /// the order in which their inputs settled.
    pub order: u32,
    pub urn: Urn,
    pub resource_type: ResourceType,
    pub name: ResourceName,
    pub kind: ResourceKind,
    pub parent: Option<Urn>,
    pub provider: Option<Urn>,
    /// `Some` when an existing resource is read (`get`, `StackReference`) rather than created.
    pub read_id: Option<Value>,
    pub inputs: Object,
    pub dependencies: Vec<Dependency>,
    pub depends_on: Vec<Urn>,
    /// The other options as the program set them, for example `protect` or `ignoreChanges`.
    pub options: ResourceOptions,
    /// The code of a dynamic provider that manages it, if the code could be captured.
    pub code: Option<ProviderCode>,
    pub source: Option<SourcePosition>,
}

impl Goal {
    /// All dependencies: parent, provider, sources of inputs, `dependsOn`. May contain duplicates.
    pub fn all_dependencies(&self) -> impl Iterator<Item = &Urn> {
        self.dependencies
            .iter()
            .map(|it| &it.urn)
            .chain(&self.depends_on)
            .chain(&self.parent)
            .chain(&self.provider)
    }

    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        Edge::of_resource(
            &self.urn,
            &self.dependencies,
            &self.depends_on,
            self.parent.as_ref(),
            self.provider.as_ref(),
        )
    }

    /// The resource as a vertex; its known outputs are its inputs.
    pub fn into_vertex(self, id: Option<Value>) -> Vertex {
        let custom = self.kind != ResourceKind::Component;
        let mut vertex = Vertex::new(self.urn, self.resource_type, self.name, custom);
        vertex.id = id;
        vertex.parent = self.parent;
        vertex.provider = self.provider;
        vertex.inputs = self.inputs.into();
        if custom {
            vertex.outputs = Arc::clone(&vertex.inputs);
        }
        vertex.options = self.options;
        vertex.source = self.source;
        vertex
    }
}
