//! Workers of `node:worker_threads`: isolates on threads of their own, in the process of their program.
//!
//! A worker has the permissions, modules and limits of the program that starts it, and a [`StopHandle`] of its own.
//! The two exchange messages through ports of the web extension, which reach any thread; everything else
//! that the program learns of a worker is a [`WorkerEvent`]. The thread inherits the limits of the kernel.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use deno_core::TransferredResource;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use lumi_graph::PackageInterfaces;

use super::driver;
use super::errors::error::ProgramError;
use super::event::{Event, EventSink, LogLevel};
use super::isolate::fresh_isolate::{FreshIsolate, SharedStores};
use super::isolate::runtime::Runtime;
use super::ops::{Session, WorkerEnds};
use super::program::{Limits, Mode, Program, RunContext};
use super::v8_flags::STACK;
use lumi_node::{Budget, StopHandle, StopReason};

/// The time that the workers of a program that is over have to end, all together.
const GRACE: Duration = Duration::from_secs(2);
/// V8 does not start with less heap, in bytes.
const MIN_HEAP: usize = 16 << 20;

/// The parts of a program that its workers get, besides those of its session.
pub struct WorkerOrigin {
    project: PathBuf,
    current: PathBuf,
    cache: Option<PathBuf>,
    packages: Arc<dyn PackageInterfaces>,
    stores: SharedStores,
    /// The limit of array buffers, which counts those of workers as well.
    memory: Option<Arc<Budget>>,
}

impl WorkerOrigin {
    pub fn new(program: &Program, stores: SharedStores, memory: Option<Arc<Budget>>) -> Self {
        Self {
            project: program.project.clone(),
            current: program.current.clone(),
            cache: program.cache.clone(),
            packages: Arc::clone(&program.packages),
            stores,
            memory,
        }
    }
}

/// A worker to start.
pub struct NewWorker {
    pub id: u32,
    /// The entry module, which no file has, and its text.
    pub entry: PathBuf,
    pub text: String,
    pub arguments: Vec<String>,
    /// The limit of its heap in bytes, besides that of the program.
    pub heap: Option<usize>,
    /// Whether its standard output and error are events instead of the program's.
    pub captures: [bool; 2],
    /// Its ends of two ports: for messages, and for what it begins with.
    pub ports: [Box<dyn TransferredResource>; 2],
}

#[derive(Debug)]
pub enum WorkerEvent {
    /// A report of its JavaScript: a kind that only the JavaScript of the two knows, and its data.
    Report(i32, Vec<u8>),
    /// Text for its standard output (1) or error (2).
    Output(i32, String),
    Ended(WorkerEnd),
}

#[derive(Debug)]
pub struct WorkerEnd {
    pub code: i32,
    /// An error that its JavaScript could not report.
    pub problem: Option<WorkerProblem>,
}

#[derive(Debug)]
pub enum WorkerProblem {
    OutOfMemory,
    Failed(String),
}

/// A running worker, at the program.
pub struct WorkerThread {
    stop: StopHandle,
    /// Disconnected once the thread is over.
    over: Receiver<()>,
}

/// The context of a worker with this entry module, from that of the program.
fn context(program: &RunContext, arguments: Vec<String>, text: String) -> RunContext {
    RunContext {
        arguments,
        mode: Mode::Worker,
        entry_text: Some(text),
        channel: None,
        decides_as_node: program.decides_as_node || program.mode == Mode::Script,
        ..program.clone()
    }
}

impl WorkerThread {
    /// Starts the thread. The events end with [`WorkerEvent::Ended`].
    pub fn start(
        new: NewWorker,
        session: &Session,
        origin: &WorkerOrigin,
    ) -> std::io::Result<(Self, UnboundedReceiver<WorkerEvent>)> {
        let (events, received) = unbounded_channel();
        let (running, over) = channel();
        let stop = StopHandle::default();
        let thread = Thread {
            id: new.id,
            ports: new.ports,
            stores: origin.stores.clone(),
            memory: origin.memory.clone(),
            events: events.clone(),
            _running: running,
        };
        let around = &session.surroundings;
        let program = Program {
            entry: new.entry,
            project: origin.project.clone(),
            current: origin.current.clone(),
            context: context(&session.context, new.arguments, new.text),
            config: session.config.clone(),
            permissions: around.permissions.to_flags(),
            environment: around.environment.as_ref().clone(),
            console_color: session.console_color,
            limits: Limits {
                timeout: None,
                heap: heap_limit(new.heap, around.heap_limit),
                closure: session.closure_limit,
            },
            cache: origin.cache.clone(),
            monitor: Arc::clone(&session.monitor),
            packages: Arc::clone(&origin.packages),
            dynamic: None,
            services: None,
            events: sink(Arc::clone(&session.events), new.captures, events),
            stop: stop.clone(),
            inspection: None,
            disturbance: None,
            is_last: false,
            started: None,
        };
        thread::Builder::new()
            .name(format!("worker {}", new.id))
            .stack_size(STACK)
            .spawn(move || thread.work(program))?;
        Ok((Self { stop, over }, received))
    }

