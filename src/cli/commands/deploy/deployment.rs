//! One run: project, stack, providers and source brought together.

use std::path::PathBuf;
use std::sync::Arc;

use chrono::Utc;

use crate::cli::args::ProgramFlags;
use crate::cli::backend::{self, owner, tell};
use crate::cli::consent::Consent;
use crate::cli::evaluation::Evaluation;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::hidden;
use crate::cli::interrupt::{Interruption, Interrupts};
use crate::cli::program_end::{FailureCause, ProgramEnd};
use crate::cli::project::ProjectSettings;
use crate::cli::run_display::{DisplayOptions, RunDisplay};
use crate::cli::stack_cipher::StackCipher;
use crate::cli::terminal::{Terminal, write_error, write_output};
use crate::cli::ui::report::{Report, Severity};
use crate::cli::ui::run::{self, End, Model};
use crate::engine::{
    Engine, NullSource, Outcome, PlanKey, RecordLog, RefreshSource, RunOptions, SavedPlan, Summary,
};

use crate::host::ConfigValue;
use crate::state::{HistoryEntry, Loaded, Stack, StackState};

use super::counts::counts;
use super::eval_source::EvalSource;
use super::import_source::ImportSource;
use super::order::{Order, What};
use super::packages::Packages;
use super::program_run::{ProgramRun, is_dynamic};
use super::provider_config::provider_config;
use super::saved_plan_file;

/// Everything a run and its preview share.
pub struct Deployment<'a> {
    order: Order<'a>,
    settings: ProjectSettings,
    /// The program, if the order is about one.
    evaluation: Option<Evaluation>,
    config: Vec<(String, ConfigValue)>,
    packages: Packages,
    stack: Stack,
    stack_name: String,
    terminal: Terminal,
    current: PathBuf,
    interrupts: Interrupts,
}

/// What a run came to, and what the user saw of it.
struct Finished {
    outcome: Outcome,
    model: Model,
    exit: Exit,
    end: End,
    /// The code for an imported object.
    code: Option<String>,
}

impl<'a> Deployment<'a> {
    /// Reads settings and opens the stack; nothing is evaluated, and nothing locked.
    pub fn prepare(
        order: Order<'a>,
        current: PathBuf,
        terminal: Terminal,
    ) -> Result<Self, Failure> {
        let (settings, evaluation, stack_name, config) = match order.what {
            What::Program => {
                let evaluation = evaluation(order, current.clone(), terminal)?;
                let settings = evaluation.project.settings.clone();
                let config = evaluation.config.clone();
                let stack = evaluation.stack.clone();
                (settings, Some(evaluation), stack, config)
            }
            What::Nothing | What::World | What::Object(_) => {
                let settings = ProjectSettings::find(order.program, &current)?;
                let chosen = order.stack.or(order.flags.stack.stack.as_deref());
                let stack = settings.stack(chosen)?;
                let cipher = StackCipher::new(&settings, &stack, terminal);
                let config = settings.config(&stack, &order.flags.config, &cipher)?;
                (settings, None, stack, config)
            }
        };
        let backend = Arc::new(backend::open(&settings)?);
        let stack = backend.stack(&settings.name, &stack_name)?;
        Ok(Self {
            order,
            packages: Packages::new(&settings, &stack_name, backend, terminal),
            settings,
            evaluation,
            config,
            stack,
            stack_name,
            terminal,
            current,
            interrupts: Interrupts::install(),
        })
    }

