//! The process of a worker, which takes everything that it started with it.

use std::process::{Child, ExitStatus};

use lumi_rpc::wait_for_session;

/// Ends when it is dropped, with the processes that its function has started.
pub struct WorkerChild {
    child: Child,
    /// Whether its function may start processes.
    starts_programs: bool,
}

impl WorkerChild {
    pub fn new(child: Child, starts_programs: bool) -> Self {
        Self {
            child,
            starts_programs,
        }
    }

    /// Kills the worker unless it has ended.
    pub fn kill(&mut self) {
        // Fails if the worker has ended.
        let _ = self.child.kill();
    }

    /// Blocks until the worker has ended, and kills what its function has started. `None` if the
    /// system does not know how the worker ended.
    pub fn wait(&mut self) -> Option<ExitStatus> {
        let status = match self.starts_programs {
            true => wait_for_session(&mut self.child),
            false => self.child.wait(),
        };
        status.ok()
    }
}

impl Drop for WorkerChild {
    fn drop(&mut self) {
        self.kill();
        self.wait();
    }
}
