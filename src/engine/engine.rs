//! A whole run, from the old state to the new one.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

use chrono::{DateTime, Utc};

use lumi_graph::{Graph, GraphKind, ResourceKind, Urn, Value};
use lumi_provider::{ManagedObject, Registry};
use lumi_state::{Record, Resource, RunInfo, RunKind, StackState, Stage};

use super::event::{Event, EventSink, RunStarted, RunSummary};
use super::operation_limit::OperationLimit;
use super::options::RunOptions;
use super::preview::planned_goals::PlannedGoals;
use super::preview::unwritten::Unwritten;
use super::provider::providers::Providers;
use super::provider::read_only_calls::ReadOnlyCalls;
use super::provider::timed_provider::TimeLimits;
use super::recovery::recovery::recover;
use super::reporter::Reporter;
use super::run::Run;
use super::run_context::RunContext;
use super::saved_plan::saved_plan::{SavedPlan, UnseenSteps};
use super::source::{Registrar, Source};
use super::source_report::SourceReport;
use super::state_log::{RecordLog, StateLog};
use super::unmatched_patterns::report_unmatched_patterns;

/// The inputs of a run.
pub struct Engine {
    pub options: RunOptions,
    /// The state before the run.
    pub state: StackState,
    /// The log to which changes are written before they are made; `None` in a preview.
    pub log: Option<Arc<dyn RecordLog>>,
    pub providers: Registry,
    pub events: EventSink,
}

/// The result of a run.
#[derive(Debug)]
pub struct RunOutcome {
    pub summary: RunSummary,
    /// A step, a provider or the state failed.
    pub has_failed: bool,
    pub is_interrupted: bool,
    /// Whether the state could not be written, which has been reported.
    pub is_broken: bool,
    /// Whether anything was written to the log.
    pub is_touched: bool,
    /// The state after the run; in a preview, the state before.
    pub state: StackState,
    /// Resources of the state that skipped callbacks may declare.
    pub undecided: Vec<Urn>,
    /// In a preview, what targets need and neither the state nor the selection has: a plan with
    /// [`Selection::needed`](super::Selection::needed) includes it.
    pub needed: BTreeSet<Urn>,
    /// The steps in the form of a saved plan.
    pub plan: SavedPlan,
    /// In a preview, the planned graph; its outputs are the program's.
    pub planned: Option<Graph>,
    /// In a preview, what its deployment would write if the plan has no changes; `None` if the deployment may do other
    /// things.
    pub unwritten: Option<Unwritten>,
    /// In a preview that keeps them, its goals, if they do not depend on what its deployment does.
    pub goals: Option<PlannedGoals>,
}

/// Interrupts a run from outside.
#[derive(Clone)]
pub struct InterruptHandle(Arc<Run>);

impl InterruptHandle {
    /// Lets running steps finish and starts no new ones. Returns at once; says whether
    /// [`announce`](Self::announce) has something to say.
    pub fn interrupt(&self) -> bool {
        self.0.context.interrupt()
    }

    /// Says what the interrupted run still does, which waits for slow readers of its events.
    pub fn announce(&self) {
        self.0.context.announce_interrupt();
    }

    /// Cancels running steps; their outcome may be unknown.
    pub async fn abort(&self) {
        self.0.context.interrupt();
        self.0.context.providers.cancel().await;
    }
}

pub struct PreparedRun {
    run: Arc<Run>,
}

impl Engine {
    pub fn prepare(self) -> PreparedRun {
        let Self {
            options,
            state,
            log,
            providers,
            events,
        } = self;
        let opening = Record::Run(RunInfo {
            kind: options.kind,
            at: DateTime::<Utc>::from(SystemTime::now()),
            version: options.version.clone(),
        });
        let log = if options.preview { None } else { log };
        let state_log = StateLog::new(state, log, opening);
        let time_limits = TimeLimits {
            read_only_calls: Arc::new(ReadOnlyCalls::new(options.answer_limit)),
            operation_limit: Arc::new(OperationLimit::new(options.parallel)),
        };
        let providers = Providers::new(
            providers,
            options.provider_config.clone(),
            options.program_configs.clone(),
            time_limits.clone(),
        );
        let operation_limit = Arc::clone(&time_limits.operation_limit);
        let reporter = Reporter::new(options.kind, events, operation_limit);
        let context = RunContext::new(options, state_log, providers, time_limits, reporter);
        let run = Arc::new(Run::new(context));
        PreparedRun { run }
    }
}

impl PreparedRun {
    pub fn interrupter(&self) -> InterruptHandle {
        InterruptHandle(Arc::clone(&self.run))
    }

    /// Runs `source` to its end, and all steps that follow.
    pub async fn run(self, source: &mut dyn Source) -> RunOutcome {
        let run = self.run;
        let context = &run.context;
        let resources = context.state_log.with(|it| it.resources.len());
        context.reporter.emit(Event::Started(RunStarted {
            kind: context.options.kind,
            preview: context.options.preview,
            project: context.options.project.clone(),
            stack: context.options.stack.clone(),
            resources,
        }));
        let mut undecided = Vec::new();
        context.note_known_secrets();
        report_objects(&run);
        if recover(context).await.is_ok() {
            run.scope.select_in_state();
            if context.options.refresh {
                run.refresh.run().await;
            }
            report_objects(&run);
            // What recovery has found is in no journal, and the deployment looks it up again.
            if context.options.preview && context.state_log.is_touched() {
                context.preview_state.note_unrepeatable();
            }
            context.old();
            let rest = source.run(Registrar::new(&run)).await;
            run.wait_for_tasks().await;
            run.apply_unmentioned_policy(rest);
            undecided.extend(run.finish(rest).await);
            report_unmatched_patterns(&run, rest);
        }
        run.hooks.release();
        source.end().await;
        undecided.sort_unstable();
        conclude(&run, undecided).await
    }
}