    pub fn run(self) -> Result<Exit, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| {
                let message = format!("no thread can be started: {error}");
                Failure::new(Exit::Failure, Report::error(message))
            })?;
        let exit = runtime.block_on(async {
            let exit = if self.order.preview_only {
                self.preview_only().await
            } else {
                self.deploy().await
            };
            self.packages.end().await;
            exit
        });
        // Whoever still waits for a provider that was given up does not hold the process.
        runtime.shutdown_background();
        exit
    }

    async fn preview_only(&self) -> Result<Exit, Failure> {
        let loaded = backend::look(&self.stack, self.terminal).await?;
        self.stack.check_key().await?;
        let mut finished = self.preview(loaded.state, PlanKey::random()).await?;
        if let Some(path) = self.order.save
            && finished.exit == Exit::Success
        {
            let plan = &mut finished.outcome.plan;
            saved_plan_file::save(plan, &self.current.join(path), &self.stack).await?;
            self.terminal.say(&format!("wrote {}", path.display()));
            if finished.end == End::Open {
                let note = "the plan ends where the program stopped, and so will `up --plan`";
                self.terminal.report(&Report {
                    severity: Severity::Note,
                    ..Report::error(note)
                });
            }
        }
        let has_changes = finished.outcome.summary.has_changes();
        self.check_changes(&finished)?;
        Ok(match finished.exit {
            Exit::Success if self.order.detailed_exitcode && has_changes => Exit::Changes,
            exit => exit,
        })
    }

    async fn deploy(&self) -> Result<Exit, Failure> {
        let plan = self.saved_plan().await?;
        let locked = self.stack.lock(&owner(), self.order.verb()).await?;
        tell(locked.notices(), self.terminal);
        let Loaded { state, notices, .. } = locked.load().await?;
        // A secret that cannot be kept must not be made.
        self.stack.check_key().await?;
        tell(&notices, self.terminal);
        let exit = match self.agreed(&state, plan.as_ref()).await? {
            Agreed::Ends(exit) => exit,
            Agreed::GoesOn(announced) => {
                let journal = Arc::new(locked.open_journal().await?);
                let log: Arc<dyn RecordLog> = Arc::clone(&journal) as _;
                let announced = announced.map(|it| *it);
                let key = PlanKey::random();
                let finished = self.once(state, Some(log), announced, plan, key).await?;
                let entry = self.history_entry(&finished);
                let saved = journal.finish(&finished.outcome.state, entry).await;
                tell(&self.stack.take_notices(), self.terminal);
                saved?;
                self.say_how_to_go_on(&finished);
                if let Some(code) = &finished.code {
                    write_output(&format!("\n{code}"))?;
                }
                finished.exit
            }
        };
        locked.unlock().await?;
        Ok(exit)
    }

    fn say_how_to_go_on(&self, finished: &Finished) {
        let summary = &finished.outcome.summary;
        let is_partial = finished.exit == Exit::Failure && summary.has_changes();
        let goes_on = matches!(self.order.what, What::Program | What::Nothing);
        if is_partial && goes_on && !self.order.run.json {
            let verb = self.order.verb();
            self.terminal.say(&format!(
                "What was done is saved. Fix the cause and run `lumi {verb}` again to go on."
            ));
        }
    }

    async fn saved_plan(&self) -> Result<Option<SavedPlan>, Failure> {
        match self.order.plan {
            None => Ok(None),
            Some(path) => {
                let path = self.current.join(path);
                saved_plan_file::read(&path, &self.stack).await.map(Some)
            }
        }
    }

    /// Shows what would be done and asks, unless the user has agreed beforehand.
    async fn agreed(
        &self,
        state: &StackState,
        plan: Option<&SavedPlan>,
    ) -> Result<Agreed, Failure> {
        let order = &self.order;
        // A slip in a pattern of --exclude must not show when all is done.
        let is_selective = order.selection().patterns().next().is_some();
        if order.yes && plan.is_none() && !order.expect_no_changes && !is_selective {
            return Ok(Agreed::GoesOn(None));
        }
        if !order.yes && plan.is_none() && !self.terminal.can_ask {
            // Before the program is evaluated for nothing.
            self.consent(String::new)?;
        }
        let key = plan.map_or_else(PlanKey::random, |it| it.key.clone());
        let preview = self.preview(state.clone(), key).await?;
        if preview.exit != Exit::Success {
            return Ok(Agreed::Ends(preview.exit));
        }
        self.check_changes(&preview)?;
        if let Some(plan) = plan {
            let differences = plan.differences(&preview.outcome.plan);
            if !differences.is_empty() {
                let mut report = Report::error("this is not what was planned; nothing was done");
                report.details = differences;
                let report = report.help("make a new plan with `lumi preview --save FILE`");
                return Err(Failure::new(Exit::Failure, report));
            }
        }
        if !preview.outcome.summary.has_changes() && preview.outcome.state.pending.is_empty() {
            return Ok(Agreed::GoesOn(Some(Box::new(preview.model))));
        }
        if plan.is_none() {
            let style = self.terminal.tree_style(order.run.show_secrets);
            let details = || run::diff_view(&preview.model, style);
            if !self.consent(details)? {
                self.terminal.say("nothing was done");
                return Ok(Agreed::Ends(Exit::Stopped));
            }
        }
        Ok(Agreed::GoesOn(Some(Box::new(preview.model))))
    }

    fn consent(&self, details: impl Fn() -> String) -> Result<bool, Failure> {
        let mut input = self.interrupts.answers();
        let question = match self.order.what {
            What::Program => "Do this?",
            What::Nothing => "Delete all of this?",
            What::World => "Take this over into the state?",
            What::Object(_) => "Import it?",
        };
        let mut asked = Consent {
            yes: self.order.yes,
            can_ask: self.terminal.can_ask,
            input: &mut input,
            say: &mut |text| write_error(text),
        };
        asked.get(question, details)
    }

    fn check_changes(&self, finished: &Finished) -> Result<(), Failure> {
        if !self.order.expect_no_changes || !finished.outcome.summary.has_changes() {
            return Ok(());
        }
        let report =
            Report::error("there are changes, but --expect-no-changes says there are none");
        Err(Failure::new(Exit::Failure, report))
    }

    async fn preview(&self, state: StackState, key: PlanKey) -> Result<Finished, Failure> {
        self.once(state, None, None, None, key).await
    }

    /// Runs the source once; without a log it is a preview.
    async fn once(
        &self,
        state: StackState,
        log: Option<Arc<dyn RecordLog>>,
        announced: Option<Model>,
        plan: Option<SavedPlan>,
        key: PlanKey,
    ) -> Result<Finished, Failure> {
        let preview = log.is_none();
        let display = RunDisplay::start(
            self.terminal,
            DisplayOptions {
                json: self.order.run.json,
                show_secrets: self.order.run.show_secrets,
                diff: self.order.run.diff,
                preview,
                plan: announced,
                folder: self.settings.folder.clone(),
            },
        );
        self.packages.show_in(display.engine_events());
        let program = self.program(&state, &display, preview);
        if let Some(program) = &program {
            self.packages.offer(program.access());
        }
        let prepared = Engine {
            options: self.options(preview, plan, key),
            state,
            log,
            providers: self.packages.registry(program.as_ref()),
            events: display.engine_events(),
        }
        .prepare();
        let stop = program.as_ref().map(|it| it.stop().clone());
        let interrupter = prepared.interrupter();
        let runtime = tokio::runtime::Handle::current();
        self.interrupts
            .tell(move |interruption| match interruption {
                Interruption::First => interrupter.interrupt(),
                Interruption::Second => {
                    let interrupter = interrupter.clone();
                    runtime.spawn(async move { interrupter.abort().await });
                }
            });
        self.interrupts.pass_to(&stop.unwrap_or_default());
        let mut code = None;
        let (outcome, ending) = match (self.order.what, &program) {
            (What::Program, Some(program)) => {
                let logged = || display.logged_errors();
                let mut source = EvalSource {
                    program,
                    logged_errors: &logged,
                    ending: None,
                };
                let outcome = prepared.run(&mut source).await;
                (outcome, source.ending)
            }
            (What::Object(args), _) => {
                let mut source = ImportSource::new(args, &self.settings.name, &self.stack_name)?;
                let outcome = prepared.run(&mut source).await;
                code = source.code();
                let problem = problem(program.as_ref(), &outcome).await;
                (outcome, problem)
            }
            (What::World, _) => {
                let outcome = prepared.run(&mut RefreshSource).await;
                let problem = problem(program.as_ref(), &outcome).await;
                (outcome, problem)
            }
            (What::Nothing | What::Program, _) => {
                let outcome = prepared.run(&mut NullSource).await;
                let problem = problem(program.as_ref(), &outcome).await;
                (outcome, problem)
            }
        };
        let exit = self.report(&display, &outcome, ending.as_ref())?;
        let end = match (exit, &ending) {
            (Exit::Success, Some(ProgramEnd::Stopped(_))) => End::Open,
            (Exit::Success, _) => End::Whole,
            (Exit::Stopped, _) => End::Interrupted,
            _ => End::Failed,
        };
        let model = display.finish(exit, end, outcome.planned.as_ref())?;
        Ok(Finished {
            outcome,
            model,
            exit,
            end,
            code,
        })
    }

    /// Says what became of the program, unless the engine has said it already.
    fn report(
        &self,
        display: &RunDisplay,
        outcome: &Outcome,
        ending: Option<&ProgramEnd>,
    ) -> Result<Exit, Failure> {
        let mut exit = if outcome.has_failed {
            Exit::Failure
        } else {
            Exit::Success
        };
        // A function that failed is no step: only the program can tell of it.
        let Summary {
            failed, skipped, ..
        } = outcome.summary;
        let is_explained = failed + skipped > 0 || outcome.is_broken || outcome.is_interrupted;
        match ending {
            Some(ProgramEnd::Stopped(note)) => display.report(note)?,
            // The engine stopped, and with it whatever the program waited for.
            Some(ProgramEnd::Failed(failure))
                if is_explained
                    && matches!(
                        failure.cause,
                        FailureCause::Resource | FailureCause::Stalled
                    ) => {}
            Some(ProgramEnd::Failed(failure)) => {
                if let Some(report) = &failure.report {
                    display.report(report)?;
                }
                exit = failure.cause.exit();
            }
            Some(ProgramEnd::Finished) | None => {}
        }
        if outcome.is_interrupted {
            exit = Exit::Stopped;
        }
        Ok(exit)
    }

    fn options(&self, preview: bool, plan: Option<SavedPlan>, plan_key: PlanKey) -> RunOptions {
        let order = &self.order;
        RunOptions {
            kind: order.kind(),
            preview,
            parallel: order.run.parallel.get(),
            selection: order.selection(),
            refresh: order.scope.is_some_and(|it| it.refresh),
            continue_on_error: order.run.continue_on_error,
            forget_pending: order.run.forget_pending,
            plan,
            plan_key,
            provider_config: provider_config(&self.config, &self.settings.name),
            project: self.settings.name.clone(),
            stack: self.stack_name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// The program, if its goals are asked for or its providers may be.
    fn program(
        &self,
        state: &StackState,
        display: &RunDisplay,
        preview: bool,
    ) -> Option<ProgramRun> {
        let flags = self.order.flags;
        let events = display.program_events();
        if let Some(evaluation) = &self.evaluation {
            return Some(ProgramRun::for_goals(
                evaluation, state, flags, events, preview,
            ));
        }
        let is_needed = match self.order.what {
            What::Object(args) => is_dynamic(&args.resource_type),
            _ => ProgramRun::is_needed(state),
        };
        // Without a program those resources fail, and say what they need; others need none.
        if !is_needed {
            return None;
        }
        let evaluation = evaluation(self.order, self.current.clone(), self.terminal);
        let evaluation = evaluation.ok().or_else(|| {
            let (stack, current) = (self.stack_name.clone(), self.current.clone());
            let nothing =
                Evaluation::without_program(&self.settings, stack, current, self.terminal);
            ProgramRun::has_code(state).then_some(nothing)
        })?;
        Some(ProgramRun::for_providers(&evaluation, state, flags, events))
    }

    fn history_entry(&self, finished: &Finished) -> HistoryEntry {
        let Outcome { summary, .. } = &finished.outcome;
        let started = Utc::now() - summary.duration;
        let succeeded = finished.exit == Exit::Success;
        let mut entry = HistoryEntry::new(self.order.kind(), started, summary.duration, succeeded);
        entry.counts = counts(summary);
        entry
    }
}

/// Why the program could not help with its providers, if something failed.
async fn problem(program: Option<&ProgramRun>, outcome: &Outcome) -> Option<ProgramEnd> {
    match program {
        Some(program) if outcome.has_failed => program.problem().await,
        _ => None,
    }
}

/// Whether a run goes on, and what a preview has announced.
enum Agreed {
    GoesOn(Option<Box<Model>>),
    Ends(Exit),
}

fn evaluation(order: Order, current: PathBuf, terminal: Terminal) -> Result<Evaluation, Failure> {
    let flags: &ProgramFlags = order.flags;
    let mut evaluation =
        Evaluation::of_stack(order.program, flags, order.stack, current, terminal)?;
    if order.run.show_secrets {
        hidden::show();
    }
    evaluation.place(order.place)?;
    evaluation.color = terminal.error_color && !order.run.json;
    Ok(evaluation)
}
