//! Lines that processes of services print.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncReadExt as _};

use lumi_host::{Event, LogLevel};

use crate::telemetry::FunctionOutput;

/// The longest line in bytes; the rest of a longer one is the next line.
const MAX_LINE: usize = 16 << 10;
/// The number of lines in a second that are kept.
const MAX_LINES: u32 = 1000;
const SECOND: Duration = Duration::from_secs(1);
const PIECE: usize = 16 << 10;
/// The last lines that a failure shows, and their length in characters.
const LAST_LINES: usize = 20;
const LAST_LENGTH: usize = 200;

/// The last lines of a process.
#[derive(Clone, Default)]
pub struct LastLines(Arc<Mutex<VecDeque<String>>>);

impl LastLines {
    fn push(&self, line: &str) {
        let mut lines = self.0.lock();
        if lines.len() == LAST_LINES {
            lines.pop_front();
        }
        lines.push_back(line.chars().take(LAST_LENGTH).collect());
    }

    /// All of them, with line ends.
    pub fn text(&self) -> String {
        let lines = self.0.lock();
        lines.iter().map(|it| format!("{it}\n")).collect()
    }
}

/// Takes the lines of a pipe until its end. A process that floods its output loses lines, and is not slowed down.
pub async fn pass(pipe: impl AsyncRead + Unpin, output: Arc<FunctionOutput>, last: LastLines) {
    let mut pipe = pipe;
    let mut limit = LineLimit::new(Instant::now());
    let mut rest = Vec::new();
    let mut piece = vec![0; PIECE];
    while let Ok(length @ 1..) = pipe.read(&mut piece).await {
        rest.extend_from_slice(&piece[..length]);
        let mut taken = 0;
        while let Some((line, length)) = first_line(&rest[taken..]) {
            note(&line, &output, &last, &mut limit);
            taken += length;
        }
        rest.drain(..taken);
    }
    if !rest.is_empty() {
        let line = String::from_utf8_lossy(&rest).into_owned();
        note(&line, &output, &last, &mut limit);
    }
    if let Some(text) = limit.close() {
        write(&output, text);
    }
}

fn note(line: &str, output: &FunctionOutput, last: &LastLines, limit: &mut LineLimit) {
    let masked = (output.mask)(line);
    last.push(&masked);
    let (is_kept, lost) = limit.take(Instant::now());
    if let Some(text) = lost {
        write(output, text);
    }
    if is_kept {
        write(output, line.to_owned());
    }
}

fn write(output: &FunctionOutput, line: String) {
    let event = Event::Console {
        level: LogLevel::Info,
        text: line + "\n",
    };
    output.event(event, "");
}

/// The first line without its end, if it is complete or too long, and the number of bytes that it takes.
fn first_line(bytes: &[u8]) -> Option<(String, usize)> {
    let end = bytes.iter().take(MAX_LINE).position(|it| *it == b'\n');
    let (length, taken) = match end {
        Some(end) => (end, end + 1),
        None if bytes.len() >= MAX_LINE => (MAX_LINE, MAX_LINE),
        None => return None,
    };
    let line = String::from_utf8_lossy(&bytes[..length]).into_owned();
    let line = line.strip_suffix('\r').map(str::to_owned).unwrap_or(line);
    Some((line, taken))
}

/// Counts lines by the second.
struct LineLimit {
    since: Instant,
    kept: u32,
    lost: u64,
}

impl LineLimit {
    const fn new(now: Instant) -> Self {
        Self {
            since: now,
            kept: 0,
            lost: 0,
        }
    }

    /// Whether the next line is kept, and a line about those that were not.
    fn take(&mut self, now: Instant) -> (bool, Option<String>) {
        let mut text = None;
        if now.duration_since(self.since) >= SECOND {
            text = self.close();
            *self = Self::new(now);
        }
        let is_kept = self.kept < MAX_LINES;
        match is_kept {
            true => self.kept += 1,
            false => self.lost += 1,
        }
        (is_kept, text)
    }

    fn close(&mut self) -> Option<String> {
        let lost = std::mem::take(&mut self.lost);
        (lost > 0)
            .then(|| format!("({lost} lines are left out: more than {MAX_LINES} came in a second)"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_they_end_or_are_too_long() {
        let first = |bytes: &[u8]| first_line(bytes);
        assert_eq!(first(b"a\r\n\nb"), Some(("a".to_owned(), 3)));
        assert_eq!(first(b"\nb"), Some((String::new(), 1)));
        assert_eq!(first(b"b"), None);
        assert_eq!(first(&[b'c'; MAX_LINE + 1]).unwrap().1, MAX_LINE);
    }

    #[test]
    fn a_flood_is_counted_and_left_out() {
        let start = Instant::now();
        let mut limit = LineLimit::new(start);
        let kept = (0..MAX_LINES + 5).filter(|_| limit.take(start).0).count();
        assert_eq!(kept, MAX_LINES as usize);
        let (is_kept, text) = limit.take(start + SECOND);
        assert!(is_kept);
        insta::assert_snapshot!(text.unwrap(), @"(5 lines are left out: more than 1000 came in a second)");
        assert_eq!(limit.close(), None);
    }

    #[tokio::test]
    async fn the_last_lines_are_kept() {
        let text: String = (0..30).map(|it| format!("{it}\n")).collect();
        let last = LastLines::default();
        pass(text.as_bytes(), FunctionOutput::silent(), last.clone()).await;
        assert!(last.text().starts_with("10\n") && last.text().ends_with("29\n"));
    }
}
