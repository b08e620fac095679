//! `lumi pack verify`: proves that a package is correct.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use lumi_pack::{VerifyError, Violation};
use lumi_project::{ProjectError, read_pack};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::{Report, escaped};

use super::FileArgs;

pub fn run(
    args: &FileArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let problem = match read_pack(&args.file, current) {
        Ok(pack) => {
            let hash = &pack.manifest.hash;
            match args.json {
                true => writeln!(
                    out,
                    "{}",
                    json!({ "correct": true, "hash": hash, "violations": [] })
                )?,
                false => {
                    terminal.print_line(&format!("{} is correct, {hash}", args.file.display()))
                }
            }
            return Ok(Exit::Success);
        }
        Err(ProjectError::Pack { problem, .. }) => *problem,
        Err(error) => return Err(error.into()),
    };
    let violations = match &problem {
        VerifyError::Broken(violations) => violations.clone(),
        VerifyError::Unreadable(error) => {
            vec![Violation::of_package(
                lumi_pack::Rule::Archive,
                error.to_string(),
            )]
        }
    };
    if args.json {
        let list: Vec<Value> = violations.iter().map(as_json).collect();
        writeln!(out, "{}", json!({ "correct": false, "violations": list }))?;
        return Ok(Exit::Failure);
    }
    for violation in &violations {
        writeln!(out, "{}", escaped(&violation.to_string()))?;
    }
    let report = Report::error(format!("{} is not a correct package", args.file.display()));
    Err(Failure::new(Exit::Failure, report))
}

fn as_json(violation: &Violation) -> Value {
    let position = violation.position.as_ref();
    json!({
        "rule": violation.rule.code(),
        "message": violation.message,
        "module": violation.module,
        "node": violation.node,
        "position": position.map(|(file, line, column)| json!({ "file": file, "line": line, "column": column })),
    })
}
