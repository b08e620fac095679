//! The arguments of the commands that deploy.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use clap_complete::engine::ArgValueCandidates;

use super::deploy_flags::{
    AllFlag, CheckFlags, ConsentFlags, DeletionFlag, EvaluationFlag, NewStackFlags, OUTPUT,
    RESOURCES, RUN, RefreshFlag, RunFlags, ScopeFlags, TargetFlags,
};
use super::numbers::parse_run;
use lumi_runs::flags::ProgramFlags;
use lumi_terminal::input::completion;

/// The commands that compare a stack with what it should be, and make it so.
#[derive(Debug, Subcommand)]
pub enum DeployCommand {
    /// Show what `up` would change, without changing anything
    #[command(
        visible_alias = "plan",
        after_help = "\
Examples:
  lumi preview --diff                     old and new values of each resource
  lumi preview -s prod --save plan.json   for `lumi up -s prod --plan plan.json`
  lumi preview --detailed-exitcode        2 if there are changes, for CI
  lumi preview --markdown > plan.md       for a comment on a pull request"
    )]
    Preview(Box<PreviewArgs>),
    /// Create, update and delete resources to match the program
    #[command(after_help = "\
Examples:
  lumi up                                 plan, ask, deploy
  lumi up -y -s prod                      without a question, for CI
  lumi up -c size=3 --target web          another value of the configuration, one resource only
  lumi up --plan plan.json                exactly what `lumi preview --save plan.json` has shown
  lumi up --all -s prod                   all projects of this folder, those that others refer to first")]
    Up(Box<UpArgs>),
    /// Delete all resources of a stack
    #[command(after_help = "\
Examples:
  lumi destroy -n                         only show what would be deleted
  lumi destroy --plan gone.json           exactly what `lumi preview --destroy --save gone.json` has shown
  lumi destroy --target web --target-dependents")]
    Destroy(Box<DestroyArgs>),
    /// Update the state of a stack to match the real objects
    #[command(after_help = "\
Examples:
  lumi refresh                            bring the state up to date with the objects
  lumi refresh -n --diff                  only show the differences
  lumi refresh -y --expect-no-changes     for CI: fail if anything has changed outside of Lumi")]
    Refresh(RefreshArgs),
    /// Deploy a stack as `up` does, or plan it as `preview` does with -n
    #[command(after_help = "\
Examples:
  lumi deploy prod                        the same as `lumi up -s prod`
  lumi deploy prod -n                     the same as `lumi preview -s prod`")]
    Deploy(Box<DeployArgs>),
    /// Adopt an existing object and print the code for it
    #[command(after_help = "\
Examples:
  lumi import std:fs:File page www/index.html
  lumi import random.Id id p-9hUg")]
    Import(ImportArgs),
}

impl DeployCommand {
    /// Whether the command is for all projects of a folder.
    pub fn is_of_several(&self) -> bool {
        match self {
            Self::Preview(args) => args.all.all.is_some(),
            Self::Up(args) => args.all.all.is_some(),
            Self::Destroy(args) => args.all.all.is_some(),
            Self::Refresh(_) | Self::Deploy(_) | Self::Import(_) => false,
        }
    }

    /// Whether the command is the part of one that is for all projects.
    pub fn is_part(&self) -> bool {
        match self {
            Self::Preview(args) => args.all.part_of_all,
            Self::Up(args) => args.all.part_of_all,
            Self::Destroy(args) => args.all.part_of_all,
            Self::Refresh(_) | Self::Deploy(_) | Self::Import(_) => false,
        }
    }
}

#[derive(Debug, Args)]
pub struct PreviewArgs {
    /// A file, or a folder with a program
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub all: AllFlag,
    /// Check the program first, as `lumi check` does
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub flags: ProgramFlags,
    #[command(flatten)]
    pub scope: ScopeFlags,
    #[command(flatten)]
    pub run: RunFlags,
    #[command(flatten)]
    pub checks: CheckFlags,
    #[command(flatten)]
    pub new: NewStackFlags,
    /// Plan the deletion of everything
    #[arg(long, help_heading = RUN)]
    pub destroy: bool,
    /// With --destroy: exclude protected resources, which are an error otherwise
    #[arg(long, help_heading = RESOURCES, requires = "destroy")]
    pub exclude_protected: bool,
    /// Show the plan as Markdown, for a comment on a pull request
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["json", "diff", "show_secrets"])]
    pub markdown: bool,
    /// End with code 2 if there are changes, 1 on errors, 0 otherwise
    #[arg(long, help_heading = OUTPUT)]
    pub detailed_exitcode: bool,
    /// Write the plan to FILE, for `up --plan FILE`, or for `destroy --plan FILE` if it is of --destroy
    #[arg(long, help_heading = OUTPUT, value_name = "FILE", conflicts_with = "all")]
    pub save: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct UpArgs {
    /// A file, or a folder with a program
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub all: AllFlag,
    /// Check the program first, as `lumi check` does
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub flags: ProgramFlags,
    #[command(flatten)]
    pub scope: ScopeFlags,
    #[command(flatten)]
    pub run: RunFlags,
    #[command(flatten)]
    pub checks: CheckFlags,
    #[command(flatten)]
    pub consent: ConsentFlags,
    #[command(flatten)]
    pub new: NewStackFlags,
    /// Apply exactly the plan in FILE, written by `preview --save`, or stop; does not ask
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "target", "exclude", "replace", "target_replace", "refresh", "skip_preview", "dry_run"])]
    pub plan: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(mut_arg("closure_limit", |it| it.hide(true)))]
