//! `with`: what it enters is left in any case, and may swallow an exception.

use lumi_pack::il::{At, Catch, Statement, StatementKind};
use ruff_python_ast::{Stmt, StmtWith, WithItem};

use super::lowering::Lowering;
use super::nodes::*;
use super::refusal::Refusal;
use super::statements::if_else;

/// The largest number of managers of one statement: each is a block around the next one.
const MAX_ITEMS: usize = 20;

impl Lowering<'_> {
    pub fn with_statement(&mut self, it: &StmtWith, found: &mut Vec<Statement>) {
        if it.is_async {
            self.absent(it, Refusal::Statement, "`async with`", "write `with`");
            return;
        }
        if it.items.len() > MAX_ITEMS {
            self.absent(it, Refusal::Statement, "`with` of so many", "write several");
            return;
        }
        let at = self.at(it);
        self.kept(|this| this.with_items(&it.items, &it.body, found, at));
    }

    fn with_items(
        &mut self,
        items: &[WithItem],
        body: &[Stmt],
        found: &mut Vec<Statement>,
        at: At,
    ) {
        let Some((first, rest)) = items.split_first() else {
            return self.statements(body, found);
        };
        let manager = self.own("manager");
        let entered = self.own("entered");
        let value = self.expression(&first.context_expr);
        found.push(constant(manager, value, at));
        let value = self.py("enter", vec![local(manager, at)], at);
        found.push(constant(entered, value, at));
        let mut inner = Vec::new();
        if let Some(target) = &first.optional_vars {
            self.assign_to(target, local(entered, at), &mut inner);
        }
        self.with_items(rest, body, &mut inner, at);
        found.extend(self.left(manager, inner, at));
    }

    /// The code of a `with`: `completed` is false once an exception has been handed to the manager.
    fn left(&mut self, manager: u32, body: Vec<Statement>, at: At) -> Vec<Statement> {
        let completed = self.hoisted("completed");
        let thrown = self.own("thrown");
        let arguments = vec![local(manager, at), local(thrown, at)];
        let is_swallowed = self.py("leaveWith", arguments, at);
        let again = statement(StatementKind::Throw(local(thrown, at)), at);
        let handler = vec![
            evaluate(set(completed, boolean(false, at), at)),
            if_else(unary("!", is_swallowed, at), vec![again], None, at),
        ];
        let leave = self.py("leave", vec![local(manager, at)], at);
        let kind = StatementKind::Try {
            body,
            catch: Some(Catch {
                pattern: Some(bind(thrown, at)),
                body: handler,
            }),
            finally: Some(vec![if_else(
                local(completed, at),
                vec![evaluate(leave)],
                None,
                at,
            )]),
        };
        vec![
            evaluate(set(completed, boolean(true, at), at)),
            statement(kind, at),
        ]
    }
}
