//! Statements.

use deno_ast::swc::ast::{
    ClassDecl, Decl, FnDecl, ForHead, ForInStmt, ForOfStmt, ForStmt, LabeledStmt, ObjectPatProp,
    Pat, Stmt, SwitchStmt, TryStmt, TsEnumDecl, TsEnumMemberId, VarDecl, VarDeclKind,
    VarDeclOrExpr,
};
use deno_ast::swc::common::{BytePos, Spanned};

use crate::il::{
    At, Case, Catch, ClosureShape, EnumMember, Head, LoopKind, Pattern, Statement, StatementKind,
    VariableKind,
};

use super::binder::{Binder, EnumScope};

impl Binder<'_> {
    /// Declares what statements declare in their block, so that functions may use what follows them.
    pub fn hoist<'s>(&mut self, statements: impl IntoIterator<Item = &'s Stmt>) {
        for statement in statements {
            if let Stmt::Decl(it) = statement {
                self.hoist_declaration(it);
            }
        }
    }

    pub fn hoist_declaration(&mut self, declaration: &Decl) {
        match declaration {
            Decl::Class(it) if !it.declare => {
                self.declare(&it.ident.sym, None);
            }
            Decl::Fn(it) if it.function.body.is_some() => {
                self.declare(&it.ident.sym, None);
            }
            Decl::TsEnum(it) if !it.declare => {
                self.declare(&it.id.sym, None);
            }
            Decl::Var(it) if !it.declare && it.kind != VarDeclKind::Var => {
                self.hoist_variables(it);
            }
            _ => {}
        }
    }

    fn hoist_variables(&mut self, variables: &VarDecl) {
        let mut found = Vec::new();
        for declarator in &variables.decls {
            names(&declarator.name, &mut found);
        }
        for name in found {
            self.declare(&name, None);
        }
    }

    pub fn statements(&mut self, statements: &[Stmt]) -> Vec<Statement> {
        self.hoist(statements);
        let mut found = Vec::new();
        for statement in statements {
            self.statement(statement, &mut found);
        }
        found
    }

    /// A statement as a block of its own.
    fn body(&mut self, statement: &Stmt) -> Vec<Statement> {
        match statement {
            Stmt::Block(it) => self.block(it),
            other => self.scope(|this| this.statements(std::slice::from_ref(other))),
        }
    }

    pub fn statement(&mut self, syntax: &Stmt, found: &mut Vec<Statement>) {
        let at = self.at(syntax.span_lo());
        let kind = match syntax {
            Stmt::Decl(it) => return self.declaration(it, found),
            Stmt::Empty(_) => return,
            Stmt::Expr(it) => {
                let value = self.expression(&it.expr);
                // Directives: modules are strict anyway.
                if value.kind.is_literal() {
                    return;
                }
                StatementKind::Evaluate(value)
            }
            Stmt::Block(it) => StatementKind::Block(self.block(it)),
            Stmt::Return(it) => StatementKind::Return(self.opt(it.arg.as_deref())),
            Stmt::Throw(it) => StatementKind::Throw(self.expression(&it.arg)),
            Stmt::If(it) => StatementKind::If {
                test: self.expression(&it.test),
                then: self.body(&it.cons),
                otherwise: it.alt.as_ref().map(|it| self.body(it)),
            },
            Stmt::While(it) => StatementKind::While {
                test: self.expression(&it.test),
                body: self.body(&it.body),
            },
            Stmt::DoWhile(it) => StatementKind::DoWhile {
                body: self.body(&it.body),
                test: self.expression(&it.test),
            },
            Stmt::For(it) => self.for_loop(it),
            Stmt::ForOf(it) => self.for_of(it),
            Stmt::ForIn(it) => self.for_in(it),
            Stmt::Switch(it) => self.switch(it),
            Stmt::Try(it) => self.try_statement(it),
            Stmt::Labeled(it) => self.labeled(it, at),
            Stmt::Break(it) => StatementKind::Break(it.label.as_ref().map(|it| it.sym.to_string())),
            Stmt::Continue(it) => {
                StatementKind::Continue(it.label.as_ref().map(|it| it.sym.to_string()))
            }
            Stmt::Debugger(it) => {
                self.absent(it.span.lo, "`debugger`", "remove it");
                return;
            }
            Stmt::With(it) => {
                self.absent(it.span.lo, "`with`", "name the members");
                return;
            }
        };
        found.push(Statement { kind, at });
    }

    fn labeled(&mut self, syntax: &LabeledStmt, at: At) -> StatementKind {
        let is_loop = matches!(
            &*syntax.body,
            Stmt::For(_) | Stmt::ForOf(_) | Stmt::ForIn(_) | Stmt::While(_) | Stmt::DoWhile(_)
        );
        if !is_loop {
            let help = "name a loop, or return from a function";
            self.absent(
                syntax.span.lo,
                "labels of other statements than loops",
                help,
            );
        }
        let mut inner = Vec::new();
        self.statement(&syntax.body, &mut inner);
        let body = inner.pop().unwrap_or(Statement {
            kind: StatementKind::Block(Vec::new()),
            at,
        });
        StatementKind::Labeled {
            label: syntax.label.sym.to_string(),
            body: Box::new(body),
        }
    }

    pub fn declaration(&mut self, declaration: &Decl, found: &mut Vec<Statement>) {
        match declaration {
            Decl::Var(it) if it.declare => {}
            Decl::Var(it) => self.variables(it, found),
            Decl::Fn(it) => self.function_declaration(it, it.span_lo(), found),
            Decl::Class(it) if it.declare => {}
            Decl::Class(it) => self.class_declaration(it, it.span_lo(), found),
            Decl::TsEnum(it) if it.declare => {}
            Decl::TsEnum(it) => self.enumeration(it, found),
            Decl::Using(it) => {
                self.absent(it.span.lo, "`using`", "write `const`");
            }
            Decl::TsModule(it) if it.declare => {}
            Decl::TsModule(it) => {
                self.absent(it.span.lo, "namespaces", "make a module of it");
            }
            // Collected elsewhere: those of the top of a module are kept.
            Decl::TsInterface(_) | Decl::TsTypeAlias(_) => {}
        }
    }

    pub fn function_declaration(&mut self, it: &FnDecl, from: BytePos, found: &mut Vec<Statement>) {
        if it.function.body.is_none() {
            return;
        }
        let slot = self.declared(&it.ident);
        let kind = match self.is_kept(it.span_lo()) {
            true => {
                let closure = self.closure(it.span_lo(), it.span_hi(), ClosureShape::Declaration);
                StatementKind::Closure { slot, closure }
            }
            false => StatementKind::Function {
                slot,
                function: Box::new(self.function(&it.function, None)),
            },
        };
        found.push(Statement {
            kind,
            at: self.at(from),
        });
    }

    pub fn class_declaration(&mut self, it: &ClassDecl, from: BytePos, found: &mut Vec<Statement>) {
        let slot = self.declared(&it.ident);
        let is_plain = it.class.decorators.is_empty();
        let kind = match is_plain && self.is_kept(it.span_lo()) {
            true => {
                let closure = self.closure(it.span_lo(), it.span_hi(), ClosureShape::Declaration);
                StatementKind::Closure { slot, closure }
            }
            false => StatementKind::Class {
                slot,
                class: Box::new(self.class(&it.class)),
            },
        };
        found.push(Statement {
            kind,
            at: self.at(from),
        });
    }

    fn variables(&mut self, variables: &VarDecl, found: &mut Vec<Statement>) {
        let Some(kind) = variable_kind(variables.kind) else {
            return self.function_variables(variables, found);
        };
        for declarator in &variables.decls {
            let pattern = self.pattern(&declarator.name, true);
            let value = self.opt(declarator.init.as_deref());
            found.push(Statement {
                kind: StatementKind::Variable {
                    kind,
                    pattern,
                    value,
                },
                at: self.at(variables.span.lo),
            });
        }
    }

    fn enumeration(&mut self, it: &TsEnumDecl, found: &mut Vec<Statement>) {
        let slot = self.declared(&it.id);
        let names: Vec<String> = it.members.iter().map(|it| member_name(&it.id)).collect();
        let outer = self.enumeration.replace(EnumScope {
            slot,
            members: names.iter().cloned().collect(),
            depth: self.scopes.len(),
        });
        let members = it
            .members
            .iter()
            .zip(names)
            .map(|(member, name)| EnumMember {
                name,
                value: self.opt(member.init.as_deref()),
            });
        let members = members.collect();
        self.enumeration = outer;
        found.push(Statement {
            kind: StatementKind::Enum { slot, members },
            at: self.at(it.span.lo),
        });
    }

    fn for_loop(&mut self, it: &ForStmt) -> StatementKind {
        self.scope(|this| {
            let head = it.init.as_ref().and_then(|head| match head {
                VarDeclOrExpr::VarDecl(it) if it.kind == VarDeclKind::Var => {
                    this.head_of_assignments(it)
                }
                VarDeclOrExpr::VarDecl(it) => {
                    this.hoist_variables(it);
                    let mut found = Vec::new();
                    this.variables(it, &mut found);
                    Some(Head::Variables(found))
                }
                VarDeclOrExpr::Expr(it) => Some(Head::Value(this.expression(it))),
            });
            StatementKind::For {
                head,
                test: this.opt(it.test.as_deref()),
                update: this.opt(it.update.as_deref()),
                body: this.body(&it.body),
            }
        })
    }

    fn for_of(&mut self, it: &ForOfStmt) -> StatementKind {
        let of = self.expression(&it.right);
        let kind = match it.is_await {
            true => LoopKind::AwaitOf,
            false => LoopKind::Of,
        };
        self.scope(|this| {
            let (variable, pattern) = this.head(&it.left);
            let body = this.body(&it.body);
            StatementKind::ForEach {
                kind,
                variable,
                pattern,
                of,
                body,
            }
        })
    }

    fn for_in(&mut self, it: &ForInStmt) -> StatementKind {
        let of = self.expression(&it.right);
        self.scope(|this| {
            let (variable, pattern) = this.head(&it.left);
            let body = this.body(&it.body);
            StatementKind::ForEach {
                kind: LoopKind::In,
                variable,
                pattern,
                of,
                body,
            }
        })
    }

    fn head(&mut self, head: &ForHead) -> (Option<VariableKind>, Pattern) {
        match head {
            ForHead::VarDecl(it) => {
                let kind = variable_kind(it.kind);
                let missing = Pat::Invalid(deno_ast::swc::ast::Invalid { span: it.span });
                let name = it.decls.first().map_or(&missing, |it| &it.name);
                if kind.is_none() {
                    return (None, self.variable_pattern(name));
                }
                self.hoist_variables(it);
                (kind, self.pattern(name, true))
            }
            ForHead::UsingDecl(it) => {
                self.absent(it.span.lo, "`using`", "write `const`");
                let missing = Pat::Invalid(deno_ast::swc::ast::Invalid { span: it.span });
                (None, self.pattern(&missing, false))
            }
            ForHead::Pat(it) => (None, self.pattern(it, false)),
        }
    }

    fn switch(&mut self, it: &SwitchStmt) -> StatementKind {
        let value = self.expression(&it.discriminant);
        self.scope(|this| {
            this.hoist(it.cases.iter().flat_map(|it| &it.cons));
            let cases = it.cases.iter().map(|case| {
                let test = this.opt(case.test.as_deref());
                let mut body = Vec::new();
                for statement in &case.cons {
                    this.statement(statement, &mut body);
                }
                Case { test, body }
            });
            let cases = cases.collect();
            StatementKind::Switch { value, cases }
        })
    }

    fn try_statement(&mut self, it: &TryStmt) -> StatementKind {
        let body = self.block(&it.block);
        let catch = it.handler.as_ref().map(|it| {
            self.scope(|this| Catch {
                pattern: it.param.as_ref().map(|it| this.pattern(it, true)),
                body: this.block(&it.body),
            })
        });
        StatementKind::Try {
            body,
            catch,
            finally: it.finalizer.as_ref().map(|it| self.block(it)),
        }
    }
}

