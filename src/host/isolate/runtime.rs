//! An isolate that is ready for a user's module.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::task::{Context, Poll};

use deno_core::error::{CoreError, JsError};
use deno_core::{JsRuntime, PollEventLoopOptions, scope, v8};
use serde::Deserialize;

use super::fresh_isolate::FreshIsolate;
use crate::closures::Closures;
use crate::errors::error::{ProgramError, SourceLine};
use crate::errors::import_exception::complete_import_exceptions;
use crate::errors::lost_resources::LostResources;
use crate::errors::node_stack::write_stacks_as_node;
use crate::errors::position::Scripts;
use crate::errors::stack_text::shorten_stacks;
use crate::event::{Event, LogLevel};
use crate::inspector::Debugger;
use crate::modules::{ModuleCache, ModuleLoader, SourceMaps};
use crate::ops;
use crate::ops::CompiledProgram;
use crate::ops::Markers;
use crate::ops::Planner;
use crate::ops::Registry;
use crate::ops::ServiceLine;
use crate::ops::Session;
use crate::program::{Mode, Program};
use crate::worker_threads::WorkerOrigin;
use lumi_node::{
    OpenFiles, ProgramWork, StopReason, Surroundings, WorkBounds, interruption, watch_heap,
};
use lumi_sandbox::Permissions;

/// A runtime with the SDK's hooks.
pub struct Runtime {
    pub js: JsRuntime,
    pub loader: Rc<ModuleLoader>,
    pub session: Rc<RefCell<Session>>,
    /// The interface of this isolate for debuggers.
    debugger: Option<Debugger>,
    finish: v8::Global<v8::Function>,
    idle: v8::Global<v8::Function>,
    drain_ticks: v8::Global<v8::Function>,
    /// Calls a method of a provider object from the state.
    pub serve_stored: v8::Global<v8::Function>,
}

/// `IdleReport` of `js/lumi/protocol/ops.ts`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct IdleReport {
    pub progress: bool,
    pub awaited: Vec<AwaitedHole>,
    pub unseen: Vec<UnseenCode>,
    pub failed: Vec<Vec<u32>>,
    pub waiting: Vec<WaitingInput>,
    pub cycle: Vec<u32>,
}

#[derive(Debug, Deserialize)]
pub struct AwaitedHole {
    pub serial: i64,
    pub path: String,
}

#[derive(Debug, Deserialize)]
pub struct UnseenCode {
    pub serial: i64,
    pub path: String,
    pub origins: Vec<u32>,
}

#[derive(Debug, Deserialize)]
pub struct WaitingInput {
    pub serial: i64,
    pub path: String,
    pub resources: Vec<u32>,
    pub promise: bool,
}

fn permissions(program: &Program) -> Permissions {
    let permissions = Permissions::new(&program.permissions, &program.project, &program.current);
    match program.context.mode {
        Mode::Serve => permissions.of_function(),
        _ if program.context.is_package() => permissions.of_package(),
        _ => permissions,
    }
}

fn module_loader(program: &Program, permissions: &Rc<Permissions>) -> ModuleLoader {
    let loader = ModuleLoader::new(
        Rc::clone(permissions),
        program.project.clone(),
        ModuleCache::new(program.cache.clone()),
        match program.context.mode {
            Mode::Call | Mode::Serve => SourceMaps::Read(Rc::clone(permissions)),
            _ => SourceMaps::Ignored,
        },
        std::sync::Arc::clone(&program.packages),
    );
    loader.set_memory_modules(program.context.memory_modules.as_ref());
    loader
}

