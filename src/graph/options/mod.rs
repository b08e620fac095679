//! The options of a resource, from the SDK to the state.
//!
//! | module | |
//! |---|---|
//! | `resource_option` | the table of options: one line for each, with its name and type |
//! | `resource_options` | the options of one resource, read from an object and written as one |
//! | `option_value` | how the types of options are read and written |
//! | `alias`, `custom_timeouts`, `env_var_mappings`, `hook_names`, `parameterization`, `path_pattern` | the types of some options |
//! | `option_error` | why the value of an option is invalid |

mod alias;
mod custom_timeouts;
mod env_var_mappings;
mod hook_names;
mod option_error;
mod option_value;
mod parameterization;
mod path_pattern;
mod resource_option;
mod resource_options;

pub use alias::{Alias, AliasParts};
pub use custom_timeouts::{CustomTimeouts, Timeouts};
pub use env_var_mappings::EnvVarMappings;
pub use hook_names::HookNames;
pub use option_error::OptionError;
pub use parameterization::Parameterization;
pub use path_pattern::PathPattern;
pub use resource_option::ResourceOption;
pub use resource_options::ResourceOptions;
