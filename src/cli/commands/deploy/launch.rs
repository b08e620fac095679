//! Starts a program on demand.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::task::{JoinHandle, spawn_blocking};

use lumi_host::Program;
use lumi_runs::language::RemoteRun;
use lumi_runs::program_end::{FailureCause, ProgramEnd};
use lumi_terminal::ui::report::Report;

/// Starts a program once, for its goals or for its providers. Clones share the program.
#[derive(Clone)]
pub struct Launch {
    state: Arc<Mutex<State>>,
    runtime: Handle,
}

/// A program that is not started yet.
pub enum Waiting {
    /// On a thread of this process.
    Here(Box<Program>),
    Remote(Box<RemoteRun>),
}

enum State {
    Waiting(Waiting),
    Running(JoinHandle<ProgramEnd>),
    Over,
}

impl Launch {
    /// Must be called on the engine's runtime.
    pub fn new(program: Waiting) -> Self {
        Self {
            state: Arc::new(Mutex::new(State::Waiting(program))),
            runtime: Handle::current(),
        }
    }

    /// Starts the program, unless it is started already.
    pub fn start(&self) {
        let mut state = self.state.lock();
        *state = match std::mem::replace(&mut *state, State::Over) {
            State::Waiting(Waiting::Here(program)) => {
                State::Running(spawn_blocking(|| lumi_host::run(*program).into()))
            }
            State::Waiting(Waiting::Remote(program)) => {
                State::Running(self.runtime.spawn(program.run))
            }
            started => started,
        };
    }

    /// The result of the program; `None` if it was never started, or runs elsewhere.
    pub async fn ending(&self) -> Option<ProgramEnd> {
        let State::Running(running) = std::mem::replace(&mut *self.state.lock(), State::Over)
        else {
            return None;
        };
        Some(running.await.unwrap_or_else(|error| {
            let what = format!("the thread of the program ended: {error}");
            ProgramEnd::failed(FailureCause::Internal, Report::error(what))
        }))
    }
}
