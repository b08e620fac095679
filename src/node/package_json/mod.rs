//! package.json as Node reads it, without access to files.
//!
//! | module | |
//! |---|---|
//! | `exports` | Node's algorithm for `exports` and `imports` |
//! | `manifest` | the parts that matter for modules |
//! | `name` | package names in specifiers and paths |

mod exports;
mod manifest;
mod name;

pub use exports::{Fault, Invalid, Target, exported, find_export, find_import};
pub use manifest::{Manifest, Members, PackageType};
pub use name::{PackageName, is_name_for_node, of_folder, package_name};
