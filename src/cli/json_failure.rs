//! The failure of a command with `--json`, on standard output.
//!
//! A program that reads the output of a command gets a reason and a code, however early the command failed: an unknown
//! stack, a key of `Lumi.yaml`, a wrong flag.

use std::ffi::OsString;
use std::io;

use clap::ArgMatches;
use serde_json::json;

use crate::args::command_path;
use lumi_terminal::exit::Exit;
use lumi_terminal::output::terminal::write_json_event;
use lumi_terminal::ui::event::json_report;
use lumi_terminal::ui::report::Report;

/// Commands that write an event on each line, and a summary as the last one. All others write one document.
const STREAMS: [&str; 10] = [
    "run", "test", "preview", "plan", "up", "destroy", "refresh", "import", "deploy", "watch",
];

/// The form of a command's output with `--json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonOutput {
    Lines,
    Document,
}

impl JsonOutput {
    /// `None` without `--json`.
    pub fn of(matches: &ArgMatches) -> Option<Self> {
        let mut path = Vec::new();
        let mut at = matches;
        while let Some((name, below)) = at.subcommand() {
            path.push(name);
            at = below;
        }
        let is_json = at.try_get_one::<bool>("json").ok().flatten();
        is_json.is_some_and(|it| *it).then(|| Self::of_path(&path))
    }

    /// The form that arguments ask for which are wrong otherwise.
    pub fn of_refused(arguments: &[OsString]) -> Option<Self> {
        let words = arguments
            .iter()
            .skip(1)
            .map(|it| it.to_str().unwrap_or_default());
        let words: Vec<&str> = words.take_while(|it| *it != "--").collect();
        words.contains(&"--json").then(|| {
            let path = command_path(words);
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            Self::of_path(&path)
        })
    }

    fn of_path(path: &[&str]) -> Self {
        match path {
            ["engine", name] | [name] if STREAMS.contains(name) => Self::Lines,
            ["stack", "rollback"] => Self::Lines,
            _ => Self::Document,
        }
    }

    /// Writes the failure. A closed pipe counts as success.
    pub fn write(self, report: Option<&Report>, exit: Exit) -> io::Result<()> {
        match self {
            Self::Document => write_json_event(json!({ "error": report, "exitCode": exit.code() })),
            Self::Lines => {
                if let Some(report) = report {
                    write_json_event(json_report(report))?;
                }
                write_json_event(json!({ "type": "summary", "exitCode": exit.code() }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_write_lines_and_other_commands_a_document() {
        let form = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            JsonOutput::of_refused(&words)
        };
        for line in [
            "lumi up --json",
            "lumi -q preview --json --wrong",
            "lumi -C web up --json",
            "lumi -C stack up --json",
            "lumi engine up --json",
            "lumi stack rollback 3 --json",
        ] {
            assert_eq!(form(line), Some(JsonOutput::Lines), "{line}");
        }
        for line in [
            "lumi stack ls --json",
            "lumi state show up --json",
            "lumi -C up stack ls --json",
            "lumi --json",
        ] {
            assert_eq!(form(line), Some(JsonOutput::Document), "{line}");
        }
        assert_eq!(form("lumi run a.ts -- --json"), None);
    }
}
