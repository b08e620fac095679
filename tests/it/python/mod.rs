//! Python programs: `examples/python` as a user has it.

mod failures;
mod programs;
mod project;
mod readme;
mod same_graph;
mod sdk;
mod webserver;

pub use project::started_by_python;
use project::{Python, repository};
