//! An entry of the journal.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use lumi_graph::{Object, ProviderData};

use super::resource::{Resource, Serial};

/// An intended or completed action of a run. Records that announce a provider call are durable
/// before the call.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// A run begins.
    Run(RunInfo),
    /// A provider operation is about to start.
    Begin { operation: u64, action: Action },
    /// A provider operation has ended.
    End {
        operation: u64,
        outcome: OperationOutcome,
    },
    /// Replaces a resource by the given one, without a provider operation that changes the object.
    Put(Box<Resource>),
    /// Adds resources together: none of them without the others.
    PutAll(Vec<Resource>),
    /// An existing object takes the place of another one, which is to be deleted. A single record,
    /// because a run killed between two records would leave the resource without an object.
    PutInstead {
        resource: Box<Resource>,
        replaces: Serial,
    },
    /// A resource is removed from the state.
    Forget(Serial),
    /// Adds members to [`StackState::modules`](super::StackState::modules).
    Modules(Object),
    /// Adds members to [`StackState::configurations`](super::StackState::configurations).
    Configurations(Object),
    /// The stack's outputs.
    Outputs(Object),
    /// The run ended.
    Finished { at: DateTime<Utc>, succeeded: bool },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunInfo {
    pub kind: RunKind,
    pub at: DateTime<Utc>,
    /// The version of Lumi.
    pub version: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    Up,
    Destroy,
    Refresh,
    Import,
    /// The state was edited: `stack import`, `state rm`.
    Edit,
}

impl RunKind {
    /// The name in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Destroy => "destroy",
            Self::Refresh => "refresh",
            Self::Import => "import",
            Self::Edit => "edit",
        }
    }
}

/// A provider operation that is about to start.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Creates the object of `resource`, which has no id and no outputs yet.
    Create {
        resource: Box<Resource>,
        /// The resource that is replaced: a live one becomes `Replaced` when the create is done,
        /// one that awaits its replacement is forgotten.
        replaces: Option<Serial>,
    },
    /// Updates the object of the resource with the same serial; `resource` has no outputs yet.
    Update { resource: Box<Resource> },
    Delete {
        serial: Serial,
        /// A new object will take its place: the resource stays as `AwaitingReplacement`.
        replace: bool,
    },
}

/// The outcome of a provider operation.
#[derive(Clone, Debug, PartialEq)]
pub enum OperationOutcome {
    /// The create or update succeeded. With `problems` the object exists, but is incomplete.
    Done {
        /// `None` keeps the current id.
        id: Option<String>,
        outputs: Object,
        /// `None` keeps what the resource has.
        provider_data: Option<ProviderData>,
        problems: Vec<String>,
        at: DateTime<Utc>,
    },
    Deleted,
    /// The operation had no effect.
    NotDone,
    /// The operation may have had an effect: it stays pending, and `message` is the reason.
    Unknown {
        message: String,
    },
}
