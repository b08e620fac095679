//! `lumi check`: checks a program without running it.
//!
//! | module | |
//! |---|---|
//! | `check_args` | the flags |
//! | `check_result` | what a check has found, as reports and as JSON |
//! | `diagnostics` | what the compiler of TypeScript prints, as data |
//! | `explanation` | `--explain`: a rule with its reason and examples |
//! | `subset` | whether a program is LumiJS |
//! | `types` | errors of types |
//! | `typescript` | finds the compiler of TypeScript |
//! | `typescript_install` | installs a compiler of TypeScript |

mod check_args;
mod check_result;
mod diagnostics;
mod explanation;
mod subset;
mod types;
mod typescript;
mod typescript_install;

use std::io::Write;
use std::path::Path;

pub use check_args::CheckArgs;
use check_result::CheckResult;

use crate::evaluation::of_own_language;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::Terminal;
use crate::ui::report::Report;

/// Checks a program that is about to be planned. Findings are shown, and are the end.
pub fn before_plan(program: &Path, current: &Path, terminal: Terminal) -> Result<(), Failure> {
    let project = of_own_language("`--check`", program, current)?;
    let mut result = CheckResult::default();
    subset::check(&project, &mut result);
    types::check(&project, false, &mut result);
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
    if let Some(archive) = &args.install_typescript {
        let archive = archive.as_ref().map(|it| current.join(it));
        let place = typescript_install::install(archive.as_deref())?;
        let version = typescript_install::VERSION;
        terminal.print_line(&format!(
            "installed TypeScript {version} in {}",
            place.display()
        ));
        return Ok(Exit::Success);
    }
    let project = of_own_language("`lumi check`", &args.program, current)?;
    let mut result = CheckResult::default();
    if !args.types_only {
        subset::check(&project, &mut result);
    }
    if !args.no_types {
        types::check(&project, args.types_only, &mut result);
    }
    match args.json {
        true => writeln!(out, "{}", result.json())?,
        false => result.show(terminal),
    }
    Ok(match result.is_clean() {
        true => Exit::Success,
        false => Exit::Failure,
    })
}
