//! The imports of a module.

use std::collections::BTreeMap;

use crate::analysis::Imported;

use super::Format;
use super::literal::{key, string};

/// Imports by specifier: local names with the imported names.
#[derive(Default)]
pub struct Imports(BTreeMap<String, BTreeMap<String, Imported>>);

impl Imports {
    pub fn add(&mut self, specifier: &str, local: &str, imported: Imported) {
        let names = self.0.entry(specifier.to_owned()).or_default();
        names.insert(local.to_owned(), imported);
    }

    pub fn into_specifiers(self) -> Vec<String> {
        self.0.into_keys().collect()
    }

    /// The import statements.
    pub fn text(&self, format: Format) -> String {
        let all = self.0.iter();
        all.map(|(specifier, names)| match format {
            Format::Esm => import_text(specifier, names),
            Format::CommonJs => require_text(specifier, names),
        })
        .collect()
    }
}

fn import_text(specifier: &str, names: &BTreeMap<String, Imported>) -> String {
    let source = string(specifier);
    let mut text = String::new();
    let mut named = Vec::new();
    for (local, imported) in names {
        match imported {
            Imported::Namespace => text.push_str(&format!("import * as {local} from {source};\n")),
            Imported::Default => text.push_str(&format!("import {local} from {source};\n")),
            Imported::Name(name) if name == local => named.push(local.clone()),
            Imported::Name(name) => {
                let key = key(name);
                named.push(format!("{key} as {local}"));
            }
        }
    }
    if !named.is_empty() {
        text.push_str(&format!(
            "import {{ {} }} from {source};\n",
            named.join(", ")
        ));
    }
    text
}

fn require_text(specifier: &str, names: &BTreeMap<String, Imported>) -> String {
    let source = format!("require({})", string(specifier));
    let mut text = String::new();
    let mut named = Vec::new();
    for (local, imported) in names {
        match imported {
            Imported::Namespace => text.push_str(&format!("const {local} = {source};\n")),
            Imported::Default => text.push_str(&format!(
                "const {local} = ((it) => it && it.__esModule ? it.default : it)({source});\n"
            )),
            Imported::Name(name) if name == local => named.push(local.clone()),
            Imported::Name(name) => named.push(format!("{}: {local}", key(name))),
        }
    }
    if !named.is_empty() {
        text.push_str(&format!("const {{ {} }} = {source};\n", named.join(", ")));
    }
    text
}
