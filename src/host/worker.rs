//! A function that is kept ready in an isolate of its own, and answers calls until it is dropped.

use std::future::{Future, poll_fn};
use std::path::PathBuf;
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::task::Poll;
use std::thread;

use deno_core::PollEventLoopOptions;
use deno_core::error::{CoreError, CoreErrorKind};
use tokio::sync::{mpsc, oneshot};

use lumi_monitor::PlanMonitor;

use super::error::{ProgramError, Stalled, file_url};
use super::event::{Event, EventSink, LogLevel};
use super::fresh_isolate::FreshIsolate;
use super::limits::{StopHandle, StopReason};
use super::ops::{Call, CallLine, thrown_text};
use super::permissions::PermissionFlags;
use super::program::{Limits, Mode, Program, RunContext};
use super::runtime::Runtime;
use super::thread::STACK;

/// What a worker runs, and what that may touch.
#[derive(Clone)]
pub struct WorkerSettings {
    /// The module whose default export is called; absolute.
    pub entry: PathBuf,
    /// The folder it may read; canonical.
    pub folder: PathBuf,
    /// All variables there are for it.
    pub environment: Vec<(String, String)>,
    /// Relative paths in it start at `folder`.
    pub permissions: PermissionFlags,
    /// V8 heap in bytes.
    pub heap: Option<usize>,
    /// Where compiled modules are kept.
    pub cache: Option<PathBuf>,
    pub console_color: bool,
    pub events: EventSink,
}

/// The isolate goes with it: whatever runs in there then is broken off.
pub struct Worker {
    calls: mpsc::UnboundedSender<Call>,
    stop: StopHandle,
    end: End,
}

/// Why the isolate is gone.
type End = Arc<OnceLock<Arc<ProgramError>>>;

impl Worker {
    /// Starts loading the module; whether that goes well, the first call tells.
    pub fn start(settings: WorkerSettings) -> Result<Self, ProgramError> {
        let (calls, line) = mpsc::unbounded_channel();
        let stop = StopHandle::default();
        let end = End::default();
        let program = settings.program(stop.clone());
        let ended = Arc::clone(&end);
        thread::Builder::new()
            .name("worker".into())
            .stack_size(STACK)
            .spawn(move || run(program, line, &ended))
            .map_err(|error| {
                ProgramError::Internal(format!("no thread for the function: {error}"))
            })?;
        Ok(Self { calls, stop, end })
    }

    /// Calls the function with the members of an array of JSON; answers its result as JSON, `None`
    /// for undefined. Calls run at the same time, as far as the function lets them.
    pub async fn call(&self, arguments: String) -> Result<Option<String>, Arc<ProgramError>> {
        let (answer, answered) = oneshot::channel();
        let call = Call { arguments, answer };
        if self.calls.send(call).is_err() {
            return Err(self.ended());
        }
        match answered.await {
            Ok(result) => result.map_err(Arc::new),
            Err(_) => Err(self.ended()),
        }
    }

    /// Whether the isolate is gone, and no call can succeed any more.
    pub fn is_over(&self) -> bool {
        self.calls.is_closed()
    }

    fn ended(&self) -> Arc<ProgramError> {
        let end = self.end.get().map(Arc::clone);
        end.unwrap_or_else(|| {
            Arc::new(ProgramError::Internal("the isolate thread panicked".into()))
        })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop.stop(StopReason::Interrupted);
    }
}

impl WorkerSettings {
    fn program(self, stop: StopHandle) -> Program {
        Program {
            is_last: false,
            context: RunContext {
                directory: self.folder.display().to_string(),
                mode: Mode::Serve,
                ..RunContext::default()
            },
            entry: self.entry,
            current: self.folder.clone(),
            project: self.folder,
            config: Vec::new(),
            permissions: self.permissions,
            environment: self.environment,
            console_color: self.console_color,
            limits: Limits {
                timeout: None,
                heap: self.heap,
                closure: None,
            },
            cache: self.cache,
            monitor: Arc::new(PlanMonitor::default()),
            dynamic: None,
            events: self.events,
            stop,
            disturbance: None,
            started: None,
        }
    }
}

