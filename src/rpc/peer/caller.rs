//! A process that does not listen, but calls a server of this process.

use std::fmt;
use std::io;

use tokio::process::{ChildStderr, ChildStdout};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::command::{PeerCommand, PeerLog};
use super::output::LineReader;
use super::peer::MOMENT;
use super::process::{PeerExit, Process};
use crate::warm_up::warm_up;

/// A process that got the address of a server on its command line. Killed on drop.
pub struct CallingPeer {
    what: String,
    process: Process,
    /// The tasks that forward its lines.
    lines: Mutex<JoinSet<()>>,
}

impl fmt::Debug for CallingPeer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CallingPeer({})", self.what)
    }
}

impl CallingPeer {
    /// Starts a process. Must be called on a tokio runtime, which forwards its lines to `log`.
    pub async fn start(command: &PeerCommand, log: PeerLog) -> io::Result<Self> {
        let (process, pipes) = Process::start(command).await?;
        warm_up();
        let mut lines = JoinSet::new();
        let stdout = LineReader::new(ChildStdout::from_std(pipes.stdout)?);
        lines.spawn(stdout.forward(false, log.clone()));
        let stderr = LineReader::new(ChildStderr::from_std(pipes.stderr)?);
        lines.spawn(stderr.forward(true, log));
        Ok(Self {
            what: command.what.clone(),
            process,
            lines: Mutex::new(lines),
        })
    }

    /// Waits until the process has ended and its last lines are forwarded.
    pub async fn wait(&self) -> PeerExit {
        let end = self.process.wait().await;
        let mut lines = self.lines.lock().await;
        // All processes of its group have ended, so nothing can write any more.
        let _ = timeout(MOMENT, async { while lines.join_next().await.is_some() {} }).await;
        end
    }

    /// Asks the process to end, and kills it after a grace period.
    pub async fn terminate(self) {
        self.process.terminate().await;
    }
}
