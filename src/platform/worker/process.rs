//! A worker from the platform's side: sends calls to a process and receives results.

use std::io;
use std::path::PathBuf;
use std::pin::pin;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::error::CallFailure;
use crate::telemetry::FunctionOutput;
use lumi_host::{
    BodyMessage, CallContext, Content, Decoder, FrameError, MAX_REPORT, ProgramError, Registration,
    Report, WorkerRequest, WorkerSettings,
};

use super::calls::{Begun, Call, CallAnswer, Outcome, RunningCalls, WorkerGone};
use super::debugger_relay::{DebuggerRelay, WorkerInspection};
use super::exit_reason::describe;
use super::idle_timer::IdleTimer;
use super::processor_time::used;
use super::spawner::Spawner;
use super::worker_child::WorkerChild;

const PIECE: usize = 64 << 10;
/// Number of bytes kept from the end of a process's standard error.
const KEPT: usize = 16 << 10;
/// Maximum number of calls sent together.
const TOGETHER: usize = 64;

/// A worker process; dropping it ends the process with all running calls.
pub struct WorkerProcess {
    shared: Arc<Shared>,
    orders: mpsc::UnboundedSender<WorkerRequest>,
    started: Instant,
    _alive: oneshot::Sender<()>,
}

#[derive(Default)]
struct Shared {
    calls: RunningCalls,
    /// The id of the process, once it is started.
    process: OnceLock<u32>,
}

/// The function that a worker runs, and its folder.
#[derive(Clone)]
pub struct WorkerStart {
    pub settings: WorkerSettings,
    /// The folder with source maps of deployed functions.
    pub cache: Option<PathBuf>,
    pub spawner: Arc<Spawner>,
    pub output: Arc<FunctionOutput>,
    /// The name of the function.
    pub name: String,
    /// How debuggers attach, if they do.
    pub inspection: Option<WorkerInspection>,
}

impl WorkerProcess {
    /// Starts a process in the background; the first call reports a failure.
    pub fn start(start: WorkerStart) -> Self {
        let shared = Arc::new(Shared::default());
        let (orders, ordered) = mpsc::unbounded_channel();
        let (alive, dropped) = oneshot::channel();
        let worker = Running {
            shared: Arc::clone(&shared),
            orders: orders.downgrade(),
            relay: start
                .inspection
                .is_some()
                .then(|| DebuggerRelay::new(orders.downgrade())),
            start,
        };
        tokio::spawn(worker.run(ordered, dropped));
        Self {
            shared,
            orders,
            started: Instant::now(),
            _alive: alive,
        }
    }

    /// Starts a call.
    pub fn call(
        &self,
        context: CallContext,
        call: Call,
    ) -> Result<oneshot::Receiver<Outcome>, WorkerGone> {
        let Begun {
            request,
            outcome,
            upload,
        } = self.shared.calls.begin(context, call)?;
        // Without a receiver, all running calls are about to fail.
        let _ = self.orders.send(request);
        if let Some(upload) = upload {
            tokio::spawn(upload.send(self.orders.downgrade()));
        }
        Ok(outcome)
    }

    /// The id of the process; `None` before its start.
    pub fn id(&self) -> Option<u32> {
        self.shared.process.get().copied()
    }

    /// Whether new calls are refused.
    pub fn is_over(&self) -> bool {
        self.shared.calls.is_over()
    }

    /// The processor time that the process has used; nothing before it has started, or where the system does not say.
    pub fn processor_time(&self) -> Duration {
        let used = self.shared.process.get().copied().and_then(used);
        used.unwrap_or_default()
    }

    /// The lifetime of a process that died unexpectedly.
    pub fn died_after(&self) -> Option<Duration> {
        let has_died = self.shared.calls.has_died();
        has_died.then(|| self.started.elapsed())
    }
}

/// The tasks of one process.
struct Running {
    shared: Arc<Shared>,
    orders: mpsc::WeakUnboundedSender<WorkerRequest>,
    start: WorkerStart,
    /// The debuggers of the function.
    relay: Option<Arc<DebuggerRelay>>,
}

/// The reason why a process sends no more reports.
enum End {
    /// The worker reported an error.
    Said(ProgramError),
    /// The worker sent bytes that are not a report.
    Garbled(FrameError),
    /// The worker sent more of a body than there is room for.
    Overflow,
    /// The worker was idle.
    Idle,
    /// The function dropped the worker.
    Dropped,
    /// The process ended.
    Silent,
}

