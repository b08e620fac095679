//! Values of programs as values of schemas, and back.
//!
//! | module | |
//! |---|---|
//! | `names` | names of properties |
//! | `configuration` | what a program gives, as a block has it |
//! | `by_type` | values whose type alone is known |
//! | `outputs` | what a program gets |
//! | `shape_error` | why a property cannot be used |

mod by_type;
mod configuration;
mod names;
mod outputs;
mod shape_error;
#[cfg(test)]
mod tests;

pub use configuration::{Configuration, configuration};
pub use names::program_name;
pub use outputs::outputs;
pub use shape_error::ShapeError;
