//! Commands, their output and their messages.

pub mod bad_input;
pub mod bad_packages;
pub mod completion;
pub mod declared_permissions;
pub mod engine;
pub mod graph;
pub mod graph_differences;
pub mod graph_page;
pub mod graph_picture;
pub mod growth;
pub mod inference;
pub mod json_failures;
mod killed_set_backs;
pub mod messages;
pub mod packages;
pub mod prompts;
pub mod reconcile;
pub mod snapshot;
mod test_servers;
pub mod trace;
pub mod watch;
