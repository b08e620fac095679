//! The changes, failures and notes that a picture shows besides its graph.

use rustc_hash::FxHashMap;

use super::super::urn::Urn;

/// The change of a resource or of a dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alteration {
    Added,
    Changed,
    Replaced,
    Removed,
    /// The resource has another name or another place.
    Moved,
}

impl Alteration {
    pub const ALL: [Self; 5] = [
        Self::Added,
        Self::Changed,
        Self::Replaced,
        Self::Removed,
        Self::Moved,
    ];

    /// The class in a picture.
    pub fn class(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Replaced => "replaced",
            Self::Removed => "removed",
            Self::Moved => "moved",
        }
    }

    /// The letter of the mark.
    pub fn letter(self) -> char {
        match self {
            Self::Added => '+',
            Self::Changed => '~',
            Self::Replaced => '±',
            Self::Removed => '−',
            Self::Moved => '→',
        }
    }

    pub fn meaning(self) -> &'static str {
        match self {
            Self::Moved => "renamed or moved",
            other => other.class(),
        }
    }
}

/// The change, the failure and the notes of one resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    pub alteration: Option<Alteration>,
    pub has_failed: bool,
    /// Lines below its other details, without secrets.
    pub notes: Vec<String>,
}

/// The annotations of a graph. By default there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    pub resources: FxHashMap<Urn, Annotation>,
    /// The dependencies, from and to a resource, that are not the same.
    pub edges: FxHashMap<(Urn, Urn), Alteration>,
    /// The line next to the name of the graph, instead of the kind and size of it.
    pub summary: Option<String>,
    /// Notes about no single resource, without secrets.
    pub notes: Vec<String>,
    /// Whether alterations are what the picture is about: all else is drawn pale.
    pub is_about_alterations: bool,
}

impl Annotations {
    /// The number of resources that have an alteration.
    pub fn count(&self, alteration: Alteration) -> usize {
        let all = self.resources.values();
        all.filter(|it| it.alteration == Some(alteration)).count()
    }

    pub fn failures(&self) -> usize {
        self.resources.values().filter(|it| it.has_failed).count()
    }

    pub fn of(&self, urn: &Urn) -> Option<&Annotation> {
        self.resources.get(urn)
    }
}
