//! Accepts connections and routes requests.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use hyper::header::AUTHORIZATION;
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use percent_encoding::percent_decode_str;
use tokio::net::{TcpListener, TcpStream};

use crate::callers::{Caller, Callers};
use crate::event::{Event, EventSink};
use crate::functions::Current;
use crate::queue::Queues;
use crate::storage::BlobStore;
use crate::task_tracker::TaskTracker;

use super::body::{Answer, read, refuse};
use super::gateway;
use super::pattern::RESERVED;
use super::service;
use super::stalled_reader;

/// Grace period for connections to receive their last responses.
const GRACE: Duration = Duration::from_secs(2);
/// Pause after a failed `accept`, mostly due to a lack of file descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// State shared by all requests.
pub struct AppState {
    pub functions: Current,
    pub values: BlobStore,
    pub objects: BlobStore,
    pub queues: Arc<Queues>,
    pub callers: Arc<Callers>,
    pub tracker: TaskTracker,
    pub events: EventSink,
    /// Whether clients see the reason why a function failed.
    pub shows_errors: bool,
    /// Grace period for running requests after shutdown begins.
    pub patience: Duration,
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
    let app_state = Arc::clone(app_state);
    let service = service_fn(move |request| {
        let app_state = Arc::clone(&app_state);
        async move { Ok::<_, std::convert::Infallible>(app_state.answer(request).await) }
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
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let started = Instant::now();
        let method = request.method().as_str().to_owned();
        let path = request.uri().path().to_owned();
        let caller = request.headers().get(AUTHORIZATION);
        let caller = caller.and_then(|it| self.callers.find(Some(it.as_bytes())));
        let is_service = path
            .strip_prefix('/')
            .is_some_and(|it| it.starts_with(RESERVED));
        let is_function = is_service && matches!(caller, Some(Caller::Function(_)));
        let Answered { answer, function } = self.dispatch(request).await;
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
        let Some(path) = segments(head.uri.path()) else {
            return refuse(StatusCode::BAD_REQUEST, "the path is not UTF-8").into();
        };
        let is_service = path.first().is_some_and(|it| it == RESERVED);
        if is_service && let Some(refusal) = self.refusal(&head, &path[1..]) {
            return refusal.into();
        }
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