    /// Ends the worker with the code of a worker that was terminated.
    pub fn stop(&self) {
        self.stop.stop(StopReason::Exited(1));
    }

    fn wait_until(&self, end: Instant) {
        let _ = self
            .over
            .recv_timeout(end.saturating_duration_since(Instant::now()));
    }
}

/// The limit of a worker's heap: what it asks for, and no more than its program has.
fn heap_limit(asked: Option<usize>, of_program: Option<usize>) -> Option<usize> {
    let asked = asked.map(|it| it.max(MIN_HEAP));
    [asked, of_program].into_iter().flatten().min()
}

/// Ends workers and waits until their threads are over, as far as they can be interrupted.
pub fn end_all(workers: &[WorkerThread]) {
    for worker in workers {
        worker.stop();
    }
    let end = Instant::now() + GRACE;
    for worker in workers {
        worker.wait_until(end);
    }
}

/// The parts of a worker that its thread begins with.
struct Thread {
    id: u32,
    ports: [Box<dyn TransferredResource>; 2],
    stores: SharedStores,
    memory: Option<Arc<Budget>>,
    events: UnboundedSender<WorkerEvent>,
    _running: Sender<()>,
}

impl Thread {
    fn work(self, program: Program) {
        let tokio = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let events = self.events.clone();
        let ended = |result: Result<(), ProgramError>| {
            // The program may be over.
            let _ = events.send(WorkerEvent::Ended(WorkerEnd::of(result)));
        };
        match tokio {
            Ok(tokio) => tokio.block_on(self.run(program, ended)),
            Err(error) => ended(Err(ProgramError::Internal(format!(
                "no event loop: {error}"
            )))),
        }
    }

    async fn run(self, program: Program, ended: impl Fn(Result<(), ProgramError>)) {
        let isolate = FreshIsolate::with(program.limits.heap, self.memory, self.stores);
        match isolate.and_then(|it| Runtime::new(it, &program)) {
            Ok(runtime) => {
                let state = runtime.js.op_state();
                let ends =
                    WorkerEnds::new(&mut state.borrow_mut(), self.id, self.ports, self.events);
                state.borrow_mut().put(ends);
                drop(state);
                driver::drive(runtime, program, |result| ended(result.map(drop))).await;
            }
            Err(error) => ended(Err(error)),
        }
    }
}

impl WorkerEnd {
    fn of(result: Result<(), ProgramError>) -> Self {
        let (code, problem) = match result {
            Ok(()) => (0, None),
            Err(ProgramError::Stopped(StopReason::Exited(code), _)) => (code, None),
            Err(ProgramError::Stopped(StopReason::HeapLimit(_), _)) => {
                (1, Some(WorkerProblem::OutOfMemory))
            }
            Err(ProgramError::Stopped(..)) => (1, None),
            Err(ProgramError::Thrown(thrown)) => (1, Some(WorkerProblem::Failed(thrown.message))),
            Err(other) => (1, Some(WorkerProblem::Failed(format!("{other:?}")))),
        };
        Self { code, problem }
    }
}

/// Hands the output of a worker that the program wants for itself to the program.
fn sink(all: EventSink, captures: [bool; 2], events: UnboundedSender<WorkerEvent>) -> EventSink {
    if captures == [false; 2] {
        return all;
    }
    Arc::new(move |event| match event {
        Event::Console { level, text } => {
            let stream = match level {
                LogLevel::Debug | LogLevel::Info => 1,
                LogLevel::Warning | LogLevel::Error => 2,
            };
            if captures[stream - 1] {
                let _ = events.send(WorkerEvent::Output(stream as i32, text));
            } else {
                all(Event::Console { level, text });
            }
        }
        event => all(event),
    })
}
