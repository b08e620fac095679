//! One connection of a client.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue, TRANSFER_ENCODING};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::join;
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::watch;

use super::body::Answer;
use super::compression::{compressed, is_wanted};
use super::framing::CheckedReader;
use super::http2::{Watch, WatchedBody, as_http1};
use super::preface::{self, Begun};
use super::server::AppState;
use super::stalled_reader;

/// Maximum number of requests of a connection at the same time.
const MAX_STREAMS: u32 = 200;
/// Maximum size of the head of a request in bytes.
const MAX_HEAD: u32 = 64 << 10;

/// Both sides of a connection.
type Sides = (Begun<OwnedReadHalf>, OwnedWriteHalf);

/// Serves a connection; `connections` has a receiver until its end, and sends a change when it is to end.
pub fn connect(stream: TcpStream, app_state: &Arc<AppState>, connections: &watch::Sender<()>) {
    let _ = stream.set_nodelay(true);
    stalled_reader::limit(&stream);
    let (app_state, mut stopping) = (Arc::clone(app_state), connections.subscribe());
    let (reader, writer) = stream.into_split();
    tokio::spawn(async move {
        // A connection may fail, such as when the client leaves; the platform continues.
        let begun = tokio::select! {
            begun = preface::begin(reader) => begun,
            _ = stopping.changed() => return,
        };
        match begun {
            Ok((reader, false)) => serve_http1((reader, writer), app_state, stopping).await,
            Ok((reader, true)) => serve_http2((reader, writer), app_state, stopping).await,
            Err(_) => {}
        }
    });
}

async fn serve_http1(
    (reader, writer): Sides,
    app_state: Arc<AppState>,
    mut stopping: watch::Receiver<()>,
) {
    let (reader, has_two_lengths) = CheckedReader::new(reader);
    let service = service_fn(move |request: Request<Incoming>| {
        let app_state = Arc::clone(&app_state);
        let has_two_lengths = has_two_lengths.load(Ordering::Acquire);
        async move {
            let is_chunked = request.headers().contains_key(TRANSFER_ENCODING);
            let mut answer = answered(&app_state, request, has_two_lengths).await;
            // The heads after a body in chunks are not checked, nor those after an unclear length.
            if is_chunked || has_two_lengths {
                let close = HeaderValue::from_static("close");
                answer.headers_mut().insert(CONNECTION, close);
            }
            Ok::<_, Infallible>(answer)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(join(reader, writer)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopping.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

async fn serve_http2(
    (reader, writer): Sides,
    app_state: Arc<AppState>,
    mut stopping: watch::Receiver<()>,
) {
    let watch = Watch::default();
    let bodies = watch.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        let (app_state, bodies) = (Arc::clone(&app_state), bodies.clone());
        async move {
            as_http1(&mut request);
            let answer = answered(&app_state, request, false).await;
            Ok::<Response<WatchedBody>, Infallible>(answer.map(|it| bodies.body(it)))
        }
    });
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        .max_header_list_size(MAX_HEAD)
        .serve_connection(TokioIo::new(join(reader, writer)), service);
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = watch.stalled() => return,
        _ = stopping.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

async fn answered(
    app_state: &AppState,
    request: Request<Incoming>,
    has_two_lengths: bool,
) -> Answer {
    let is_gzip_wanted = is_wanted(&request);
    let answer = app_state.answer(request, has_two_lengths).await;
    compressed(answer, is_gzip_wanted)
}
