//! The stack that a command is about, when it does not exist.

use std::collections::BTreeSet;
use std::fs;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::project::{DEFAULT_STACK, StackFile, nearest};
use crate::ui::report::{Report, Severity};

use super::deploy_request::Operation;
use super::deployment::Deployment;

impl Deployment<'_> {
    /// Fails if a stack that does not exist cannot be meant. Answers whether the user has to be
    /// told that it is created.
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

    /// A plan of a stack that does not exist says so.
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

    /// The first stack of a project needs no `--create`, nor does one that has a settings file.
    fn is_expected(&self) -> bool {
        let file = self.settings.folder.join(StackFile::name(&self.stack_name));
        self.stack_name == DEFAULT_STACK || file.exists()
    }

    async fn no_stack(&self) -> Result<Report, Failure> {
        let name = &self.stack_name;
        let known = self.known_stacks().await?;
        let advice = match nearest(name, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`? "),
            None => String::new(),
        };
        let report = Report::error(format!("there is no stack `{name}`"));
        Ok(report.help(format!(
            "{advice}`lumi up -s {name} --create` deploys a new one, `lumi stack init {name}` creates \
             an empty one"
        )))
    }

    /// The stacks of the backend, and those with a file of configuration.
    async fn known_stacks(&self) -> Result<BTreeSet<String>, Failure> {
        let mut known: BTreeSet<String> = BTreeSet::from([DEFAULT_STACK.to_owned()]);
        known.extend(self.backend.list_stacks(&self.settings.name).await?);
        let files = fs::read_dir(&self.settings.folder).into_iter().flatten();
        let names = files
            .flatten()
            .filter_map(|it| it.file_name().into_string().ok());
        known.extend(names.filter_map(|it| {
            let name = it.strip_prefix("Lumi.")?.strip_suffix(".yaml")?;
            Some(name.to_owned())
        }));
        known.remove(&self.stack_name);
        Ok(known)
    }
}
