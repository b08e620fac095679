//! Imports.

use indexmap::IndexMap;
use lumi_pack::il::Token;
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Alias, Stmt, StmtImport, StmtImportFrom};
use ruff_text_size::{Ranged, TextSize};

use super::calls::Named;
use super::facts::is_type_checking;
use super::lowering::{Lowering, Meaning, variable_name};
use super::refusal::Refusal;
use super::standard;

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
            // Names of types alone are annotations, which are not evaluated.
            Stmt::If(it) if is_type_checking(&it.test) => {
                let others = it.elif_else_clauses.iter();
                others.for_each(|it| it.body.iter().for_each(|it| self.visit_stmt(it)));
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

fn declared_name(alias: &Alias) -> &str {
    alias.asname.as_ref().unwrap_or(&alias.name).as_str()
}

/// Whether Lumi, a package or the library of LumiPy has a module of this name, so that no file is looked for.
fn is_known(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    let is_of_library = standard::module(name).is_some() || standard::module(first).is_some();
    foreign_module(name).is_some() || is_of_library && standard::python_module(name).is_none()
}

/// The module of Lumi or of a package that a dotted name means.
pub fn foreign_module(name: &str) -> Option<Token> {
    let (first, rest) = name.split_once('.').unwrap_or((name, ""));
    match first {
        "lumi" | "pulumi" if rest.is_empty() => Some(Token::new("lumi", "index", "*")),
        "lumi" | "pulumi" => {
            let (module, member) = rest.split_once('.').unwrap_or((rest, "*"));
            Some(Token::new("lumi", module, member))
        }
        "lumi_std" if rest.is_empty() => Some(Token::new("lumi", "std", "*")),
        "lumi_std" => Some(Token::new("lumi", "std", rest)),
        _ => {
            let package = first
                .strip_prefix("lumi_")
                .or_else(|| first.strip_prefix("pulumi_"));
            let package = package.filter(|it| !it.is_empty())?;
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
            let is_whole = alias.asname.is_none();
            let of_library = standard::module(if is_whole { first } else { name });
            if let Some(meaning) = of_library
                && standard::python_module(name).is_none()
            {
                let local = if is_whole {
                    first
                } else {
                    declared_name(alias)
                };
                self.mean(local, meaning);
                continue;
            }
            let Some(token) = self.module(name) else {
                let local = if is_whole {
                    first
                } else {
                    declared_name(alias)
                };
                self.mean(local, absent());
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
                        None if standard::python_module(name).is_some() => {
                            self.mean(first, Meaning::Package(name.to_owned(), token));
                        }
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
        self.refuse(at, Refusal::Import, &message, &module_help(name));
    }

    pub fn import_from(&mut self, it: &StmtImportFrom) {
        let base = base_name(it);
        if let Some(meaning) = standard::module(&base) {
            return self.import_from_library(&base, &meaning, it);
        }
        let of = self.module(&base);
        if let (Some(of), Some(alias)) =
            (&of, it.names.first().filter(|it| it.name.as_str() == "*"))
        {
            return self.import_all(&of.clone(), alias);
        }
        for alias in &it.names {
            let name = alias.name.as_str();
            let local = declared_name(alias);
            if let Some(token) = self.targets.get(&name_below(&base, name)).cloned() {
                self.mean(local, Meaning::Token(token));
                continue;
            }
            let Some(of) = &of else {
                self.mean(local, absent());
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

    /// `from module import *`: all names of a module of the program that do not begin with `_`.
    fn import_all(&mut self, of: &Token, alias: &Alias) {
        let names = match self.exports.is_python(of) {
            true => self.exports.names_of(of.module()),
            false => None,
        };
        let Some(names) = names else {
            self.refuse(
                alias.start(),
                Refusal::Import,
                "LumiPy has no `import *` of this module",
                "name what is imported",
            );
            return;
        };
        for name in names.iter().filter(|it| !it.starts_with('_')) {
            let token = self.exports.original(of.sibling(name));
            self.taken.insert(variable_name(name));
            self.mean(name, Meaning::Token(token));
        }
    }

    fn import_from_library(&mut self, module: &str, meaning: &Meaning, it: &StmtImportFrom) {
        for alias in &it.names {
            let name = alias.name.as_str();
            let local = declared_name(alias);
            let found = match meaning {
                Meaning::Dataclass => match name {
                    "dataclass" | "field" => Some(Meaning::Dataclass),
                    "InitVar" | "KW_ONLY" => None,
                    _ if standard::has_member("dataclasses", name) => {
                        Some(Meaning::Library("modules", format!("dataclasses.{name}")))
                    }
                    _ => None,
                },
                // Any other name has a meaning in annotations alone.
                Meaning::Library(of, path) if path == "typing" => {
                    Some(Meaning::Library(of, format!("{path}.{name}")))
                }
                Meaning::Library(of, path) if standard::has_member(path, name) => {
                    Some(Meaning::Library(of, format!("{path}.{name}")))
                }
                _ => None,
            };
            match found.filter(|_| name != "*") {
                Some(found) => self.mean(local, found),
                None => {
                    let message = format!("LumiPy has no `{name}` of `{module}`");
                    let help = standard::member_advice(&format!("{module}.{name}"));
                    self.refuse(alias.start(), Refusal::Import, &message, &help);
                    self.mean(local, absent());
                }
            }
        }
    }
}

/// The meaning of a name whose import was refused, so that its uses are no further problems.
fn absent() -> Meaning {
    Meaning::Library("standard/typing", "typing.absent".to_owned())
}

/// The modules of the program that a module imports, by the names in its imports, in the order of the imports.
pub type Targets = IndexMap<String, Token>;

/// The help for an import of a module that LumiPy does not have.
pub fn module_help(name: &str) -> String {
    if let Some(advice) = standard::advice(name) {
        return advice.to_owned();
    }
    match super::suggestions::nearest(name, standard::names()) {
        Some(it) => format!("did you mean `{it}`?"),
        None => "import `lumi`, `lumi.std`, packages of Lumi.yaml as `lumi_NAME`, modules of Python's library that \
                 docs/lumipy.md names, and files of the program"
            .to_owned(),
    }
}
