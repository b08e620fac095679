//! Imports and exports.

use deno_ast::swc::ast::*;
use lumi_closure::analysis::{exported_name, imported_name};

use super::Generator;
use crate::program::Target;
use crate::rule::Rule;
use crate::solver::{NodeId, ObjectId, Site, UNKNOWN, Value};

impl Generator<'_> {
    pub(super) fn module(&mut self, module: &Module) {
        if self.module.is_commonjs {
            let site = self.site_at(module.span);
            let site = Site { offset: 0, ..site };
            self.solver
                .report(Rule::CommonJs, site, self.module.analysis.file.clone());
            return;
        }
        // Imports are there before anything else.
        for item in &module.body {
            if let ModuleItem::ModuleDecl(ModuleDecl::Import(it)) = item {
                self.import(it);
            }
        }
        for item in &module.body {
            match item {
                ModuleItem::Stmt(it) => self.statement(it),
                ModuleItem::ModuleDecl(it) => self.module_declaration(it),
            }
        }
    }

    fn target(&self, source: &Str) -> Option<&Target> {
        self.module.imports.get(&*source.value.to_string_lossy())
    }

    fn import(&mut self, import: &ImportDecl) {
        let target = self.target(&import.src).cloned();
        let path = target.as_ref().and_then(Target::path);
        if let (true, Some(Target::Package(name))) = (import.specifiers.is_empty(), &target) {
            let site = self.site(import);
            self.solver.report(Rule::ForeignPackage, site, name.clone());
        }
        for specifier in &import.specifiers {
            let local = specifier.local().to_id();
            self.note_declared(specifier.local());
            let name = match specifier {
                ImportSpecifier::Named(it) => Some(imported_name(it)),
                ImportSpecifier::Default(_) => Some("default".to_owned()),
                ImportSpecifier::Namespace(_) => None,
            };
            match (&path, &target) {
                (Some(path), _) => {
                    let path = imported_path(path, name.as_deref());
                    self.intrinsics.insert(local, path);
                }
                (None, Some(Target::Module(index))) => {
                    let value = self.imported(self.namespaces[*index], name.as_deref());
                    let variable = self.variable(local);
                    self.solver.copy(value, variable);
                }
                _ => {
                    let variable = self.variable(local);
                    self.solver.copy(UNKNOWN, variable);
                }
            }
        }
    }

    /// An export of a module, or all of them.
    fn imported(&mut self, namespace: ObjectId, name: Option<&str>) -> NodeId {
        match name {
            Some(name) => self.solver.named_field(namespace, name),
            None => self.only(Value::Object(namespace)),
        }
    }

    fn exported(&mut self, name: &str, value: NodeId) {
        let namespace = self.namespaces[self.index as usize];
        let field = self.solver.named_field(namespace, name);
        self.solver.copy(value, field);
    }

    fn module_declaration(&mut self, declaration: &ModuleDecl) {
        match declaration {
            ModuleDecl::ExportDecl(it) => self.export_declaration(&it.decl),
            ModuleDecl::ExportNamed(it) => self.exported_named(it),
            ModuleDecl::ExportDefaultDecl(it) => {
                let value = match &it.decl {
                    DefaultDecl::Fn(it) => {
                        let own = it.ident.as_ref().map(|it| it.to_id());
                        let own = own.map(|it| self.variable(it));
                        self.function(&it.function, own)
                    }
                    DefaultDecl::Class(it) => {
                        let own = it.ident.as_ref().map(|it| it.to_id());
                        let own = own.map(|it| self.variable(it));
                        self.class(&it.class, own)
                    }
                    DefaultDecl::TsInterfaceDecl(_) => UNKNOWN,
                };
                self.exported("default", value);
            }
            ModuleDecl::ExportDefaultExpr(it) => {
                let value = self.expression(&it.expr);
                self.exported("default", value);
            }
            ModuleDecl::ExportAll(it) => self.export_all(it),
            _ => {}
        }
    }

    fn export_declaration(&mut self, declaration: &Decl) {
        self.declaration(declaration);
        match declaration {
            Decl::Fn(it) => self.export_variable(&it.ident),
            Decl::Class(it) => self.export_variable(&it.ident),
            Decl::Var(it) => {
                for declarator in &it.decls {
                    for ident in names(&declarator.name) {
                        self.export_variable(&ident);
                    }
                }
            }
            _ => {}
        }
    }

    fn export_variable(&mut self, ident: &Ident) {
        let variable = self.variable(ident.to_id());
        self.exported(&ident.sym, variable);
    }

    fn exported_named(&mut self, export: &NamedExport) {
        let target = export.src.as_ref().map(|it| self.target(it).cloned());
        for specifier in &export.specifiers {
            match specifier {
                ExportSpecifier::Named(it) => {
                    let original = exported_name(&it.orig);
                    let name = it
                        .exported
                        .as_ref()
                        .map_or_else(|| original.clone(), exported_name);
                    let value = match (&target, &it.orig) {
                        (None, ModuleExportName::Ident(ident)) => {
                            self.expression(&Expr::Ident(ident.clone()))
                        }
                        (Some(Some(target)), _) => self.reexported(target, Some(&original), it),
                        _ => UNKNOWN,
                    };
                    self.exported(&name, value);
                }
                ExportSpecifier::Namespace(it) => {
                    let value = match &target {
                        Some(Some(target)) => self.reexported(target, None, it),
                        _ => UNKNOWN,
                    };
                    self.exported(&exported_name(&it.name), value);
                }
                ExportSpecifier::Default(_) => {}
            }
        }
    }

    fn reexported(
        &mut self,
        target: &Target,
        name: Option<&str>,
        at: &impl deno_ast::swc::common::Spanned,
    ) -> NodeId {
        match (target, target.path()) {
            (Target::Module(index), _) => self.imported(self.namespaces[*index], name),
            (_, Some(path)) => {
                let site = self.site(at);
                let value = self.solver.mention(&imported_path(&path, name), site);
                self.only(value)
            }
            _ => UNKNOWN,
        }
    }

    fn export_all(&mut self, export: &ExportAll) {
        match self.target(&export.src).cloned() {
            Some(Target::Module(index)) => {
                let own = self.namespaces[self.index as usize];
                self.solver.inherit(own, self.namespaces[index]);
            }
            Some(target) => {
                if let Some(path) = target.path() {
                    let site = self.site(export);
                    self.solver.mention(&path, site);
                }
            }
            None => {}
        }
    }
}

/// The path of the intrinsic that an import from Node or Lumi means.
fn imported_path(module: &str, name: Option<&str>) -> String {
    match name {
        None => module.to_owned(),
        Some("default") if module.starts_with("node:") => module.to_owned(),
        Some(name) => format!("{module}.{name}"),
    }
}

/// The variables of a pattern.
fn names(pattern: &Pat) -> Vec<Ident> {
    match pattern {
        Pat::Ident(it) => vec![it.id.clone()],
        Pat::Array(it) => it.elems.iter().flatten().flat_map(names).collect(),
        Pat::Rest(it) => names(&it.arg),
        Pat::Assign(it) => names(&it.left),
        Pat::Object(it) => it
            .props
            .iter()
            .flat_map(|it| match it {
                ObjectPatProp::KeyValue(it) => names(&it.value),
                ObjectPatProp::Assign(it) => vec![it.key.id.clone()],
                ObjectPatProp::Rest(it) => names(&it.arg),
            })
            .collect(),
        Pat::Expr(_) | Pat::Invalid(_) => Vec::new(),
    }
}
