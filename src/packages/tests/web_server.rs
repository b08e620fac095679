//! A web server on loopback, with documents that a test writes.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use http_body_util::{BodyExt as _, Full, StreamBody, combinators::BoxBody};
use hyper::body::{Bytes, Frame, Incoming};
use hyper::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_RANGE, LOCATION, RANGE};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use tokio::net::TcpListener;

/// Ends with the runtime of its test.
pub struct WebServer {
    pub port: u16,
    content: Arc<Mutex<Content>>,
}

#[derive(Default)]
struct Content {
    documents: HashMap<String, Vec<u8>>,
    /// The token that every request must carry.
    token: Option<String>,
    /// The paths of requests, with their ranges.
    requests: Vec<String>,
    /// Answers that break off after so many bytes, by path.
    cut: HashMap<String, Vec<usize>>,
    /// The URLs that paths lead to.
    redirects: HashMap<String, String>,
    /// Places of packages of modules that the headers of answers name, by path.
    places: HashMap<String, String>,
    /// Paths whose answer has no end: data without end, or a beginning and then silence.
    endless: HashMap<String, Endless>,
    /// The methods, paths and tokens of requests.
    asked: Vec<(String, Option<String>)>,
}

#[derive(Clone, Copy)]
pub enum Endless {
    Data,
    Silence,
}

type Body = BoxBody<Bytes, std::io::Error>;

impl WebServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let content: Arc<Mutex<Content>> = Arc::default();
        let served = Arc::clone(&content);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let content = Arc::clone(&served);
                let service = service_fn(move |request| {
                    let response = content.lock().answer(&request);
                    async move { Ok::<_, Infallible>(response) }
                });
                let http = hyper::server::conn::http1::Builder::new();
                tokio::spawn(http.serve_connection(TokioIo::new(stream), service));
            }
        });
        Self { port, content }
    }

    pub fn host(&self) -> String {
        format!("localhost:{}", self.port)
    }

    pub fn put(&self, path: &str, document: impl Into<Vec<u8>>) {
        self.content
            .lock()
            .documents
            .insert(path.to_owned(), document.into());
    }

    pub fn require_token(&self, token: &str) {
        self.content.lock().token = Some(token.to_owned());
    }

    /// The next answers to a path break off after so many bytes.
    pub fn cut(&self, path: &str, lengths: &[usize]) {
        self.content
            .lock()
            .cut
            .insert(path.to_owned(), lengths.to_vec());
    }

    pub fn redirect(&self, path: &str, to: &str) {
        let mut content = self.content.lock();
        content.redirects.insert(path.to_owned(), to.to_owned());
    }

    /// A path is answered with the place of a package of modules.
    pub fn place(&self, path: &str, place: &str) {
        let mut content = self.content.lock();
        content.places.insert(path.to_owned(), place.to_owned());
    }

    pub fn never_end(&self, path: &str, how: Endless) {
        self.content.lock().endless.insert(path.to_owned(), how);
    }

    /// The methods, paths and tokens of the requests since the last call.
    pub fn asked(&self) -> Vec<(String, Option<String>)> {
        std::mem::take(&mut self.content.lock().asked)
    }

    /// The requests so far that contain a text.
    pub fn requests(&self, part: &str) -> Vec<String> {
        let content = self.content.lock();
        content
            .requests
            .iter()
            .filter(|it| it.contains(part))
            .cloned()
            .collect()
    }
}

impl Content {
    fn answer(&mut self, request: &Request<Incoming>) -> Response<Body> {
        let path = request.uri().path().to_owned();
        let header = |name| request.headers().get(name).and_then(|it| it.to_str().ok());
        let range = header(RANGE).unwrap_or_default().to_owned();
        self.requests
            .push(format!("{path} {range}").trim_end().to_owned());
        let token = header(AUTHORIZATION).map(str::to_owned);
        self.asked
            .push((format!("{} {path}", request.method()), token));
        if let Some(to) = self.redirects.get(&path) {
            let mut response = status(StatusCode::FOUND);
            let to = to.parse().unwrap();
            response.headers_mut().insert(LOCATION, to);
            return response;
        }
        if let Some(how) = self.endless.get(&path) {
            return Response::new(endless(*how));
        }
        let expected = self.token.as_ref().map(|it| format!("Bearer {it}"));
        if expected.is_some() && header(AUTHORIZATION) != expected.as_deref() {
            return status(StatusCode::UNAUTHORIZED);
        }
        if let Some(place) = self.places.get(&path) {
            let mut response = status(StatusCode::NO_CONTENT);
            let place = place.parse().unwrap();
            response.headers_mut().insert("x-terraform-get", place);
            return response;
        }
        let Some(document) = self.documents.get(&path) else {
            return status(StatusCode::NOT_FOUND);
        };
        let start = range
            .strip_prefix("bytes=")
            .and_then(|it| it.strip_suffix('-')?.parse().ok());
        let start: usize = start.unwrap_or(0);
        if start > 0 && start >= document.len() {
            return status(StatusCode::RANGE_NOT_SATISFIABLE);
        }
        let rest = Bytes::copy_from_slice(&document[start..]);
        let mut builder = Response::builder().header(CONTENT_LENGTH, rest.len());
        if start > 0 {
            let range = format!("bytes {start}-{}/{}", document.len() - 1, document.len());
            builder = builder
                .status(StatusCode::PARTIAL_CONTENT)
                .header(CONTENT_RANGE, range);
        }
        let cut = self
            .cut
            .get_mut(&path)
            .filter(|it| !it.is_empty() && request.method() == Method::GET)
            .map(|it| it.remove(0));
        let body = match cut {
            None => Full::new(rest).map_err(|never| match never {}).boxed(),
            Some(length) => {
                let data = rest.slice(..length);
                let data = stream::once(async move { Ok(Frame::data(data)) });
                // The data is on its way before the end comes.
                let end = stream::once(async {
                    tokio::task::yield_now().await;
                    Err(std::io::Error::other("the server broke off"))
                });
                http_body_util::BodyExt::boxed(StreamBody::new(data.chain(end)))
            }
        };
        builder.body(body).unwrap()
    }
}

fn endless(how: Endless) -> Body {
    let data = Bytes::from(vec![7; 1 << 16]);
    let first = stream::once(std::future::ready(Ok(Frame::data(data.clone()))));
    match how {
        Endless::Data => {
            http_body_util::BodyExt::boxed(StreamBody::new(stream::repeat_with(move || {
                Ok(Frame::data(data.clone()))
            })))
        }
        Endless::Silence => {
            http_body_util::BodyExt::boxed(StreamBody::new(first.chain(stream::pending())))
        }
    }
}

fn status(status: StatusCode) -> Response<Body> {
    let body = Full::new(Bytes::new())
        .map_err(|never| match never {})
        .boxed();
    Response::builder().status(status).body(body).unwrap()
}
