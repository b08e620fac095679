//! The client of registries and mirrors.

use std::path::Path;
use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, Response, StatusCode, Url};
use serde::de::DeserializeOwned;
use tracing::{Instrument as _, debug_span};

use super::download::{Progress, download};
use super::download_limit::{DownloadLimit, Remaining, SILENCE_TIMEOUT};
use super::fetch_error::FetchError;
use super::redirects::{Request, host_of};
use super::tokens::Tokens;

/// Fetches documents and archives. Failures that pass are tried again.
#[derive(Clone, Debug)]
pub struct Fetcher {
    client: Client,
    tokens: Tokens,
}

/// A document with the headers of its answer.
pub struct Document {
    pub bytes: Vec<u8>,
    headers: HeaderMap,
}

impl Document {
    /// The value of a header; `None` if it is missing, or no text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// The pauses before further attempts.
const PAUSES: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(1500)];

impl Fetcher {
    /// Uses the proxies of the usual environment variables, and the certificates that the system trusts.
    /// Fails if the system has no usable certificates.
    pub fn new(tokens: Tokens) -> Result<Self, String> {
        // Fails if another part has installed one; that one is used then.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .connect_timeout(SILENCE_TIMEOUT)
            .read_timeout(SILENCE_TIMEOUT)
            .user_agent(concat!("lumi/", env!("CARGO_PKG_VERSION")))
            .redirect(reqwest::redirect::Policy::none())
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
        self.bytes_within(url, DownloadLimit::DOCUMENT).await
    }

    /// Fetches what fits into memory; `None` if there is none (404).
    pub async fn bytes_within(
        &self,
        url: &Url,
        limit: DownloadLimit,
    ) -> Result<Option<Vec<u8>>, FetchError> {
        let limit = Remaining::begin(limit);
        let attempts = with_attempts(FetchError::is_passing, || self.bytes_once(url, limit));
        limit.within(url, attempts).await
    }

    /// Fetches a small document with the headers of its answer; `None` if there is none (404).
    pub async fn document(&self, url: &Url) -> Result<Option<Document>, FetchError> {
        let limit = Remaining::begin(DownloadLimit::DOCUMENT);
        let attempts = with_attempts(FetchError::is_passing, || self.document_once(url, limit));
        limit.within(url, attempts).await
    }

    async fn bytes_once(&self, url: &Url, limit: Remaining) -> Result<Option<Vec<u8>>, FetchError> {
        let document = self.document_once(url, limit).await?;
        Ok(document.map(|it| it.bytes))
    }

    async fn document_once(
        &self,
        url: &Url,
        limit: Remaining,
    ) -> Result<Option<Document>, FetchError> {
        let Some(response) = self.answer(Method::GET, url, HeaderMap::new()).await? else {
            return Ok(None);
        };
        limit.check(url, response.content_length().unwrap_or(0))?;
        let headers = response.headers().clone();
        let mut bytes = Vec::new();
        let mut chunks = response.bytes_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(|error| FetchError::unreachable(url, &error))?;
            limit.check(url, (bytes.len() + chunk.len()) as u64)?;
            bytes.extend_from_slice(&chunk);
        }
        Ok(Some(Document { bytes, headers }))
    }

    /// Whether the server has a document, which is not fetched.
    pub async fn exists(&self, url: &Url) -> Result<bool, FetchError> {
        let limit = Remaining::begin(DownloadLimit::DOCUMENT);
        let attempts = with_attempts(FetchError::is_passing, || self.exists_once(url));
        limit.within(url, attempts).await
    }

    async fn exists_once(&self, url: &Url) -> Result<bool, FetchError> {
        match self.answer(Method::HEAD, url, HeaderMap::new()).await {
            Err(FetchError::Unauthorized {
                had_token: false, ..
            }) => Ok(false),
            answer => answer.map(|it| it.is_some()),
        }
    }

    /// Downloads an archive to a file, which may have the beginning of it already. `true` if it had: then the
    /// beginning may be that of something else. A file that is larger than the limit is removed.
    pub async fn download(
        &self,
        url: &Url,
        file: &Path,
        limit: DownloadLimit,
        progress: &dyn Progress,
    ) -> Result<bool, FetchError> {
        let limit = Remaining::begin(limit);
        // The next attempt goes on with what there is.
        let goes_on = |error: &FetchError| error.is_passing() || error.is_silence();
        let attempts = with_attempts(goes_on, || download(self, url, file, limit, progress));
        let result = limit.within(url, attempts).await;
        if matches!(result, Err(FetchError::TooLarge { .. })) {
            // One that stays is refused again.
            let _ = std::fs::remove_file(file);
        }
        result
    }

    /// Whether requests to the host of a URL carry a token.
    pub fn has_token(&self, url: &Url) -> bool {
        self.tokens.of_host(&host_of(url)).is_some()
    }

    /// Sends a request; `None` if the server answers that the document is missing (404, 410).
    pub(super) async fn answer(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
    ) -> Result<Option<Response>, FetchError> {
        let request = Request {
            method,
            url,
            headers,
        };
        // Signed addresses have their token behind the path.
        let host = url.host_str().unwrap_or_default();
        let span = debug_span!(target: "packages", "fetch", host, path = url.path());
        let sent = request.send(&self.client, &self.tokens).instrument(span);
        let (response, place) = sent.await?;
        match response.status() {
            status if status.is_success() => Ok(Some(response)),
            StatusCode::NOT_FOUND | StatusCode::GONE => Ok(None),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(FetchError::Unauthorized {
                url: url.clone(),
                variable: Tokens::variable_of(&host_of(&place)),
                had_token: self.has_token(&place),
            }),
            status => Err(FetchError::Status {
                url: url.clone(),
                status,
            }),
        }
    }
}

/// Makes further attempts after failures that pass.
async fn with_attempts<T, F>(
    is_passing: impl Fn(&FetchError) -> bool,
    mut attempt: impl FnMut() -> F,
) -> Result<T, FetchError>
where
    F: Future<Output = Result<T, FetchError>>,
{
    let mut pauses = PAUSES.iter();
    loop {
        match (attempt().await, pauses.next()) {
            (Err(error), Some(pause)) if is_passing(&error) => tokio::time::sleep(*pause).await,
            (result, _) => return result,
        }
    }
}
