//! Helpers for disk operations and their errors.

use std::io::{self, ErrorKind};

use crate::ProviderError;

/// Whether the error means that the file does not exist. The path may also lead through a file that
/// was a folder before.
pub fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// An operation that had no effect: `cannot {what} {path}`.
pub fn failed(what: &str, path: &str, error: &io::Error) -> ProviderError {
    ProviderError::failed(format!("cannot {what} {path:?}: {error}"))
}

/// `spawn_blocking`. Dropping the future does not cancel the work.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ProviderError> {
    let result = tokio::task::spawn_blocking(work).await;
    result.map_err(|error| ProviderError::unknown(format!("the operation broke off: {error}")))
}
