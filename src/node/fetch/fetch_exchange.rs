//! HTTP for `fetch`: one request with its redirects, each checked by the sandbox.

use std::rc::Rc;

use deno_core::url::Url;
use reqwest::header::{
    ACCEPT_ENCODING, CONTENT_LENGTH, HeaderMap, HeaderName, HeaderValue, LOCATION, RANGE,
};
use reqwest::{Client, Method, Response, StatusCode};

use lumi_sandbox::Permissions;

use super::fetch_body::Outgoing;
use super::fetch_decoding::ACCEPTED;
use super::fetch_error::FetchError;

/// Maximum number of redirects, as in browsers.
const REDIRECT_LIMIT: usize = 20;

/// Headers that are removed when a redirect leads to another origin.
const CREDENTIALS: [&str; 3] = ["authorization", "cookie", "proxy-authorization"];
/// Headers that describe a body.
const OF_BODY: [&str; 4] = [
    "content-encoding",
    "content-language",
    "content-length",
    "content-type",
];

/// The redirect mode of a request.
#[derive(Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Redirect {
    Follow,
    Error,
    Manual,
}

/// A request that may be redirected.
pub struct Exchange {
    pub method: Method,
    pub url: Url,
    pub headers: HeaderMap,
    pub body: Outgoing,
    pub redirect: Redirect,
    pub permissions: Rc<Permissions>,
}

/// The response, and whether it was redirected.
pub struct Answer {
    pub response: Response,
    pub url: Url,
    pub redirected: bool,
}

impl Exchange {
    /// Checks the sandbox before the name is resolved: no part of a denied request leaves the
    /// machine.
    pub fn check(&self) -> Result<(), FetchError> {
        let problem = || FetchError::Url {
            url: self.url.to_string(),
        };
        let is_http = matches!(self.url.scheme(), "http" | "https");
        let host = self
            .url
            .host_str()
            .filter(|_| is_http)
            .ok_or_else(problem)?;
        let port = self.url.port_or_known_default().ok_or_else(problem)?;
        self.permissions
            .check_net(host, port)
            .map_err(FetchError::from)
    }

    pub async fn run(mut self, client: &Client) -> Result<Answer, FetchError> {
        // A part of a compressed body could not be decoded.
        let accepted = match self.headers.contains_key(RANGE) {
            true => "identity",
            false => ACCEPTED,
        };
        self.headers
            .entry(ACCEPT_ENCODING)
            .or_insert(HeaderValue::from_static(accepted));
        for hop in 0..=REDIRECT_LIMIT {
            self.check()?;
            let response = self.send(client).await?;
            let Some(target) = self.target(&response)? else {
                return Ok(Answer {
                    response,
                    url: self.url,
                    redirected: hop > 0,
                });
            };
            self.follow(target, response.status())?;
        }
        Err(FetchError::TooManyRedirects {
            url: self.url.to_string(),
        })
    }

    async fn send(&mut self, client: &Client) -> Result<Response, FetchError> {
        let mut request = client
            .request(self.method.clone(), self.url.as_str())
            .headers(self.headers.clone());
        // Servers may wait for a body of these two unless the length is zero.
        let says_empty = matches!(self.method, Method::POST | Method::PUT);
        match self.body.body() {
            Some(body) => request = request.body(body),
            None if says_empty => request = request.header(CONTENT_LENGTH, 0),
            None => {}
        }
        request
            .send()
            .await
            .map_err(|error| FetchError::network(&self.method, &self.url, error))
    }

    /// The target of a redirect; `None` for a final response.
    fn target(&self, response: &Response) -> Result<Option<Url>, FetchError> {
        let is_redirect = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
        let location = response.headers().get(LOCATION);
        let (true, Some(location)) = (is_redirect && self.redirect != Redirect::Manual, location)
        else {
            return Ok(None);
        };
        let location = String::from_utf8_lossy(location.as_bytes());
        if self.redirect == Redirect::Error {
            return Err(FetchError::Redirected {
                url: self.url.to_string(),
                location: location.into_owned(),
            });
        }
        let target = self.url.join(&location);
        target.map(Some).map_err(|_| FetchError::Url {
            url: location.into_owned(),
        })
    }

