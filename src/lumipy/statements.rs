//! Statements.

use std::collections::HashSet;

use lumi_pack::il::{At, Catch, Expr, LoopKind, Slot, Statement, StatementKind};
use ruff_python_ast::{
    ExceptHandler, Expr as Syntax, Stmt, StmtAssert, StmtFor, StmtIf, StmtRaise, StmtTry, StmtWhile,
};

use super::facts::is_type_checking;
use super::functions::is_docstring;
use super::lowering::{Loop, Lowering};
use super::match_statements::always_leaves;
use super::nodes::*;
use super::refusal::Refusal;

/// Lowers a branch of code, and returns whether the code after it can run.
type Branch<'w, L> = Box<dyn FnOnce(&mut L) -> bool + 'w>;

impl Lowering<'_> {
    pub fn statements(&mut self, body: &[Stmt], found: &mut Vec<Statement>) {
        self.block_depth += 1;
        body.iter().for_each(|it| self.statement(it, found));
        self.block_depth -= 1;
    }

    fn block(&mut self, body: &[Stmt]) -> Vec<Statement> {
        let mut found = Vec::new();
        self.statements(body, &mut found);
        found
    }

    fn statement(&mut self, syntax: &Stmt, found: &mut Vec<Statement>) {
        let at = self.at(syntax);
        match syntax {
            Stmt::Pass(_) | Stmt::Global(_) | Stmt::Nonlocal(_) => {}
            other if is_docstring(other) => {}
            Stmt::Expr(it) => self.evaluated(&it.value, found),
            Stmt::Assign(it) => self.assign(it, found),
            Stmt::AnnAssign(it) => {
                if let Some(value) = &it.value {
                    let value = self.expression(value);
                    self.assign_to(&it.target, value, found);
                }
            }
            Stmt::AugAssign(it) => self.augmented(it, found),
            Stmt::Delete(it) => self.delete(it, found),
            Stmt::FunctionDef(it) => {
                let value = self.function(it, found);
                let value = self.decorated(it, value);
                let target = name_expression(&it.name);
                self.assign_to(&target, value, found);
            }
            Stmt::ClassDef(it) => self.class(it, found),
            Stmt::Return(it) => {
                let value = match &it.value {
                    Some(it) => self.expression(it),
                    None => null(at),
                };
                found.push(give_back(value, at));
            }
            Stmt::If(it) => self.if_statement(it, found),
            Stmt::For(it) => self.for_statement(it, found),
            Stmt::While(it) => self.while_statement(it, found),
            Stmt::Break(_) => {
                if let Some(Some(slot)) = self.loops.last().map(|it| it.completed) {
                    found.push(evaluate(set(slot, boolean(false, at), at)));
                }
                found.push(statement(StatementKind::Break(None), at));
            }
            Stmt::Continue(_) => found.push(statement(StatementKind::Continue(None), at)),
            Stmt::Raise(it) => self.raise(it, found),
            Stmt::Try(it) => self.try_statement(it, found),
            Stmt::Assert(it) => self.assert(it, found),
            Stmt::Import(it) => self.import_statement(it),
            Stmt::ImportFrom(it) => self.import_from(it),
            Stmt::With(it) => self.with_statement(it, found),
            Stmt::Match(it) => self.match_statement(it, found),
            other => self.other_statement(other),
        }
    }

    fn assert(&mut self, it: &StmtAssert, found: &mut Vec<Statement>) {
        let at = self.at(it);
        let test = self.condition(&it.test);
        let message = match &it.msg {
            Some(it) => self.expression(it),
            None => null(at),
        };
        let error = self.py("assertionError", vec![message], at);
        let then = vec![statement(StatementKind::Throw(error), at)];
        found.push(if_else(unary("!", test, at), then, None, at));
    }

    fn other_statement(&mut self, syntax: &Stmt) {
        let (what, help) = match syntax {
            Stmt::TypeAlias(_) => ("`type`", "leave it out"),
            _ => ("statement like this", ""),
        };
        self.absent(syntax, Refusal::Statement, what, help);
    }

    fn evaluated(&mut self, value: &Syntax, found: &mut Vec<Statement>) {
        if let Syntax::Call(it) = value
            && self.export(it, found)
        {
            return;
        }
        if matches!(value, Syntax::EllipsisLiteral(_)) {
            return;
        }
        let value = self.expression(value);
        if !value.kind.is_literal() {
            found.push(evaluate(value));
        }
    }

    /// Lowers branches of code, of which one runs. A variable is definite after them if it is at the end of each branch
    /// that has one.
    fn branches(&mut self, works: Vec<Branch<'_, Self>>) {
        let before = self.scope().definite.clone();
        let mut after: Option<HashSet<Slot>> = None;
        for work in works {
            self.scope().definite.clone_from(&before);
            let goes_on = work(self);
            if goes_on {
                let own = std::mem::take(&mut self.scope().definite);
                after = Some(match after {
                    Some(it) => it.intersection(&own).copied().collect(),
                    None => own,
                });
            }
        }
        self.scope().definite = after.unwrap_or(before);
    }

    fn if_statement(&mut self, it: &StmtIf, found: &mut Vec<Statement>) {
        if is_type_checking(&it.test) {
            let otherwise = it.elif_else_clauses.first();
            let otherwise = otherwise.filter(|it| it.test.is_none());
            return otherwise
                .into_iter()
                .for_each(|it| self.statements(&it.body, found));
        }
        let clauses: Vec<(Option<&Syntax>, &[Stmt], At)> =
            std::iter::once((Some(&*it.test), &*it.body, self.at(it)))
                .chain(
                    it.elif_else_clauses
                        .iter()
                        .map(|it| (it.test.as_ref(), &*it.body, self.at(it))),
                )
                .collect();
        let result = self.clauses(&clauses);
        found.extend(result.into_iter().flatten());
    }

    fn clauses(&mut self, clauses: &[(Option<&Syntax>, &[Stmt], At)]) -> Option<Vec<Statement>> {
        let (&(test, body, at), rest) = clauses.split_first()?;
        let Some(test) = test else {
            return Some(self.block(body));
        };
        let test = self.condition(test);
        let mut then = Vec::new();
        let mut otherwise = None;
        self.branches(vec![
            Box::new(|this| {
                then = this.block(body);
                !body.last().is_some_and(leaves)
            }),
            Box::new(|this| {
                otherwise = this.clauses(rest);
                let last = rest.last().and_then(|it| it.1.last());
                !(rest.len() == 1 && rest[0].0.is_none() && last.is_some_and(leaves))
            }),
        ]);
        Some(vec![if_else(test, then, otherwise, at)])
    }

    /// A loop whose `else` runs unless it is left by `break`.
    fn looped(
        &mut self,
        body: &[Stmt],
        otherwise: &[Stmt],
        found: &mut Vec<Statement>,
        at: At,
        make: impl FnOnce(&mut Self, &[Stmt]) -> Statement,
    ) {
        let completed = match otherwise.is_empty() {
            true => None,
            false => Some(self.hoisted("completed")),
        };
        if let Some(slot) = completed {
            found.push(evaluate(set(slot, boolean(true, at), at)));
        }
        let before = self.scope().definite.clone();
        self.loops.push(Loop { completed });
        let made = make(self, body);
        self.loops.pop();
        self.scope().definite = before;
        found.push(made);
        if let Some(slot) = completed {
            let before = self.scope().definite.clone();
            let then = self.block(otherwise);
            self.scope().definite = before;
            found.push(if_else(local(slot, at), then, None, at));
        }
    }

    fn for_statement(&mut self, it: &StmtFor, found: &mut Vec<Statement>) {
        let at = self.at(it);
        if it.is_async {
            self.absent(
                it,
                Refusal::Statement,
                "`async`",
                "use `.apply` of an output",
            );
        }
        let of = self.expression(&it.iter);
        let of = self.py("iterate", vec![of], at);
        self.looped(&it.body, &it.orelse, found, at, |this, syntax| {
            let mut body = Vec::new();
            let (variable, pattern) = this.loop_target(&it.target, &mut body);
            this.statements(syntax, &mut body);
            let kind = StatementKind::ForEach {
                kind: LoopKind::Of,
                variable,
                pattern,
                of,
                body,
            };
            statement(kind, at)
        });
    }

    fn while_statement(&mut self, it: &StmtWhile, found: &mut Vec<Statement>) {
        let at = self.at(it);
        let test = self.condition(&it.test);
        self.looped(&it.body, &it.orelse, found, at, |this, syntax| {
            let body = this.block(syntax);
            statement(StatementKind::While { test, body }, at)
        });
    }

    fn raise(&mut self, it: &StmtRaise, found: &mut Vec<Statement>) {
        let at = self.at(it);
        let error = match (&it.exc, self.caught.last()) {
            (Some(it), _) => {
                let value = self.expression(it);
                self.py("raised", vec![value], at)
            }
            (None, Some(slot)) => local(*slot, at),
            (None, None) => {
                let help = "name the exception";
                self.absent(
                    it,
                    Refusal::Statement,
                    "`raise` without an exception here",
                    help,
                )
            }
        };
        found.push(statement(StatementKind::Throw(error), at));
    }

    fn try_statement(&mut self, it: &StmtTry, found: &mut Vec<Statement>) {
        let at = self.at(it);
        if it.is_star {
            self.absent(it, Refusal::Statement, "`except*`", "write `except`");
        }
        let mut inner = Vec::new();
        match it.handlers.is_empty() {
            true => inner = self.kept(|this| this.block(&it.body)),
            false => self.handled(it, at, &mut inner),
        }
        if it.finalbody.is_empty() {
            found.extend(inner);
            return;
        }
        let finally = self.kept(|this| this.block(&it.finalbody));
        let kind = StatementKind::Try {
            body: inner,
            catch: None,
            finally: Some(finally),
        };
        found.push(statement(kind, at));
    }

    /// Lowers code that may not run to its end: variables that it assigns are not definite after it.
    pub fn kept<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope().definite.clone();
        let result = work(self);
        self.scope().definite = before;
        result
    }

    fn handled(&mut self, it: &StmtTry, at: At, found: &mut Vec<Statement>) {
        let completed = match it.orelse.is_empty() {
            true => None,
            false => Some(self.hoisted("completed")),
        };
        if let Some(slot) = completed {
            found.push(evaluate(set(slot, boolean(false, at), at)));
        }
        let mut body = Vec::new();
        let mut catch = None;
        self.branches(vec![
            Box::new(|this| {
                body = this.block(&it.body);
                !it.body.last().is_some_and(leaves)
            }),
            Box::new(|this| {
                catch = Some(this.catch(&it.handlers, at));
                !it.handlers
                    .iter()
                    .all(|ExceptHandler::ExceptHandler(it)| it.body.last().is_some_and(leaves))
            }),
        ]);
        if let Some(slot) = completed {
            body.push(evaluate(set(slot, boolean(true, at), at)));
        }
        let kind = StatementKind::Try {
            body,
            catch,
            finally: None,
        };
        found.push(statement(kind, at));
        if let Some(slot) = completed {
            let then = self.kept(|this| this.block(&it.orelse));
            found.push(if_else(local(slot, at), then, None, at));
        }
    }

    fn catch(&mut self, handlers: &[ExceptHandler], at: At) -> Catch {
        let thrown = self.own("thrown");
        let error = self.own("error");
        let value = self.py("caught", vec![local(thrown, at)], at);
        let first = constant(error, value, at);
        self.caught.push(thrown);
        let mut bodies: Vec<Vec<Statement>> = handlers.iter().map(|_| Vec::new()).collect();
        let works = handlers.iter().zip(&mut bodies);
        let works = works.map(|(ExceptHandler::ExceptHandler(handler), body)| {
            let work: Branch<'_, Self> = Box::new(move |this| {
                let at = this.at(handler);
                if let Some(name) = &handler.name {
                    this.assign_to(&name_expression(name), local(error, at), body);
                }
                this.statements(&handler.body, body);
                !handler.body.last().is_some_and(leaves)
            });
            work
        });
        self.branches(works.collect());
        let mut result = vec![statement(StatementKind::Throw(local(thrown, at)), at)];
        for (ExceptHandler::ExceptHandler(handler), body) in handlers.iter().zip(bodies).rev() {
            let at = self.at(handler);
            result = match &handler.type_ {
                None => body,
                Some(class) => {
                    let class = self.kept(|this| this.expression(class));
                    let test = self.py("matches", vec![local(error, at), class], at);
                    vec![if_else(test, body, Some(result), at)]
                }
            };
        }
        self.caught.pop();
        let body = std::iter::once(first).chain(result).collect();
        Catch {
            pattern: Some(bind(thrown, at)),
            body,
        }
    }
}

pub fn if_else(
    test: Expr,
    then: Vec<Statement>,
    otherwise: Option<Vec<Statement>>,
    at: At,
) -> Statement {
    let kind = StatementKind::If {
        test,
        then,
        otherwise,
    };
    statement(kind, at)
}

/// A name as a target.
pub fn name_expression(name: &ruff_python_ast::Identifier) -> Syntax {
    ruff_python_ast::ExprName {
        node_index: ruff_python_ast::AtomicNodeIndex::NONE,
        range: name.range,
        id: name.id.clone(),
        ctx: ruff_python_ast::ExprContext::Store,
    }
    .into()
}

/// Whether code never goes on after a statement.
pub fn leaves(statement: &Stmt) -> bool {
    match statement {
        Stmt::Return(_) | Stmt::Raise(_) | Stmt::Break(_) | Stmt::Continue(_) => true,
        Stmt::If(it) => {
            let has_else = it
                .elif_else_clauses
                .last()
                .is_some_and(|it| it.test.is_none());
            has_else
                && it.body.last().is_some_and(leaves)
                && it
                    .elif_else_clauses
                    .iter()
                    .all(|it| it.body.last().is_some_and(leaves))
        }
        Stmt::Match(it) => always_leaves(it),
        _ => false,
    }
}
