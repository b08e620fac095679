//! The user interface: converts data to text and writes nothing itself, so that the same text can
//! go to a terminal, a file or a test.
//!
//! Text from programs is escaped: a name or an output can neither colour the terminal nor move its
//! cursor. Only a program's own console output is not escaped. Colours only repeat what a symbol or
//! a word says.

mod columns;
pub mod event;
mod import_advice;
mod notes;
pub mod outputs;
mod palette;
pub mod platform_event;
pub mod problem;
pub mod report;
mod rows;
pub mod run;
pub mod tree;
mod undeclared_key;

pub use undeclared_key::undeclared_key;
