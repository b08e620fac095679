//! `lumi stack output`.

use crate::cli::args::StackFlag;
use crate::cli::backend::load;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::ui::report::Report;
use crate::cli::ui::run::outputs_text;
use crate::graph::{Object, ObjectForm, Secrets};

use super::Work;

impl Work<'_> {
    pub(super) fn output(
        &mut self,
        stack: &StackFlag,
        key: Option<&str>,
        as_json: bool,
        show_secrets: bool,
    ) -> Result<Exit, Failure> {
        let stack = self.stack(stack)?;
        let mut outputs = load(&stack, self.terminal)?.state.outputs;
        let secrets = match show_secrets {
            true => Secrets::Shown,
            false => Secrets::Masked,
        };
        if let Some(key) = key {
            let Some(value) = outputs.shift_remove(key) else {
                let message = format!("the stack `{}` has no output `{key}`", stack.name());
                let names: Vec<&str> = outputs.keys().map(String::as_str).collect();
                let mut report = Report::error(message);
                if !names.is_empty() {
                    report = report.help(format!("its outputs are {}", names.join(", ")));
                }
                return Err(Failure::new(Exit::Failure, report));
            };
            match value.as_str() {
                // For scripts: as it is, without quotes.
                Some(text) if !as_json => writeln!(self.out, "{text}")?,
                _ => {
                    let value = serde_json::to_value(value.form(secrets));
                    writeln!(self.out, "{:#}", value.map_err(std::io::Error::from)?)?;
                }
            }
            return Ok(Exit::Success);
        }
        self.write_outputs(&outputs, as_json, secrets, show_secrets)
    }

    fn write_outputs(
        &mut self,
        outputs: &Object,
        as_json: bool,
        secrets: Secrets,
        show_secrets: bool,
    ) -> Result<Exit, Failure> {
        if as_json {
            let outputs = serde_json::to_value(ObjectForm::new(outputs, secrets));
            writeln!(self.out, "{:#}", outputs.map_err(std::io::Error::from)?)?;
        } else {
            let style = self.terminal.tree_style(show_secrets);
            write!(self.out, "{}", outputs_text(outputs, 0, style))?;
        }
        Ok(Exit::Success)
    }
}
