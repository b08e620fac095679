//! The request of a user, independent of the command.

use std::collections::BTreeSet;
use std::path::Path;

use crate::args::{
    ConsentFlags, DeployCommand, ImportArgs, NewStackFlags, PreviewArgs, ProgramFlags, RefreshFlag,
    RollbackArgs, RunFlags, ScopeFlags, TargetFlags,
};
use lumi_engine::{ResourcePattern, Selection};
use lumi_graph::Urn;
use lumi_project::ProjectSettings;
use lumi_runs::remote_evaluation::ExecutionMode;
use lumi_state::RunKind;

use super::sources::listing_source::Listings;

/// A run, or a preview of it.
#[derive(Clone, Copy)]
pub struct DeployRequest<'a> {
    pub source: DeploySource<'a>,
    pub program: &'a Path,
    /// Whether the program of a run that has another source is evaluated first.
    pub run_program: bool,
    /// The kind of process that runs the program.
    pub place: ExecutionMode,
    pub flags: &'a ProgramFlags,
    /// A stack chosen by the command itself, which overrides the flags.
    pub stack: Option<&'a str>,
    /// Flags that select resources.
    pub targets: Option<&'a TargetFlags>,
    /// Whether protected resources are excluded.
    pub exclude_protected: bool,
    /// Resources to replace even if they are unchanged.
    pub replace: &'a [String],
    pub target_replace: &'a [String],
    /// Whether the run begins with a refresh.
    pub refresh: bool,
    pub run: &'a RunFlags,
    /// Whether to stop after the plan.
    pub preview_only: bool,
    /// Whether the question is answered in advance.
    pub yes: bool,
    /// Whether to omit the plan and the question.
    pub skip_preview: bool,
    /// Whether a missing stack may be created.
    pub new_stack: NewStackFlags,
    pub expect_no_changes: bool,
    /// The number of resources that may be deleted or replaced.
    pub max_deletes: Option<usize>,
    /// Whether the exit code reports pending changes.
    pub detailed_exitcode: bool,
    /// Whether to print the plan as Markdown.
    pub markdown: bool,
    pub save: Option<&'a Path>,
    pub plan: Option<&'a Path>,
    /// Stacks, as `project/stack`, that are taken as deleted by a plan.
    pub deleted_before: &'a [String],
    /// The resources whose objects differ, and that the run sets back to what the program asks for.
    pub sets_back: &'a [Urn],
    /// Whether to show only failures.
    pub is_quiet: bool,
}

