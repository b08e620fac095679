//! Bundles several modules into one: V8 keeps records of each module and of its imports, which cost
//! time at start, or where the modules are loaded.
//!
//! The modules follow each other in the order of evaluation, without imports and exports of each other.
//! Top-level names that clash are renamed; an imported binding gets the name that it has in its own module.

use std::collections::{BTreeMap, HashMap, HashSet};

use deno_ast::ProgramRef;
use deno_ast::swc::ast::{
    ExportNamedSpecifier, ExportSpecifier, Id, Ident, KeyValueProp, Module, ModuleDecl,
    ModuleExportName, ModuleItem, NamedExport, Program, Prop, PropName,
};
use deno_ast::swc::common::{DUMMY_SP, GLOBALS, Globals, Mark};
use deno_ast::swc::ecma_visit::{VisitMut, VisitMutWith};
use deno_ast::swc::transforms::fixer::fixer;
use deno_ast::swc::transforms::hygiene::{Config, hygiene_with_config};
use deno_ast::swc::transforms::resolver;

use crate::emit::emit;
use crate::module_syntax::{
    Export, declared, import_of, imported_name, kept, name_default_export, parse, resolve, source,
    text,
};

/// Calls `work`, in which bundles may be made; none of their syntax trees leaves it.
pub fn with_syntax_trees<T>(work: impl FnOnce() -> T) -> T {
    GLOBALS.set(&Globals::new(), work)
}

/// The modules that some entries need, with their exports.
pub struct Bundle {
    modules: Vec<Part>,
    exports: HashMap<Export, Target>,
}

struct Part {
    specifier: String,
    module: Module,
}

/// The binding that an export refers to.
#[derive(Clone)]
enum Target {
    Here(Id),
    Elsewhere(Export),
    /// All exports of a module, as one object.
    Namespace(String),
}

impl Bundle {
    /// `sources` are the specifiers and texts of all modules that may be in it.
    pub fn of(entries: &[&str], sources: &HashMap<&str, &str>) -> Self {
        let mut bundle = Self {
            modules: Vec::new(),
            exports: HashMap::new(),
        };
        let (unresolved, mut seen) = (Mark::new(), HashSet::new());
        for entry in entries {
            bundle.add(entry, sources, unresolved, &mut seen);
        }
        bundle
    }

    /// Adds a module after its imports, in the order of evaluation.
    fn add(
        &mut self,
        specifier: &str,
        sources: &HashMap<&str, &str>,
        unresolved: Mark,
        seen: &mut HashSet<String>,
    ) {
        let Some(code) = sources.get(specifier) else {
            return;
        };
        if !seen.insert(specifier.to_owned()) {
            return;
        }
        let mut program = Program::Module(parse(specifier, code));
        program.mutate(resolver(unresolved, Mark::new(), false));
        let Program::Module(mut module) = program else {
            unreachable!("a module stays one");
        };
        for item in &module.body {
            if let Some(from) = item.as_module_decl().and_then(|it| source(specifier, it)) {
                self.add(&from, sources, unresolved, seen);
            }
        }
        name_default_export(&mut module);
        for (name, target) in exports(specifier, &module) {
            self.exports.insert((specifier.to_owned(), name), target);
        }
        self.modules.push(Part {
            specifier: specifier.to_owned(),
            module,
        });
    }

    /// The sorted names of a module's exports.
    pub fn exports_of(&self, specifier: &str) -> Vec<String> {
        let mut names: Vec<_> = self
            .exports
            .keys()
            .filter(|(from, _)| from == specifier)
            .map(|(_, name)| name.clone())
            .collect();
        names.sort();
        names
    }

    pub fn has(&self, specifier: &str) -> bool {
        self.modules.iter().any(|it| it.specifier == specifier)
    }

    /// Its modules, in the order of evaluation.
    pub fn specifiers(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().map(|it| it.specifier.as_str())
    }

    /// The export that declares what `export` refers to: of this bundle, or of a module outside of it.
    pub fn declared(&self, export: &Export) -> Export {
        match self.exports.get(export) {
            Some(Target::Elsewhere(export)) => self.declared(export),
            Some(Target::Namespace(specifier)) => (specifier.clone(), "*".to_owned()),
            Some(Target::Here(_)) | None => export.clone(),
        }
    }

