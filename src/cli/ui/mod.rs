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
//! | `commonjs_advice` | advice for a module that uses what only CommonJS has |
//! | `event` | events of a running program, as text or as JSON lines |
//! | `folding` | folds long lines of messages between words, for the width of a terminal |
//! | `import_advice` | advice for an import that a module of the SDK does not have |
//! | `notes` | notes about the inputs of a resource in its row |
//! | `outputs` | formats values for people: the outputs below a tree |
//! | `palette` | the colours of the terminal display |
//! | `platform_event` | events of a platform, as text for standard error |
//! | `problem` | describes errors of programs in sentences |
//! | `pulumi_advice` | advice for an error of a program that is written as for Pulumi's SDK |
//! | `report` | an error, warning or note, as data and as text |
//! | `rows` | the rows of a tree, parents before their children, with tree lines |
//! | `run` | the display of a run |
//! | `secret_like` | the warning about a value of the configuration that looks like a secret |
//! | `tree` | the graph of a run as a tree, as `lumi run` prints it |
//! | `undeclared_key` | the warning about a key of the configuration that `Lumi.yaml` does not declare |
//! | `wording` | resources and counts in sentences |

mod columns;
mod commonjs_advice;
pub mod event;
mod folding;
pub mod import_advice;
mod notes;
pub mod outputs;
mod palette;
pub mod platform_event;
pub mod problem;
mod pulumi_advice;
pub mod report;
mod rows;
pub mod run;
mod secret_like;
pub mod tree;
mod undeclared_key;
pub mod wording;

pub use secret_like::secret_like;
pub use undeclared_key::undeclared_key;