impl Runtime {
    /// `isolate` must have the heap limit of the program.
    pub fn new(isolate: FreshIsolate, program: &Program) -> Result<Self, ProgramError> {
        let permissions = Rc::new(permissions(program));
        let loader = Rc::new(module_loader(program, &permissions));
        let FreshIsolate {
            mut js,
            loader: late,
            memory,
            stores,
        } = isolate;
        let lost = stores.lost.clone();
        let surroundings = Rc::new(surroundings(program, permissions));
        let session = session(program, Rc::clone(&surroundings), &loader, lost);
        let session = Rc::new(RefCell::new(session));
        late.set_loader(Rc::clone(&loader));
        js.op_state().borrow_mut().put(Rc::clone(&session));
        js.op_state().borrow_mut().put(Rc::clone(&loader));
        let origin = WorkerOrigin::new(program, stores, memory.clone());
        js.op_state().borrow_mut().put(origin);
        let bounds = WorkBounds::new(memory, program.stop.clone());
        put_state_of_node(&mut js, program, surroundings, bounds);
        put_services(&js, program);
        watch_heap(&mut js, program.limits.heap, program.stop.clone());
        js.v8_isolate().add_message_listener(report_message);
        session.borrow_mut().scripts.map_with(js.source_mapper());
        // The console of debuggers needs the internals that are removed below.
        let debugger = program.inspection.as_ref().map(|inspection| {
            loader.embed_source_maps();
            Debugger::new(&mut js, inspection, &program.entry, program.stop.clone())
        });
        let captures = session.borrow().closures.context();
        captures.share_inspector(debugger.as_ref().and_then(Debugger::shared));
        let Hooks {
            finish,
            idle,
            drain_ticks,
            serve_stored,
        } = take_hooks(&mut js, &session, program)?;
        keep_reproducible(&mut js, program);
        interruption::prepare(&mut js, program.stop.clone());
        program.stop.attach(js.v8_isolate().thread_safe_handle());
        Ok(Self {
            js,
            loader,
            session,
            debugger,
            finish,
            idle,
            drain_ticks,
            serve_stored,
        })
    }

    /// Waits for a debugger, if the program is to begin under one.
    pub fn wait_for_debugger(&self) {
        if let Some(debugger) = &self.debugger {
            debugger.wait_for_start();
        }
    }

    /// Polls debuggers and the event loop.
    pub fn poll_event_loop(&mut self, context: &mut Context<'_>) -> Poll<Result<(), CoreError>> {
        if let Some(debugger) = &self.debugger {
            debugger.poll(context);
        }
        self.js
            .poll_event_loop(context, PollEventLoopOptions::default())
    }

    /// Tells debuggers that the program has ended. Dropping the runtime does so, too.
    pub fn end_debugging(&mut self) {
        if let Some(debugger) = self.debugger.take() {
            debugger.close(&mut self.js);
        }
    }

    /// Runs microtasks and ticks of the entry module, which come before its timers.
    pub fn drain_ticks(&mut self) {
        scope!(scope, self.js);
        v8::tc_scope!(let scope, scope);
        call(scope, &self.drain_ticks, &[]);
    }

    /// Finishes the program: outputs or tests. The promise settles with them.
    pub fn finish(
        &mut self,
        module: deno_core::ModuleId,
    ) -> Result<
        impl Future<Output = Result<v8::Global<v8::Value>, Box<JsError>>> + use<>,
        ProgramError,
    > {
        // A module that threw has no namespace; its error is the result.
        let namespace = self
            .js
            .get_module_namespace(module)
            .map_err(|error| ProgramError::from_core(error, &self.session.borrow()))?;
        let namespace = {
            scope!(scope, self.js);
            let namespace = v8::Local::new(scope, namespace);
            v8::Global::new(scope, v8::Local::<v8::Value>::from(namespace))
        };
        Ok(self.js.call_with_args(&self.finish, &[namespace]))
    }

    /// The error of a stopped program, with the line that ran.
    pub fn stopped(&self, reason: StopReason) -> ProgramError {
        let session = self.session.borrow();
        let position = session.surroundings.stop.position();
        let position = position.map(|it| session.scripts.original(&it));
        let line = position.and_then(|it| SourceLine::read(&it, &session));
        ProgramError::Stopped(reason, line.map(Box::new))
    }

