//! Requests to a bucket, and their redirects: credentials stay with the host that they were made for.
//!
//! The client of the library would send the headers of the first request, with its token, to the hosts of later
//! redirects.

use std::error::Error as _;
use std::io;
use std::time::Duration;

use async_trait::async_trait;
use http_body_util::BodyExt as _;
use hyper::Response;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpResponseBody, HttpService,
};
use object_store::{ClientConfigKey, ClientOptions, Error};
use reqwest::header::{
    ACCEPT, HeaderMap, HeaderName, IF_MATCH, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_UNMODIFIED_SINCE,
    LOCATION, RANGE, USER_AGENT,
};
use reqwest::redirect::Policy;
use reqwest::{Body, Client, Method, NoProxy, Proxy, Request, Url};

const MAX_REDIRECTS: usize = 10;

/// The time limit of connecting: that of the library, which a variable may change.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Headers that say what is asked for, and are sent to other hosts as well. All others may be credentials or keys.
const OF_QUESTION: [HeaderName; 7] = [
    ACCEPT,
    IF_MATCH,
    IF_MODIFIED_SINCE,
    IF_NONE_MATCH,
    IF_UNMODIFIED_SINCE,
    RANGE,
    USER_AGENT,
];

/// Makes clients with the settings that the environment has for them.
#[derive(Debug)]
pub struct CloudConnector {
    /// The variable that allows servers which are not encrypted.
    pub allow_http: &'static str,
}

#[derive(Debug)]
struct CloudClient {
    client: Client,
    is_http_allowed: bool,
    allow_http: &'static str,
}

impl HttpConnector for CloudConnector {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = client(options).map_err(|error| Error::Generic {
            store: "bucket",
            source: Box::new(error),
        })?;
        Ok(HttpClient::new(CloudClient {
            client,
            is_http_allowed: is_set(options, ClientConfigKey::AllowHttp),
            allow_http: self.allow_http,
        }))
    }
}

fn is_set(options: &ClientOptions, key: ClientConfigKey) -> bool {
    let value = options.get_config_value(&key).unwrap_or_default();
    matches!(
        value.to_ascii_lowercase().as_str(),
        "1" | "true" | "on" | "yes" | "y"
    )
}

/// The store limits the time of whole requests.
fn client(options: &ClientOptions) -> reqwest::Result<Client> {
    let value = |key| options.get_config_value(&key);
    let time = |key| value(key).and_then(|it| humantime::parse_duration(&it).ok());
    let user_agent = value(ClientConfigKey::UserAgent);
    let lumi = concat!("lumi/", env!("CARGO_PKG_VERSION")).to_owned();
    let mut builder = Client::builder()
        .redirect(Policy::none())
        .user_agent(user_agent.unwrap_or(lumi))
        .connect_timeout(time(ClientConfigKey::ConnectTimeout).unwrap_or(CONNECT_TIMEOUT))
        .danger_accept_invalid_certs(is_set(options, ClientConfigKey::AllowInvalidCertificates));
    if let Some(time) = time(ClientConfigKey::ReadTimeout) {
        builder = builder.read_timeout(time);
    }
    if is_set(options, ClientConfigKey::Http1Only) {
        builder = builder.http1_only();
    }
    if let Some(url) = value(ClientConfigKey::ProxyUrl) {
        let except = value(ClientConfigKey::ProxyExcludes);
        let except = except.and_then(|it| NoProxy::from_string(&it));
        builder = builder.proxy(Proxy::all(url)?.no_proxy(except));
    }
    if let Some(certificate) = value(ClientConfigKey::ProxyCaCertificate) {
        let certificate = reqwest::Certificate::from_pem(certificate.as_bytes())?;
        builder = builder.tls_certs_merge([certificate]);
    }
    builder.build()
}

