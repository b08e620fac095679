//! Where packages are taken from, and which ones from where.

mod address_pattern;
mod origins;
mod tool_config;

pub use address_pattern::{AddressPattern, PatternError};
pub use origins::{Origin, OriginPlace, Origins};
pub use tool_config::{ToolConfig, ToolConfigError};
