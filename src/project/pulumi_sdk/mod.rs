//! SDKs for programs of Pulumi in Node, of packages that a plugin makes of parameters.
//!
//! | module | |
//! |---|---|
//! | `sdk_files` | the files of an SDK |
//! | `sdk_script` | the classes and functions as JavaScript |
//! | `sdk_declarations` | their declarations for TypeScript |
//! | `sdk_project` | the SDK in the files of the project |

mod sdk_declarations;
mod sdk_files;
mod sdk_project;
mod sdk_script;

pub use sdk_files::{SdkFile, sdk_of_schema};
pub use sdk_project::{npm_name, sdk_folder, with_dependency, with_pulumi_package};
