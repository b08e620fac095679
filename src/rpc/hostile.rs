//! Peers that send arbitrary bytes instead of messages, in both directions, for tests. Compiled
//! into the tests of every crate that has a server or a client; each uses a part.

#![allow(dead_code)]

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use parking_lot::Mutex;
use proptest::prelude::*;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tonic::body::Body;
use tonic::codegen::Service as _;

use lumi_rpc::{Connection, Endpoint, Server, Token};

/// A gRPC frame around the bytes of a message.
pub fn frame(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap();
    [&[0][..], &length.to_be_bytes(), message].concat()
}

/// The time limit for a call that may never be answered.
const MOMENT: Duration = Duration::from_millis(300);

/// Sends a body to a method; returns its status, or `None` on a timeout.
pub async fn send(connection: &Connection, path: &str, body: Vec<u8>) -> Option<String> {
    let request = Request::post(path)
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(Body::new(Full::new(Bytes::from(body))))
        .unwrap();
    let mut connection = connection.clone();
    let answer = async {
        let response = connection.call(request).await.unwrap();
        let header = response.headers().get("grpc-status").cloned();
        let body = response.into_body().collect().await.unwrap();
        let trailer = body.trailers().and_then(|it| it.get("grpc-status"));
        let status = header.as_ref().or(trailer).unwrap();
        status.to_str().unwrap().to_owned()
    };
    tokio::time::timeout(MOMENT, answer).await.ok()
}

/// A runtime with threads for the other end.
pub fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().build().unwrap()
}

/// A service under test that only responds.
pub struct HostileService {
    pub runtime: Runtime,
    pub connection: Connection,
    /// The name, such as `lumirpc.Engine`.
    service: &'static str,
    server: Server,
}

impl HostileService {
    pub fn new(
        service: &'static str,
        token: impl Into<Option<Token>>,
        serve: impl AsyncFnOnce() -> Server,
    ) -> Self {
        let runtime = runtime();
        let server = runtime.block_on(serve());
        let connection = Connection::open(server.endpoint(), token.into());
        let connection = runtime.block_on(connection).unwrap();
        Self {
            runtime,
            connection,
            service,
            server,
        }
    }

    pub fn endpoint(&self) -> &Endpoint {
        self.server.endpoint()
    }

    /// Sends a message and returns its status.
    pub fn send(&self, method: &str, body: Vec<u8>) -> Option<String> {
        let path = format!("/{}/{method}", self.service);
        self.runtime.block_on(send(&self.connection, &path, body))
    }

    /// Sends damaged messages to each method, and messages of other methods. A valid call of the
    /// first method must succeed afterwards.
    pub fn survives(&self, requests: &[(&str, Vec<u8>)]) {
        proptest!(ProptestConfig::with_cases(300), |(at in any::<usize>(), damage in damage())| {
            let (method, message) = &requests[at % requests.len()];
            self.send(method, frame(&damaged(message, &damage)));
        });
        for (method, _) in requests {
            for body in impossible_bodies() {
                self.send(method, body);
            }
        }
        let (method, message) = &requests[0];
        assert_eq!(self.send(method, frame(message)).as_deref(), Some("0"));
    }
}

/// A server that returns one fixed response to every call.
pub struct HostileServer {
    pub connection: Connection,
    said: Arc<Mutex<ScriptedResponse>>,
}

#[derive(Clone, Default)]
struct ScriptedResponse {
    headers: HeaderMap,
    body: Vec<u8>,
    trailers: HeaderMap,
}

impl HostileServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint: Endpoint = listener.local_addr().unwrap().into();
        let said: Arc<Mutex<ScriptedResponse>> = Arc::default();
        let shared = Arc::clone(&said);
        tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let service = service_fn(move |_| {
                let said = shared.lock().clone();
                async move { Ok::<_, Infallible>(answer(said)) }
            });
            let builder = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
            let _ = builder
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
        let connection = Connection::open(&endpoint, Token::random()).await.unwrap();
        Self { connection, said }
    }

    /// Sets the response: success, with this message.
    pub fn say(&self, body: Vec<u8>) {
        self.say_with(&[], body, &[("grpc-status", b"0")]);
    }

    /// Sets the next response: any headers, body and trailers.
    pub fn say_with(&self, headers: Pairs, body: Vec<u8>, trailers: Pairs) {
        *self.said.lock() = ScriptedResponse {
            headers: header_map(headers),
            body,
            trailers: header_map(trailers),
        };
    }
}

