//! The HTTP server: connections, functions and services.
//!
//! | module | |
//! |---|---|
//! | `access` | refuses requests of pages of other sites |
//! | `answer` | converts results of functions to HTTP responses |
//! | `body` | request bodies, and responses of the platform itself |
//! | `compression` | answers of functions in gzip |
//! | `connection` | one connection of a client |
//! | `forward` | requests to services |
//! | `framing` | refuses requests with two lengths |
//! | `fuzzing` | the entry point of `make fuzz` |
//! | `gateway` | requests to functions |
//! | `http2` | requests of HTTP/2 as those of HTTP/1, and clients that take nothing of an answer |
//! | `monitoring` | `/healthz` and `/metrics` |
//! | `pattern` | path patterns of routes: `/todos/:id`, `/files/*` |
//! | `preface` | tells HTTP/2 from HTTP/1 |
//! | `request_span` | the span of a request, and its metrics |
//! | `router` | routes requests to functions |
//! | `server` | accepts connections and routes requests |
//! | `service` | services of the platform for functions, below `/_lumi/` |
//! | `signed` | URLs of objects that need no token |
//! | `site` | requests to sites |
//! | `stalled_reader` | ends connections whose client does not read |
//! | `web_socket` | connections that become WebSockets |

mod access;
mod answer;
mod body;
mod compression;
mod connection;
mod forward;
mod framing;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod gateway;
mod http2;
mod monitoring;
mod pattern;
mod preface;
mod request_span;
mod router;
mod server;
mod service;
mod signed;
mod site;
mod stalled_reader;
mod web_socket;

pub use access::AllowedHosts;
pub use pattern::Pattern;
pub use router::Router;
pub use server::{AppState, RequestLimits, serve};