    /// The binding of an export that is declared in this bundle.
    fn binding(&self, export: &Export) -> Option<Id> {
        match self.exports.get(&self.declared(export)) {
            Some(Target::Here(id)) => Some(id.clone()),
            _ => None,
        }
    }

    /// Whether an export is declared in this bundle.
    pub fn declares(&self, export: &Export) -> bool {
        self.binding(export).is_some()
    }

    /// The name of an export in the bundle; modules may export equal names.
    pub fn name_of(&self, (specifier, name): &Export) -> String {
        let index = self
            .modules
            .iter()
            .position(|it| it.specifier == *specifier);
        let earlier = &self.modules[..index.unwrap_or(0)];
        let is_again = |it: &&Part| {
            self.exports
                .contains_key(&(it.specifier.clone(), name.clone()))
        };
        match earlier.iter().filter(is_again).count() {
            0 => name.clone(),
            count => format!("{name}${count}"),
        }
    }

    /// The code of the bundle, which exports `wanted` under the names of [`Self::name_of`]. `link` says
    /// where it imports what is outside of it, and by which name.
    pub fn code(&self, wanted: &[Export], link: impl Fn(&Export) -> Export) -> String {
        let mut outside = Outside::default();
        let mut body = Vec::new();
        for Part { specifier, module } in &self.modules {
            let mut module = module.clone();
            let renamed = self.imported(specifier, &module, &link, &mut outside);
            module.visit_mut_with(&mut Rename(renamed));
            body.extend(
                module
                    .body
                    .into_iter()
                    .filter_map(|item| kept(specifier, item)),
            );
        }
        let mut body: Vec<_> = outside.declarations().into_iter().chain(body).collect();
        body.push(ModuleItem::ModuleDecl(ModuleDecl::ExportNamed(
            self.export_list(wanted),
        )));
        let mut program = Program::Module(Module {
            span: DUMMY_SP,
            body,
            shebang: None,
        });
        let names = Config {
            keep_class_names: true,
            ..Config::default()
        };
        program.mutate(hygiene_with_config(names));
        program.mutate(fixer(None));
        let Program::Module(module) = &program else {
            unreachable!("a module stays one");
        };
        emit(ProgramRef::Module(module))
    }

    /// Maps the imported bindings of a module to the bindings in the modules that declare them; those
    /// outside of the bundle are imported once for all its modules.
    fn imported(
        &self,
        specifier: &str,
        module: &Module,
        link: &impl Fn(&Export) -> Export,
        outside: &mut Outside,
    ) -> HashMap<Id, Id> {
        let mut renamed = HashMap::new();
        for declaration in module.body.iter().filter_map(ModuleItem::as_module_decl) {
            let ModuleDecl::Import(import) = declaration else {
                continue;
            };
            let from = resolve(specifier, &import.src);
            if import.specifiers.is_empty() && !self.has(&from) {
                panic!("{specifier} imports nothing of {from}");
            }
            for it in &import.specifiers {
                let export = (from.clone(), imported_name(it));
                let local = it.local().to_id();
                let binding = self.binding(&export);
                let binding = binding
                    .unwrap_or_else(|| outside.binding(link(&self.declared(&export)), &local));
                renamed.insert(local, binding);
            }
        }
        renamed
    }

    fn export_list(&self, wanted: &[Export]) -> NamedExport {
        let specifiers = wanted
            .iter()
            .map(|export| {
                let (name, context) = self
                    .binding(export)
                    .unwrap_or_else(|| panic!("{} exports no {}", export.0, export.1));
                ExportSpecifier::Named(ExportNamedSpecifier {
                    span: DUMMY_SP,
                    orig: ModuleExportName::Ident(Ident::new(name, DUMMY_SP, context)),
                    exported: Some(ModuleExportName::Ident(Ident::new_no_ctxt(
                        self.name_of(export).into(),
                        DUMMY_SP,
                    ))),
                    is_type_only: false,
                })
            })
            .collect();
        NamedExport {
            span: DUMMY_SP,
            specifiers,
            src: None,
            type_only: false,
            with: None,
        }
    }
}

