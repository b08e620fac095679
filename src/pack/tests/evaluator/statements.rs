//! Statements and patterns of the reference evaluator.

use std::cell::RefCell;
use std::rc::Rc;

use crate::il::{
    Expr, Head, LoopKind, ObjectPattern, Pattern, PatternKind, Statement, StatementKind,
};

use super::interpreter::{Interpreter, Target};
use super::operators::is_same;
use super::value::{Abrupt, Evaluated, Members, Value, type_error};

/// The way in which a statement ends.
pub enum End<'m> {
    Normal,
    Break(Option<&'m str>),
    Continue(Option<&'m str>),
    Return(Value),
}

impl<'m> Interpreter<'m> {
    /// The value of a block of a function.
    pub fn body(&mut self, body: &'m [Statement]) -> Evaluated<Value> {
        match self.statements(body)? {
            End::Return(value) => Ok(value),
            _ => Ok(Value::Undefined),
        }
    }

    pub fn statements(&mut self, body: &'m [Statement]) -> Evaluated<End<'m>> {
        for it in body {
            if let StatementKind::Function { slot, function } = &it.kind {
                self.functions.insert(*slot, function);
            }
        }
        for it in body {
            match self.statement(it, None)? {
                End::Normal => {}
                end => return Ok(end),
            }
        }
        Ok(End::Normal)
    }

    fn statement(
        &mut self,
        statement: &'m Statement,
        label: Option<&'m str>,
    ) -> Evaluated<End<'m>> {
        self.step()?;
        match &statement.kind {
            StatementKind::Evaluate(it) => {
                self.evaluate(it)?;
            }
            StatementKind::Variable { pattern, value, .. } => {
                let value = match value {
                    Some(it) => self.evaluate(it)?,
                    None => Value::Undefined,
                };
                self.bind(pattern, value)?;
            }
            StatementKind::Function { .. } => {}
            StatementKind::Return(None) => return Ok(End::Return(Value::Undefined)),
            StatementKind::Return(Some(it)) => return Ok(End::Return(self.evaluate(it)?)),
            StatementKind::Throw(it) => return Err(Abrupt::Throw(self.evaluate(it)?)),
            StatementKind::Break(label) => return Ok(End::Break(label.as_deref())),
            StatementKind::Continue(label) => return Ok(End::Continue(label.as_deref())),
            StatementKind::If {
                test,
                then,
                otherwise,
            } => {
                let is_true = self.evaluate(test)?.is_true();
                let branch = if is_true {
                    Some(then)
                } else {
                    otherwise.as_ref()
                };
                return branch.map_or(Ok(End::Normal), |it| self.statements(it));
            }
            StatementKind::Block(body) => return self.statements(body),
            StatementKind::Labeled { label, body } => return self.statement(body, Some(label)),
            StatementKind::Switch { value, cases } => return self.switch(value, cases),
            StatementKind::Try {
                body,
                catch,
                finally,
            } => {
                let mut end = self.statements(body);
                if let (Err(Abrupt::Throw(error)), Some(catch)) = (&end, catch) {
                    let error = error.clone();
                    let bound = catch
                        .pattern
                        .iter()
                        .try_for_each(|it| self.bind(it, error.clone()));
                    end = bound.and_then(|()| self.statements(&catch.body));
                }
                if let (Some(finally), false) = (finally, matches!(end, Err(Abrupt::Outside))) {
                    match self.statements(finally)? {
                        End::Normal => {}
                        other => return Ok(other),
                    }
                }
                return end;
            }
            other => return self.repeated(other, label),
        }
        Ok(End::Normal)
    }

    fn switch(&mut self, value: &'m Expr, cases: &'m [crate::il::Case]) -> Evaluated<End<'m>> {
        let value = self.evaluate(value)?;
        let mut first = None;
        for (index, case) in cases.iter().enumerate() {
            if let Some(test) = &case.test
                && is_same(&value, &self.evaluate(test)?)
            {
                first = Some(index);
                break;
            }
        }
        let first = first.or_else(|| cases.iter().position(|it| it.test.is_none()));
        for case in &cases[first.unwrap_or(cases.len())..] {
            match self.statements(&case.body)? {
                End::Normal => {}
                End::Break(None) => break,
                end => return Ok(end),
            }
        }
        Ok(End::Normal)
    }

    /// One round of a loop: `Some` is the end of the loop.
    fn round(&mut self, body: &'m [Statement], own: Option<&'m str>) -> Evaluated<Option<End<'m>>> {
        Ok(match self.statements(body)? {
            End::Normal | End::Continue(None) => None,
            End::Continue(label) if label == own => None,
            End::Break(None) => Some(End::Normal),
            End::Break(label) if label == own => Some(End::Normal),
            end => Some(end),
        })
    }

    fn repeated(&mut self, kind: &'m StatementKind, label: Option<&'m str>) -> Evaluated<End<'m>> {
        match kind {
            StatementKind::For {
                head,
                test,
                update,
                body,
            } => {
                match head {
                    Some(Head::Variables(list)) => {
                        self.statements(list)?;
                    }
                    Some(Head::Value(it)) => drop(self.evaluate(it)?),
                    None => {}
                }
                loop {
                    if let Some(test) = test
                        && !self.evaluate(test)?.is_true()
                    {
                        break;
                    }
                    if let Some(end) = self.round(body, label)? {
                        return Ok(end);
                    }
                    if let Some(update) = update {
                        self.evaluate(update)?;
                    }
                }
            }
            StatementKind::ForEach {
                kind,
                pattern,
                of,
                body,
                ..
            } => {
                let of = self.evaluate(of)?;
                let names = of.names();
                for at in 0.. {
                    let next = match kind {
                        LoopKind::In => match names.get(at) {
                            None => None,
                            // Names that are gone are not visited.
                            Some(it) if of.is_object() && !of.has(it) => continue,
                            Some(it) => Some(super::value::text(it)),
                        },
                        _ => of.iterated(at)?,
                    };
                    let Some(next) = next else { break };
                    self.bind(pattern, next)?;
                    if let Some(end) = self.round(body, label)? {
                        return Ok(end);
                    }
                }
            }
            StatementKind::While { test, body } => {
                while self.evaluate(test)?.is_true() {
                    if let Some(end) = self.round(body, label)? {
                        return Ok(end);
                    }
                }
            }
            StatementKind::DoWhile { body, test } => loop {
                if let Some(end) = self.round(body, label)? {
                    return Ok(end);
                }
                if !self.evaluate(test)?.is_true() {
                    break;
                }
            },
            _ => return Err(Abrupt::Outside),
        }
        Ok(End::Normal)
    }

    /// Assigns a value to a pattern.
    pub fn bind(&mut self, pattern: &'m Pattern, value: Value) -> Evaluated<()> {
        self.step()?;
        match &pattern.kind {
            PatternKind::Bind(slot) => self.slots[*slot as usize] = value,
            PatternKind::Target(it) => {
                let target = self.target(it)?;
                self.write(&target, value)?;
            }
            PatternKind::Default { .. } => {
                let target = self.early(pattern)?;
                self.settle(pattern, target, value)?;
            }
            PatternKind::Array(items) => {
                let mut at = 0;
                value.iterated(0)?;
                for item in items {
                    let Some(item) = item else {
                        at += 1;
                        continue;
                    };
                    let target = self.early(item)?;
                    let next = match &item.kind {
                        PatternKind::Rest(_) => {
                            Value::array(value.all()?.into_iter().skip(at).collect())
                        }
                        _ => value.iterated(at)?.unwrap_or(Value::Undefined),
                    };
                    at += 1;
                    self.settle(item, target, next)?;
                }
            }
            PatternKind::Object(it) => self.bind_object(it, &value)?,
            PatternKind::Rest(_) => return Err(Abrupt::Outside),
        }
        Ok(())
    }

    fn bind_object(&mut self, pattern: &'m ObjectPattern, value: &Value) -> Evaluated<()> {
        if value.is_nullish() {
            return type_error();
        }
        let mut taken = Vec::new();
        for property in &pattern.properties {
            let name = self.key(&property.key)?;
            let target = self.early(&property.value)?;
            let part = value.get(&name)?;
            taken.push(name);
            self.settle(&property.value, target, part)?;
        }
        if let Some(rest) = &pattern.rest {
            let target = self.early(rest)?;
            let mut members = Members::default();
            for name in value.names().iter().filter(|it| !taken.contains(it)) {
                members.set(name, value.get(name)?);
            }
            self.settle(rest, target, Value::Object(Rc::new(RefCell::new(members))))?;
        }
        Ok(())
    }

    /// The object and the index of a target are evaluated before its value is read.
    fn early(&mut self, pattern: &'m Pattern) -> Evaluated<Option<Target>> {
        match &pattern.kind {
            PatternKind::Target(it) => self.target(it).map(Some),
            PatternKind::Default { pattern, .. } | PatternKind::Rest(pattern) => {
                self.early(pattern)
            }
            _ => Ok(None),
        }
    }

    fn settle(
        &mut self,
        pattern: &'m Pattern,
        target: Option<Target>,
        value: Value,
    ) -> Evaluated<()> {
        match (&pattern.kind, target) {
            (
                PatternKind::Default {
                    pattern,
                    value: default,
                },
                target,
            ) => {
                let value = match value {
                    Value::Undefined => self.evaluate(default)?,
                    other => other,
                };
                self.settle(pattern, target, value)
            }
            (PatternKind::Rest(pattern), target) => self.settle(pattern, target, value),
            (_, Some(target)) => self.write(&target, value),
            (_, None) => self.bind(pattern, value),
        }
    }
}
