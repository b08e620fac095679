//! `lumi doc` and `lumi search`: what packages offer, in the terminal.
//!
//! | module | |
//! |---|---|
//! | `subject` | finds what a name such as `random.Id.hex` stands for |
//! | `page` | the text about a subject |
//! | `type_label` | types as a reader wants them: short, without the types of inputs |
//! | `search` | members of packages by a part of their names |

mod page;
mod search;
mod subject;
#[cfg(test)]
mod tests;
mod type_label;

use std::io::{self, Write};
use std::path::Path;

use clap::Args;

use lumi_project::ProjectSettings;
use lumi_project::interfaces::ProjectInterfaces;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, escaped};

/// Show the documentation of a package, or of a class, function or property of it
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  lumi doc std                       the classes and functions of lumi/std
  lumi doc std.fs.File               its inputs and outputs
  lumi doc std.fs.File.mode          everything about one property
  lumi doc aws.SqsQueue              of a package of the project")]
pub struct DocArgs {
    /// A package, and the names below it, such as `std.fs.File` or `aws.SqsQueue.policy`
    #[arg(value_name = "PACKAGE[.NAME]")]
    pub name: String,
    /// Accept what the project asks for: plugins in Lumi.yaml may be started
    #[arg(short = 'P', long = "permissions")]
    pub project: bool,
}

/// Find classes and functions of all packages by a part of their names
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  lumi search queue                  SqsQueue, sqs_queue, data.sqsQueue …
  lumi search \"private key\"")]
pub struct SearchArgs {
    /// Words that must all be in the name, or in the token of the package
    #[arg(required = true)]
    pub words: Vec<String>,
    /// Accept what the project asks for: plugins in Lumi.yaml may be started
    #[arg(short = 'P', long = "permissions")]
    pub project: bool,
}

/// Prints the page of a name.
///
/// # Errors
///
/// A name that no package has, with the nearest one, and packages that cannot be described.
pub fn run(args: &DocArgs, current: &Path, out: &mut dyn Write) -> Result<Exit, Failure> {
    let packages = packages(current, args.project)?;
    let subject = subject::find(&packages, &args.name)?;
    write_lines(out, page::text(&subject).lines())?;
    Ok(Exit::Success)
}

/// Prints a line for each member that matches.
///
/// # Errors
///
/// No member that matches, words without letters, and packages that cannot be described.
pub fn run_search(args: &SearchArgs, current: &Path, out: &mut dyn Write) -> Result<Exit, Failure> {
    let packages = packages(current, args.project)?;
    let lines = search::lines(&packages, &args.words)?;
    if lines.is_empty() {
        let words = escaped(&args.words.join(" ")).to_string();
        let report = Report::error(format!("no member of a package matches `{words}`"))
            .help("`lumi packages` lists the packages of the project, and `lumi add` adds one");
        return Err(Failure::new(Exit::Failure, report));
    }
    write_lines(out, lines.iter().map(String::as_str))?;
    Ok(Exit::Success)
}

/// Writes lines with texts of packages, whose control characters would reach the terminal.
fn write_lines<'l>(
    out: &mut dyn Write,
    mut lines: impl Iterator<Item = &'l str>,
) -> io::Result<()> {
    lines.try_for_each(|it| writeln!(out, "{}", escaped(it)))
}

fn packages(current: &Path, is_accepted: bool) -> Result<ProjectInterfaces, Failure> {
    let settings = ProjectSettings::find(Path::new("."), current)?;
    Ok(ProjectInterfaces::new(&settings, is_accepted))
}
