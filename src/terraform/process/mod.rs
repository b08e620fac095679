//! The process of a provider: its start, its output, and its end.
//!
//! | module | |
//! |---|---|
//! | `plugin_process` | a provider that was started and listens |
//! | `environment` | the variables that it gets |
//! | `handshake` | the line with which it says where it listens |
//! | `reattach` | a provider that a developer has started |
//! | `log_line` | a line of its log |
//! | `log_filter` | which lines are handed on, and what is kept of a crash |
//! | `secret_texts` | what is never shown |
//! | `stdio` | what it prints after its start |
//! | `start_error` | why it cannot be used |

mod environment;
mod handshake;
mod log_filter;
mod log_line;
mod plugin_process;
mod reattach;
mod secret_texts;
mod start_error;
mod stdio;
#[cfg(test)]
mod tests;

pub use handshake::{Handshake, HandshakeError, ProtocolVersion};
pub use log_filter::{LogFilter, ProviderLog};
pub use log_line::{LogLevel, LogLine};
pub use plugin_process::{PluginCommand, PluginProcess};
pub use reattach::{Reattachment, reattachments};
pub use secret_texts::SecretTexts;
pub use start_error::StartError;
