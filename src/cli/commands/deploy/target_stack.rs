//! Checks a stack that does not exist yet.

use lumi_project::stacks::backend;
use lumi_project::stacks::deployed_stacks;
use lumi_project::stacks::stack_lookup;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::{Report, Severity, escaped};

use super::deploy_request::DeploySource;
use super::deployment::Deployment;

impl Deployment<'_> {
    /// Fails for a missing stack unless it may be created. Returns whether to tell the user that it
    /// is new.
    pub async fn check_new_stack(&self) -> Result<bool, Failure> {
        self.refuse_missing_state()?;
        self.warn_of_other_project().await?;
        let request = &self.request;
        // `preview --save` was made for a new stack.
        if self.is_expected() || request.new_stack.create.create || request.plan.is_some() {
            return Ok(false);
        }
        let creates = matches!(
            request.source,
            DeploySource::Program
                | DeploySource::Import(_)
                | DeploySource::ForeignState(_)
                | DeploySource::Takeover
        );
        let is_asked = self.terminal.can_ask && !request.yes && !request.skip_preview;
        if creates && is_asked {
            self.terminal.report(&Report {
                severity: Severity::Note,
                ..self.no_stack().await?
            });
            return Ok(true);
        }
        Err(Failure::new(Exit::Usage, self.no_stack().await?))
    }

    /// Fails if the stack of a plan is missing, unless it may be created.
    pub async fn check_planned_stack(&self) -> Result<(), Failure> {
        if self.stack.exists().await? {
            return Ok(());
        }
        self.refuse_missing_state()?;
        self.warn_of_other_project().await?;
        if self.is_expected() || self.request.new_stack.create.create {
            return Ok(());
        }
        Err(Failure::new(Exit::Usage, self.no_stack().await?))
    }

    /// Fails if the stack is deployed, and its state is elsewhere.
    pub(super) fn refuse_missing_state(&self) -> Result<(), Failure> {
        if self.request.new_stack.new_state {
            return Ok(());
        }
        let name = &self.stack_name;
        let help = format!("`lumi up -s {name} --new-state` makes everything anew");
        Ok(deployed_stacks::refuse_missing_state(
            &self.settings,
            &self.stack,
            &help,
        )?)
    }

    /// Warns that the folder has stacks of another project and none of this one: the project has
    /// probably got another name, under which it begins anew. A shared backend has many projects.
    async fn warn_of_other_project(&self) -> Result<(), Failure> {
        let settings = &self.settings;
        if !backend::is_own_folder(settings) {
            return Ok(());
        }
        let name = &settings.name;
        if self.has_stack(name).await? {
            return Ok(());
        }
        let mut other = None;
        for project in self.backend.list_projects().await? {
            if other.is_none() && project != *name && self.has_stack(&project).await? {
                other = Some(project);
            }
        }
        let Some(other) = other else { return Ok(()) };
        let other = escaped(&other);
        let message = format!(
            "this folder has stacks of the project `{other}`, but none of `{name}`, which is \
             treated as a new project"
        );
        let help = format!(
            "if the project was renamed, set `name: {other}` in {} to keep using its stacks",
            settings.file_name()
        );
        self.terminal.report(&Report::warning(message).help(help));
        Ok(())
    }

    async fn has_stack(&self, project: &str) -> Result<bool, Failure> {
        for stack in self.backend.list_stacks(project).await? {
            // A stack that was moved is elsewhere.
            let exists = self.backend.stack(project, &stack)?.exists().await;
            if exists.unwrap_or(false) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first stack of a project needs no `--create`, nor does a stack with a settings file.
    fn is_expected(&self) -> bool {
        stack_lookup::is_expected(&self.settings, &self.stack_name)
    }

    async fn no_stack(&self) -> Result<Report, Failure> {
        let name = &self.stack_name;
        let advice = stack_lookup::similar(&self.settings, &self.backend, name).await?;
        let report = Report::error(format!("stack `{name}` does not exist"));
        let new = match self.request.preview_only {
            true => "--create` plans".to_owned(),
            false => format!("lumi up -s {name} --create` deploys"),
        };
        Ok(report.help(format!(
            "{advice}`{new} a new one, `lumi stack init {name}` creates an empty one"
        )))
    }
}
