//! The modules of the program, analysed when one of their functions is first captured.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use deno_core::v8;
use rustc_hash::FxHashMap;

use crate::modules::{ModuleLoader, is_library, plain};
use lumi_closure::analysis::{
    Analysis, AnalysisError, BindingId, BindingKind, Export, Imported, UnitId,
};

use super::globals::script_name;
use super::module::Module;

/// Maximum length of a chain of re-exports; longer ones count as circular.
const MAX_REEXPORTS: usize = 64;

pub struct Modules {
    loader: Rc<ModuleLoader>,
    by_script: RefCell<FxHashMap<i32, Found>>,
    by_url: RefCell<FxHashMap<String, Found>>,
}

#[derive(Clone)]
enum Found {
    Module(Rc<Module>),
    Package(String),
    Unknown,
    Malformed(String),
}

pub enum FunctionOrigin {
    Program(Rc<Module>, UnitId),
    /// Lumi without its libraries, or a web API.
    Lumi,
    /// The package of this name.
    Package(String),
    /// Native code.
    Native,
    /// Its source text is not available.
    Unknown,
    /// The analysis fails on code that V8 accepts.
    Malformed(String),
}

/// The declaration of an imported variable.
pub enum Source {
    /// Lumi or a package.
    Outside,
    Variable(Rc<Module>, BindingId),
    /// A value of the program that is not a variable: a namespace or an anonymous default export.
    Value,
}

impl Modules {
    pub fn new(loader: Rc<ModuleLoader>) -> Self {
        Self {
            loader,
            by_script: RefCell::default(),
            by_url: RefCell::default(),
        }
    }

    pub fn of(
        &self,
        scope: &mut v8::PinScope<'_, '_>,
        function: v8::Local<v8::Function>,
    ) -> FunctionOrigin {
        let script = function.script_id();
        if script <= 0 {
            return FunctionOrigin::Native;
        }
        let known = self.by_script.borrow().get(&script).cloned();
        let found = match known {
            Some(known) => known,
            None => {
                let name = script_name(scope, function).unwrap_or_default();
                let is_of_lumi = ["lumi:", "ext:"].iter().any(|it| name.starts_with(it));
                if is_of_lumi && !is_library(&name) {
                    return FunctionOrigin::Lumi;
                }
                let found = match self.loader.package_of_file(&name) {
                    Some(package) => Found::Package(package),
                    None => self.lookup(&name),
                };
                self.by_script.borrow_mut().insert(script, found.clone());
                found
            }
        };
        let module = match found {
            Found::Module(module) => module,
            Found::Package(name) => return FunctionOrigin::Package(name),
            Found::Unknown => return FunctionOrigin::Unknown,
            Found::Malformed(message) => return FunctionOrigin::Malformed(message),
        };
        let position = function
            .get_script_line_number()
            .zip(function.get_script_column_number())
            .map(|(line, column)| module.original_position(line, column));
        match position.and_then(|(line, column)| module.analysis.unit_at(line, column)) {
            Some(unit) => FunctionOrigin::Program(module, unit),
            None => FunctionOrigin::Unknown,
        }
    }

    fn lookup(&self, url: &str) -> Found {
        if let Some(known) = self.by_url.borrow().get(url) {
            return known.clone();
        }
        let found = match self.analyse(url) {
            Some(Ok(module)) => Found::Module(Rc::new(module)),
            Some(Err(error)) => Found::Malformed(error.to_string()),
            None => Found::Unknown,
        };
        self.by_url
            .borrow_mut()
            .insert(url.to_owned(), found.clone());
        found
    }

    fn analyse(&self, url: &str) -> Option<Result<Module, AnalysisError>> {
        let running = self.loader.text(url)?;
        let text = plain(&running);
        let shown = self.loader.shown(url);
        let analysis = match self.loader.is_commonjs(url) {
            true => Analysis::of_commonjs(&shown, &text.code, text.map),
            false => Analysis::new(&shown, text.code, text.map),
        };
        Some(analysis.map(|it| Module::new(url.to_owned(), Arc::new(it), running.code)))
    }

    /// The declaration of the variable that `binding` of `module` imports.
    pub fn source(&self, module: &Module, binding: BindingId) -> Source {
        let BindingKind::Import {
            specifier,
            imported,
        } = &module.analysis.binding(binding).kind
        else {
            return Source::Value;
        };
        self.imported(&module.url, specifier, imported, MAX_REEXPORTS)
    }

    /// The module of the program behind a namespace import.
    pub fn namespace(&self, module: &Module, kind: &BindingKind) -> Option<String> {
        let BindingKind::Import {
            specifier,
            imported: Imported::Namespace,
        } = kind
        else {
            return None;
        };
        let file = self.loader.file(specifier, &module.url)?;
        Some(file.into())
    }

    /// The variable behind an export of the module at `url`, if the program reassigns it.
    pub fn live_export(&self, url: &str, name: &str) -> Option<(Rc<Module>, BindingId)> {
        match self.export(url, name, MAX_REEXPORTS)? {
            Source::Variable(module, variable) if module.analysis.binding(variable).is_assigned => {
                Some((module, variable))
            }
            _ => None,
        }
    }

    fn imported(&self, url: &str, specifier: &str, imported: &Imported, way: usize) -> Source {
        let Some(file) = self.loader.file(specifier, url) else {
            return Source::Outside;
        };
        let name = match imported {
            Imported::Namespace => return Source::Value,
            Imported::Default => "default",
            Imported::Name(name) => name,
        };
        self.export(file.as_str(), name, way)
            .unwrap_or(Source::Value)
    }

    fn export(&self, url: &str, wanted: &str, way: usize) -> Option<Source> {
        let Found::Module(module) = self.lookup(url) else {
            return None;
        };
        let way = way.checked_sub(1)?;
        for export in &module.analysis.exports {
            match export {
                Export::Binding { name, binding } if name == wanted => {
                    let kind = &module.analysis.binding(*binding).kind;
                    return Some(match kind {
                        BindingKind::Import {
                            specifier,
                            imported,
                        } => self.imported(url, specifier, imported, way),
                        _ => Source::Variable(Rc::clone(&module), *binding),
                    });
                }
                Export::From {
                    name,
                    specifier,
                    imported,
                } if name == wanted => {
                    return Some(self.imported(url, specifier, imported, way));
                }
                _ => {}
            }
        }
        module
            .analysis
            .exports
            .iter()
            .find_map(|export| match export {
                Export::All { specifier } if wanted != "default" => {
                    let file = self.loader.file(specifier, url)?;
                    self.export(file.as_str(), wanted, way)
                }
                _ => None,
            })
    }
}
