//! Assignments.

use lumi_pack::il::{At, Expr, ExprKind, Pattern, PatternKind, Slot, Statement, VariableKind};
use ruff_python_ast::{Expr as Syntax, Stmt, StmtAssign, StmtAugAssign, StmtDelete};

use super::expressions::operator;
use super::lowering::{Lowering, Meaning};
use super::nodes::*;
use super::refusal::Refusal;

impl Lowering<'_> {
    /// The variable that an assignment of a name means.
    fn assigned(&mut self, name: &str, node: &Syntax) -> Option<(Slot, usize)> {
        let last = self.scopes.len() - 1;
        let is_nonlocal = self.scopes[last].nonlocals.contains(name);
        let found = match (is_nonlocal, self.scopes[last].globals.contains(name)) {
            (true, _) => {
                let outer = self.scopes[1..last].iter().enumerate().rev();
                let mut outer =
                    outer.filter(|it| it.1.kind == super::lowering::ScopeKind::Function);
                outer.find_map(|(index, it)| Some((it.names.get(name)?.clone(), index + 1)))
            }
            (_, true) => match self.scopes[0].names.get(name) {
                Some(it) => Some((it.clone(), 0)),
                None => {
                    let slot = self.own(&super::lowering::variable_name(name));
                    let top = &mut self.scopes[0];
                    top.hoisted.push(slot);
                    top.names.insert(name.to_owned(), Meaning::Variable(slot));
                    Some((Meaning::Variable(slot), 0))
                }
            },
            _ => self.meaning(name),
        };
        match found {
            Some((Meaning::Variable(slot), index)) => Some((slot, index)),
            _ => {
                let help = "give the variable another name";
                self.absent(
                    node,
                    Refusal::Name,
                    &format!("assignment to `{name}`"),
                    help,
                );
                None
            }
        }
    }

    /// `name := value`, as an expression.
    pub fn assigned_name(&mut self, name: &str, value: Expr, node: &Syntax) -> Expr {
        let at = self.at(node);
        let Some((slot, index)) = self.assigned(name, node) else {
            return value;
        };
        if index + 1 == self.scopes.len() {
            self.scope().definite.insert(slot);
        }
        set(slot, value, at)
    }

    pub fn assign(&mut self, it: &StmtAssign, found: &mut Vec<Statement>) {
        let at = self.at(it);
        if let [Syntax::Tuple(target)] = it.targets.as_slice()
            && let Syntax::Tuple(values) = &*it.value
            && target.elts.len() == values.elts.len()
            && !target
                .elts
                .iter()
                .chain(&values.elts)
                .any(Syntax::is_starred_expr)
        {
            let items = self.items(&values.elts);
            return self.assign_parts(&target.elts, array(items, at), at, found);
        }
        let value = self.expression(&it.value);
        if let [target] = it.targets.as_slice() {
            return self.assign_to(target, value, found);
        }
        let slot = self.own("value");
        found.push(constant(slot, value, at));
        for target in &it.targets {
            self.assign_to(target, local(slot, at), found);
        }
    }

    pub fn assign_to(&mut self, to: &Syntax, value: Expr, found: &mut Vec<Statement>) {
        let at = self.at(to);
        match to {
            Syntax::Name(name) => {
                if self.scope().pending.remove(name.id.as_str()) {
                    let slot = self.declared_slot(&name.id);
                    let kind = self.kind_of(&name.id);
                    found.push(variable(kind, bind(slot, at), Some(value), at));
                    self.scope().definite.insert(slot);
                    return;
                }
                let assigned = self.assigned_name(&name.id, value, to);
                if !matches!(assigned.kind, ExprKind::Null) {
                    found.push(evaluate(assigned));
                }
            }
            Syntax::Tuple(it) => self.unpack(&it.elts, value, at, found),
            Syntax::List(it) => self.unpack(&it.elts, value, at, found),
            Syntax::Attribute(it) => {
                let of = self.expression(&it.value);
                let arguments = vec![of, string(&self.private_name(&it.attr), at), value];
                found.push(evaluate(self.py("setAttribute", arguments, at)));
            }
            Syntax::Subscript(it) => {
                let of = self.expression(&it.value);
                let key = self.expression(&it.slice);
                found.push(evaluate(self.py("setItem", vec![of, key, value], at)));
            }
            other => drop(self.absent(other, Refusal::Statement, "target like this", "")),
        }
    }

    fn declared_slot(&self, name: &str) -> Slot {
        match self.scopes.last().and_then(|it| it.names.get(name)) {
            Some(Meaning::Variable(slot)) => *slot,
            _ => Slot::MAX,
        }
    }

    /// Variables that are assigned in one place are constants.
    pub fn kind_of(&self, name: &str) -> VariableKind {
        let is_once = self
            .scopes
            .last()
            .is_some_and(|it| it.places.get(name) == Some(&1));
        match is_once && !self.shared.contains(name) {
            true => VariableKind::Const,
            false => VariableKind::Let,
        }
    }

    fn unpack(&mut self, targets: &[Syntax], value: Expr, at: At, found: &mut Vec<Statement>) {
        let stars: Vec<usize> = (0..targets.len())
            .filter(|it| targets[*it].is_starred_expr())
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "the number of targets")]
        let mut arguments = vec![value, number(targets.len() as f64, at)];
        #[expect(clippy::cast_precision_loss, reason = "the number of targets")]
        arguments.extend(stars.first().map(|it| number(*it as f64, at)));
        let parts = self.py("unpack", arguments, at);
        self.assign_parts(targets, parts, at, found);
    }

    /// Assigns the elements of an array of as many elements.
    fn assign_parts(
        &mut self,
        targets: &[Syntax],
        parts: Expr,
        at: At,
        found: &mut Vec<Statement>,
    ) {
        let names: Vec<&str> = targets
            .iter()
            .filter_map(|it| Some(name_of(it)?.id.as_str()))
            .collect();
        let all_names = names.len() == targets.len();
        let pending = |this: &Self| {
            let pending = this.scopes.last().map(|it| &it.pending);
            pending.is_some_and(|it| names.iter().all(|name| it.contains(*name)))
        };
        if all_names && !names.is_empty() && pending(self) {
            let mut bound = Vec::new();
            for name in &names {
                self.scope().pending.remove(*name);
                let slot = self.declared_slot(name);
                bound.push(Some(bind(slot, at)));
                self.scope().definite.insert(slot);
            }
            let kinds: Vec<VariableKind> = names.iter().map(|it| self.kind_of(it)).collect();
            let kind = match kinds.contains(&VariableKind::Let) {
                true => VariableKind::Let,
                false => VariableKind::Const,
            };
            found.push(variable(
                kind,
                pattern(PatternKind::Array(bound), at),
                Some(parts),
                at,
            ));
            return;
        }
        let slot = self.own("parts");
        found.push(constant(slot, parts, at));
        for (index, it) in targets.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "the number of targets")]
            let kind = ExprKind::At {
                of: Box::new(local(slot, at)),
                index: Box::new(number(index as f64, at)),
                optional: false,
            };
            let target = it.as_starred_expr().map_or(it, |it| &it.value);
            self.assign_to(target, expr(kind, at), found);
        }
    }

    /// The variable of a loop; other targets are assigned at the beginning of its body.
    pub fn loop_target(
        &mut self,
        to: &Syntax,
        body: &mut Vec<Statement>,
    ) -> (Option<VariableKind>, Pattern) {
        let at = self.at(to);
        if let Syntax::Name(name) = to
            && let Some((slot, index)) = self.assigned(&name.id, to)
        {
            if index + 1 == self.scopes.len() {
                self.scope().definite.insert(slot);
            }
            return (None, target(local(slot, at)));
        }
        let slot = self.own("item");
        self.assign_to(to, local(slot, at), body);
        (Some(VariableKind::Const), bind(slot, at))
    }

    pub fn augmented(&mut self, it: &StmtAugAssign, found: &mut Vec<Statement>) {
        let at = self.at(it);
        let sign = string(operator(it.op), at);
        match &*it.target {
            Syntax::Name(name) => {
                let before = self.name(&name.id, &it.target);
                let value = self.expression(&it.value);
                let value = self.py("augmented", vec![sign, before, value], at);
                self.assign_to(&it.target, value, found);
            }
            Syntax::Attribute(target) => {
                let of = self.named_part(&target.value, found);
                let name = string(&self.private_name(&target.attr), at);
                let before = self.py("attribute", vec![of.clone(), name.clone()], at);
                let value = self.expression(&it.value);
                let value = self.py("augmented", vec![sign, before, value], at);
                found.push(evaluate(self.py("setAttribute", vec![of, name, value], at)));
            }
            Syntax::Subscript(target) => {
                let of = self.named_part(&target.value, found);
                let key = self.named_part(&target.slice, found);
                let before = self.py("item", vec![of.clone(), key.clone()], at);
                let value = self.expression(&it.value);
                let value = self.py("augmented", vec![sign, before, value], at);
                found.push(evaluate(self.py("setItem", vec![of, key, value], at)));
            }
            other => drop(self.absent(other, Refusal::Statement, "target like this", "")),
        }
    }

    /// A value that is used twice, and evaluated once.
    fn named_part(&mut self, syntax: &Syntax, found: &mut Vec<Statement>) -> Expr {
        let at = self.at(syntax);
        let value = self.expression(syntax);
        if value.kind.is_literal() || matches!(value.kind, ExprKind::Local(_)) {
            return value;
        }
        let slot = self.own("part");
        found.push(constant(slot, value, at));
        local(slot, at)
    }

    pub fn delete(&mut self, it: &StmtDelete, found: &mut Vec<Statement>) {
        for target in &it.targets {
            let at = self.at(target);
            match target {
                Syntax::Subscript(it) => {
                    let of = self.expression(&it.value);
                    let key = self.expression(&it.slice);
                    found.push(evaluate(self.py("deleteItem", vec![of, key], at)));
                }
                Syntax::Attribute(it) => {
                    let of = self.expression(&it.value);
                    let name = string(&self.private_name(&it.attr), at);
                    found.push(evaluate(self.py("deleteAttribute", vec![of, name], at)));
                }
                Syntax::Name(name) => {
                    let assigned =
                        self.assigned_name(&name.id, expr(ExprKind::Undefined, at), target);
                    if let ExprKind::Assign { target, .. } = &assigned.kind
                        && let PatternKind::Target(of) = &target.kind
                        && let ExprKind::Local(slot) = of.kind
                    {
                        self.scope().definite.remove(&slot);
                    }
                    found.push(evaluate(assigned));
                }
                other => {
                    let help = "assign None";
                    drop(self.absent(other, Refusal::Statement, "`del` of this", help))
                }
            }
        }
    }
}

fn name_of(target: &Syntax) -> Option<&ruff_python_ast::ExprName> {
    match target {
        Syntax::Starred(it) => it.value.as_name_expr(),
        other => other.as_name_expr(),
    }
}

/// Whether a statement does nothing: `pass`, or a docstring.
pub fn is_nothing(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Pass(_)) || super::functions::is_docstring(statement)
}
