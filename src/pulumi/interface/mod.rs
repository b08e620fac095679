//! A plugin as programs see it, from the schema of its package.
//!
//! | module | |
//! |---|---|
//! | `ask` | asks a plugin for its schema, and for nothing else |
//! | `schema_document` | the schema in JSON |
//! | `schema_file` | a schema in a file, each part of which is read alone |
//! | `member_names` | names of classes, functions and enumerations |
//! | `schema_types` | types of the schema as types of properties |
//! | `made_package` | the package that a plugin makes of parameters |
//! | `descriptions` | descriptions without examples in other languages |
//! | `pulumi_interface` | the package of a plugin |

mod ask;
mod descriptions;
mod made_package;
mod member_names;
mod pulumi_interface;
mod schema_document;
mod schema_file;
mod schema_types;
#[cfg(test)]
mod tests;

pub use ask::{DescribedPackage, SchemaError, ask};
pub use made_package::MadePackage;
pub use pulumi_interface::PulumiInterface;
pub use schema_file::PulumiSchemaFile;
