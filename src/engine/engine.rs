//! A whole run, from the state before to the state after.

use std::sync::Arc;

use chrono::Utc;

use lumi_graph::{Graph, GraphKind};
use lumi_provider::Registry;
use lumi_state::{Record, RunNote, StackState};

use super::event::{Event, EventSink, Severity, Started, Summary};
use super::ledger::{Ledger, RecordLog};
use super::options::RunOptions;
use super::providers::Providers;
use super::question::Questions;
use super::run::Run;
use super::saved_plan::SavedPlan;
use super::source::{Registrar, Rest, Source};

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
pub struct Outcome {
    pub summary: Summary,
    /// A step, a provider or the state failed.
    pub has_failed: bool,
    pub is_interrupted: bool,
    /// The state could not be written, and the user has been told.
    pub is_broken: bool,
    /// Something was written to the log.
    pub is_touched: bool,
    /// The state after; in a preview, that before.
    pub state: StackState,
    /// The steps in a form that can be saved.
    pub plan: SavedPlan,
    /// In a preview, what would be deployed; its outputs are the program's.
    pub planned: Option<Graph>,
}

/// Stops a run from outside.
#[derive(Clone)]
pub struct Interrupt(Arc<Run>);

impl Interrupt {
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
pub struct Prepared {
    run: Arc<Run>,
}

impl Engine {
    pub fn prepare(self) -> Prepared {
        let Self {
            options,
            state,
            log,
            providers,
            events,
        } = self;
        let opening = Record::Run(RunNote {
            kind: options.kind,
            at: Utc::now(),
            version: options.version.clone(),
        });
        let log = if options.preview { None } else { log };
        let ledger = Ledger::new(state, log, opening);
        let questions = Arc::new(Questions::new(options.answer_limit));
        let providers = Providers::new(
            providers,
            options.provider_config.clone(),
            Arc::clone(&questions),
        );
        let run = Arc::new(Run::new(options, ledger, providers, questions, events));
        Prepared { run }
    }
}

impl Prepared {
    pub fn interrupter(&self) -> Interrupt {
        Interrupt(Arc::clone(&self.run))
    }

    /// Runs `source` to its end, and whatever follows from it.
    pub async fn run(self, source: &mut dyn Source) -> Outcome {
        let run = self.run;
        let resources = run.ledger.with(|it| it.resources.len());
        run.emit(Event::Started(Started {
            kind: run.options.kind,
            preview: run.options.preview,
            project: run.options.project.clone(),
            stack: run.options.stack.clone(),
            resources,
        }));
        if run.recover().await.is_ok() {
            run.mean_dependents();
            if run.options.refresh {
                run.refresh().await;
            }
            run.old();
            let rest = source.run(Registrar::new(&run)).await;
            run.idle().await;
            run.note_rest(rest);
            run.finish(rest).await;
            report_unused_patterns(&run, rest);
        }
        conclude(&run).await
    }
}

/// `--target x` where nothing is called x is a slip.
fn report_unused_patterns(run: &Arc<Run>, rest: Rest) {
    if rest != Rest::Delete || run.is_stopping() {
        return;
    }
    let unused: Vec<String> = {
        let board = run.board();
        let known: Vec<_> = run
            .old()
            .resources
            .iter()
            .map(|it| it.urn.clone())
            .collect();
        let urns = || board.registered().chain(&known);
        let patterns = run.options.selection.patterns();
        patterns
            .filter(|pattern| !urns().any(|it| pattern.matches(it)))
            .map(|it| it.as_str().to_owned())
            .collect()
    };
    for pattern in unused {
        let message = format!("no resource is called `{pattern}`");
        let help = "patterns are names or URNs, in which * stands for any text".to_owned();
        run.say(Severity::Error, None, message, Some(help));
    }
}

async fn conclude(run: &Arc<Run>) -> Outcome {
    if run.is_interrupted() {
        run.providers.cancel().await;
    }
    // Whoever can still interrupt the run holds it, but not them.
    run.providers.release();
    let has_failed = run.board().has_failed;
    let is_touched = run.ledger.is_touched();
    if is_touched {
        let finished = Record::Finished {
            at: Utc::now(),
            succeeded: !has_failed,
        };
        if run.broken().is_none()
            && let Err(error) = run.ledger.write(finished).await
        {
            run.break_off(error);
        }
    }
    let mut board = std::mem::take(&mut *run.board());
    let mut summary = board.summary;
    summary.preview = run.options.preview;
    summary.has_failed = has_failed;
    summary.duration = run.started.elapsed();
    run.emit(Event::Ended(summary));
    let RunOptions { project, stack, .. } = &run.options;
    let planned = run.options.preview.then(|| {
        let mut graph = Graph::new(GraphKind::Plan, stack, project);
        board.planned.sort_by_key(|(order, _)| *order);
        graph.vertices = board.planned.into_iter().map(|(_, it)| it).collect();
        graph.edges = board.edges;
        graph.outputs = board.outputs.unwrap_or_default();
        graph.complete = board.is_complete;
        graph.finish();
        graph
    });
    Outcome {
        summary,
        has_failed: board.has_failed || run.broken().is_some(),
        is_interrupted: run.is_interrupted(),
        is_broken: run.broken().is_some(),
        is_touched,
        state: run.ledger.with(|it| {
            it.drop_lost_needs();
            it.clone()
        }),
        plan: SavedPlan::new(project, stack, &board.steps, &run.options.plan_key),
        planned,
    }
}
