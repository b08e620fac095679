//! Processes that are started and connected to: plugins and language runtimes.
//!
//! A process gets the token of the run in its environment, prints its loopback port as the first
//! line of standard output, and is connected to. Lines that it prints after that go to the log of
//! the caller.
//!
//! | module | |
//! |---|---|
//! | `command` | the command and its time limits |
//! | `process` | the process, from its start to its end |
//! | `spawn` | its start without a copy of this process, on Linux |
//! | `output` | the lines it prints |
//! | `caller` | a process that does not listen, but calls |
//! | `error` | the reasons for a failed connection |
//! | `peer` | a process and the connection to it |
//!
//! A process must not outlive its parent: it is asked to end by closing its standard input and by
//! SIGTERM, and killed after a grace period. Where the system supports it, the death of this
//! process kills it, too.

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
#[cfg(target_os = "linux")]
mod spawn;

pub use caller::CallingPeer;
pub use command::{PeerCommand, PeerLine, PeerLog, ShutdownMethod};
pub use error::PeerError;
pub use peer::Peer;
pub use process::PeerExit;
