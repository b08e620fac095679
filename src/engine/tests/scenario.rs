//! A stack in a world in memory, over several runs.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::program::Program;
use super::world::World;
use crate::StepKind;
use crate::engine::{Engine, RunOutcome};
use crate::{
    Event, NullSource, PlanKey, RecordLog, RefreshSource, RunOptions, Selection, Source, Written,
};
use lumi_graph::Value;
use lumi_state::{Action, Record, RunKind, Serial, StackState, Stage};

/// A journal in memory, which can be cut off after some records: the process is killed, or the disk
/// is full.
#[derive(Clone, Default)]
pub struct Log {
    records: Arc<Mutex<Vec<Record>>>,
    /// The number of records to keep; all if `None`.
    left: Arc<Mutex<Option<usize>>>,
    /// Whether further records fail, instead of killing the process.
    is_full: bool,
    pub killed: Arc<Notify>,
}

impl RecordLog for Log {
    fn append(&self, record: &Record) -> Written {
        if self.keep(record) {
            Box::pin(std::future::ready(Ok(())))
        } else if self.is_full {
            Box::pin(std::future::ready(Err("no space".to_owned())))
        } else {
            self.killed.notify_one();
            Box::pin(std::future::pending())
        }
    }

    fn append_unsynced(&self, record: &Record) {
        self.keep(record);
    }
}

impl Log {
    fn keep(&self, record: &Record) -> bool {
        let mut left = self.left.lock();
        match &mut *left {
            Some(0) => return false,
            Some(left) => *left -= 1,
            None => {}
        }
        self.records.lock().push(record.clone());
        true
    }
}

pub struct Scenario {
    pub world: World,
    pub state: StackState,
    pub options: RunOptions,
    /// The event lines of the last run.
    pub events: Vec<String>,
    forgotten: Arc<Mutex<Vec<String>>>,
    /// The ids of objects that were deleted before their replacements were created.
    pub deleted_first: BTreeSet<String>,
}

impl Scenario {
    pub fn new() -> Self {
        Self {
            world: World::default(),
            state: StackState::default(),
            options: RunOptions {
                kind: RunKind::Up,
                preview: false,
                keeps_goals: false,
                unchanged: None,
                parallel: 8,
                selection: Selection::default(),
                look_up: true,
                leaves_goals: false,
                refresh: false,
                continue_on_error: false,
                forget_pending: false,
                answer_limit: Duration::from_secs(600),
                plan: None,
                plan_key: PlanKey::default(),
                provider_config: Default::default(),
                program_configs: Default::default(),
                referrers: None,
                secrets: Default::default(),
                project: "web".to_owned(),
                stack: "dev".to_owned(),
                version: "0".to_owned(),
            },
            events: Vec::new(),
            forgotten: Arc::default(),
            deleted_first: BTreeSet::new(),
        }
    }

    /// The ids of objects that runs have reported as forgotten.
    pub fn forgotten(&self) -> Vec<String> {
        self.forgotten.lock().clone()
    }

    pub async fn up(&mut self, program: &Program) -> RunOutcome {
        let options = self.options.clone();
        self.run(options, &mut program.clone()).await
    }

    pub async fn up_with(&mut self, source: &mut dyn Source) -> RunOutcome {
        let options = self.options.clone();
        self.run(options, source).await
    }

    pub async fn preview(&mut self, program: &Program) -> RunOutcome {
        let options = RunOptions {
            preview: true,
            ..self.options.clone()
        };
        self.run(options, &mut program.clone()).await
    }

    /// A plan whose deployment follows, and may take over what it has found.
    pub async fn followed_preview(&mut self, program: &Program) -> RunOutcome {
        let options = RunOptions {
            preview: true,
            keeps_goals: true,
            unchanged: Some(Arc::default()),
            ..self.options.clone()
        };
        self.options.unchanged.clone_from(&options.unchanged);
        self.run(options, &mut program.clone()).await
    }

    /// Deploys what a plan has planned: its goals, or the program's if the deployment may have others. Returns whether the
    /// program was not asked.
    pub async fn up_as_planned(
        &mut self,
        planned: RunOutcome,
        program: &Program,
    ) -> (RunOutcome, bool) {
        let options = self.options.clone();
        let outcome = match planned.goals {
            Some(mut goals) => (self.run(options, &mut goals).await, true),
            None => (self.run(options, &mut program.clone()).await, false),
        };
        self.options.unchanged = None;
        outcome
    }

    pub async fn destroy(&mut self) -> RunOutcome {
        let options = RunOptions {
            kind: RunKind::Destroy,
            ..self.options.clone()
        };
        self.run(options, &mut NullSource).await
    }

    /// Deletes everything after `source` has declared its goals and hooks.
    pub async fn destroy_after(&mut self, source: &mut dyn Source) -> RunOutcome {
        let options = RunOptions {
            kind: RunKind::Destroy,
            leaves_goals: true,
            ..self.options.clone()
        };
        self.run(options, source).await
    }

    pub async fn refresh(&mut self) -> RunOutcome {
        let options = RunOptions {
            kind: RunKind::Refresh,
            ..self.options.clone()
        };
        self.run(options, &mut RefreshSource).await
    }

    async fn run(&mut self, options: RunOptions, source: &mut dyn Source) -> RunOutcome {
        let log = Log::default();
        let preview = options.preview;
        let outcome = self.engine(options, &log).prepare().run(source).await;
        if !preview {
            self.reload(&log);
            assert_eq!(
                self.state.resources.len(),
                outcome.state.resources.len(),
                "the journal says what the run says"
            );
            self.state = outcome.state.clone();
        }
        outcome
    }

