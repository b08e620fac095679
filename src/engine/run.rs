//! A run, from the first goal to the last deletion.

use std::sync::Arc;
use std::time::Instant;

use parking_lot::{Mutex, MutexGuard};
use rustc_hash::FxHashSet;
use tokio::sync::watch;

use lumi_graph::{Object, Urn};
use lumi_state::{Record, Resource, RunKind};

use super::deletion::final_deletions::FinalDeletions;
use super::event::{Event, Severity};
use super::listings::Listings;
use super::preview::known_outputs::known_outputs;
use super::preview::planned_goals::GoalLog;
use super::preview::preview_graph::PreviewGraph;
use super::provider::provider_functions::ProviderFunctions;
use super::refresh::Refresh;
use super::registration::foreign_objects::ForeignObjects;
use super::registration::identities::Identities;
use super::registration::imports::Imports;
use super::registration::registration::Registration;
use super::registration::registrations::{RegistrationStatus, Registrations};
use super::request::{RegisterError, Registered};
use super::run_context::RunContext;
use super::run_parts::RunParts;
use super::scope::Scope;
use super::secrets::secrets;
use super::source::UnmentionedPolicy;
use super::source_report::SourceReport;
use super::steps::step_hooks::StepHooks;

/// A running preview or deployment, shared by the tasks of all registrations.
pub struct Run {
    pub context: Arc<RunContext>,
    pub registrations: Arc<Registrations>,
    pub identities: Arc<Identities>,
    pub scope: Arc<Scope>,
    pub graph: Arc<PreviewGraph>,
    /// The goals of a plan, for its deployment.
    pub goal_log: GoalLog,
    /// Functions of the program that run before and after steps.
    pub hooks: Arc<StepHooks>,
    pub registration: Registration,
    pub functions: ProviderFunctions,
    pub imports: Arc<Imports>,
    pub listings: Arc<Listings>,
    pub foreign_objects: Arc<ForeignObjects>,
    pub refresh: Arc<Refresh>,
    pub started: Instant,
    final_deletions: FinalDeletions,
    report: Mutex<SourceReport>,
    /// One receiver for each task of the source.
    busy: watch::Sender<()>,
}

/// RAII guard: the number of receivers is the number of running tasks.
pub struct TaskGuard(
    #[expect(dead_code, reason = "RAII guard: the sender counts its receivers")] watch::Receiver<()>,
);

impl Run {
    pub fn new(context: RunContext) -> Self {
        let parts = RunParts::new(context);
        let functions = ProviderFunctions::new(&parts.context, &parts.registrations, &parts.choice);
        let refresh = Refresh {
            context: Arc::clone(&parts.context),
            scope: Arc::clone(&parts.scope),
        };
        Self {
            registration: parts.registration(),
            functions,
            refresh: Arc::new(refresh),
            started: Instant::now(),
            goal_log: GoalLog::new(
                parts.context.options.preview && parts.context.options.keeps_goals,
            ),
            final_deletions: parts.final_deletions(),
            report: Mutex::default(),
            busy: watch::channel(()).0,
            context: parts.context,
            registrations: parts.registrations,
            identities: parts.identities,
            scope: parts.scope,
            graph: parts.graph,
            hooks: parts.hooks,
            imports: parts.imports,
            listings: parts.listings,
            foreign_objects: parts.foreign_objects,
        }
    }

