//! Receives the engine's requests to dynamic providers and calls their methods in the isolate.
//!
//! A request may arrive before the program has declared its provider: it is held until then. When
//! the program itself waits for the engine, which may in turn wait for the answer, held requests
//! are answered by the provider code in the state, if there is any.

use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};

use deno_core::{scope, v8};
use tokio::sync::oneshot;

use lumi_graph::{ProviderCode, ResourceType, Urn, Value};
use lumi_provider::{
    DynamicFailure, DynamicMethod, DynamicRequest, DynamicRequests, ProviderError,
};

use super::isolate::runtime::Runtime;
use super::ops::{Session, write_value};
use lumi_node::string;

/// Takes requests in order; their methods run concurrently.
pub struct DynamicCallDispatcher {
    /// `None` without an engine, or when the channel is closed.
    requests: Option<DynamicRequests>,
    /// Requests of resources whose provider is not declared yet.
    held: Vec<DynamicRequest>,
    /// The number of provider objects when `held` was last checked.
    known: u32,
}

impl DynamicCallDispatcher {
    pub fn new(requests: Option<DynamicRequests>, runtime: &Runtime) -> Self {
        let caller = requests.as_ref().map(DynamicRequests::hook_caller);
        runtime.session.borrow_mut().dynamic.hook_caller = caller;
        Self {
            requests,
            held: Vec::new(),
            known: 0,
        }
    }

    /// Whether more requests may arrive.
    pub fn is_open(&self) -> bool {
        self.requests.is_some()
    }

    /// Calls the methods of the requests that have arrived.
    pub fn take_calls(&mut self, context: &mut Context<'_>, runtime: &mut Runtime) {
        let known = runtime.session.borrow().dynamic.providers;
        if self.known != known {
            self.known = known;
            for request in std::mem::take(&mut self.held) {
                self.call(request, runtime);
            }
        }
        while let Some(requests) = &mut self.requests {
            match requests.poll_next(context) {
                Poll::Ready(Some(request)) => self.call(request, runtime),
                Poll::Ready(None) => self.requests = None,
                Poll::Pending => return,
            }
        }
    }

    /// Answers the held requests with the provider code in the state, because the program declares
    /// no more providers. Returns whether there were any.
    pub fn answer_waiting(&mut self, runtime: &mut Runtime) -> bool {
        let is_any = !self.held.is_empty();
        for mut request in self.held.drain(..) {
            let failure = match request.code.take() {
                Some(Ok(code)) => {
                    call_stored(request, &code, runtime);
                    continue;
                }
                Some(Err(problem)) => DynamicFailure::Damaged(problem),
                None => DynamicFailure::NoProvider,
            };
            let _ = request.answer.send(Err(failure));
        }
        is_any
    }

    /// Whether requests may carry provider code.
    pub fn has_code(&self) -> bool {
        self.requests
            .as_ref()
            .is_some_and(DynamicRequests::has_code)
    }

    /// Closes the channel.
    pub fn close(mut self) {
        for request in self.held.drain(..) {
            let _ = request.answer.send(Err(DynamicFailure::NoProvider));
        }
        if let Some(requests) = self.requests.take() {
            requests.refuse();
        }
    }

    fn call(&mut self, request: DynamicRequest, runtime: &mut Runtime) {
        if let Some(request) = call(request, runtime) {
            self.held.push(request);
        }
    }
}

/// Starts the method; returns the request if the program has no provider for it.
fn call(request: DynamicRequest, runtime: &mut Runtime) -> Option<DynamicRequest> {
    let session = Rc::clone(&runtime.session);
    let serve = session.borrow().dynamic.server(request.method).cloned();
    let Some(serve) = serve else {
        return Some(request);
    };
    let begun = InFlightCall::of(request, runtime);
    let is_known = begun.start(None, &serve, runtime);
    if is_known {
        return None;
    }
    let answer = session.borrow_mut().dynamic.take(begun.number)?;
    Some(begun.into_request(answer))
}

