//! Registers plan-only resources on a background thread.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::error::ProgramError;
use crate::thread::STACK;
use lumi_monitor::ResourceMonitor;

use super::registration::read_registrations;
use super::registry::{Declared, Registry};

/// Bytes of a text from which on a thread is worth its start.
const LONG: usize = 16 << 10;

/// Hands goals to a monitor whose answers are known beforehand. The first long text starts a thread that
/// does so from then on, while the program goes on.
pub struct Planner {
    monitor: Arc<dyn ResourceMonitor>,
    /// How many resources the clerk has heard of.
    announced: usize,
    worker: WorkerState,
}

enum WorkerState {
    Inline(PlanWorker),
    Spawned(Sender<Batch>, JoinHandle<PlanWorker>),
    Finished,
}

/// Some registrations, and the resources that were declared since the ones before.
struct Batch {
    declared: Vec<Declared>,
    registrations: String,
}

/// Turns registrations into goals.
struct PlanWorker {
    monitor: Arc<dyn ResourceMonitor>,
    /// All resources, by serial.
    declared: Vec<Declared>,
    /// What was wrong with a text, which is a bug.
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

    /// Registers resources, sooner or later. `registrations` is what `op_lumi_plan` takes.
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
            // It only ends before the sender is dropped if it panics, which `finish` tells.
            WorkerState::Spawned(batches, _) => drop(batches.send(batch)),
            WorkerState::Finished => {}
        }
    }

    /// Waits until everything is registered; what comes later is not.
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
                        // It went with the thread: another one has to hear of everything again.
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
        // The answer is known, so it is not awaited.
        let register = |goal| drop(self.monitor.register(goal));
        let read = read_registrations(&batch.registrations, &self.declared, register);
        if let Err(fault) = read {
            self.fault.get_or_insert(fault);
        }
    }
}
