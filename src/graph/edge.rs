//! A dependency of one resource on another.

use serde::{Deserialize, Serialize};

use super::goal::Dependency;
use super::urn::Urn;

/// `from` depends on `to`. The order of edges is that of their fields, as LumiGL sorts them.
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
    /// All edges of one resource.
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
    /// An input is made from an output.
    Property,
    /// The program said so with `dependsOn`.
    Explicit,
    /// A child comes after its parent.
    Parent,
    /// A resource comes after the provider that manages it.
    Provider,
}

impl EdgeKind {
    /// The word LumiGL has for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Property => "property",
            Self::Explicit => "explicit",
            Self::Parent => "parent",
            Self::Provider => "provider",
        }
    }
}
