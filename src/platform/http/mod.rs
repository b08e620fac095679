//! The HTTP server: connections, functions and services.

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