pub struct DestroyArgs {
    /// A file, or a folder with a program
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub all: AllFlag,
    #[command(flatten)]
    pub flags: ProgramFlags,
    #[command(flatten)]
    pub targets: TargetFlags,
    /// Exclude protected resources, which are an error otherwise
    #[arg(long, help_heading = RESOURCES)]
    pub exclude_protected: bool,
    #[command(flatten)]
    pub look: RefreshFlag,
    #[command(flatten)]
    pub evaluated: EvaluationFlag,
    #[command(flatten)]
    pub run: RunFlags,
    #[command(flatten)]
    pub deletions: DeletionFlag,
    #[command(flatten)]
    pub consent: ConsentFlags,
    /// Apply exactly the plan in FILE, written by `preview --destroy --save`, or stop; does not ask
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "target", "exclude", "exclude_protected", "refresh", "skip_preview", "dry_run"])]
    pub plan: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(mut_arg("closure_limit", |it| it.hide(true)))]
pub struct RefreshArgs {
    /// A file, or a folder with a program
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub flags: ProgramFlags,
    #[command(flatten)]
    pub targets: TargetFlags,
    #[command(flatten)]
    pub evaluated: EvaluationFlag,
    #[command(flatten)]
    pub run: RunFlags,
    #[command(flatten)]
    pub consent: ConsentFlags,
    /// Fail if anything differs from the state
    #[arg(long)]
    pub expect_no_changes: bool,
}

#[derive(Debug, Args)]
pub struct DeployArgs {
    /// The stack
    #[arg(value_name = "STACK", add = ArgValueCandidates::new(completion::stacks))]
    pub name: String,
    /// A file, or a folder with a program
    #[arg(default_value = ".")]
    pub program: PathBuf,
    /// Check the program first, as `lumi check` does
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub flags: ProgramFlags,
    #[command(flatten)]
    pub scope: ScopeFlags,
    #[command(flatten)]
    pub run: RunFlags,
    #[command(flatten)]
    pub checks: CheckFlags,
    #[command(flatten)]
    pub consent: ConsentFlags,
    #[command(flatten)]
    pub new: NewStackFlags,
}

#[derive(Debug, Args)]
#[command(mut_arg("closure_limit", |it| it.hide(true)))]
pub struct ImportArgs {
    /// The type, such as std:fs:File, or as programs write it: random.Id
    #[arg(
        value_name = "TYPE",
        required_unless_present_any = ["from", "file"],
        conflicts_with_all = ["from", "file"]
    )]
    pub resource_type: Option<String>,
    /// The name of the resource in the program
    #[arg(required_unless_present_any = ["from", "file"], conflicts_with_all = ["from", "file"])]
    pub name: Option<String>,
    /// The id of the object at its provider
    #[arg(required_unless_present_any = ["from", "file"], conflicts_with_all = ["from", "file"])]
    pub id: Option<String>,
    /// Import the objects of a file in the format of `pulumi import --file`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["from", "parent", "provider"])]
    pub file: Option<PathBuf>,
    /// Take over all resources of a state of Terraform or OpenTofu; `-` for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["parent", "provider"])]
    pub from: Option<PathBuf>,
    /// Write the program for these resources to a file, instead of printing it
    #[arg(long, value_name = "FILE", requires = "from", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// A file, or a folder with a program
    #[arg(long, default_value = ".", value_name = "PROGRAM")]
    pub program: PathBuf,
    #[command(flatten)]
    pub flags: ProgramFlags,
    #[command(flatten)]
    pub run: RunFlags,
    #[command(flatten)]
    pub consent: ConsentFlags,
    #[command(flatten)]
    pub new: NewStackFlags,
    /// URN of the resource it belongs to
    #[arg(long, help_heading = RESOURCES, value_name = "URN")]
    pub parent: Option<String>,
    /// URN of the provider resource that manages it
    #[arg(long, help_heading = RESOURCES, value_name = "URN")]
    pub provider: Option<String>,
}

impl ImportArgs {
    /// Empty with `--from` and `--file`.
    pub fn resource_type(&self) -> &str {
        self.resource_type.as_deref().unwrap_or_default()
    }
}

