//! Requests and their redirects, each with the token of its own host.
//!
//! The client of HTTP follows none: it would send the headers of the first request to the hosts of later ones.

use reqwest::header::{HeaderMap, LOCATION};
use reqwest::{Client, Method, Response, StatusCode, Url};
use tokio::time::timeout;

use super::download_limit::SILENCE_TIMEOUT;
use super::fetch_error::FetchError;
use super::tokens::Tokens;

const MAX_REDIRECTS: usize = 10;

/// A request without a body.
pub(super) struct Request<'a> {
    pub method: Method,
    pub url: &'a Url,
    /// None of them is secret: they are sent to every host.
    pub headers: HeaderMap,
}

impl Request<'_> {
    /// The last response, and the URL that answered it.
    pub async fn send(
        &self,
        client: &Client,
        tokens: &Tokens,
    ) -> Result<(Response, Url), FetchError> {
        if !is_secure(self.url) {
            return Err(FetchError::Insecure {
                url: self.url.clone(),
            });
        }
        let mut place = self.url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let response = self.send_to(&place, client, tokens).await?;
            let Some(next) = self.target(&response, &place)? else {
                return Ok((response, place));
            };
            place = next;
        }
        Err(FetchError::ManyRedirects {
            url: self.url.clone(),
            limit: MAX_REDIRECTS,
        })
    }

    async fn send_to(
        &self,
        place: &Url,
        client: &Client,
        tokens: &Tokens,
    ) -> Result<Response, FetchError> {
        let request = client.request(self.method.clone(), place.clone());
        let request = request.headers(self.headers.clone());
        let request = match tokens.of_host(&host_of(place)) {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        // Headers of answers that are not the last could come for ever.
        match timeout(SILENCE_TIMEOUT, request.send()).await {
            Ok(response) => response.map_err(|error| FetchError::unreachable(self.url, &error)),
            Err(_) => Err(FetchError::silent(self.url)),
        }
    }

    /// The target of a redirect; `None` for a final response.
    fn target(&self, response: &Response, place: &Url) -> Result<Option<Url>, FetchError> {
        const REDIRECTS: [StatusCode; 5] = [
            StatusCode::MOVED_PERMANENTLY,
            StatusCode::FOUND,
            StatusCode::SEE_OTHER,
            StatusCode::TEMPORARY_REDIRECT,
            StatusCode::PERMANENT_REDIRECT,
        ];
        let location = response.headers().get(LOCATION);
        let (true, Some(location)) = (REDIRECTS.contains(&response.status()), location) else {
            return Ok(None);
        };
        let location = String::from_utf8_lossy(location.as_bytes());
        let target = place.join(&location);
        let target = target.map_err(|error| FetchError::unexpected(self.url, error))?;
        // A server elsewhere cannot know the servers of this machine.
        let is_weaker = place.scheme() == "https" && target.scheme() != "https";
        match is_secure(&target) && !is_weaker {
            true => Ok(Some(target)),
            false => Err(FetchError::InsecureRedirect {
                url: self.url.clone(),
                place: format!("{}://{}", target.scheme(), host_of(&target)),
            }),
        }
    }
}

/// A host with the port that is not the default.
pub(super) fn host_of(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// Whether others on the way can neither read nor change what is fetched.
pub(crate) fn is_secure(url: &Url) -> bool {
    let is_local = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    url.scheme() == "https" || (url.scheme() == "http" && is_local)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(from: &str, status: u16, to: &str) -> Result<Option<Url>, FetchError> {
        let url = Url::parse(from).unwrap();
        let response = hyper::Response::builder().status(status);
        let response = response.header(LOCATION, to).body("").unwrap();
        let request = Request {
            method: Method::GET,
            url: &url,
            headers: HeaderMap::new(),
        };
        request.target(&response.into(), &url)
    }

    #[test]
    fn encryption_is_not_given_up() {
        let from = "https://a.example/x/y";
        for (status, to, expected) in [
            (302, "z?q", Some("https://a.example/x/z?q")),
            (308, "//b.example/z", Some("https://b.example/z")),
            (200, "z", None),
            (304, "z", None),
        ] {
            let target_url = target(from, status, to).unwrap();
            assert_eq!(target_url.map(String::from).as_deref(), expected, "{to}");
        }
        for to in [
            "http://a.example/z",
            "http://localhost:8080/z",
            "file:///z",
            "ftp://a/z",
        ] {
            let refusal = target(from, 302, to);
            assert!(
                matches!(refusal, Err(FetchError::InsecureRedirect { .. })),
                "{to}: {refusal:?}"
            );
        }
        assert!(target("http://localhost:1/", 302, "http://127.0.0.1:2/").is_ok());
    }
}
