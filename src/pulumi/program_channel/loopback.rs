//! Ports of this process, whose requests become calls of the SDK, and servers of this machine, which the SDK calls.

use std::collections::HashMap;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use hyper::body::Incoming;
use hyper::http::uri::PathAndQuery;
use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, WeakUnboundedSender};
use tokio::sync::oneshot;
use tonic::server::{ClientStreamingService, Grpc, UnaryService};
use tonic::{Request, Response, Status, Streaming};

use lumi_monitor::{ListeningPort, ProgramCall, RequestStream, ServiceAnswer, ServiceFailure};
use lumi_rpc::{Endpoint, MAX_MESSAGE, Router, Server, Token};

use super::connections::Connections;
use super::encoded::{Encoded, failure, status, unary};

/// Requests of a stream that wait for the program.
const REQUESTS_AHEAD: usize = 64;

/// The servers of an SDK. They are served on a runtime with threads: the thread of the SDK may be busy for long, and may
/// lack the permission to open sockets.
pub struct Loopback {
    runtime: Handle,
    calls: WeakUnboundedSender<ProgramCall>,
    connections: Arc<Connections>,
    servers: Arc<Mutex<HashMap<u16, Server>>>,
}

impl Loopback {
    /// `calls` takes the requests of all ports, as long as there is a strong sender.
    pub fn new(runtime: Handle, calls: WeakUnboundedSender<ProgramCall>) -> Self {
        Self {
            runtime,
            calls,
            connections: Arc::default(),
            servers: Arc::default(),
        }
    }

    /// Calls a method of a server at `HOST:PORT` of loopback.
    pub fn call(&self, address: &str, path: &str, request: Vec<u8>) -> ServiceAnswer {
        let refused = |status: &Status| {
            let failure = failure(status);
            Box::pin(std::future::ready(Err(failure))) as ServiceAnswer
        };
        let endpoint = Endpoint::parse(&address.replacen("localhost:", "127.0.0.1:", 1));
        let Some(endpoint @ Endpoint::Tcp(_)) = endpoint else {
            let message = format!("`{address}` is not HOST:PORT of this machine");
            return refused(&Status::invalid_argument(message));
        };
        let Ok(path) = PathAndQuery::try_from(path) else {
            return refused(&Status::unimplemented(format!("there is no `{path}`")));
        };
        let connections = Arc::clone(&self.connections);
        let sent = self.runtime.spawn(async move {
            let connection = connections.to(&endpoint).await.map_err(|error| {
                let message = format!("No connection established. Last error: {error}");
                failure(&Status::unavailable(message))
            })?;
            unary(connection, path, request).await
        });
        Box::pin(async move {
            let ended =
                |error: tokio::task::JoinError| failure(&Status::cancelled(error.to_string()));
            sent.await.map_err(ended)?
        })
    }

    /// Opens a port. The methods at the paths of `streaming` take a stream of requests.
    pub fn listen(&self, streaming: Vec<String>) -> ListeningPort {
        let streaming: Arc<[String]> = streaming.into();
        let (calls, servers) = (self.calls.clone(), Arc::clone(&self.servers));
        let opened = self.runtime.spawn(async move {
            // Set before any client knows the port.
            let port: Arc<OnceLock<u16>> = Arc::default();
            let of_server = Arc::clone(&port);
            let router = Router::new(Token::NONE).with_others(move |request| {
                let port = of_server.get().copied().unwrap_or_default();
                let is_stream = streaming.iter().any(|it| it == request.uri().path());
                answer(request, port, calls.clone(), is_stream)
            });
            let server = Server::start(router).await?;
            let number = match server.endpoint() {
                Endpoint::Tcp(address) => address.port(),
                Endpoint::Unix(_) => return Err(io::ErrorKind::Unsupported.into()),
            };
            port.get_or_init(|| number);
            servers.lock().insert(number, server);
            Ok(number)
        });
        Box::pin(async move { opened.await.map_err(io::Error::other)? })
    }

    pub fn close(&self, port: u16) {
        self.servers.lock().remove(&port);
    }
}

async fn answer(
    request: hyper::Request<Incoming>,
    port: u16,
    calls: WeakUnboundedSender<ProgramCall>,
    is_stream: bool,
) -> hyper::Response<tonic::body::Body> {
    let path = request.uri().path().to_owned();
    let mut server = Grpc::new(Encoded)
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let forward = Forward { port, path, calls };
    match is_stream {
        true => server.client_streaming(forward, request).await,
        false => server.unary(forward, request).await,
    }
}

/// A request on its way to the SDK.
struct Forward {
    port: u16,
    path: String,
    calls: WeakUnboundedSender<ProgramCall>,
}

type Forwarded = Pin<Box<dyn Future<Output = Result<Response<Vec<u8>>, Status>> + Send>>;

impl Forward {
    fn send(&self, request: Vec<u8>, stream: Option<RequestStream>) -> Forwarded {
        let over = || Status::unavailable("the program of this server is over");
        let (answer, answered) = oneshot::channel();
        let call = ProgramCall {
            port: self.port.into(),
            path: self.path.clone().into(),
            request,
            stream,
            answer,
        };
        let is_sent = self.calls.upgrade().is_some_and(|it| it.send(call).is_ok());
        Box::pin(async move {
            if !is_sent {
                return Err(over());
            }
            let answer = answered.await.map_err(|_| over())?;
            answer.map(Response::new).map_err(status)
        })
    }
}

impl UnaryService<Vec<u8>> for Forward {
    type Response = Vec<u8>;
    type Future = Forwarded;

    fn call(&mut self, request: Request<Vec<u8>>) -> Self::Future {
        self.send(request.into_inner(), None)
    }
}

impl ClientStreamingService<Vec<u8>> for Forward {
    type Response = Vec<u8>;
    type Future = Forwarded;

    fn call(&mut self, request: Request<Streaming<Vec<u8>>>) -> Self::Future {
        let (sender, stream) = mpsc::channel(REQUESTS_AHEAD);
        let mut answered = self.send(Vec::new(), Some(stream));
        Box::pin(async move {
            // The program may answer before it has read all.
            tokio::select! {
                answer = &mut answered => answer,
                () = pass_on(request.into_inner(), sender) => answered.await,
            }
        })
    }
}

/// Passes requests on until there are no more, or the program takes no more.
async fn pass_on(
    mut requests: Streaming<Vec<u8>>,
    sender: mpsc::Sender<Result<Vec<u8>, ServiceFailure>>,
) {
    loop {
        let request = match requests.message().await {
            Ok(Some(request)) => Ok(request),
            Ok(None) => return,
            Err(status) => Err(failure(&status)),
        };
        let is_last = request.is_err();
        if sender.send(request).await.is_err() || is_last {
            return;
        }
    }
}