#[async_trait]
impl HttpService for CloudClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        let url = Url::parse(&parts.uri.to_string());
        let mut url = url.map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))?;
        self.check(&url)?;
        // The body of the library says that it is at its end while it has data.
        let body = body.collect().await?.to_bytes();
        let mut headers = parts.headers;
        for _ in 0..=MAX_REDIRECTS {
            let mut request = Request::new(parts.method.clone(), url.clone());
            *request.headers_mut() = headers.clone();
            *request.body_mut() = Some(Body::from(body.clone()));
            let response = self.client.execute(request).await.map_err(failed)?;
            let Some(target) = target(&parts.method, &url, &response) else {
                return Ok(answer(response));
            };
            if target.origin() != url.origin() {
                headers = of_question(&headers);
            }
            url = target;
        }
        let problem = format!("it redirects more than {MAX_REDIRECTS} times");
        Err(HttpError::new(
            HttpErrorKind::Unknown,
            io::Error::other(problem),
        ))
    }
}

impl CloudClient {
    fn check(&self, url: &Url) -> Result<(), HttpError> {
        if self.is_http_allowed || url.scheme() == "https" {
            return Ok(());
        }
        let problem = format!(
            "its address begins with `{}://`, which is not encrypted: use https, or set {}=true",
            url.scheme(),
            self.allow_http
        );
        Err(HttpError::new(
            HttpErrorKind::Unknown,
            io::Error::other(problem),
        ))
    }
}

/// The target of a redirect that is followed; of others, the library shows the status. Content is sent to no other
/// place than the one that was meant.
fn target(method: &Method, url: &Url, response: &reqwest::Response) -> Option<Url> {
    let is_redirect = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
    let is_question = matches!(*method, Method::GET | Method::HEAD);
    let location = response.headers().get(LOCATION)?.to_str().ok()?;
    let target = url.join(location).ok()?;
    let is_as_safe = target.scheme() == "https" || target.scheme() == url.scheme();
    (is_redirect && is_question && is_as_safe).then_some(target)
}

