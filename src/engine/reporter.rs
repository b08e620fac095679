//! Emits the events of a run, and counts its steps.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};

use tracing::{Span, debug_span};

use lumi_graph::{PathPattern, ResourceOptions, SourcePosition, Urn};
use lumi_state::RunKind;

use super::event::{Diagnostic, Event, EventSink, RunSummary, Severity, StepFailure, StepInfo};
use super::operation_limit::OperationLimit;
use super::request::RegisterError;
use super::saved_plan::saved_plan::PlannedStep;
use super::steps::hidden_differences::hide;
use super::steps::step::StepKind;

/// A step that has begun; its span lasts until it is reported.
#[derive(Clone)]
pub struct RunningStep {
    since: Instant,
    _span: Span,
}

/// Reports steps, and records what later steps and the end of the run need.
pub struct Reporter {
    events: EventSink,
    operation_limit: Arc<OperationLimit>,
    kind: RunKind,
    reported: Mutex<ReportedSteps>,
}

/// The reported steps so far.
#[derive(Default)]
struct ReportedSteps {
    summary: RunSummary,
    has_failed: bool,
    steps: Vec<PlannedStep>,
    /// Resources whose objects are created or changed in this run.
    changed: FxHashSet<Urn>,
    /// The hidden differences by resource.
    hidden_differences: FxHashMap<Urn, Vec<PathPattern>>,
}

impl Reporter {
    pub fn new(kind: RunKind, events: EventSink, operation_limit: Arc<OperationLimit>) -> Self {
        Self {
            events,
            operation_limit,
            kind,
            reported: Mutex::default(),
        }
    }

    pub fn emit(&self, event: Event) {
        self.operation_limit.note_event();
        (self.events)(event);
    }

    pub fn diagnostic(
        &self,
        severity: Severity,
        urn: Option<&Urn>,
        message: String,
        help: Option<String>,
    ) {
        if severity == Severity::Error {
            self.note_failure();
        }
        self.emit(Event::Diagnostic(Diagnostic {
            severity,
            urn: urn.cloned(),
            message,
            help,
            source: None,
        }));
    }

    /// Announces a step.
    pub fn begin(&self, step: &StepInfo) -> RunningStep {
        let span = debug_span!(target: "engine", "step", kind = ?step.kind, urn = %step.urn);
        let step = self.with_hidden_differences(step.clone());
        self.emit(Event::StepStarted(step));
        RunningStep {
            since: Instant::now(),
            _span: span,
        }
    }

    /// Reports and counts a finished step.
    pub fn end(&self, step: StepInfo, since: Option<RunningStep>) {
        if step.kind.creates_or_updates() {
            self.note_change(&step.urn);
        }
        self.end_and_count(step, since);
    }

    /// Reports a step without a provider call: the object is unchanged.
    pub fn end_recorded(&self, step: StepInfo) {
        self.end_and_count(step, None);
    }

    /// Reports a resource that the run excludes.
    pub fn report_excluded(&self, step: StepInfo) {
        {
            let mut reported = self.reported.lock();
            reported.summary.excluded += 1;
            reported.steps.push(PlannedStep::from(&step));
        }
        self.emit_end(step, None, None);
    }

    /// Reports a failed step.
    pub fn end_failed(&self, step: StepInfo, since: Option<RunningStep>, failure: StepFailure) {
        {
            let mut reported = self.reported.lock();
            reported.has_failed = true;
            reported.summary.failed += 1;
        }
        self.emit_end(step, since, Some(failure));
    }

    /// Reports a resource that is skipped.
    pub fn skip(
        &self,
        urn: &Urn,
        reason: String,
        source: Option<&SourcePosition>,
    ) -> RegisterError {
        self.reported.lock().summary.skipped += 1;
        let message = format!("{} was not touched: {reason}", urn.name());
        self.emit(Event::Skipped {
            urn: urn.clone(),
            reason,
            source: source.cloned(),
        });
        let urn = Some(urn.clone());
        RegisterError::Failed { urn, message }
    }

    fn end_and_count(&self, step: StepInfo, since: Option<RunningStep>) {
        {
            let mut reported = self.reported.lock();
            count(&mut reported.summary, self.kind, &step);
            reported.steps.push(PlannedStep::from(&step));
        }
        self.emit_end(step, since, None);
    }

    fn emit_end(&self, step: StepInfo, since: Option<RunningStep>, failure: Option<StepFailure>) {
        let duration = since.map_or(Duration::ZERO, |it| it.since.elapsed());
        self.emit(Event::StepEnded {
            step: self.with_hidden_differences(step),
            duration,
            failure,
        });
    }

    /// Hides differences of a resource in all later events.
    pub fn hide_differences(&self, urn: &Urn, options: &ResourceOptions) {
        let patterns = options.hide_diffs();
        if !patterns.is_empty() {
            let mut reported = self.reported.lock();
            let hidden = &mut reported.hidden_differences;
            hidden.insert(urn.clone(), patterns.to_vec());
        }
    }

    /// A step in the form of events.
    fn with_hidden_differences(&self, mut step: StepInfo) -> StepInfo {
        if let Some(patterns) = self.reported.lock().hidden_differences.get(&step.urn) {
            hide(&mut step, patterns);
        }
        step
    }

    /// Marks the run as failed, even if no step has failed.
    pub fn note_failure(&self) {
        self.reported.lock().has_failed = true;
    }

    pub fn has_failed(&self) -> bool {
        self.reported.lock().has_failed
    }

    /// Records that a resource will change, or may change.
    pub fn note_change(&self, urn: &Urn) {
        self.reported.lock().changed.insert(urn.clone());
    }

