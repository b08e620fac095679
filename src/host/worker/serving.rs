//! The event loop of a worker: loads the module and answers calls until the requests end.

use std::cell::RefCell;
use std::fs::File;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;
use std::thread;

use deno_core::error::{CoreError, CoreErrorKind};
use thiserror::Error;

use crate::errors::error::{ProgramError, Stalled, file_url};
use crate::event::{Event, LogLevel};
use crate::inspector::{DebuggerLine, Inspection, Mailbox};
use crate::isolate::fresh_isolate::FreshIsolate;
use crate::isolate::runtime::Runtime;
use crate::isolate::snapshot::StartupData;
use crate::ops::{CallQueue, thrown_text};
use crate::program::{Limits, Mode, Program, RunContext};
use crate::thread::initialize_worker;
use crate::v8_flags::STACK;
use lumi_monitor::PlanMonitor;
use lumi_node::{StopHandle, StopReason};
use lumi_sandbox::closed_ports;

use super::debugged_requests::read_debugged;
use super::frame::Decoder;
use super::message::{Report, WorkerRequest};
use super::pipes::{ReportWriter, RequestReader};
use super::settings::WorkerSettings;

/// The reason why a worker could not start.
#[derive(Debug, Error)]
pub enum ServeError {
    #[error("a worker is started by `lumi closure serve`, which tells it what to run ({0})")]
    Start(io::Error),
    #[error("a worker begins with its settings")]
    WorkerRequest,
    #[error("no thread for the function: {0}")]
    Thread(io::Error),
}

/// Runs a worker: reads requests, writes reports, and returns at the end of the requests. Must be
/// called on the main thread before other threads are started.
pub fn serve(mut requests: File, reports: File) -> Result<(), ServeError> {
    end_with_parent();
    let mut decoder = Decoder::default();
    let first = RequestReader::first(&mut requests, &mut decoder).map_err(ServeError::Start)?;
    let WorkerRequest::Start(settings) = first else {
        return Err(ServeError::WorkerRequest);
    };
    // A development build may have to make its snapshot again, which the limits refuse.
    StartupData::current();
    let active = settings.confinement.apply();
    initialize_worker();
    let reports = ReportWriter::new(reports);
    reports.send(Report::Started(active));
    let source_map = settings.source_map.clone();
    if let Some(debugging) = settings.inspection {
        closed_ports::close(debugging.port);
    }
    let function = Function {
        program: program(*settings, &reports),
        source_map,
    };
    let line = (requests, decoder);
    thread::Builder::new()
        .name("worker".into())
        .stack_size(STACK)
        .spawn(move || run(function, line, &reports))
        .map_err(ServeError::Thread)?
        .join()
        .expect("BUG: the isolate thread panicked");
    Ok(())
}

/// The function of a worker.
struct Function {
    program: Program,
    /// The source map of the entry, unless it lies beside the entry.
    source_map: Option<String>,
}

/// Makes the kernel kill the worker when the platform ends.
fn end_with_parent() {
    // SAFETY: both take plain numbers. Not being dumpable keeps other processes of the user out.
    #[cfg(target_os = "linux")]
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::prctl(libc::PR_SET_DUMPABLE, 0);
    }
}

fn program(settings: WorkerSettings, reports: &ReportWriter) -> Program {
    let events = reports.clone();
    Program {
        is_last: true,
        context: RunContext {
            directory: settings.folder.display().to_string(),
            mode: Mode::Serve,
            ..RunContext::default()
        },
        entry: settings.entry,
        current: settings.folder.clone(),
        project: settings.folder,
        config: Vec::new(),
        permissions: settings.permissions,
        environment: settings.environment,
        console_color: settings.console_color,
        limits: Limits {
            timeout: None,
            heap: settings.heap,
            closure: None,
        },
        // Compiled code from one function would run in the next.
        cache: None,
        monitor: Arc::new(PlanMonitor::default()),
        packages: Arc::new(()),
        dynamic: None,
        services: None,
        events: Arc::new(move |event| {
            let traceparent = String::new();
            events.send(Report::Event { event, traceparent });
        }),
        stop: StopHandle::default(),
        inspection: settings.inspection.map(|it| Inspection {
            line: DebuggerLine::Platform(Arc::new(Mailbox::default())),
            start: it.start,
        }),
        disturbance: None,
        started: None,
    }
}

