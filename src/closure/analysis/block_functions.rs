//! Functions in blocks of sloppy code, which are variables of the function around the block, too.
//!
//! ```text
//! if (fast) {                     if (fast) {
//!   f();                            var f = function () {};
//!   function f() {}        →        f();
//! }                               }
//! return f;                       return f;
//! ```
//!
//! The right side means what the left side means in sloppy code, and means it in the emitted module, too, which
//! is strict. JavaScript has a second variable in the block: both differ only where the variable is assigned, or
//! where two blocks of one function declare functions of one name and both are entered.

use std::collections::HashMap;
use std::mem;

use deno_ast::swc::ast::*;
use deno_ast::swc::atoms::Atom;
use deno_ast::swc::ecma_visit::{VisitMut, VisitMutWith};

use super::scopes::{of_declarators, of_patterns};

/// Makes variables of the functions in blocks, where the text of a CommonJS file is sloppy.
pub fn hoist(module: &mut Module) {
    let directives = module.body.iter().map_while(ModuleItem::as_stmt);
    let mut hoisting = Hoisting {
        is_strict: says_strict(directives),
        ..Hoisting::default()
    };
    let statements = module.body.iter().filter_map(ModuleItem::as_stmt);
    hoisting.forbid(variables(statements));
    module.body.visit_mut_with(&mut hoisting);
}

#[derive(Default)]
struct Hoisting {
    is_strict: bool,
    /// How many parameters and blocks around this point, up to the function, have a variable of the name, so
    /// that `var` with that name would be an error or another variable.
    forbidden: HashMap<Atom, usize>,
}

impl Hoisting {
    fn forbid(&mut self, names: impl IntoIterator<Item = Atom>) {
        for name in names {
            *self.forbidden.entry(name).or_default() += 1;
        }
    }

    fn within(&mut self, names: Vec<Atom>, walk: impl FnOnce(&mut Self)) {
        self.forbid(names.iter().cloned());
        walk(self);
        for name in names {
            if let Some(count) = self.forbidden.get_mut(&name) {
                *count -= 1;
            }
        }
    }

    /// A function: its body sees nothing of the blocks around.
    fn function(&mut self, names: Vec<Atom>, is_strict: bool, walk: impl FnOnce(&mut Self)) {
        let outer = mem::take(&mut self.forbidden);
        let outer_strict = self.is_strict;
        self.is_strict |= is_strict;
        self.forbid(names);
        walk(self);
        self.forbidden = outer;
        self.is_strict = outer_strict;
    }

    /// The statements of a block, after which those functions that became variables stand first.
    fn block(&mut self, statements: &mut Vec<Stmt>) {
        if self.is_strict {
            return statements.visit_mut_with(self);
        }
        let (moved, kept): (Vec<Stmt>, Vec<Stmt>) = mem::take(statements)
            .into_iter()
            .partition(|it| self.can_move(it));
        statements.extend(moved.into_iter().map(variable));
        statements.extend(kept);
        let mut names = variables(statements.iter());
        names.extend(functions(statements));
        self.within(names, |this| statements.visit_mut_with(this));
    }

    fn can_move(&self, statement: &Stmt) -> bool {
        let Stmt::Decl(Decl::Fn(declaration)) = statement else {
            return false;
        };
        let count = self.forbidden.get(&declaration.ident.sym);
        let is_plain = !declaration.function.is_async && !declaration.function.is_generator;
        is_plain && count.copied().unwrap_or_default() == 0
    }
}

/// `var f = function () {}` of a declaration.
fn variable(statement: Stmt) -> Stmt {
    let Stmt::Decl(Decl::Fn(declaration)) = statement else {
        return statement;
    };
    // By this place the function is found again.
    let span = declaration.function.span;
    let function = FnExpr {
        ident: None,
        function: declaration.function,
    };
    let declarator = VarDeclarator {
        span,
        name: Pat::Ident(declaration.ident.into()),
        init: Some(Box::new(Expr::Fn(function))),
        definite: false,
    };
    let declaration = VarDecl {
        span,
        kind: VarDeclKind::Var,
        decls: vec![declarator],
        ..VarDecl::default()
    };
    Stmt::Decl(Decl::Var(Box::new(declaration)))
}

/// The names that statements declare with `let`, `const`, `using` and `class`.
fn variables<'a>(statements: impl IntoIterator<Item = &'a Stmt>) -> Vec<Atom> {
    let declarations = statements.into_iter().filter_map(Stmt::as_decl);
    let names = declarations.flat_map(|it| match it {
        Decl::Class(it) => vec![it.ident.sym.clone()],
        Decl::Var(it) if it.kind != VarDeclKind::Var => of_declarators(&it.decls),
        Decl::Using(it) => of_declarators(&it.decls),
        _ => Vec::new(),
    });
    names.collect()
}

/// The names of functions that are variables of their block alone.
fn functions(statements: &[Stmt]) -> impl Iterator<Item = Atom> {
    statements.iter().filter_map(|it| match it {
        Stmt::Decl(Decl::Fn(it)) => Some(it.ident.sym.clone()),
        _ => None,
    })
}