    /// Calls the SDK when nothing else can run.
    pub fn idle(&mut self) -> Result<IdleReport, ProgramError> {
        scope!(scope, self.js);
        v8::tc_scope!(let scope, scope);
        let idle = v8::Local::new(scope, &self.idle);
        let undefined = v8::undefined(scope).into();
        let Some(report) = idle.call(scope, undefined, &[]) else {
            if scope.has_terminated() {
                return Ok(IdleReport::default());
            }
            let Some(exception) = scope.exception() else {
                let message = "the SDK failed when idle".to_owned();
                return Err(ProgramError::Internal(message));
            };
            let error = JsError::from_v8_exception(scope, exception);
            return Err(
                match ProgramError::from_js(&error, &self.session.borrow()) {
                    held @ ProgramError::Several(_) => held,
                    _ => ProgramError::Internal(format!(
                        "the SDK failed when idle: {}",
                        error.exception_message
                    )),
                },
            );
        };
        deno_core::serde_v8::from_v8(scope, report)
            .map_err(|error| ProgramError::Internal(format!("malformed idle report: {error}")))
    }
}

/// Puts in the engine as an SDK of another ecosystem calls it.
fn put_services(js: &JsRuntime, program: &Program) {
    if let Some(services) = &program.services {
        let services = std::sync::Arc::clone(services);
        let line = ServiceLine::new(services, program.started.is_some());
        js.op_state().borrow_mut().put(line);
    } else if program.context.is_compiled {
        js.op_state().borrow_mut().put(CompiledProgram);
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        let tools = self.session.borrow().closures.context();
        {
            scope!(scope, self.js);
            tools.close(scope);
        }
        self.end_debugging();
    }
}

/// Reports uncatchable exceptions, such as those of finalizers, which V8 would otherwise print to
/// standard output.
unsafe extern "C" fn report_message(
    message: v8::Local<v8::Message>,
    _exception: v8::Local<v8::Value>,
) {
    v8::callback_scope!(unsafe scope, message);
    let text = message.get(scope).to_rust_string_lossy(scope);
    let state = JsRuntime::op_state_from(scope);
    // The running op that borrows the state is about to fail with the same exception.
    let Ok(state) = state.try_borrow() else {
        return;
    };
    let session = Session::from_state(&state);
    if let Ok(session) = session.try_borrow() {
        (session.events)(Event::Log {
            level: LogLevel::Warning,
            message: format!("nothing could catch an exception: {text}"),
            urn: None,
        });
    }
}

/// Keeps what would change a graph from a program: code from text in packages, and the project's folder in stacks.
fn keep_reproducible(js: &mut JsRuntime, program: &Program) {
    if program.context.is_package() {
        refuse_code_from_text(js);
    }
    if program.services.is_some() {
        write_stacks_as_node(js);
    } else if program.context.mode.makes_graph() {
        shorten_stacks(js, &program.project);
    } else {
        complete_import_exceptions(js);
    }
}

/// All code of a package is in it: `eval` and `Function` throw.
fn refuse_code_from_text(js: &mut JsRuntime) {
    scope!(scope, js);
    let context = scope.get_current_context();
    context.set_allow_generation_from_strings(false);
}

struct Hooks {
    finish: v8::Global<v8::Function>,
    idle: v8::Global<v8::Function>,
    drain_ticks: v8::Global<v8::Function>,
    serve_stored: v8::Global<v8::Function>,
}

/// The parts of the program that modules of Node need.
fn surroundings(program: &Program, permissions: Rc<Permissions>) -> Surroundings {
    let events = std::sync::Arc::clone(&program.events);
    Surroundings {
        folder: PathBuf::from(&program.context.directory),
        permissions,
        environment: Rc::new(program.environment.clone()),
        heap_limit: program.limits.heap,
        stop: program.stop.clone(),
        console: Rc::new(move |level, text| {
            let level = LogLevel::from_number(level);
            events(Event::Console { level, text });
        }),
        channel: Cell::new(program.context.channel),
    }
}

/// Puts in what the ops of `lumi-node` expect.
fn put_state_of_node(
    js: &mut JsRuntime,
    program: &Program,
    surroundings: Rc<Surroundings>,
    bounds: WorkBounds,
) {
    let state = js.op_state();
    let mut state = state.borrow_mut();
    state.put(surroundings);
    state.put(ProgramWork(bounds));
    if program.context.mode == Mode::Script {
        state.put(OpenFiles::of_script());
    }
}

