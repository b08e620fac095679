//! The kinds of steps.

/// What is done with one resource. A replacement is two steps, of which the one that creates comes
/// first unless the old object must be gone before.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    Same,
    Create,
    Update,
    /// Creates the new object of a resource that is replaced.
    CreateReplacement,
    /// Deletes the old object of a resource that is replaced.
    DeleteReplaced,
    Delete,
    /// Looks at an object that the program reads and does not manage.
    Read,
    /// Looks at an object to bring the state up to date.
    Refresh,
    /// Takes over the management of an existing object.
    Import,
    /// Drops a resource from the state, its object stays (`retainOnDelete`, or only read).
    Forget,
}

impl StepKind {
    /// Whether there is an object afterwards that was not there, or not like that, before.
    pub fn makes_or_changes(self) -> bool {
        matches!(self, Self::Create | Self::Update | Self::CreateReplacement)
    }

    /// Whether a plan with the step `planned` allows this one: it does no more.
    pub fn is_within(self, planned: Self) -> bool {
        match self {
            Self::Same => true,
            // An object that another resource has taken over is forgotten where a plan saw a deletion.
            Self::Forget => matches!(planned, Self::Forget | Self::Delete),
            _ => self == planned,
        }
    }

    /// The word for it in JSON events and plans.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Create => "create",
            Self::Update => "update",
            Self::CreateReplacement => "create-replacement",
            Self::DeleteReplaced => "delete-replaced",
            Self::Delete => "delete",
            Self::Read => "read",
            Self::Refresh => "refresh",
            Self::Import => "import",
            Self::Forget => "forget",
        }
    }
}
