//! Checks a stack that does not exist yet.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::known_stacks;
use crate::ui::report::{Report, Severity};

use super::deploy_request::Operation;
use super::deployment::Deployment;

impl Deployment<'_> {
    /// Fails for a missing stack unless it may be created. Returns whether to tell the user that it
    /// is new.
    pub(super) async fn check_new_stack(&self) -> Result<bool, Failure> {
        let request = &self.request;
        // `preview --save` has already warned that the stack is new.
        if self.is_expected() || request.create || request.plan.is_some() {
            return Ok(false);
        }
        let creates = matches!(request.operation, Operation::Program | Operation::Object(_));
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

    /// Notes that the stack of a plan does not exist.
    pub(super) async fn note_new_stack(&self) -> Result<(), Failure> {
        if self.is_expected() || self.request.create || self.stack.exists().await? {
            return Ok(());
        }
        self.terminal.report(&Report {
            severity: Severity::Note,
            ..self.no_stack().await?
        });
        Ok(())
    }

    /// The first stack of a project needs no `--create`, nor does a stack with a settings file.
    fn is_expected(&self) -> bool {
        known_stacks::is_expected(&self.settings, &self.stack_name)
    }

    async fn no_stack(&self) -> Result<Report, Failure> {
        let name = &self.stack_name;
        let advice = known_stacks::similar(&self.settings, &self.backend, name).await?;
        let report = Report::error(format!("stack `{name}` does not exist"));
        Ok(report.help(format!(
            "{advice}`lumi up -s {name} --create` deploys a new one, `lumi stack init {name}` creates \
             an empty one"
        )))
    }
}