type Pairs<'a> = &'a [(&'static str, &'a [u8])];

fn header_map(pairs: Pairs) -> HeaderMap {
    let header = |bytes| HeaderValue::from_bytes(bytes).unwrap();
    let pairs = pairs.iter();
    let pairs = pairs.map(|(name, value)| (HeaderName::from_static(name), header(value)));
    pairs.collect()
}

fn answer(said: ScriptedResponse) -> Response<BoxBody<Bytes, Infallible>> {
    let ScriptedResponse {
        headers,
        body,
        trailers,
    } = said;
    let body = Full::new(Bytes::from(body)).with_trailers(async { Some(Ok(trailers)) });
    let mut response = Response::new(body.boxed());
    let content = HeaderValue::from_static("application/grpc");
    response.headers_mut().insert("content-type", content);
    response.headers_mut().extend(headers);
    response
}

/// A mutation of a message.
#[derive(Clone, Debug)]
pub enum Damage {
    Set(usize, u8),
    Cut(usize),
    Repeat(usize, usize),
    Insert(usize, Vec<u8>),
}

pub fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let one = prop_oneof![
        (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        any::<usize>().prop_map(Damage::Cut),
        (any::<usize>(), any::<usize>()).prop_map(|(at, length)| Damage::Repeat(at, length)),
        (any::<usize>(), prop::collection::vec(any::<u8>(), 0..40))
            .prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        // An overlong length.
        any::<usize>().prop_map(|at| Damage::Insert(at, vec![0xff; 9])),
    ];
    prop::collection::vec(one, 1..4)
}

/// The message after the mutations.
pub fn damaged(message: &[u8], damage: &[Damage]) -> Vec<u8> {
    let mut bytes = message.to_vec();
    for one in damage {
        let place = |at: &usize| at % (bytes.len() + 1);
        match one {
            Damage::Set(at, byte) => {
                let at = place(at);
                if let Some(it) = bytes.get_mut(at) {
                    *it = *byte;
                }
            }
            Damage::Cut(at) => {
                let at = place(at);
                bytes.truncate(at);
            }
            Damage::Repeat(at, length) => {
                let at = place(at);
                let part = bytes[at..].to_vec();
                let length = length % (part.len() + 1);
                bytes.extend_from_slice(&part[..length]);
            }
            Damage::Insert(at, more) => {
                let at = place(at);
                bytes.splice(at..at, more.iter().copied());
            }
        }
    }
    bytes
}

/// Bodies that are not a valid gRPC frame.
pub fn impossible_bodies() -> Vec<Vec<u8>> {
    vec![
        Vec::new(),
        vec![0],
        vec![0, 0, 0, 0, 9, 1],
        // A length above the limit, and the largest possible length.
        [&[0][..], &(401_u32 << 20).to_be_bytes()].concat(),
        vec![0, 0xff, 0xff, 0xff, 0xff],
        // Compressed, although no compression was negotiated.
        vec![1, 0, 0, 0, 1, 0],
        vec![7; 100],
        // Two messages instead of one.
        [frame(&[]), frame(&[])].concat(),
        // Deeply nested values.
        frame(&nested(5000)),
        frame(&[0x0a; 10_000]),
    ]
}

/// Deeply nested groups.
fn nested(levels: usize) -> Vec<u8> {
    (0..levels).fold(Vec::new(), |inner, _| {
        let mut bytes = vec![0x0a];
        prost::encode_length_delimiter(inner.len(), &mut bytes).unwrap();
        bytes.extend(inner);
        bytes
    })
}
