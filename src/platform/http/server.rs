//! Accepts connections and routes requests.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::body::{Bytes, Incoming};
use hyper::header::{AUTHORIZATION, HeaderValue, RETRY_AFTER};
use hyper::http::request::Parts;
use hyper::{Request, StatusCode, Uri};
use percent_encoding::percent_decode_str;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::callers::{Caller, Callers};
use crate::definition::Takes;
use crate::event::{Event, EventSink};
use crate::functions::Current;
use crate::grants::Action;
use crate::queue::Queues;
use crate::resilience::{CallOrigin, Refusal};
use crate::services::Services;
use crate::signed_url::UrlSigner;
use crate::sites::Sites;
use crate::storage::BlobStore;
use crate::task_tracker::{TaskToken, TaskTracker};
use crate::telemetry::Telemetry;
use crate::worker::RequestBody;

use super::access::AllowedHosts;
use super::body::{Answer, read, refuse};
use super::connection::connect;
use super::forward;
use super::gateway::{self, Target};
use super::pattern::RESERVED;
use super::request_span::RequestSpan;
use super::service;
use super::signed;
use super::site;
use super::web_socket::Handshake;

/// Grace period for connections to receive their last responses.
const GRACE: Duration = Duration::from_secs(2);
/// Pause after a failed `accept`, mostly due to a lack of file descriptors.
const PAUSE: Duration = Duration::from_millis(50);
/// Maximum number of requests at the same time, to functions and to services. Each may hold a body.
const MAX_REQUESTS: usize = 1000;

/// State shared by all requests.
pub struct AppState {
    pub functions: Current,
    pub values: BlobStore,
    pub objects: BlobStore,
    pub queues: Arc<Queues>,
    pub services: Services,
    pub sites: Arc<Sites>,
    pub url_signer: UrlSigner,
    pub callers: Arc<Callers>,
    pub tracker: TaskTracker,
    pub allowed_hosts: AllowedHosts,
    pub limits: RequestLimits,
    pub events: EventSink,
    pub telemetry: Telemetry,
    /// Whether clients see the reason why a function failed.
    pub shows_errors: bool,
    /// Whether only this machine reaches the platform.
    pub is_private: bool,
    /// Grace period for running requests after shutdown begins.
    pub patience: Duration,
}

/// The requests that may run at the same time. Functions use services while they answer requests, so these are
/// counted apart.
pub struct RequestLimits {
    functions: Arc<Semaphore>,
    services: Arc<Semaphore>,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            functions: Arc::new(Semaphore::new(MAX_REQUESTS)),
            services: Arc::new(Semaphore::new(MAX_REQUESTS)),
        }
    }
}

/// The content of a request.
#[derive(Default)]
struct Content {
    whole: Bytes,
    /// A body, or the bytes of a WebSocket, that go to the function as they come in.
    parts: Option<RequestBody>,
    handshake: Option<Handshake>,
}

/// A request with its body, if that is read as a whole.
pub struct Message {
    pub head: Parts,
    pub body: Bytes,
    pub origin: CallOrigin,
}

/// A response, and the function that produced it.
pub struct Answered {
    pub answer: Answer,
    pub function: Option<String>,
    /// The route that the request matches, such as `GET /todos/:id`.
    pub route: Option<String>,
}

impl From<Answer> for Answered {
    fn from(answer: Answer) -> Self {
        Self {
            answer,
            function: None,
            route: None,
        }
    }
}

/// Serves until the gate is closed and all running requests are answered. Until then, running
/// functions can use the platform.
pub async fn serve(listener: TcpListener, app_state: Arc<AppState>) {
    // Each connection has a receiver, which is dropped at its end.
    let (connections, _) = watch::channel(());
    {
        let mut late = pin!(late(&app_state));
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => connect(stream, &app_state, &connections),
                    Err(_) => tokio::time::sleep(PAUSE).await,
                },
                () = app_state.tracker.quiet() => break,
                () = &mut late => break,
            }
        }
    }
    drop(listener);
    // A client that does not read its response is not awaited.
    connections.send_replace(());
    let _ = tokio::time::timeout(GRACE, connections.closed()).await;
}

/// Completes `patience` after shutdown began.
async fn late(app_state: &AppState) {
    app_state.tracker.closed().await;
    tokio::time::sleep(app_state.patience).await;
}

