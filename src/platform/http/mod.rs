//! The HTTP server: connections, functions and services.
//!
//! | module | |
//! |---|---|
//! | `access` | refuses requests of pages of other sites |
//! | `answer` | converts results of functions to HTTP responses |
//! | `body` | request bodies, and responses of the platform itself |
//! | `framing` | refuses requests with two lengths |
//! | `gateway` | requests to functions |
//! | `pattern` | path patterns of routes: `/todos/:id`, `/files/*` |
//! | `router` | routes requests to functions |
//! | `server` | accepts connections and routes requests |
//! | `service` | services of the platform for functions, below `/_lumi/` |
//! | `stalled_reader` | ends connections whose client does not read |

mod access;
mod answer;
mod body;
mod framing;
mod gateway;
mod pattern;
mod router;
mod server;
mod service;
mod stalled_reader;

pub use access::AllowedHosts;
pub use pattern::Pattern;
pub use router::Router;
pub use server::{AppState, RequestLimits, serve};
