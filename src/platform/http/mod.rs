//! The HTTP server: connections, functions and services.
//!
//! | module | |
//! |---|---|
//! | `answer` | converts results of functions to HTTP responses |
//! | `body` | request bodies, and responses of the platform itself |
//! | `gateway` | requests to functions |
//! | `pattern` | path patterns of routes: `/todos/:id`, `/files/*` |
//! | `router` | routes requests to functions |
//! | `server` | accepts connections and routes requests |
//! | `service` | services of the platform for functions, below `/_lumi/` |
//! | `stalled_reader` | ends connections whose client does not read |

mod answer;
mod body;
mod gateway;
mod pattern;
mod router;
mod server;
mod service;
mod stalled_reader;

pub use pattern::Pattern;
pub use router::Router;
pub use server::{AppState, serve};