impl AppState {
    pub async fn answer(&self, request: Request<Incoming>, has_two_lengths: bool) -> Answer {
        let started = Instant::now();
        let method = request.method().as_str().to_owned();
        let forwarded = self.forwarded(request.uri());
        let is_forwarded = forwarded
            .as_ref()
            .is_some_and(|(is_allowed, _)| *is_allowed);
        let path = forwarded.map(|(_, shown)| shown);
        let path = path.unwrap_or_else(|| request.uri().path().to_owned());
        let caller = request.headers().get(AUTHORIZATION);
        let caller = caller.and_then(|it| self.callers.find(Some(it.as_bytes())));
        let is_service = path
            .strip_prefix('/')
            .is_some_and(|it| it.starts_with(RESERVED));
        let is_application = caller.as_ref().and_then(Caller::of_application).is_some();
        let is_function = is_service && (is_application || is_forwarded);
        let span = RequestSpan::begin(&self.telemetry, &request, caller.as_ref(), is_forwarded);
        let origin = match is_function || (is_service && matches!(caller, Some(Caller::Peer))) {
            true => CallOrigin::of_function(span.context(), request.headers()),
            false => CallOrigin::new(span.context()),
        };
        let answered = match has_two_lengths {
            true => two_lengths().into(),
            false => self.dispatch(request, origin).await,
        };
        span.end(&answered);
        let Answered {
            answer, function, ..
        } = answered;
        (self.events)(Event::Request {
            method,
            path,
            status: answer.status().as_u16(),
            duration: started.elapsed(),
            function,
            // A missing value is a normal answer, not a failure.
            is_internal: is_function
                && (answer.status().is_success() || answer.status() == StatusCode::NOT_FOUND),
        });
        answer
    }

    /// Whether a request to a service is signed, and its path without the signature; `None` for other requests.
    fn forwarded(&self, uri: &Uri) -> Option<(bool, String)> {
        let path = segments(uri.path())?;
        let (reserved, path) = path.split_first()?;
        let is_allowed = forward::is_allowed(&self.url_signer, path)?;
        let (name, _) = forward::target(path)?;
        let shown = format!("/{RESERVED}/services/{name}/…/{}", path[3..].join("/"));
        (reserved == RESERVED).then_some((is_allowed, shown))
    }

    /// Checks the token and the permissions of a request before its body is read. `path` follows
    /// `/_lumi`.
    fn refusal(&self, head: &Parts, path: &[String]) -> Option<Answer> {
        if let Some(is_allowed) = forward::is_allowed(&self.url_signer, path) {
            let problem = "the URL of the service has another signature";
            return (!is_allowed).then(|| refuse(StatusCode::FORBIDDEN, problem));
        }
        let header = head.headers.get(AUTHORIZATION);
        let caller = self.callers.find(header.map(|it| it.as_bytes()));
        let Some(caller) = caller else {
            match signed::is_allowed(&self.url_signer, head, path) {
                Some(true) => return None,
                Some(false) => {
                    let problem = "the URL has another signature, or has expired";
                    return Some(refuse(StatusCode::FORBIDDEN, problem));
                }
                None => {}
            }
            let problem = "this needs the header `authorization: Bearer TOKEN` with the token of \
                           this platform, LUMI_PLATFORM_TOKEN inside of functions";
            return Some(refuse(StatusCode::UNAUTHORIZED, problem));
        };
        let wanted = service::use_of(&head.method, &head.uri, path);
        if matches!(caller, Caller::Peer) && wanted.is_none_or(|it| it.action != Action::Call) {
            let problem = "this token allows calls of functions, and nothing else";
            return Some(refuse(StatusCode::FORBIDDEN, problem));
        }
        // Unknown services are refused later.
        let (Some((name, permissions)), Some(wanted)) = (caller.of_application(), wanted) else {
            return None;
        };
        if permissions.allow(wanted) {
            return None;
        }
        let (kind, file) = match caller {
            Caller::Service(_) => ("service", format!("{name}.json")),
            _ => ("function", "function.json".to_owned()),
        };
        let problem = format!(
            "the {kind} {name:?} may not {} {:?} of {}; the \"permissions\" in its {file} would need {wanted}",
            wanted.action, wanted.name, wanted.service
        );
        Some(refuse(StatusCode::FORBIDDEN, &problem))
    }

    async fn dispatch(&self, request: Request<Incoming>, origin: CallOrigin) -> Answered {
        let (mut head, body) = request.into_parts();
        if let Some(refusal) = self.allowed_hosts.refusal(&head) {
            return refusal.into();
        }
        let Some(path) = segments(head.uri.path()) else {
            return refuse(StatusCode::BAD_REQUEST, "the path is not UTF-8").into();
        };
        let is_service = path.first().is_some_and(|it| it == RESERVED);
        let site = match is_service {
            true => site::target(&head.uri),
            false => site::of_host(&self.sites, &head).map(|it| (it, head.uri.path())),
        };
        if let Some((name, path)) = site {
            return self.site(&head, name, path).await.into();
        }
        if is_service && let Some(refusal) = self.refusal(&head, &path[1..]) {
            return refusal.into();
        }
        let kept = match self.admitted(is_service) {
            Ok(kept) => kept,
            Err(answer) => return (*answer).into(),
        };
        if let Some((name, _)) = is_service.then(|| forward::target(&path[1..])).flatten() {
            let mut answer = forward::answer(self, head, body, name, origin.span).await;
            answer.body_mut().keep(kept);
            return answer.into();
        }
        let target = (!is_service).then(|| Target::of(self, &head.method, &path));
        let takes = target.as_ref().map_or(Takes::Body, Target::takes);
        let content = match self.content(&mut head, body, takes).await {
            Ok(content) => content,
            Err(answer) => return answer.into(),
        };
        let message = Message {
            head,
            body: content.whole,
            origin,
        };
        let mut answered = match target {
            None => service::answer(self, &message, &path[1..]).await,
            Some(target) => gateway::answer(self, &message, target, content.parts).await,
        };
        answered.answer.body_mut().keep(kept);
        if let Some(handshake) = content.handshake {
            answered.answer = handshake.finish(answered.answer, &self.tracker);
        }
        answered
    }

