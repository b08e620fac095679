//! The plan before a deployment, and the question whether to deploy.

use lumi_engine::{PlanKey, RunOutcome, SavedPlan, is_dynamic};
use lumi_graph::Secrets;
use lumi_project::package_sets::PackageSets;
use lumi_state::StackState;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::consent::Consent;
use lumi_terminal::output::terminal::write_error;
use lumi_terminal::ui::report::Report;
use lumi_terminal::ui::run::{self, End, Model};
use lumi_terraform::adapter::is_resource_token;

use super::deploy_request::DeploySource;
use super::deployment::Deployment;
use super::idle_run::IdlePlan;
use super::settled_run::SettledPlan;
use super::single_run::RunResult;

/// Whether a run proceeds.
pub enum Confirmation {
    GoesOn(PlanFacts),
    Ends(Exit),
}

/// Facts from the plan about the run that follows.
#[derive(Default)]
pub struct PlanFacts {
    pub model: Option<Box<Model>>,
    /// Whether the run will write secrets to the state.
    pub has_secrets: bool,
    /// The plan if it has no changes, and the run would find none, either.
    pub idle: Option<Box<IdlePlan>>,
    /// The goals of the plan, if the run does not need the program for them.
    pub settled: Option<SettledPlan>,
}

impl Deployment<'_> {
    /// Plans and asks for consent. `-y` answers the question, and `--skip-preview` omits the plan;
    /// a plan with an error ends the command before any change.
    pub async fn confirmed(
        &self,
        state: &StackState,
        plan: Option<&SavedPlan>,
        is_new_stack: bool,
    ) -> Result<Confirmation, Failure> {
        let request = &self.request;
        if !self.is_planned() && plan.is_none() {
            return Ok(Confirmation::GoesOn(PlanFacts::default()));
        }
        // There is nothing to ask about.
        let is_empty = matches!(request.source, DeploySource::Empty)
            && state.resources.is_empty()
            && state.pending.is_empty();
        if !request.yes && plan.is_none() && !self.terminal.can_ask && !is_empty {
            // Ask before the program is evaluated in vain.
            self.consent("", String::new)?;
        }
        let key = plan.map_or_else(PlanKey::random, |it| it.key.clone());
        // Without a question the plan is hidden, unless its errors stop the run.
        let only_failures = request.yes && plan.is_none() && !request.expect_no_changes;
        let preview = self.preview(state.clone(), key, only_failures).await?;
        if preview.exit != Exit::Success {
            if preview.exit != Exit::Stopped && !request.run.json {
                self.terminal
                    .print_line("The plan has errors; nothing was done.");
            }
            return Ok(Confirmation::Ends(preview.exit));
        }
        self.check_changes(&preview)?;
        if let Some(plan) = plan {
            check_plan(plan, &preview)?;
        }
        if only_failures && preview.end == End::Open && !request.run.json {
            self.note_open_plan();
        }
        let has_changes = preview.outcome.summary.has_changes();
        let is_idle = !has_changes && preview.outcome.state.pending.is_empty();
        if plan.is_none() && !is_idle {
            let style = self
                .terminal
                .tree_style(Secrets::shown_if(request.run.show_secrets));
            let details = || {
                run::diff_view(
                    &preview.model,
                    style,
                    &PackageSets::of_run(&self.settings.folder),
                )
            };
            let question = self.question(is_new_stack);
            if !self.consent(&question, details)? {
                self.terminal.print_line("nothing was done");
                return Ok(Confirmation::Ends(Exit::Stopped));
            }
        }
        Ok(Confirmation::GoesOn(self.facts(preview, plan)))
    }

    fn facts(&self, preview: RunResult, plan: Option<&SavedPlan>) -> PlanFacts {
        let has_secrets = self.has_secrets(&preview.outcome);
        let model = Some(Box::new(preview.model.clone()));
        let is_idle = plan.is_none() && self.is_idle(&preview);
        let is_settled = plan.is_none() && !is_idle && self.is_settled(&preview);
        let (idle, settled) = match is_idle {
            true => (IdlePlan::of(preview), None),
            false if is_settled => (None, SettledPlan::of(preview)),
            false => (None, None),
        };
        PlanFacts {
            model,
            has_secrets,
            idle: idle.map(Box::new),
            settled,
        }
    }

    fn note_open_plan(&self) {
        self.terminal.report(&Report::note(
            "the plan is not complete: the program waits for values that are known only after \
                 deployment",
        ));
    }

    /// Whether the state after the run contains values that must be encrypted. Code of dynamic
    /// providers is stored as a secret, and so is what a provider of Terraform keeps of an object.
    fn has_secrets(&self, outcome: &RunOutcome) -> bool {
        let Some(graph) = &outcome.planned else {
            return false;
        };
        let objects = graph
            .vertices
            .iter()
            .flat_map(|it| [&*it.inputs, &*it.outputs]);
        let mut values = objects.chain([&graph.outputs]).flat_map(|it| it.values());
        values.any(|it| it.contains_secret())
            || graph.vertices.iter().any(|it| {
                let of = it.urn.resource_type();
                is_dynamic(of) || is_resource_token(of)
            })
    }

    /// Whether a plan precedes the run. Reading or adopting objects changes only the state: without
    /// a question, a plan would only read the same objects twice.
    fn is_planned(&self) -> bool {
        let request = &self.request;
        if request.expect_no_changes || request.max_deletes.is_some() {
            return true;
        }
        let is_look = matches!(
            request.source,
            DeploySource::RealObjects
                | DeploySource::Import(_)
                | DeploySource::ForeignState(_)
                | DeploySource::Takeover
        );
        let is_selective = !self.selection.is_empty();
        let is_mere_look = request.yes && is_look && !is_selective;
        !(request.skip_preview || is_mere_look)
    }

    fn question(&self, is_new_stack: bool) -> String {
        let question = match self.request.source {
            DeploySource::Program => "Do this?",
            DeploySource::Empty => "Delete all of this?",
            DeploySource::RealObjects | DeploySource::Listings(_) => {
                "Update the state with these changes?"
            }
            DeploySource::Import(_) => "Import it?",
            DeploySource::ForeignState(_) | DeploySource::Takeover => "Import these?",
            DeploySource::HistoryEntry(number) => &format!("Roll back to run {number}?"),
        };
        if is_new_stack {
            let name = &self.stack_name;
            return format!(
                "This creates the stack `{name}`, which does not exist yet. {question}"
            );
        }
        question.to_owned()
    }

    fn consent(&self, question: &str, details: impl Fn() -> String) -> Result<bool, Failure> {
        let mut input = self.interrupts.answers();
        let mut asked = Consent {
            yes: self.request.yes,
            can_ask: self.terminal.can_ask,
            input: &mut input,
            say: &mut |text| write_error(text),
        };
        asked.get(question, details)
    }
}

/// Fails if the new plan differs from the saved one.
fn check_plan(plan: &SavedPlan, preview: &RunResult) -> Result<(), Failure> {
    let differences = plan.differences(&preview.outcome.plan);
    if differences.is_empty() {
        return Ok(());
    }
    let mut report = Report::error("the plan has changed since it was saved; nothing was done");
    report.details = differences;
    let report = report.help(match plan.destroy {
        true => "make a new plan with `lumi preview --destroy --save FILE`",
        false => "make a new plan with `lumi preview --save FILE`",
    });
    Err(Failure::new(Exit::Failure, report))
}
