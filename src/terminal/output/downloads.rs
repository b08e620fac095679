//! The progress of downloads, on a terminal.

use std::sync::Arc;
use std::time::Duration;

use bytesize::ByteSize;
use parking_lot::Mutex;

use lumi_packages::install::Progress as DownloadProgress;

use super::progress::Progress;
use super::terminal::Terminal;
use lumi_project::packages::Downloads;

/// Shorter downloads show no progress.
const FIRST: Duration = Duration::from_millis(400);

/// All downloads of a command. Shown until it is dropped.
pub struct ShownDownloads {
    rows: Arc<Mutex<Vec<Row>>>,
    _shown: Option<Progress>,
}

struct Row {
    title: String,
    received: u64,
    total: Option<u64>,
}

struct Download {
    rows: Arc<Mutex<Vec<Row>>>,
    index: usize,
}

impl ShownDownloads {
    pub fn start(terminal: Terminal) -> Self {
        let rows: Arc<Mutex<Vec<Row>>> = Arc::default();
        let drawn = Arc::clone(&rows);
        let columns = terminal.error_width.unwrap_or(80);
        let shown = terminal.shows_progress.then(|| {
            Progress::draw(FIRST, move |_| {
                let rows = drawn.lock();
                let under_way = rows.iter().filter(|it| it.is_under_way());
                under_way.map(|it| it.line(columns)).collect()
            })
        });
        Self {
            rows,
            _shown: shown,
        }
    }
}

impl Downloads for ShownDownloads {
    fn add(&self, title: String) -> Box<dyn DownloadProgress> {
        let mut rows = self.rows.lock();
        rows.push(Row {
            title,
            received: 0,
            total: None,
        });
        Box::new(Download {
            index: rows.len() - 1,
            rows: Arc::clone(&self.rows),
        })
    }
}

impl DownloadProgress for Download {
    fn received(&self, bytes: u64, total: Option<u64>) {
        if let Some(row) = self.rows.lock().get_mut(self.index) {
            row.received = bytes;
            row.total = total;
        }
    }
}

impl Row {
    fn is_under_way(&self) -> bool {
        self.received > 0 && self.total != Some(self.received)
    }

    /// No wider than the terminal.
    fn line(&self, columns: usize) -> String {
        let size = |bytes: u64| ByteSize::b(bytes).display().iec().to_string();
        let received = size(self.received);
        let amount = match self.total {
            Some(total) => {
                let percent = self.received.saturating_mul(100) / total.max(1);
                format!("{percent} %, {received} of {}", size(total))
            }
            None => received,
        };
        let line = format!("downloading {}: {amount}", self.title);
        line.chars().take(columns.saturating_sub(1)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_a_download_is() {
        let row = |received, total| Row {
            title: "random 3.7.2".to_owned(),
            received,
            total,
        };
        let line = |received, total| row(received, total).line(80);
        assert_eq!(
            line(1 << 20, Some(4 << 20)),
            "downloading random 3.7.2: 25 %, 1.0 MiB of 4.0 MiB"
        );
        assert_eq!(line(1 << 20, None), "downloading random 3.7.2: 1.0 MiB");
        assert_eq!(row(9, None).line(12), "downloading");
        assert!(!row(0, Some(9)).is_under_way());
        assert!(!row(9, Some(9)).is_under_way());
    }
}
