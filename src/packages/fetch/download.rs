//! Downloads that go on where they were interrupted.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use futures_util::StreamExt as _;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue, RANGE};
use reqwest::{Method, Response, StatusCode, Url};

use super::download_limit::Remaining;
use super::fetch_error::FetchError;
use super::fetcher::Fetcher;

/// Reports the progress of a download.
pub trait Progress: Send + Sync {
    /// How many bytes are there, and how many there will be, if the server has said so.
    fn received(&self, bytes: u64, total: Option<u64>);
}

/// Fetches an archive once, and says whether it went on with what the file had. The file keeps what has
/// arrived, whatever happens.
pub(super) async fn download(
    fetcher: &Fetcher,
    url: &Url,
    file: &Path,
    limit: Remaining,
    progress: &dyn Progress,
) -> Result<bool, FetchError> {
    let unwritable = |error: io::Error| FetchError::Unwritable {
        url: url.clone(),
        error,
    };
    let present = std::fs::metadata(file).map_or(0, |it| it.len());
    let response = request(fetcher, url, present).await?;
    let goes_on = response.status() == StatusCode::PARTIAL_CONTENT;
    let mut received = if goes_on { present } else { 0 };
    let total = response.content_length().map(|rest| rest + received);
    limit.check(url, total.unwrap_or(received))?;
    let mut output = open(file, goes_on).map_err(unwritable)?;
    progress.received(received, total);
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| FetchError::unreachable(url, &error))?;
        received += chunk.len() as u64;
        limit.check(url, received)?;
        output.write_all(&chunk).map_err(unwritable)?;
        progress.received(received, total);
    }
    output.sync_all().map_err(unwritable)?;
    Ok(goes_on)
}

async fn request(fetcher: &Fetcher, url: &Url, present: u64) -> Result<Response, FetchError> {
    // The API of GitHub would describe the file otherwise.
    let accept = HeaderValue::from_static("application/octet-stream");
    let mut headers = HeaderMap::from_iter([(ACCEPT, accept)]);
    if present > 0 {
        let range = HeaderValue::from_str(&format!("bytes={present}-"));
        headers.insert(RANGE, range.expect("BUG: digits are valid in a header"));
    }
    match fetcher.answer(Method::GET, url, headers).await {
        Ok(Some(response)) => Ok(response),
        Ok(None) => Err(FetchError::Status {
            url: url.clone(),
            status: StatusCode::NOT_FOUND,
        }),
        // The file has all there is, or more: what it is of is found out by its hash.
        Err(FetchError::Status { status, .. })
            if status == StatusCode::RANGE_NOT_SATISFIABLE && present > 0 =>
        {
            Box::pin(request(fetcher, url, 0)).await
        }
        Err(error) => Err(error),
    }
}

fn open(file: &Path, goes_on: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).write(true);
    match goes_on {
        true => options.append(true).open(file),
        false => options.truncate(true).open(file),
    }
}
