//! Programs of other tools, as programs of Lumi.
//!
//! A conversion edits the text of each module where its meaning stays exactly the same, so that names, comments and layout
//! are kept, and lists every place that a person must look at. Everything here is pure: texts in, texts and notes out.
//!
//! | module | |
//! |---|---|
//! | `module_text` | parses a module, with positions of its text |
//! | `note` | a place that is not converted, or that depends on more than its text |
//! | `pulumi` | programs for the Node SDK of Pulumi |

#![deny(clippy::print_stderr, clippy::print_stdout)]

#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod module_text;
#[cfg(test)]
#[path = "../graph/mutated_inputs.rs"]
mod mutated_inputs;
mod note;
mod pulumi;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;

pub use module_text::SyntaxFault;
pub use note::{Note, NoteKind};
pub use pulumi::{
    ConvertedModule, PackageSetting, PulumiPackages, convert_module, relative_imports,
};
