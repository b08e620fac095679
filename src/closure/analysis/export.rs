//! Exported variables of a module.

use std::collections::HashMap;

use deno_ast::swc::ast::*;
use deno_ast::{ParsedSource, ProgramRef};

use super::binding::{BindingId, Imported};
use super::patterns::names;
use super::syntax::exported_name;

/// The declaration of an exported variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Export {
    /// A variable of the module, possibly imported.
    Binding { name: String, binding: BindingId },
    /// `export { imported as name } from "specifier"`.
    From {
        name: String,
        specifier: String,
        imported: Imported,
    },
    /// `export * from "specifier"`.
    All { specifier: String },
}

/// The exports of a module; `ids` identify its variables.
pub fn exports(parsed: &ParsedSource, ids: &[Id]) -> Vec<Export> {
    let known: HashMap<&Id, BindingId> = ids
        .iter()
        .zip(0..)
        .map(|(id, index)| (id, BindingId(index)))
        .collect();
    let mut found = Vec::new();
    let ProgramRef::Module(module) = parsed.program_ref() else {
        return found;
    };
    let mut local = |name: String, id: Id, found: &mut Vec<Export>| {
        if let Some(&binding) = known.get(&id) {
            found.push(Export::Binding { name, binding });
        }
    };
    for item in &module.body {
        let ModuleItem::ModuleDecl(declaration) = item else {
            continue;
        };
        match declaration {
            ModuleDecl::ExportDecl(export) => {
                for id in declared(&export.decl) {
                    local(id.0.to_string(), id, &mut found);
                }
            }
            ModuleDecl::ExportDefaultDecl(export) => {
                if let Some(ident) = default_name(&export.decl) {
                    local("default".to_owned(), ident.to_id(), &mut found);
                }
            }
            ModuleDecl::ExportNamed(export) => {
                for specifier in &export.specifiers {
                    named(export, specifier, &mut local, &mut found);
                }
            }
            ModuleDecl::ExportAll(export) => found.push(Export::All {
                specifier: export.src.value.to_string_lossy().into_owned(),
            }),
            _ => {}
        }
    }
    found
}

fn named(
    export: &NamedExport,
    specifier: &ExportSpecifier,
    local: &mut impl FnMut(String, Id, &mut Vec<Export>),
    found: &mut Vec<Export>,
) {
    let source = export
        .src
        .as_ref()
        .map(|it| it.value.to_string_lossy().into_owned());
    match (source, specifier) {
        (None, ExportSpecifier::Named(it)) => {
            if let ModuleExportName::Ident(ident) = &it.orig {
                let name = exported_name(it.exported.as_ref().unwrap_or(&it.orig));
                local(name, ident.to_id(), found);
            }
        }
        (Some(specifier), ExportSpecifier::Named(it)) => {
            let imported = match exported_name(&it.orig) {
                name if name == "default" => Imported::Default,
                name => Imported::Name(name),
            };
            found.push(Export::From {
                name: exported_name(it.exported.as_ref().unwrap_or(&it.orig)),
                specifier,
                imported,
            });
        }
        (Some(specifier), ExportSpecifier::Namespace(it)) => found.push(Export::From {
            name: exported_name(&it.name),
            specifier,
            imported: Imported::Namespace,
        }),
        _ => {}
    }
}

fn declared(declaration: &Decl) -> Vec<Id> {
    match declaration {
        Decl::Fn(it) => vec![it.ident.to_id()],
        Decl::Class(it) => vec![it.ident.to_id()],
        Decl::Var(it) => {
            let mut found = Vec::new();
            for declarator in &it.decls {
                names(&declarator.name, &mut found);
            }
            found
        }
        _ => Vec::new(),
    }
}

fn default_name(declaration: &DefaultDecl) -> Option<&Ident> {
    match declaration {
        DefaultDecl::Fn(it) => it.ident.as_ref(),
        DefaultDecl::Class(it) => it.ident.as_ref(),
        DefaultDecl::TsInterfaceDecl(_) => None,
    }
}
