//! Drives a program: evaluates its entry module, runs the event loop until the program is done, and
//! interprets a loop that has run dry.
//!
//! When the event loop has run dry, the SDK is called first (`idle`): it may settle inputs that
//! wait for promises behind a hole as unknown, which resumes the loop. Otherwise a program that
//! waits for a hole has stopped, which ends a plan normally; a program that waits for anything else
//! never finishes, which is an error that lists the waiting values.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

use deno_core::error::{CoreError, CoreErrorKind, JsError};

use super::dynamic_calls::{DynamicCallDispatcher, give_up};
use super::errors::error::{ProgramError, SourceLine, Stalled, Thrown, Waiting, file_url};
use super::event::{Event, LogLevel};
use super::isolate::runtime::{IdleReport, Runtime};
use super::ops;
use super::program::{Awaited, Ending, Mode, Program, Stopped, UnseenCode};
use super::program_result::ended;
use super::repeat::Repeat;
use lumi_node::{StopHandle, StopReason, Timer, Watch};

/// Runs `program` on the current thread. `answer` receives the result. A program with dynamic
/// providers runs on until the engine no longer needs them.
pub async fn drive(
    mut runtime: Runtime,
    mut program: Program,
    answer: impl FnOnce(Result<Ending, ProgramError>),
) {
    let mut dispatcher = DynamicCallDispatcher::new(program.dynamic.take(), &runtime);
    let (timer, watch) = match start_limits(&program) {
        Ok(limits) => limits,
        Err(error) => {
            program.stop.detach();
            return answer(Err(ProgramError::NoThread(error.to_string())));
        }
    };
    log_start(&program);
    let mut driver = Driver {
        runtime: &mut runtime,
        dispatcher: &mut dispatcher,
        stop: &program.stop,
    };
    let result = driver.run(&program).await;
    let result = driver.planned_on(&program, result).await;
    let planned = driver.runtime.session.borrow_mut().planner.finish();
    let result = result.and_then(|ending| planned.map(|()| ending));
    // The time limit ends here: the program is done.
    drop(timer);
    let reason = program.stop.reason();
    if driver.is_needed(reason) {
        let thrown = result.as_ref().err().and_then(Repeat::of);
        answer(ended(result, reason, &mut runtime, &program));
        Driver {
            runtime: &mut runtime,
            dispatcher: &mut dispatcher,
            stop: &program.stop,
        }
        .serve(thrown)
        .await;
        end_children(&runtime);
        drop(watch);
        program.stop.detach();
        return;
    }
    end_children(&runtime);
    drop(watch);
    program.stop.detach();
    let result = ended(result, reason, &mut runtime, &program);
    runtime.end_debugging();
    if program.is_last {
        std::mem::forget(runtime);
    } else {
        drop(runtime);
    }
    dispatcher.close();
    program.stop.forget_exit();
    answer(result);
}

/// The message of an error that ended the program. The event loop has the error of a module once more.
/// Starts the threads that watch the limits of a program.
fn start_limits(program: &Program) -> std::io::Result<(Option<Timer>, Option<Watch>)> {
    let stop = || program.stop.clone();
    let timeout = program.limits.timeout;
    let timer = timeout.map(|it| Timer::start(it, stop())).transpose()?;
    // A worker is watched with the program that started it.
    let heap = program.limits.heap;
    let heap = heap.filter(|_| program.context.mode != Mode::Worker);
    let watch = heap.map(|it| Watch::start(it, stop())).transpose()?;
    Ok((timer, watch.flatten()))
}

/// Logs the time since the start of the process, with `--verbose`.
fn log_start(program: &Program) {
    let Some(started) = program.started else {
        return;
    };
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    (program.events)(Event::Log {
        level: LogLevel::Debug,
        message: format!("the runtime is ready after {milliseconds:.1} ms"),
        urn: None,
    });
}

/// Ends the workers and kills the processes that the program has left.
fn end_children(runtime: &Runtime) {
    let state = runtime.js.op_state();
    ops::end_workers(&mut state.borrow_mut());
    lumi_node::end_children(&mut state.borrow_mut());
}

