//! The meaning of a difference between two graphs.

/// The classes of differences, the most important one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DifferenceClass {
    /// The infrastructure differs, or what the program asks for.
    Meaningful,
    /// The same object has another name or another parent: a deployment without an alias replaces it.
    Identity,
    /// The values differ because others do that they are made of: a random value, a key, the name of the stack.
    Derived,
    /// One of the values is a secret that the graph does not contain.
    UncomparableSecret,
    /// One of the graphs was inferred, and does not know what the other one knows.
    LossyInference,
    /// A provider has decided a value that the other graph leaves open.
    FilledByProvider,
    /// Only the way of writing differs.
    Representation,
}

impl DifferenceClass {
    pub const ALL: [Self; 7] = [
        Self::Meaningful,
        Self::Identity,
        Self::Derived,
        Self::UncomparableSecret,
        Self::LossyInference,
        Self::FilledByProvider,
        Self::Representation,
    ];

    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Meaningful => "meaningful",
            Self::Identity => "identity",
            Self::Derived => "derived",
            Self::UncomparableSecret => "uncomparableSecret",
            Self::LossyInference => "lossyInference",
            Self::FilledByProvider => "filledByProvider",
            Self::Representation => "representation",
        }
    }

    /// The heading above the differences of this class.
    pub fn title(self) -> &'static str {
        match self {
            Self::Meaningful => "Meaningful",
            Self::Identity => "Renamed or moved",
            Self::Derived => "Follows from other differences",
            Self::UncomparableSecret => "Secrets that cannot be compared",
            Self::LossyInference => "Lost by inference",
            Self::FilledByProvider => "Filled in by the provider",
            Self::Representation => "Representation only",
        }
    }
}
