//! `if` and `switch`.

use std::rc::Rc;

use lumi_pack::il::{At, Case as IlCase, Expr as Il, Statement, StatementKind};

use crate::constant::Constant;
use crate::expressions::{Mode, Operand};
use crate::lowering::{Lowered, Lowering};
use crate::nodes::{binary, boolean, changeable, constant, get, local, null, statement, when};
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::{self, Case, Expr, ExprKind, Ident, If, Switch, TypeSwitch};
use crate::types::{Basic, TypeId};

impl Lowering<'_> {
    /// The code of a condition.
    pub fn condition(&mut self, syntax: &Expr) -> Lowered<Il> {
        let operand = self.value(syntax, None)?;
        if !self.types.basic_of(operand.of).is_some_and(Basic::is_bool) {
            let message = format!(
                "non-boolean condition: a value of type {}",
                self.types.shown(operand.of)
            );
            return self.refuse(syntax.at, Refusal::Mismatch, &message, "");
        }
        Ok(self.code_of(operand))
    }

    /// Code in a scope of its own, which is a block if there is more than one statement.
    fn in_block(
        &mut self,
        at: At,
        found: &mut Vec<Statement>,
        work: impl FnOnce(&mut Self, &mut Vec<Statement>) -> Lowered<()>,
    ) -> Lowered<()> {
        let mut code = Vec::new();
        self.scoped(|it| work(it, &mut code))?;
        match code.len() {
            1 => found.append(&mut code),
            _ => found.push(statement(StatementKind::Block(code), at)),
        }
        Ok(())
    }

    pub fn if_statement(
        &mut self,
        syntax: &If,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let at = self.at(pos);
        self.in_block(at, found, |it, code| {
            if let Some(before) = &syntax.before {
                it.statement(before, None, code)?;
            }
            let test = it.condition(&syntax.test)?;
            let then = it.block(&syntax.then)?;
            let otherwise = match &syntax.otherwise {
                Some(tree::Statement {
                    kind: tree::StatementKind::Block(block),
                    ..
                }) => Some(it.block(block)?),
                Some(other) => {
                    let mut code = Vec::new();
                    it.statement(other, None, &mut code)?;
                    Some(code)
                }
                None => None,
            };
            code.push(when(test, then, otherwise, at));
            Ok(())
        })
    }

    pub fn switch(
        &mut self,
        syntax: &Rc<Switch>,
        label: Option<&Ident>,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let at = self.at(pos);
        self.in_block(at, found, |it, code| {
            if let Some(before) = &syntax.before {
                it.statement(before, None, code)?;
            }
            let subject = match &syntax.value {
                Some(value) => {
                    let operand = it.value(value, None)?;
                    let operand = it.defaulted(operand)?;
                    let slot = it.slot("subject");
                    let (of, operand_at) = (operand.of, operand.at);
                    let value = it.copied(operand);
                    code.push(constant(slot, value, at));
                    Some(Operand::new(Mode::Value, of, local(slot, at), operand_at))
                }
                None => None,
            };
            let target = it.target(label, false, false, |it| {
                it.cases(syntax, subject.as_ref(), at)
            })?;
            code.push(target);
            Ok(())
        })
    }

    fn cases(&mut self, syntax: &Switch, subject: Option<&Operand>, at: At) -> Lowered<Statement> {
        let mut cases = Vec::new();
        let mut known: Vec<Constant> = Vec::new();
        for (position, case) in syntax.cases.iter().enumerate() {
            let mut test = None;
            for value in case.values.iter().flatten() {
                let own = self.case_test(value, subject, &mut known)?;
                test = Some(match test {
                    Some(before) => binary("||", before, own, at),
                    None => own,
                });
            }
            let is_last = position + 1 == syntax.cases.len();
            let body = self.case_body(case, is_last)?;
            cases.push(IlCase { test, body });
        }
        self.has_one_default(&syntax.cases)?;
        let kind = StatementKind::Switch {
            value: boolean(true, at),
            cases,
        };
        Ok(statement(kind, at))
    }

    fn has_one_default(&mut self, cases: &[Case]) -> Lowered<()> {
        let mut defaults = cases.iter().filter(|it| it.values.is_none());
        match (defaults.next(), defaults.next()) {
            (Some(_), Some(second)) => self.refuse(
                second.at,
                Refusal::Statement,
                "multiple defaults in switch",
                "",
            ),
            _ => Ok(()),
        }
    }

    fn case_test(
        &mut self,
        value: &Expr,
        subject: Option<&Operand>,
        known: &mut Vec<Constant>,
    ) -> Lowered<Il> {
        let Some(subject) = subject else {
            return self.condition(value);
        };
        let operand = self.value(value, Some(subject.of))?;
        if let Some(constant) = operand.constant()
            && !self.types.is_interface(subject.of)
        {
            if known.contains(constant) {
                return self.refuse(
                    value.at,
                    Refusal::Constant,
                    "duplicate case in expression switch",
                    "",
                );
            }
            known.push(constant.clone());
        }
        let result = self.operated("==", subject.clone(), operand, value.at)?;
        Ok(self.code_of(result))
    }

    fn case_body(&mut self, case: &Case, is_last: bool) -> Lowered<Vec<Statement>> {
        let at = self.at(case.at);
        let falls = matches!(case.body.statements.last(), Some(it) if matches!(it.kind, tree::StatementKind::Fallthrough));
        let count = case.body.statements.len() - usize::from(falls && !is_last);
        let code = self.scoped(|it| it.statements(&case.body.statements[..count]))?;
        let mut body = vec![statement(StatementKind::Block(code), at)];
        if !falls {
            body.push(statement(StatementKind::Break(None), at));
        }
        Ok(body)
    }

    pub fn type_switch(
        &mut self,
        syntax: &Rc<TypeSwitch>,
        label: Option<&Ident>,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let at = self.at(pos);
        self.in_block(at, found, |it, code| {
            if let Some(before) = &syntax.before {
                it.statement(before, None, code)?;
            }
            let operand = it.value(&syntax.value, None)?;
            if !it.types.is_interface(operand.of) {
                let message = format!("{} is not an interface", it.types.shown(operand.of));
                return it.refuse(syntax.value.at, Refusal::Mismatch, &message, "");
            }
            let slot = it.slot("subject");
            code.push(constant(slot, operand.code, at));
            let subject = Operand::new(Mode::Value, operand.of, local(slot, at), syntax.value.at);
            let target = it.target(label, false, false, |it| {
                it.type_cases(syntax, &subject, at)
            })?;
            code.push(target);
            Ok(())
        })
    }

    fn type_cases(&mut self, syntax: &TypeSwitch, subject: &Operand, at: At) -> Lowered<Statement> {
        let mut cases = Vec::new();
        let mut is_used = syntax.cases.is_empty();
        for case in &syntax.cases {
            let (mut test, mut only) = (None, None);
            for value in case.values.iter().flatten() {
                let (own, of) = self.type_test(value, subject)?;
                only = Some(of);
                test = Some(match test {
                    Some(before) => binary("||", before, own, at),
                    None => own,
                });
            }
            let is_single = case.values.as_ref().is_some_and(|it| it.len() == 1);
            let of = only.flatten().filter(|_| is_single);
            let case_at = self.at(case.at);
            let body = self.scoped(|it| {
                let mut code = Vec::new();
                let variable = syntax
                    .name
                    .as_ref()
                    .map(|name| it.case_variable(name, subject, of, &mut code));
                code.extend(it.statements(&case.body.statements)?);
                if let Some(index) = variable {
                    is_used |= std::mem::replace(&mut it.variables[index].is_used, true);
                }
                Ok(code)
            })?;
            let block = statement(StatementKind::Block(body), case_at);
            cases.push(IlCase {
                test,
                body: vec![block, statement(StatementKind::Break(None), case_at)],
            });
        }
        self.has_one_default(&syntax.cases)?;
        if let (Some(name), false) = (&syntax.name, is_used) {
            let message = format!("declared and not used: {}", name.name);
            return self.refuse(name.at, Refusal::Name, &message, "");
        }
        let kind = StatementKind::Switch {
            value: boolean(true, at),
            cases,
        };
        Ok(statement(kind, at))
    }

    /// Whether the subject has a type; `nil` is none.
    fn type_test(&mut self, value: &Expr, subject: &Operand) -> Lowered<(Il, Option<TypeId>)> {
        let at = self.at(value.at);
        if matches!(&value.kind, ExprKind::Name(name) if &**name == "nil") {
            return Ok((binary("===", subject.code.clone(), null(at), at), None));
        }
        let of = self.type_of(value)?;
        self.can_be(subject.of, of, value.at)?;
        let description = self.description(of, at);
        Ok((
            self.go("is", vec![subject.code.clone(), description], at),
            Some(of),
        ))
    }

    /// The variable of a case, which has the type of the case if that is one.
    fn case_variable(
        &mut self,
        name: &Ident,
        subject: &Operand,
        of: Option<TypeId>,
        code: &mut Vec<Statement>,
    ) -> usize {
        let at = self.at(name.at);
        let value = match of.filter(|it| !self.types.is_interface(*it)) {
            Some(of) => {
                let inner = get(subject.code.clone(), "value", at);
                self.copied(Operand::new(Mode::Value, of, inner, name.at))
            }
            None => subject.code.clone(),
        };
        let index = self.local_variable(&name.name, of.unwrap_or(subject.of), name.at);
        code.push(changeable(self.variables[index].slot, value, at));
        index
    }
}
