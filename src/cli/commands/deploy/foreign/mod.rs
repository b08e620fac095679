//! `lumi import --from FILE`: a state of Terraform or OpenTofu as a source of resources.
//!
//! | module | |
//! |---|---|
//! | `import_foreign` | what comes before and after the run |
//! | `foreign_state` | reads the file, and finds the packages of its resources |
//! | `likely_inputs` | what a configuration is likely to set, beside what it must have set |
//! | `output_texts` | properties of resources that outputs show |
//! | `foreign_source` | its resources as the source of a run |
//! | `resource_order` | resources after those that they need |
//! | `program_writer` | the program that declares them |
//! | `program_text` | its text |
//! | `value_origins` | code for values that come from other resources, or from the configuration |

mod foreign_source;
mod foreign_state;
mod import_foreign;
mod likely_inputs;
mod output_texts;
mod program_text;
mod program_writer;
mod resource_order;
mod value_origins;

pub use foreign_state::{ForeignState, provider_addresses};
pub use import_foreign::read;
pub use program_writer::WrittenProgram;
