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

/// A flag that sets variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableFlag {
    Value {
        name: String,
        text: String,
    },
    File {
        path: PathBuf,
        /// The path as the user gave it, for messages.
        shown: String,
    },
}

/// Sources of values besides files.
#[derive(Clone, Debug, Default)]
pub struct VariableSources {
    pub environment: Vec<(String, String)>,
    /// The configuration of the stack: names, texts, and whether they are secret.
    pub config: Vec<(String, String, bool)>,
    /// Those of the command line, in their order.
    pub flags: Vec<VariableFlag>,
}

impl VariableSources {
    /// The values of variables of the root module. Later sources win: the environment, `terraform.tfvars`, files
    /// `*.auto.tfvars` by name, the configuration of the stack, flags in their order.
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
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            add_file(&mut values, module, (&file, &name), &mut diagnostics);
        }
        self.add_config(&mut values, module, &mut diagnostics);
        for flag in &self.flags {
            match flag {
                VariableFlag::File { path, shown } => {
                    add_file(&mut values, module, (path, shown), &mut diagnostics);
                }
                VariableFlag::Value { name, text } => match module.variables.get(name) {
                    None => diagnostics.push(undeclared(module, &format!("`--var {name}`"), name)),
                    Some(variable) => {
                        let origin = format!("`--var {name}`");
                        add(&mut values, variable, text, origin, &mut diagnostics);
                    }
                },
            }
        }
        (values, diagnostics)
    }

    fn add_config(
        &self,
        values: &mut BTreeMap<String, GivenValue>,
        module: &Module,
        diagnostics: &mut Diagnostics,
    ) {
        for (name, text, is_secret) in &self.config {
            let Some(variable) = module.variables.get(name) else {
                diagnostics.push(undeclared(module, "the configuration", name));
                continue;
            };
            let origin = format!("the configuration `{name}`");
            add(values, variable, text, origin, diagnostics);
            if let (true, Some(given)) = (*is_secret, values.get_mut(name)) {
                given.value = given.value.clone().mark(Mark::Sensitive);
            }
        }
    }
}

/// The mistake of a source that sets a variable which is not there.
fn undeclared(module: &Module, source: &str, name: &str) -> Diagnostic {
    let names = module.variables.keys().map(String::as_str);
    let advice = lumi_graph::nearest(name, names, 0.7);
    let advice = advice.map_or_else(String::new, |it| format!("; did you mean `{it}`?"));
    let detail = format!("{source} sets `{name}`, and no block `variable` declares it{advice}");
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
    (file, name): (&Path, &str),
    diagnostics: &mut Diagnostics,
) {
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
    let body = match parse_body(name, &text) {
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
                let origin = name.to_owned();
                values.insert(attribute.name, GivenValue { value, origin });
            }
            Err(found) => diagnostics.extend(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ModuleTree;
    use super::*;

    fn value_flag(name: &str, text: &str) -> VariableFlag {
        VariableFlag::Value {
            name: name.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn later_sources_win() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let names = [
            "environment",
            "file",
            "automatic",
            "config",
            "flag",
            "late",
            "last",
        ];
        let blocks = names.iter().map(|it| format!("variable \"{it}\" {{}}\n"));
        file("main.tf", &blocks.collect::<String>());
        let set = |from: usize, text: &str| -> String {
            let set = names[from..].iter();
            set.map(|it| format!("{it} = \"{text}\"\n")).collect()
        };
        file("terraform.tfvars", &set(1, "file"));
        file("a.auto.tfvars", &set(2, "automatic"));
        let late = file("late.tfvars", &set(5, "late"));
        let (tree, _) = ModuleTree::load(folder.path());
        let texts = |from: usize, text: &str| {
            let named = names[from..].iter();
            named
                .map(|it| ((*it).to_owned(), text.to_owned()))
                .collect::<Vec<_>>()
        };
        let environment = texts(0, "environment").into_iter();
        let config = texts(3, "config").into_iter();
        let mut flags: Vec<VariableFlag> =
            names[4..].iter().map(|it| value_flag(it, "flag")).collect();
        flags.push(VariableFlag::File {
            path: late,
            shown: "late.tfvars".to_owned(),
        });
        flags.push(value_flag("last", "last"));
        let mut sources = VariableSources {
            environment: environment
                .map(|(name, it)| (format!("{ENVIRONMENT}{name}"), it))
                .collect(),
            config: config.map(|(name, it)| (name, it, false)).collect(),
            flags,
        };
        let (values, found) = sources.values(tree.root().unwrap());
        assert!(!found.has_errors(), "{found:?}");
        for name in names {
            assert_eq!(values[name].value, Value::string(name), "{name}");
        }
        sources.flags = vec![value_flag("lats", "x")];
        let (_, found) = sources.values(tree.root().unwrap());
        assert!(
            found.0[0].detail.contains("`--var lats` sets `lats`"),
            "{found:?}"
        );
    }
}
