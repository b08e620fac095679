//! How much a server may send, and how long that may take.

use std::time::{Duration, Instant};

use reqwest::Url;

use super::fetch_error::FetchError;

/// The limits of one download with all of its attempts. The caller knows what it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DownloadLimit {
    /// The size of the whole file in bytes.
    pub bytes: u64,
    pub time: Duration,
}

/// The time limit of connecting, and of a server that says nothing.
pub(super) const SILENCE_TIMEOUT: Duration = Duration::from_secs(20);

impl DownloadLimit {
    /// The largest document: a list of all versions of a provider has less than 1 MB.
    pub const DOCUMENT: Self = Self {
        bytes: 32 << 20,
        time: Duration::from_secs(2 * 60),
    };

    /// The archive of a package. The largest providers have less than 1 GB; a slow line needs hours for that,
    /// and the next installation goes on where this one has stopped.
    pub const ARCHIVE: Self = Self {
        bytes: 4 << 30,
        time: Duration::from_secs(2 * 60 * 60),
    };

    /// A file of so many bytes: ten minutes, and the time that a line of 64 KiB a second needs.
    pub const fn of_file(bytes: u64) -> Self {
        Self {
            bytes,
            time: Duration::from_secs(10 * 60 + bytes / (64 << 10)),
        }
    }
}

/// The limits of a download that has begun.
#[derive(Clone, Copy)]
pub(super) struct Remaining {
    limit: DownloadLimit,
    deadline: Instant,
}

impl Remaining {
    pub fn begin(limit: DownloadLimit) -> Self {
        Self {
            limit,
            deadline: Instant::now() + limit.time,
        }
    }

    /// Fails once a file would have more bytes than it may.
    pub fn check(&self, url: &Url, bytes: u64) -> Result<(), FetchError> {
        match bytes > self.limit.bytes {
            true => Err(FetchError::TooLarge {
                url: url.clone(),
                limit: self.limit.bytes,
            }),
            false => Ok(()),
        }
    }

    /// Gives up what a server has not answered in time.
    pub async fn within<T>(
        &self,
        url: &Url,
        work: impl Future<Output = Result<T, FetchError>>,
    ) -> Result<T, FetchError> {
        let deadline = tokio::time::Instant::from_std(self.deadline);
        match tokio::time::timeout_at(deadline, work).await {
            Ok(result) => result,
            Err(_) => Err(FetchError::TooSlow {
                url: url.clone(),
                limit: self.limit.time,
            }),
        }
    }
}
