//! `return`, `break`, `continue` and `defer`.

use lumi_pack::il::{Expr as Il, Statement, StatementKind};

use crate::expressions::{Mode, Operand};
use crate::function_state::Exit;
use crate::lowering::{Lowered, Lowering, Refused};
use crate::nodes::{
    array, assign, boolean, call, constant, evaluate, get, give_back, index, local, number,
    statement,
};
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::{Expr, ExprKind, Ident};
use crate::types::{Kind, TypeId};

impl Lowering<'_> {
    pub fn return_statement(
        &mut self,
        values: &[Expr],
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let at = self.at(pos);
        let Some(function) = &self.function else {
            return self.refuse(pos, Refusal::Statement, "return is for functions", "");
        };
        let (results, has_names) = (function.results.clone(), function.has_names);
        let has_slots = has_names || function.frame.is_some() || !function.bodies.is_empty();
        if values.is_empty() {
            if !results.is_empty() && !has_names {
                return self.refuse(pos, Refusal::Mismatch, "not enough return values", "");
            }
            return self.leave_function(pos, found);
        }
        let codes = self.returned(values, &results, pos, found)?;
        if !has_slots {
            let mut codes = codes;
            let value = match (codes.len(), codes.pop()) {
                (1, Some(only)) => only,
                (_, Some(last)) => {
                    codes.push(last);
                    array(codes, at)
                }
                (_, None) => return Err(Refused),
            };
            found.push(give_back(value, at));
            return Ok(());
        }
        let slots = self.result_slots();
        let mut stored = Vec::new();
        let is_single = codes.len() == 1;
        for (code, slot) in codes.into_iter().zip(slots) {
            let value = match is_single {
                true => code,
                false => {
                    let part = self.slot("result");
                    found.push(constant(part, code, at));
                    local(part, at)
                }
            };
            stored.push(evaluate(assign(local(slot, at), value, at)));
        }
        found.extend(stored);
        self.leave_function(pos, found)
    }

    /// The code of values that a function returns.
    fn returned(
        &mut self,
        values: &[Expr],
        results: &[TypeId],
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<Vec<Il>> {
        let at = self.at(pos);
        if let ([only], 2..) = (values, results.len()) {
            let operand = self.value_or_nothing(only, None)?;
            if let Kind::Tuple(types) = self.types.kind(operand.of).clone() {
                if types.len() != results.len() {
                    return self.refuse(
                        pos,
                        Refusal::Mismatch,
                        "the number of return values does not fit",
                        "",
                    );
                }
                let slot = self.slot("results");
                found.push(constant(slot, operand.code, at));
                let parts = types.iter().zip(results).enumerate();
                let parts: Vec<(Operand, TypeId)> = parts
                    .map(|(position, (of, wanted))| {
                        let position = u32::try_from(position).unwrap_or(u32::MAX);
                        let code = index(local(slot, at), f64::from(position), at);
                        (Operand::new(Mode::Fresh, *of, code, only.at), *wanted)
                    })
                    .collect();
                return parts
                    .into_iter()
                    .map(|(it, wanted)| self.assigned(it, wanted))
                    .collect();
            }
        }
        if values.len() != results.len() {
            let count = if values.len() < results.len() {
                "not enough"
            } else {
                "too many"
            };
            return self.refuse(
                pos,
                Refusal::Mismatch,
                &format!("{count} return values"),
                "",
            );
        }
        let mut codes = Vec::new();
        for (value, wanted) in values.iter().zip(results) {
            let operand = self.value(value, Some(*wanted))?;
            codes.push(self.assigned(operand, *wanted)?);
        }
        Ok(codes)
    }

    /// The variables of the results of the function.
    fn result_slots(&mut self) -> Vec<u32> {
        let Some(function) = &self.function else {
            return Vec::new();
        };
        let (count, known) = (function.results.len(), function.result_slots.clone());
        if known.len() == count {
            return known;
        }
        let slots: Vec<u32> = (0..count).map(|_| self.temporary("result")).collect();
        if let Some(function) = &mut self.function {
            function.result_slots.clone_from(&slots);
        }
        slots
    }

    /// Leaves the function, whose results are in variables.
    fn leave_function(&mut self, pos: Pos, found: &mut Vec<Statement>) -> Lowered<()> {
        let at = self.at(pos);
        let Some(function) = &self.function else {
            return Err(Refused);
        };
        if !function.bodies.is_empty() {
            return self.exit(Exit::Return, pos, found);
        }
        if let Some((_, label)) = &function.frame {
            found.push(statement(StatementKind::Break(Some(label.clone())), at));
            return Ok(());
        }
        let value = self.result_code(at);
        found.push(statement(StatementKind::Return(value), at));
        Ok(())
    }

    /// Leaves the body of a loop over a function, which is a function of its own.
    fn exit(&mut self, exit: Exit, pos: Pos, found: &mut Vec<Statement>) -> Lowered<()> {
        let at = self.at(pos);
        let Some(body) = self.function.as_mut().and_then(|it| it.bodies.last_mut()) else {
            return Err(Refused);
        };
        let known = body.exits.iter().position(|it| *it == exit);
        let position = known.unwrap_or_else(|| {
            body.exits.push(exit);
            body.exits.len() - 1
        });
        let number = number(
            f64::from(u32::try_from(position + 1).unwrap_or(u32::MAX)),
            at,
        );
        found.push(evaluate(assign(local(body.outcome, at), number, at)));
        found.push(give_back(boolean(false, at), at));
        Ok(())
    }

    /// Goes on where the body of a loop over a function wanted to go.
    pub fn take_exit(&mut self, exit: Exit, pos: Pos, found: &mut Vec<Statement>) -> Lowered<()> {
        match exit {
            Exit::Return => self.leave_function(pos, found),
            Exit::Break(target) => self.jump(target, false, pos, found),
            Exit::Continue(target) => self.jump(target, true, pos, found),
        }
    }

    fn jump(
        &mut self,
        target: usize,
        is_continue: bool,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let at = self.at(pos);
        let Some(function) = &mut self.function else {
            return Err(Refused);
        };
        let (depth, last) = (function.bodies.len(), function.targets.len() - 1);
        let it = &mut function.targets[target];
        if it.is_function && depth == it.depth + 1 {
            found.push(give_back(boolean(is_continue, at), at));
            return Ok(());
        }
        if it.depth < depth {
            let exit = if is_continue {
                Exit::Continue(target)
            } else {
                Exit::Break(target)
            };
            return self.exit(exit, pos, found);
        }
        let label = (target != last).then(|| it.own.clone());
        it.is_labeled |= label.is_some();
        let kind = match is_continue {
            true => StatementKind::Continue(label),
            false => StatementKind::Break(label),
        };
        found.push(statement(kind, at));
        Ok(())
    }

    pub fn break_statement(
        &mut self,
        label: Option<&Ident>,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let target = self.named_target(label, false, pos)?;
        self.jump(target, false, pos, found)
    }

    pub fn continue_statement(
        &mut self,
        label: Option<&Ident>,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let target = self.named_target(label, true, pos)?;
        self.jump(target, true, pos, found)
    }

    fn named_target(
        &mut self,
        label: Option<&Ident>,
        is_continue: bool,
        pos: Pos,
    ) -> Lowered<usize> {
        let targets = self
            .function
            .as_ref()
            .map_or(&[][..], |it| it.targets.as_slice());
        let found = targets.iter().rposition(|it| {
            let is_fitting = it.is_loop || it.is_function || !is_continue;
            is_fitting && label.is_none_or(|label| it.label.as_ref() == Some(&label.name))
        });
        match (found, label) {
            (Some(index), _) => {
                if let (Some(function), Some(_)) = (&mut self.function, label) {
                    function.targets[index].is_named = true;
                }
                Ok(index)
            }
            (None, Some(label)) => {
                let message = format!("invalid label {}", label.name);
                self.refuse(label.at, Refusal::Name, &message, "")
            }
            (None, None) => {
                let what = if is_continue {
                    "continue is not in a loop"
                } else {
                    "break is not in a loop or switch"
                };
                self.refuse(pos, Refusal::Statement, what, "")
            }
        }
    }

    pub fn defer(&mut self, syntax: &Expr, pos: Pos, found: &mut Vec<Statement>) -> Lowered<()> {
        let at = self.at(pos);
        let ExprKind::Call(call_syntax) = &syntax.kind else {
            return self.refuse(pos, Refusal::Statement, "defer is followed by a call", "");
        };
        if self.builtin_named(&call_syntax.of).is_some() {
            let help = "write `defer func() { … }()`";
            return self.absent(
                pos,
                Refusal::Statement,
                "deferred calls of functions that Go declares",
                help,
            );
        }
        let parts = self.call_parts(call_syntax, pos)?;
        let may_recover = match &call_syntax.of.kind {
            ExprKind::Function(literal) => {
                let end = literal.body.end;
                self.mentions_recover(call_syntax.of.at, end)
            }
            _ => true,
        };
        let Some((frame, _)) = self.function.as_ref().and_then(|it| it.frame.clone()) else {
            return Err(Refused);
        };
        let arguments = vec![
            boolean(may_recover, at),
            parts.callee,
            array(parts.arguments, at),
        ];
        found.push(evaluate(call(
            get(local(frame, at), "defer", at),
            arguments,
            at,
        )));
        Ok(())
    }

    fn mentions_recover(&self, from: Pos, to: Pos) -> bool {
        let Some(source) = self.sources.files.get(self.sources.index_of(from)) else {
            return true;
        };
        let offset = |it: Pos| usize::try_from(it - source.base).unwrap_or_default();
        let text = source.text.get(offset(from)..offset(to));
        text.is_none_or(|it| it.contains("recover"))
    }
}
