//! `lumi pack diff`: the differences of two packages by meaning.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use lumi_pack::{Change, PackChange};
use lumi_project::read_pack;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::escaped;

/// Compare two packages by meaning
///
/// Exports, types, functions, classes, variables, closures, data and what the manifest says are compared. Layout, comments and
/// positions do not count. The exit code is 1 if the packages differ.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The older package
    #[arg(value_name = "A")]
    pub before: PathBuf,
    /// The newer package
    #[arg(value_name = "B")]
    pub after: PathBuf,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(
    args: &DiffArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let before = read_pack(&args.before, current)?;
    let after = read_pack(&args.after, current)?;
    let changes = before.difference(&after);
    if args.json {
        let is_same_code = before.manifest.code == after.manifest.code;
        writeln!(
            out,
            "{}",
            json!({ "changes": changes, "sameCode": is_same_code })
        )?;
    } else {
        write!(out, "{}", text(&changes))?;
        if changes.is_empty() {
            terminal.print_line("the packages mean the same");
        }
    }
    Ok(match changes.is_empty() {
        true => Exit::Success,
        false => Exit::Failure,
    })
}

/// One line for each change, below a line for each module.
fn text(changes: &[PackChange]) -> String {
    let mut text = String::new();
    let mut module = None;
    for it in changes {
        if it.module != module {
            module.clone_from(&it.module);
            let name = module.as_deref().unwrap_or_default();
            text.push_str(&format!("module {}\n", escaped(name)));
        }
        let (mark, note) = match it.change {
            Change::Added => ("+", ""),
            Change::Removed => ("-", ""),
            Change::Changed => ("~", ""),
            Change::Types => ("~", " (types alone)"),
        };
        let indent = if it.module.is_some() { "  " } else { "" };
        let space = if it.name.is_empty() { "" } else { " " };
        let name = escaped(&it.name);
        text.push_str(&format!("{indent}{mark} {}{space}{name}{note}\n", it.part));
    }
    text
}
