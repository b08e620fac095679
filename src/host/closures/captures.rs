//! The captures of one run.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use deno_core::v8;
use tokio::sync::oneshot;

use crate::modules::ModuleLoader;
use lumi_closure::capture::Capture;
use lumi_node::string;

use super::capture_builder::CaptureBuilder;
use super::capture_context::CaptureContext;
use super::emit_queue::{EmitQueue, EmittedClosure};
use super::error::{CaptureError, Failure};

/// Captures of one run, with the code made of them.
pub struct Closures {
    context: Rc<CaptureContext>,
    captures: Vec<Arc<Capture>>,
    emit_queue: EmitQueue,
    /// Captures as ES modules, by number.
    emitted: HashMap<u32, Arc<EmittedClosure>>,
    /// Code of dynamic providers, by number.
    texts: HashMap<u32, Arc<str>>,
}

pub enum CaptureOutcome<'s> {
    Captured(Capture),
    /// These promises must settle first.
    Pending(Vec<v8::Local<'s, v8::Promise>>),
    Refused(Box<CaptureError>),
    /// Code of the program threw; the exception is pending in V8.
    Thrown(v8::Local<'s, v8::Value>),
}

impl Closures {
    pub fn new(loader: Rc<ModuleLoader>) -> Self {
        Self {
            context: Rc::new(CaptureContext::new(loader)),
            captures: Vec::new(),
            emit_queue: EmitQueue::default(),
            emitted: HashMap::new(),
            texts: HashMap::new(),
        }
    }

    /// The tools of a capture, shared so that the session is not borrowed while code of the program
    /// runs.
    pub fn context(&self) -> Rc<CaptureContext> {
        Rc::clone(&self.context)
    }

    /// Stores a capture and returns its number.
    pub fn keep(&mut self, capture: Capture) -> u32 {
        self.captures.push(Arc::new(capture));
        u32::try_from(self.captures.len() - 1).unwrap_or(u32::MAX)
    }

    /// Emits a capture as a module; `versions` are those of installed packages.
    pub fn emit(
        &mut self,
        capture: Arc<Capture>,
        versions: Arc<BTreeMap<String, String>>,
    ) -> oneshot::Receiver<Arc<EmittedClosure>> {
        self.emit_queue.emit(capture, versions)
    }

    pub fn keep_emitted(&mut self, number: u32, emitted: Arc<EmittedClosure>) {
        self.emitted.insert(number, emitted);
    }

    pub fn emitted(&self, number: u32) -> Option<Arc<EmittedClosure>> {
        self.emitted.get(&number).cloned()
    }

    /// Stores the code of a capture.
    pub fn keep_text(&mut self, number: u32, code: Arc<str>) {
        self.texts.insert(number, code);
    }

    pub fn text(&self, number: u32) -> Option<Arc<str>> {
        self.texts.get(&number).cloned()
    }

    pub fn get(&self, number: u32) -> Option<Arc<Capture>> {
        self.captures.get(number as usize).cloned()
    }
}

impl CaptureContext {
    /// Captures `value`, usually a function. `classify` is the SDK's, see
    /// `js/lumi/closures/classes.ts`.
    pub fn capture<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        classify: v8::Local<'s, v8::Function>,
    ) -> CaptureOutcome<'s> {
        v8::tc_scope!(let scope, scope);
        let outcome = self.capture_value(scope, value, classify);
        self.release();
        match outcome {
            Ok(outcome) => outcome,
            Err(Failure::Refused(error)) => CaptureOutcome::Refused(error),
            Err(Failure::Thrown) => {
                let exception = scope.exception();
                let undefined = v8::undefined(scope).into();
                CaptureOutcome::Thrown(exception.unwrap_or(undefined))
            }
            Err(Failure::ThrownBy(chain)) => {
                let undefined = v8::undefined(scope).into();
                let cause = scope.exception().unwrap_or(undefined);
                let message = format!("cannot capture {chain}: its method lumi.capture threw");
                let message = string(scope, &message);
                let error = v8::Exception::error(scope, message);
                if let Ok(error) = v8::Local::<v8::Object>::try_from(error) {
                    let name = string(scope, "cause");
                    error.create_data_property(scope, name.into(), cause);
                }
                CaptureOutcome::Thrown(error)
            }
        }
    }

    fn capture_value<'s>(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        value: v8::Local<'s, v8::Value>,
        classify: v8::Local<'s, v8::Function>,
    ) -> Result<CaptureOutcome<'s>, Failure> {
        let reader = self.reader(scope).ok_or(Failure::Thrown)?;
        let globals = self.globals(scope, reader);
        let mut builder = CaptureBuilder::new(self, reader, globals, scope, classify);
        builder.run(scope, value)?;
        if !builder.pending.is_empty() {
            return Ok(CaptureOutcome::Pending(builder.pending));
        }
        Ok(CaptureOutcome::Captured(builder.capture))
    }
}
