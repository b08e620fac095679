//! Requests to registries, mirrors and the servers of packages.
//!
//! | module | |
//! |---|---|
//! | `document_url` | URLs of documents and archives |
//! | `download` | downloads that go on where they were interrupted |
//! | `download_limit` | how much a server may send, and how long that may take |
//! | `fetch_error` | failed requests |
//! | `fetcher` | the client of registries and mirrors |
//! | `redirects` | requests and their redirects, each with the token of its own host |
//! | `shown_url` | URLs in messages |
//! | `tokens` | tokens of registries, by host |

mod document_url;
mod download;
mod download_limit;
mod fetch_error;
mod fetcher;
mod redirects;
mod shown_url;
mod tokens;

pub use document_url::{join_url, parse_url};
pub use download::Progress;
pub use download_limit::DownloadLimit;
pub use fetch_error::FetchError;
pub use fetcher::{Document, Fetcher};
pub use reqwest::Url;
pub use shown_url::ShownUrl;
pub use tokens::{Tokens, token_variable};

pub(crate) use document_url::scheme;
pub(crate) use redirects::is_secure;
