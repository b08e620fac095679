//! Statements.
//!
//! | module | |
//! |---|---|
//! | `assignments`, `declarations` | variables and their values |
//! | `branches` | `if` and `switch` |
//! | `loops`, `ranges` | loops |
//! | `jumps` | `return`, `break`, `continue` and `defer` |

mod assignments;
mod branches;
mod declarations;
mod jumps;
mod loops;
mod ranges;

use std::rc::Rc;

use lumi_pack::il::{Statement as Il, StatementKind as IlKind};

use super::expressions::Mode;
use super::lowering::{Lowered, Lowering};
use super::nodes::{evaluate, statement};
use super::refusal::Refusal;
use super::syntax::Pos;
use super::syntax::tree::{Block, Expr, ExprKind, Ident, Statement, StatementKind};

impl Lowering<'_> {
    /// The code of a block, in a scope of its own.
    pub fn block(&mut self, block: &Block) -> Lowered<Vec<Il>> {
        self.scoped(|it| it.statements(&block.statements))
    }

    pub fn statements(&mut self, statements: &[Statement]) -> Lowered<Vec<Il>> {
        let mut found = Vec::new();
        for it in statements {
            self.statement(it, None, &mut found)?;
        }
        Ok(found)
    }

    /// The code of a statement that may have a label.
    pub fn statement(
        &mut self,
        syntax: &Statement,
        label: Option<&Ident>,
        found: &mut Vec<Il>,
    ) -> Lowered<()> {
        let at = self.at(syntax.at);
        match &syntax.kind {
            StatementKind::Empty => {}
            StatementKind::Expression(it) => self.expression_statement(it, found)?,
            StatementKind::Declare(it) => {
                for it in it {
                    self.local_declaration(it, found)?;
                }
            }
            StatementKind::Define(names, values) => self.define(names, values, syntax.at, found)?,
            StatementKind::Assign(targets, values) => {
                self.assign(targets, values, syntax.at, found)?
            }
            StatementKind::Operate(sign, target, value) => {
                self.operate(sign, target, value, syntax.at, found)?
            }
            StatementKind::Step(sign, target) => self.step(sign, target, syntax.at, found)?,
            StatementKind::Block(it) => {
                let code = self.block(it)?;
                found.push(statement(IlKind::Block(code), at));
            }
            StatementKind::If(it) => self.if_statement(it, syntax.at, found)?,
            StatementKind::Switch(it) => self.switch(it, label, syntax.at, found)?,
            StatementKind::TypeSwitch(it) => self.type_switch(it, label, syntax.at, found)?,
            StatementKind::For(it) => self.for_loop(it, label, syntax.at, found)?,
            StatementKind::Range(it) => self.range(it, label, syntax.at, found)?,
            StatementKind::Return(values) => self.return_statement(values, syntax.at, found)?,
            StatementKind::Break(to) => self.break_statement(to.as_ref(), syntax.at, found)?,
            StatementKind::Continue(to) => {
                self.continue_statement(to.as_ref(), syntax.at, found)?
            }
            StatementKind::Fallthrough => {
                let message =
                    "fallthrough is the last statement of a case that is not the last one";
                return self.refuse(syntax.at, Refusal::Statement, message, "");
            }
            StatementKind::Defer(it) => self.defer(it, syntax.at, found)?,
            StatementKind::Labeled(name, inner) => self.labeled(name, inner, found)?,
            StatementKind::Absent(what) => return self.absent_statement(what, syntax.at),
        }
        Ok(())
    }

    fn absent_statement(&mut self, what: &str, at: Pos) -> Lowered<()> {
        let (what, help) = match what {
            "go" => (
                "goroutines",
                "call the function: resources wait for each other by their Outputs",
            ),
            "goto" => ("goto", "write a loop"),
            "select" => (
                "select",
                "programs of infrastructure run one step at a time",
            ),
            _ => (
                "channels",
                "programs of infrastructure run one step at a time",
            ),
        };
        self.absent(at, Refusal::Statement, what, help)
    }

    fn expression_statement(&mut self, syntax: &Expr, found: &mut Vec<Il>) -> Lowered<()> {
        let mut inner = syntax;
        while let ExprKind::Paren(it) = &inner.kind {
            inner = it;
        }
        let is_pure = match &inner.kind {
            ExprKind::Call(call) => {
                let builtin = self.builtin_named(&call.of);
                builtin.is_some_and(|it| {
                    matches!(
                        it,
                        "append" | "cap" | "len" | "make" | "max" | "min" | "new"
                    )
                })
            }
            ExprKind::Channel => false,
            _ => true,
        };
        let operand = self.value_or_nothing(inner, None)?;
        if is_pure
            || matches!(
                operand.mode,
                Mode::Constant(_) | Mode::Value | Mode::Variable
            )
        {
            return self.refuse(syntax.at, Refusal::Statement, "the value is not used", "");
        }
        found.push(evaluate(operand.code));
        Ok(())
    }

    fn labeled(&mut self, name: &Ident, inner: &Statement, found: &mut Vec<Il>) -> Lowered<()> {
        match inner.kind {
            StatementKind::For(_)
            | StatementKind::Range(_)
            | StatementKind::Switch(_)
            | StatementKind::TypeSwitch(_) => {
                let is_known = self.function.as_ref().is_some_and(|it| {
                    it.targets
                        .iter()
                        .any(|it| it.label.as_ref() == Some(&name.name))
                });
                if is_known {
                    let message = format!("label {} already defined", name.name);
                    return self.refuse(name.at, Refusal::Declaration, &message, "");
                }
                self.statement(inner, Some(name), found)
            }
            _ => {
                let help = "write it before a loop or a switch";
                self.absent(
                    name.at,
                    Refusal::Statement,
                    "labels of other statements",
                    help,
                )
            }
        }
    }

    /// Code that can be broken off: the target of `break` and `continue`.
    fn target(
        &mut self,
        label: Option<&Ident>,
        is_loop: bool,
        is_function: bool,
        work: impl FnOnce(&mut Self) -> Lowered<Il>,
    ) -> Lowered<Il> {
        let own = self.label(if is_loop { "loop" } else { "choice" });
        let depth = self.function.as_ref().map_or(0, |it| it.bodies.len());
        if let Some(function) = &mut self.function {
            function.targets.push(super::function_state::Target {
                label: label.map(|it| Rc::clone(&it.name)),
                own,
                is_loop,
                is_function,
                is_labeled: false,
                is_named: false,
                depth,
            });
        }
        let code = work(self);
        let target = self.function.as_mut().and_then(|it| it.targets.pop());
        let (code, Some(target)) = (code?, target) else {
            return Err(super::lowering::Refused);
        };
        if let (Some(label), false) = (label, target.is_named) {
            let message = format!("label {} defined and not used", label.name);
            return self.refuse(label.at, Refusal::Name, &message, "");
        }
        if !target.is_labeled {
            return Ok(code);
        }
        let at = code.at;
        // A label is that of a loop.
        let body = match is_loop {
            true => code,
            false => {
                let test = super::nodes::boolean(false, at);
                statement(
                    IlKind::DoWhile {
                        body: vec![code],
                        test,
                    },
                    at,
                )
            }
        };
        let kind = IlKind::Labeled {
            label: target.own,
            body: Box::new(body),
        };
        Ok(statement(kind, at))
    }
}