pub(super) struct Driver<'a> {
    pub(super) runtime: &'a mut Runtime,
    dispatcher: &'a mut DynamicCallDispatcher,
    pub(super) stop: &'a StopHandle,
}

/// The result of one turn of the event loop.
enum Turn<T> {
    /// The awaited future has settled.
    Settled(T),
    /// Nothing is left to run; with the stuck top-level await, if V8 knows it.
    Idle(Option<SourceLine>),
    /// The program was stopped.
    Stopped,
}

impl Driver<'_> {
    async fn run(&mut self, program: &Program) -> Result<Ending, ProgramError> {
        if program.context.mode == Mode::Nothing {
            return Ok(Ending::whole());
        }
        self.runtime.wait_for_debugger();
        if self.stop.reason().is_some() {
            return Ok(Ending::whole());
        }
        let entry = file_url(&program.entry)?;
        if program.context.mode == Mode::Script || program.context.decides_as_node {
            self.runtime.loader.decide_as_node();
        }
        if program.services.is_some() {
            self.runtime.loader.serve_pulumi();
        } else if program.context.is_compiled {
            self.runtime.loader.run_compiled();
        }
        if program.tests_pulumi() {
            self.runtime.loader.serve_mocha();
        }
        if let Some(text) = &program.context.entry_text {
            let loader = &self.runtime.loader;
            loader.set_entry_text(entry.clone(), text.clone());
        }
        let module = self.runtime.js.load_main_es_module(&entry).await;
        let module = module.map_err(|error| self.failed(error))?;
        let evaluation = self.runtime.js.mod_evaluate(module);
        self.runtime.drain_ticks();
        if let Some(ending) = self.settle(pin!(evaluation)).await? {
            return Ok(ending);
        }
        let finish = self.runtime.finish(module)?;
        let finish = async move {
            finish
                .await
                .map_err(|error: Box<JsError>| CoreErrorKind::Js(error).into_box())
        };
        match self.settle(pin!(finish)).await {
            Ok(None) => {}
            Ok(Some(ending)) => return Ok(ending),
            // Outputs of the stack that failed with a resource, which the engine has reported.
            Err(ProgramError::Thrown(thrown))
                if self.continues_on_error() && thrown.is_of_resource() => {}
            Err(error) => return Err(error),
        }
        match program.context.mode {
            Mode::Test => self.drain_tests().await,
            _ => self.drain().await,
        }
    }

    /// Runs the event loop until `future` settles. Returns the ending if the program ends before
    /// that.
    async fn settle<T, F>(
        &mut self,
        mut future: Pin<&mut F>,
    ) -> Result<Option<Ending>, ProgramError>
    where
        F: Future<Output = Result<T, CoreError>>,
    {
        loop {
            let at = match self.turn(future.as_mut()).await? {
                Turn::Settled(_) => return Ok(None),
                Turn::Stopped => return Ok(Some(Ending::whole())),
                Turn::Idle(at) => at,
            };
            let report = self.runtime.idle()?;
            if report.progress || self.give_up() {
                continue;
            }
            return if report.awaited.is_empty() {
                Err(ProgramError::Stalled(self.stalled(at, &report)))
            } else {
                Ok(Some(self.stopped(at, &report)))
            };
        }
    }

    /// Runs the event loop until timers and promises that are not awaited have finished.
    pub(super) async fn drain(&mut self) -> Result<Ending, ProgramError> {
        loop {
            let never = pin!(std::future::pending::<Result<(), CoreError>>());
            match self.turn(never).await? {
                Turn::Settled(()) | Turn::Stopped => return Ok(Ending::whole()),
                Turn::Idle(_) => {}
            }
            let report = self.runtime.idle()?;
            if report.progress || self.give_up() {
                continue;
            }
            return match (report.awaited.is_empty(), report.waiting.is_empty()) {
                (_, true) => Ok(self.finished(&report)),
                (true, false) => Err(ProgramError::Stalled(self.stalled(None, &report))),
                (false, false) => Ok(self.stopped(None, &report)),
            };
        }
    }

    /// Runs the event loop until `future` settles or nothing is left to run.
    async fn turn<T, F>(&mut self, mut future: Pin<&mut F>) -> Result<Turn<T>, ProgramError>
    where
        F: Future<Output = Result<T, CoreError>>,
    {
        let mut stopped = pin!(self.stop.stopped());
        let Self {
            runtime,
            dispatcher,
            stop,
            ..
        } = self;
        let polled = poll_fn(|context| {
            let result = loop {
                if stop.reason().is_some() || stopped.as_mut().poll(context).is_ready() {
                    return Poll::Ready(Ok(Turn::Stopped));
                }
                if let Poll::Ready(result) = future.as_mut().poll(context) {
                    return Poll::Ready(result.map(Turn::Settled));
                }
                dispatcher.take_calls(context, runtime);
                if let Poll::Ready(result) = runtime.poll_event_loop(context) {
                    break result;
                }
                let waits = runtime.session.borrow().unanswered > 0;
                // The call is new work for the event loop, which must be polled again.
                if !waits || !dispatcher.answer_waiting(runtime) {
                    return Poll::Pending;
                }
            };
            if stop.reason().is_some() {
                return Poll::Ready(Ok(Turn::Stopped));
            }
            result?;
            // The last task of the loop may have settled the future.
            if let Poll::Ready(result) = future.as_mut().poll(context) {
                return Poll::Ready(result.map(Turn::Settled));
            }
            Poll::Ready(Ok(Turn::Idle(None)))
        })
        .await;
        polled.or_else(|error| self.unsettled_await(error))
    }

    /// Whether the engine may still call the dynamic providers or hooks of the program, or waits for them.
    fn is_needed(&self, reason: Option<StopReason>) -> bool {
        let dynamic = &self.runtime.session.borrow().dynamic;
        match reason {
            None => {
                let is_offered = dynamic.serve.is_some()
                    || dynamic.serve_hook.is_some()
                    || self.dispatcher.has_code();
                self.dispatcher.is_open() && is_offered
            }
            Some(StopReason::Interrupted) => dynamic.is_running(),
            Some(StopReason::Timeout(_) | StopReason::HeapLimit(_) | StopReason::Exited(_)) => {
                false
            }
        }
    }

    /// Runs dynamic providers until the engine has closed their channel.
    ///
    /// An interrupt lets running calls finish; a second one and other reasons to stop abort them.
    ///
    /// `thrown` is the error that ended the program, which is reported elsewhere.
    async fn serve(&mut self, mut thrown: Option<Repeat>) {
        let mut stopped = pin!(self.stop.stopped());
        let mut aborted = pin!(self.stop.aborted());
        let mut is_interrupted = false;
        poll_fn(|context| {
            loop {
                if aborted.as_mut().poll(context).is_ready() {
                    return Poll::Ready(());
                }
                let is_stopped = is_interrupted
                    || stopped.as_mut().poll(context).is_ready()
                    || self.stop.reason().is_some();
                if is_stopped && !is_interrupted {
                    if self.stop.reason() != Some(StopReason::Interrupted) {
                        return Poll::Ready(());
                    }
                    is_interrupted = true;
                    self.stop.resume(self.runtime.js.v8_isolate());
                }
                self.dispatcher.take_calls(context, self.runtime);
                self.dispatcher.answer_waiting(self.runtime);
                let result = self.runtime.poll_event_loop(context);
                let is_running = self.runtime.session.borrow().dynamic.is_running();
                if !is_running && (is_interrupted || !self.dispatcher.is_open()) {
                    return Poll::Ready(());
                }
                match result.map_err(|error| self.unsettled_await::<()>(error)) {
                    // JavaScript that was terminated.
                    Poll::Ready(Err(Err(_))) if self.stop.is_aborted() => {}
                    Poll::Ready(Err(Err(ProgramError::Thrown(error))))
                        if thrown.take_if(|it| it.is(&error)).is_some() => {}
                    Poll::Ready(Err(Err(error))) => self.report(&error),
                    Poll::Ready(_) if self.give_up() => {}
                    Poll::Ready(_) | Poll::Pending => return Poll::Pending,
                }
            }
        })
        .await;
    }

    /// Reports errors that dynamic providers did not catch after the end of the program. The engine
    /// has reported failed resources already.
    fn report(&self, error: &ProgramError) {
        let thrown = error.thrown();
        if !thrown.is_empty() && thrown.iter().all(Thrown::is_of_resource) {
            return;
        }
        let messages: Vec<&str> = thrown.iter().map(|it| it.message.as_str()).collect();
        let message = match thrown {
            [] => format!("{error:?}"),
            _ => messages.join("; "),
        };
        let session = self.runtime.session.borrow();
        (session.events)(Event::Log {
            level: LogLevel::Warning,
            message: format!("a provider or hook of the program did not catch an error: {message}"),
            urn: None,
        });
    }

    /// Fails calls that can never finish because nothing is left to run.
    fn give_up(&self) -> bool {
        give_up(&mut self.runtime.session.borrow_mut())
    }

    /// Converts deno_core's error for a top-level await that cannot settle into [`Turn::Idle`].
    fn unsettled_await<T>(&self, error: CoreError) -> Result<Turn<T>, ProgramError> {
        const STUCK: &str = "Top-level await promise never resolved";
        match error.as_kind() {
            // An Error of the program has a class name.
            CoreErrorKind::Js(js) if js.name.is_none() && js.exception_message.contains(STUCK) => {
                let frame = js.frames.first();
                Ok(Turn::Idle(frame.and_then(|it| {
                    SourceLine::of_frame(it, &self.runtime.session.borrow())
                })))
            }
            CoreErrorKind::ModuleEvaluationDeadlock => Ok(Turn::Idle(None)),
            _ => Err(self.failed(error)),
        }
    }

    fn failed(&self, error: CoreError) -> ProgramError {
        if let Some(reason) = self.stop.reason() {
            return self.runtime.stopped(reason);
        }
        ProgramError::from_core(error, &self.runtime.session.borrow())
    }

    /// Whether the program continues after resources have failed.
    fn continues_on_error(&self) -> bool {
        self.runtime.session.borrow().monitor.continues_on_error()
    }

    /// Tells the engine which callbacks failures have kept from being called.
    fn note_failed(&self, report: &IdleReport) {
        if report.failed.is_empty() {
            return;
        }
        let session = self.runtime.session.borrow();
        let urn_of = |it: &u32| Some(session.registry.get(*it)?.urn.clone());
        session.monitor.note_unseen(lumi_monitor::UnseenCode {
            origins: report.failed.iter().flatten().filter_map(urn_of).collect(),
            any: report.failed.iter().any(Vec::is_empty),
        });
    }

    fn finished(&self, report: &IdleReport) -> Ending {
        self.note_failed(report);
        let session = self.runtime.session.borrow();
        let unseen = report.unseen.iter().map(|code| UnseenCode {
            awaited: self.awaited(code.serial, &code.path),
            origins: code
                .origins
                .iter()
                .filter_map(|&it| Some(session.registry.get(it)?.urn.clone()))
                .collect(),
        });
        Ending::Finished {
            unseen: unseen.collect(),
        }
    }

    fn stopped(&self, at: Option<SourceLine>, report: &IdleReport) -> Ending {
        let awaited = report.awaited.iter();
        let awaited = awaited.map(|hole| self.awaited(hole.serial, &hole.path));
        Ending::Stopped(Stopped {
            at,
            awaited: awaited.collect(),
        })
    }

    fn awaited(&self, serial: i64, path: &str) -> Awaited {
        let session = self.runtime.session.borrow();
        Awaited {
            resource: u32::try_from(serial).ok().and_then(|it| session.note(it)),
            path: path.to_owned(),
        }
    }

    fn stalled(&self, at: Option<SourceLine>, report: &IdleReport) -> Stalled {
        let session = self.runtime.session.borrow();
        let notes = |serials: &[u32]| {
            serials
                .iter()
                .filter_map(|&it| session.note(it))
                .collect::<Vec<_>>()
        };
        Stalled {
            at,
            waiting: report
                .waiting
                .iter()
                .map(|it| Waiting {
                    resource: u32::try_from(it.serial)
                        .ok()
                        .and_then(|it| session.note(it)),
                    path: it.path.clone(),
                    waits_for: notes(&it.resources),
                    promise: it.promise,
                })
                .collect(),
            cycle: notes(&report.cycle),
        }
    }
}
