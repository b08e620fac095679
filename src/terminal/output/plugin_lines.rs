//! Limits what plugins print: a plugin that prints without end would hide what a run does, and delay it.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use lumi_provider::{PackageName, PluginLevel, PluginLine};

/// Number of lines of a plugin's output that are shown, and with `--verbose`.
const MAX_LINES: u64 = 500;
const MAX_LINES_VERBOSE: u64 = 10_000;

/// The lines of each plugin so far.
pub struct PluginLines {
    limit: u64,
    counts: Mutex<BTreeMap<Kind, u64>>,
}

/// Warnings and errors are counted apart, so that other output cannot crowd them out. `None` is a plugin that has
/// not said its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    package: Option<PackageName>,
    is_problem: bool,
}

impl PluginLines {
    pub fn new(is_verbose: bool) -> Self {
        Self {
            limit: if is_verbose {
                MAX_LINES_VERBOSE
            } else {
                MAX_LINES
            },
            counts: Mutex::default(),
        }
    }

    /// The line to show in place of a line: itself, or the note that no more follow.
    pub fn pass(&self, line: PluginLine) -> Option<PluginLine> {
        let kind = Kind {
            package: line.package.clone(),
            is_problem: matches!(line.level, PluginLevel::Warning | PluginLevel::Error),
        };
        let (limit, what) = (self.limit, kind.what());
        let mut counts = self.counts.lock();
        let count = counts.entry(kind).or_default();
        *count += 1;
        if *count <= limit {
            return Some(line);
        }
        (*count == limit + 1).then(|| PluginLine {
            level: PluginLevel::Info,
            urn: None,
            text: format!("printed more than {limit} {what}; further ones are not shown"),
            ..line
        })
    }

    /// A sentence for each plugin with lines that were not shown.
    pub fn hidden(&self) -> Vec<String> {
        let counts = self.counts.lock();
        let hidden = counts.iter().filter(|(_, count)| **count > self.limit);
        hidden
            .map(|(kind, count)| {
                let package = kind.package.as_ref().map(|it| format!("{it}: "));
                let package = package.unwrap_or_default();
                let (hidden, what) = (count - self.limit, kind.what());
                format!("{package}{hidden} further {what} were not shown")
            })
            .collect()
    }
}

impl Kind {
    fn what(&self) -> &'static str {
        match self.is_problem {
            true => "warnings and errors",
            false => "lines",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(package: &str, level: PluginLevel) -> PluginLine {
        PluginLine {
            package: PackageName::parse(package),
            level,
            urn: None,
            text: "it".to_owned(),
        }
    }

    #[test]
    fn lines_beyond_the_limit_are_counted() {
        let lines = PluginLines::new(false);
        let pass = |package, level| lines.pass(line(package, level)).map(|it| it.text);
        let shown: Vec<String> = (0..100_000)
            .filter_map(|_| pass("liar", PluginLevel::Info))
            .collect();
        assert_eq!(shown.len(), 501);
        assert_eq!(
            shown[500],
            "printed more than 500 lines; further ones are not shown"
        );
        assert_eq!(pass("liar", PluginLevel::Error).as_deref(), Some("it"));
        assert_eq!(pass("other", PluginLevel::Info).as_deref(), Some("it"));
        for _ in 0..501 {
            pass("liar", PluginLevel::Warning);
        }
        assert_eq!(
            lines.hidden(),
            [
                "liar: 99500 further lines were not shown",
                "liar: 2 further warnings and errors were not shown"
            ]
        );
    }
}
