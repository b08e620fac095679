//! The kinds of steps.

/// The operation on one resource. A replacement has two steps; the creation comes first unless the
/// old object must be deleted before.
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
    /// Reads an object that the program does not manage.
    Read,
    /// Reads an object to update the state.
    Refresh,
    /// Adopts an existing object.
    Import,
    /// Removes a resource from the state; its object stays (`retainOnDelete`, or only read).
    Forget,
}

impl StepKind {
    /// Whether the step creates or changes an object.
    pub fn creates_or_updates(self) -> bool {
        matches!(self, Self::Create | Self::Update | Self::CreateReplacement)
    }

    /// Whether the step removes a resource or an old object of one.
    pub fn removes(self) -> bool {
        matches!(self, Self::Delete | Self::DeleteReplaced | Self::Forget)
    }

    /// Whether a plan with the step `planned` allows this one, because it does no more.
    pub fn is_within(self, planned: Self) -> bool {
        match self {
            Self::Same => true,
            // An object that was meanwhile taken over by another resource is forgotten instead of
            // deleted.
            Self::Forget => matches!(planned, Self::Forget | Self::Delete),
            _ => self == planned,
        }
    }

    /// The name in JSON events and plans.
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