    /// Answers a request for a site, which anybody may send.
    async fn site(&self, head: &Parts, name: &str, path: &str) -> Answer {
        let kept = match self.admitted(false) {
            Ok(kept) => kept,
            Err(answer) => return *answer,
        };
        let mut answer = site::answer(&self.sites, head, name, path).await;
        answer.body_mut().keep(kept);
        answer
    }

    /// Counts a request until what this answers is dropped.
    fn admitted(&self, is_service: bool) -> Result<(OwnedSemaphorePermit, TaskToken), Box<Answer>> {
        let requests = match is_service {
            true => &self.limits.services,
            false => &self.limits.functions,
        };
        let Ok(permit) = Arc::clone(requests).try_acquire_owned() else {
            let problem = format!("{MAX_REQUESTS} requests are running already");
            return Err(busy(&problem).into());
        };
        let task = match is_service {
            true => Some(self.tracker.enter_within()),
            false => self.tracker.enter(),
        };
        let stopping = || {
            let answer = refuse(StatusCode::SERVICE_UNAVAILABLE, "the platform is stopping");
            Box::new(answer)
        };
        task.map(|pass| (permit, pass)).ok_or_else(stopping)
    }

    /// The content of a request for a route; the error is the response to one that has none.
    async fn content(
        &self,
        head: &mut Parts,
        body: Incoming,
        takes: Takes,
    ) -> Result<Content, Answer> {
        Ok(match takes {
            Takes::Body => Content {
                whole: self.whole(body).await?,
                ..Content::default()
            },
            Takes::Stream => Content {
                parts: Some(RequestBody::of_client(body)),
                ..Content::default()
            },
            Takes::WebSocket => {
                let (handshake, received) = Handshake::begin(head).map_err(|it| *it)?;
                Content {
                    parts: Some(received),
                    handshake: Some(handshake),
                    ..Content::default()
                }
            }
        })
    }

    /// Reads a whole body.
    async fn whole(&self, body: Incoming) -> Result<Bytes, Answer> {
        let stopping = async {
            self.tracker.closed().await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            body = read(body) => body,
            () = stopping => {
                let problem = "the platform is stopping, and the body is not complete";
                Err(refuse(StatusCode::SERVICE_UNAVAILABLE, problem))
            }
        }
    }
}

fn two_lengths() -> Answer {
    let problem = "a request has either the Transfer-Encoding chunked or a Content-Length, which is a number without a sign and \
                   without zeros before it";
    refuse(StatusCode::BAD_REQUEST, problem)
}

/// The response to a request that may be sent again soon.
pub fn busy(problem: &str) -> Answer {
    let mut answer = refuse(StatusCode::SERVICE_UNAVAILABLE, problem);
    let headers = answer.headers_mut();
    headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
    answer
}

/// The response where a function must not be called now.
pub fn refused(refusal: Refusal) -> Answer {
    let status = match refusal {
        Refusal::Open(_) => StatusCode::SERVICE_UNAVAILABLE,
        Refusal::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
    };
    let mut answer = refuse(status, &refusal.to_string());
    let seconds = refusal.pause().as_secs_f64().ceil() as u64;
    answer.headers_mut().insert(RETRY_AFTER, seconds.into());
    answer
}

/// Decodes the segments of a path; one trailing slash is ignored.
pub fn segments(path: &str) -> Option<Vec<String>> {
    let path = path.strip_prefix('/').unwrap_or(path);
    if path.is_empty() {
        return Some(Vec::new());
    }
    let path = path.strip_suffix('/').unwrap_or(path);
    let decoded = path.split('/').map(|it| {
        let text = percent_decode_str(it).decode_utf8().ok()?;
        Some(text.into_owned())
    });
    decoded.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_decoded_one_by_one() {
        let segments = |path| segments(path).map(|it| it.join("|"));
        assert_eq!(segments("/").as_deref(), Some(""));
        assert_eq!(segments("/a%2Fb/c%20d/").as_deref(), Some("a/b|c d"));
        assert_eq!(segments("/a//b").as_deref(), Some("a||b"));
        assert_eq!(segments("/%ff"), None);
    }
}