/// The source of goals.
#[derive(Clone, Copy)]
pub enum DeploySource<'a> {
    Program,
    Empty,
    RealObjects,
    /// Objects that providers find.
    Listings(&'a Listings),
    Import(&'a ImportArgs),
    /// The state of another tool.
    ForeignState(&'a ImportArgs),
    /// The objects of another tool's state that a configuration declares.
    Takeover,
    /// The state after a run of the history.
    HistoryEntry(u64),
}

impl<'a> DeployRequest<'a> {
    pub fn new(command: &'a DeployCommand) -> Self {
        match command {
            DeployCommand::Preview(args) => Self::of_preview(args),
            DeployCommand::Up(args) => Self {
                expect_no_changes: args.checks.expect_no_changes,
                new_stack: args.new,
                max_deletes: args.checks.deletions.max_deletes,
                plan: args.plan.as_deref(),
                ..Self::of(&args.program, &args.flags, &args.run)
                    .with_scope(&args.scope)
                    .with_consent(args.consent)
            },
            DeployCommand::Destroy(args) => Self {
                max_deletes: args.deletions.max_deletes,
                source: DeploySource::Empty,
                run_program: args.evaluated.run_program,
                exclude_protected: args.exclude_protected,
                deleted_before: &args.all.deleted_before,
                plan: args.plan.as_deref(),
                ..Self::of(&args.program, &args.flags, &args.run)
                    .targeted(&args.targets, args.look)
                    .with_consent(args.consent)
            },
            DeployCommand::Refresh(args) => Self {
                source: DeploySource::RealObjects,
                run_program: args.evaluated.run_program,
                expect_no_changes: args.expect_no_changes,
                ..Self::of(&args.program, &args.flags, &args.run)
                    .targeted(&args.targets, RefreshFlag::default())
                    .with_consent(args.consent)
            },
            DeployCommand::Deploy(args) => Self {
                new_stack: args.new,
                stack: Some(&args.name),
                expect_no_changes: args.checks.expect_no_changes,
                max_deletes: args.checks.deletions.max_deletes,
                ..Self::of(&args.program, &args.flags, &args.run)
                    .with_scope(&args.scope)
                    .with_consent(args.consent)
            },
            DeployCommand::Import(args) => Self::of_import(args),
        }
    }

    fn of_preview(args: &'a PreviewArgs) -> Self {
        Self {
            source: match args.destroy {
                true => DeploySource::Empty,
                false => DeploySource::Program,
            },
            preview_only: true,
            new_stack: args.new,
            expect_no_changes: args.checks.expect_no_changes,
            max_deletes: args.checks.deletions.max_deletes,
            detailed_exitcode: args.detailed_exitcode,
            markdown: args.markdown,
            save: args.save.as_deref(),
            exclude_protected: args.exclude_protected,
            deleted_before: &args.all.deleted_before,
            ..Self::of(&args.program, &args.flags, &args.run).with_scope(&args.scope)
        }
    }

    fn of_import(args: &'a ImportArgs) -> Self {
        Self {
            new_stack: args.new,
            source: match args.from {
                Some(_) => DeploySource::ForeignState(args),
                None => DeploySource::Import(args),
            },
            ..Self::of(&args.program, &args.flags, &args.run).with_consent(args.consent)
        }
    }

    pub fn of_rollback(args: &'a RollbackArgs, program: &'a Path) -> Self {
        Self {
            source: DeploySource::HistoryEntry(args.number),
            ..Self::of(program, &args.flags, &args.run)
                .targeted(&args.targets, args.look)
                .with_consent(args.consent)
        }
    }

    /// A look at the resources of a stack.
    pub fn of_world(stack: &'a str, flags: &'a ProgramFlags, run: &'a RunFlags) -> Self {
        Self {
            source: DeploySource::RealObjects,
            stack: Some(stack),
            ..Self::of(Path::new("."), flags, run)
        }
    }

    /// The objects of the stack that the flags select.
    pub fn of_objects(program: &'a Path, flags: &'a ProgramFlags, run: &'a RunFlags) -> Self {
        Self {
            source: DeploySource::RealObjects,
            ..Self::of(program, flags, run)
        }
    }

    /// The plan of a program.
    pub fn of_program(program: &'a Path, flags: &'a ProgramFlags, run: &'a RunFlags) -> Self {
        Self {
            preview_only: true,
            ..Self::of(program, flags, run)
        }
    }

    fn with_scope(self, scope: &'a ScopeFlags) -> Self {
        Self {
            replace: &scope.replace,
            target_replace: &scope.target_replace,
            ..self.targeted(&scope.targets, scope.look)
        }
    }

    fn targeted(self, targets: &'a TargetFlags, look: RefreshFlag) -> Self {
        Self {
            targets: Some(targets),
            refresh: look.refresh,
            ..self
        }
    }

    fn with_consent(self, consent: ConsentFlags) -> Self {
        Self {
            preview_only: consent.dry_run,
            yes: consent.yes,
            skip_preview: consent.skip_preview,
            ..self
        }
    }

    fn of(program: &'a Path, flags: &'a ProgramFlags, run: &'a RunFlags) -> Self {
        Self {
            source: DeploySource::Program,
            program,
            place: ExecutionMode::InProcess,
            flags,
            stack: None,
            targets: None,
            run_program: false,
            exclude_protected: false,
            replace: &[],
            target_replace: &[],
            refresh: false,
            run,
            preview_only: false,
            yes: false,
            skip_preview: false,
            new_stack: NewStackFlags::default(),
            expect_no_changes: false,
            max_deletes: None,
            detailed_exitcode: false,
            markdown: false,
            save: None,
            plan: None,
            deleted_before: &[],
            sets_back: &[],
            is_quiet: false,
        }
    }

    /// Whether the project says that such runs begin with a refresh.
    pub fn refreshes_always(&self, settings: &ProjectSettings) -> bool {
        let is_asked = settings.pulumi.as_ref().is_some_and(|it| it.refreshes);
        is_asked && matches!(self.source, DeploySource::Program | DeploySource::Empty)
    }

    /// Whether the run evaluates the program to its end, for its goals or its hooks.
    pub fn evaluates(&self) -> bool {
        self.run_program || matches!(self.source, DeploySource::Program)
    }

    pub fn kind(&self) -> RunKind {
        match self.source {
            DeploySource::Program | DeploySource::HistoryEntry(_) => RunKind::Up,
            DeploySource::Empty => RunKind::Destroy,
            DeploySource::RealObjects | DeploySource::Listings(_) => RunKind::Refresh,
            DeploySource::Import(_) | DeploySource::ForeignState(_) | DeploySource::Takeover => {
                RunKind::Import
            }
        }
    }

    /// The verb of the operation in locks and questions.
    pub fn verb(&self) -> &'static str {
        match self.source {
            DeploySource::Program => "up",
            DeploySource::Empty => "destroy",
            DeploySource::RealObjects => "refresh",
            DeploySource::Listings(_) => "snapshot",
            DeploySource::Import(_) | DeploySource::ForeignState(_) | DeploySource::Takeover => {
                "import"
            }
            DeploySource::HistoryEntry(_) => "stack rollback",
        }
    }

    pub fn selection(&self) -> Selection {
        let patterns = |lists: [&[String]; 2]| {
            let texts = lists.into_iter().flatten();
            texts.map(ResourcePattern::new).collect()
        };
        let Some(flags) = self.targets else {
            return Selection::default();
        };
        Selection {
            needed: BTreeSet::new(),
            targets: patterns([&flags.target, self.target_replace]),
            with_dependents: flags.target_dependents,
            excludes: patterns([&flags.exclude, &[]]),
            excludes_dependents: flags.exclude_dependents,
            excludes_protected: self.exclude_protected,
            replaces: patterns([self.replace, self.target_replace]),
        }
    }
}
