//! `lumi check`: checks a program without running it.
//!
//! | module | |
//! |---|---|
//! | `check_args` | the flags |
//! | `check_folder` | the folders that a check of types writes to |
//! | `check_result` | what a check has found, as reports and as JSON |
//! | `configuration` | a configuration in HCL |
//! | `diagnostics` | what the compiler of TypeScript prints, as data |
//! | `explanation` | `--explain`: a rule with its reason and examples |
//! | `subset` | whether a program is LumiJS |
//! | `types` | errors of types |
//! | `typescript` | the compiler of TypeScript |

mod check_args;
mod check_folder;
mod check_result;
mod configuration;
mod diagnostics;
mod explanation;
mod subset;
mod types;
mod typescript;

use std::io::Write;
use std::path::Path;

pub use check_args::CheckArgs;
use check_result::CheckResult;

use lumi_runs::evaluation::of_own_language;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

/// Checks a program that is about to be planned. Findings are shown, and are the end.
pub fn before_plan(program: &Path, current: &Path, terminal: Terminal) -> Result<(), Failure> {
    let project = of_own_language("`--check`", program, current)?;
    let mut result = CheckResult::default();
    subset::check(&project, &mut result);
    types::check(&project, &mut result);
    result.show(terminal);
    match result.is_clean() {
        true => Ok(()),
        false => Err(Failure::new(
            Exit::Failure,
            Report::error(
                "nothing is planned, because the check of the program has found something",
            ),
        )),
    }
}

/// Checks the program, and writes JSON to `out`; findings as text are reports.
pub fn run(
    args: &CheckArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if let Some(rule) = args.explain {
        writeln!(out, "{}", explanation::text(rule))?;
        return Ok(Exit::Success);
    }
    if let Some(settings) = configuration::settings(&args.program, current) {
        let result = configuration::check(&settings);
        return shown(&result, args, terminal, out);
    }
    let project = of_own_language("`lumi check`", &args.program, current)?;
    if args.types_only && project.pack.is_some() {
        let report = Report::error("packages and programs in Python have no types of TypeScript");
        return Err(Failure::new(
            Exit::Failure,
            report.help("leave out --types-only"),
        ));
    }
    let mut result = CheckResult::default();
    if !args.types_only {
        subset::check(&project, &mut result);
    }
    if !args.no_types {
        types::check(&project, &mut result);
    }
    shown(&result, args, terminal, out)
}

fn shown(
    result: &CheckResult,
    args: &CheckArgs,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    match args.json {
        true => writeln!(out, "{}", result.json())?,
        false => result.show(terminal),
    }
    Ok(match result.is_clean() {
        true => Exit::Success,
        false => Exit::Failure,
    })
}
