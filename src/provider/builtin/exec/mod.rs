//! Commands on the local machine.
//!
//! | module | |
//! |---|---|
//! | `command` | `std:exec:Command` |
//! | `command_inputs` | its inputs |
//! | `local_command` | what is known of it without the provider |
//! | `process` | one process from its start to its end |
//! | `captured` | the output of a process |
//! | `orphans` | commands that still run although the Lumi process that started them was killed |

mod captured;
mod command;
mod command_inputs;
mod local_command;
mod orphans;
mod process;

pub use command::Command;
pub use local_command::LocalCommand;