fn of_question(headers: &HeaderMap) -> HeaderMap {
    let kept = headers.iter().filter(|it| OF_QUESTION.contains(it.0));
    kept.map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn answer(response: reqwest::Response) -> HttpResponse {
    let (parts, body) = Response::<Body>::from(response).into_parts();
    Response::from_parts(parts, HttpResponseBody::new(body.map_err(failed)))
}

/// The library decides by the kind whether a request is made again. Its URL may have a signature, and is left out.
fn failed(error: reqwest::Error) -> HttpError {
    let mut kind = match () {
        () if error.is_timeout() => HttpErrorKind::Timeout,
        () if error.is_connect() => HttpErrorKind::Connect,
        () if error.is_decode() => HttpErrorKind::Decode,
        () => HttpErrorKind::Unknown,
    };
    let mut source = error.source();
    while let Some(inner) = source
        && kind == HttpErrorKind::Unknown
    {
        if let Some(it) = inner.downcast_ref::<hyper::Error>() {
            kind = kind_of_hyper(it);
        }
        if let Some(it) = inner.downcast_ref::<io::Error>() {
            kind = kind_of_io(it);
        }
        source = inner.source();
    }
    HttpError::new(kind, error.without_url())
}

fn kind_of_hyper(error: &hyper::Error) -> HttpErrorKind {
    let is_lost =
        error.is_closed() || error.is_incomplete_message() || error.is_body_write_aborted();
    match is_lost {
        true => HttpErrorKind::Request,
        false if error.is_timeout() => HttpErrorKind::Timeout,
        false => HttpErrorKind::Unknown,
    }
}

fn kind_of_io(error: &io::Error) -> HttpErrorKind {
    match error.kind() {
        io::ErrorKind::TimedOut => HttpErrorKind::Timeout,
        io::ErrorKind::ConnectionAborted
        | io::ErrorKind::ConnectionReset
        | io::ErrorKind::BrokenPipe
        | io::ErrorKind::UnexpectedEof => HttpErrorKind::Interrupted,
        _ => HttpErrorKind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::net::TcpListener;
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;

    use crate::stores::cloud_url::open;
    use crate::stores::store::Store as _;

    /// Gives each connection the next answer; the receiver gets the heads of the requests.
    fn serve(listener: TcpListener, answers: Vec<String>) -> Receiver<String> {
        let (send, requests) = channel();
        let serving = move || {
            for answer in answers {
                let (mut stream, _) = listener.accept().unwrap();
                let mut reader = BufReader::new(&stream);
                let lines = reader.by_ref().lines().map_while(Result::ok);
                let head: Vec<String> = lines
                    .take_while(|line| !line.is_empty())
                    .map(|line| line.to_ascii_lowercase())
                    .collect();
                // A connection that is closed with unread content is reset.
                let length = head
                    .iter()
                    .find_map(|it| it.strip_prefix("content-length: "));
                let length = length.map_or(0, |it| it.parse().unwrap());
                reader.read_exact(&mut vec![0; length]).unwrap();
                send.send(head.join("\n")).unwrap();
                stream.write_all(answer.as_bytes()).unwrap();
            }
        };
        thread::Builder::new().spawn(serving).unwrap();
        requests
    }

    fn listen() -> (TcpListener, u16) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        (listener, port)
    }

    fn redirect(to: &str) -> String {
        format!(
            "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
    }

    const FOUND: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: \"1\"\r\nLast-Modified: \
                         Sat, 01 Jan 2022 00:00:00 GMT\r\nConnection: close\r\n\r\nok";

    fn azure(port: u16, more: &[(&str, &str)]) -> crate::stores::cloud_store::CloudStore {
        let endpoint = format!("http://localhost:{port}");
        let mut environment = vec![
            ("AZURE_STORAGE_ACCOUNT_NAME", "acme"),
            ("AZURE_STORAGE_TOKEN", "T0KEN"),
            ("AZURE_STORAGE_ENDPOINT", endpoint.as_str()),
        ];
        environment.extend(more);
        let environment: Vec<_> = environment
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        open("az://states", "az", "//states", &environment).unwrap()
    }

    #[tokio::test]
    async fn a_token_stays_with_its_host_at_every_redirect() {
        let ((first, port), (second, other)) = (listen(), listen());
        let first = serve(
            first,
            vec![redirect(&format!("http://127.0.0.1:{other}/1"))],
        );
        let second = serve(
            second,
            vec![redirect("/2"), redirect("/3"), FOUND.to_owned()],
        );
        let store = azure(port, &[("AZURE_ALLOW_HTTP", "true")]);
        let blob = store.read("stack").await.unwrap().unwrap();
        assert_eq!(blob.bytes, b"ok");
        let request = first.recv().unwrap();
        assert!(request.contains("authorization: bearer t0ken"), "{request}");
        for path in ["/1", "/2", "/3"] {
            let request = second.recv().unwrap();
            assert!(request.starts_with(&format!("get {path} ")), "{request}");
            assert!(!request.contains("t0ken"), "{request}");
            assert!(!request.contains("x-ms-"), "{request}");
        }
    }

    #[tokio::test]
    async fn content_is_sent_to_no_other_place() {
        let ((first, port), (second, other)) = (listen(), listen());
        let to = redirect(&format!("http://127.0.0.1:{other}/1"));
        // The store tries a write five times.
        let first = serve(first, vec![to; 5]);
        let second = serve(second, vec![FOUND.to_owned()]);
        let store = azure(port, &[("AZURE_ALLOW_HTTP", "true")]).hurried();
        let error = store.write("stack", b"secret".to_vec()).await.unwrap_err();
        assert!(error.to_string().contains("302"), "{error}");
        assert!(first.recv().unwrap().starts_with("put "));
        assert!(second.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_bucket_that_is_not_encrypted_must_be_allowed() {
        let store = azure(1, &[]);
        let error = store.read("stack").await.unwrap_err().to_string();
        assert!(
            error.contains("not encrypted: use https, or set AZURE_ALLOW_HTTP=true"),
            "{error}"
        );
    }
}
