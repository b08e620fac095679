//! Stacks, their states, keys and secrets.

pub mod declared_config;
pub mod foreign_clones;
pub mod key_rotation;
pub mod missing_state;
pub mod moved_stacks;
pub mod old_stacks;
pub mod resource_references;
pub mod secret_commands;
pub mod secrets;
pub mod silent_bucket;
pub mod stack_export;
pub mod stack_keys;
pub mod stack_tools;
#[allow(clippy::module_inception)]
pub mod stacks;
pub mod state_s3;
