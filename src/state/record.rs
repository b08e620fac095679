//! An entry of the journal.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use lumi_graph::Object;

use super::resource::{Resource, Serial};

/// What a run intends or has done. Records before the provider is called are safe on disk before
/// it is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// A run begins.
    Run(RunInfo),
    /// The provider is about to be called.
    Begin { operation: u64, action: Action },
    /// The provider has answered.
    End {
        operation: u64,
        outcome: OperationOutcome,
    },
    /// A resource is as given now; no provider was involved, or it only looked.
    Put(Box<Resource>),
    /// An object that was there takes the place of another one, which is to be deleted. One record,
    /// as a run that is stopped between two would leave the resource without an object.
    PutInstead {
        resource: Box<Resource>,
        replaces: Serial,
    },
    /// A resource is no longer known.
    Forget(Serial),
    /// More members for [`StackState::modules`](super::StackState::modules).
    Modules(Object),
    /// More members for [`StackState::configurations`](super::StackState::configurations).
    Configurations(Object),
    /// The stack's outputs.
    Outputs(Object),
    /// The run came to its end.
    Finished { at: DateTime<Utc>, succeeded: bool },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunInfo {
    pub kind: RunKind,
    pub at: DateTime<Utc>,
    /// The version of lumi.
    pub version: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    Up,
    Destroy,
    Refresh,
    Import,
    /// State was changed by hand: `stack import`, `stack forget`.
    Edit,
}

impl RunKind {
    /// The word that documents have for it.
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

/// What a provider is about to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Makes the object of `resource`, which has no id and no outputs yet.
    Create {
        resource: Box<Resource>,
        /// The resource whose place it takes: one that is live becomes replaced when the create is
        /// done, one that awaits its replacement is forgotten.
        replaces: Option<Serial>,
    },
    /// Changes the object of the resource with the same serial; `resource` has no outputs yet.
    Update { resource: Box<Resource> },
    Delete {
        serial: Serial,
        /// A new object is going to take its place: it stays, awaiting that.
        replace: bool,
    },
}

/// What a provider has done.
#[derive(Clone, Debug, PartialEq)]
pub enum OperationOutcome {
    /// The create or update is done. With `problems` the object exists, but is not healthy.
    Done {
        /// `None` keeps the one there is.
        id: Option<String>,
        outputs: Object,
        problems: Vec<String>,
        at: DateTime<Utc>,
    },
    Deleted,
    /// Nothing happened.
    Nothing,
    /// It may have happened: the operation stays pending, and this is why.
    Unknown {
        message: String,
    },
}
