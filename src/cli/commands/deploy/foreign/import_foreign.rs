//! The steps of `lumi import --from` before and after its run.

use std::path::Path;

use lumi_graph::Object;
use lumi_import::{ForeignSource, ForeignState, WrittenProgram};

use crate::commands::{is_untouched, write_file};
use lumi_project::{NewValue, ProjectSettings};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::output::terminal::write_output;
use lumi_terminal::ui::report::Report;

use super::super::deploy_request::{DeployRequest, DeploySource};
use super::super::deployment::Deployment;
use super::state_file::state;

/// Reads the state that is the source of the request, if one is.
pub fn read(
    request: DeployRequest,
    settings: &ProjectSettings,
    current: &Path,
) -> Result<Option<ForeignState>, Failure> {
    let DeploySource::ForeignState(args) = request.source else {
        return Ok(None);
    };
    if settings.deploys_hcl() {
        return match &args.out {
            None => Ok(None),
            Some(_) => Err(no_program_needed()),
        };
    }
    if let Some(out) = &args.out
        && !is_free(&current.join(out))
    {
        let message = format!("{} exists already; nothing was done", out.display());
        let help = "give another file with --out; only a program that `lumi new` wrote, and that was \
                    not changed since, is replaced";
        let report = Report::error(message).help(help);
        return Err(Failure::new(Exit::Usage, report));
    }
    let from = args.from.as_deref().unwrap_or(Path::new(""));
    state(from, settings, current).map(Some)
}

fn no_program_needed() -> Failure {
    let message = "the configuration is the program: `--out` would write another one";
    let help = "without `--out`, the objects become those that the configuration declares";
    Failure::new(Exit::Usage, Report::error(message).help(help))
}

/// Whether a program may be written there: there is nothing, or the untouched file of a template.
fn is_free(path: &Path) -> bool {
    match path.symlink_metadata() {
        Err(_) => true,
        Ok(found) if found.is_file() => {
            let text = read_limit::file(path, read_limit::DOCUMENT);
            text.is_ok_and(|it| std::str::from_utf8(&it).is_ok_and(is_untouched))
        }
        Ok(_) => false,
    }
}

impl Deployment<'_> {
    /// `outputs` are those of the stack before the run.
    pub fn foreign_source(&self, outputs: &Object) -> Result<ForeignSource, Failure> {
        let state = self
            .foreign
            .as_ref()
            .expect("BUG: the state was read before the run");
        let names = (self.settings.name.as_str(), self.stack_name.as_str());
        ForeignSource::new(state, names, outputs, self.interfaces())
            .map_err(|error| Failure::new(Exit::Usage, Report::error(error.to_string())))
    }

    pub fn written_program(&self, source: &ForeignSource) -> Option<WrittenProgram> {
        source.program(self.interfaces())
    }

    /// Writes the program, and its secrets into the configuration of the stack.
    pub async fn conclude_foreign(&self, program: &WrittenProgram) -> Result<(), Failure> {
        let (DeploySource::ForeignState(args), Some(state)) = (self.request.source, &self.foreign)
        else {
            return Ok(());
        };
        self.save_secrets(program).await?;
        if state.file.data_sources > 0 {
            let (count, are) = match state.file.data_sources {
                1 => ("1 data source".to_owned(), "is"),
                count => (format!("{count} data sources"), "are"),
            };
            self.terminal.print_line(&format!(
                "{count} {are} not imported: programs read them in each run, with functions of `data`."
            ));
        }
        for (package, alias) in state.aliases() {
            self.terminal.print_line(&format!(
                "The configuration of the provider {package}.{alias} is not in the state: add it to the program."
            ));
        }
        let Some(out) = &args.out else {
            write_output(&format!("\n{}", program.text))?;
            return Ok(());
        };
        if !is_free(&self.current.join(out)) {
            // The objects are in the state already, so that the program must not be lost.
            let message = format!(
                "{} was written by something else meanwhile, and is left as it is; the program is on standard output",
                out.display()
            );
            self.terminal.report(&Report::warning(message));
            write_output(&format!("\n{}", program.text))?;
            return Ok(());
        }
        write_file(&self.current.join(out), &program.text)?;
        self.terminal
            .print_line(&format!("wrote {}", out.display()));
        Ok(())
    }

    async fn save_secrets(&self, program: &WrittenProgram) -> Result<(), Failure> {
        if program.secrets.is_empty() {
            return Ok(());
        }
        let keyring = self.stack.keyring().await?;
        for secret in &program.secrets {
            let text = secret.value.as_deref().unwrap_or_default();
            let value = NewValue::Secret(text, &keyring);
            let edit = self
                .settings
                .set_config(&self.stack_name, &secret.key, &value)?;
            crate::commands::write_project_file(&self.settings.folder, &edit.path, &edit.text)?;
        }
        keyring.save().await?;
        let count = match program.secrets.len() {
            1 => "1 secret".to_owned(),
            count => format!("{count} secrets"),
        };
        let name = self.stack_name.as_str();
        self.terminal
            .print_line(&format!("set {count} in Lumi.{name}.yaml"));
        Ok(())
    }
}
