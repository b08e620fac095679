//! Closures: a function of the program as a separate module.
//!
//! ```text
//! nesting     how deep a text is nested, and a stack for it
//! analysis    what each function of a module uses; pure, from its text
//! instrument  what is added to a module's text so that its closures can be captured
//! capture     what one function needs of the running program: values and variables, as data
//! emit        the data as a module: captured variables as constants, original code
//! weight      how large what is captured is, and what of it
//! bundle      the module as a folder, with its package.json and source map
//! zip         the folder as a zip
//! ```
//!
//! The layer knows nothing about V8. `host::closures` walks the live values: V8's inspector tells
//! which variables a function has captured, so nothing is added to most programs. Two things V8
//! does not tell, and [`instrument`] makes visible: what an arrow has as `this`, and whether two
//! functions share a variable that is assigned to.

#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod analysis;
pub mod bundle;
pub mod capture;
mod chain;
pub mod dependencies;
pub mod emit;
pub mod instrument;
#[cfg(test)]
mod mutations;
pub mod nesting;
pub mod weight;
pub mod zip;
