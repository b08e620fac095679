//! The configuration: blocks of files as plain data, modules in folders, and values of variables.
//!
//! | module | |
//! |---|---|
//! | `files` | the files of a folder, overrides apart |
//! | `blocks` | the schemas of all blocks |
//! | `reading` | parts that several blocks have: names, flags, lists of references |
//! | `body` | the body of a block with what overrides set in it |
//! | `module` | a module: what its files declare |
//! | `module_reader` | reads the files of a folder into a module |
//! | `named_values` | variables, locals and outputs |
//! | `conditions` | preconditions, postconditions, validations and checks |
//! | `resource` | resources and data sources |
//! | `lifecycle` | the block `lifecycle` |
//! | `provider` | provider configurations, and references to them |
//! | `settings` | the block `terraform` |
//! | `module_call` | calls of modules |
//! | `module_packages` | modules of registries, repositories and archives, as others find them |
//! | `tree_calls` | the folder of the module that a call names |
//! | `moves` | the blocks `moved`, `import` and `removed` |
//! | `overrides` | what override files change |
//! | `module_checks` | what is wrong with a module as a whole |
//! | `tree` | a module with all modules that it calls |
//! | `requirements` | the providers that a tree needs, as packages |
//! | `version_range` | ranges of versions |
//! | `variable_values` | values of variables, from files, the environment and the command line |

mod blocks;
mod body;
mod conditions;
mod files;
mod lifecycle;
mod module;
mod module_call;
mod module_checks;
mod module_packages;
mod module_reader;
mod moves;
mod named_values;
mod overrides;
mod provider;
mod reading;
mod requirements;
mod resource;
mod settings;
#[cfg(test)]
mod tests;
mod tree;
mod tree_calls;
mod variable_values;
mod version_range;

pub use body::ConfigBody;
pub use conditions::{Check, Condition};
pub use files::{ModuleFiles, has_files, is_file_name};
pub use lifecycle::{IgnoredChanges, Lifecycle};
pub use module::Module;
pub use module_call::{ModuleCall, PassedProvider};
pub use module_packages::{ModuleAbsence, ModulePackages, ModulePlace, NoPackages, WantedModule};
pub use moves::{ImportBlock, Moved, Removed};
pub use named_values::{Output, Variable};
pub use provider::{ProviderBlock, ProviderReference};
pub use requirements::{
    BUILT_IN, BUILT_IN_PACKAGE, ProviderAddresses, RequiredPackage, package_name, required_packages,
};
pub use resource::{Repetition, Resource};
pub use settings::{LocalState, RequiredProvider};
pub use tree::{ModuleNode, ModuleTree};
pub use variable_values::{GivenValue, VariableFlag, VariableSources};
