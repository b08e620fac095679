//! One run: what all of its registrations share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::{SemaphorePermit, watch};

use lumi_graph::{ResourceType, Urn};
use lumi_provider::{ProviderError, Target};
use lumi_state::{Resource, Serial, Stage};

use super::activity::Activity;
use super::event::{Severity, StepFailure, StepInfo};
use super::hooks::Hooks;
use super::options::RunOptions;
use super::providers::Providers;
use super::read_only_calls::ReadOnlyCalls;
use super::redactor::Redactor;
use super::registrations::Registrations;
use super::reporter::Reporter;
use super::run_state::RunState;
use super::saved_plan::PlannedStep;
use super::state_log::{StateLog, StateLogError};
use super::timed_provider::TimeLimits;

/// A preview or a deployment while it goes on. Shared by the tasks of all registrations.
pub struct Run {
    pub(super) options: RunOptions,
    pub(super) state_log: StateLog,
    pub(super) providers: Providers,
    pub(super) started: Instant,
    pub(super) reporter: Reporter,
    /// The resources as they were when the source was asked.
    old: OnceLock<OldState>,
    run_state: Mutex<RunState>,
    pub(super) registrations: Registrations,
    pub(super) activity: Arc<Activity>,
    /// The user wants it to stop.
    is_interrupted: AtomicBool,
    /// Why the state cannot be written any more.
    broken: OnceLock<StateLogError>,
    /// One receiver for each task that was started for the source.
    busy: watch::Sender<()>,
    pub(super) read_only_calls: Arc<ReadOnlyCalls>,
    /// Functions of the program that run before and after steps.
    pub(super) hooks: Hooks,
}

/// A task of the run that has not ended.
pub struct TaskGuard(
    #[expect(dead_code, reason = "it counts while it is there")] watch::Receiver<()>,
);

/// The state at the beginning, in the order of the program.
#[derive(Default)]
pub struct OldState {
    pub resources: Vec<Arc<Resource>>,
    by_urn: FxHashMap<Urn, Serial>,
    has_leftovers: bool,
    /// The positions of all objects of a URN; made when first needed.
    positions: OnceLock<FxHashMap<Urn, Vec<usize>>>,
    /// The modules of all URNs, and those above them; made when first needed.
    modules: OnceLock<FxHashSet<String>>,
}

impl OldState {
    fn new(mut resources: Vec<Arc<Resource>>) -> Self {
        resources.sort_by_key(|it| (it.order, it.serial));
        let by_urn = resources
            .iter()
            .filter(|it| it.stage != Stage::Replaced)
            .map(|it| (it.urn.clone(), it.serial))
            .collect();
        let has_leftovers = resources.iter().any(|it| it.stage == Stage::Replaced);
        Self {
            resources,
            by_urn,
            has_leftovers,
            positions: OnceLock::new(),
            modules: OnceLock::new(),
        }
    }

    /// All objects of a URN: the live one, and those that were replaced.
    pub fn objects_of(&self, urn: &Urn) -> impl Iterator<Item = &Arc<Resource>> {
        let positions = self.positions.get_or_init(|| {
            let mut positions: FxHashMap<Urn, Vec<usize>> = FxHashMap::default();
            for (position, resource) in self.resources.iter().enumerate() {
                let same = positions.entry(resource.urn.clone()).or_default();
                same.push(position);
            }
            positions
        });
        let found = positions.get(urn).into_iter().flatten();
        found.map(|it| &self.resources[*it])
    }

    /// Whether a resource is below a parent with this [`Urn::child_module`], at any depth.
    pub fn has_module(&self, module: &str) -> bool {
        let modules = self.modules.get_or_init(|| {
            let mut modules = FxHashSet::default();
            for resource in &self.resources {
                let mut ancestor = Some(resource.urn.module());
                while let Some(module) = ancestor
                    && modules.insert(module.to_owned())
                {
                    ancestor = module.rsplit_once('$').map(|it| it.0);
                }
            }
            modules
        });
        modules.contains(module)
    }

    /// Whether an earlier run could not delete all objects that it replaced.
    pub fn has_leftovers(&self) -> bool {
        self.has_leftovers
    }

    /// Whether objects of this URN were replaced and could not be deleted.
    pub fn has_leftovers_of(&self, urn: &Urn) -> bool {
        let is_leftover = |it: &Arc<Resource>| it.stage == Stage::Replaced;
        self.has_leftovers && self.objects_of(urn).any(is_leftover)
    }

    /// The one resource of a URN that is or will be live.
    pub fn find(&self, urn: &Urn) -> Option<Serial> {
        self.by_urn.get(urn).copied()
    }
}

/// A registration that came to nothing.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RegisterError {
    /// It has been reported as an event.
    #[error("{message}")]
    Failed { urn: Option<Urn>, message: String },
    /// The run is stopping; nothing more is begun.
    #[error("the run is stopping")]
    Stopping,
}