    /// Kills a run after a number of records. Returns whether that number was reached.
    pub async fn killed_after(&mut self, records: usize, program: &Program) -> bool {
        let log = Log::default();
        *log.left.lock() = Some(records);
        let prepared = self.engine(self.options.clone(), &log).prepare();
        let mut source = program.clone();
        let killed = log.killed.clone();
        let was_killed = tokio::select! {
            biased;
            () = killed.notified() => true,
            _ = prepared.run(&mut source) => false,
        };
        self.world.kill();
        self.reload(&log);
        was_killed
    }

    /// Runs with a journal that has room for a number of records. `is_saved` is whether the state at
    /// the end can be written nevertheless. Returns whether the journal was full.
    pub async fn full_after(&mut self, records: usize, program: &Program, is_saved: bool) -> bool {
        let log = Log {
            left: Arc::new(Mutex::new(Some(records))),
            is_full: true,
            ..Log::default()
        };
        let prepared = self.engine(self.options.clone(), &log).prepare();
        let outcome = prepared.run(&mut program.clone()).await;
        self.reload(&log);
        if is_saved {
            self.state = outcome.state;
        }
        outcome.is_broken
    }

    fn engine(&mut self, options: RunOptions, log: &Log) -> Engine {
        let lines: Arc<Mutex<Vec<String>>> = Arc::default();
        let sink = Arc::clone(&lines);
        self.events.clear();
        let forgotten = Arc::clone(&self.forgotten);
        let events = Arc::new(move |event: Event| {
            if let Event::StepEnded {
                step,
                failure: None,
                ..
            } = &event
                && step.kind == StepKind::Forget
            {
                forgotten.lock().extend(step.id.clone());
            }
            if let Some(line) = line(&event) {
                sink.lock().push(line);
            }
        });
        LINES.with(|it| *it.borrow_mut() = lines);
        Engine {
            options,
            state: self.state.clone(),
            log: Some(Arc::new(log.clone())),
            providers: self.world.registry(),
            events,
        }
    }

    /// Reloads the state as another process would.
    fn reload(&mut self, log: &Log) {
        LINES.with(|it| self.events = it.borrow().lock().clone());
        let records = log.records.lock();
        for (at, record) in records.iter().enumerate() {
            // An old object that uses an object to be deleted first, or has its slot or place, is
            // deleted before it.
            let is_left_over = |serial: &Serial| {
                let mut all = self.state.resources.values();
                let is_awaited = all.any(|it| it.stage == Stage::AwaitingReplacement);
                let id = self.state.resources[serial].id.as_deref();
                let is_before = records[at..]
                    .iter()
                    .any(|it| deletes_first(it) || creates_at(it, id));
                let stage = self.state.resources[serial].stage;
                stage == Stage::Replaced && (is_awaited || is_before)
            };
            let id_of = |serial: &Serial| {
                let resource = self.state.resources.get(serial);
                resource.and_then(|it| it.id.clone())
            };
            let gone = match record {
                Record::Begin {
                    action: Action::Delete { serial, replace },
                    ..
                } if *replace || is_left_over(serial) => id_of(serial),
                // A retained one may be deleted with its host.
                Record::Forget(serial) if is_left_over(serial) => id_of(serial),
                Record::Put(it) if it.stage == Stage::AwaitingReplacement => it.id.clone(),
                _ => None,
            };
            self.deleted_first.extend(gone);
            self.state.apply(record).unwrap();
        }
    }

    /// The sorted event lines of the last run.
    pub fn said(&self) -> String {
        LINES.with(|it| {
            let mut lines = it.borrow().lock().clone();
            lines.sort();
            lines.join("\n")
        })
    }
}

/// Whether an object is about to be deleted before its replacement is created.
fn deletes_first(record: &Record) -> bool {
    match record {
        Record::Begin { action, .. } => matches!(action, Action::Delete { replace: true, .. }),
        // One that is retained is only let go.
        Record::Put(it) => it.stage == Stage::AwaitingReplacement,
        _ => false,
    }
}

/// Whether an object is about to be created at the place of another one, or in a slot, beside which
/// no old object can be.
fn creates_at(record: &Record, id: Option<&str>) -> bool {
    let Record::Begin { action, .. } = record else {
        return false;
    };
    let Action::Create { resource, .. } = action else {
        return false;
    };
    let place = resource.inputs.get("place").and_then(Value::as_str);
    resource.inputs.contains_key("slot") || (place.is_some() && place == id)
}

thread_local! {
    static LINES: std::cell::RefCell<Arc<Mutex<Vec<String>>>> = std::cell::RefCell::default();
}

fn line(event: &Event) -> Option<String> {
    match event {
        Event::StepEnded { step, failure, .. } => {
            let mut line = format!("{} {}", step.urn.name(), step.kind.as_str());
            if let Some(reason) = &step.reason {
                line.push_str(&format!(" ({reason})"));
            }
            if let Some(failure) = failure {
                line.push_str(&format!(": {}", failure.message));
            }
            Some(line)
        }
        Event::Skipped { urn, reason, .. } => Some(format!("{} skipped: {reason}", urn.name())),
        Event::Moved(it) => Some(format!("{} moved from {}", it.urn.name(), it.from.name())),
        Event::Diagnostic(it) => {
            let name = it.urn.as_ref().map_or("", |it| it.name());
            let help = it
                .help
                .as_ref()
                .map(|it| format!(" / {it}"))
                .unwrap_or_default();
            Some(format!("{name} says {}{help}", it.message))
        }
        _ => None,
    }
}
