//! A whole run, from the state before to the state after.

use std::sync::Arc;

use chrono::Utc;

use lumi_graph::{Graph, GraphKind, Urn};
use lumi_provider::Registry;
use lumi_state::{Record, RunInfo, RunKind, StackState};

use super::activity::Activity;
use super::event::{Event, EventSink, RunStarted, RunSummary, Severity};
use super::options::RunOptions;
use super::providers::Providers;
use super::read_only_calls::ReadOnlyCalls;
use super::reporter::Reporter;
use super::run::Run;
use super::run_state::RunState;
use super::saved_plan::{SavedPlan, UnseenSteps};
use super::source::{Registrar, Source, UnmentionedPolicy};
use super::state_log::{RecordLog, StateLog};
use super::timed_provider::TimeLimits;

/// What a run is given.
pub struct Engine {
    pub options: RunOptions,
    /// The state before.
    pub state: StackState,
    /// Where changes are written before they are made; not used in a preview.
    pub log: Option<Arc<dyn RecordLog>>,
    pub providers: Registry,
    pub events: EventSink,
}

/// What a run came to.
#[derive(Debug)]
pub struct RunOutcome {
    pub summary: RunSummary,
    /// A step, a provider or the state failed.
    pub has_failed: bool,
    pub is_interrupted: bool,
    /// The state could not be written, and the user has been told.
    pub is_broken: bool,
    /// Something was written to the log.
    pub is_touched: bool,
    /// The state after; in a preview, that before.
    pub state: StackState,
    /// Resources of the state that code may declare that did not run.
    pub undecided: Vec<Urn>,
    /// The steps in a form that can be saved.
    pub plan: SavedPlan,
    /// In a preview, what would be deployed; its outputs are the program's.
    pub planned: Option<Graph>,
}

/// Stops a run from outside.
#[derive(Clone)]
pub struct InterruptHandle(Arc<Run>);

impl InterruptHandle {
    /// What runs comes to its end, nothing new is begun.
    pub fn interrupt(&self) {
        self.0.interrupt();
    }

    /// What runs is asked to end at once, whatever comes of it.
    pub async fn abort(&self) {
        self.0.interrupt();
        self.0.providers.cancel().await;
    }
}

/// A run that was prepared.
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
            at: Utc::now(),
            version: options.version.clone(),
        });
        let log = if options.preview { None } else { log };
        let state_log = StateLog::new(state, log, opening);
        let time_limits = TimeLimits {
            read_only_calls: Arc::new(ReadOnlyCalls::new(options.answer_limit)),
            activity: Arc::new(Activity::new(options.parallel)),
        };
        let providers = Providers::new(
            providers,
            options.provider_config.clone(),
            options.program_configs.clone(),
            time_limits.clone(),
        );
        let activity = Arc::clone(&time_limits.activity);
        let reporter = Reporter::new(options.kind, events, activity);
        let run = Arc::new(Run::new(
            options,
            state_log,
            providers,
            time_limits,
            reporter,
        ));
        PreparedRun { run }
    }
}

impl PreparedRun {
    pub fn interrupter(&self) -> InterruptHandle {
        InterruptHandle(Arc::clone(&self.run))
    }

    /// Runs `source` to its end, and whatever follows from it.
    pub async fn run(self, source: &mut dyn Source) -> RunOutcome {
        let run = self.run;
        let resources = run.state_log.with(|it| it.resources.len());
        run.reporter.emit(Event::Started(RunStarted {
            kind: run.options.kind,
            preview: run.options.preview,
            project: run.options.project.clone(),
            stack: run.options.stack.clone(),
            resources,
        }));
        if run.recover().await.is_ok() {
            run.select_dependents();
            if run.options.refresh {
                run.refresh().await;
            }
            run.old();
            let rest = source.run(Registrar::new(&run)).await;
            run.wait_for_tasks().await;
            run.apply_unmentioned_policy(rest);
            run.finish(rest).await;
            report_unused_patterns(&run, rest);
        }
        run.hooks.release();
        source.end().await;
        conclude(&run).await
    }
}

/// `--target x` where nothing is called x is a slip.
fn report_unused_patterns(run: &Arc<Run>, rest: UnmentionedPolicy) {
    if rest != UnmentionedPolicy::Delete || run.is_stopping() {
        return;
    }
    let unused: Vec<String> = {
        let mut known = run.registrations.registered();
        known.extend(run.old().resources.iter().map(|it| it.urn.clone()));
        let patterns = run.options.selection.patterns();
        patterns
            .filter(|pattern| !known.iter().any(|it| pattern.matches(it)))
            .map(|it| it.as_str().to_owned())
            .collect()
    };
    for pattern in unused {
        let message = format!("no resource is called `{pattern}`");
        let help = "patterns are names or URNs, in which * stands for any text".to_owned();
        run.reporter
            .diagnostic(Severity::Error, None, message, Some(help));
    }
}

async fn conclude(run: &Arc<Run>) -> RunOutcome {
    if run.is_interrupted() {
        run.providers.cancel().await;
    }
    // Interrupt handles keep the run alive, but must not keep the provider processes alive.
    run.providers.release();
    let has_failed = run.reporter.has_failed();
    let is_touched = run.state_log.is_touched();
    if is_touched {
        let finished = Record::Finished {
            at: Utc::now(),
            succeeded: !has_failed,
        };
        if run.broken().is_none()
            && let Err(error) = run.state_log.append(finished).await
        {
            run.abort_on_state_error(error);
        }
    }
    let run_state = std::mem::take(&mut *run.run_state());
    let mut summary = run.reporter.summary();
    summary.preview = run.options.preview;
    summary.has_failed = has_failed;
    summary.duration = run.started.elapsed();
    run.reporter.emit(Event::Ended(summary));
    let RunOptions { project, stack, .. } = &run.options;
    let mut undecided: Vec<Urn> = run_state.undecided.iter().cloned().collect();
    undecided.sort_unstable();
    let unseen = unseen_steps(&run.options, &run_state, &undecided);
    let planned = run.options.preview.then(|| {
        let mut graph = Graph::new(GraphKind::Plan, stack, project);
        graph.vertices = run_state.planned.into_vertices();
        graph.edges = run_state.edges;
        graph.outputs = run_state.outputs.unwrap_or_default();
        graph.complete = run_state.is_complete;
        graph.finish();
        graph
    });
    RunOutcome {
        summary,
        has_failed: run.reporter.has_failed() || run.broken().is_some(),
        is_interrupted: run.is_interrupted(),
        is_broken: run.broken().is_some(),
        is_touched,
        state: run.state_log.with(|it| {
            it.prune_dangling_dependencies();
            it.clone()
        }),
        undecided,
        plan: SavedPlan {
            unseen,
            ..SavedPlan::new(
                project,
                stack,
                &run.reporter.take_steps(),
                &run.options.plan_key,
            )
        },
        planned,
    }
}

/// What the plan of a run does not see.
fn unseen_steps(
    options: &RunOptions,
    run_state: &RunState,
    undecided: &[Urn],
) -> Option<UnseenSteps> {
    if run_state.is_complete || options.kind != RunKind::Up {
        return None;
    }
    let code = run_state.unseen.clone();
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
