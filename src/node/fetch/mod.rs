//! `fetch`: requests, and the bodies of their answers.
//!
//! | module | |
//! |---|---|
//! | `fetch` | `fetch`: requests, and the bodies of their answers |
//! | `fetch_body` | bodies of requests that are sent as they come |
//! | `fetch_cause` | why a request failed, with the codes of Node |
//! | `fetch_decoding` | bodies of answers that are compressed |
//! | `fetch_error` | errors of `fetch` |
//! | `fetch_exchange` | HTTP for `fetch`: one request with its redirects, each checked by the sandbox |

#[allow(clippy::module_inception)]
pub mod fetch;
pub mod fetch_body;
pub mod fetch_cause;
pub mod fetch_decoding;
pub mod fetch_error;
pub mod fetch_exchange;