/// `None` for variables of the whole function.
fn variable_kind(kind: VarDeclKind) -> Option<VariableKind> {
    match kind {
        VarDeclKind::Const => Some(VariableKind::Const),
        VarDeclKind::Let => Some(VariableKind::Let),
        VarDeclKind::Var => None,
    }
}

fn member_name(id: &TsEnumMemberId) -> String {
    match id {
        TsEnumMemberId::Ident(it) => it.sym.to_string(),
        TsEnumMemberId::Str(it) => it.value.to_string_lossy().into_owned(),
    }
}

/// The names that a pattern declares, in order.
pub fn names(pattern: &Pat, found: &mut Vec<String>) {
    match pattern {
        Pat::Ident(it) => found.push(it.id.sym.to_string()),
        Pat::Array(it) => it.elems.iter().flatten().for_each(|it| names(it, found)),
        Pat::Object(it) => it.props.iter().for_each(|it| match it {
            ObjectPatProp::KeyValue(it) => names(&it.value, found),
            ObjectPatProp::Assign(it) => found.push(it.key.id.sym.to_string()),
            ObjectPatProp::Rest(it) => names(&it.arg, found),
        }),
        Pat::Assign(it) => names(&it.left, found),
        Pat::Rest(it) => names(&it.arg, found),
        Pat::Expr(_) | Pat::Invalid(_) => {}
    }
}
