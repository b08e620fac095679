//! The goals of a plan, as the source of its deployment.

use async_trait::async_trait;
use parking_lot::Mutex;
use tokio::task::JoinSet;

use lumi_graph::{Goal, Object, Urn};

use super::lasting_values::is_lasting;
use crate::source::{Registrar, Source, UnmentionedPolicy};
use crate::source_report::SourceReport;

/// The requests of a program for a plan, which are those of its deployment, too: the program has used no value that the
/// deployment changes.
#[derive(Debug)]
pub struct PlannedGoals {
    requests: Vec<Request>,
    /// The outputs of the program.
    outputs: Object,
    /// The texts in them that the program opened.
    opened: Vec<String>,
}

#[derive(Debug)]
enum Request {
    Goal(Box<Goal>),
    /// The outputs of a component.
    Outputs(Urn, Object),
}

/// Takes note of the goals of a plan, in the order in which the program registers them.
#[derive(Debug)]
pub struct GoalLog(Mutex<Option<Vec<Request>>>);

impl GoalLog {
    pub fn new(is_kept: bool) -> Self {
        Self(Mutex::new(is_kept.then(Vec::new)))
    }

    pub fn add(&self, goal: &Goal) {
        let is_own = goal.read_id.is_none() && goal.code.is_none();
        self.push(is_own && is_lasting(&goal.inputs), || {
            Request::Goal(Box::new(goal.clone()))
        });
    }

    pub fn add_outputs(&self, urn: &Urn, outputs: &Object) {
        self.push(is_lasting(outputs), || {
            Request::Outputs(urn.clone(), outputs.clone())
        });
    }

    fn push(&self, is_lasting: bool, request: impl FnOnce() -> Request) {
        let mut log = self.0.lock();
        match &mut *log {
            Some(requests) if is_lasting => requests.push(request()),
            log => *log = None,
        }
    }

    /// Keeps no goals: the deployment has to ask the program for them.
    pub fn stop(&self) {
        *self.0.lock() = None;
    }

    pub fn take(&self) -> Option<PlannedGoals> {
        let requests = self.0.lock().take()?;
        Some(PlannedGoals {
            requests,
            outputs: Object::default(),
            opened: Vec::new(),
        })
    }
}

impl PlannedGoals {
    pub(crate) fn with_outputs(self, report: &SourceReport) -> Option<Self> {
        let outputs = report.outputs.clone().unwrap_or_default();
        is_lasting(&outputs).then(|| Self {
            outputs,
            opened: report.opened.iter().cloned().collect(),
            ..self
        })
    }

    /// The URNs of all resources.
    pub fn urns(&self) -> impl Iterator<Item = &Urn> {
        self.requests.iter().filter_map(|it| match it {
            Request::Goal(goal) => Some(&goal.urn),
            Request::Outputs(..) => None,
        })
    }
}

#[async_trait]
impl Source for PlannedGoals {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        let mut tasks = JoinSet::new();
        for request in std::mem::take(&mut self.requests) {
            match request {
                Request::Goal(goal) => {
                    let registered = registrar.register(*goal);
                    tasks.spawn(async move { registered.await.is_ok() });
                }
                Request::Outputs(urn, outputs) => {
                    let registered = registrar.register_outputs(&urn, outputs);
                    tasks.spawn(async move { registered.await.is_ok() });
                }
            }
        }
        registrar.note_opened(std::mem::take(&mut self.opened));
        registrar.set_outputs(std::mem::take(&mut self.outputs));
        let mut is_done = true;
        while let Some(registered) = tasks.join_next().await {
            is_done &= registered.unwrap_or_default();
        }
        // As with a program that fails, nothing is deleted after a failure.
        match is_done {
            true => UnmentionedPolicy::Delete,
            false => UnmentionedPolicy::Failed,
        }
    }
}
