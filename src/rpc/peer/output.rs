//! Reads the output of a process line by line.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

use super::command::{PeerLine, PeerLog};

/// The maximum length of a line in bytes; longer lines are split.
const MAX_LINE: usize = 64 << 10;

/// The number of lines of standard error in the error for a process that fails to start.
const STDERR_TAIL: usize = 10;

/// The lines of a stream; invalid UTF-8 is replaced.
pub struct LineReader<R>(BufReader<R>);

impl<R: AsyncRead + Unpin> LineReader<R> {
    pub fn new(stream: R) -> Self {
        Self(BufReader::new(stream))
    }

    /// The next line; `None` at the end or on an error.
    pub async fn next(&mut self) -> Option<String> {
        let mut line = Vec::new();
        while let Ok(bytes) = self.0.fill_buf().await {
            if bytes.is_empty() {
                break;
            }
            let end = bytes.iter().position(|it| *it == b'\n');
            let taken = end.unwrap_or(bytes.len());
            line.extend_from_slice(&bytes[..taken]);
            let consumed = taken + usize::from(end.is_some());
            self.0.consume(consumed);
            if end.is_some() || line.len() >= MAX_LINE {
                return Some(text(&line));
            }
        }
        (!line.is_empty()).then(|| text(&line))
    }

    /// Forwards all lines until the end.
    pub async fn forward(mut self, is_error: bool, log: PeerLog) {
        while let Some(text) = self.next().await {
            log(PeerLine { text, is_error });
        }
    }
}

fn text(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    String::from_utf8_lossy(line).into_owned()
}

/// The last lines of standard error, kept until the process listens.
#[derive(Clone, Default)]
pub struct StderrTail(Arc<Mutex<VecDeque<String>>>);

impl StderrTail {
    /// A log that also keeps lines.
    pub fn listen(&self, log: PeerLog) -> PeerLog {
        let kept = Arc::clone(&self.0);
        Arc::new(move |line: PeerLine| {
            let mut kept = kept.lock();
            if kept.len() == STDERR_TAIL {
                kept.pop_front();
            }
            kept.push_back(line.text.clone());
            drop(kept);
            log(line);
        })
    }

    pub fn take(&self) -> Vec<String> {
        let mut kept = self.0.lock();
        kept.drain(..).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = LineReader::new(bytes);
        let mut all = Vec::new();
        while let Some(line) = lines.next().await {
            all.push(line);
        }
        all
    }

    #[tokio::test]
    async fn lines_end_as_they_do_anywhere() {
        assert_eq!(lines(b"a\nb\r\n\nc").await, ["a", "b", "", "c"]);
        assert_eq!(lines(b"\xff\n").await, ["\u{fffd}"]);
        assert!(lines(b"").await.is_empty());
    }

    #[tokio::test]
    async fn endless_lines_are_broken() {
        let long = vec![b'x'; 3 * MAX_LINE];
        let lines = lines(&long).await;
        assert!(lines.len() > 1, "{}", lines.len());
        assert_eq!(lines.iter().map(String::len).sum::<usize>(), long.len());
    }
}
