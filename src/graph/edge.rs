//! A dependency of one resource on another.

use serde::{Deserialize, Serialize};

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
