//! The user interface: converts data to text and writes nothing itself, so that the same text can
//! go to a terminal, a file or a test.
//!
//! Text from programs is escaped: a name or an output can neither colour the terminal nor move its
//! cursor. Only a program's own console output is not escaped. Colours only repeat what a symbol or
//! a word says.
//!
//! | module | |
//! |---|---|
//! | `columns` | aligns rows in columns and cuts them to the width of the terminal |
//! | `event` | events of a running program, as text or as JSON lines |
//! | `folding` | folds long lines of messages between words, for the width of a terminal |
//! | `log_line` | records of functions' logs as lines |
//! | `notes` | notes about the inputs of a resource in its row |
//! | `outputs` | formats values for people: the outputs below a tree |
//! | `palette` | the colours of the terminal display |
//! | `platform_event` | events of a platform, as text for standard error |
//! | `report` | an error, warning or note, as text |
//! | `rows` | the rows of a tree, parents before their children, with tree lines |
//! | `run` | the display of a run |
//! | `trace_tree` | a trace as a tree, with bars that show when its spans ran |
//! | `tree` | the graph of a run as a tree, as `lumi run` prints it |

mod columns;
pub mod event;
mod folding;
pub mod log_line;
mod notes;
pub mod outputs;
mod palette;
pub mod platform_event;
pub mod report;
mod rows;
pub mod run;
pub mod trace_tree;
pub mod tree;

pub use lumi_project::reports::{
    import_advice, problem, secret_like, undeclared_key, unknown_member, wording,
};
