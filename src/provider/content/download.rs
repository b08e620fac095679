//! Downloads remote assets and archives.

use std::io::Write as _;
use std::path::Path;

use reqwest::Client;

use super::content_error::ContentError;
use super::http_client::http_reason;

/// Downloads a URI to a new file.
pub async fn download(client: &Client, uri: &str, file: &Path) -> Result<(), ContentError> {
    let failed = |reason: String| ContentError::Fetch {
        uri: uri.to_owned(),
        reason,
    };
    let response = client.get(uri).send().await;
    let mut response = response.map_err(|error| failed(http_reason(&error)))?;
    let status = response.status();
    if !status.is_success() {
        return Err(failed(format!("the server answered {status}")));
    }
    let mut file = std::fs::File::create_new(file).map_err(ContentError::Temporary)?;
    loop {
        let chunk = response.chunk().await;
        match chunk.map_err(|error| failed(http_reason(&error)))? {
            // A blocking write to a temporary file is fast; only the network is awaited.
            Some(chunk) => file.write_all(&chunk).map_err(ContentError::Temporary)?,
            None => return Ok(()),
        }
    }
}
