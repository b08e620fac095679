//! Packages and the libraries that they import: each member that one names must be there.

use std::collections::BTreeMap;

use lumi_closure::nesting::with_stack;
use serde::{Deserialize, Serialize};

use crate::archive::{MAX_DEPTH, Manifest, ModuleEntry, PackKind};
use crate::il::{At, Expr, ExprKind, Import, Module, Token, Visit};
use crate::verify::{Pack, Rule, Violation};

/// The name of a library's entry module in tokens.
pub const ENTRY: &str = "index";

/// The imports of members of other packages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryImports(Vec<ModuleImports>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ModuleImports {
    module: String,
    file: String,
    /// Imports with their indices.
    imports: Vec<(usize, Import)>,
    /// The members of imported modules that code names, each with its first place.
    members: BTreeMap<Token, (u32, u32)>,
}

/// Collects the members of modules of other packages that code names.
#[derive(Default)]
struct Members(BTreeMap<Token, (u32, u32)>);

impl Visit for Members {
    fn expression(&mut self, expression: &Expr) {
        if let ExprKind::Token(it) = &expression.kind
            && is_foreign(it)
            && !it.is_namespace()
        {
            let At { line, column } = expression.at;
            self.0.entry(it.clone()).or_insert((line, column));
        }
    }
}

/// Whether a token is of a package that is neither the own one nor built in.
fn is_foreign(token: &Token) -> bool {
    !token.is_own() && !matches!(token.package(), "lumi" | "node")
}

impl Manifest {
    /// Whether files are in the package that go into resources.
    pub fn has_assets(&self) -> bool {
        !self.assets.is_empty() || !self.folders.is_empty()
    }

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
    /// Violations of imports of values from modules of Lumi. `problem` takes the specifier of a module and a name, and says
    /// why the module does not export it.
    pub fn sdk_violations(&self, problem: impl Fn(&str, &str) -> Option<String>) -> Vec<Violation> {
        let entries = self.manifest.modules.iter().zip(&self.modules);
        let imports = entries.flat_map(|(entry, module)| {
            let imports = module.imports.iter().enumerate();
            imports.map(move |(index, it)| (entry, module, index, it))
        });
        let of_lumi = imports.filter(|(.., it)| it.token.package() == "lumi" && !it.is_type);
        let violations = of_lumi.filter_map(|(entry, module, index, import)| {
            let token = &import.token;
            let specifier = match token.module() {
                ENTRY => "lumi".to_owned(),
                name => format!("lumi/{name}"),
            };
            let message = problem(&specifier, token.name())?;
            Some(Violation {
                rule: Rule::Tokens,
                module: Some(module.name.clone()),
                node: format!("imports[{index}]"),
                position: Some((entry.file.clone(), 1, 1)),
                message,
            })
        });
        violations.collect()
    }

    pub fn library_imports(&self) -> LibraryImports {
        let entries = self.manifest.modules.iter().zip(&self.modules);
        let modules = entries.filter_map(|(entry, it)| {
            let imports = it.imports.iter().enumerate();
            let imports = imports.filter(|(_, it)| is_foreign(&it.token));
            let imports: Vec<_> = imports.map(|(index, it)| (index, it.clone())).collect();
            (!imports.is_empty()).then(|| ModuleImports {
                module: it.name.clone(),
                file: entry.file.clone(),
                members: members(it, &imports),
                imports,
            })
        });
        with_stack(MAX_DEPTH, || LibraryImports(modules.collect()))
    }
}

/// The members that code names of modules that are imported as objects.
fn members(module: &Module, imports: &[(usize, Import)]) -> BTreeMap<Token, (u32, u32)> {
    if !imports.iter().any(|(_, it)| it.token.is_namespace()) {
        return BTreeMap::new();
    }
    let mut found = Members::default();
    module.each_node(&mut found);
    found.0
}

impl LibraryImports {
    /// The imports of the dependency `name` whose members the library does not have.
    pub fn broken(&self, name: &str, library: &Manifest) -> Vec<Violation> {
        let mut found = Vec::new();
        if library.kind != PackKind::Library {
            let message = format!("its dependency {name} is a program, not a library");
            found.push(Violation::of_package(Rule::Links, message));
        }
        for ModuleImports {
            module,
            file,
            imports,
            members,
        } in &self.0
        {
            for (token, (line, column)) in members.iter().filter(|it| it.0.package() == name) {
                let import = Import {
                    token: token.clone(),
                    alias: String::new(),
                    is_type: false,
                };
                if let Err(message) = check(&import, library) {
                    found.push(Violation {
                        module: Some(module.clone()),
                        position: Some((file.clone(), *line, *column)),
                        ..Violation::of_package(Rule::Links, message)
                    });
                }
            }
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
