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
        let path = request.uri().path();
        if COUNTED.iter().any(|it| path.ends_with(it)) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            request.extensions_mut().insert(ArrivalIndex(number));
        }
        self.service.call(request)
    }
}
