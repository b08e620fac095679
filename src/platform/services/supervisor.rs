//! Keeps one service running, and replaces one version of it by the next.

use std::future::pending;
use std::path::Path;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::balancer::Balancer;
use super::catalog::ServicePlace;
use super::definition::ServiceDefinition;
use super::deployment::{Phase, RunningDeployment};
use super::state_file::StateFile;

/// The version of a service that is to run.
pub struct Wanted {
    pub id: String,
    /// The error is a sentence.
    pub definition: Result<ServiceDefinition, String>,
}

pub struct Supervisor {
    place: Arc<ServicePlace>,
    balancer: Arc<Balancer>,
    state: StateFile,
    /// The version that takes requests.
    current: Option<RunningDeployment>,
    /// The version that takes its place once it is ready.
    next: Option<RunningDeployment>,
    /// Versions that are being stopped.
    retiring: JoinSet<()>,
}

impl Supervisor {
    /// `folder` is that of the service below the data.
    pub fn new(place: Arc<ServicePlace>, balancer: Arc<Balancer>, folder: &Path) -> Self {
        Self {
            place,
            balancer,
            state: StateFile::new(folder),
            current: None,
            next: None,
            retiring: JoinSet::new(),
        }
    }

    /// Runs what is wanted, until nothing is wanted or the sender is gone.
    pub async fn run(mut self, mut wanted: watch::Receiver<Option<Arc<Wanted>>>) {
        wanted.mark_changed();
        loop {
            tokio::select! {
                changed = wanted.changed() => {
                    let order = wanted.borrow_and_update().clone();
                    match order.filter(|_| changed.is_ok()) {
                        Some(order) => self.begin(&order).await,
                        None => break,
                    }
                }
                () = changed(&mut self.current) => {}
                () = changed(&mut self.next) => {}
            }
            self.advance();
        }
        self.balancer.set(Vec::new());
        for old in [self.next.take(), self.current.take()] {
            self.retire(old);
        }
        while self.retiring.join_next().await.is_some() {}
        self.state.remove();
    }

    /// Starts a version. One that takes requests goes on until the new one is ready, unless both have the same port, or are daemons.
    async fn begin(&mut self, wanted: &Wanted) {
        let old = self.next.take();
        self.retire(old);
        let definition = match &wanted.definition {
            Ok(definition) => definition.clone(),
            Err(problem) => {
                return self
                    .state
                    .write(&wanted.id, &Phase::Failed(problem.clone()));
            }
        };
        let is_ready = self
            .current
            .as_mut()
            .is_some_and(|it| !it.status().ready.is_empty());
        let is_alone = definition.port.is_some() || definition.is_daemon;
        if is_alone || !is_ready {
            self.balancer.set(Vec::new());
            let old = self.current.take();
            self.retire(old);
        }
        if is_alone {
            while self.retiring.join_next().await.is_some() {}
        }
        let id = wanted.id.clone();
        match RunningDeployment::start(Arc::clone(&self.place), id, definition) {
            Ok(started) if self.current.is_some() => self.next = Some(started),
            Ok(started) => self.current = Some(started),
            Err(error) => {
                let problem = format!("there are no random numbers for a token: {error}");
                self.state.write(&wanted.id, &Phase::Failed(problem));
            }
        }
    }

    /// Does what the statuses ask for.
    fn advance(&mut self) {
        if let Some(next) = &mut self.next {
            let phase = next.status().phase;
            self.state.write(next.id(), &phase);
            if phase == Phase::Ready {
                let old = std::mem::replace(&mut self.current, self.next.take());
                self.retire(old);
            }
        }
        if let Some(current) = &mut self.current {
            let status = current.status();
            self.balancer.set(status.ready.into_values().collect());
            if self.next.is_none() {
                self.state.write(current.id(), &status.phase);
            }
        }
    }

    fn retire(&mut self, old: Option<RunningDeployment>) {
        if let Some(old) = old {
            self.retiring.spawn(old.stop());
        }
    }
}

/// Completes when the status of a version has changed.
async fn changed(deployment: &mut Option<RunningDeployment>) {
    match deployment {
        Some(deployment) => deployment.changed().await,
        None => pending().await,
    }
}
