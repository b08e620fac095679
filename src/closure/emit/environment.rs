//! The values that a module reads from its environment.

use std::collections::BTreeMap;

use crate::analysis::Imported;

use super::imports::Imports;
use super::literal::string;
use super::names::Names;
use super::{Bound, ENVIRONMENT_MODULE, EnvironmentSource};

/// The environment variables of a module, and the function that reads them.
#[derive(Default)]
pub struct Environment {
    variables: BTreeMap<String, Bound>,
    reader: Option<Reader>,
}

/// The local names of the function that reads a variable and of Node's `process`, which the
/// function uses unless the environment is a module.
struct Reader {
    name: String,
    process: Option<String>,
}

impl Environment {
    /// The expression that reads a value.
    pub fn read(
        &mut self,
        names: &mut Names,
        source: EnvironmentSource,
        (resource, property): (&str, &str),
        bound: Bound,
    ) -> String {
        let known = self.variables.iter().find(|(_, it)| **it == bound);
        let variable = match known {
            Some((name, _)) => name.clone(),
            None => {
                let name = self.variable(resource, property);
                self.variables.insert(name.clone(), bound);
                name
            }
        };
        let reader = self.reader.get_or_insert_with(|| Reader {
            name: names.invent("environment"),
            process: match source {
                EnvironmentSource::Process => Some(names.invent("process")),
                EnvironmentSource::Module => None,
            },
        });
        format!("{}({})", reader.name, string(&variable))
    }

    /// Adds the imports of the function that reads variables.
    pub fn add_imports(&self, imports: &mut Imports) {
        match &self.reader {
            Some(Reader {
                process: Some(process),
                ..
            }) => imports.add("node:process", process, Imported::Default),
            Some(Reader { name, .. }) => imports.add(ENVIRONMENT_MODULE, name, Imported::Default),
            None => {}
        }
    }

    /// The code of the function that reads variables, unless it is imported.
    pub fn text(&self) -> String {
        let Some(Reader {
            name,
            process: Some(process),
        }) = &self.reader
        else {
            return String::new();
        };
        format!(
            "const {name} = (name) => {{\n  const text = {process}.env[name];\n  try {{\n    \
             return JSON.parse(text);\n  }} catch {{\n    return text;\n  }}\n}};\n"
        )
    }

    pub fn into_variables(self) -> BTreeMap<String, Bound> {
        self.variables
    }

    /// An unused name for an environment variable.
    fn variable(&self, resource: &str, property: &str) -> String {
        let mut base = String::from("LUMI");
        for part in [resource, property] {
            if part.is_empty() {
                continue;
            }
            base.push('_');
            let mut was_lower = false;
            for character in part.chars() {
                if character.is_ascii_uppercase() && was_lower {
                    base.push('_');
                }
                was_lower = character.is_ascii_lowercase() || character.is_ascii_digit();
                let upper = character.to_ascii_uppercase();
                base.push(if upper.is_ascii_alphanumeric() {
                    upper
                } else {
                    '_'
                });
            }
        }
        let mut name = base.clone();
        let mut number = 2;
        while self.variables.contains_key(&name) {
            name = format!("{base}_{number}");
            number += 1;
        }
        name
    }
}