/// The imports of a bundle from outside of it: the binding of each export, sorted.
#[derive(Default)]
struct Outside(BTreeMap<Export, Id>);

impl Outside {
    /// The binding of an export, which is `local` for the first that asks.
    fn binding(&mut self, export: Export, local: &Id) -> Id {
        self.0
            .entry(export)
            .or_insert_with(|| local.clone())
            .clone()
    }

    /// One import for each module, and one for each namespace.
    fn declarations(&self) -> Vec<ModuleItem> {
        let exports: Vec<_> = self.0.iter().collect();
        let is_one = |one: &(&Export, &Id), other: &(&Export, &Id)| {
            one.0.0 == other.0.0 && one.0.1 != "*" && other.0.1 != "*"
        };
        let of_module = |exports: &[(&Export, &Id)]| {
            let names = exports.iter().map(|((_, name), (local, context))| {
                let local = Ident::new(local.clone(), DUMMY_SP, *context);
                (name.as_str(), local)
            });
            import_of(&exports[0].0.0, names)
        };
        exports.chunk_by(is_one).map(of_module).collect()
    }
}

/// Renames imported bindings to the names in the modules that declare them.
struct Rename(HashMap<Id, Id>);

impl VisitMut for Rename {
    fn visit_mut_ident(&mut self, ident: &mut Ident) {
        if let Some((name, context)) = self.0.get(&ident.to_id()) {
            ident.sym = name.clone();
            ident.ctxt = *context;
        }
    }

    fn visit_mut_prop(&mut self, property: &mut Prop) {
        if let Prop::Shorthand(ident) = property
            && self.0.contains_key(&ident.to_id())
        {
            let key = PropName::Ident(ident.clone().into());
            let value = Box::new(ident.clone().into());
            *property = Prop::KeyValue(KeyValueProp { key, value });
        }
        property.visit_mut_children_with(self);
    }
}

fn imported(specifier: &str, module: &Module) -> HashMap<Id, Export> {
    module
        .body
        .iter()
        .filter_map(|item| item.as_module_decl()?.as_import())
        .flat_map(|import| {
            let from = resolve(specifier, &import.src);
            import
                .specifiers
                .iter()
                .map(move |it| (it.local().to_id(), (from.clone(), imported_name(it))))
        })
        .collect()
}

/// The bindings behind a module's exports.
fn exports(specifier: &str, module: &Module) -> Vec<(String, Target)> {
    let imported = imported(specifier, module);
    let mut exports = Vec::new();
    for declaration in module.body.iter().filter_map(ModuleItem::as_module_decl) {
        match declaration {
            ModuleDecl::ExportDecl(export) => {
                let ids: Vec<Id> = declared(&export.decl);
                exports.extend(
                    ids.into_iter()
                        .map(|id| (id.0.to_string(), Target::Here(id))),
                );
            }
            ModuleDecl::ExportNamed(export) => {
                let from = export.src.as_ref().map(|src| resolve(specifier, src));
                for it in &export.specifiers {
                    let it = match (it, &from) {
                        (ExportSpecifier::Named(it), _) => it,
                        (ExportSpecifier::Namespace(it), Some(from)) => {
                            let target = Target::Namespace(from.clone());
                            exports.push((text(&it.name).to_string(), target));
                            continue;
                        }
                        _ => panic!("{specifier} has an export that cannot be bundled"),
                    };
                    let name = text(it.exported.as_ref().unwrap_or(&it.orig)).to_string();
                    let target = match (&from, &it.orig) {
                        (Some(from), orig) => {
                            Target::Elsewhere((from.clone(), text(orig).to_string()))
                        }
                        (None, ModuleExportName::Ident(local)) => {
                            match imported.get(&local.to_id()) {
                                Some(export) => Target::Elsewhere(export.clone()),
                                None => Target::Here(local.to_id()),
                            }
                        }
                        (None, ModuleExportName::Str(_)) => {
                            unreachable!("a string is not a binding")
                        }
                    };
                    exports.push((name, target));
                }
            }
            _ => {}
        }
    }
    exports
}
