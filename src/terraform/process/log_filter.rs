//! Which lines of a provider's output are handed on, and what is kept of a crash.

use std::sync::Arc;

use parking_lot::Mutex;

use lumi_rpc::PeerLine;

use super::log_line::{LogLevel, LogLine};
use super::secret_texts::SecretTexts;

/// The number of lines of a stack trace that are kept, and of other lines before the end.
const KEPT: usize = 100;

/// The number of last lines in the error for a process that ended without a stack trace.
const TAIL: usize = 10;

/// The maximum length of a line that is kept or handed on, in bytes.
const MAX_LINE: usize = 4 << 10;

/// Receives lines without secrets, on any thread; must not block for long.
pub type ProviderLog = Arc<dyn Fn(LogLine) + Send + Sync>;

/// Filters the output of one process. Clones share what is kept; memory does not grow with the
/// output.
#[derive(Clone)]
pub struct LogFilter {
    level: LogLevel,
    secrets: SecretTexts,
    log: ProviderLog,
    kept: Arc<Mutex<RecentOutput>>,
}

#[derive(Default)]
struct RecentOutput {
    panic: Vec<String>,
    /// Plain lines of standard error, the last one last.
    tail: Vec<String>,
}

impl LogFilter {
    /// Hands on what is at least as important as `level`.
    pub fn new(level: LogLevel, secrets: SecretTexts, log: ProviderLog) -> Self {
        Self {
            level,
            secrets,
            log,
            kept: Arc::default(),
        }
    }

    pub fn level(&self) -> LogLevel {
        self.level
    }

    pub fn secrets(&self) -> &SecretTexts {
        &self.secrets
    }

    /// Takes a line of either stream.
    pub fn add_line(&self, line: &PeerLine) {
        let text = shortened(&line.text);
        if line.is_error {
            let mut kept = self.kept.lock();
            if !kept.panic.is_empty() || LogLine::begins_panic(text) {
                if kept.panic.len() < KEPT {
                    kept.panic.push(self.secrets.redact(text).into_owned());
                }
                return;
            }
            if !text.starts_with('{') {
                if kept.tail.len() == TAIL {
                    kept.tail.remove(0);
                }
                kept.tail.push(self.secrets.redact(text).into_owned());
            }
        }
        // Text on standard output is not a log, but was meant for a reader.
        let line = match line.is_error {
            true => LogLine::parse(text),
            false => LogLine {
                level: LogLevel::Info,
                text: text.to_owned(),
            },
        };
        if line.level >= self.level && !line.text.trim().is_empty() {
            let text = self.secrets.redact(&line.text).into_owned();
            (self.log)(LogLine { text, ..line });
        }
    }

    /// The stack trace of a crash, or else the last plain lines.
    pub fn crash_output(&self) -> Vec<String> {
        let kept = self.kept.lock();
        match kept.panic.is_empty() {
            true => kept.tail.clone(),
            false => kept.panic.clone(),
        }
    }
}

fn shortened(text: &str) -> &str {
    let mut end = text.len().min(MAX_LINE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter() -> (LogFilter, Arc<Mutex<Vec<String>>>) {
        let heard = Arc::<Mutex<Vec<String>>>::default();
        let lines = Arc::clone(&heard);
        let log: ProviderLog = Arc::new(move |line| lines.lock().push(line.text));
        let secrets = SecretTexts::default();
        secrets.add("hunter2");
        (LogFilter::new(LogLevel::Warn, secrets, log), heard)
    }

    fn line(text: &str, is_error: bool) -> PeerLine {
        let text = text.to_owned();
        PeerLine { text, is_error }
    }

    #[test]
    fn lines_below_the_level_and_secrets_are_kept_back() {
        let (filter, heard) = filter();
        for text in [
            r#"{"@level":"trace","@message":"all of it"}"#,
            r#"{"@level":"error","@message":"no","password":"hunter2"}"#,
            "[WARN] plain hunter2",
            "chatter",
        ] {
            filter.add_line(&line(text, true));
        }
        filter.add_line(&line("printed", false));
        assert_eq!(*heard.lock(), ["no password=[secret]", "plain [secret]"]);
        assert_eq!(filter.crash_output(), ["[WARN] plain [secret]", "chatter"]);
    }

    #[test]
    fn a_crash_is_kept_and_memory_stays_small() {
        let (filter, heard) = filter();
        for number in 0..1000 {
            filter.add_line(&line(&format!("before {number}"), true));
        }
        assert_eq!(filter.crash_output().len(), TAIL);
        filter.add_line(&line("panic: hunter2 is nil", true));
        for number in 0..1000 {
            filter.add_line(&line(
                &format!("frame {number} {}", "x".repeat(10_000)),
                true,
            ));
        }
        let words = filter.crash_output();
        assert_eq!(words[0], "panic: [secret] is nil");
        assert_eq!(words.len(), KEPT);
        assert!(words.iter().all(|it| it.len() <= MAX_LINE));
        assert!(heard.lock().is_empty());
    }
}