fn says_strict<'a>(statements: impl IntoIterator<Item = &'a Stmt>) -> bool {
    let mut directives = statements.into_iter().map_while(|it| match it {
        Stmt::Expr(it) => it.expr.as_lit().and_then(Lit::as_str),
        _ => None,
    });
    directives.any(|it| it.value == "use strict")
}

fn body_says_strict(body: Option<&BlockStmt>) -> bool {
    says_strict(body.iter().flat_map(|it| &it.stmts))
}

/// The names that the body of a function must not make a `var` of.
fn of_function(parameters: Vec<Atom>, body: Option<&BlockStmt>) -> Vec<Atom> {
    let mut names = parameters;
    names.extend(variables(body.iter().flat_map(|it| &it.stmts)));
    names
}

impl VisitMut for Hoisting {
    fn visit_mut_function(&mut self, function: &mut Function) {
        let body = function.body.as_ref();
        let parameters = of_patterns(function.params.iter().map(|it| &it.pat));
        let (names, is_strict) = (of_function(parameters, body), body_says_strict(body));
        self.function(names, is_strict, |this| {
            function.params.visit_mut_with(this);
            if let Some(body) = &mut function.body {
                body.stmts.visit_mut_with(this);
            }
        });
    }

    fn visit_mut_arrow_expr(&mut self, arrow: &mut ArrowExpr) {
        let body = arrow.body.as_block_stmt();
        let (names, is_strict) = (
            of_function(of_patterns(&arrow.params), body),
            body_says_strict(body),
        );
        self.function(names, is_strict, |this| {
            arrow.params.visit_mut_with(this);
            match &mut *arrow.body {
                BlockStmtOrExpr::BlockStmt(body) => body.stmts.visit_mut_with(this),
                BlockStmtOrExpr::Expr(body) => body.visit_mut_with(this),
            }
        });
    }

    fn visit_mut_getter_prop(&mut self, getter: &mut GetterProp) {
        let body = getter.body.as_ref();
        let (names, is_strict) = (of_function(Vec::new(), body), body_says_strict(body));
        getter.key.visit_mut_with(self);
        self.function(names, is_strict, |this| {
            if let Some(body) = &mut getter.body {
                body.stmts.visit_mut_with(this);
            }
        });
    }

    fn visit_mut_setter_prop(&mut self, setter: &mut SetterProp) {
        let body = setter.body.as_ref();
        let names = of_function(of_patterns([&*setter.param]), body);
        let is_strict = body_says_strict(body);
        setter.key.visit_mut_with(self);
        self.function(names, is_strict, |this| {
            setter.param.visit_mut_with(this);
            if let Some(body) = &mut setter.body {
                body.stmts.visit_mut_with(this);
            }
        });
    }

    fn visit_mut_class(&mut self, class: &mut Class) {
        let outer = mem::replace(&mut self.is_strict, true);
        class.visit_mut_children_with(self);
        self.is_strict = outer;
    }

    fn visit_mut_block_stmt(&mut self, block: &mut BlockStmt) {
        self.block(&mut block.stmts);
    }

    fn visit_mut_switch_stmt(&mut self, switch: &mut SwitchStmt) {
        switch.discriminant.visit_mut_with(self);
        let names = variables(switch.cases.iter().flat_map(|it| &it.cons));
        self.within(names, |this| {
            for case in &mut switch.cases {
                case.test.visit_mut_with(this);
                this.block(&mut case.cons);
            }
        });
    }

    fn visit_mut_catch_clause(&mut self, clause: &mut CatchClause) {
        // A plain name does not stand in the way of `var`.
        let caught = clause.param.iter().filter(|it| !it.is_ident());
        self.within(of_patterns(caught), |this| {
            clause.body.visit_mut_with(this);
        });
    }

    fn visit_mut_for_stmt(&mut self, statement: &mut ForStmt) {
        let names = match &statement.init {
            Some(VarDeclOrExpr::VarDecl(it)) => of_head(it),
            _ => Vec::new(),
        };
        self.within(names, |this| statement.visit_mut_children_with(this));
    }

    fn visit_mut_for_in_stmt(&mut self, statement: &mut ForInStmt) {
        let names = of_for_head(&statement.left);
        self.within(names, |this| statement.visit_mut_children_with(this));
    }

    fn visit_mut_for_of_stmt(&mut self, statement: &mut ForOfStmt) {
        let names = of_for_head(&statement.left);
        self.within(names, |this| statement.visit_mut_children_with(this));
    }
}

fn of_head(declaration: &VarDecl) -> Vec<Atom> {
    match declaration.kind {
        VarDeclKind::Var => Vec::new(),
        VarDeclKind::Let | VarDeclKind::Const => of_declarators(&declaration.decls),
    }
}

fn of_for_head(head: &ForHead) -> Vec<Atom> {
    match head {
        ForHead::VarDecl(it) => of_head(it),
        ForHead::UsingDecl(it) => of_declarators(&it.decls),
        ForHead::Pat(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
