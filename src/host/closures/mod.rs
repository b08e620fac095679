//! Captures: what a live function needs, as data.
//!
//! [`CaptureBuilder`](capture_builder::CaptureBuilder) goes from a function to everything that is reachable from it. V8's
//! inspector provides the scopes of functions ([`inspector`]), and the analysis of their modules
//! the variables that they use ([`modules`]). Built-in objects are identified by their path
//! ([`globals`]), and foreign code by its import.
//!
//! | module | |
//! |---|---|
//! | `capture_builder` | the queue, primitives |
//! | `captures` | the captures of one run |
//! | `inspector` | looks into functions and objects with V8's inspector |
//! | `module`, `modules` | the modules of the program, and the analysis of each |
//! | `globals` | objects and functions that every realm has, by path |
//! | `functions`, `classes`, `methods`, `method_homes` | functions, classes, methods without their class |
//! | `variables`, `cell_index`, `identities` | cells, which variables are one, and which values |
//! | `variable_reader` | variables, as V8's scopes have them |
//! | `classified` | resources, Properties, what decides for itself |
//! | `reader` | the JavaScript that reads objects |
//! | `capture_context` | state that the captures of a run share |
//! | `emit_queue` | the thread that emits modules |
//! | `constants` | primitive values, which have no identity |
//! | `error` | capture errors |
//! | `additions` | functions of the program in objects of packages and of V8 |
//! | `objects` | objects, their members, their prototypes |

mod additions;
mod capture_builder;
mod capture_context;
mod captures;
mod cell_index;
mod classes;
mod classified;
mod constants;
mod emit_queue;
mod error;
mod functions;
mod globals;
#[cfg(test)]
mod harness;
mod identities;
mod inspector;
mod method_homes;
mod methods;
mod module;
mod modules;
mod objects;
mod reader;
#[cfg(test)]
mod rendering;
#[cfg(test)]
mod tests;
mod variable_reader;
mod variables;

pub use captures::{CaptureOutcome, Closures};
pub use emit_queue::EmittedClosure;
pub use error::CaptureError;
pub use inspector::without_console_additions;
