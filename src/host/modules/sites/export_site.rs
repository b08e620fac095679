//! Finds the declaration of an export, for errors about its value.

use deno_ast::swc::ast::{
    BindingIdent, Decl, ExportSpecifier, ModuleDecl, ModuleExportName, ModuleItem,
};
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use deno_ast::{SourceRange, SourceRangedForSpanned};
use deno_core::url::Url;

use lumi_graph::SourcePosition;

use super::parsed_module::ParsedModule;
use crate::modules::media::Media;

/// The position of the export `name` in the text of a module; names from `export *` are not in the
/// text.
pub fn find(url: &Url, file: &str, media: Media, text: &str, name: &str) -> Option<SourcePosition> {
    let look = |parsed: &ParsedModule<'_>| {
        let body = &parsed.module()?.body;
        let mut declarations = body.iter().filter_map(ModuleItem::as_module_decl);
        let range = declarations.find_map(|it| range_of(it, name))?;
        Some(parsed.position(&range))
    };
    ParsedModule::with(url, file, media, text, look).flatten()
}

/// Whether a module exports a type of this name, which is gone when it runs.
pub fn is_type(url: &Url, file: &str, media: Media, text: &str, name: &str) -> bool {
    let look = |parsed: &ParsedModule<'_>| {
        let declared = |it: &Decl| match it {
            Decl::TsInterface(it) => it.id.sym == name,
            Decl::TsTypeAlias(it) => it.id.sym == name,
            _ => false,
        };
        parsed.module().is_some_and(|module| {
            module.body.iter().any(|item| match item {
                ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(it)) => declared(&it.decl),
                ModuleItem::ModuleDecl(ModuleDecl::ExportNamed(exports)) => {
                    let mut specifiers = exports.specifiers.iter();
                    specifiers.any(|it| range_of_specifier(it, name).is_some())
                }
                _ => false,
            })
        })
    };
    ParsedModule::with(url, file, media, text, look).unwrap_or(false)
}

fn range_of(declaration: &ModuleDecl, name: &str) -> Option<SourceRange> {
    match declaration {
        ModuleDecl::ExportDecl(export) => match &export.decl {
            Decl::Var(variables) => variables.decls.iter().find_map(|it| {
                let mut search = PatternSearch { name, found: None };
                it.name.visit_with(&mut search);
                search.found
            }),
            Decl::Fn(function) if function.ident.sym == name => Some(function.ident.range()),
            Decl::Class(class) if class.ident.sym == name => Some(class.ident.range()),
            _ => None,
        },
        ModuleDecl::ExportNamed(exports) => {
            let mut specifiers = exports.specifiers.iter();
            specifiers.find_map(|it| range_of_specifier(it, name))
        }
        ModuleDecl::ExportDefaultExpr(export) if name == "default" => Some(export.range()),
        ModuleDecl::ExportDefaultDecl(export) if name == "default" => Some(export.range()),
        _ => None,
    }
}

fn range_of_specifier(specifier: &ExportSpecifier, name: &str) -> Option<SourceRange> {
    let is_named = |it: &ModuleExportName| match it {
        ModuleExportName::Ident(ident) => ident.sym == name,
        ModuleExportName::Str(text) => text.value.to_string_lossy() == name,
    };
    let is_it = match specifier {
        ExportSpecifier::Named(it) => is_named(it.exported.as_ref().unwrap_or(&it.orig)),
        ExportSpecifier::Namespace(it) => is_named(&it.name),
        ExportSpecifier::Default(it) => it.exported.sym == name,
    };
    is_it.then(|| specifier.range())
}

/// Searches for a variable in a pattern such as `{ a: [b, c] }`.
struct PatternSearch<'a> {
    name: &'a str,
    found: Option<SourceRange>,
}

impl Visit for PatternSearch<'_> {
    fn visit_binding_ident(&mut self, variable: &BindingIdent) {
        if variable.id.sym == self.name {
            self.found.get_or_insert(variable.id.range());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exported_types_are_found() {
        let text = "export interface A {}\nexport type B = 1;\ninterface C {}\nexport type { C };\nexport const d = 1;\ninterface F {}\n";
        let url = Url::parse("file:///a.ts").unwrap();
        let is_type = |name: &str| is_type(&url, "a.ts", Media::TypeScript, text, name);
        let found = ["A", "B", "C", "d", "e", "F"].map(is_type);
        assert_eq!(found, [true, true, true, false, false, false]);
    }

    #[test]
    fn exports_of_every_form_are_found() {
        let text = "export const a = 1, { b: [c = 2] } = x;\n\
                    export function f() {}\nexport class K {}\n\
                    const y = 1;\nexport { y as z, y as \"w x\" };\n\
                    export * as all from './other';\nexport * from './more';\n\
                    export default { a: 1 };\n";
        let url = Url::parse("file:///a.ts").unwrap();
        let place = |name: &str| {
            let found = find(&url, "a.ts", Media::TypeScript, text, name);
            found.map(|it| format!("{}:{}", it.line, it.column))
        };
        let expected = [
            ("a", "1:14"),
            ("c", "1:27"),
            ("f", "2:17"),
            ("K", "3:14"),
            ("z", "5:10"),
            ("w x", "5:18"),
            ("all", "6:8"),
            ("default", "8:1"),
        ];
        for (name, position) in expected {
            assert_eq!(place(name).as_deref(), Some(position), "{name}");
        }
        assert_eq!(place("b"), None);
        assert_eq!(place("y"), None);
    }
}
