//! Downloads remote assets and archives.

use std::io::Write as _;
use std::path::Path;

use reqwest::header::LOCATION;
use reqwest::{Client, Response, Url};

use super::content_error::ContentError;
use super::http_client::http_reason;
use crate::Access;

/// The maximum number of redirects.
const MAX_REDIRECTS: usize = 10;

/// The largest file in bytes: content is packed, hashed and sent as a whole, so larger files are of no use. The time of
/// a download is that of the step that needs the content.
pub const MAX_BYTES: u64 = 8 << 30;

/// Downloads a URI to a new file of at most `max_bytes`.
pub async fn download(
    client: &Client,
    access: &dyn Access,
    uri: &str,
    file: &Path,
    max_bytes: u64,
) -> Result<(), ContentError> {
    let failed = |reason: String| ContentError::Fetch {
        uri: uri.to_owned(),
        reason,
    };
    let mut response = answer(client, access, uri).await.map_err(failed)?;
    let status = response.status();
    if !status.is_success() {
        return Err(failed(format!("the server answered {status}")));
    }
    let check = |bytes: u64| match bytes > max_bytes {
        true => Err(failed(format!("it has more than {max_bytes} bytes"))),
        false => Ok(()),
    };
    check(response.content_length().unwrap_or(0))?;
    let mut received = 0;
    let mut file = std::fs::File::create_new(file).map_err(ContentError::Temporary)?;
    loop {
        let chunk = response.chunk().await;
        match chunk.map_err(|error| failed(http_reason(&error)))? {
            // A blocking write to a temporary file is fast; only the network is awaited.
            Some(chunk) => {
                received += chunk.len() as u64;
                check(received)?;
                file.write_all(&chunk).map_err(ContentError::Temporary)?;
            }
            None => return Ok(()),
        }
    }
}

/// The answer after all redirects, each of which needs the same permission as the first request. A name and a
/// password in the URI are sent to its own host alone.
async fn answer(client: &Client, access: &dyn Access, uri: &str) -> Result<Response, String> {
    let mut url = Url::parse(uri).map_err(|error| error.to_string())?;
    for _ in 0..=MAX_REDIRECTS {
        let response = client.get(url.clone()).send().await;
        let response = response.map_err(|error| http_reason(&error))?;
        let location = response.headers().get(LOCATION);
        let is_redirect = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
        let Some(location) = location.filter(|_| is_redirect) else {
            return Ok(response);
        };
        let location = String::from_utf8_lossy(location.as_bytes());
        let target = url.join(&location).map_err(|error| error.to_string())?;
        if !matches!(target.scheme(), "http" | "https") {
            return Err(format!(
                "it leads to `{}:`, which is not HTTP",
                target.scheme()
            ));
        }
        let host = target.host_str().unwrap_or_default();
        let port = target.port_or_known_default().unwrap_or_default();
        access.net(host, port).map_err(|it| it.to_string())?;
        url = target;
    }
    Err("there are too many redirects".to_owned())
}
