//! Requests to registries, mirrors and the servers of packages.
//!
//! | module | |
//! |---|---|
//! | `document_url` | URLs of documents and archives |
//! | `download` | downloads that go on where they were interrupted |
//! | `fetch_error` | failed requests |
//! | `fetcher` | the client of registries and mirrors |
//! | `tokens` | tokens of registries, by host |

mod document_url;
mod download;
mod fetch_error;
mod fetcher;
mod tokens;

pub use document_url::parse_url;
pub use download::Progress;
pub use fetch_error::FetchError;
pub use fetcher::Fetcher;
pub use tokens::Tokens;

pub(crate) use document_url::{join_url, scheme};
pub(crate) use fetcher::is_secure;
