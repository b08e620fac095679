//! The content of assets and archives.

mod http_client;

pub(super) use http_client::http_client;
