//! Captures: what a live function needs, as data.
//!
//! [`Walk`](walk::Walk) goes from a function to everything that is reachable from it. V8's
//! inspector tells what functions have captured ([`inspector`]), the analysis of their modules
//! which of it they use ([`modules`]); what every realm has is known by its path ([`globals`]), and
//! what comes from outside of the program by how it is imported.
//!
//! | module | |
//! |---|---|
//! | `walk` | the queue, identity, primitives |
//! | `data` | objects that are nothing but data, many at a time |
//! | `objects`, `members`, `inherited` | objects, their members, their prototypes |
//! | `functions`, `classes`, `methods` | functions, classes, methods without their class |
//! | `variables` | cells |
//! | `classified` | resources, Properties, what decides for itself |
//! | `reader` | the JavaScript that reads objects |
//! | `tools` | what the captures of a run share |
//! | `emit_queue` | the thread that makes modules of captures |
//!
//! What takes the time: of a thousand small captures three tenths of the isolate's thread is the
//! inspector, with three requests of 25 microseconds for each function whose scopes do not follow
//! from another's (`variables`); half of a request is V8's text of questions and answers. Evaluating
//! the program and collecting garbage is another tenth each. Making the modules is a fifth of the
//! isolate's time, at the same time. In a capture of 10 MB of rows two fifths of that thread are
//! JavaScript, of which the names of members (`Reflect.ownKeys`) and their descriptors are a half; the
//! rest is memory for the values. Strings as keys of a `Map` are slow where they are long, for V8
//! looks for each in the table of all names first.

mod captures;
mod classes;
mod classified;
mod constants;
mod data;
mod emit_queue;
mod error;
mod functions;
mod globals;
#[cfg(test)]
mod harness;
mod identities;
mod inherited;
mod inspector;
mod members;
mod methods;
mod module;
mod modules;
mod object_parts;
mod objects;
mod reader;
#[cfg(test)]
mod rendering;
#[cfg(test)]
mod tests;
mod tools;
mod variables;
mod walk;

pub use captures::{CaptureOutcome, Closures};
pub use emit_queue::EmittedClosure;
pub use error::CaptureError;
