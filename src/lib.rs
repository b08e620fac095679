//! Lumi runs infrastructure programs in TypeScript on embedded V8.

pub mod cli;
pub mod graph;
pub mod host;
pub mod monitor;
