//! Dynamic providers: the SDK registers its dispatcher and answers method calls.

use std::cell::RefCell;
use std::rc::Rc;

use deno_core::error::JsError;
use deno_core::{OpState, op2, v8};
use rustc_hash::FxHashMap;
use tokio::sync::oneshot;

use crate::errors::error::{ProgramError, Thrown};
use lumi_graph::{Object, Value};
use lumi_node::SideEffectGuard;
use lumi_provider::{DynamicFailure, DynamicMethod, HookCaller, ProviderError};

use super::resource::Tree;
use crate::ops::error::OpError;
use crate::ops::session::Session;

type Answer = oneshot::Sender<Result<Value, DynamicFailure>>;

/// The dynamic providers of a program.
#[derive(Default)]
pub struct Dynamic {
    /// `serve` of `js/lumi/dynamic/dispatch.ts`; `None` while the program has no provider objects.
    pub serve: Option<v8::Global<v8::Function>>,
    /// `serve` of `js/lumi/resource/hook.ts`; `None` while the program has no hooks.
    pub serve_hook: Option<v8::Global<v8::Function>>,
    /// The way of the engine to hooks; `None` without an engine.
    pub hook_caller: Option<HookCaller>,
    /// The number of provider objects added so far.
    pub providers: u32,
    running: FxHashMap<u32, Running>,
    next: u32,
}

/// A running method.
struct Running {
    method: DynamicMethod,
    answer: Answer,
    /// Keeps an interrupt from aborting the method; `None` for methods without side effects.
    _work: Option<SideEffectGuard>,
}

impl Dynamic {
    /// Records a method that starts; returns its number.
    pub fn begin(
        &mut self,
        method: DynamicMethod,
        answer: Answer,
        work: Option<SideEffectGuard>,
    ) -> u32 {
        let number = self.next;
        self.next = self.next.wrapping_add(1);
        let running = Running {
            method,
            answer,
            _work: work,
        };
        self.running.insert(number, running);
        number
    }

    /// Removes a method that did not start.
    pub fn take(&mut self, number: u32) -> Option<Answer> {
        self.running.remove(&number).map(|it| it.answer)
    }

    /// Removes all running methods.
    pub fn take_all(&mut self) -> impl Iterator<Item = (DynamicMethod, Answer)> {
        self.running.drain().map(|(_, it)| (it.method, it.answer))
    }

    /// The function that answers calls of a kind.
    pub fn server(&self, method: DynamicMethod) -> Option<&v8::Global<v8::Function>> {
        match method {
            DynamicMethod::Hook => self.serve_hook.as_ref(),
            _ => self.serve.as_ref(),
        }
    }

    pub fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    pub fn settle(&mut self, number: u32, result: Result<Value, DynamicFailure>) {
        if let Some(running) = self.running.remove(&number) {
            // The receiver is gone after a timeout.
            let _ = running.answer.send(result);
        }
    }
}

/// Records a new provider object, and `serve`, which calls all of them.
#[op2(fast)]
pub fn op_lumi_dynamic_offer<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    serve: v8::Local<'s, v8::Function>,
) {
    let session = Session::of(scope);
    let dynamic = &mut session.borrow_mut().dynamic;
    dynamic.providers += 1;
    if dynamic.serve.is_none() {
        dynamic.serve = Some(v8::Global::new(scope, serve));
    }
}

#[op2]
pub fn op_lumi_dynamic_answer(
    state: Rc<RefCell<OpState>>,
    #[smi] number: u32,
    #[scoped] answer: Tree,
) {
    let session = Session::from_state(&state.borrow());
    let answer = answer.into_value();
    session.borrow_mut().dynamic.settle(number, Ok(answer));
}

/// `{ id, outs, reasons }` of an object that exists but is not ready.
#[op2]
pub fn op_lumi_dynamic_partial(
    state: Rc<RefCell<OpState>>,
    #[smi] number: u32,
    #[string] id: String,
    #[scoped] outputs: Tree,
    #[serde] reasons: Vec<String>,
) -> Result<(), OpError> {
    let session = Session::from_state(&state.borrow());
    let outputs: Object = outputs.into_object()?;
    let error = ProviderError::PartialInit {
        data: None,
        is_tainted: false,
        id,
        outputs,
        reasons,
    };
    let failure = DynamicFailure::Refused(error);
    session.borrow_mut().dynamic.settle(number, Err(failure));
    Ok(())
}

/// Fails a method that threw `error`. `unknown` means that it may have taken effect nevertheless.
#[op2(fast, reentrant)]
pub fn op_lumi_dynamic_fail<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    #[smi] number: u32,
    unknown: bool,
    error: v8::Local<'s, v8::Value>,
) {
    let session = Session::of(scope);
    let error = JsError::from_v8_exception(scope, error);
    let message = match ProgramError::from_js(&error, &session.borrow()) {
        ProgramError::Thrown(thrown) => message(&thrown),
        _ => error.exception_message.clone(),
    };
    let error = if unknown {
        ProviderError::unknown(message)
    } else {
        ProviderError::failed(message)
    };
    let failure = DynamicFailure::Refused(error);
    session.borrow_mut().dynamic.settle(number, Err(failure));
}

/// The thrown value with its position, followed by its causes.
pub fn message(thrown: &Thrown) -> String {
    let mut text = match thrown.class.as_deref() {
        // The step's message says as much.
        Some("Error" | "PartialInitError" | "UnknownOutcomeError") | None
            if !thrown.message.is_empty() =>
        {
            thrown.message.clone()
        }
        Some(class) if !thrown.message.is_empty() => format!("{class}: {}", thrown.message),
        class => class
            .unwrap_or("something without a message was thrown")
            .to_owned(),
    };
    if let Some(frame) = thrown.frames.first() {
        let position = &frame.position;
        text.push_str(&match &frame.function {
            Some(function) => format!("\nat {function} ({position})"),
            None => format!("\nat {position}"),
        });
    }
    if let Some(line) = &thrown.excerpt {
        text.push_str(": ");
        text.push_str(line.line.as_deref().unwrap_or_default().trim());
    }
    for error in &thrown.aggregated {
        text.push_str("\nand ");
        text.push_str(&message(error));
    }
    if let Some(cause) = &thrown.cause {
        text.push_str("\nbecause ");
        text.push_str(&message(cause));
    }
    text
}
