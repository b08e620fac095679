//! The report of a conversion: files, places to look at, and the comparison, as text and as JSON.

use std::io::Write;

use lumi_conversion::{Note, NoteKind};
use serde_json::{Value, json};

use super::plan_comparison::Compared;
use lumi_project::reports::escaped;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

/// The report of a conversion.
#[derive(Default)]
pub struct Report {
    /// The names of all files that were written.
    pub files: Vec<String>,
    pub notes: Vec<Note>,
    /// `None` if nothing was to be compared.
    pub compared: Option<Compared>,
    /// Lines about what comes next.
    pub next_steps: Vec<String>,
}

impl Report {
    pub fn show(
        &self,
        is_json: bool,
        out: &mut dyn Write,
        terminal: Terminal,
    ) -> Result<(), Failure> {
        if is_json {
            writeln!(out, "{:#}", self.json())?;
            return Ok(());
        }
        if !self.files.is_empty() {
            let count = self.files.len();
            writeln!(out, "wrote {count} files: {}", self.files.join(", "))?;
        }
        for line in self.note_lines() {
            writeln!(out, "{line}")?;
        }
        match &self.compared {
            None => {}
            Some(Compared::Equal) => writeln!(out, "\nThe plans of both programs are equal.")?,
            Some(Compared::Different { text, .. }) => {
                writeln!(
                    out,
                    "\nThe plans differ, from the original to the new program:\n{text}"
                )?;
            }
            Some(Compared::Untried { why, help }) => {
                writeln!(out, "\nThe plans were not compared: {why}.")?;
                if let Some(help) = help {
                    writeln!(out, "help: {help}")?;
                }
            }
        }
        if !self.next_steps.is_empty() {
            terminal.print_line("");
        }
        for line in &self.next_steps {
            terminal.print_line(line);
        }
        Ok(())
    }

    fn note_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (kind, title) in [
            (NoteKind::NotConverted, "Not converted"),
            (NoteKind::Check, "To check"),
        ] {
            let notes: Vec<&Note> = self.notes.iter().filter(|it| it.kind == kind).collect();
            if notes.is_empty() {
                continue;
            }
            lines.push(format!(
                "\n{title} ({}), with places in the original:",
                notes.len()
            ));
            for note in notes {
                lines.push(format!("  {}: {}", note.place, escaped(&note.what)));
                lines.push(format!("    {}", note.advice));
            }
        }
        lines
    }

    fn json(&self) -> Value {
        let notes = self.notes.iter().map(|it| {
            json!({
                "kind": it.kind.as_str(), "file": &*it.place.file, "line": it.place.line, "column": it.place.column,
                "what": it.what, "advice": it.advice,
            })
        });
        let comparison = self.compared.as_ref().map(|it| match it {
            Compared::Equal => json!({ "equal": true }),
            Compared::Different { json, .. } => json!({ "equal": false, "differences": json }),
            Compared::Untried { why, help } => {
                json!({ "equal": null, "why": why, "help": help })
            }
        });
        json!({
            "files": self.files,
            "notes": notes.collect::<Vec<_>>(),
            "comparison": comparison,
        })
    }
}
