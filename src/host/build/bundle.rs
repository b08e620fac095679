//! Bundles several modules into one for the snapshot: V8 keeps records of each module and of its
//! imports, which cost start-up time.
//!
//! The modules follow each other in the order of evaluation, without imports and exports. Top-level
//! names that clash are renamed; an imported binding gets the name that it has in its own module.

use std::collections::{HashMap, HashSet};

use deno_ast::swc::ast::{
    ExportNamedSpecifier, ExportSpecifier, Id, Ident, ImportDecl, ImportSpecifier, KeyValueProp,
    Module, ModuleDecl, ModuleExportName, ModuleItem, NamedExport, Program, Prop, PropName, Stmt,
    Str,
};
use deno_ast::swc::atoms::Atom;
use deno_ast::swc::common::{DUMMY_SP, GLOBALS, Globals, Mark, comments::SingleThreadedComments};
use deno_ast::swc::ecma_visit::{VisitMut, VisitMutWith};
use deno_ast::swc::transforms::fixer::fixer;
use deno_ast::swc::transforms::hygiene::{Config, hygiene_with_config};
use deno_ast::swc::transforms::resolver;
use deno_ast::swc::utils::find_pat_ids;
use deno_ast::{EmitOptions, MediaType, ParseParams, ProgramRef, SourceMap, SourceMapOption};
use deno_core::url::Url;

/// The specifier of a module and the name of one of its exports.
pub type Export = (String, String);

/// The exports that the static imports of a module refer to; `*` is the namespace.
pub fn imports(specifier: &str, code: &str) -> Vec<Export> {
    let module = parse(specifier, code);
    let mut imports = Vec::new();
    for declaration in module.body.iter().filter_map(ModuleItem::as_module_decl) {
        let Some(from) = source(specifier, declaration) else {
            continue;
        };
        let names: Vec<String> = match declaration {
            ModuleDecl::Import(import) => import.specifiers.iter().map(imported_name).collect(),
            ModuleDecl::ExportNamed(export) => export
                .specifiers
                .iter()
                .map(|it| match it {
                    ExportSpecifier::Named(it) => text(&it.orig).to_string(),
                    _ => "*".to_owned(),
                })
                .collect(),
            _ => vec!["*".to_owned()],
        };
        imports.extend(names.into_iter().map(|name| (from.clone(), name)));
    }
    imports
}