/// Tells the providers which objects the stack has, and of which packages with parameters they are.
fn report_objects(run: &Run) {
    let all: Vec<Arc<Resource>> = run
        .context
        .state_log
        .with(|state| state.resources.values().cloned().collect());
    for resource in &all {
        let provided = match resource.kind {
            ResourceKind::Provider => resource.urn.resource_type().rsplit(':').next(),
            _ => resource.urn.resource_type().split(':').next(),
        };
        let package = provided.unwrap_or_default();
        run.context
            .providers
            .parameterize(package, &resource.options);
    }
    let is_object = |it: &&Arc<Resource>| {
        it.kind == ResourceKind::Custom && !it.external && it.stage == Stage::Live
    };
    let objects = all.iter().filter(is_object).filter_map(|it| {
        Some(ManagedObject {
            urn: it.urn.clone(),
            id: it.id.clone()?,
            outputs: Arc::clone(&it.outputs),
            stays: it.is_protected() || !run.scope.is_targeted(&it.urn),
        })
    });
    run.context.providers.set_objects(objects);
}

async fn conclude(run: &Run, undecided: Vec<Urn>) -> RunOutcome {
    let context = &*run.context;
    if context.is_interrupted() {
        context.providers.cancel().await;
    }
    context.providers.close().await;
    // Interrupt handles keep the run alive, but must not keep the provider processes alive.
    context.providers.release();
    let has_failed = context.reporter.has_failed();
    let is_touched = context.state_log.is_touched();
    if is_touched && !context.is_broken() {
        let finished = Record::Finished {
            at: DateTime::<Utc>::from(SystemTime::now()),
            succeeded: !has_failed,
        };
        // A failure is reported, and is part of the outcome.
        let _ = context.write(finished).await;
    }
    let report = std::mem::take(&mut *run.report());
    let mut summary = context.reporter.summary();
    summary.preview = context.options.preview;
    summary.has_failed = has_failed;
    summary.duration = run.started.elapsed();
    context.reporter.emit(Event::Ended(summary));
    let unseen = unseen_steps(&context.options, &report, &undecided);
    let unwritten = unwritten(context, &report);
    let goals = planned_goals(run, &report);
    let planned = context.options.preview.then(|| planned_graph(run, report));
    RunOutcome {
        summary,
        has_failed: context.reporter.has_failed() || context.is_broken(),
        is_interrupted: context.is_interrupted(),
        is_broken: context.is_broken(),
        is_touched,
        state: context.state_log.with(|it| {
            it.prune_dangling_dependencies();
            it.clone()
        }),
        undecided,
        needed: run.scope.take_needed(),
        plan: saved_plan(context, unseen),
        planned,
        unwritten,
        goals,
    }
}

/// The goals of a plan, unless its deployment may have others.
fn planned_goals(run: &Run, report: &SourceReport) -> Option<PlannedGoals> {
    let is_settled = report.is_complete && run.context.preview_state.is_repeatable();
    let goals = run.goal_log.take().filter(|_| is_settled)?;
    goals.with_outputs(report)
}

fn unwritten(context: &RunContext, report: &SourceReport) -> Option<Unwritten> {
    let is_plan = context.options.preview && report.is_complete;
    let mut unwritten = context.preview_state.take_unwritten().filter(|_| is_plan)?;
    unwritten.outputs.clone_from(&report.outputs);
    let mut outputs = report.outputs.iter().flat_map(|it| it.values());
    (!outputs.any(Value::contains_unknown)).then_some(unwritten)
}

/// The steps of the run, in the form that a later run can repeat.
fn saved_plan(context: &RunContext, unseen: Option<UnseenSteps>) -> SavedPlan {
    let options = &context.options;
    let steps = context.reporter.take_steps();
    SavedPlan {
        selection: options.selection.clone(),
        destroy: options.kind == RunKind::Destroy,
        refresh: options.refresh,
        unseen,
        ..SavedPlan::new(&options.project, &options.stack, &steps, &options.plan_key)
    }
}

fn planned_graph(run: &Run, report: SourceReport) -> Graph {
    let RunOptions { project, stack, .. } = &run.context.options;
    let mut graph = Graph::new(GraphKind::Plan, stack, project);
    (graph.vertices, graph.edges) = run.graph.take();
    graph.outputs = report.outputs.unwrap_or_default();
    graph.complete = report.is_complete;
    graph.finish();
    graph
}

/// The steps that the plan of a run cannot predict.
fn unseen_steps(
    options: &RunOptions,
    report: &SourceReport,
    undecided: &[Urn],
) -> Option<UnseenSteps> {
    if report.is_complete || options.kind != RunKind::Up {
        return None;
    }
    let code = report.unseen.clone();
    let mut origins: Vec<Urn> = code
        .iter()
        .flat_map(|it| it.origins.iter().cloned())
        .collect();
    origins.sort_unstable();
    Some(UnseenSteps {
        any: code.is_none_or(|it| it.any),
        origins,
        resources: undecided.to_vec(),
    })
}