fn run(program: Program, line: mpsc::UnboundedReceiver<Call>, end: &End) {
    let tokio = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    match tokio {
        Ok(tokio) => tokio.block_on(drive(program, line, end)),
        Err(error) => {
            let problem = format!("no event loop: {error}");
            let _ = end.set(Arc::new(ProgramError::Internal(problem)));
        }
    }
}

async fn drive(program: Program, line: mpsc::UnboundedReceiver<Call>, end: &End) {
    let mut runtime =
        match FreshIsolate::new(program.limits.heap).and_then(|it| Runtime::new(it, &program)) {
            Ok(runtime) => runtime,
            Err(error) => {
                let _ = end.set(Arc::new(error));
                return;
            }
        };
    let calls = CallLine::new(line);
    runtime.js.op_state().borrow_mut().put(calls);
    let mut serving = Serving {
        runtime: &mut runtime,
        stop: &program.stop,
    };
    let result = serving.serve(&program).await;
    program.stop.detach();
    let reason = program.stop.reason().unwrap_or(StopReason::Interrupted);
    // Set before the line goes with the runtime: the waiting caller reads the reason.
    let _ = end.set(Arc::new(match result {
        Err(error) => error,
        Ok(()) => ProgramError::Stopped(reason, None),
    }));
}

struct Serving<'a> {
    runtime: &'a mut Runtime,
    stop: &'a StopHandle,
}

impl Serving<'_> {
    async fn serve(&mut self, program: &Program) -> Result<(), ProgramError> {
        let entry = file_url(&program.entry)?;
        let module = self.runtime.js.load_main_es_module(&entry).await;
        let module = module.map_err(|error| self.failed(error))?;
        let evaluation = self.runtime.js.mod_evaluate(module);
        self.settle(pin!(evaluation), Errors::End).await?;
        self.runtime.loader.save_cache();
        let serving = self.runtime.finish(module)?;
        let serving = async move {
            let served = serving.await.map(drop);
            served.map_err(|error| CoreErrorKind::Js(error).into_box())
        };
        self.settle(pin!(serving), Errors::Report).await
    }

    /// Waits for `future` while the event loop runs.
    async fn settle<F>(
        &mut self,
        mut future: Pin<&mut F>,
        errors: Errors,
    ) -> Result<(), ProgramError>
    where
        F: Future<Output = Result<(), CoreError>>,
    {
        let mut stopped = pin!(self.stop.stopped());
        poll_fn(|context| {
            loop {
                // It wakes; why it stops is known by then.
                let _ = stopped.as_mut().poll(context);
                if let Some(reason) = self.stop.reason() {
                    return Poll::Ready(Err(self.runtime.stopped(reason)));
                }
                if let Poll::Ready(result) = future.as_mut().poll(context) {
                    return Poll::Ready(result.map_err(|error| self.failed(error)));
                }
                let options = PollEventLoopOptions::default();
                match self.runtime.js.poll_event_loop(context, options) {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(Err(error)) => {
                        let error = self.failed(error);
                        if errors == Errors::End {
                            return Poll::Ready(Err(error));
                        }
                        self.report(&error);
                    }
                    // The last thing the loop did may have been to settle it, or to be stopped.
                    Poll::Ready(Ok(())) => {
                        let end = match (future.as_mut().poll(context), self.stop.reason()) {
                            (_, Some(reason)) => self.runtime.stopped(reason),
                            (Poll::Ready(Ok(())), None) => return Poll::Ready(Ok(())),
                            (Poll::Ready(Err(error)), None) => self.failed(error),
                            (Poll::Pending, None) => ProgramError::Stalled(Stalled::default()),
                        };
                        return Poll::Ready(Err(end));
                    }
                }
            }
        })
        .await
    }

    fn failed(&self, error: CoreError) -> ProgramError {
        if let Some(reason) = self.stop.reason() {
            return self.runtime.stopped(reason);
        }
        ProgramError::from_core(error, &self.runtime.session.borrow())
    }

    /// No call fails of what the function did not wait for, but it is worth a word.
    fn report(&self, error: &ProgramError) {
        let ProgramError::Thrown(thrown) = error else {
            return;
        };
        let session = self.runtime.session.borrow();
        (session.events)(Event::Log {
            level: LogLevel::Warning,
            message: format!("nothing caught an error: {}", thrown_text(thrown)),
            urn: None,
        });
    }
}

/// What becomes of uncaught errors of the isolate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    End,
    Report,
}
