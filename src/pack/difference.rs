//! Differences of two packages by meaning: layout, comments, positions and the numbers of variables do not count.

use std::collections::{BTreeMap, BTreeSet};

use lumi_closure::nesting::with_stack;
use serde::Serialize;

use crate::archive::MAX_DEPTH;
use crate::il::Module;
use crate::print::{Declaration, Language, declarations};
use crate::verify::Pack;

/// A part of a package that another one does not have, or has otherwise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PackChange {
    /// The module; `None` for parts of the package as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// The kind of the part, such as `function` or `export`.
    pub part: &'static str,
    /// Its name; empty where there is one such part.
    pub name: String,
    pub change: Change,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    Added,
    Removed,
    Changed,
    /// Only types changed: a run does the same.
    Types,
}

/// The kind and the name of a part, and its texts as JavaScript and as TypeScript.
type Parts = BTreeMap<(&'static str, String), (String, String)>;

impl Pack {
    /// The changes from this package to `other`, sorted.
    pub fn difference(&self, other: &Self) -> Vec<PackChange> {
        with_stack(MAX_DEPTH, || {
            let mut found = compared(None, &self.parts(), &other.parts());
            let names = |pack: &Self| -> BTreeSet<String> {
                pack.modules.iter().map(|it| it.name.clone()).collect()
            };
            let both: BTreeSet<String> = names(self).union(&names(other)).cloned().collect();
            for name in both {
                let module = |pack: &Self| {
                    let mut modules = pack.modules.iter();
                    modules
                        .find(|it| it.name == name)
                        .map(|it| pack.module_parts(it))
                };
                let (before, after) = (module(self), module(other));
                let change = match (&before, &after) {
                    (Some(before), Some(after)) => {
                        found.extend(compared(Some(&name), before, after));
                        continue;
                    }
                    (None, _) => Change::Added,
                    (Some(_), None) => Change::Removed,
                };
                found.push(PackChange {
                    module: None,
                    part: "module",
                    name,
                    change,
                });
            }
            found.sort();
            found
        })
    }

    /// The parts of the package as a whole.
    fn parts(&self) -> Parts {
        let manifest = &self.manifest;
        let kind = serde_json::to_string(&manifest.kind).expect("BUG: a kind is JSON");
        let mut parts = Parts::new();
        let mut add = |part, name: &str, text: String| {
            parts.insert((part, name.to_owned()), (text.clone(), text));
        };
        add("name", "", manifest.name.clone());
        add("version", "", manifest.version.clone());
        add("kind", "", kind);
        add("entry", "", manifest.entry.clone());
        let texts = [
            ("description", &manifest.description),
            ("licence", &manifest.license),
        ];
        for (part, text) in texts {
            if let Some(text) = text {
                add(part, "", text.clone());
            }
        }
        for (name, it) in &manifest.dependencies {
            let text = serde_json::to_string(it).expect("BUG: a dependency is JSON");
            add("dependency", name, text);
        }
        for (name, value) in &manifest.settings {
            add("setting", name, value.to_string());
        }
        for it in &manifest.data {
            add("data", &it.file, format!("{} {}", it.kind, it.hash));
        }
        for it in &manifest.assets {
            let kind = if it.executable { "executable " } else { "" };
            add("asset", &it.file, format!("{kind}{}", it.hash));
        }
        parts
    }

    fn module_parts(&self, module: &Module) -> Parts {
        let files = self.module_files();
        let printed = |language| declarations(module, language, &self.texts, &files);
        let scripts = printed(Language::JavaScript);
        let sources = printed(Language::TypeScript);
        let mut parts = Parts::new();
        for export in &module.exports {
            parts.insert(("export", export.name.clone()), Default::default());
        }
        for Declaration { part, name, text } in sources {
            let entry = parts.entry((part, name)).or_default();
            entry.1.push_str(&text);
        }
        for Declaration { part, name, text } in scripts {
            let entry = parts.entry((part, name)).or_default();
            entry.0.push_str(&text);
        }
        parts
    }
}

fn compared(module: Option<&str>, before: &Parts, after: &Parts) -> Vec<PackChange> {
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let changes = keys.into_iter().filter_map(|key| {
        let change = match (before.get(key), after.get(key)) {
            (None, _) => Change::Added,
            (_, None) => Change::Removed,
            (Some(before), Some(after)) if before == after => return None,
            (Some(before), Some(after)) if before.0 == after.0 => Change::Types,
            _ => Change::Changed,
        };
        Some(PackChange {
            module: module.map(str::to_owned),
            part: key.0,
            name: key.1.clone(),
            change,
        })
    });
    changes.collect()
}
