//! The package `dynamic`: providers that a program implements as objects.
//!
//! Their methods run in the isolate of the program, and only messages are exchanged.
//! [`dynamic_line`] creates both ends: the [`DynamicLine`] has the [`Provider`](super::Provider)
//! for the engine, the [`DynamicRequests`] go to the program. The channel outlives the evaluation
//! of the program, because resources that the program no longer declares are deleted after it;
//! dropping the [`DynamicLine`] releases the isolate.
//!
//! | module | |
//! |---|---|
//! | `line` | the two ends |
//! | `request` | the messages |
//! | `dynamic_provider` | the engine's end: converts requests of the engine |
//! | `answer` | parses the results of methods |

mod answer;
mod dynamic_provider;
mod line;
mod request;
#[cfg(test)]
mod tests;

pub use line::{DynamicLine, DynamicRequests, HookCaller, dynamic_line};
pub use request::{DynamicFailure, DynamicMethod, DynamicRequest};