    fn follow(&mut self, mut target: Url, status: StatusCode) -> Result<(), FetchError> {
        let becomes_get = match status.as_u16() {
            301 | 302 => self.method == Method::POST,
            303 => self.method != Method::GET && self.method != Method::HEAD,
            _ => false,
        };
        if becomes_get {
            self.method = Method::GET;
            self.body = Outgoing::None;
            OF_BODY
                .iter()
                .for_each(|name| drop(self.headers.remove(*name)));
        }
        if !self.body.can_repeat() {
            return Err(FetchError::Repeated {
                url: self.url.to_string(),
            });
        }
        if target.origin() != self.url.origin() {
            CREDENTIALS
                .iter()
                .for_each(|name| drop(self.headers.remove(*name)));
        }
        if target.fragment().is_none() {
            target.set_fragment(self.url.fragment());
        }
        self.url = target;
        Ok(())
    }
}

/// Decodes a flat list of names and values; each character of a value is a byte.
pub fn headers(flat: &[String]) -> Result<HeaderMap, FetchError> {
    let mut headers = HeaderMap::new();
    for pair in flat.chunks_exact(2) {
        let bad = || FetchError::Header {
            name: pair[0].clone(),
        };
        let name = HeaderName::from_bytes(pair[0].as_bytes()).map_err(|_| bad())?;
        let bytes: Option<Vec<u8>> = pair[1].chars().map(|it| u8::try_from(it).ok()).collect();
        let value = bytes.and_then(|it| HeaderValue::from_bytes(&it).ok());
        let added = headers.try_append(name, value.ok_or_else(bad)?);
        added.map_err(|_| FetchError::ManyHeaders)?;
    }
    Ok(headers)
}

/// The inverse of [`headers`].
pub fn flat(headers: &HeaderMap) -> Vec<String> {
    headers
        .iter()
        .flat_map(|(name, value)| {
            let value = value.as_bytes().iter().map(|&byte| char::from(byte));
            [name.as_str().to_owned(), value.collect()]
        })
        .collect()
}

