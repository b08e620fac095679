//! Several services behind one port, protected by the token of the run.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::{Request, Response};
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::Service;
use tonic::server::NamedService;

use super::message_limit::refused_request;
use super::token::Token;

type ResponseFuture = Pin<Box<dyn Future<Output = Response<Body>> + Send>>;
type Handler = Box<dyn Fn(Request<Incoming>) -> ResponseFuture + Send + Sync>;

/// Routes requests to services. A request without the token of the run, if there is one, is refused
/// before its body is read. Clones share the services.
#[derive(Clone)]
pub struct Router {
    token: Option<Token>,
    services: Arc<Vec<(&'static str, Handler)>>,
    /// Answers requests for all other services.
    others: Option<Arc<Handler>>,
}

impl Router {
    /// Creates a router; third-party protocols have no token.
    pub fn new(token: impl Into<Option<Token>>) -> Self {
        Self {
            token: token.into(),
            services: Arc::default(),
            others: None,
        }
    }

    /// Adds a handler of requests for services that have not been added.
    pub fn with_others<F>(
        mut self,
        answer: impl Fn(Request<Incoming>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Response<Body>> + Send + 'static,
    {
        self.others = Some(Arc::new(Box::new(move |it| Box::pin(answer(it)))));
        self
    }

    /// Adds a generated service. Must be called before the router is cloned.
    pub fn with<S>(mut self, service: S) -> Self
    where
        S: NamedService
            + Service<Request<Incoming>, Response = Response<Body>, Error = Infallible>
            + Clone
            + Send
            + Sync
            + 'static,
        S::Future: Send + 'static,
    {
        let handler: Handler = Box::new(move |request| {
            // Generated services are always ready.
            let answer = service.clone().call(request);
            Box::pin(async move {
                match answer.await {
                    Ok(response) => response,
                    Err(never) => match never {},
                }
            })
        });
        if let Some(services) = Arc::get_mut(&mut self.services) {
            services.push((S::NAME, handler));
        }
        self
    }

    pub(super) fn answer(&self, request: Request<Incoming>) -> ResponseFuture {
        let shown = request.headers().get(Token::HEADER);
        if self.token.as_ref().is_some_and(|it| !it.is_shown(shown)) {
            let message = "this is not a call of the run that the process belongs to: it lacks the \
                           metadata `lumi-token`, or has another one";
            return refuse(Status::unauthenticated(message));
        }
        let path = request.uri().path();
        let name = path
            .strip_prefix('/')
            .and_then(|it| it.split_once('/'))
            .map(|it| it.0);
        let found = name.and_then(|name| self.services.iter().find(|it| it.0 == name));
        let found = found.map(|it| &it.1).or(self.others.as_deref());
        match found {
            Some(handler) => {
                let path = path.to_owned();
                let answer = handler(request);
                Box::pin(async move { with_reason(answer.await, &path) })
            }
            None => refuse(Status::unimplemented(format!("there is no `{path}` here"))),
        }
    }
}

/// Replaces the error for a request that was too large, which the response headers show.
fn with_reason(response: Response<Body>, path: &str) -> Response<Body> {
    let status = Status::from_header_map(response.headers());
    match status.and_then(|it| refused_request(path, &it)) {
        Some(status) => status.into_http(),
        None => response,
    }
}

fn refuse(status: Status) -> ResponseFuture {
    Box::pin(async move { status.into_http() })
}
