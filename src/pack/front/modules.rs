//! Imports, exports and the statements of a module.

use deno_ast::swc::ast::{
    Decl, DefaultDecl, ExportAll, ExportNamedSpecifier, ExportSpecifier, ImportDecl,
    ImportSpecifier, Module as Syntax, ModuleDecl, ModuleItem, NamedExport, Stmt,
};
use deno_ast::swc::common::Spanned;
use lumi_closure::analysis::{exported_name, imported_name};

use crate::il::{
    Export, ExportTarget, Import, Module, OWN_PACKAGE, Statement, StatementKind, Token,
    TypeDeclaration,
};

use crate::intrinsics::is_identifier;

use super::binder::Binder;
use super::star_exports::StarExport;

impl Binder<'_> {
    /// The name of this module in tokens.
    pub fn module_name(&self) -> String {
        module_name(&self.source.file)
    }

    pub fn module(&mut self) -> Module {
        let source = self.source;
        let syntax = source.module();
        for item in &syntax.body {
            match item {
                ModuleItem::ModuleDecl(ModuleDecl::Import(it)) => self.import(it),
                ModuleItem::ModuleDecl(ModuleDecl::ExportNamed(it)) if !it.type_only => {
                    self.exported_again(it)
                }
                ModuleItem::ModuleDecl(ModuleDecl::ExportAll(it)) if !it.type_only => {
                    self.all_exported(it)
                }
                _ => {}
            }
        }
        self.collect_type_names(syntax);
        let mut body = self.module_variables(&syntax.body);
        self.hoist_module(syntax);
        let mut types = Vec::new();
        let mut exports = Vec::new();
        for item in &syntax.body {
            self.item(item, &mut body, &mut types, &mut exports);
        }
        exports.sort_by(|a: &Export, b| a.name.cmp(&b.name));
        self.elide_unused();
        Module {
            lumiil: Module::VERSION,
            name: self.module_name(),
            imports: std::mem::take(&mut self.imports),
            locals: std::mem::take(&mut self.locals),
            types,
            body,
            exports,
        }
    }

    fn import(&mut self, import: &ImportDecl) {
        let specifier = import.src.value.to_string_lossy();
        let Some(module) = self.targets.get(&*specifier).cloned() else {
            // Types alone come from modules that are not evaluated.
            return self.types_of_nowhere(import);
        };
        if import.specifiers.is_empty() && !import.type_only {
            self.add_import(module.sibling("*"), String::new(), false);
        }
        for specifier in &import.specifiers {
            let (name, local, is_type) = match specifier {
                ImportSpecifier::Default(it) => ("default".to_owned(), &it.local, false),
                ImportSpecifier::Namespace(it) => ("*".to_owned(), &it.local, false),
                ImportSpecifier::Named(it) => (imported_name(it), &it.local, it.is_type_only),
            };
            self.add_import(
                module.sibling(&name),
                local.sym.to_string(),
                is_type || import.type_only,
            );
        }
    }

    /// Names of other modules that this one exports, and does not import.
    fn exported_again(&mut self, named: &NamedExport) {
        let Some(source) = &named.src else { return };
        let Some(module) = self.targets.get(&*source.value.to_string_lossy()).cloned() else {
            return;
        };
        for specifier in &named.specifiers {
            match specifier {
                ExportSpecifier::Named(it) if !it.is_type_only => {
                    self.add_import(
                        module.sibling(&exported_name(&it.orig)),
                        String::new(),
                        false,
                    );
                }
                ExportSpecifier::Namespace(_) => {
                    self.add_import(module.clone(), String::new(), false)
                }
                _ => {}
            }
        }
    }

    /// `export *`: the entry of the imports is named later.
    fn all_exported(&mut self, all: &ExportAll) {
        let Some(module) = self.targets.get(&*all.src.value.to_string_lossy()).cloned() else {
            return;
        };
        if !module.is_own() {
            self.absent(
                all.span.lo,
                "`export *` of modules that are not the program's",
                "name the exports",
            );
            return;
        }
        self.stars.push(StarExport {
            import: self.imports.len(),
            module: module.clone(),
            at: all.span.lo,
        });
        self.add_import(module, String::new(), false);
    }

    /// In TypeScript a name that no code uses is one of a type, and its import does not evaluate the module.
    fn elide_unused(&mut self) {
        if !self.source.is_typescript() {
            return;
        }
        let used = &self.used;
        for import in &mut self.imports {
            import.is_type |= !import.alias.is_empty() && !used.contains(&import.alias);
        }
    }

    fn types_of_nowhere(&mut self, import: &ImportDecl) {
        for specifier in &import.specifiers {
            self.own_types.remove(&*specifier.local().sym);
        }
    }

    fn add_import(&mut self, token: Token, alias: String, is_type: bool) {
        match is_type {
            true => self.imported_types.insert(alias.clone(), token.clone()),
            false => self.imported.insert(alias.clone(), token.clone()),
        };
        self.imports.push(Import {
            token,
            alias,
            is_type,
        });
    }

    fn collect_type_names(&mut self, syntax: &Syntax) {
        for item in &syntax.body {
            let declaration = match item {
                ModuleItem::Stmt(Stmt::Decl(it)) => it,
                ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(it)) => &it.decl,
                _ => continue,
            };
            let name = match declaration {
                Decl::TsInterface(it) => &it.id,
                Decl::TsTypeAlias(it) => &it.id,
                Decl::Class(it) => &it.ident,
                Decl::TsEnum(it) => &it.id,
                _ => continue,
            };
            self.own_types.insert(name.sym.to_string());
        }
    }

    fn hoist_module(&mut self, syntax: &Syntax) {
        for item in &syntax.body {
            match item {
                ModuleItem::Stmt(Stmt::Decl(it)) => self.hoist_declaration(it),
                ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(it)) => {
                    self.hoist_declaration(&it.decl)
                }
                ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(it)) => {
                    let name = match &it.decl {
                        DefaultDecl::Fn(it) => it.ident.as_ref(),
                        DefaultDecl::Class(it) => it.ident.as_ref(),
                        DefaultDecl::TsInterfaceDecl(_) => None,
                    };
                    if let Some(name) = name {
                        self.declare(&name.sym, None);
                    }
                }
                _ => {}
            }
        }
    }

    fn item(
        &mut self,
        item: &ModuleItem,
        body: &mut Vec<Statement>,
        types: &mut Vec<TypeDeclaration>,
        exports: &mut Vec<Export>,
    ) {
        match item {
            ModuleItem::Stmt(Stmt::Decl(it)) => self.own_declaration(it, false, body, types),
            ModuleItem::Stmt(it) => self.statement(it, body),
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(it)) => {
                let first = body.len();
                self.own_declaration(&it.decl, true, body, types);
                for statement in body.iter_mut().skip(first) {
                    statement.at = self.source.at(it.decl.span_lo());
                }
                self.export_declared(&it.decl, exports);
            }
            ModuleItem::ModuleDecl(ModuleDecl::ExportNamed(it)) => self.named_export(it, exports),
            ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultExpr(it)) => {
                let value = self.expression(&it.expr);
                body.push(Statement {
                    kind: StatementKind::Default(value),
                    at: self.at(it.span.lo),
                });
                export("default", ExportTarget::Default, exports);
            }
            ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultDecl(it)) => {
                self.default_declaration(&it.decl, body, exports);
            }
            ModuleItem::ModuleDecl(ModuleDecl::Import(_) | ModuleDecl::ExportAll(_)) => {}
            ModuleItem::ModuleDecl(other) => {
                self.absent(
                    other.span_lo(),
                    "statement of CommonJS",
                    "write `import` and `export`",
                );
            }
        }
    }

    fn own_declaration(
        &mut self,
        declaration: &Decl,
        exported: bool,
        body: &mut Vec<Statement>,
        types: &mut Vec<TypeDeclaration>,
    ) {
        match declaration {
            Decl::TsInterface(it) => types.push(self.interface(it, exported)),
            Decl::TsTypeAlias(it) => types.push(self.alias(it, exported)),
            other => self.declaration(other, body),
        }
    }

    fn export_declared(&mut self, declaration: &Decl, exports: &mut Vec<Export>) {
        let mut names = Vec::new();
        match declaration {
            Decl::Class(it) if !it.declare => names.push(it.ident.sym.to_string()),
            Decl::Fn(it) if it.function.body.is_some() => names.push(it.ident.sym.to_string()),
            Decl::TsEnum(it) if !it.declare => names.push(it.id.sym.to_string()),
            Decl::Var(it) if !it.declare => {
                for declarator in &it.decls {
                    super::statements::names(&declarator.name, &mut names);
                }
            }
            _ => {}
        }
        for name in names {
            if let Some(slot) = self.local(&name) {
                export(&name, ExportTarget::Local(slot), exports);
            }
        }
    }

    fn named_export(&mut self, named: &NamedExport, exports: &mut Vec<Export>) {
        if named.type_only {
            return;
        }
        let module = match &named.src {
            None => None,
            Some(it) => match self.targets.get(&*it.value.to_string_lossy()).cloned() {
                Some(module) => Some(module),
                None => return,
            },
        };
        for specifier in &named.specifiers {
            match (specifier, &module) {
                (ExportSpecifier::Named(it), _) if it.is_type_only => {}
                (ExportSpecifier::Named(it), module) => {
                    self.exported_member(it, module.as_ref(), exports);
                }
                (ExportSpecifier::Namespace(it), Some(module)) => {
                    let token = module.sibling("*");
                    export(
                        &exported_name(&it.name),
                        ExportTarget::Token(token),
                        exports,
                    );
                }
                (other, _) => {
                    self.absent(
                        other.span_lo(),
                        "export like this",
                        "write `export { name }`",
                    );
                }
            }
        }
    }

    /// A name of an export list: a member of a module, or a local name.
    fn exported_member(
        &mut self,
        specifier: &ExportNamedSpecifier,
        module: Option<&Token>,
        exports: &mut Vec<Export>,
    ) {
        let original = exported_name(&specifier.orig);
        let exported = specifier.exported.as_ref();
        let name = exported.map_or_else(|| original.clone(), exported_name);
        if !is_identifier(&name) {
            let help = "export it under a name that is a word";
            self.absent(specifier.span.lo, "names of exports like this", help);
        }
        if let Some(module) = module {
            export(
                &name,
                ExportTarget::Token(module.sibling(&original)),
                exports,
            );
        } else if let Some(slot) = self.local(&original) {
            export(&name, ExportTarget::Local(slot), exports);
        } else if let Some(token) = self.imported.get(&original) {
            self.used.insert(original.clone());
            export(&name, ExportTarget::Token(token.clone()), exports);
        } else if !self.own_types.contains(&original)
            && !self.imported_types.contains_key(&original)
        {
            let message = format!("`{original}` is not declared here");
            self.refuse(specifier.span.lo, message, "");
        }
    }

    fn default_declaration(
        &mut self,
        declaration: &DefaultDecl,
        body: &mut Vec<Statement>,
        exports: &mut Vec<Export>,
    ) {
        use deno_ast::swc::ast::{ClassDecl, Expr, FnDecl};
        let target = match declaration {
            DefaultDecl::TsInterfaceDecl(_) => return,
            DefaultDecl::Fn(it) => match &it.ident {
                Some(name) => {
                    let declared = FnDecl {
                        ident: name.clone(),
                        declare: false,
                        function: it.function.clone(),
                    };
                    self.function_declaration(&declared, it.span_lo(), body);
                    self.local(&name.sym).map(ExportTarget::Local)
                }
                None => {
                    let value = self.expression(&Expr::Fn(it.clone()));
                    self.default_value(value, body)
                }
            },
            DefaultDecl::Class(it) => match &it.ident {
                Some(name) => {
                    let declared = ClassDecl {
                        ident: name.clone(),
                        declare: false,
                        class: it.class.clone(),
                    };
                    self.class_declaration(&declared, it.span_lo(), body);
                    self.local(&name.sym).map(ExportTarget::Local)
                }
                None => {
                    let value = self.expression(&Expr::Class(it.clone()));
                    self.default_value(value, body)
                }
            },
        };
        if let Some(target) = target {
            export("default", target, exports);
        }
    }

    fn default_value(
        &mut self,
        value: crate::il::Expr,
        body: &mut Vec<Statement>,
    ) -> Option<ExportTarget> {
        let at = value.at;
        body.push(Statement {
            kind: StatementKind::Default(value),
            at,
        });
        Some(ExportTarget::Default)
    }
}

/// The name of the module in a file: its path without the extension. Data keep it.
pub fn module_name(file: &str) -> String {
    let extensions = [".ts", ".mts", ".js", ".mjs"];
    let stem = extensions.iter().find_map(|it| file.strip_suffix(it));
    stem.unwrap_or(file).to_owned()
}

/// The token of a module of the program itself.
pub fn own_module(file: &str) -> Token {
    Token::new(OWN_PACKAGE, &module_name(file), "*")
}

fn export(name: &str, value: ExportTarget, exports: &mut Vec<Export>) {
    exports.push(Export {
        name: name.to_owned(),
        value,
    });
}
