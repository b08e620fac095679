//! `lumi stack output`.

use std::io;

use serde::Serialize;

use crate::args::StackFlag;
use lumi_graph::{Object, SECRET_MASK, Secrets, SerObject, Value};
use lumi_project::cdktf::shown_outputs;
use lumi_project::stacks::backend::load_shown;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;
use lumi_terminal::ui::run::outputs_text;

use super::StackCommandRunner;

impl StackCommandRunner<'_> {
    /// Shows all outputs of a stack, or the one of `key`.
    pub fn output(
        &mut self,
        stack: &StackFlag,
        key: Option<&str>,
        as_json: bool,
        show_secrets: bool,
    ) -> Result<Exit, Failure> {
        let secrets = Secrets::shown_if(show_secrets);
        let stack = self.stack(stack)?;
        let outputs = load_shown(&stack, secrets, self.terminal)?.state.outputs;
        let text = match key {
            Some(key) => {
                let value = outputs.get(key);
                let value = value.ok_or_else(|| no_output(stack.name(), key, &outputs))?;
                output_text(value, as_json, secrets)?
            }
            None if as_json => json_text(&SerObject::new(&shown_outputs(&outputs), secrets))?,
            None => {
                let style = self.terminal.tree_style(secrets);
                outputs_text(&shown_outputs(&outputs), 0, style)
            }
        };
        write!(self.out, "{text}")?;
        Ok(Exit::Success)
    }
}

/// Text for scripts: a string without quotes, and a visible secret as its value.
fn output_text(value: &Value, as_json: bool, secrets: Secrets<'_>) -> io::Result<String> {
    let value = match (value, secrets) {
        (Value::Secret(inner), Secrets::Shown) => inner,
        (Value::Secret(_), _) if !as_json => return Ok(format!("{SECRET_MASK}\n")),
        (value, _) => value,
    };
    match value.as_str() {
        Some(text) if !as_json => Ok(format!("{text}\n")),
        _ => json_text(&value.serializable(secrets)),
    }
}

fn json_text(value: &impl Serialize) -> io::Result<String> {
    Ok(format!("{:#}\n", serde_json::to_value(value)?))
}

fn no_output(stack: &str, key: &str, outputs: &Object) -> Failure {
    let message = format!("the stack `{stack}` has no output `{key}`");
    let mut report = Report::error(message);
    let outputs = shown_outputs(outputs);
    if !outputs.is_empty() {
        let names: Vec<&str> = outputs.keys().map(String::as_str).collect();
        report = report.help(format!("its outputs are {}", names.join(", ")));
    }
    Failure::new(Exit::Failure, report)
}
