//! HTTP: from a connection to a function or a service, and back.

mod answer;
mod body;
mod gateway;
mod pattern;
mod router;
mod server;
mod service;

pub use pattern::Pattern;
pub use router::Router;
pub use server::{AppState, serve};
