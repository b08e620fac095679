//! Records the order in which calls arrive.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll};

use hyper::Request;
use tonic::codegen::Service;
use tonic::server::NamedService;

/// The methods that declare a resource.
const COUNTED: [&str; 2] = ["/RegisterResource", "/ReadResource"];

/// The index of a call that declares a resource, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrivalIndex(pub u32);

/// Numbers calls as they arrive, before each becomes a separate task. Clones share the counter.
#[derive(Clone)]
pub struct CallCounter<S> {
    service: S,
    next: Arc<AtomicU32>,
}

impl<S> CallCounter<S> {
    pub fn new(service: S, next: Arc<AtomicU32>) -> Self {
        Self { service, next }
    }
}

/// The next number for a call of this path, if it declares a resource.
pub fn number(path: &str, next: &AtomicU32) -> Option<ArrivalIndex> {
    let is_counted = COUNTED.iter().any(|it| path.ends_with(it));
    is_counted.then(|| ArrivalIndex(next.fetch_add(1, Ordering::Relaxed)))
}

/// The position of a resource in the program: the stack comes first and has none.
pub fn order(arrival: Option<ArrivalIndex>) -> u32 {
    arrival.map_or(0, |it| it.0.saturating_sub(1))
}

impl<S: NamedService> NamedService for CallCounter<S> {
    const NAME: &'static str = S::NAME;
}

impl<S: Service<Request<B>>, B> Service<Request<B>> for CallCounter<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<B>) -> S::Future {
        if let Some(number) = number(request.uri().path(), &self.next) {
            request.extensions_mut().insert(number);
        }
        self.service.call(request)
    }
}