impl Running {
    async fn run(
        self,
        ordered: mpsc::UnboundedReceiver<WorkerRequest>,
        dropped: oneshot::Receiver<()>,
    ) {
        let started = match self.start.spawner.start().await {
            Ok(child) => {
                let _ = self.shared.process.set(child.id());
                let starts_programs = self.start.settings.permissions.starts_programs();
                Pipes::of(child, starts_programs)
            }
            Err(error) => Err(error),
        };
        let Pipes {
            mut child,
            stdin,
            stdout,
            stderr,
        } = match started {
            Ok(pipes) => pipes,
            Err(error) => {
                let problem = format!("its process cannot be started: {error}");
                return self
                    .shared
                    .calls
                    .fail_all(&CallFailure::Crashed(problem.into()), true);
            }
        };
        let start = start_order(self.start.settings.clone(), self.start.cache.clone()).await;
        let registration = self.register();
        let sending = tokio::spawn(send(start, ordered, stdin));
        let listening = tokio::spawn(last_of(stderr));
        let end = self.read(stdout, dropped).await;
        sending.abort();
        if !matches!(end, End::Silent) {
            child.kill();
        }
        let ending = spawn_blocking(move || {
            // Waits for debuggers, which learn that the function has ended.
            drop(registration);
            child.wait()
        });
        let status = ending.await.ok().flatten();
        let (failure, has_died) = failure_after(end, status, listening).await;
        self.shared.calls.fail_all(&failure, has_died);
    }

    async fn read(&self, mut stdout: ChildStdout, mut dropped: oneshot::Receiver<()>) -> End {
        let mut decoder = Decoder::up_to(MAX_REPORT);
        let mut piece = vec![0; PIECE];
        let mut quiet = IdleTimer::active();
        let mut timer = pin!(tokio::time::sleep_until(quiet.end().into()));
        loop {
            let read = tokio::select! {
                read = stdout.read(&mut piece) => read,
                _ = &mut dropped => return End::Dropped,
                () = &mut timer => {
                    // A report does not touch the timer: that would cost more than the report.
                    if quiet.is_due() && self.note_idle(&mut quiet) {
                        return End::Idle;
                    }
                    timer.as_mut().reset(quiet.end().into());
                    continue;
                }
            };
            quiet = IdleTimer::active();
            match read {
                Ok(0) | Err(_) => return End::Silent,
                Ok(length) => decoder.feed(&piece[..length]),
            }
            loop {
                match decoder
                    .take()
                    .and_then(|it| it.map(Report::read).transpose())
                {
                    Ok(None) => break,
                    Ok(Some(report)) => {
                        if let Some(end) = self.take(report) {
                            return end;
                        }
                    }
                    Err(error) => return End::Garbled(error),
                }
            }
        }
    }

    /// Handles a report; returns the reason if the worker ends.
    fn take(&self, report: Report) -> Option<End> {
        match report {
            Report::Started(_) => {}
            Report::Answer { number, result } => {
                self.shared
                    .calls
                    .settle(number, Ok(CallAnswer::Result(result)));
            }
            Report::Http { number, answer } if answer.content == Content::Stream => {
                let requests = self.orders.clone();
                self.shared.calls.begin_parts(number, answer, requests);
            }
            Report::Body { number, message } => match message {
                BodyMessage::Part(bytes) => {
                    if !self.shared.calls.pass_part(number, bytes) {
                        return Some(End::Overflow);
                    }
                }
                BodyMessage::End => self.shared.calls.end_parts(number),
                message => self.shared.calls.pass_taken(number, message),
            },
            Report::Http { number, answer } => {
                self.shared
                    .calls
                    .settle(number, Ok(CallAnswer::Http(answer)));
            }
            Report::Failure { number, error } => {
                let failure = CallFailure::Failed(Arc::new(self.start.output.masked(error)));
                self.shared.calls.settle(number, Err(failure));
            }
            Report::Event { event, traceparent } => self.start.output.event(event, &traceparent),
            Report::Telemetry(json) => self.start.output.record(&json),
            Report::DebuggerMessage { session, text } => {
                if let Some(relay) = &self.relay {
                    relay.pass(session, text);
                }
            }
            Report::End(error) => return Some(End::Said(self.start.output.masked(error))),
        }
        None
    }

