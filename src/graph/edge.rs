//! A dependency of one resource on another.

use serde::{Deserialize, Serialize};

use super::goal::Dependency;
use super::urn::Urn;

/// `from` depends on `to`. Edges are ordered by their fields, as LumiGL sorts them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    pub from: Urn,
    pub to: Urn,
    pub kind: EdgeKind,
    /// Path of the input of `from` that uses `to`, such as `rules[0].port`; only for
    /// [`EdgeKind::Property`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
}

impl Edge {
    pub fn of_resource<'a>(
        from: &'a Urn,
        dependencies: &'a [Dependency],
        depends_on: &'a [Urn],
        parent: Option<&'a Urn>,
        provider: Option<&'a Urn>,
    ) -> impl Iterator<Item = Self> + 'a {
        let edge = |to: &Urn, kind, property| Self {
            from: from.clone(),
            to: to.clone(),
            kind,
            property,
        };
        let property =
            move |it: &Dependency| edge(&it.urn, EdgeKind::Property, Some(it.path.clone()));
        let properties = dependencies.iter().map(property);
        let explicit = depends_on
            .iter()
            .map(move |urn| edge(urn, EdgeKind::Explicit, None));
        let parent = parent.map(move |urn| edge(urn, EdgeKind::Parent, None));
        let provider = provider.map(move |urn| edge(urn, EdgeKind::Provider, None));
        properties.chain(explicit).chain(parent).chain(provider)
    }
}

/// Why one resource depends on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeKind {
    /// An input uses an output.
    Property,
    /// Declared with `dependsOn`.
    Explicit,
    /// A child depends on its parent.
    Parent,
    /// A resource depends on its provider resource.
    Provider,
}

impl EdgeKind {
    /// The name in LumiGL.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Property => "property",
            Self::Explicit => "explicit",
            Self::Parent => "parent",
            Self::Provider => "provider",
        }
    }
}
