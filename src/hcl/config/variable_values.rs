//! Values of variables, from files, the environment and the command line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::expression::evaluate_literal;
use crate::syntax::{Diagnostic, Diagnostics, parse_body, parse_expression};
use crate::value::{Mark, Value};

use super::module::Module;
use super::module_reader::read_file;
use super::named_values::Variable;
use super::reading::unplaced;

/// The beginning of environment variables that set variables.
const ENVIRONMENT: &str = "TF_VAR_";

/// A value from outside.
#[derive(Clone, Debug)]
pub struct GivenValue {
    pub value: Value,
    /// Its origin, for messages.
    pub origin: String,
}

/// Sources of values besides files.
#[derive(Clone, Debug, Default)]
pub struct VariableSources {
    pub environment: Vec<(String, String)>,
    /// The configuration of the stack: names, texts, and whether they are secret.
    pub config: Vec<(String, String, bool)>,
}

impl VariableSources {
    /// The values of variables of the root module. Later sources win: the environment, `terraform.tfvars`, files
    /// `*.auto.tfvars` by name, the configuration of the stack.
    pub fn values(&self, module: &Module) -> (BTreeMap<String, GivenValue>, Diagnostics) {
        let mut values = BTreeMap::new();
        let mut diagnostics = Diagnostics::default();
        for (name, text) in &self.environment {
            let name = name.strip_prefix(ENVIRONMENT).unwrap_or_default();
            if let Some(variable) = module.variables.get(name) {
                let origin = format!("{ENVIRONMENT}{name}");
                add(&mut values, variable, text, origin, &mut diagnostics);
            }
        }
        for file in value_files(&module.folder) {
            add_file(&mut values, module, &file, &mut diagnostics);
        }
        for (name, text, is_secret) in &self.config {
            let Some(variable) = module.variables.get(name) else {
                diagnostics.push(undeclared(module, name));
                continue;
            };
            let origin = format!("the configuration `{name}`");
            add(&mut values, variable, text, origin, &mut diagnostics);
            if let (true, Some(given)) = (*is_secret, values.get_mut(name)) {
                given.value = given.value.clone().mark(Mark::Sensitive);
            }
        }
        (values, diagnostics)
    }
}

fn undeclared(module: &Module, name: &str) -> Diagnostic {
    let names = module.variables.keys().map(String::as_str);
    let advice = lumi_graph::nearest(name, names, 0.7);
    let advice = advice.map_or_else(String::new, |it| format!("; did you mean `{it}`?"));
    let detail =
        format!("the configuration sets `{name}`, and no block `variable` declares it{advice}");
    unplaced("a variable does not exist", detail)
}

/// Adds a text: itself, or what it says as an expression.
fn add(
    values: &mut BTreeMap<String, GivenValue>,
    variable: &Variable,
    text: &str,
    origin: String,
    diagnostics: &mut Diagnostics,
) {
    let value = match variable.is_literal {
        true => Ok(Value::string(text)),
        false => parse_expression(&origin, text).and_then(|it| evaluate_literal(&it)),
    };
    match value {
        Ok(value) => {
            values.insert(variable.name.clone(), GivenValue { value, origin });
        }
        // The text may be secret, so that its lines are not shown.
        Err(found) => {
            let reason = found
                .0
                .first()
                .map_or_else(String::new, |it| format!(": {}", it.summary));
            let detail = format!("{origin} is no value of the language{reason}");
            diagnostics.push(unplaced("the value of a variable is not valid", detail));
        }
    }
}

/// The files with values, in the order in which they count.
fn value_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = ["terraform.tfvars", "terraform.tfvars.json"]
        .iter()
        .map(|it| folder.join(it))
        .filter(|it| it.is_file())
        .collect();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|it| it.file_name().into_string().ok());
    let is_automatic =
        |it: &String| it.ends_with(".auto.tfvars") || it.ends_with(".auto.tfvars.json");
    let mut automatic: Vec<String> = names.filter(is_automatic).collect();
    automatic.sort();
    files.extend(automatic.iter().map(|it| folder.join(it)));
    files
}

fn add_file(
    values: &mut BTreeMap<String, GivenValue>,
    module: &Module,
    file: &Path,
    diagnostics: &mut Diagnostics,
) {
    let name = file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let text = match read_file(file) {
        Ok(text) => text,
        Err(error) => {
            diagnostics.push(unplaced(
                "a file cannot be read",
                format!("{name}: {error}"),
            ));
            return;
        }
    };
    let body = match parse_body(&name, &text) {
        Ok(body) => body,
        Err(found) => return diagnostics.extend(found),
    };
    let (attributes, found) = body.just_attributes();
    diagnostics.extend(found);
    for attribute in attributes {
        if !module.variables.contains_key(&attribute.name) {
            let names = module.variables.keys().map(String::as_str);
            let advice = lumi_graph::nearest(&attribute.name, names, 0.7);
            let advice = advice.map_or_else(String::new, |it| format!("; did you mean `{it}`?"));
            let detail = format!("no block `variable` declares `{}`{advice}", attribute.name);
            let message = "a value is for no variable";
            diagnostics.push(Diagnostic::warning(message, detail, &attribute.name_span));
            continue;
        }
        match evaluate_literal(&attribute.expression) {
            Ok(value) => {
                let origin = name.clone();
                values.insert(attribute.name, GivenValue { value, origin });
            }
            Err(found) => diagnostics.extend(found),
        }
    }
}
