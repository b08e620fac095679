//! A run of the engine, as its user sees it. Events in, text out: nothing here writes, waits or
//! looks at a clock.
//!
//! | module | |
//! |---|---|
//! | `step_style` | the symbol and the words for each kind of step |
//! | `model` | what is known of a run so far, folded from its events |
//! | `lines` | plain lines, for pipes and logs |
//! | `live` | the lines that stand on a terminal while the run goes on |
//! | `change_tree` | what a run changes or has changed, as a tree |
//! | `diff_view` | old and new values of each resource; `delta`, `text_delta` find what differs |
//! | `state_steps` | what lies between two states, as steps |
//! | `markdown` | a plan for a comment on a pull request |
//! | `json` | events as objects with stable names |
//! | `result` | what a run comes to: plan or outputs, and the summary |
//! | `summary` | the line that sums up |
//! | `problem` | failures and diagnostics as reports |

mod captured_values;
mod change_tree;
mod delta;
mod delta_text;
mod diff_view;
mod item_forest;
mod json;
mod lines;
mod live;
mod markdown;
mod model;
mod problem;
mod result;
#[cfg(test)]
mod script;
mod state_steps;
mod step_style;
mod summary;
mod text_delta;

pub use change_tree::change_tree;
pub use diff_view::{diff_view, outputs_diff, steps_diff};
pub use json::{change_json, event_json, milliseconds, summary_json};
pub use lines::{SourceLines, line};
pub use live::{LiveFrame, frame};
pub use markdown::markdown;
pub use model::Model;
pub use result::{ResultStyle, outputs_text, result};
pub use state_steps::state_steps;
pub use summary::{End, summary_line};
