//! Workers, behind `node:worker_threads`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use deno_core::{OpState, ResourceId, ToJsBuffer, TransferredResource, op2};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};

use crate::worker_threads::{
    NewWorker, WorkerEvent, WorkerOrigin, WorkerProblem, WorkerThread, end_all,
};

use super::session::Session;
use lumi_node::Surroundings;

/// The workers that a program or a worker has started, by number.
#[derive(Default)]
struct Workers(HashMap<u32, Started>);

struct Started {
    thread: WorkerThread,
    events: Rc<RefCell<UnboundedReceiver<WorkerEvent>>>,
}

/// The ends that a worker has of its connections to the program.
pub struct WorkerEnds {
    id: u32,
    messages: ResourceId,
    beginning: ResourceId,
    events: UnboundedSender<WorkerEvent>,
}

impl WorkerEnds {
    pub fn new(
        state: &mut OpState,
        id: u32,
        ports: [Box<dyn TransferredResource>; 2],
        events: UnboundedSender<WorkerEvent>,
    ) -> Self {
        let [messages, beginning] = ports.map(|it| state.resource_table.add_rc_dyn(it.receive()));
        Self {
            id,
            messages,
            beginning,
            events,
        }
    }
}

#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum WorkerError {
    #[class(generic)]
    #[error("a thread for the worker cannot be started: {0}")]
    NoThread(std::io::Error),
    #[class(type)]
    #[error("a port of the worker is closed")]
    NoPort,
    #[class(generic)]
    #[error("the program of a package starts no workers")]
    InPackage,
}

/// `WorkerOptions` of `js/web/ops.ts`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkerOptions {
    /// The folder that relative imports of the entry module begin in.
    folder: PathBuf,
    text: String,
    arguments: Vec<String>,
    /// Bytes.
    heap: Option<usize>,
    captures: [bool; 2],
}

/// `WorkerNews` of `js/web/ops.ts`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum News {
    Report {
        report: i32,
        data: ToJsBuffer,
    },
    Output {
        stream: i32,
        text: String,
    },
    #[serde(rename_all = "camelCase")]
    Ended {
        code: i32,
        problem: Option<String>,
        is_out_of_memory: bool,
    },
}

/// Numbers of workers. The program itself is 0.
static NEXT: AtomicU32 = AtomicU32::new(1);

/// Starts a worker with two ports, which are taken from the caller; returns its number.
#[op2]
#[smi]
pub fn op_lumi_worker_start(
    state: &mut OpState,
    #[serde] options: WorkerOptions,
    #[smi] messages: ResourceId,
    #[smi] beginning: ResourceId,
) -> Result<u32, WorkerError> {
    let ports = [take_port(state, messages)?, take_port(state, beginning)?];
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let new = NewWorker {
        id,
        entry: options.folder.join(format!("[worker {id}].mjs")),
        text: options.text,
        arguments: options.arguments,
        heap: options.heap,
        captures: options.captures,
        ports,
    };
    let session = Session::from_state(state);
    if session.borrow().context.is_package() {
        return Err(WorkerError::InPackage);
    }
    let started = WorkerThread::start(new, &session.borrow(), state.borrow::<WorkerOrigin>());
    let (thread, events) = started.map_err(WorkerError::NoThread)?;
    if !state.has::<Workers>() {
        state.put(Workers::default());
    }
    let events = Rc::new(RefCell::new(events));
    let workers = state.borrow_mut::<Workers>();
    workers.0.insert(id, Started { thread, events });
    Ok(id)
}

fn take_port(
    state: &mut OpState,
    id: ResourceId,
) -> Result<Box<dyn TransferredResource>, WorkerError> {
    let port = state.resource_table.take_any(id);
    let port = port.map_err(|_| WorkerError::NoPort)?;
    port.transfer().map_err(|_| WorkerError::NoPort)
}

/// Returns the next event of a worker; null if it has ended.
#[op2]
#[serde]
pub async fn op_lumi_worker_next(state: Rc<RefCell<OpState>>, #[smi] id: u32) -> Option<News> {
    let events = {
        let state = state.borrow();
        Rc::clone(&state.try_borrow::<Workers>()?.0.get(&id)?.events)
    };
    let event = std::future::poll_fn(|context| events.borrow_mut().poll_recv(context)).await;
    Some(match event? {
        WorkerEvent::Report(report, data) => News::Report {
            report,
            data: data.into(),
        },
        WorkerEvent::Output(stream, text) => News::Output { stream, text },
        WorkerEvent::Ended(end) => {
            state.borrow_mut().borrow_mut::<Workers>().0.remove(&id);
            News::Ended {
                code: end.code,
                is_out_of_memory: matches!(end.problem, Some(WorkerProblem::OutOfMemory)),
                problem: match end.problem {
                    Some(WorkerProblem::Failed(message)) => Some(message),
                    Some(WorkerProblem::OutOfMemory) | None => None,
                },
            }
        }
    })
}

/// Ends a worker, if it still runs.
#[op2(fast)]
pub fn op_lumi_worker_stop(state: &mut OpState, #[smi] id: u32) {
    let workers = state.try_borrow::<Workers>();
    if let Some(started) = workers.and_then(|it| it.0.get(&id)) {
        started.thread.stop();
    }
}

/// Returns the number of this worker and those of its two ports; null in the main thread.
#[op2]
#[serde]
pub fn op_lumi_worker_self(state: &mut OpState) -> Option<(u32, ResourceId, ResourceId)> {
    let own = state.try_borrow::<WorkerEnds>()?;
    Some((own.id, own.messages, own.beginning))
}

/// Reports something of this worker to the program, unless the program has ended it.
#[op2(fast)]
pub fn op_lumi_worker_report(state: &mut OpState, #[smi] report: i32, #[buffer] data: &[u8]) {
    let is_stopped = Surroundings::of(state).stop.reason().is_some();
    if is_stopped {
        return;
    }
    if let Some(own) = state.try_borrow::<WorkerEnds>() {
        // The program may be over.
        let _ = own.events.send(WorkerEvent::Report(report, data.to_vec()));
    }
}

/// Ends the workers that are left.
pub fn end_workers(state: &mut OpState) {
    if let Some(workers) = state.try_take::<Workers>() {
        let threads: Vec<WorkerThread> = workers.0.into_values().map(|it| it.thread).collect();
        end_all(&threads);
    }
}
