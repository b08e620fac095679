//! A resource in a graph.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;

use super::options::ResourceOptions;
use super::resource_name::ResourceName;
use super::resource_type::ResourceType;
use super::urn::Urn;
use super::value::quoted_secret::quotes_secret;
use super::value::value::{Object, Value};

/// One resource as a run left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    pub urn: Urn,
    pub resource_type: ResourceType,
    pub name: ResourceName,
    /// True for a resource that a provider manages, false for a component.
    pub custom: bool,
    /// [`Value::String`], [`Value::Unknown`] before it is created; `None` for a component.
    pub id: Option<Value>,
    pub parent: Option<Urn>,
    /// The provider resource that manages it, if the program set one.
    pub provider: Option<Urn>,
    pub inputs: Arc<Object>,
    /// In a plan, the outputs known so far: often the inputs, which are then shared, since they are
    /// most of a large graph.
    pub outputs: Arc<Object>,
    /// Other options that the program set, such as `protect`.
    pub options: ResourceOptions,
    /// The source position of its declaration.
    pub source: Option<SourcePosition>,
}

impl Vertex {
    /// A vertex without properties; `resource_type` and `name` are those of the URN.
    pub fn new(urn: Urn, resource_type: ResourceType, name: ResourceName, custom: bool) -> Self {
        Self {
            urn,
            resource_type,
            name,
            custom,
            id: None,
            parent: None,
            provider: None,
            inputs: Arc::default(),
            outputs: Arc::default(),
            options: ResourceOptions::default(),
            source: None,
        }
    }

    /// Makes the id a secret if it contains a secret text of the properties.
    pub fn seal_id(&mut self) {
        let Some(Value::String(id)) = &self.id else {
            return;
        };
        if quotes_secret(id, [&*self.inputs, &*self.outputs]) {
            self.id = self.id.take().map(Value::secret);
        }
    }

    /// Whether any of its properties, or its id, is unknown.
    pub fn contains_unknown(&self) -> bool {
        let objects = [&*self.inputs, &*self.outputs];
        let mut values = self
            .id
            .iter()
            .chain(objects.into_iter().flat_map(Object::values));
        values.any(Value::contains_unknown) || self.options.contains_unknown()
    }
}

/// A position in the user's source code.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub struct SourcePosition {
    /// Path relative to the project folder. Shared, as most resources come from few files.
    pub file: Arc<str>,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in UTF-16 units as editors do.
    pub column: u32,
}

impl fmt::Display for SourcePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
