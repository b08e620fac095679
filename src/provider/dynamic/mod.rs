//! The package `dynamic`: providers that a program brings itself, as its own objects.
//!
//! Their methods run in the isolate of the program, and only messages cross. [`dynamic_line`] makes
//! both ends: the [`DynamicLine`] hands out the [`Provider`](super::Provider) that the engine asks,
//! the [`DynamicRequests`] go to the program. The line lives longer than the evaluation of the
//! program, because what it does not mention any more is deleted after that; when the
//! [`DynamicLine`] goes, the isolate may.
//!
//! | module | |
//! |---|---|
//! | `line` | the two ends |
//! | `request` | what crosses |
//! | `dynamic_provider` | the engine's end: requests out of what the engine asks |
//! | `answer` | what the methods answered, read |

mod answer;
mod dynamic_provider;
mod line;
mod request;
#[cfg(test)]
mod tests;

pub use line::{DynamicLine, DynamicRequests, dynamic_line};
pub use request::{DynamicFailure, DynamicMethod, DynamicRequest};
