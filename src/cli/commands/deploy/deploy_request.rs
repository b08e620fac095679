//! What the user asked for, whatever the command is called.

use std::path::Path;

use crate::args::{
    ConsentFlags, DeployCommand, ImportArgs, ProgramFlags, RollbackArgs, RunFlags, ScopeFlags,
};
use crate::evaluation::ExecutionMode;
use lumi_engine::{ResourcePattern, Selection};
use lumi_state::RunKind;

/// One run, or a preview of it.
#[derive(Clone, Copy)]
pub struct DeployRequest<'a> {
    pub operation: Operation<'a>,
    pub program: &'a Path,
    /// Where it runs.
    pub place: ExecutionMode,
    pub flags: &'a ProgramFlags,
    /// Chosen by the command itself, over that of the flags.
    pub stack: Option<&'a str>,
    pub scope: Option<&'a ScopeFlags>,
    pub run: &'a RunFlags,
    /// Show what would be done, and do nothing.
    pub preview_only: bool,
    /// The question is answered beforehand.
    pub yes: bool,
    /// There is neither a plan nor a question.
    pub skip_preview: bool,
    /// A stack that does not exist may be created.
    pub create: bool,
    pub expect_no_changes: bool,
    /// The exit code tells whether there are changes.
    pub detailed_exitcode: bool,
    /// The plan is shown as Markdown.
    pub markdown: bool,
    pub save: Option<&'a Path>,
    pub plan: Option<&'a Path>,
}

/// Where goals come from.
#[derive(Clone, Copy)]
pub enum Operation<'a> {
    Program,
    Nothing,
    World,
    Object(&'a ImportArgs),
    /// What a run of the history left.
    Recorded(u64),
}

impl<'a> DeployRequest<'a> {
    pub fn new(command: &'a DeployCommand) -> Self {
        match command {
            DeployCommand::Preview(args) => Self {
                operation: if args.destroy {
                    Operation::Nothing
                } else {
                    Operation::Program
                },
                scope: Some(&args.scope),
                preview_only: true,
                expect_no_changes: args.checks.expect_no_changes,
                detailed_exitcode: args.detailed_exitcode,
                markdown: args.markdown,
                save: args.save.as_deref(),
                ..Self::of(&args.program, &args.flags, &args.run)
            },
            DeployCommand::Up(args) => Self {
                scope: Some(&args.scope),
                expect_no_changes: args.checks.expect_no_changes,
                create: args.create.create,
                plan: args.plan.as_deref(),
                ..Self::of(&args.program, &args.flags, &args.run).asked(args.consent)
            },
            DeployCommand::Destroy(args) => Self {
                operation: Operation::Nothing,
                scope: Some(&args.scope),
                ..Self::of(&args.program, &args.flags, &args.run).asked(args.consent)
            },
            DeployCommand::Refresh(args) => Self {
                operation: Operation::World,
                scope: Some(&args.scope),
                expect_no_changes: args.expect_no_changes,
                ..Self::of(&args.program, &args.flags, &args.run).asked(args.consent)
            },
            DeployCommand::Deploy(args) => Self {
                create: args.create.create,
                stack: Some(&args.name),
                scope: Some(&args.scope),
                expect_no_changes: args.checks.expect_no_changes,
                ..Self::of(&args.program, &args.flags, &args.run).asked(args.consent)
            },
            DeployCommand::Import(args) => Self {
                create: args.create.create,
                operation: Operation::Object(args),
                ..Self::of(&args.program, &args.flags, &args.run).asked(args.consent)
            },
        }
    }

    pub fn of_rollback(args: &'a RollbackArgs, program: &'a Path) -> Self {
        Self {
            operation: Operation::Recorded(args.number),
            scope: Some(&args.scope),
            ..Self::of(program, &args.flags, &args.run).asked(args.consent)
        }
    }

    fn asked(self, consent: ConsentFlags) -> Self {
        Self {
            preview_only: consent.dry_run,
            yes: consent.yes,
            skip_preview: consent.skip_preview,
            ..self
        }
    }

    fn of(program: &'a Path, flags: &'a ProgramFlags, run: &'a RunFlags) -> Self {
        Self {
            operation: Operation::Program,
            program,
            place: ExecutionMode::InProcess,
            flags,
            stack: None,
            scope: None,
            run,
            preview_only: false,
            yes: false,
            skip_preview: false,
            create: false,
            expect_no_changes: false,
            detailed_exitcode: false,
            markdown: false,
            save: None,
            plan: None,
        }
    }

    pub fn kind(&self) -> RunKind {
        match self.operation {
            Operation::Program | Operation::Recorded(_) => RunKind::Up,
            Operation::Nothing => RunKind::Destroy,
            Operation::World => RunKind::Refresh,
            Operation::Object(_) => RunKind::Import,
        }
    }

    /// The word for it in locks and questions.
    pub fn verb(&self) -> &'static str {
        match self.operation {
            Operation::Program => "up",
            Operation::Nothing => "destroy",
            Operation::World => "refresh",
            Operation::Object(_) => "import",
            Operation::Recorded(_) => "stack rollback",
        }
    }

    pub fn selection(&self) -> Selection {
        let patterns = |texts: &[String]| texts.iter().map(ResourcePattern::new).collect();
        match self.scope {
            None => Selection::default(),
            Some(scope) => Selection {
                targets: patterns(&scope.target),
                with_dependents: scope.target_dependents,
                excludes: patterns(&scope.exclude),
                replaces: patterns(&scope.replace),
            },
        }
    }
}
