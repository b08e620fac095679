//! Requests to registries, mirrors and the servers of packages.

mod download;
mod fetch_error;
mod fetcher;
mod tokens;

pub use download::Progress;
pub use fetch_error::FetchError;
pub use fetcher::Fetcher;
pub use tokens::Tokens;
