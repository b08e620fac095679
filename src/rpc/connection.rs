//! The client's end: one connection to one process.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::{fmt, io};

use hyper::body::Incoming;
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper::http::uri::{Authority, PathAndQuery, Scheme};
use hyper::{Request, Response, Uri};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tonic::body::Body;
use tonic::codegen::Service;

use super::MAX_DETAILS;
use super::endpoint::Endpoint;
use super::token::Token;

/// Windows of HTTP/2: large enough that nobody waits on loopback.
pub(super) const STREAM_WINDOW: u32 = 4 << 20;
pub(super) const CONNECTION_WINDOW: u32 = 64 << 20;
pub(super) const FRAME: u32 = 256 << 10;

/// A connection of HTTP/2 over which clients of all services talk. Clones share it. It is not made
/// again when it is lost: then the process is gone.
#[derive(Clone)]
pub struct Connection {
    sender: SendRequest<Body>,
    authority: Authority,
    token: Option<Token>,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connection({})", self.authority)
    }
}

impl Connection {
    /// Connects; to be called on a tokio runtime, which works for the connection from then on. The
    /// token is shown with every call; protocols of others have none.
    pub async fn open(
        endpoint: impl Into<Endpoint>,
        token: impl Into<Option<Token>>,
    ) -> io::Result<Self> {
        let token = token.into();
        match endpoint.into() {
            Endpoint::Tcp(address) => {
                let stream = TcpStream::connect(address).await?;
                // Calls are small, and the next one may wait for the answer.
                stream.set_nodelay(true)?;
                let authority = address.to_string();
                Self::over(stream, &authority, token).await
            }
            #[cfg(unix)]
            Endpoint::Unix(path) => {
                let stream = tokio::net::UnixStream::connect(path).await?;
                Self::over(stream, "localhost", token).await
            }
            #[cfg(not(unix))]
            Endpoint::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    async fn over(
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        authority: &str,
        token: Option<Token>,
    ) -> io::Result<Self> {
        let mut builder = Builder::new(TokioExecutor::new());
        builder
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_frame_size(FRAME)
            // Details of errors are headers, in base64.
            .max_header_list_size(u32::try_from(2 * MAX_DETAILS).unwrap_or(u32::MAX));
        let (sender, connection) = builder
            .handshake(TokioIo::new(stream))
            .await
            .map_err(io::Error::other)?;
        // Whoever waits for an answer learns that the connection is lost.
        tokio::spawn(async move {
            let _ = connection.await;
        });
        let authority = authority.parse().map_err(io::Error::other)?;
        Ok(Self {
            sender,
            authority,
            token,
        })
    }

    /// Whether the other end is gone.
    pub fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Requests of generated clients have a path and nothing more.
    fn addressed(&self, mut request: Request<Body>) -> Request<Body> {
        let path = request.uri().path_and_query().cloned();
        let mut parts = hyper::http::uri::Parts::default();
        parts.scheme = Some(Scheme::HTTP);
        parts.authority = Some(self.authority.clone());
        parts.path_and_query = Some(path.unwrap_or_else(|| PathAndQuery::from_static("/")));
        *request.uri_mut() = Uri::from_parts(parts).expect("BUG: all parts of the URI are there");
        if let Some(token) = &self.token {
            request.headers_mut().insert(Token::HEADER, token.header());
        }
        request
    }
}

type Answering = Pin<Box<dyn Future<Output = hyper::Result<Response<Incoming>>> + Send>>;

impl Service<Request<Body>> for Connection {
    type Response = Response<Incoming>;
    type Error = hyper::Error;
    type Future = Answering;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<hyper::Result<()>> {
        self.sender.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Answering {
        let request = self.addressed(request);
        Box::pin(self.sender.send_request(request))
    }
}
