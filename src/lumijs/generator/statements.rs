//! Statements.

use deno_ast::swc::ast::*;
use deno_ast::swc::common::Spanned;
use lumi_closure::analysis::offset;

use super::Generator;
use super::origins::{IteratedCode, byte};
use crate::solver::{Key, Use};

impl Generator<'_> {
    pub(super) fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    pub(super) fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Block(it) => self.statements(&it.stmts),
            Stmt::Expr(it) => {
                self.expression(&it.expr);
            }
            Stmt::Decl(it) => self.declaration(it),
            Stmt::Return(it) => {
                let value = it.arg.as_ref().map(|it| self.expression(it));
                if let (Some(value), Some(around)) = (value, self.around) {
                    self.solver.copy(value, around.result);
                }
            }
            Stmt::If(it) => {
                self.expression(&it.test);
                self.statement(&it.cons);
                if let Some(other) = &it.alt {
                    self.statement(other);
                }
            }
            Stmt::Switch(it) => {
                self.expression(&it.discriminant);
                for case in &it.cases {
                    if let Some(test) = &case.test {
                        self.expression(test);
                    }
                    self.statements(&case.cons);
                }
            }
            Stmt::Throw(it) => {
                let thrown = self.expression(&it.arg);
                let site = self.site(it);
                self.solver.observe(thrown, Use::Escape(site));
            }
            Stmt::Try(it) => self.try_statement(it),
            Stmt::Labeled(it) => self.statement(&it.body),
            Stmt::With(it) => {
                self.expression(&it.obj);
                self.statement(&it.body);
            }
            Stmt::While(_) | Stmt::DoWhile(_) | Stmt::For(_) | Stmt::ForIn(_) | Stmt::ForOf(_) => {
                self.loop_statement(statement)
            }
            Stmt::Empty(_) | Stmt::Debugger(_) | Stmt::Break(_) | Stmt::Continue(_) => {}
        }
    }

    fn try_statement(&mut self, statement: &TryStmt) {
        self.statements(&statement.block.stmts);
        if let Some(handler) = &statement.handler {
            if let Some(parameter) = &handler.param {
                let caught = crate::solver::UNKNOWN;
                self.bind(parameter, caught);
            }
            self.statements(&handler.body.stmts);
        }
        if let Some(finalizer) = &statement.finalizer {
            self.statements(&finalizer.stmts);
        }
    }

    fn loop_statement(&mut self, statement: &Stmt) {
        let start = byte(offset(statement.span()));
        let outer = self.around_loop.replace(start);
        self.repeated_statement(statement);
        self.around_loop = outer;
    }

    fn repeated_statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::While(it) => {
                self.expression(&it.test);
                self.statement(&it.body);
            }
            Stmt::DoWhile(it) => {
                self.statement(&it.body);
                self.expression(&it.test);
            }
            Stmt::For(it) => {
                match &it.init {
                    Some(VarDeclOrExpr::VarDecl(it)) => self.variables(it),
                    Some(VarDeclOrExpr::Expr(it)) => {
                        self.expression(it);
                    }
                    None => {}
                }
                for part in it.test.iter().chain(&it.update) {
                    self.expression(part);
                }
                self.statement(&it.body);
            }
            Stmt::ForIn(it) => {
                // The keys of an intrinsic lead to all of its members.
                let from = self.expression(&it.right);
                let site = self.site(&*it.right);
                self.load(from, Key::Any, site);
                self.head(&it.left, crate::solver::UNKNOWN);
                self.statement(&it.body);
            }
            Stmt::ForOf(it) => {
                let from = self.expression(&it.right);
                let element = self.elements(from, IteratedCode::Expression(&it.right));
                let settled = self.contents(element);
                let element = match it.is_await {
                    true => self.union([element, settled]),
                    false => element,
                };
                self.head(&it.left, element);
                self.statement(&it.body);
            }
            _ => {}
        }
    }

    fn head(&mut self, head: &ForHead, value: crate::solver::NodeId) {
        match head {
            ForHead::VarDecl(it) => {
                for declarator in &it.decls {
                    self.bind(&declarator.name, value);
                }
            }
            ForHead::UsingDecl(it) => {
                for declarator in &it.decls {
                    self.bind(&declarator.name, value);
                }
            }
            ForHead::Pat(it) => self.assign(it, value),
        }
    }

    pub(super) fn declaration(&mut self, declaration: &Decl) {
        match declaration {
            Decl::Var(it) => self.variables(it),
            Decl::Using(it) => self.declarators(&it.decls),
            Decl::Fn(it) => {
                let function = self.function(&it.function, None);
                self.note_declared(&it.ident);
                let variable = self.variable(it.ident.to_id());
                self.solver.copy(function, variable);
            }
            Decl::Class(it) => {
                self.note_declared(&it.ident);
                let variable = self.variable(it.ident.to_id());
                let class = self.class(&it.class, Some(variable));
                self.solver.copy(class, variable);
            }
            _ => {}
        }
    }

    pub(super) fn variables(&mut self, declaration: &VarDecl) {
        self.declarators(&declaration.decls);
    }

    fn declarators(&mut self, declarators: &[VarDeclarator]) {
        for declarator in declarators {
            let Some(value) = &declarator.init else {
                self.bind(&declarator.name, crate::solver::UNKNOWN);
                continue;
            };
            let value = self.expression(value);
            self.bind(&declarator.name, value);
        }
    }
}
