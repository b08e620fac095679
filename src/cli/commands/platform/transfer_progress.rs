//! How far an export or an import has come, as text.

use std::sync::Arc;
use std::time::Duration;

use bytesize::ByteSize;
use parking_lot::Mutex;

use lumi_platform::transfer::Progress;
use lumi_terminal::output::progress::Progress as Lines;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::wording::counted;

/// Shorter runs show no progress.
const FIRST: Duration = Duration::from_secs(1);

/// Shows a line on a terminal until it is dropped.
pub struct ShownProgress {
    numbers: Arc<Mutex<Progress>>,
    _lines: Option<Lines>,
}

impl ShownProgress {
    /// `done` is the word for what was moved.
    pub fn start(done: &'static str, terminal: Terminal) -> Self {
        let numbers: Arc<Mutex<Progress>> = Arc::default();
        let drawn = Arc::clone(&numbers);
        let lines = terminal.shows_progress.then(|| {
            Lines::draw(FIRST, move |_| {
                vec![format!("{done} {}", self::numbers(&drawn.lock()))]
            })
        });
        Self {
            numbers,
            _lines: lines,
        }
    }

    pub fn set(&self, progress: &Progress) {
        self.numbers.lock().clone_from(progress);
    }
}

/// Such as `2 values, 1 message (3.0 kB)`.
pub fn numbers(progress: &Progress) -> String {
    let counts = progress.counts.iter();
    let counts: Vec<String> = counts
        .map(|(kind, count)| counted(*count as usize, kind.noun()))
        .collect();
    match counts.is_empty() {
        true => "nothing".to_owned(),
        false => format!(
            "{} ({})",
            counts.join(", "),
            ByteSize(progress.bytes).display().si()
        ),
    }
}

#[cfg(test)]
mod tests {
    use lumi_platform::transfer::EntryKind;

    use super::*;

    #[test]
    fn numbers_are_counted_by_kind() {
        let mut progress = Progress::default();
        assert_eq!(numbers(&progress), "nothing");
        progress.add(EntryKind::Message, 4);
        progress.add(EntryKind::Message, 40_000);
        progress.add(EntryKind::Value, 1);
        assert_eq!(numbers(&progress), "1 value, 2 messages (40.0 kB)");
    }
}
