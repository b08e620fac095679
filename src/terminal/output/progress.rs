//! Progress lines of a long run on the terminal.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::screen;

/// Shorter runs show no progress.
const FIRST: Duration = Duration::from_secs(1);
/// Minimum interval between redraws.
const INTERVAL: Duration = Duration::from_millis(100);

/// Shows progress on standard error until it is dropped.
pub struct Progress {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts a progress line; `count` returns the number of resources so far.
    pub fn start(count: impl Fn() -> usize + Send + 'static) -> Self {
        Self::draw(FIRST, move |elapsed| vec![line(count(), elapsed)])
    }

    /// Draws `lines(time since the start)` repeatedly, the first time after `first`.
    pub fn draw(first: Duration, lines: impl Fn(Duration) -> Vec<String> + Send + 'static) -> Self {
        let (end, ended) = mpsc::channel();
        let draw = move || {
            let start = Instant::now();
            let mut wait = first;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = INTERVAL;
                screen::draw(&lines(start.elapsed()));
            }
            screen::write_above("");
        };
        Self {
            end: Some(end),
            // Where no thread can be had, a run shows no progress.
            thread: Builder::new().name("progress".to_owned()).spawn(draw).ok(),
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
    fn running_resources_and_seconds_are_counted() {
        assert_eq!(
            line(1, Duration::from_millis(1900)),
            "running: 1 resource, 1 s"
        );
        assert_eq!(line(0, Duration::ZERO), "running: 0 resources, 0 s");
    }

    #[test]
    fn a_short_run_draws_nothing() {
        let (asked, was_asked) = mpsc::channel();
        drop(Progress::draw(Duration::from_secs(3600), move |_| {
            let _ = asked.send(());
            Vec::new()
        }));
        assert_eq!(was_asked.try_recv(), Err(mpsc::TryRecvError::Disconnected));
    }
}
