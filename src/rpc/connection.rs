//! The client: one connection to one process.

use std::error::Error;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::{fmt, io};

use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use http_body_util::BodyExt as _;
use http_body_util::combinators::MapFrame;
use hyper::body::{Bytes, Frame, Incoming};
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper::header::HeaderValue;
use hyper::http::uri::{Authority, PathAndQuery, Scheme};
use hyper::{HeaderMap, Request, Response, Uri};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tonic::body::Body;
use tonic::codegen::Service;
use tonic::{Code, Status};

use super::MAX_DETAILS;
use super::endpoint::Endpoint;
use super::message_limit::refused_request;
use super::token::Token;

/// The HTTP/2 window in bytes: large enough that no sender waits on loopback.
pub const STREAM_WINDOW: u32 = 4 << 20;
pub const CONNECTION_WINDOW: u32 = 64 << 20;
pub const FRAME: u32 = 256 << 10;

/// The header with the details of an error, as base64 with or without padding.
const DETAILS: &str = "grpc-status-details-bin";
/// The mark of a status that the peer has answered. Without it, a status is of this end: no answer came, or it could
/// not be read.
pub const ANSWERED: &str = "lumi-answered";
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// An HTTP/2 connection, shared by the clients of all services and by its clones. There is no
/// reconnect: a lost connection means that the process has ended.
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
    /// Connects. Must be called on a tokio runtime, which then drives the connection. The token is
    /// sent with every call; third-party protocols have none.
    pub async fn open(
        endpoint: impl Into<Endpoint>,
        token: impl Into<Option<Token>>,
    ) -> io::Result<Self> {
        let token = token.into();
        match endpoint.into() {
            Endpoint::Tcp(address) => {
                let stream = TcpStream::connect(address).await?;
                // Messages are small, and a response is often awaited before the next call.
                stream.set_nodelay(true)?;
                let authority = address.to_string();
                Self::over(stream, &authority, token).await
            }
            Endpoint::Unix(path) => {
                let stream = tokio::net::UnixStream::connect(path).await?;
                Self::over(stream, "localhost", token).await
            }
        }
    }

    pub(super) async fn over(
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        authority: &str,
        token: Option<Token>,
    ) -> io::Result<Self> {
        let mut builder = Builder::new(TokioExecutor::new());
        builder
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_frame_size(FRAME)
            // Details of errors are headers in base64.
            .max_header_list_size(u32::try_from(2 * MAX_DETAILS).unwrap_or(u32::MAX));
        let (sender, connection) = builder
            .handshake(TokioIo::new(stream))
            .await
            .map_err(io::Error::other)?;
        // Pending calls fail when the connection is lost.
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

    /// Whether the peer has closed the connection.
    pub fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Adds the authority and the token; requests of generated clients have only a path.
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

/// The error is a [`Status`] if the request could not be sent.
type Answer = Result<Response<AnswerBody>, Box<dyn Error + Send + Sync>>;
type AnswerBody = MapFrame<Incoming, fn(Frame<Bytes>) -> Frame<Bytes>>;
type ResponseFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

impl Service<Request<Body>> for Connection {
    type Response = Response<AnswerBody>;
    type Error = Box<dyn Error + Send + Sync>;
    type Future = ResponseFuture;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.sender.poll_ready(context).map_err(Into::into)
    }

    /// The transport reports only that a call was cancelled when its message cannot be sent, so the
    /// reason is recorded on the way.
    fn call(&mut self, request: Request<Body>) -> ResponseFuture {
        let request = self.addressed(request);
        let refused: Arc<OnceLock<Status>> = Arc::default();
        let noted = Arc::clone(&refused);
        let path = request.uri().path().to_owned();
        let note = move |status: Status| {
            let reason = refused_request(&path, &status).unwrap_or_else(|| status.clone());
            let _ = noted.set(reason);
            status
        };
        let request = request.map(|body| Body::new(body.map_err(note)));
        let sent = self.sender.send_request(request);
        Box::pin(async move {
            match (sent.await, refused.get()) {
                (Ok(response), _) => Ok(legible(response)),
                (Err(_), Some(status)) => Err(status.clone().into()),
                (Err(error), None) => Err(error.into()),
            }
        })
    }
}

/// Whether a status is the answer of the peer. Others leave open whether a call had an effect, except for the code
/// `InvalidArgument`: such a request was not sent.
pub fn is_answer(status: &Status) -> bool {
    status.metadata().contains_key(ANSWERED)
}

/// Whether a call failed with its connection: only a status of the transport has a source.
pub fn is_lost(status: &Status) -> bool {
    status.source().is_some()
}

/// Removes details that are not base64, on which the library would panic, and marks the status.
fn legible(mut response: Response<Incoming>) -> Response<AnswerBody> {
    drop_illegible(response.headers_mut());
    mark_status(response.headers_mut());
    let read: fn(Frame<Bytes>) -> Frame<Bytes> = |mut frame| {
        if let Some(trailers) = frame.trailers_mut() {
            drop_illegible(trailers);
            mark_status(trailers);
        }
        frame
    };
    response.map(|body| body.map_frame(read))
}

/// Sets the mark where there is the status of an error, and nowhere else.
fn mark_status(headers: &mut HeaderMap) {
    headers.remove(ANSWERED);
    // `from_bytes` gives `Unknown` for text that is no code, too: the code `Unknown` itself is 2.
    let is_error =
        |it: &[u8]| it == b"2" || !matches!(Code::from_bytes(it), Code::Ok | Code::Unknown);
    let status = headers.get("grpc-status");
    if status.is_some_and(|it| is_error(it.as_bytes())) {
        headers.insert(ANSWERED, HeaderValue::from_static("1"));
    }
}

fn drop_illegible(headers: &mut HeaderMap) {
    let details = headers.get(DETAILS);
    if details.is_some_and(|it| BASE64.decode(it.as_bytes()).is_err()) {
        headers.remove(DETAILS);
    }
}

#[cfg(test)]
mod tests;
