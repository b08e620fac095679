//! Accepts connections and routes requests.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use hyper::header::{AUTHORIZATION, CONNECTION, HeaderValue, RETRY_AFTER, TRANSFER_ENCODING};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use percent_encoding::percent_decode_str;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::callers::{Caller, Callers};
use crate::event::{Event, EventSink};
use crate::functions::Current;
use crate::queue::Queues;
use crate::storage::BlobStore;
use crate::task_tracker::TaskTracker;

use super::access::AllowedHosts;
use super::body::{Answer, read, refuse};
use super::framing::CheckedStream;
use super::gateway;
use super::pattern::RESERVED;
use super::service;
use super::stalled_reader;

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
    pub callers: Arc<Callers>,
    pub tracker: TaskTracker,
    pub allowed_hosts: AllowedHosts,
    pub limits: RequestLimits,
    pub events: EventSink,
    /// Whether clients see the reason why a function failed.
    pub shows_errors: bool,
    /// Grace period for running requests after shutdown begins.
    pub patience: Duration,
}

/// The requests that may run at the same time. Functions use services while they answer requests, so these are
/// counted apart.
pub struct RequestLimits {
    functions: Semaphore,
    services: Semaphore,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            functions: Semaphore::new(MAX_REQUESTS),
            services: Semaphore::new(MAX_REQUESTS),
        }
    }
}

/// A request with its body.
pub struct Message {
    pub head: Parts,
    pub body: hyper::body::Bytes,
}

/// A response, and the function that produced it.
pub struct Answered {
    pub answer: Answer,
    pub function: Option<String>,
}

impl From<Answer> for Answered {
    fn from(answer: Answer) -> Self {
        Self {
            answer,
            function: None,
        }
    }
}

/// Serves until the gate is closed and all running requests are answered. Until then, running
/// functions can use the platform.
pub async fn serve(listener: TcpListener, app_state: Arc<AppState>) {
    let connections = GracefulShutdown::new();
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
    let _ = tokio::time::timeout(GRACE, connections.shutdown()).await;
}

/// Completes `patience` after shutdown began.
async fn late(app_state: &AppState) {
    app_state.tracker.closed().await;
    tokio::time::sleep(app_state.patience).await;
}

fn connect(stream: TcpStream, app_state: &Arc<AppState>, connections: &GracefulShutdown) {
    let _ = stream.set_nodelay(true);
    stalled_reader::limit(&stream);
    let (stream, has_two_lengths) = CheckedStream::new(stream);
    let app_state = Arc::clone(app_state);
    let service = service_fn(move |request| {
        let app_state = Arc::clone(&app_state);
        let has_two_lengths = has_two_lengths.load(Ordering::Acquire);
        async move {
            let is_chunked = request.headers().contains_key(TRANSFER_ENCODING);
            let mut answer = app_state.answer(request, has_two_lengths).await;
            // The heads after a body in chunks are not checked, nor those after an unclear length.
            if is_chunked || has_two_lengths {
                let close = HeaderValue::from_static("close");
                answer.headers_mut().insert(CONNECTION, close);
            }
            Ok::<_, std::convert::Infallible>(answer)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(stream), service);
    let watched = connections.watch(connection);
    tokio::spawn(async move {
        // A connection may fail, such as when the client leaves; the platform continues.
        let _ = watched.await;
    });
}

impl AppState {
    async fn answer(&self, request: Request<Incoming>, has_two_lengths: bool) -> Answer {
        let started = Instant::now();
        let method = request.method().as_str().to_owned();
        let path = request.uri().path().to_owned();
        let caller = request.headers().get(AUTHORIZATION);
        let caller = caller.and_then(|it| self.callers.find(Some(it.as_bytes())));
        let is_service = path
            .strip_prefix('/')
            .is_some_and(|it| it.starts_with(RESERVED));
        let is_function = is_service && matches!(caller, Some(Caller::Function(_)));
        let Answered { answer, function } = match has_two_lengths {
            true => two_lengths().into(),
            false => self.dispatch(request).await,
        };
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

    /// Checks the token and the permissions of a request before its body is read. `path` follows
    /// `/_lumi`.
    fn refusal(&self, head: &Parts, path: &[String]) -> Option<Answer> {
        let header = head.headers.get(AUTHORIZATION);
        let caller = self.callers.find(header.map(|it| it.as_bytes()));
        let Some(caller) = caller else {
            let problem = "this needs the header `authorization: Bearer TOKEN` with the token of \
                           this platform, LUMI_PLATFORM_TOKEN inside of functions";
            return Some(refuse(StatusCode::UNAUTHORIZED, problem));
        };
        // Unknown services are refused later.
        let (Caller::Function(function), Some(wanted)) = (caller, service::use_of(head, path))
        else {
            return None;
        };
        if function.definition.permissions.allow(wanted) {
            return None;
        }
        let problem = format!(
            "the function {:?} may not {} {:?} of {}; the \"permissions\" in its function.json \
             would need {wanted}",
            function.name(),
            wanted.action,
            wanted.name,
            wanted.service
        );
        Some(refuse(StatusCode::FORBIDDEN, &problem))
    }

    async fn dispatch(&self, request: Request<Incoming>) -> Answered {
        let (head, body) = request.into_parts();
        if let Some(refusal) = self.allowed_hosts.refusal(&head) {
            return refusal.into();
        }
        let Some(path) = segments(head.uri.path()) else {
            return refuse(StatusCode::BAD_REQUEST, "the path is not UTF-8").into();
        };
        let is_service = path.first().is_some_and(|it| it == RESERVED);
        if is_service && let Some(refusal) = self.refusal(&head, &path[1..]) {
            return refusal.into();
        }
        let requests = match is_service {
            true => &self.limits.services,
            false => &self.limits.functions,
        };
        let Ok(_permit) = requests.try_acquire() else {
            let problem = format!("{MAX_REQUESTS} requests are running already");
            return busy(&problem).into();
        };
        let task = match is_service {
            true => Some(self.tracker.enter_within()),
            false => self.tracker.enter(),
        };
        let Some(_pass) = task else {
            return refuse(StatusCode::SERVICE_UNAVAILABLE, "the platform is stopping").into();
        };
        let stopping = async {
            self.tracker.closed().await;
            tokio::time::sleep(GRACE).await;
        };
        let body = tokio::select! {
            body = read(body) => match body {
                Ok(body) => body,
                Err(answer) => return answer.into(),
            },
            () = stopping => {
                let problem = "the platform is stopping, and the body is not complete";
                return refuse(StatusCode::SERVICE_UNAVAILABLE, problem).into();
            }
        };
        let message = Message { head, body };
        match is_service {
            true => service::answer(self, &message, &path[1..]).await,
            false => gateway::answer(self, &message, &path).await,
        }
    }
}

fn two_lengths() -> Answer {
    let problem = "a request has either a Transfer-Encoding or a Content-Length, which is a number without a sign and \
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

/// Decodes the segments of a path; one trailing slash is ignored.
fn segments(path: &str) -> Option<Vec<String>> {
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
