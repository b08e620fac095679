//! Imports.

use indexmap::IndexMap;
use lumi_pack::il::Token;
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Alias, Stmt, StmtImport, StmtImportFrom};
use ruff_text_size::{Ranged, TextSize};

use super::calls::Named;
use super::library;
use super::lowering::{Lowering, Meaning};
use super::refusal::Refusal;

/// A module that may be a file of the program.
pub struct Imported {
    /// The dotted name, with the dots of a relative import.
    pub name: String,
    pub at: TextSize,
    /// Whether the name may be that of a member of a module instead.
    pub is_guess: bool,
}

/// The modules that a module imports, in order.
#[derive(Default)]
pub struct ImportFinder {
    pub found: Vec<Imported>,
    /// The packages that the module imports, which may be libraries.
    pub packages: Vec<String>,
}

impl<'a> Visitor<'a> for ImportFinder {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(it) => {
                for alias in &it.names {
                    self.add(&alias.name, alias.range.start(), false);
                }
            }
            Stmt::ImportFrom(it) => {
                let base = base_name(it);
                self.add(&base, it.start(), base.ends_with('.'));
                for alias in &it.names {
                    self.add(&name_below(&base, &alias.name), alias.range.start(), true);
                }
            }
            other => walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, _: &'a ruff_python_ast::Expr) {}
}

impl ImportFinder {
    fn add(&mut self, name: &str, at: TextSize, is_guess: bool) {
        if let Some(token) = foreign_module(name).filter(|it| it.package() != "lumi") {
            self.packages.push(token.package().to_owned());
        }
        if !is_known(name) {
            self.found.push(Imported {
                name: name.to_owned(),
                at,
                is_guess,
            });
        }
    }
}

fn base_name(it: &StmtImportFrom) -> String {
    let dots = ".".repeat(it.level as usize);
    format!("{dots}{}", it.module.as_ref().map_or("", |it| it.as_str()))
}

/// The dotted name of a module below another one.
fn name_below(base: &str, name: &str) -> String {
    let point = if base.ends_with('.') { "" } else { "." };
    format!("{base}{point}{name}")
}

/// The name that an import declares.
fn declared_name(alias: &Alias) -> &str {
    alias.asname.as_ref().unwrap_or(&alias.name).as_str()
}

/// Whether Lumi, a package or the library of LumiPy has a module of this name, so that no file is looked for.
fn is_known(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    foreign_module(name).is_some() || library::module(first).is_some()
}

/// The module of Lumi or of a package that a dotted name means.
pub fn foreign_module(name: &str) -> Option<Token> {
    let (first, rest) = name.split_once('.').unwrap_or((name, ""));
    match first {
        "lumi" if rest.is_empty() => Some(Token::new("lumi", "index", "*")),
        "lumi" => {
            let (module, member) = rest.split_once('.').unwrap_or((rest, "*"));
            Some(Token::new("lumi", module, member))
        }
        "lumi_std" if rest.is_empty() => Some(Token::new("lumi", "std", "*")),
        "lumi_std" => Some(Token::new("lumi", "std", rest)),
        _ => {
            let package = first.strip_prefix("lumi_").filter(|it| !it.is_empty())?;
            let module = if rest.is_empty() { "index" } else { rest };
            let package = package.replace('_', "-");
            Some(Token::new(&package, &module.replace('.', "/"), "*"))
        }
    }
}

impl Lowering<'_> {
    fn mean(&mut self, name: &str, meaning: Meaning) {
        self.scope().names.insert(name.to_owned(), meaning);
    }

    pub fn import_statement(&mut self, it: &StmtImport) {
        for alias in &it.names {
            let name = alias.name.as_str();
            let first = name.split('.').next().unwrap_or_default();
            if let Some(meaning) = library::module(first) {
                self.mean(declared_name(alias), meaning);
                continue;
            }
            let Some(token) = self.module(name) else {
                continue;
            };
            if !token.is_namespace() && token.module() != "std" {
                self.unknown_module(name, alias.range.start());
            }
            match &alias.asname {
                Some(local) => self.mean(local.as_str(), Meaning::Token(token)),
                // `import lumi.std` gives the name `lumi`.
                None if name.contains('.') => {
                    match foreign_module(first) {
                        Some(token) => self.mean(first, Meaning::Token(token)),
                        None => {
                            let help = format!("write `import {name} as …`");
                            self.refuse(alias.range.start(), Refusal::Import, "LumiPy has no imports of a module below another one without a name", &help);
                        }
                    }
                }
                None => self.mean(name, Meaning::Token(token)),
            }
        }
    }

    /// The module of a dotted name.
    fn module(&self, name: &str) -> Option<Token> {
        foreign_module(name).or_else(|| self.targets.get(name).cloned())
    }

    fn unknown_module(&mut self, name: &str, at: TextSize) {
        let message = format!("LumiPy has no module `{name}`");
        self.refuse(at, Refusal::Import, &message, KNOWN_MODULES);
    }

    pub fn import_from(&mut self, it: &StmtImportFrom) {
        let base = base_name(it);
        if let Some(meaning) = library::module(&base) {
            return self.import_from_library(&base, &meaning, it);
        }
        let of = self.module(&base);
        for alias in &it.names {
            let name = alias.name.as_str();
            let local = declared_name(alias);
            if name == "*" {
                self.refuse(
                    alias.start(),
                    Refusal::Import,
                    "LumiPy has no `import *`",
                    "name what is imported",
                );
                continue;
            }
            if let Some(token) = self.targets.get(&name_below(&base, name)).cloned() {
                self.mean(local, Meaning::Token(token));
                continue;
            }
            let Some(of) = &of else {
                continue;
            };
            let meaning = match self.member(of, name) {
                Some(Named::Token(token)) => {
                    self.check_export(&token, alias);
                    Meaning::Token(token)
                }
                Some(Named::Library(module, name)) => Meaning::Library(module, name),
                Some(Named::Options) => Meaning::Options,
                Some(Named::Export) => Meaning::Export,
                None => continue,
            };
            self.mean(local, meaning);
        }
    }

    fn import_from_library(&mut self, module: &str, meaning: &Meaning, it: &StmtImportFrom) {
        for alias in &it.names {
            let name = alias.name.as_str();
            let local = declared_name(alias);
            let found = match meaning {
                Meaning::Type => Some(Meaning::Type),
                Meaning::Dataclass => match name {
                    "dataclass" | "field" => Some(Meaning::Dataclass),
                    "asdict" | "replace" => Some(Meaning::Library("modules", name.to_owned())),
                    _ => None,
                },
                Meaning::Library(of, path) if library::has_member(path, name) => {
                    Some(Meaning::Library(of, format!("{path}.{name}")))
                }
                _ => None,
            };
            match found {
                Some(found) => self.mean(local, found),
                None => {
                    let message = format!("LumiPy has no `{name}` of `{module}`");
                    self.refuse(alias.start(), Refusal::Import, &message, "");
                }
            }
        }
    }
}

/// The modules of the program that a module imports, by the names in its imports, in the order of the imports.
pub type Targets = IndexMap<String, Token>;

/// The help for an import of a module that LumiPy does not have.
pub const KNOWN_MODULES: &str = "import `lumi`, `lumi.std`, packages of Lumi.yaml as `lumi_NAME`, `json`, `math`, \
                                 `dataclasses`, and files of the program";