/// Creates a client; `environment` may name proxies.
pub fn client(environment: &[(String, String)]) -> Result<Client, FetchError> {
    // This fails if a provider is installed already, which is then used.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("lumi/", env!("CARGO_PKG_VERSION")))
        .no_proxy();
    let variable = |name: &str| {
        let found = environment
            .iter()
            .find(|(key, value)| key.eq_ignore_ascii_case(name) && !value.is_empty());
        found.map(|(_, value)| value.as_str())
    };
    type Make = fn(&str) -> reqwest::Result<reqwest::Proxy>;
    let kinds: [(&str, Make); 3] = [
        ("HTTP_PROXY", |it| reqwest::Proxy::http(it)),
        ("HTTPS_PROXY", |it| reqwest::Proxy::https(it)),
        ("ALL_PROXY", |it| reqwest::Proxy::all(it)),
    ];
    for (name, make) in kinds {
        let Some(address) = variable(name) else {
            continue;
        };
        let proxy = make(address).map_err(|error| FetchError::client(name, &error))?;
        let except = variable("NO_PROXY").and_then(reqwest::NoProxy::from_string);
        builder = builder.proxy(proxy.no_proxy(except));
    }
    builder
        .build()
        .map_err(|error| FetchError::client("TLS", &error))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::net::TcpListener;
    use std::sync::mpsc::{Receiver, channel};

    use super::*;
    use lumi_sandbox::{Allow, PermissionFlags};

    /// Sends the next answer to each connection; the channel receives the requests.
    fn serve(answers: Vec<String>) -> (u16, Receiver<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (requests, received) = channel();
        std::thread::spawn(move || {
            for answer in answers {
                let (mut stream, _) = listener.accept().unwrap();
                let lines = BufReader::new(&stream).lines().map_while(Result::ok);
                let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
                requests.send(head.join("\n").to_lowercase()).unwrap();
                let _ = stream.write_all(answer.as_bytes());
            }
        });
        (port, received)
    }

    fn redirect(to: &str) -> String {
        format!(
            "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
    }

    const FINE: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";

    fn run(url: &str, allowed: &[String], redirect: Redirect) -> Result<Answer, FetchError> {
        let flags = PermissionFlags {
            net: Allow::Only(allowed.to_vec()),
            ..PermissionFlags::default()
        };
        let exchange = Exchange {
            method: Method::POST,
            url: Url::parse(url).unwrap(),
            headers: headers(&["authorization", "secret", "x-mine", "1"].map(str::to_owned))
                .unwrap(),
            body: Outgoing::Whole(b"body".to_vec()),
            redirect,
            permissions: Rc::new(Permissions::new(&flags, "/".as_ref(), "/".as_ref())),
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(exchange.run(&client(&[]).unwrap()))
    }

    #[test]
    fn the_sandbox_checks_every_redirect() {
        let (second, asked) = serve(vec![FINE.to_owned()]);
        let (first, _received) = serve(vec![redirect(&format!("http://127.0.0.1:{second}/"))]);
        let url = format!("http://127.0.0.1:{first}/");
        let denied = run(&url, &[format!("127.0.0.1:{first}")], Redirect::Follow);
        let message = denied.err().unwrap().to_string();
        assert!(
            message.contains(&format!("--allow-net=127.0.0.1:{second}")),
            "{message}"
        );
        assert!(asked.try_recv().is_err());
    }

    #[test]
    fn a_denied_host_is_not_even_resolved() {
        let denied = run("http://nowhere.invalid/", &[], Redirect::Follow);
        let message = denied.err().unwrap().to_string();
        assert!(
            message.contains("--allow-net=nowhere.invalid:80"),
            "{message}"
        );
        assert!(matches!(
            run("ftp://x/", &[], Redirect::Follow),
            Err(FetchError::Url { .. })
        ));
    }

    #[test]
    fn credentials_stay_with_their_origin() {
        let (second, asked) = serve(vec![FINE.to_owned()]);
        let (first, received) = serve(vec![redirect(&format!("http://localhost:{second}/b"))]);
        let allowed = [format!("127.0.0.1:{first}"), format!("localhost:{second}")];
        let answer = run(
            &format!("http://127.0.0.1:{first}/#f"),
            &allowed,
            Redirect::Follow,
        )
        .unwrap();
        assert!(answer.redirected);
        assert_eq!(
            answer.url.as_str(),
            format!("http://localhost:{second}/b#f")
        );
        assert!(received.recv().unwrap().contains("authorization: secret"));
        let second = asked.recv().unwrap();
        assert!(second.starts_with("get /b"), "{second}");
        assert!(
            second.contains("x-mine: 1") && !second.contains("authorization"),
            "{second}"
        );
    }

    #[test]
    fn a_redirect_can_be_refused_or_handed_out() {
        let (port, _received) = serve(vec![redirect("/b"), redirect("/b")]);
        let (url, allowed) = (
            format!("http://127.0.0.1:{port}/"),
            [format!("127.0.0.1:{port}")],
        );
        let refused = run(&url, &allowed, Redirect::Error);
        assert!(matches!(refused, Err(FetchError::Redirected { .. })));
        let manual = run(&url, &allowed, Redirect::Manual).unwrap();
        assert_eq!(manual.response.status(), 302);
    }

    #[test]
    fn endless_redirects_end() {
        let (port, _received) = serve(vec![redirect("/"); REDIRECT_LIMIT + 1]);
        let endless = run(
            &format!("http://127.0.0.1:{port}/"),
            &[format!("127.0.0.1:{port}")],
            Redirect::Follow,
        );
        assert!(matches!(endless, Err(FetchError::TooManyRedirects { .. })));
    }

    #[test]
    fn header_values_are_bytes() {
        let pairs = ["x-a", "caf\u{e9}"].map(str::to_owned);
        assert_eq!(flat(&headers(&pairs).unwrap()), pairs);
        assert!(headers(&["x-a", "\u{20ac}"].map(str::to_owned)).is_err());
        assert!(headers(&["x a", ""].map(str::to_owned)).is_err());
    }
}
