//! The events of a run.

use std::sync::Arc;
use std::time::Duration;

use lumi_graph::{Goal, Object, ResourceKind, SourcePosition, Urn};
use lumi_provider::{PropertyChange, ProviderError};
use lumi_state::{Resource, RunKind};

use super::secrets::known_secrets::RunRedactor;
use super::steps::step::StepKind;

/// Receives events on any thread of the engine; must not block.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;

/// An event of a run. Values may contain marked secrets, which the display must mask. Messages are
/// redacted: they contain no secrets of their resource.
#[derive(Clone, Debug)]
pub enum Event {
    /// The run begins.
    Started(RunStarted),
    /// A step begins; in a preview it ends at once. Steps without changes have no start event.
    StepStarted(StepInfo),
    StepEnded {
        step: StepInfo,
        duration: Duration,
        /// `Some` if the step failed.
        failure: Option<StepFailure>,
    },
    /// A registered resource was not processed because a dependency failed, or because the run is
    /// stopping.
    Skipped {
        urn: Urn,
        reason: String,
        source: Option<SourcePosition>,
    },
    /// A resource is found in the state under a former name, and keeps its object.
    Moved(MovedResource),
    /// A message of a provider or the engine to the user.
    Diagnostic(Diagnostic),
    /// The reason why the run is waiting.
    Waiting(Diagnostic),
    /// Secrets that messages may quote from now on: of the state, and those that the program is
    /// about to get. They come before any other event or answer that has them.
    Secrets(Arc<Object>),
    /// The old and the new outputs of the stack.
    Outputs { old: Object, new: Object },
    /// The last event of a run.
    Ended(RunSummary),
}

/// A resource with another identity than in the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedResource {
    pub urn: Urn,
    /// Its URN in the state.
    pub from: Urn,
    pub parent: Option<Urn>,
    /// Position in the program.
    pub order: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStarted {
    pub kind: RunKind,
    /// Whether the run is a preview.
    pub preview: bool,
    pub project: String,
    pub stack: String,
    /// The number of resources in the state.
    pub resources: usize,
}

/// A step for display.
#[derive(Clone, Debug)]
pub struct StepInfo {
    pub kind: StepKind,
    pub urn: Urn,
    /// Whether the resource is a component, which has no object.
    pub is_component: bool,
    pub parent: Option<Urn>,
    /// Position in the program; `None` for resources that the program no longer declares.
    pub order: Option<u32>,
    pub source: Option<SourcePosition>,
    /// `None` while it is unknown.
    pub id: Option<String>,
    /// The old inputs, if there are any; with [`StepKind::Refresh`] and [`StepKind::Read`] the old
    /// outputs.
    pub old: Option<Arc<Object>>,
    /// The new inputs, except for a deletion; may contain unknown values in a preview. With
    /// [`StepKind::Refresh`] and [`StepKind::Read`] the new outputs, where `None` means that the
    /// object is gone.
    pub new: Option<Arc<Object>>,
    /// The reasons for an update or replacement; empty if the provider gave none.
    pub changes: Vec<PropertyChange>,
    /// The reason if no input explains the step, such as `--replace`, `its provider changed` or
    /// `the last update did not finish`.
    pub reason: Option<String>,
}

impl StepInfo {
    /// The step of a goal's resource, before its inputs and changes are known.
    pub fn of_goal(kind: StepKind, goal: &Goal, old: Option<&Arc<Resource>>) -> Self {
        Self {
            kind,
            urn: goal.urn.clone(),
            is_component: goal.kind == ResourceKind::Component,
            parent: goal.parent.clone(),
            order: Some(goal.order),
            source: goal.source.clone(),
            id: old.and_then(|it| it.id.clone()),
            old: old.map(|it| Arc::clone(&it.inputs)),
            new: None,
            changes: Vec::new(),
            reason: None,
        }
    }

    /// The step with new inputs.
    #[must_use]
    pub fn with_inputs(mut self, inputs: &Arc<Object>) -> Self {
        self.new = Some(Arc::clone(inputs));
        self
    }

    /// Whether the object differs from the state.
    pub fn is_drift(&self) -> bool {
        self.old != self.new || !self.changes.is_empty()
    }
}

/// Why a step failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFailure {
    pub message: String,
    /// Whether the operation may have had an effect; it then stays pending.
    pub unknown_outcome: bool,
    /// Whether a separate diagnostic reports this failure together with others.
    pub is_reported_with_others: bool,
    /// The paths of the inputs that the message is about, in its order.
    pub inputs: Vec<String>,
    /// The message with what is hidden in it, because it may have secrets. It is shown on request, and never stored.
    pub opened: Option<String>,
}

impl StepFailure {
    /// A failure with a known state of the object.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            unknown_outcome: false,
            is_reported_with_others: false,
            inputs: Vec::new(),
            opened: None,
        }
    }

    /// The failure of a provider operation, with secrets removed from its message.
    pub fn of_provider(error: &ProviderError, redactor: &RunRedactor<'_>) -> Self {
        Self {
            message: redactor.redact(&error.to_string()),
            unknown_outcome: matches!(error, ProviderError::Unknown { .. }),
            is_reported_with_others: false,
            inputs: error.inputs().to_vec(),
            opened: error.opened(),
        }
    }
}

impl From<String> for StepFailure {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Info,
    Warning,
    Error,
}

#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub urn: Option<Urn>,
    pub message: String,
    pub help: Option<String>,
    pub source: Option<SourcePosition>,
}

/// The number of resources per outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    pub preview: bool,
    pub same: usize,
    pub created: usize,
    pub updated: usize,
    /// Counts a replacement once, although it has two steps.
    pub replaced: usize,
    pub deleted: usize,
    pub read: usize,
    pub imported: usize,
    /// The number of refreshed resources that differed from the state.
    pub drifted: usize,
    pub forgotten: usize,
    pub failed: usize,
    pub skipped: usize,
    /// The number of resources in the program that are excluded (`--target`, `--exclude`).
    pub excluded: usize,
    /// Whether a step, the source or the state failed.
    pub has_failed: bool,
    pub duration: Duration,
}

impl RunSummary {
    /// Whether anything was, or would be, changed.
    pub fn has_changes(&self) -> bool {
        let changes = [
            self.created,
            self.updated,
            self.replaced,
            self.deleted,
            self.imported,
            self.drifted,
            self.forgotten,
        ];
        changes.iter().any(|&it| it > 0)
    }

    /// Whether a deployment changes anything besides the record of drift. Drift of a property that the program sets
    /// causes a change as well; drift of other outputs does not.
    pub fn has_changes_besides_drift(&self) -> bool {
        let without = Self {
            drifted: 0,
            ..*self
        };
        without.has_changes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drift_alone_is_no_change_that_a_deployment_makes() {
        let drifted = RunSummary {
            drifted: 1,
            ..RunSummary::default()
        };
        assert!(drifted.has_changes() && !drifted.has_changes_besides_drift());
        let repaired = RunSummary {
            updated: 1,
            ..drifted
        };
        assert!(repaired.has_changes_besides_drift());
    }
}