impl Run {
    pub fn new(
        options: RunOptions,
        state_log: StateLog,
        providers: Providers,
        time_limits: TimeLimits,
        reporter: Reporter,
    ) -> Self {
        Self {
            options,
            state_log,
            providers,
            started: Instant::now(),
            reporter,
            old: OnceLock::new(),
            run_state: Mutex::default(),
            registrations: Registrations::default(),
            activity: time_limits.activity,
            is_interrupted: AtomicBool::new(false),
            broken: OnceLock::new(),
            busy: watch::channel(()).0,
            read_only_calls: time_limits.read_only_calls,
            hooks: Hooks::default(),
        }
    }

    /// The state when the source was first asked; taken on the first call.
    pub fn old(&self) -> &OldState {
        self.old.get_or_init(|| {
            OldState::new(
                self.state_log
                    .with(|state| state.resources.values().cloned().collect()),
            )
        })
    }

    pub fn run_state(&self) -> MutexGuard<'_, RunState> {
        self.run_state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// A resource as it is now; in a preview as it would be.
    pub fn current(&self, serial: Serial) -> Option<Arc<Resource>> {
        let found = self
            .state_log
            .with(|it| it.resources.get(&serial).cloned())?;
        if !self.run_state().awaiting.contains(&serial) {
            return Some(found);
        }
        let stage = Stage::AwaitingReplacement;
        Some(Arc::new(Resource {
            stage,
            ..Resource::clone(&found)
        }))
    }

    /// Begins nothing new; what runs comes to its end.
    pub fn stop(&self) {
        self.activity.close();
    }

    /// The same, because the user wants it.
    pub fn interrupt(&self) {
        let was_interrupted = self.is_interrupted.swap(true, Ordering::SeqCst);
        self.stop();
        self.read_only_calls.cancel();
        if !was_interrupted && self.activity.has_operations() {
            let message = "stopping: what has begun is finished first; interrupt again to abort it";
            self.reporter
                .diagnostic(Severity::Info, None, message.to_owned(), None);
        }
    }

    pub fn is_stopping(&self) -> bool {
        self.activity.is_closed()
    }

    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::SeqCst)
    }

    /// The run does not end before the answer is dropped.
    pub fn track_task(&self) -> TaskGuard {
        TaskGuard(self.busy.subscribe())
    }

    /// Waits until all tasks of the source have ended.
    pub async fn wait_for_tasks(&self) {
        self.busy.closed().await;
    }

    pub fn broken(&self) -> Option<&StateLogError> {
        self.broken.get()
    }

    /// Waits until an operation of a provider may begin.
    pub async fn permit(&self) -> Result<SemaphorePermit<'_>, RegisterError> {
        let begun = self.activity.begin_operation().await;
        begun.map_err(|_| RegisterError::Stopping)
    }

    /// The state cannot be written: nothing more may be done.
    pub fn abort_on_state_error(&self, error: StateLogError) -> RegisterError {
        let message = error.to_string();
        if self.broken.set(error).is_ok() {
            self.reporter
                .diagnostic(Severity::Error, None, message, None);
        }
        self.stop();
        RegisterError::Stopping
    }

    /// Reports a step that failed; unless the user wants to go on, nothing more is begun. A preview
    /// begins nothing anyway, and shows all that is wrong at once.
    pub fn fail(
        &self,
        note: StepInfo,
        since: Option<Instant>,
        failure: StepFailure,
    ) -> RegisterError {
        let (urn, message) = (Some(note.urn.clone()), failure.message.clone());
        self.reporter.end_failed(note, since, failure);
        if !self.options.continue_on_error && !self.options.preview {
            self.stop();
        }
        RegisterError::Failed { urn, message }
    }

    /// Whether what a saved plan says allows the step.
    pub fn check_plan(&self, note: &StepInfo) -> Result<(), StepFailure> {
        let Some(plan) = &self.options.plan else {
            return Ok(());
        };
        let step = PlannedStep::from(note);
        let run_state = self.run_state();
        let causes = run_state.causes.get(&step.urn).map(Vec::as_slice);
        if plan.announces(&step.urn, causes) {
            return Ok(());
        }
        plan.allows(&step).map_err(|difference| StepFailure {
            message: format!(
                "this is not what was planned: {difference}; nothing was done, make a new plan"
            ),
            unknown_outcome: false,
        })
    }
}

/// What a provider is told about the resource.
pub fn target(urn: &Urn, resource_type: &ResourceType, timeout: Option<Duration>) -> Target {
    Target {
        urn: urn.clone(),
        resource_type: resource_type.clone(),
        timeout,
        code: None,
    }
}

/// What a failed operation of a provider comes to; its message without secrets.
pub fn failure(error: &ProviderError, redactor: &Redactor) -> StepFailure {
    StepFailure {
        message: redactor.redact(&error.to_string()),
        unknown_outcome: matches!(error, ProviderError::Unknown { .. }),
    }
}
