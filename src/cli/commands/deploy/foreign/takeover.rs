//! The objects that a configuration in HCL has in a state of Terraform or OpenTofu become those of its stack.

use std::path::Path;

use lumi_engine::{PreparedRun, RunOutcome};
use lumi_graph::{Object, ResourceKind};
use lumi_hcl::states::{Takeover, TakeoverError, TakeoverSource};
use lumi_project::hcl::terraform_state::{ForeignState, foreign_state, may_have_foreign_state};
use lumi_runs::language::diagnostic_report;
use lumi_state::StackState;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::consent::Consent;
use lumi_terminal::output::terminal::write_error;
use lumi_terminal::ui::report::{Report, escaped};
use lumi_terminal::ui::wording::counted;
use lumi_terraform::state_file::StateFile;

use super::super::deploy_request::{DeployRequest, DeploySource};
use super::super::deployment::Deployment;
use super::state_file::parsed;

impl Deployment<'_> {
    /// Takes over the objects of a configuration before its first plan, or with `lumi import --from`. Answers an exit code
    /// if the command ends then.
    pub async fn take_over(&mut self) -> Result<Option<Exit>, Failure> {
        if !self.settings.deploys_hcl() {
            return Ok(None);
        }
        match self.request.source {
            DeploySource::Program => self.take_over_first().await,
            DeploySource::ForeignState(args) => {
                let from = args.from.as_deref().unwrap_or(Path::new(""));
                let file = parsed(from, &self.current)?;
                self.takeover = Some(self.planned_takeover(&file).await?);
                self.request.source = DeploySource::Takeover;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Runs the takeover that was planned. `outputs` are those of the stack before the run.
    pub async fn taken_over(&self, prepared: PreparedRun, outputs: &Object) -> RunOutcome {
        let takeover = self.takeover.as_ref();
        let takeover = takeover.expect("BUG: the state was read before the run");
        prepared
            .run(&mut TakeoverSource::new(takeover, outputs))
            .await
    }

    /// Takes over the objects of a stack that has none yet, if the user agrees.
    async fn take_over_first(&mut self) -> Result<Option<Exit>, Failure> {
        let request = self.request;
        // Who saved a plan was asked then.
        if request.plan.is_some() || request.new_stack.new_state {
            return Ok(None);
        }
        // The other tool's state stays after a takeover: most runs need not read it.
        if !may_have_foreign_state(&self.settings, &self.stack_name)
            || has_objects(&self.stack.load().await?.state)
        {
            return Ok(None);
        }
        let Some(found) = foreign_state(&self.settings, &self.stack_name) else {
            return Ok(None);
        };
        self.check_planned_stack().await?;
        let path = match found {
            ForeignState::OwnFile(path) => path,
            ForeignState::DefaultFile(path) => return Err(self.of_default(&path)),
            ForeignState::Elsewhere { settings, backend } => {
                return Err(elsewhere(&self.shown_path(&settings), &backend));
            }
        };
        let shown = self.shown_path(&path);
        let file = parsed(
            path.strip_prefix(&self.current).unwrap_or(&path),
            &self.current,
        )?;
        if file.objects.is_empty() {
            return Ok(None);
        }
        if !self.agrees_to_take_over(&file, &shown)? {
            self.terminal.print_line("nothing was done");
            return Ok(Some(Exit::Stopped));
        }
        self.takeover = Some(self.planned_takeover(&file).await?);
        let exit = self.deploy_takeover().await?;
        if exit != Exit::Success {
            return Ok(Some(exit));
        }
        self.note_taken(&shown);
        Ok(None)
    }

    /// Runs the takeover with nothing but its own choices.
    async fn deploy_takeover(&mut self) -> Result<Exit, Failure> {
        let asked = self.request;
        let selection = std::mem::take(&mut self.selection);
        let refresh = std::mem::take(&mut self.refresh);
        self.request = DeployRequest {
            source: DeploySource::Takeover,
            preview_only: false,
            yes: true,
            skip_preview: false,
            expect_no_changes: false,
            max_deletes: None,
            is_quiet: true,
            ..asked
        };
        let exit = self.deploy(None).await;
        self.request = asked;
        self.selection = selection;
        self.refresh = refresh;
        exit
    }

    /// Finds out what becomes of a file.
    async fn planned_takeover(&self, file: &StateFile) -> Result<Takeover, Failure> {
        let evaluation = self.evaluation.as_ref();
        let evaluation = evaluation.expect("BUG: the program was read");
        let program = evaluation.hcl_program(self.request.flags)?;
        let planned = self
            .interrupts
            .interruptible(async { Ok(Takeover::plan(file, program).await) });
        planned.await?.map_err(|error| failed(&error))
    }

    fn agrees_to_take_over(&self, file: &StateFile, shown: &str) -> Result<bool, Failure> {
        if self.request.new_stack.take_over {
            return Ok(true);
        }
        let objects = counted(file.objects.len(), "object");
        let stack = escaped(&self.stack_name);
        let message =
            format!("the configuration has {objects} in {shown}, and the stack `{stack}` has none");
        if !self.terminal.can_ask {
            let help = format!(
                "`{} --take-over` makes them those of the stack, and leaves the file as it is; with `--new-state`, only \
                 objects with a block `import` are taken over, and all others are made anew",
                self.command()
            );
            return Err(Failure::new(Exit::Usage, Report::error(message).help(help)));
        }
        let what = "They become those of the stack; the file stays as it is, and `lumi stack rm` gives them up again.";
        let note = Report::note(message).help(what);
        self.terminal.report(&note);
        let mut input = self.interrupts.answers();
        let mut consent = Consent {
            yes: false,
            can_ask: true,
            input: &mut input,
            say: &mut |text| write_error(text),
        };
        let addresses = || {
            let all = file.objects.iter();
            let all = all.map(|it| escaped(&it.own_address().to_string()));
            all.collect::<Vec<_>>().join("\n")
        };
        consent.get("Take them over?", addresses)
    }

    fn note_taken(&self, shown: &str) {
        let Some(takeover) = &self.takeover else {
            return;
        };
        let name = escaped(&self.stack_name);
        let objects = counted(takeover.objects(), "object");
        let message = format!(
            "took over {objects} from {shown} into the stack `{name}`; the file is as it was, and still has them: from \
             now on, change them with one of the two only"
        );
        let help = format!(
            "`lumi stack rm {name} --force` gives them up and leaves them as they are; `lumi stack export --terraform` \
             goes back after changes"
        );
        self.terminal.report(&Report::note(message).help(help));
    }

    /// The command that the user has given, as far as it names what it is for.
    fn command(&self) -> String {
        let request = &self.request;
        let verb = if request.preview_only {
            "preview"
        } else {
            "up"
        };
        let mut command = format!("lumi {verb}");
        if request.program != Path::new(".") {
            command.push_str(&format!(
                " {}",
                escaped(&request.program.display().to_string())
            ));
        }
        if let Some(stack) = &request.flags.stack.stack {
            command.push_str(&format!(" -s {}", escaped(stack)));
        }
        command
    }

    /// A path in messages.
    fn shown_path(&self, path: &Path) -> String {
        let below = path.strip_prefix(&self.current);
        escaped(&below.unwrap_or(path).display().to_string())
    }

    /// The failure for a state of another workspace.
    fn of_default(&self, path: &Path) -> Failure {
        let (shown, stack) = (self.shown_path(path), escaped(&self.stack_name));
        let message = format!(
            "the configuration has objects of the workspace `default` in {shown}, and the stack `{stack}` has none"
        );
        let help = format!(
            "`lumi preview -s default` takes them over into the stack of that name, and `lumi import --from {shown} -s \
             {stack}` into this one; with `--new-state`, the stack begins with nothing"
        );
        Failure::new(Exit::Usage, Report::error(message).help(help))
    }
}

/// Whether a stack has objects. A takeover that failed may have left components and providers.
fn has_objects(state: &StackState) -> bool {
    let mut resources = state.resources.values();
    !state.pending.is_empty() || resources.any(|it| it.kind == ResourceKind::Custom)
}

/// The failure for a state that no file here has.
fn elsewhere(settings: &str, backend: &str) -> Failure {
    let message = format!(
        "the configuration has its state in the backend `{}` that {settings} names, which lumi does not read",
        escaped(backend)
    );
    let help = "`tofu state pull > terraform.tfstate` fetches it, and this command takes it over then; with \
                `--new-state`, objects without a block `import` are made anew";
    Failure::new(Exit::Usage, Report::error(message).help(help))
}

fn failed(error: &TakeoverError) -> Failure {
    let report = match error {
        TakeoverError::Configuration(diagnostics) => {
            let related = diagnostics.iter().map(diagnostic_report).collect();
            Report {
                related,
                ..Report::error(error.to_string())
            }
        }
        other => Report {
            help: other.advice(),
            ..Report::error(format!("nothing was taken over: {other}"))
        },
    };
    Failure::new(Exit::Usage, report)
}
