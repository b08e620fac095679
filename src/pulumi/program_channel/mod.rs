//! The channel between an SDK that runs in this process and what it believes to reach over gRPC: servers that it calls, and
//! clients that call its servers.
//!
//! | module | |
//! |---|---|
//! | `encoded` | calls whose messages the SDK has encoded |
//! | `connections` | connections to servers of this machine |
//! | `loopback` | ports of this process, whose requests become calls of the SDK |
//! | `plugin_services` | the channel of a plugin, whose engine is another process |

mod connections;
mod encoded;
mod loopback;
mod plugin_services;

pub use connections::Connections;
pub use encoded::{failure, status};
pub use loopback::Loopback;
pub use plugin_services::PluginServices;