    /// Makes the function a target of debuggers.
    fn register(&self) -> Option<Registration> {
        let (inspection, relay) = (self.start.inspection.as_ref()?, self.relay.as_ref()?);
        let WorkerStart { settings, name, .. } = &self.start;
        if settings.permissions.starts_programs() {
            inspection.server.hide_targets();
        }
        Some(relay.register(inspection, &settings.entry, name))
    }

    /// Called after a quiet period: returns whether the worker is to end. One that is debugged
    /// stays, with its breakpoints.
    fn note_idle(&self, quiet: &mut IdleTimer) -> bool {
        if self.relay.is_some() || !self.shared.calls.is_idle() {
            *quiet = IdleTimer::active();
        } else if !quiet.is_resting {
            *quiet = IdleTimer::resting();
            if let Some(orders) = self.orders.upgrade() {
                let _ = orders.send(WorkerRequest::Rest);
            }
        } else {
            return self.shared.calls.close_if_idle();
        }
        false
    }
}

/// A process with its pipes in the event loop.
struct Pipes {
    child: WorkerChild,
    stdin: ChildStdin,
    stdout: ChildStdout,
    stderr: ChildStderr,
}

impl Pipes {
    fn of(mut child: Child, starts_programs: bool) -> io::Result<Self> {
        let piped = "BUG: all three are piped";
        let stdin = child.stdin.take().expect(piped);
        let stdout = child.stdout.take().expect(piped);
        let stderr = child.stderr.take().expect(piped);
        Ok(Self {
            stdin: ChildStdin::from_std(stdin)?,
            stdout: ChildStdout::from_std(stdout)?,
            stderr: ChildStderr::from_std(stderr)?,
            child: WorkerChild::new(child, starts_programs),
        })
    }
}

/// The first order of a worker; reads the source map, which may be large.
async fn start_order(mut settings: WorkerSettings, cache: Option<PathBuf>) -> WorkerRequest {
    if let Some(cache) = cache {
        let unread = settings.clone();
        let reading = spawn_blocking(move || {
            settings.load_source_map(cache);
            settings
        });
        settings = reading.await.unwrap_or(unread);
    }
    WorkerRequest::Start(Box::new(settings))
}

/// Sends orders in batches.
async fn send(
    start: WorkerRequest,
    mut ordered: mpsc::UnboundedReceiver<WorkerRequest>,
    mut stdin: ChildStdin,
) {
    let mut orders = vec![start];
    let mut bytes = Vec::new();
    loop {
        for order in orders.drain(..) {
            // Request bodies are limited to less than the size of a frame.
            let _ = order.write(&mut bytes);
        }
        if stdin.write_all(&bytes).await.is_err() {
            return;
        }
        bytes.clear();
        bytes.shrink_to(PIECE);
        if ordered.recv_many(&mut orders, TOGETHER).await == 0 {
            return;
        }
    }
}

/// Why the remaining calls fail, and whether the process has died by itself.
async fn failure_after(
    end: End,
    status: Option<ExitStatus>,
    stderr: JoinHandle<String>,
) -> (CallFailure, bool) {
    match end {
        End::Said(error) => (CallFailure::Failed(Arc::new(error)), false),
        End::Garbled(error) => {
            let problem = format!("its process sent {error}");
            (CallFailure::Crashed(problem.into()), true)
        }
        End::Overflow => {
            let problem = "its process sent more of a body than the platform asked for";
            (CallFailure::Crashed(problem.into()), true)
        }
        End::Idle | End::Dropped => (CallFailure::Crashed("its process was ended".into()), false),
        End::Silent => {
            let output = stderr.await.unwrap_or_default();
            (CallFailure::Crashed(describe(status, &output).into()), true)
        }
    }
}

/// Reads to the end; returns the last part as text.
async fn last_of(mut pipe: impl AsyncRead + Unpin) -> String {
    let mut kept = Vec::new();
    let mut piece = [0; 4096];
    while let Ok(length @ 1..) = pipe.read(&mut piece).await {
        kept.extend_from_slice(&piece[..length]);
        if kept.len() > 2 * KEPT {
            kept.drain(..kept.len() - KEPT);
        }
    }
    String::from_utf8_lossy(&kept).into_owned()
}
