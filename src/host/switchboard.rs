//! The program's end of the line to the engine: takes requests to its dynamic providers and calls
//! their methods in the isolate.
//!
//! A request may come before the program has said how to manage such a resource: it is held until
//! then. It is held no longer once the program itself waits for the engine, which may be waiting
//! for the answer.

use std::rc::Rc;
use std::task::{Context, Poll};

use deno_core::{scope, v8};

use crate::provider::{DynamicFailure, DynamicRequest, DynamicRequests, ProviderError};

use super::ops::{Session, string, write_value};
use super::runtime::Runtime;

/// Takes requests, one after the other; their methods run at the same time.
pub struct Switchboard {
    /// `None` when nobody asks, or nobody asks any more.
    requests: Option<DynamicRequests>,
    /// Nobody has said yet how to answer these.
    held: Vec<DynamicRequest>,
    /// How many provider objects there were when `held` was last looked at.
    known: u32,
}

impl Switchboard {
    pub fn new(requests: Option<DynamicRequests>) -> Self {
        Self {
            requests,
            held: Vec::new(),
            known: 0,
        }
    }

    /// Whether requests may still come.
    pub fn is_open(&self) -> bool {
        self.requests.is_some()
    }

    /// Calls the methods that are asked for by now.
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

    /// Nobody will say any more how to answer what is held.
    pub fn refuse_held(&mut self) {
        for request in self.held.drain(..) {
            let _ = request.answer.send(Err(DynamicFailure::NoProvider));
        }
    }

    /// Takes no more requests, as nothing could answer them.
    pub fn close(mut self) {
        self.refuse_held();
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

/// Starts the method; answers the request if nobody knows how to answer it.
fn call(request: DynamicRequest, runtime: &mut Runtime) -> Option<DynamicRequest> {
    let session = Rc::clone(&runtime.session);
    let Some(serve) = session.borrow().dynamic.serve.clone() else {
        return Some(request);
    };
    let DynamicRequest {
        urn,
        resource_type,
        method,
        arguments,
        answer,
    } = request;
    scope!(scope, runtime.js);
    v8::tc_scope!(let scope, scope);
    let parameters = {
        let session = session.borrow();
        let values: Vec<v8::Local<v8::Value>> = arguments
            .iter()
            .map(|it| write_value(scope, session.markers(), it))
            .collect();
        let values = v8::Array::new_with_elements(scope, &values);
        [
            string(scope, method.name()).into(),
            string(scope, urn.as_str()).into(),
            string(scope, resource_type.as_str()).into(),
            values.into(),
        ]
    };
    let work = method
        .has_effects()
        .then(|| session.borrow().stop.begin_work());
    let number = session.borrow_mut().dynamic.begin(method, answer, work);
    let number_value = v8::Number::new(scope, f64::from(number)).into();
    let [method_name, urn_text, type_text, values] = parameters;
    let serve = v8::Local::new(scope, serve);
    let undefined = v8::undefined(scope).into();
    let given = [number_value, method_name, urn_text, type_text, values];
    let answered = serve.call(scope, undefined, &given);
    match answered {
        Some(is_known) if is_known.is_true() => None,
        Some(_) => {
            let answer = session.borrow_mut().dynamic.take(number)?;
            Some(DynamicRequest {
                urn,
                resource_type,
                method,
                arguments,
                answer,
            })
        }
        None => {
            // Only being stopped gets here: the SDK catches everything else.
            let failure = DynamicFailure::BrokenOff;
            session.borrow_mut().dynamic.settle(number, Err(failure));
            None
        }
    }
}

/// Answers requests whose method will never come to an end: nothing is left to run.
pub fn give_up(session: &mut Session) -> bool {
    let message = "its provider never finishes: it waits for a promise that nothing resolves";
    let mut is_any = false;
    for (method, answer) in session.dynamic.take_all() {
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
