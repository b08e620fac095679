//! The results as a table in Markdown.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::Result;
use crate::contest::Case;
use crate::samples::Samples;

pub const HEAD: &str = "\
| what | who | median | fastest | peak RSS | runs | lumi to it | target |
|---|---|--:|--:|--:|--:|--:|---|";

/// A row for each competitor; the ratio is that of lumi's median to its own.
pub fn rows(case: &Case, samples: &[Samples]) -> String {
    let mut text = String::new();
    let lumi = samples.first().map_or(Duration::ZERO, Samples::median);
    for (index, (competitor, samples)) in case.competitors.iter().zip(samples).enumerate() {
        let (title, ratio, target) = match index {
            0 => (case.title, String::new(), case.target),
            _ => ("", ratio(lumi, samples.median()), ""),
        };
        let _ = writeln!(
            text,
            "| {title} | {} | {} | {} | {} | {} | {ratio} | {target} |",
            competitor.name,
            milliseconds(samples.median()),
            milliseconds(samples.min()),
            megabytes(samples.peak_rss()),
            samples.len(),
        );
    }
    if let (Some(snapshot), Some(samples)) = (&case.snapshot, samples.first()) {
        let size = fs::metadata(snapshot).map_or(0, |it| it.len());
        let written = samples.written();
        let ratio = written as f64 / size.max(1) as f64;
        let _ = writeln!(
            text,
            "| bytes written for it | lumi | {} | | | | {ratio:.2} x the snapshot | 4 x |",
            megabytes(written),
        );
    }
    text
}

/// The row of an idle function's memory.
pub fn idle(bytes: u64) -> String {
    let size = megabytes(bytes);
    format!(
        "| memory of an idle function, without what is shared | lumi | {size} | | | | | 15 MB |\n"
    )
}

/// The row of the memory of functions that have answered a request.
pub fn memory_of_functions(count: usize, bytes: u64) -> String {
    let size = megabytes(bytes);
    format!("| memory of {count} functions that have answered | lumi | {size} | | | | | |\n")
}

/// The row of the binary itself.
pub fn size(lumi: &Path) -> Result<String> {
    let size = megabytes(fs::metadata(lumi)?.len());
    Ok(format!(
        "| size of the binary | lumi | {size} | | | | | 85 MB |\n"
    ))
}

fn ratio(lumi: Duration, other: Duration) -> String {
    format!("{:.3} x", lumi.as_secs_f64() / other.as_secs_f64())
}

fn milliseconds(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1e3;
    let digits = if milliseconds < 100.0 { 1 } else { 0 };
    format!("{milliseconds:.digits$} ms")
}

/// Of a million bytes.
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
