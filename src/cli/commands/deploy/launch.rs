//! A program that is started when it is first needed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::{JoinHandle, spawn_blocking};

use crate::host::{self, Ending, Program, ProgramError};

/// Starts a program once: for its goals, or before that for its providers. Clones start the same.
#[derive(Clone)]
pub struct Launch(Arc<Mutex<State>>);

enum State {
    Waiting(Box<Program>),
    Running(JoinHandle<Result<Ending, ProgramError>>),
    Over,
}

impl Launch {
    pub fn new(program: Program) -> Self {
        Self(Arc::new(Mutex::new(State::Waiting(Box::new(program)))))
    }

    /// Starts it, unless it was started before.
    pub fn start(&self) {
        let mut state = self.lock();
        *state = match std::mem::replace(&mut *state, State::Over) {
            State::Waiting(program) => State::Running(spawn_blocking(|| host::run(*program))),
            started => started,
        };
    }

    /// How it ended, when it has; `None` if it was never started, or somebody else knows.
    pub async fn ending(&self) -> Option<Result<Ending, ProgramError>> {
        let State::Running(running) = std::mem::replace(&mut *self.lock(), State::Over) else {
            return None;
        };
        Some(running.await.unwrap_or_else(|error| {
            let what = format!("the thread of the program ended: {error}");
            Err(ProgramError::Internal(what))
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
