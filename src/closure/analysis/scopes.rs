//! The identity of variables: which declaration a name in the text refers to.
//!
//! Each identifier gets the scope that declares it as its `SyntaxContext`. swc's own resolver looks for
//! `var` in all blocks below a block, for each block again, so its time grows with the square of the
//! nesting. Here each statement is looked at twice: once for its declarations, once for its names.
//! A function in a block is a variable of that block: `block_functions` has made variables of those that are
//! more.

use std::collections::HashMap;

use deno_ast::swc::ast::*;
use deno_ast::swc::atoms::Atom;
use deno_ast::swc::common::SyntaxContext;
use deno_ast::swc::ecma_visit::{Visit, VisitMut, VisitMutWith, VisitWith};

use super::patterns::names;

/// The context of names that the module does not declare.
pub const UNRESOLVED: u32 = 1;

/// Resolves all names of a module. Returns the number of steps that it took, for tests.
pub fn resolve(module: &mut Module) -> usize {
    let mut resolver = Resolver {
        last: UNRESOLVED,
        ..Resolver::default()
    };
    module.visit_mut_with(&mut resolver);
    resolver.steps
}

#[derive(Default)]
struct Resolver {
    /// The scopes that declare a name at this point, innermost last.
    visible: HashMap<Atom, Vec<SyntaxContext>>,
    last: u32,
    steps: usize,
}

impl Resolver {
    /// Walks over what is in a scope that declares `names`.
    fn scope(&mut self, names: Vec<Atom>, walk: impl FnOnce(&mut Self)) {
        self.last += 1;
        self.steps += 1 + names.len();
        let context = SyntaxContext::from_u32(self.last);
        for name in &names {
            self.visible.entry(name.clone()).or_default().push(context);
        }
        walk(self);
        for name in &names {
            if let Some(scopes) = self.visible.get_mut(name) {
                scopes.pop();
            }
        }
    }

    /// The parameters of a function, and below them what its body declares: a `var` with the name of
    /// a parameter is the parameter.
    fn body(&mut self, parameters: &[Atom], body: &mut BlockStmt) {
        let mut declared = self.variables(&body.stmts);
        declared.extend(lexical(&body.stmts));
        declared.retain(|it| !parameters.contains(it));
        self.scope(declared, |this| this.statements(&mut body.stmts));
    }

    /// The names that `var` declares in statements and their blocks, but not in functions.
    fn variables(&mut self, statements: &[Stmt]) -> Vec<Atom> {
        let mut found = Variables::default();
        statements.visit_with(&mut found);
        self.steps += found.steps;
        found.names
    }

    fn statements(&mut self, statements: &mut [Stmt]) {
        for statement in statements {
            self.steps += 1;
            statement.visit_mut_with(self);
        }
    }

    /// `let`, `const` and `using` in the head of a loop are variables of the loop.
    fn for_each(&mut self, left: &mut ForHead, right: &mut Expr, body: &mut Stmt) {
        right.visit_mut_with(self);
        let declared = match &*left {
            ForHead::VarDecl(it) if it.kind != VarDeclKind::Var => of_declarators(&it.decls),
            ForHead::UsingDecl(it) => of_declarators(&it.decls),
            ForHead::VarDecl(_) | ForHead::Pat(_) => Vec::new(),
        };
        self.scope(declared, |this| {
            left.visit_mut_with(this);
            body.visit_mut_with(this);
        });
    }
}

/// The names in patterns.
pub fn of_patterns<'a>(patterns: impl IntoIterator<Item = &'a Pat>) -> Vec<Atom> {
    let mut found = Vec::new();
    for pattern in patterns {
        names(pattern, &mut found);
    }
    found.into_iter().map(|it| it.0).collect()
}

/// The names that declarators declare.
pub fn of_declarators(declarators: &[VarDeclarator]) -> Vec<Atom> {
    of_patterns(declarators.iter().map(|it| &it.name))
}

/// The names that statements declare in their own block.
fn lexical<'a>(statements: impl IntoIterator<Item = &'a Stmt>) -> Vec<Atom> {
    let declarations = statements.into_iter().filter_map(Stmt::as_decl);
    declarations.flat_map(of_declaration).collect()
}

