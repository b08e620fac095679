//! A provider as programs see it, from its schemas.
//!
//! | module | |
//! |---|---|
//! | `ask` | asks a provider for its schemas, and for nothing else |
//! | `schema_file` | the schemas of a provider in a file, each of which is read alone |
//! | `member_names` | names of classes and functions |
//! | `member_modules` | parts of a package that programs import alone |
//! | `documented_values` | the values that the documentation of a text lists |
//! | `object_types` | blocks as types of properties |
//! | `synthetic` | a large provider for tests |
//! | `terraform_interface` | the package of a provider |

mod ask;
mod documented_values;
mod member_modules;
mod member_names;
mod object_types;
mod schema_file;
#[cfg(test)]
mod synthetic;
mod terraform_interface;
#[cfg(test)]
mod tests;

pub use ask::{AskError, ask, ask_attached};
pub use schema_file::{SchemaFile, SchemaKind};
pub use terraform_interface::TerraformInterface;
