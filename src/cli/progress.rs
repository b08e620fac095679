//! A line on the terminal that tells how far a long run is.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Shorter runs are over before anybody wonders.
const FIRST: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(200);
/// Back to the first column, and the line is empty.
const CLEAR: &str = "\r\x1b[2K";

/// A line of progress stands on the terminal. There is one terminal, so there is one of this.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);
/// The last text on the terminal did not end its line.
static IS_LINE_OPEN: AtomicBool = AtomicBool::new(false);

/// Shows progress on standard error until it is dropped.
pub struct Progress {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// `count` answers how many resources there are so far.
    pub fn start(count: impl Fn() -> usize + Send + 'static) -> Self {
        let (end, ended) = mpsc::channel();
        let thread = thread::spawn(move || {
            let start = Instant::now();
            let mut wait = FIRST;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = INTERVAL;
                draw(&line(count(), start.elapsed()));
            }
            write_over_progress(&mut io::stderr().lock(), "");
        });
        Self {
            end: Some(end),
            thread: Some(thread),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn draw(line: &str) {
    let mut out = io::stderr().lock();
    // What the program has not ended with a line end must not be drawn over.
    if IS_LINE_OPEN.load(Ordering::Relaxed) {
        return;
    }
    let _ = write!(out, "{CLEAR}{line}");
    IS_SHOWN.store(true, Ordering::Relaxed);
}

/// Writes where a line of progress may stand. Nobody can be told if the terminal does not take it.
pub fn write_over_progress(out: &mut io::StderrLock<'_>, text: &str) {
    if IS_SHOWN.swap(false, Ordering::Relaxed) {
        let _ = out.write_all(CLEAR.as_bytes());
    }
    let _ = out.write_all(text.as_bytes());
    if !text.is_empty() {
        IS_LINE_OPEN.store(!text.ends_with('\n'), Ordering::Relaxed);
    }
}

fn line(resources: usize, elapsed: Duration) -> String {
    let plural = if resources == 1 { "" } else { "s" };
    format!(
        "running: {resources} resource{plural}, {} s",
        elapsed.as_secs()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts() {
        assert_eq!(
            line(1, Duration::from_millis(1900)),
            "running: 1 resource, 1 s"
        );
        assert_eq!(line(0, Duration::ZERO), "running: 0 resources, 0 s");
    }

    #[test]
    fn a_short_run_ends_it_at_once() {
        let start = Instant::now();
        drop(Progress::start(|| 0));
        assert!(start.elapsed() < FIRST);
    }
}
