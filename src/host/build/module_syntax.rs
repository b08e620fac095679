//! Reading and writing the imports and exports of modules.

use deno_ast::swc::ast::{
    Decl, ExportNamedSpecifier, ExportNamespaceSpecifier, ExportSpecifier, Id, Ident, ImportDecl,
    ImportNamedSpecifier, ImportPhase, ImportSpecifier, ImportStarAsSpecifier, Module, ModuleDecl,
    ModuleExportName, ModuleItem, NamedExport, Pat, Stmt, Str, VarDecl, VarDeclKind, VarDeclarator,
};
use deno_ast::swc::atoms::Atom;
use deno_ast::swc::common::util::take::Take;
use deno_ast::swc::common::{DUMMY_SP, Mark, SyntaxContext};
use deno_ast::swc::utils::find_pat_ids;
use deno_ast::{MediaType, ParseParams, ProgramRef};
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

/// An import of exports, each with its name in the importing module; `*` is the namespace, and stands
/// alone.
pub fn import_of<'a>(
    from: &str,
    exports: impl IntoIterator<Item = (&'a str, Ident)>,
) -> ModuleItem {
    let specifiers = exports.into_iter().map(|(name, local)| match name {
        "*" => ImportSpecifier::Namespace(ImportStarAsSpecifier {
            span: DUMMY_SP,
            local,
        }),
        _ => ImportSpecifier::Named(ImportNamedSpecifier {
            span: DUMMY_SP,
            local,
            imported: Some(ModuleExportName::Ident(Ident::new_no_ctxt(
                name.into(),
                DUMMY_SP,
            ))),
            is_type_only: false,
        }),
    });
    ModuleItem::ModuleDecl(ModuleDecl::Import(ImportDecl {
        span: DUMMY_SP,
        specifiers: specifiers.collect(),
        src: Box::new(from.into()),
        type_only: false,
        with: None,
        phase: ImportPhase::default(),
    }))
}

/// An export of what another module exports by `name`, or of its namespace (`*`).
pub fn export_of(from: &str, name: &str, exported: &str) -> ModuleItem {
    let identifier =
        |name: &str| ModuleExportName::Ident(Ident::new_no_ctxt(name.into(), DUMMY_SP));
    let specifier = match name {
        "*" => ExportSpecifier::Namespace(ExportNamespaceSpecifier {
            span: DUMMY_SP,
            name: identifier(exported),
        }),
        _ => ExportSpecifier::Named(ExportNamedSpecifier {
            span: DUMMY_SP,
            orig: identifier(name),
            exported: Some(identifier(exported)),
            is_type_only: false,
        }),
    };
    exports_item(specifier, Some(Box::new(from.into())))
}

fn exports_item(specifier: ExportSpecifier, src: Option<Box<Str>>) -> ModuleItem {
    ModuleItem::ModuleDecl(ModuleDecl::ExportNamed(NamedExport {
        span: DUMMY_SP,
        specifiers: vec![specifier],
        src,
        type_only: false,
        with: None,
    }))
}

/// Strips `import` and `export` from an item; `None` if nothing is left.
pub fn kept(specifier: &str, item: ModuleItem) -> Option<ModuleItem> {
    let declaration = match item {
        ModuleItem::Stmt(_) => return Some(item),
        ModuleItem::ModuleDecl(declaration) => declaration,
    };
    match declaration {
        ModuleDecl::Import(_) | ModuleDecl::ExportNamed(_) => None,
        ModuleDecl::ExportDecl(export) => Some(ModuleItem::Stmt(Stmt::Decl(export.decl))),
        _ => panic!("{specifier} has an export that cannot be bundled"),
    }
}

/// Makes a default export that is an expression a constant, which other modules can name.
pub fn name_default_export(module: &mut Module) {
    let mut named = None;
    for item in &mut module.body {
        let ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultExpr(export)) = item else {
            continue;
        };
        let context = SyntaxContext::empty().apply_mark(Mark::new());
        let name = Ident::new("whole".into(), DUMMY_SP, context);
        let declaration = VarDecl {
            kind: VarDeclKind::Const,
            decls: vec![VarDeclarator {
                span: DUMMY_SP,
                name: Pat::Ident(name.clone().into()),
                init: Some(export.expr.take()),
                definite: false,
            }],
            ..VarDecl::default()
        };
        *item = ModuleItem::Stmt(Stmt::Decl(Decl::Var(Box::new(declaration))));
        named = Some(name);
    }
    let Some(name) = named else { return };
    let specifier = ExportSpecifier::Named(ExportNamedSpecifier {
        span: DUMMY_SP,
        orig: ModuleExportName::Ident(name),
        exported: Some(ModuleExportName::Ident(Ident::new_no_ctxt(
            "default".into(),
            DUMMY_SP,
        ))),
        is_type_only: false,
    });
    module.body.push(exports_item(specifier, None));
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

pub fn declared(declaration: &Decl) -> Vec<Id> {
    match declaration {
        Decl::Class(it) => vec![it.ident.to_id()],
        Decl::Fn(it) => vec![it.ident.to_id()],
        Decl::Var(it) => find_pat_ids(&it.decls),
        _ => panic!("only types are declared otherwise, and they are gone"),
    }
}

/// The module that a declaration imports from.
pub fn source(specifier: &str, declaration: &ModuleDecl) -> Option<String> {
    let src = match declaration {
        ModuleDecl::Import(it) => &it.src,
        ModuleDecl::ExportNamed(it) => it.src.as_ref()?,
        ModuleDecl::ExportAll(it) => &it.src,
        _ => return None,
    };
    Some(resolve(specifier, src))
}

pub fn resolve(specifier: &str, src: &Str) -> String {
    let base = Url::parse(specifier).expect("a module name is a URL");
    let src = src.value.to_string_lossy();
    base.join(&src).map_or_else(|_| src.to_string(), Into::into)
}

pub fn imported_name(specifier: &ImportSpecifier) -> String {
    match specifier {
        ImportSpecifier::Named(it) => match &it.imported {
            Some(name) => text(name).to_string(),
            None => it.local.sym.to_string(),
        },
        ImportSpecifier::Default(_) => "default".to_owned(),
        ImportSpecifier::Namespace(_) => "*".to_owned(),
    }
}

pub fn text(name: &ModuleExportName) -> Atom {
    match name {
        ModuleExportName::Ident(it) => it.sym.clone(),
        ModuleExportName::Str(it) => it.value.to_atom_lossy().into_owned(),
    }
}