/// Starts the method of a provider from the state.
fn call_stored(request: DynamicRequest, code: &ProviderCode, runtime: &mut Runtime) {
    let stored = {
        let session = runtime.session.borrow();
        runtime.loader.keep_provider(code, &session.config)
    };
    let url = match stored {
        Ok(url) => url,
        Err(error) => {
            let failure = DynamicFailure::Unconfigured(error.to_string());
            let _ = request.answer.send(Err(failure));
            return;
        }
    };
    let serve = runtime.serve_stored.clone();
    InFlightCall::of(request, runtime).start(Some(&url), &serve, runtime);
}

/// A request whose answer the session has taken over.
struct InFlightCall {
    number: u32,
    urn: Urn,
    resource_type: ResourceType,
    method: DynamicMethod,
    arguments: Vec<Value>,
    code: Option<Result<Arc<ProviderCode>, String>>,
}

impl InFlightCall {
    fn of(request: DynamicRequest, runtime: &Runtime) -> Self {
        let mut session = runtime.session.borrow_mut();
        let method = request.method;
        let work = method
            .has_effects()
            .then(|| session.surroundings.stop.begin_work());
        Self {
            number: session.dynamic.begin(method, request.answer, work),
            urn: request.urn,
            resource_type: request.resource_type,
            method,
            arguments: request.arguments,
            code: request.code,
        }
    }

    /// Calls `serve` of the SDK, preceded by the URL of the provider's module if there is one.
    /// Returns whether `serve` will answer the request.
    fn start(
        &self,
        url: Option<&str>,
        serve: &v8::Global<v8::Function>,
        runtime: &mut Runtime,
    ) -> bool {
        let session = Rc::clone(&runtime.session);
        scope!(scope, runtime.js);
        v8::tc_scope!(let scope, scope);
        let values: Vec<v8::Local<v8::Value>> = {
            let session = session.borrow();
            let arguments = self.arguments.iter();
            arguments
                .map(|it| write_value(scope, session.markers(), it))
                .collect()
        };
        let mut given: Vec<v8::Local<v8::Value>> = Vec::with_capacity(6);
        if let Some(url) = url {
            given.push(string(scope, url).into());
        }
        given.push(v8::Number::new(scope, f64::from(self.number)).into());
        for text in [
            self.method.name(),
            self.urn.as_str(),
            self.resource_type.as_str(),
        ] {
            given.push(string(scope, text).into());
        }
        given.push(v8::Array::new_with_elements(scope, &values).into());
        let serve = v8::Local::new(scope, serve);
        let undefined = v8::undefined(scope).into();
        let Some(is_known) = serve.call(scope, undefined, &given) else {
            // Only a stop gets here: the SDK catches everything else.
            let failure = DynamicFailure::BrokenOff;
            session
                .borrow_mut()
                .dynamic
                .settle(self.number, Err(failure));
            return true;
        };
        is_known.is_true()
    }

    fn into_request(
        self,
        answer: oneshot::Sender<Result<Value, DynamicFailure>>,
    ) -> DynamicRequest {
        DynamicRequest {
            urn: self.urn,
            resource_type: self.resource_type,
            method: self.method,
            arguments: self.arguments,
            code: self.code,
            answer,
        }
    }
}

/// Fails requests whose method can never finish because nothing is left to run.
pub fn give_up(session: &mut Session) -> bool {
    let mut is_any = false;
    for (method, answer) in session.dynamic.take_all() {
        let message = match method {
            DynamicMethod::Hook => {
                "it never finishes: it waits for a promise that nothing resolves"
            }
            _ => "its provider never finishes: it waits for a promise that nothing resolves",
        };
        let error = if method.has_effects() {
            ProviderError::unknown(message)
        } else {
            ProviderError::failed(message)
        };
        is_any = true;
        let _ = answer.send(Err(DynamicFailure::Refused(error)));
    }
    is_any
}
