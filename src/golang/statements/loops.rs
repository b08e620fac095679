//! Loops with conditions.

use lumi_pack::il::{At, Expr as Il, Head, Statement, StatementKind};

use crate::lowering::{Lowered, Lowering};
use crate::nodes::{arrow_block, call, statement};
use crate::syntax::Pos;
use crate::syntax::tree::{For, Ident};

impl Lowering<'_> {
    pub fn for_loop(
        &mut self,
        syntax: &For,
        label: Option<&Ident>,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let at = self.at(pos);
        let mut before = Vec::new();
        let code = self.scoped(|it| {
            if let Some(first) = &syntax.before {
                it.statement(first, None, &mut before)?;
            }
            let test = syntax
                .test
                .as_ref()
                .map(|test| it.condition(test))
                .transpose()?;
            let update = match &syntax.after {
                Some(after) => {
                    let mut code = Vec::new();
                    it.statement(after, None, &mut code)?;
                    one_expression(code, at)
                }
                None => None,
            };
            // Each turn has variables of its own if the head declares them.
            let declares = |it: &Statement| matches!(it.kind, StatementKind::Variable { .. });
            let head = match !before.is_empty() && before.iter().all(declares) {
                true => Some(Head::Variables(std::mem::take(&mut before))),
                false => None,
            };
            it.target(label, true, false, |it| {
                let body = it.block(&syntax.body)?;
                let kind = StatementKind::For {
                    head,
                    test,
                    update,
                    body,
                };
                Ok(statement(kind, at))
            })
        })?;
        match before.is_empty() {
            true => found.push(code),
            false => {
                before.push(code);
                found.push(statement(StatementKind::Block(before), at));
            }
        }
        Ok(())
    }
}

/// Statements as one expression.
fn one_expression(mut code: Vec<Statement>, at: At) -> Option<Il> {
    match (code.len(), code.pop()) {
        (_, None) => None,
        (
            1,
            Some(Statement {
                kind: StatementKind::Evaluate(it),
                ..
            }),
        ) => Some(it),
        (_, Some(last)) => {
            code.push(last);
            let function = arrow_block(&[], code, at);
            Some(call(function, Vec::new(), at))
        }
    }
}
