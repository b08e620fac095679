//! The places that packages are taken from, and which packages from which place.
//!
//! | module | |
//! |---|---|
//! | `address_pattern` | patterns of addresses of providers |
//! | `origins` | the places that packages are taken from, in their order |
//! | `tool_config` | the configuration file of OpenTofu and Terraform for their command line (`.tofurc`, `.terraformrc`) |

mod address_pattern;
mod origins;
mod tool_config;

pub use address_pattern::{AddressPattern, PatternError};
pub use origins::{Origin, OriginPlace, Origins};
pub use tool_config::{ToolConfig, ToolConfigError};
