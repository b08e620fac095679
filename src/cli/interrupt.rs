//! Ctrl-C: once stops the program in good order, twice at once.

use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::host::{StopHandle, StopReason};

use super::exit::Exit;
use super::terminal::write_error;

/// Passes Ctrl-C, SIGTERM and SIGHUP on to the program that is running.
#[derive(Clone, Default)]
pub struct Interrupts {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    is_interrupted: bool,
    running: Option<StopHandle>,
    /// What else is to learn of it.
    hook: Option<Hook>,
}

type Hook = Arc<dyn Fn() + Send + Sync>;

impl Interrupts {
    /// Takes the signals over; to be called once.
    pub fn install() -> Self {
        let interrupts = Self::default();
        let state = Arc::clone(&interrupts.state);
        if let Err(error) = ctrlc::set_handler(move || interrupt(&state)) {
            // The system's own way of stopping a process is left.
            write_error(&format!("warning: Ctrl-C cannot be handled: {error}\n"));
        }
        interrupts
    }

    /// From here on an interrupt stops `program`; one that came before stops it now.
    pub fn pass_to(&self, program: &StopHandle) {
        let mut state = lock(&self.state);
        if state.is_interrupted {
            program.stop(StopReason::Interrupted);
        }
        state.running = Some(program.clone());
    }

    /// From here on an interrupt calls `hook`; one that came before calls it now.
    pub fn tell(&self, hook: impl Fn() + Send + Sync + 'static) {
        let mut state = lock(&self.state);
        if state.is_interrupted {
            hook();
        }
        state.hook = Some(Arc::new(hook));
    }
}

fn interrupt(state: &Mutex<State>) {
    let mut state = lock(state);
    if state.is_interrupted {
        process::exit(Exit::Stopped.code().into());
    }
    state.is_interrupted = true;
    if let Some(hook) = &state.hook {
        hook();
    }
    if let Some(program) = &state.running {
        program.stop(StopReason::Interrupted);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