/// `lumi stack rollback`, which has its program from `lumi stack`.
#[derive(Debug, Args)]
#[command(mut_arg("closure_limit", |it| it.hide(true)))]
pub struct RollbackArgs {
    /// The number of the run, as `lumi stack history` shows it
    #[arg(value_parser = parse_run)]
    pub number: u64,
    #[command(flatten)]
    pub flags: ProgramFlags,
    #[command(flatten)]
    pub targets: TargetFlags,
    #[command(flatten)]
    pub look: RefreshFlag,
    #[command(flatten)]
    pub run: RunFlags,
    #[command(flatten)]
    pub consent: ConsentFlags,
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Debug, Parser)]
    struct Lumi {
        #[command(subcommand)]
        command: DeployCommand,
    }

    fn parse(line: &str) -> Result<DeployCommand, String> {
        let parsed = Lumi::try_parse_from(["lumi"].into_iter().chain(line.split(' ')));
        parsed
            .map(|it| it.command)
            .map_err(|error| error.to_string().lines().next().unwrap().to_owned())
    }

    #[test]
    fn the_definition_is_consistent() {
        Lumi::command().debug_assert();
    }

    /// These take the flag, so that one line of flags is good for all, but have no functions.
    #[test]
    fn help_of_what_deploys_no_program_is_silent_about_functions() {
        for command in Lumi::command().get_subcommands_mut() {
            let is_of_program = ["preview", "up", "deploy"].contains(&command.get_name());
            let help = command.render_long_help().to_string();
            assert_eq!(help.contains("--closure-limit"), is_of_program, "{help}");
        }
        assert!(parse("destroy --closure-limit 1MB").is_ok());
    }

    #[test]
    fn plan_is_preview_and_targets_add_up() {
        let line = "plan app.ts --target a* --target urn:lumi:x --save p.json --detailed-exitcode";
        let Ok(DeployCommand::Preview(args)) = parse(line) else {
            panic!("{line}");
        };
        assert_eq!(args.scope.targets.target, ["a*", "urn:lumi:x"]);
        assert_eq!(args.program, PathBuf::from("app.ts"));
        assert_eq!(args.run.parallel.get(), 32);
        assert!(args.detailed_exitcode && args.save.is_some());
    }

    #[test]
    fn a_part_of_all_knows_what_was_deleted_before() {
        let line = "destroy web -n --part-of-all --deleted-before=a/dev --deleted-before=b/dev";
        let Ok(DeployCommand::Destroy(args)) = parse(line) else {
            panic!("{line}");
        };
        assert_eq!(args.all.deleted_before, ["a/dev", "b/dev"]);
        assert!(DeployCommand::Destroy(args).is_part());
        assert!(parse("destroy web -n --deleted-before=a/dev").is_err());
        assert!(parse("destroy --all --part-of-all").is_err());
    }

    #[test]
    fn deploy_names_the_stack() {
        let Ok(DeployCommand::Deploy(args)) = parse("deploy prod -n") else {
            panic!();
        };
        assert_eq!(args.name, "prod");
        assert!(args.consent.dry_run && !args.consent.yes);
    }

    #[test]
    fn every_deployment_can_be_a_dry_run() {
        for line in [
            "up -n",
            "destroy --dry-run",
            "refresh --preview-only",
            "deploy prod -n -t a -p 4 -r",
            "import std:fs:File a a.txt -n",
            "up -y -n",
            "deploy prod -n -y",
        ] {
            let consent = match parse(line) {
                Ok(DeployCommand::Up(args)) => args.consent,
                Ok(DeployCommand::Destroy(args)) => args.consent,
                Ok(DeployCommand::Refresh(args)) => args.consent,
                Ok(DeployCommand::Deploy(args)) => args.consent,
                Ok(DeployCommand::Import(args)) => args.consent,
                other => panic!("{line}: {other:?}"),
            };
            assert!(consent.dry_run, "{line}");
        }
    }

    #[test]
    fn slips_are_refused() {
        let message = |line| parse(line).unwrap_err();
        insta::assert_snapshot!(
            [
                "up --parallel 0",
                "up --plan p.json --target a",
                "up --target-dependents",
                "up --save p.json",
                "preview -y",
                "destroy --replace a",
                "refresh --replace a",
                "refresh -r",
                "up -n --skip-preview",
                "up --plan p.json -f",
                "destroy --plan p.json --target a",
                "import std:fs:File a",
            ]
            .map(message)
            .join("\n"),
            @r"
        error: invalid value '0' for '--parallel <N>': it must be a whole number of at least 1
        error: the argument '--plan <FILE>' cannot be used with '--target <URN|NAME>'
        error: the following required arguments were not provided:
        error: unexpected argument '--save' found
        error: unexpected argument '-y' found
        error: unexpected argument '--replace' found
        error: unexpected argument '--replace' found
        error: unexpected argument '-r' found
        error: the argument '--dry-run' cannot be used with '--skip-preview'
        error: the argument '--plan <FILE>' cannot be used with '--skip-preview'
        error: the argument '--plan <FILE>' cannot be used with '--target <URN|NAME>'
        error: the following required arguments were not provided:
        ");
    }
}
