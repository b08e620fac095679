//! Python programs: `sdk/python` as it is in a clone.

mod failures;
mod programs;
mod project;
mod readme;
pub mod same_graph;
mod sdk;
mod webserver;

use project::Python;
pub use project::{interpreter, repository, started_by_python};
