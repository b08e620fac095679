//! What a run reports while it goes on.

use std::sync::Arc;
use std::time::Duration;

use lumi_graph::{Object, SourcePosition, Urn};
use lumi_provider::{PropertyChange, ProviderError};
use lumi_state::RunKind;

use super::redactor::Redactor;
use super::step::StepKind;

/// Takes events on any thread of the engine; must not block.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;

/// One thing that happened. Values may hold secrets, always marked as such: code that shows them
/// masks them. Messages are redacted: they hold no secrets of their resource.
#[derive(Clone, Debug)]
pub enum Event {
    /// The run begins.
    Started(RunStarted),
    /// A step begins; in a preview it ends at once. Steps that leave everything as it is are not
    /// announced, they only end.
    StepStarted(StepInfo),
    StepEnded {
        step: StepInfo,
        duration: Duration,
        /// `Some` if the step failed.
        failure: Option<StepFailure>,
    },
    /// A registered resource is not touched because something it depends on failed, or because the
    /// run is stopping.
    Skipped {
        urn: Urn,
        reason: String,
        source: Option<SourcePosition>,
    },
    /// Text that a provider, or the engine, has for the user.
    Diagnostic(Diagnostic),
    /// What the run waits for before it can go on.
    Waiting(Diagnostic),
    /// The stack's outputs as they were and as they are.
    Outputs { old: Object, new: Object },
    /// The last event of a run.
    Ended(RunSummary),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStarted {
    pub kind: RunKind,
    /// Nothing is touched.
    pub preview: bool,
    pub project: String,
    pub stack: String,
    /// How many resources the state holds.
    pub resources: usize,
}

/// A step as it is shown.
#[derive(Clone, Debug)]
pub struct StepInfo {
    pub kind: StepKind,
    pub urn: Urn,
    /// A component has no object.
    pub is_component: bool,
    pub parent: Option<Urn>,
    /// Position in the program; those of the old program come without.
    pub order: Option<u32>,
    pub source: Option<SourcePosition>,
    /// `None` while it is not known.
    pub id: Option<String>,
    /// Inputs before, if there was a before; with [`StepKind::Refresh`] and [`StepKind::Read`]
    /// outputs before.
    pub old: Option<Arc<Object>>,
    /// Inputs from now on, unless it is deleted; may hold unknown values in a preview. With
    /// [`StepKind::Refresh`] and [`StepKind::Read`] outputs; then `None` means that the object is
    /// gone.
    pub new: Option<Arc<Object>>,
    /// Why it changes, for updates and replacements; empty if the provider did not say.
    pub changes: Vec<PropertyChange>,
    /// Why it happens at all if no input explains it, such as `--replace`, `its provider changed`
    /// or `the last update did not finish`.
    pub reason: Option<String>,
}

impl StepInfo {
    /// Whether the object differs from what the state says.
    pub fn is_drift(&self) -> bool {
        self.old != self.new || !self.changes.is_empty()
    }
}

/// Why a step failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFailure {
    pub message: String,
    /// The object may exist or may have changed; the operation stays pending.
    pub unknown_outcome: bool,
}

impl StepFailure {
    /// A failure after which the state of the object is known.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            unknown_outcome: false,
        }
    }

    /// The failure of an operation of a provider, with secrets removed from its message.
    pub fn of_provider(error: &ProviderError, redactor: &Redactor) -> Self {
        Self {
            message: redactor.redact(&error.to_string()),
            unknown_outcome: matches!(error, ProviderError::Unknown { .. }),
        }
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

/// How many resources came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    pub preview: bool,
    pub same: usize,
    pub created: usize,
    pub updated: usize,
    /// Counted once, although it is two steps.
    pub replaced: usize,
    pub deleted: usize,
    pub read: usize,
    pub imported: usize,
    /// Refreshed resources that differed from the state.
    pub drifted: usize,
    pub forgotten: usize,
    pub failed: usize,
    pub skipped: usize,
    /// Resources of the program that the run is not about (`--target`, `--exclude`).
    pub excluded: usize,
    /// A step, the source or the state failed.
    pub has_failed: bool,
    pub duration: Duration,
}

impl RunSummary {
    /// Whether anything but looking was, or would be, done.
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
}
