//! Stops a run of `lumi test --watch` whose sources have changed, so that a test without an end does
//! not end the watch.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use parking_lot::Mutex;

use lumi_host::{StopHandle, StopReason};

use super::watched_sources::WatchedSources;

/// The time that a run has to end by itself after a change: it may have made the change.
const GRACE: Duration = Duration::from_secs(2);

pub struct RunWatcher {
    run: Arc<Mutex<Run>>,
    /// Dropped when the run is over.
    over: Sender<()>,
    /// None where no thread can be had: then the run goes on to its end.
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Run {
    /// The test file that runs.
    file: Option<StopHandle>,
    is_stopped: bool,
}

impl RunWatcher {
    /// `before` are the sources at the start of the run.
    pub fn start(folder: PathBuf, before: WatchedSources) -> Self {
        let run = Arc::new(Mutex::new(Run::default()));
        let (over, ended) = mpsc::channel();
        let watched = Arc::clone(&run);
        let watch = move || {
            let mut pause = before.pause();
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let now = WatchedSources::of(&folder);
                pause = now.pause();
                if before.difference(&now).is_some() {
                    if ended.recv_timeout(GRACE) == Err(RecvTimeoutError::Timeout) {
                        watched.lock().stop();
                    }
                    return;
                }
            }
        };
        let thread = Builder::new().name("sources".to_owned()).spawn(watch).ok();
        Self { run, over, thread }
    }

    /// Stops a test file of the run, too.
    pub fn pass_to(&self, file: &StopHandle) {
        let mut run = self.run.lock();
        run.file = Some(file.clone());
        if run.is_stopped {
            run.stop();
        }
    }

    /// Ends with the run; whether a change has stopped it.
    pub fn end(self) -> bool {
        drop(self.over);
        // The thread has nothing that panics.
        let _ = self.thread.map(JoinHandle::join);
        self.run.lock().is_stopped
    }
}

impl Run {
    fn stop(&mut self) {
        self.is_stopped = true;
        if let Some(file) = &self.file {
            file.stop(StopReason::Interrupted);
        }
    }
}