fn session(
    program: &Program,
    surroundings: Rc<Surroundings>,
    loader: &Rc<ModuleLoader>,
    lost: LostResources,
) -> Session {
    Session {
        context: program.context.clone(),
        config: program.config.clone(),
        monitor: std::sync::Arc::clone(&program.monitor),
        events: std::sync::Arc::clone(&program.events),
        registry: Registry::default(),
        planner: Planner::new(std::sync::Arc::clone(&program.monitor)),
        unanswered: 0,
        has_failures: false,
        lost,
        closure_limit: program.limits.closure,
        dynamic: ops::Dynamic::default(),
        closures: Closures::new(Rc::clone(loader)),
        scripts: Scripts::new(program.project.clone()),
        markers: None,
        entry: program.entry.clone(),
        console_color: program.console_color,
        is_inspected: program.inspection.is_some(),
        surroundings,
    }
}

/// Removes the SDK's hooks and the runtime's internals from the global object, so that user code
/// sees neither.
fn take_hooks(
    js: &mut JsRuntime,
    session: &Rc<RefCell<Session>>,
    program: &Program,
) -> Result<Hooks, ProgramError> {
    scope!(scope, js);
    let global = scope.get_current_context().global(scope);
    let broken = || ProgramError::Internal("the startup snapshot lacks the SDK".to_owned());
    let hooks = member(scope, global, "__lumi")
        .and_then(|it| v8::Local::<v8::Object>::try_from(it).ok())
        .ok_or_else(broken)?;
    let unknown = member(scope, hooks, "unknown").ok_or_else(broken)?;
    let prototype = member(scope, hooks, "markerPrototype")
        .and_then(|it| v8::Local::<v8::Object>::try_from(it).ok())
        .ok_or_else(broken)?;
    let start = function(scope, hooks, "start").ok_or_else(broken)?;
    call(scope, &start, &[]);
    let finish = function(scope, hooks, "finish").ok_or_else(broken)?;
    let idle = function(scope, hooks, "idle").ok_or_else(broken)?;
    let drain_ticks = function(scope, hooks, "drainTicks").ok_or_else(broken)?;
    let serve_stored = function(scope, hooks, "serveStored").ok_or_else(broken)?;
    session.borrow_mut().markers = Some(Markers::new(scope, unknown, prototype));
    if let Some(seed) = program.disturbance {
        let disturb = function(scope, hooks, "disturb").ok_or_else(broken)?;
        let seed = v8::Number::new(scope, f64::from(seed)).into();
        call(scope, &disturb, &[seed]);
    }
    if program.tests_pulumi() {
        let install = function(scope, hooks, "installMocha").ok_or_else(broken)?;
        call(scope, &install, &[]);
    }
    for name in ["__lumi", "__bootstrap", "Deno"] {
        let name = lumi_node::string(scope, name);
        global.delete(scope, name.into());
    }
    Ok(Hooks {
        finish,
        idle,
        drain_ticks,
        serve_stored,
    })
}

fn call(
    scope: &mut v8::PinScope<'_, '_>,
    function: &v8::Global<v8::Function>,
    arguments: &[v8::Local<v8::Value>],
) {
    let undefined = v8::undefined(scope).into();
    v8::Local::new(scope, function).call(scope, undefined, arguments);
}

fn member<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    object: v8::Local<v8::Object>,
    name: &str,
) -> Option<v8::Local<'s, v8::Value>> {
    let name = lumi_node::string(scope, name);
    object.get(scope, name.into())
}

fn function(
    scope: &mut v8::PinScope<'_, '_>,
    object: v8::Local<v8::Object>,
    name: &str,
) -> Option<v8::Global<v8::Function>> {
    let function = v8::Local::<v8::Function>::try_from(member(scope, object, name)?).ok()?;
    Some(v8::Global::new(scope, function))
}
