//! A process at the other end: a plugin, or a language runtime.
//!
//! It is started with the token of the run in its environment, says on the first line of standard
//! output at which port of loopback it listens, and is connected to. What it prints after that goes,
//! line by line, to the log of the code that started it.
//!
//! | module | |
//! |---|---|
//! | `command` | what is to be started, and how long that may take |
//! | `process` | the process itself, from its start to its end |
//! | `output` | what it prints |
//! | `caller` | a process that does not listen, but calls |
//! | `error` | why there is no connection to it |
//!
//! It must not outlive its user: it is asked to end by the end of its standard input and SIGTERM, and
//! is killed after a while. Where the system can, it is killed when this process is.

mod caller;
mod command;
mod error;
mod output;
#[expect(
    clippy::module_inception,
    reason = "named after its type, as every file is"
)]
mod peer;
mod process;

pub use caller::CallingPeer;
pub use command::{PeerCommand, PeerLine, PeerLog, ShutdownMethod};
pub use error::PeerError;
pub use peer::Peer;
pub use process::PeerExit;
