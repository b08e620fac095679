//! `lumi convert`: makes a project of Lumi of one for another tool.
//!
//! | module | |
//! |---|---|
//! | `conversion_report` | files, places to look at, and the comparison, as text and as JSON |
//! | `former_types` | dynamic resources, which have another type and a code of their own in each tool |
//! | `npm_packages` | the packages of npm that a program of Pulumi uses |
//! | `package_json` | `package.json` without the packages of Pulumi |
//! | `plan_comparison` | compares the plans of both programs |
//! | `pulumi_source` | a project of Pulumi, and its modules |
//! | `settings_text` | `Lumi.yaml` with what `Pulumi.yaml` says |
//! | `stack_settings` | the configuration of stacks, with secrets in Lumi's encryption |
//! | `target_folder` | the folder of the new project |
//! | `test_files` | tests with mocks in a project |

mod conversion_report;
mod former_types;
mod npm_packages;
mod package_json;
mod plan_comparison;
mod pulumi_source;
mod settings_text;
mod stack_settings;
mod target_folder;
mod test_files;

use std::io::Write;
use std::path::{Path, PathBuf};

use lumi_conversion::{Note, NoteKind};

use crate::args::ProgramFlags;
use lumi_project::ProjectSettings;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

use conversion_report::Report;
use plan_comparison::{Compared, PlanComparison};
use pulumi_source::PulumiSource;
use target_folder::TargetFolder;

/// Make a project of Lumi of one for Pulumi
///
/// Writes a TypeScript project with Lumi's SDK into a new folder, and leaves the original as it is: names, comments and
/// layout are kept, packages of Pulumi become those of Lumi, and the configuration of stacks comes along. Each place
/// that is not converted is listed with its line. Then both programs are planned and compared, as `lumi diff
/// --semantic` does; code 1 if the plans differ, or if anything is left to do.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  lumi convert --out ../site-lumi         the project in this folder
  lumi convert old -o new --yes           also agree that providers run
  lumi convert old -o new --compare       compare again, after edits of the new program")]
pub struct ConvertArgs {
    /// The folder of the project
    #[arg(value_name = "PROJECT", default_value = ".")]
    pub original: PathBuf,
    /// The folder of the new project, which must not exist yet, or be empty
    #[arg(short, long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub out: PathBuf,
    /// The tool that the project is for [default: detected]
    #[arg(long, value_enum, value_name = "TOOL")]
    pub from: Option<SourceTool>,
    /// Accept that the providers run with your permissions
    #[arg(short, long)]
    pub yes: bool,
    /// Write nothing, and compare the plans of the project and of the one in DIR
    #[arg(long)]
    pub compare: bool,
    /// Do not install packages, and do not compare the plans
    #[arg(long, conflicts_with = "compare")]
    pub no_compare: bool,
    /// Write JSON: the files, the notes and the differences
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub flags: ProgramFlags,
}

/// The tools whose projects can be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SourceTool {
    /// TypeScript with the Node SDK of Pulumi
    Pulumi,
}

/// Converts, and compares.
pub fn run(
    args: &ConvertArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let source = PulumiSource::open(&args.original, current)?;
    let target = TargetFolder::new(&args.out, current, &source.settings.folder);
    let mut report = Report::default();
    if !args.compare {
        target.check()?;
        let converted = source.convert()?;
        report.notes = converted.notes;
        let folder = target.create()?;
        report.files = target.write(&folder, &converted.files, &converted.copied)?;
        let settings = ProjectSettings::find(&folder, &folder)?;
        let stacks = stack_settings::convert(&source.settings, &settings, terminal)?;
        report.files.extend(stacks.files);
        report.notes.extend(stacks.notes);
    }
    let left = report
        .notes
        .iter()
        .filter(|it| it.kind == NoteKind::NotConverted);
    report.compared = match (args.no_compare, left.count()) {
        (true, _) => None,
        (false, 0) => Some(compare(args, &source, &target, terminal)?),
        (false, _) => Some(Compared::Untried {
            why: "the places that are not converted come first".to_owned(),
            help: Some("edit the new program, then run `lumi convert` with --compare".to_owned()),
        }),
    };
    report.next_steps = next_steps(args, &source);
    report.show(args.json, out, terminal)?;
    Ok(exit(&report.notes, report.compared.as_ref()))
}

fn compare(
    args: &ConvertArgs,
    source: &PulumiSource,
    target: &TargetFolder,
    terminal: Terminal,
) -> Result<Compared, Failure> {
    let folder = target.existing()?;
    let comparison = PlanComparison {
        flags: &args.flags,
        yes: args.yes,
        terminal,
        versions: &source.packages.versions,
    };
    comparison.run(&source.settings.folder, &folder)
}

fn exit(notes: &[Note], compared: Option<&Compared>) -> Exit {
    let is_left = notes.iter().any(|it| it.kind == NoteKind::NotConverted);
    let is_equal = matches!(compared, None | Some(Compared::Equal));
    match !is_left && is_equal {
        true => Exit::Success,
        false => Exit::Failure,
    }
}

/// The next steps of a user: the stacks of the original are not those of the new project.
fn next_steps(args: &ConvertArgs, source: &PulumiSource) -> Vec<String> {
    if args.compare || !lumi_project::stacks::backend::is_own_folder(&source.settings) {
        return Vec::new();
    }
    let folder = |path: &Path| path.display().to_string();
    let (old, new) = (folder(&args.original), folder(&args.out));
    vec![
        "To take over a stack:".to_owned(),
        // The new project has a key of its own.
        format!("  lumi -C {old} stack export --show-secrets --out stack.json"),
        format!(
            "  lumi -C {new} stack import {}",
            in_folder(&old, "stack.json")
        ),
        format!("  lumi -C {new} preview"),
    ]
}

/// A file that `-C OLD` has written, as a command in another folder names it.
fn in_folder(old: &str, file: &str) -> String {
    match old {
        "." => format!("$PWD/{file}"),
        old if old.starts_with('/') => format!("{old}/{file}"),
        old => format!("$PWD/{old}/{file}"),
    }
}