    /// The statements of the source so far.
    pub fn report(&self) -> MutexGuard<'_, SourceReport> {
        self.report.lock()
    }

    /// Keeps the run from ending until the guard is dropped.
    pub fn track_task(&self) -> TaskGuard {
        TaskGuard(self.busy.subscribe())
    }

    /// Waits until all tasks of the source have ended.
    pub async fn wait_for_tasks(&self) {
        self.busy.closed().await;
    }

    /// The result of a resource registered in this run.
    pub fn find(&self, urn: &Urn) -> Option<Registered> {
        if self.context.options.preview {
            return self.graph.find(urn);
        }
        let is_done = self.registrations.status(urn) == Some(RegistrationStatus::Done);
        let found = is_done
            .then(|| self.context.state_log.live(urn))
            .flatten()?;
        Some(Registered::deployed(&found))
    }

    /// Records the outputs of a component.
    pub fn complete_component(&self, urn: &Urn, mut outputs: Object) -> Result<(), RegisterError> {
        let known = &self.context.known_secrets;
        known.mark(&mut outputs, &Object::default());
        known.add(&outputs);
        if self.context.options.preview {
            self.context.preview_state.note_outputs(urn, &outputs);
            self.graph.set_outputs(urn, outputs);
            return Ok(());
        }
        let component = self.context.state_log.live(urn);
        let Some(component) = component.filter(|it| *it.outputs != outputs) else {
            return Ok(());
        };
        let completed = Resource {
            outputs: Arc::new(outputs),
            ..Resource::clone(&component)
        };
        let record = Record::Put(Box::new(completed));
        self.context.write_unsynced(&record)
    }

    /// Records how the source ended.
    pub fn apply_unmentioned_policy(&self, rest: UnmentionedPolicy) {
        let mut report = self.report();
        report.is_complete = rest == UnmentionedPolicy::Delete && report.unseen.is_none();
        if rest == UnmentionedPolicy::Failed {
            self.context.reporter.note_failure();
        }
    }

    /// Deletes resources without a goal, as the policy says, and records the outputs. Returns the
    /// resources of the state that skipped callbacks may declare.
    pub async fn finish(&self, rest: UnmentionedPolicy) -> FxHashSet<Urn> {
        if self.context.is_stopping() {
            return FxHashSet::default();
        }
        self.mark_outputs();
        let unseen = self.report().unseen.clone();
        // What they may declare goes with everything else.
        let unseen = unseen.filter(|_| !self.context.options.leaves_goals);
        let undecided = self.final_deletions.run(rest, unseen.as_ref()).await;
        // A complete program has set its outputs; they are valid even if old objects remain.
        if !self.context.is_stopping() || self.context.options.kind != RunKind::Destroy {
            self.record_outputs();
        }
        undecided
    }

    /// Makes the outputs of the program secret that quote a secret, or the id of a resource with a
    /// secret in it. Warns of their names, which are not encrypted.
    fn mark_outputs(&self) {
        let resources = self.context.current_resources();
        let ids: Vec<&str> = resources.iter().filter_map(|it| it.secret_id()).collect();
        let known = &self.context.known_secrets;
        let mut report = self.report();
        let SourceReport {
            opened, outputs, ..
        } = &mut *report;
        let Some(outputs) = outputs else {
            return;
        };
        secrets::mark_quoted_ids(outputs, &ids);
        known.mark_outputs(outputs, opened);
        for name in outputs.keys().filter(|it| known.is_unreported_output(it)) {
            let message = format!(
                "the name of the output `{name}` contains a secret, and names are not encrypted: \
                 it is stored in the state as plain text"
            );
            let help = "give it a name without the secret".to_owned();
            let reporter = &self.context.reporter;
            reporter.diagnostic(Severity::Warning, None, message, Some(help));
        }
    }

    fn record_outputs(&self) {
        let Some(new) = self.report().outputs.clone() else {
            return;
        };
        // The outputs are kept until everything is deleted.
        let options = &self.context.options;
        if options.kind == RunKind::Destroy && !options.selection.is_whole() {
            return;
        }
        let old = self.context.state_log.with(|it| it.outputs.clone());
        let new = match options.preview {
            true => new,
            false => known_outputs(new, &old),
        };
        let record = Record::Outputs(new.clone());
        if old == new || self.context.write_unsynced(&record).is_ok() {
            self.context.reporter.emit(Event::Outputs { old, new });
        }
    }
}