fn run(function: Function, line: (File, Decoder), reports: &ReportWriter) {
    let tokio = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let end = match tokio {
        Ok(tokio) => tokio.block_on(drive(function, line, reports)),
        Err(error) => ProgramError::Internal(format!("no event loop: {error}")),
    };
    reports.send(Report::End(end));
}

async fn drive(
    Function {
        program,
        source_map,
    }: Function,
    (requests, decoder): (File, Decoder),
    reports: &ReportWriter,
) -> ProgramError {
    let requests = match &program.inspection {
        Some(Inspection {
            line: DebuggerLine::Platform(mailbox),
            ..
        }) => read_debugged(requests, decoder, Arc::clone(mailbox), reports.clone())
            .map(RequestReader::Thread),
        _ => RequestReader::new(requests, decoder),
    };
    let requests = match requests {
        Ok(requests) => requests,
        Err(error) => return ProgramError::Internal(format!("no requests can be read: {error}")),
    };
    let isolate = FreshIsolate::new(program.limits.heap);
    let mut runtime = match isolate.and_then(|it| Runtime::new(it, &program)) {
        Ok(runtime) => runtime,
        Err(error) => return error,
    };
    if let (Some(map), Ok(entry)) = (source_map, file_url(&program.entry)) {
        runtime.loader.set_entry_map(&entry, map);
    }
    let calls = CallQueue::new(requests, reports.clone());
    runtime.js.op_state().borrow_mut().put(Rc::clone(&calls));
    let mut serving = Serving {
        runtime: &mut runtime,
        stop: &program.stop,
        reports,
        calls,
    };
    let result = serving.serve(&program).await;
    program.stop.detach();
    let reason = program.stop.reason().unwrap_or(StopReason::Interrupted);
    // The process is about to end, which releases memory faster.
    std::mem::forget(runtime);
    match result {
        Err(error) => error,
        Ok(()) => ProgramError::Stopped(reason, None),
    }
}

struct Serving<'a> {
    runtime: &'a mut Runtime,
    stop: &'a StopHandle,
    reports: &'a ReportWriter,
    calls: Rc<RefCell<CallQueue>>,
}

impl Serving<'_> {
    async fn serve(&mut self, program: &Program) -> Result<(), ProgramError> {
        self.runtime.wait_for_debugger();
        let entry = file_url(&program.entry)?;
        let module = self.runtime.js.load_main_es_module(&entry).await;
        let module = module.map_err(|error| self.failed(error))?;
        let evaluation = self.runtime.js.mod_evaluate(module);
        self.settle(pin!(evaluation), Errors::End).await?;
        let serving = self.runtime.finish(module)?;
        let serving = async move {
            let served = serving.await.map(drop);
            served.map_err(|error| CoreErrorKind::Js(error).into_box())
        };
        self.settle(pin!(serving), Errors::Report).await
    }

    /// Runs the event loop until `future` settles.
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
                // Registers the waker; the reason is checked when the task wakes.
                let _ = stopped.as_mut().poll(context);
                if let Some(reason) = self.stop.reason() {
                    return Poll::Ready(Err(self.runtime.stopped(reason)));
                }
                if let Poll::Ready(result) = future.as_mut().poll(context) {
                    return Poll::Ready(result.map_err(|error| self.failed(error)));
                }
                match self.runtime.poll_event_loop(context) {
                    Poll::Pending => {
                        self.pause();
                        return Poll::Pending;
                    }
                    Poll::Ready(Err(error)) => {
                        let error = self.failed(error);
                        if errors == Errors::End {
                            return Poll::Ready(Err(error));
                        }
                        self.report(&error);
                    }
                    // The last task of the loop may have settled the future or stopped the worker.
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

    /// Called when nothing can run: sends buffered answers, and releases memory on request.
    fn pause(&mut self) {
        self.reports.flush();
        if self.calls.borrow_mut().take_memory_release() {
            self.runtime.js.v8_isolate().low_memory_notification();
        }
    }

    fn failed(&self, error: CoreError) -> ProgramError {
        if let Some(reason) = self.stop.reason() {
            return self.runtime.stopped(reason);
        }
        ProgramError::from_core(error, &self.runtime.session.borrow())
    }

    /// Reports errors of code that no call awaited; they fail no call.
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

/// The treatment of errors that the function does not catch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    End,
    Report,
}