/// The modules that `entry` needs, with their exports.
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
    /// Calls `write` with a bundle; its syntax trees must not outlive the call.
    pub fn of<T>(entry: &str, sources: &[(String, String)], write: impl FnOnce(&Self) -> T) -> T {
        GLOBALS.set(&Globals::new(), || {
            let unresolved = Mark::new();
            let sources: HashMap<&str, &str> = sources
                .iter()
                .map(|(specifier, code)| (specifier.as_str(), code.as_str()))
                .collect();
            let mut bundle = Self {
                modules: Vec::new(),
                exports: HashMap::new(),
            };
            bundle.add(entry, &sources, unresolved, &mut HashSet::new());
            write(&bundle)
        })
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
        let Program::Module(module) = program else {
            unreachable!("a module stays one");
        };
        for item in &module.body {
            if let Some(from) = item.as_module_decl().and_then(|it| source(specifier, it)) {
                self.add(&from, sources, unresolved, seen);
            }
        }
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

    /// The module behind an export that is a namespace (`export * as name`).
    pub fn namespace(&self, export: &Export) -> Option<&str> {
        match self.exports.get(export)? {
            Target::Namespace(specifier) => Some(specifier),
            _ => None,
        }
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

    /// The code of the bundle, which exports `wanted` under the names of [`Self::name_of`].
    pub fn code(&self, wanted: &[Export]) -> String {
        let mut body = Vec::new();
        for Part { specifier, module } in &self.modules {
            let mut module = module.clone();
            let renamed = self.imported(specifier, &module);
            module.visit_mut_with(&mut Rename(renamed));
            body.extend(
                module
                    .body
                    .into_iter()
                    .filter_map(|item| self.kept(specifier, item)),
            );
        }
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
        let options = EmitOptions {
            source_map: SourceMapOption::None,
            ..EmitOptions::default()
        };
        let comments = SingleThreadedComments::default();
        let sources = SourceMap::default();
        deno_ast::emit(ProgramRef::Module(module), &comments, &sources, &options)
            .unwrap_or_else(|error| panic!("{error}"))
            .text
    }

    /// Maps the imported bindings of a module to the bindings in the modules that declare them.
    fn imported(&self, specifier: &str, module: &Module) -> HashMap<Id, Id> {
        let mut renamed = HashMap::new();
        for declaration in module.body.iter().filter_map(ModuleItem::as_module_decl) {
            let ModuleDecl::Import(import) = declaration else {
                continue;
            };
            let from = resolve(specifier, &import.src);
            if !self.has(&from) {
                continue;
            }
            for it in &import.specifiers {
                let export = (from.clone(), imported_name(it));
                renamed.insert(it.local().to_id(), self.binding(&export));
            }
        }
        renamed
    }

    fn binding(&self, export: &Export) -> Id {
        match self.exports.get(export) {
            Some(Target::Here(id)) => id.clone(),
            Some(Target::Elsewhere(export)) => self.binding(export),
            Some(Target::Namespace(_)) | None => {
                panic!("{} exports no {} that can be bundled", export.0, export.1)
            }
        }
    }

    /// Strips `import` and `export` from an item; `None` if nothing is left.
    fn kept(&self, specifier: &str, item: ModuleItem) -> Option<ModuleItem> {
        let declaration = match item {
            ModuleItem::Stmt(_) => return Some(item),
            ModuleItem::ModuleDecl(declaration) => declaration,
        };
        match declaration {
            ModuleDecl::Import(ImportDecl { ref src, .. }) => {
                let is_outside = !self.has(&resolve(specifier, src));
                is_outside.then_some(ModuleItem::ModuleDecl(declaration))
            }
            ModuleDecl::ExportDecl(export) => Some(ModuleItem::Stmt(Stmt::Decl(export.decl))),
            ModuleDecl::ExportNamed(_) => None,
            _ => panic!("{specifier} has an export that cannot be bundled"),
        }
    }

    fn export_list(&self, wanted: &[Export]) -> NamedExport {
        let specifiers = wanted
            .iter()
            .filter(|export| self.namespace(export).is_none())
            .map(|export| {
                let (name, context) = self.binding(export);
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

pub fn parse(specifier: &str, code: &str) -> Module {
    let parsed = deno_ast::parse_module(ParseParams {
        specifier: Url::parse(specifier).expect("a module name is a URL"),
        text: code.into(),
        media_type: MediaType::JavaScript,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    })
    .unwrap_or_else(|error| panic!("{error}"));
    match parsed.program_ref() {
        ProgramRef::Module(module) => module.clone(),
        ProgramRef::Script(_) => panic!("{specifier} is not a module"),
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

fn declared(declaration: &deno_ast::swc::ast::Decl) -> Vec<Id> {
    use deno_ast::swc::ast::Decl;
    match declaration {
        Decl::Class(it) => vec![it.ident.to_id()],
        Decl::Fn(it) => vec![it.ident.to_id()],
        Decl::Var(it) => find_pat_ids(&it.decls),
        _ => panic!("only types are declared otherwise, and they are gone"),
    }
}

/// The module that a declaration imports from.
fn source(specifier: &str, declaration: &ModuleDecl) -> Option<String> {
    let src = match declaration {
        ModuleDecl::Import(it) => &it.src,
        ModuleDecl::ExportNamed(it) => it.src.as_ref()?,
        ModuleDecl::ExportAll(it) => &it.src,
        _ => return None,
    };
    Some(resolve(specifier, src))
}

fn resolve(specifier: &str, src: &Str) -> String {
    let base = Url::parse(specifier).expect("a module name is a URL");
    let src = src.value.to_string_lossy();
    base.join(&src).map_or_else(|_| src.to_string(), Into::into)
}

fn imported_name(specifier: &ImportSpecifier) -> String {
    match specifier {
        ImportSpecifier::Named(it) => match &it.imported {
            Some(name) => text(name).to_string(),
            None => it.local.sym.to_string(),
        },
        ImportSpecifier::Default(_) => "default".to_owned(),
        ImportSpecifier::Namespace(_) => "*".to_owned(),
    }
}

fn text(name: &ModuleExportName) -> Atom {
    match name {
        ModuleExportName::Ident(it) => it.sym.clone(),
        ModuleExportName::Str(it) => it.value.to_atom_lossy().into_owned(),
    }
}
