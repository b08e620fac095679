//! The HTTP server: connections, functions and services.
//!
//! | module | |
//! |---|---|
//! | `access` | refuses requests of pages of other sites |
//! | `answer` | converts results of functions to HTTP responses |
//! | `body` | request bodies, and responses of the platform itself |
//! | `forward` | requests to services |
//! | `framing` | refuses requests with two lengths |
//! | `gateway` | requests to functions |
//! | `monitoring` | `/healthz` and `/metrics` |
//! | `pattern` | path patterns of routes: `/todos/:id`, `/files/*` |
//! | `request_span` | the span of a request, and its metrics |
//! | `router` | routes requests to functions |
//! | `server` | accepts connections and routes requests |
//! | `service` | services of the platform for functions, below `/_lumi/` |
//! | `signed` | URLs of objects that need no token |
//! | `stalled_reader` | ends connections whose client does not read |
//! | `web_socket` | connections that become WebSockets |

mod access;
mod answer;
mod body;
mod forward;
mod framing;
mod gateway;
mod monitoring;
mod pattern;
mod request_span;
mod router;
mod server;
mod service;
mod signed;
mod stalled_reader;
mod web_socket;

pub use access::AllowedHosts;
pub use pattern::Pattern;
pub use router::Router;
pub use server::{AppState, RequestLimits, serve};
