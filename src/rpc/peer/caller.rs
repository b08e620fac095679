//! A process that does not listen: it calls a server of this process.

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

/// A process that was told an address on its command line. Dropped, it is killed.
pub struct CallingPeer {
    what: String,
    process: Process,
    /// Who passes its lines on.
    lines: Mutex<JoinSet<()>>,
}

impl fmt::Debug for CallingPeer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CallingPeer({})", self.what)
    }
}

impl CallingPeer {
    /// Starts a process. Must be called on a tokio runtime, which passes its lines on to `log`.
    pub async fn start(command: &PeerCommand, log: PeerLog) -> io::Result<Self> {
        let (process, pipes) = Process::start(command).await?;
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

    /// Waits for its end, and until its last lines are passed on.
    pub async fn wait(&self) -> PeerExit {
        let end = self.process.wait().await;
        let mut lines = self.lines.lock().await;
        // Nothing of its group is left that could write any more.
        let _ = timeout(MOMENT, async { while lines.join_next().await.is_some() {} }).await;
        end
    }

    /// Asks it to end, and kills it after a while.
    pub async fn terminate(self) {
        self.process.terminate().await;
    }
}