fn of_declaration(declaration: &Decl) -> Vec<Atom> {
    match declaration {
        Decl::Class(it) => vec![it.ident.sym.clone()],
        Decl::Fn(it) => vec![it.ident.sym.clone()],
        Decl::Var(it) if it.kind != VarDeclKind::Var => of_declarators(&it.decls),
        Decl::Using(it) => of_declarators(&it.decls),
        _ => Vec::new(),
    }
}

/// The names that an item of a module declares in the scope of the module, except by `var`.
fn of_item(item: &ModuleItem) -> Vec<Atom> {
    let declaration = match item {
        ModuleItem::Stmt(it) => return lexical([it]),
        ModuleItem::ModuleDecl(it) => it,
    };
    match declaration {
        ModuleDecl::Import(it) => {
            let locals = it.specifiers.iter().map(|it| it.local().sym.clone());
            locals.collect()
        }
        ModuleDecl::ExportDecl(it) => of_declaration(&it.decl),
        ModuleDecl::ExportDefaultDecl(it) => {
            let ident = match &it.decl {
                DefaultDecl::Fn(it) => it.ident.as_ref(),
                DefaultDecl::Class(it) => it.ident.as_ref(),
                DefaultDecl::TsInterfaceDecl(_) => None,
            };
            ident.map(|it| it.sym.clone()).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Finds the names that `var` declares.
#[derive(Default)]
struct Variables {
    names: Vec<Atom>,
    steps: usize,
}

impl Visit for Variables {
    fn visit_stmt(&mut self, statement: &Stmt) {
        self.steps += 1;
        statement.visit_children_with(self);
    }

    fn visit_var_decl(&mut self, declaration: &VarDecl) {
        if declaration.kind == VarDeclKind::Var {
            self.names.extend(of_declarators(&declaration.decls));
        }
    }

    // No statement of the same function is in these.
    fn visit_function(&mut self, _: &Function) {}
    fn visit_class(&mut self, _: &Class) {}
    fn visit_expr(&mut self, _: &Expr) {}
    fn visit_pat(&mut self, _: &Pat) {}
}

impl VisitMut for Resolver {
    fn visit_mut_module(&mut self, module: &mut Module) {
        let mut found = Variables::default();
        module.body.visit_with(&mut found);
        self.steps += found.steps;
        let mut declared: Vec<Atom> = module.body.iter().flat_map(of_item).collect();
        declared.extend(found.names);
        self.scope(declared, |this| module.body.visit_mut_with(this));
    }

    fn visit_mut_ident(&mut self, ident: &mut Ident) {
        self.steps += 1;
        let scopes = self.visible.get(&ident.sym);
        let found = scopes.and_then(|it| it.last().copied());
        ident.ctxt = found.unwrap_or(SyntaxContext::from_u32(UNRESOLVED));
    }

    fn visit_mut_import_specifier(&mut self, specifier: &mut ImportSpecifier) {
        // The exporting module owns the other name: only the local one is a variable here.
        match specifier {
            ImportSpecifier::Named(it) => it.local.visit_mut_with(self),
            ImportSpecifier::Default(it) => it.local.visit_mut_with(self),
            ImportSpecifier::Namespace(it) => it.local.visit_mut_with(self),
        }
    }

    fn visit_mut_named_export(&mut self, export: &mut NamedExport) {
        if export.src.is_some() {
            return;
        }
        for specifier in &mut export.specifiers {
            if let ExportSpecifier::Named(ExportNamedSpecifier {
                orig: ModuleExportName::Ident(ident),
                ..
            }) = specifier
            {
                ident.visit_mut_with(self);
            }
        }
    }

    fn visit_mut_export_default_decl(&mut self, export: &mut ExportDefaultDecl) {
        // Its name is a variable of the module, unlike that of an expression.
        match &mut export.decl {
            DefaultDecl::Fn(it) => {
                it.ident.visit_mut_with(self);
                it.function.visit_mut_with(self);
            }
            DefaultDecl::Class(it) => {
                it.ident.visit_mut_with(self);
                it.class.visit_mut_with(self);
            }
            DefaultDecl::TsInterfaceDecl(_) => {}
        }
    }

    fn visit_mut_fn_expr(&mut self, expression: &mut FnExpr) {
        let own: Vec<Atom> = expression.ident.iter().map(|it| it.sym.clone()).collect();
        self.scope(own, |this| expression.visit_mut_children_with(this));
    }

    fn visit_mut_class_expr(&mut self, expression: &mut ClassExpr) {
        let own: Vec<Atom> = expression.ident.iter().map(|it| it.sym.clone()).collect();
        self.scope(own, |this| expression.visit_mut_children_with(this));
    }

    fn visit_mut_function(&mut self, function: &mut Function) {
        function.decorators.visit_mut_with(self);
        let parameters = of_patterns(function.params.iter().map(|it| &it.pat));
        self.scope(parameters.clone(), |this| {
            function.params.visit_mut_with(this);
            if let Some(body) = &mut function.body {
                this.body(&parameters, body);
            }
        });
    }

    fn visit_mut_arrow_expr(&mut self, arrow: &mut ArrowExpr) {
        let parameters = of_patterns(&arrow.params);
        self.scope(parameters.clone(), |this| {
            arrow.params.visit_mut_with(this);
            match &mut *arrow.body {
                BlockStmtOrExpr::BlockStmt(body) => this.body(&parameters, body),
                BlockStmtOrExpr::Expr(body) => body.visit_mut_with(this),
            }
        });
    }

    fn visit_mut_constructor(&mut self, constructor: &mut Constructor) {
        constructor.key.visit_mut_with(self);
        let patterns = constructor.params.iter().filter_map(|it| match it {
            ParamOrTsParamProp::Param(it) => Some(&it.pat),
            ParamOrTsParamProp::TsParamProp(_) => None,
        });
        let parameters = of_patterns(patterns);
        self.scope(parameters.clone(), |this| {
            constructor.params.visit_mut_with(this);
            if let Some(body) = &mut constructor.body {
                this.body(&parameters, body);
            }
        });
    }

    fn visit_mut_getter_prop(&mut self, getter: &mut GetterProp) {
        getter.key.visit_mut_with(self);
        if let Some(body) = &mut getter.body {
            self.body(&[], body);
        }
    }

    fn visit_mut_setter_prop(&mut self, setter: &mut SetterProp) {
        setter.key.visit_mut_with(self);
        let parameters = of_patterns([&*setter.param]);
        self.scope(parameters.clone(), |this| {
            setter.param.visit_mut_with(this);
            if let Some(body) = &mut setter.body {
                this.body(&parameters, body);
            }
        });
    }

    fn visit_mut_static_block(&mut self, block: &mut StaticBlock) {
        self.body(&[], &mut block.body);
    }

    fn visit_mut_block_stmt(&mut self, block: &mut BlockStmt) {
        let declared = lexical(&block.stmts);
        self.scope(declared, |this| this.statements(&mut block.stmts));
    }

    fn visit_mut_switch_stmt(&mut self, switch: &mut SwitchStmt) {
        switch.discriminant.visit_mut_with(self);
        let declared = lexical(switch.cases.iter().flat_map(|it| &it.cons));
        self.scope(declared, |this| switch.cases.visit_mut_with(this));
    }

    fn visit_mut_catch_clause(&mut self, clause: &mut CatchClause) {
        let caught = of_patterns(&clause.param);
        self.scope(caught, |this| {
            clause.param.visit_mut_with(this);
            clause.body.visit_mut_with(this);
        });
    }

    fn visit_mut_for_stmt(&mut self, statement: &mut ForStmt) {
        let declared = match &statement.init {
            Some(VarDeclOrExpr::VarDecl(it)) if it.kind != VarDeclKind::Var => {
                of_declarators(&it.decls)
            }
            _ => Vec::new(),
        };
        self.scope(declared, |this| statement.visit_mut_children_with(this));
    }

    fn visit_mut_for_in_stmt(&mut self, statement: &mut ForInStmt) {
        self.for_each(
            &mut statement.left,
            &mut statement.right,
            &mut statement.body,
        );
    }

    fn visit_mut_for_of_stmt(&mut self, statement: &mut ForOfStmt) {
        self.for_each(
            &mut statement.left,
            &mut statement.right,
            &mut statement.body,
        );
    }

    // Labels have names of their own kind, which no scope declares.
    fn visit_mut_labeled_stmt(&mut self, statement: &mut LabeledStmt) {
        statement.body.visit_mut_with(self);
    }

    fn visit_mut_break_stmt(&mut self, _: &mut BreakStmt) {}
    fn visit_mut_continue_stmt(&mut self, _: &mut ContinueStmt) {}
}

#[cfg(test)]
mod tests;
