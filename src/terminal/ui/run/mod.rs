//! The display of a run. Converts events to text; does not write, wait or read a clock.
//!
//! | module | |
//! |---|---|
//! | `step_style` | the symbol and the words for each kind of step |
//! | `model` | the state of a run, folded from its events |
//! | `lines` | plain lines, for pipes and logs |
//! | `live` | the live lines on a terminal during the run |
//! | `change_tree` | the changes of a run as a tree |
//! | `diff_view` | old and new values of each resource, and how drift reads |
//! | `value_difference`, `line_difference` | the differences of two values, and of two texts |
//! | `state_steps` | the difference between two states, as steps |
//! | `markdown` | a plan for a comment on a pull request |
//! | `json` | events as objects with stable names |
//! | `result` | the result of a run: plan or outputs, and the summary |
//! | `summary` | the summary line |
//! | `problem` | failures and diagnostics as reports |
//! | `captured_values` | the module of a function in two parts: the values that it captures, and its code |
//! | `value_difference_lines` | differences between values as lines |
//! | `item_forest` | the resources of a run as rows of a tree |

mod captured_values;
mod change_tree;
mod diff_view;
mod item_forest;
mod json;
mod line_difference;
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
mod value_difference;
mod value_difference_lines;

pub use change_tree::change_tree;
pub use diff_view::{diff_view, outputs_diff, steps_diff};
pub use json::{change_json, event_json, milliseconds, summary_json};
pub use lines::{ProgramSource, SourceLines, is_error, line};
pub use live::{LiveFrame, frame};
pub use markdown::markdown;
pub use model::{Model, Status};
pub use result::{ResultStyle, outputs_text, result};
pub use state_steps::state_steps;
pub use summary::End;
