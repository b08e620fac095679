//! The client of registries and mirrors.

use std::path::Path;
use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, Url};
use serde::de::DeserializeOwned;

use super::download::{Progress, download};
use super::fetch_error::FetchError;
use super::tokens::Tokens;

/// Fetches documents and archives. Failures that pass are tried again.
#[derive(Clone, Debug)]
pub struct Fetcher {
    client: Client,
    tokens: Tokens,
}

/// The largest document: a list of all versions of a provider has less than 1 MB.
const MAX_DOCUMENT: u64 = 32 << 20;

/// The time limit of connecting, and of a server that says nothing.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(20);

/// The pauses before further attempts.
const PAUSES: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(1500)];

const MAX_REDIRECTS: usize = 10;

impl Fetcher {
    /// Uses the proxies of the usual environment variables, and the certificates that the system trusts.
    /// Fails if the system has no usable certificates.
    pub fn new(tokens: Tokens) -> Result<Self, String> {
        // Fails if another part has installed one; that one is used then.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let redirects = reqwest::redirect::Policy::custom(|attempt| {
            if attempt.previous().len() > MAX_REDIRECTS {
                return attempt.error("there are too many redirects");
            }
            match is_secure(attempt.url()) {
                true => attempt.follow(),
                false => attempt.error("a redirect leads to a server that is not encrypted"),
            }
        });
        let client = Client::builder()
            .connect_timeout(SILENCE_TIMEOUT)
            .read_timeout(SILENCE_TIMEOUT)
            .user_agent(concat!("lumi/", env!("CARGO_PKG_VERSION")))
            .redirect(redirects)
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Self { client, tokens })
    }

    /// Fetches a document in JSON; `None` if there is none (404).
    pub async fn json<T: DeserializeOwned>(&self, url: &Url) -> Result<Option<T>, FetchError> {
        let Some(bytes) = self.bytes(url).await? else {
            return Ok(None);
        };
        let document = serde_json::from_slice(&bytes);
        document
            .map(Some)
            .map_err(|error| FetchError::unexpected(url, error))
    }

    /// Fetches a small document; `None` if there is none (404).
    pub async fn bytes(&self, url: &Url) -> Result<Option<Vec<u8>>, FetchError> {
        let mut pauses = PAUSES.iter();
        loop {
            match (self.bytes_once(url).await, pauses.next()) {
                (Err(error), Some(pause)) if error.is_passing() => tokio::time::sleep(*pause).await,
                (result, _) => return result,
            }
        }
    }

    async fn bytes_once(&self, url: &Url) -> Result<Option<Vec<u8>>, FetchError> {
        let Some(response) = self.answer(self.request(url)?, url).await? else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        let mut chunks = response.bytes_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(|error| FetchError::unreachable(url, &error))?;
            bytes.extend_from_slice(&chunk);
            if bytes.len() as u64 > MAX_DOCUMENT {
                return Err(FetchError::TooLarge {
                    url: url.clone(),
                    limit: MAX_DOCUMENT,
                });
            }
        }
        Ok(Some(bytes))
    }

    /// Whether the server has a document, which is not fetched.
    pub async fn exists(&self, url: &Url) -> Result<bool, FetchError> {
        let mut pauses = PAUSES.iter();
        loop {
            let request = self.request_of(Method::HEAD, url)?;
            match (self.answer(request, url).await, pauses.next()) {
                // Servers of files say so of what is missing.
                (Err(FetchError::Unauthorized { .. }), _) if !self.has_token(url) => {
                    return Ok(false);
                }
                (Err(error), Some(pause)) if error.is_passing() => tokio::time::sleep(*pause).await,
                (result, _) => return result.map(|it| it.is_some()),
            }
        }
    }

    /// Downloads an archive to a file, which may have the beginning of it already. `true` if it had: then the
    /// beginning may be that of something else.
    pub async fn download(
        &self,
        url: &Url,
        file: &Path,
        progress: &dyn Progress,
    ) -> Result<bool, FetchError> {
        let mut pauses = PAUSES.iter();
        loop {
            match (download(self, url, file, progress).await, pauses.next()) {
                (Err(error), Some(pause)) if error.is_passing() => tokio::time::sleep(*pause).await,
                (result, _) => return result,
            }
        }
    }

    /// A request with the token of its host.
    pub(super) fn request(&self, url: &Url) -> Result<RequestBuilder, FetchError> {
        self.request_of(Method::GET, url)
    }

    /// Whether requests to the host of a URL carry a token.
    pub(crate) fn has_token(&self, url: &Url) -> bool {
        self.tokens.of_host(&host_of(url)).is_some()
    }

    fn request_of(&self, method: Method, url: &Url) -> Result<RequestBuilder, FetchError> {
        if !is_secure(url) {
            return Err(FetchError::Insecure { url: url.clone() });
        }
        let request = self.client.request(method, url.clone());
        Ok(match self.tokens.of_host(&host_of(url)) {
            Some(token) => request.bearer_auth(token),
            None => request,
        })
    }

    /// Sends a request; `None` if the server answers that the document is missing (404, 410).
    pub(super) async fn answer(
        &self,
        request: RequestBuilder,
        url: &Url,
    ) -> Result<Option<Response>, FetchError> {
        let response = request.send().await;
        let response = response.map_err(|error| FetchError::unreachable(url, &error))?;
        match response.status() {
            status if status.is_success() => Ok(Some(response)),
            StatusCode::NOT_FOUND | StatusCode::GONE => Ok(None),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(FetchError::Unauthorized {
                url: url.clone(),
                variable: Tokens::variable_of(&host_of(url)),
            }),
            status => Err(FetchError::Status {
                url: url.clone(),
                status,
            }),
        }
    }
}

/// A host with the port that is not the default.
fn host_of(url: &Url) -> String {
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