    /// Whether a step has created or changed one of these.
    pub fn has_changed<'a>(&self, mut urns: impl Iterator<Item = &'a Urn>) -> bool {
        let reported = self.reported.lock();
        urns.any(|it| reported.changed.contains(it))
    }

    /// Counts a resource that the selection excludes.
    pub fn count_excluded(&self) {
        self.reported.lock().summary.excluded += 1;
    }

    /// Counts the deletion of an object that an earlier run replaced and could not delete.
    pub fn count_deleted(&self) {
        self.reported.lock().summary.deleted += 1;
    }

    pub fn summary(&self) -> RunSummary {
        self.reported.lock().summary
    }

    /// Takes the steps at the end of the run.
    pub fn take_steps(&self) -> Vec<PlannedStep> {
        std::mem::take(&mut self.reported.lock().steps)
    }
}

fn count(summary: &mut RunSummary, kind: RunKind, step: &StepInfo) {
    let counter = match step.kind {
        StepKind::Same => &mut summary.same,
        StepKind::Create => &mut summary.created,
        StepKind::Update => &mut summary.updated,
        StepKind::CreateReplacement => &mut summary.replaced,
        StepKind::DeleteReplaced => return,
        StepKind::Delete => &mut summary.deleted,
        StepKind::Read => &mut summary.read,
        StepKind::Import => &mut summary.imported,
        StepKind::Forget => &mut summary.forgotten,
        StepKind::Refresh if step.is_drift() => &mut summary.drifted,
        // Otherwise the following step counts.
        StepKind::Refresh if kind == RunKind::Refresh => &mut summary.same,
        StepKind::Refresh => return,
    };
    *counter += 1;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deletion::deletion_step::deletion_step;
    use crate::tests::samples::resource;
    use lumi_graph::{Object, ResourceOption};

    fn reporter(kind: RunKind) -> (Reporter, Arc<Mutex<Vec<Event>>>) {
        let events = Arc::<Mutex<Vec<Event>>>::default();
        let sink = Arc::clone(&events);
        let sink: EventSink = Arc::new(move |event| sink.lock().push(event));
        let operation_limit = Arc::new(OperationLimit::new(1));
        (Reporter::new(kind, sink, operation_limit), events)
    }

    fn step_info(kind: StepKind, name: &str) -> StepInfo {
        deletion_step(kind, &resource(1, name))
    }

    fn object(value: f64) -> Arc<Object> {
        Arc::new([("a".to_owned(), value.into())].into_iter().collect())
    }

    #[test]
    fn steps_are_counted_and_changes_are_known() {
        let (reporter, _) = reporter(RunKind::Up);
        reporter.end(step_info(StepKind::Create, "a"), None);
        reporter.end(step_info(StepKind::Delete, "b"), None);
        reporter.end_recorded(step_info(StepKind::Update, "c"));
        reporter.report_excluded(step_info(StepKind::Same, "d"));
        let summary = reporter.summary();
        let counts = [
            summary.created,
            summary.deleted,
            summary.updated,
            summary.excluded,
        ];
        assert_eq!(counts, [1; 4]);
        let has_changed = |name: &str| reporter.has_changed([&resource(1, name).urn].into_iter());
        assert!(has_changed("a") && !has_changed("b") && !has_changed("c"));
        assert!(!reporter.has_failed());
        assert_eq!(reporter.take_steps().len(), 4);
    }

    #[test]
    fn failures_are_steps_or_messages() {
        for is_step in [true, false] {
            let (reporter, _) = reporter(RunKind::Up);
            match is_step {
                true => reporter.end_failed(
                    step_info(StepKind::Delete, "a"),
                    None,
                    StepFailure::new("no"),
                ),
                false => reporter.diagnostic(Severity::Error, None, "no".to_owned(), None),
            }
            assert!(reporter.has_failed());
            assert_eq!(reporter.summary().failed, usize::from(is_step));
        }
        let (reporter, _) = reporter(RunKind::Up);
        reporter.diagnostic(Severity::Warning, None, "well".to_owned(), None);
        assert!(!reporter.has_failed());
    }

    /// Before a deployment, the following step counts.
    #[test]
    fn unchanged_resources_count_only_in_a_refresh() {
        for (kind, same) in [(RunKind::Refresh, 1), (RunKind::Up, 0)] {
            let (reporter, _) = reporter(kind);
            let mut unchanged = step_info(StepKind::Refresh, "a");
            (unchanged.old, unchanged.new) = (Some(object(1.0)), Some(object(1.0)));
            reporter.end(unchanged.clone(), None);
            unchanged.new = Some(object(2.0));
            reporter.end(unchanged, None);
            let summary = reporter.summary();
            assert_eq!((summary.same, summary.drifted), (same, 1));
        }
    }

    #[test]
    fn hidden_differences_are_in_no_event() {
        let (reporter, events) = reporter(RunKind::Up);
        let mut step = step_info(StepKind::Update, "a");
        (step.old, step.new) = (Some(object(1.0)), Some(object(2.0)));
        let hidden = ResourceOption::HideDiffs(vec!["a".parse().unwrap()]);
        let options = [hidden].into_iter().collect();
        reporter.hide_differences(&step.urn, &options);
        reporter.begin(&step);
        reporter.end(step, None);
        let events = events.lock();
        for event in events.iter() {
            let (Event::StepStarted(step) | Event::StepEnded { step, .. }) = event else {
                panic!("another event");
            };
            assert_eq!(step.new, Some(object(1.0)));
        }
        assert_eq!(events.len(), 2);
        // Saved plans are complete nevertheless.
        assert_eq!(reporter.take_steps()[0].inputs, Some(object(2.0)));
    }
}
