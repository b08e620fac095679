//! The packages of a project as programs see them, and their declarations for editors.
//!
//! | module | |
//! |---|---|
//! | `project_interfaces` | the packages of a project, each described when it is imported |
//! | `package_opener` | reads descriptions of packages, or asks their executables |
//! | `description_file` | where the description of a package is kept |
//! | `plugin_description` | the description of a plugin for Lumi, in a file |
//! | `library_interface` | a library as programs see it |
//! | `package_declarations` | the declarations of a package: an index and a file for each class |
//! | `module_declarations` | the declarations of the modules of a package |
//! | `python_stubs` | stubs of libraries for programs in Python |
//! | `declaration_writer` | the declarations of one class or function |
//! | `sdk_declarations` | the declarations of the SDK in a project folder: written, and kept up to date |
//! | `stored_schemas` | schemas of Terraform's providers that an earlier run has stored |
//! | `type_declarations` | the types of nested values, under their names in the schema |
//! | `type_dialect` | the forms of types in declarations for Lumi's SDK, and in those for Pulumi's |
//! | `type_digests` | numbers that tell types apart |
//! | `type_writer` | types of properties as types of TypeScript |
//! | `doc_comment` | comments of declarations |
//! | `interface_changes` | what differs between two versions of a package |
//! | `used_names` | the names that the sources of a project use |
//! | `write_declarations` | writes the declarations of all packages of a project |

mod declaration_writer;
mod description_file;
mod doc_comment;
mod interface_changes;
mod library_interface;
mod module_declarations;
mod package_declarations;
mod package_opener;
mod plugin_description;
mod project_interfaces;
mod python_stubs;
pub mod sdk_declarations;
mod stored_schemas;
mod type_declarations;
mod type_dialect;
mod type_digests;
mod type_writer;
mod used_names;
mod write_declarations;

pub(crate) use declaration_writer::write_enum;
pub(crate) use doc_comment::write_comment;
pub use interface_changes::{MemberChange, changes};
pub use package_opener::PackageOpener;
pub use project_interfaces::ProjectInterfaces;
pub use python_stubs::{STUBS, write_stubs};
pub use stored_schemas::stored_schemas;
pub(crate) use type_dialect::Dialect;
pub(crate) use type_writer::{Direction, TypeWriter, key, nested_name, write_property_comment};
pub use write_declarations::{
    DeclarationError, refresh_declarations, refresh_declarations_in, write_declarations,
};
