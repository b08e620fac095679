//! Packages and the libraries that they import: each member that one names must be there.

use serde::{Deserialize, Serialize};

use crate::archive::{Manifest, ModuleEntry, PackKind};
use crate::il::Import;
use crate::verify::{Pack, Rule, Violation};

/// The name of a library's entry module in tokens.
pub const ENTRY: &str = "index";

/// The imports of members of other packages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryImports(Vec<ModuleImports>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ModuleImports {
    module: String,
    /// Imports with their indices.
    imports: Vec<(usize, Import)>,
}

impl Manifest {
    /// The file of the module that a run begins with.
    pub fn entry_file(&self) -> &str {
        let mut entries = self.modules.iter();
        entries
            .find(|it| it.name == self.entry)
            .map_or("", |it| &it.file)
    }

    /// The modules that other programs import: what follows the name of the package in the specifier, and the file.
    pub fn importable(&self) -> impl Iterator<Item = (String, &str)> {
        self.modules.iter().filter_map(|it| {
            let behind = match it.name == self.entry {
                true => String::new(),
                // The entry hides a module with the name that it has in tokens.
                false if it.name == ENTRY => return None,
                false => format!("/{}", it.name),
            };
            Some((behind, it.file.as_str()))
        })
    }

    /// The module that `lumi:NAME` (`index`) or `lumi:NAME/MODULE` imports.
    fn module_of(&self, name: &str) -> Option<&ModuleEntry> {
        let name = match name {
            ENTRY => &self.entry,
            name => name,
        };
        self.modules.iter().find(|it| it.name == *name)
    }
}

impl Pack {
    pub fn library_imports(&self) -> LibraryImports {
        let modules = self.modules.iter().filter_map(|it| {
            let imports = it.imports.iter().enumerate();
            let imports = imports.filter(|(_, it)| {
                !it.token.is_own() && !matches!(it.token.package(), "lumi" | "node")
            });
            let imports: Vec<_> = imports.map(|(index, it)| (index, it.clone())).collect();
            (!imports.is_empty()).then(|| ModuleImports {
                module: it.name.clone(),
                imports,
            })
        });
        LibraryImports(modules.collect())
    }
}

impl LibraryImports {
    /// The imports of the dependency `name` whose members the library does not have.
    pub fn broken(&self, name: &str, library: &Manifest) -> Vec<Violation> {
        let mut found = Vec::new();
        if library.kind != PackKind::Library {
            let message = format!("its dependency {name} is a program, not a library");
            found.push(Violation::of_package(Rule::Links, message));
        }
        for ModuleImports { module, imports } in &self.0 {
            for (index, import) in imports.iter().filter(|it| it.1.token.package() == name) {
                if let Err(message) = check(import, library) {
                    found.push(Violation {
                        module: Some(module.clone()),
                        node: format!("imports[{index}]"),
                        ..Violation::of_package(Rule::Links, message)
                    });
                }
            }
        }
        found
    }
}

fn check(import: &Import, library: &Manifest) -> Result<(), String> {
    let Import { token, is_type, .. } = import;
    let Some(module) = library.module_of(token.module()) else {
        return match is_type {
            // Types alone may come from modules that are not evaluated.
            true => Ok(()),
            false => Err(format!(
                "the library has no module `{}` (`{token}`)",
                token.module()
            )),
        };
    };
    let is_there =
        *is_type || token.is_namespace() || module.exports.iter().any(|it| it == token.name());
    match is_there {
        true => Ok(()),
        false => Err(format!(
            "`{token}` does not exist; the module exports {}",
            match module.exports.is_empty() {
                true => "nothing".to_owned(),
                false => module.exports.join(", "),
            }
        )),
    }
}
