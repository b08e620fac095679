//! Turns what a program asked for plus the old state into steps, and runs the steps.
//!
//! | module | |
//! |---|---|
//! | `step` | the kinds of steps |
//! | `event` | what a run reports while it goes on; the engine never formats text |

mod event;
mod step;

pub use event::{Diagnostic, Event, EventSink, Failure, Severity, Started, StepNote, Summary};
pub use step::StepKind;
