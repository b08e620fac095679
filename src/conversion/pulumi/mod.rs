//! Programs for the Node SDK of Pulumi, as programs of Lumi.
//!
//! | module | |
//! |---|---|
//! | `calls` | calls whose arguments or names differ |
//! | `chain` | chains of constant member accesses |
//! | `classes` | components, dynamic resources, and fields that a superclass sets |
//! | `common_js` | what differs between CommonJS and ES modules |
//! | `conversion` | the edits and notes of one module |
//! | `imports` | imports of Pulumi's packages, and those that replace them |
//! | `merged_options` | options of resources that the SDK merges |
//! | `options` | options of resources |
//! | `package_setting` | members of `config` of packages |
//! | `packages` | the packages of providers that a program imports |
//! | `relative` | imports of other modules of the program |
//! | `sdk_members` | the members of Pulumi's SDK, and their counterparts |
//! | `testing` | tests with mocks |
//! | `transform_function` | one transform: what it takes and answers |
//! | `transforms` | functions that change the inputs and options of resources |
//! | `walk` | the walk over the syntax |

mod calls;
mod chain;
mod classes;
mod common_js;
mod conversion;
mod imports;
mod merged_options;
mod options;
mod package_setting;
mod packages;
mod relative;
mod sdk_members;
mod testing;
#[cfg(test)]
mod tests;
mod transform_function;
mod transforms;
mod walk;

pub use conversion::{ConvertedModule, convert_module};
pub use package_setting::PackageSetting;
pub use packages::PulumiPackages;
pub use relative::relative_imports;
