//! Registers plan-only resources on a background thread.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::errors::error::ProgramError;
use crate::v8_flags::STACK;
use lumi_monitor::ResourceMonitor;

use super::registration::read_registrations;
use super::registry::{Declared, Registry};

/// Minimum size in bytes of a text that starts a thread.
const LONG: usize = 16 << 10;

/// Registers goals with a monitor whose answers are known in advance. The first long text starts a
/// thread that registers all further goals while the program runs.
pub struct Planner {
    monitor: Arc<dyn ResourceMonitor>,
    /// The number of resources that were sent to the thread.
    announced: usize,
    worker: WorkerState,
}

enum WorkerState {
    Inline(PlanWorker),
    Spawned(Sender<Batch>, JoinHandle<PlanWorker>),
    Finished,
}

/// Registrations, and the resources declared since the previous batch.
struct Batch {
    declared: Vec<Declared>,
    registrations: String,
}

/// Turns registrations into goals.
struct PlanWorker {
    monitor: Arc<dyn ResourceMonitor>,
    /// All resources; the index is the serial.
    declared: Vec<Declared>,
    /// A malformed text, which is a bug.
    fault: Option<serde_json::Error>,
}

impl Planner {
    pub fn new(monitor: Arc<dyn ResourceMonitor>) -> Self {
        let worker = PlanWorker::new(Arc::clone(&monitor));
        Self {
            monitor,
            announced: 0,
            worker: WorkerState::Inline(worker),
        }
    }

    /// Registers resources, possibly later. `registrations` is the argument of `op_lumi_plan`.
    pub fn plan(&mut self, registry: &Registry, registrations: String) {
        if registrations.len() >= LONG {
            self.move_out();
        }
        let declared = registry.since(self.announced).to_vec();
        self.announced += declared.len();
        let batch = Batch {
            declared,
            registrations,
        };
        match &mut self.worker {
            WorkerState::Inline(worker) => worker.take(batch),
            // The thread ends early only if it panics, which `finish` reports.
            WorkerState::Spawned(batches, _) => drop(batches.send(batch)),
            WorkerState::Finished => {}
        }
    }

    /// Waits until everything is registered; later registrations are dropped.
    pub fn finish(&mut self) -> Result<(), ProgramError> {
        let worker = match std::mem::replace(&mut self.worker, WorkerState::Finished) {
            WorkerState::Inline(worker) => worker,
            WorkerState::Spawned(batches, thread) => {
                drop(batches);
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))
            }
            WorkerState::Finished => return Ok(()),
        };
        worker.fault.map_or(Ok(()), |fault| {
            let what = format!("a malformed registration: {fault}");
            Err(ProgramError::Internal(what))
        })
    }

    fn move_out(&mut self) {
        self.worker = match std::mem::replace(&mut self.worker, WorkerState::Finished) {
            WorkerState::Inline(mut worker) => {
                let (batches, received) = channel();
                let thread = Builder::new().name("plan-worker".into()).stack_size(STACK);
                let work = move || {
                    for batch in received {
                        worker.take(batch);
                    }
                    worker
                };
                match thread.spawn(work) {
                    Ok(thread) => WorkerState::Spawned(batches, thread),
                    Err(_) => {
                        // The list of resources went with the thread; a new one needs all of them.
                        self.announced = 0;
                        WorkerState::Inline(PlanWorker::new(Arc::clone(&self.monitor)))
                    }
                }
            }
            place => place,
        };
    }
}

impl PlanWorker {
    fn new(monitor: Arc<dyn ResourceMonitor>) -> Self {
        Self {
            monitor,
            declared: Vec::new(),
            fault: None,
        }
    }

    fn take(&mut self, batch: Batch) {
        self.declared.extend(batch.declared);
        // The answer is known in advance, so it is not awaited.
        let register = |goal| drop(self.monitor.register(goal));
        let read = read_registrations(&batch.registrations, &self.declared, register);
        if let Err(fault) = read {
            self.fault.get_or_insert(fault);
        }
    }
}
