//! A state of Terraform or OpenTofu: its objects as a source of a run, and a program that declares them.
//!
//! | module | |
//! |---|---|
//! | `state` | the state, with the names and packages of its objects |
//! | `resource_order` | resources after those that they need |
//! | `source` | its objects as the source of a run |
//! | `likely_inputs` | inputs that a configuration is likely to set, beside those that it must have set |
//! | `program_writer` | the program that declares them |
//! | `program_text` | its text |
//! | `value_origins` | code for values that come from other resources, or from the configuration |
//! | `output_texts` | properties of resources that outputs show |

mod likely_inputs;
mod output_texts;
mod program_text;
mod program_writer;
mod resource_order;
mod source;
mod state;
mod value_origins;

pub use program_writer::WrittenProgram;
pub use source::{ForeignSource, UnnameableObject};
pub use state::ForeignState;
