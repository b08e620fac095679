//! Variables and their values.

use std::rc::Rc;

use lumi_pack::il::{Expr as Il, Pattern, PatternKind, Statement, StatementKind, VariableKind};

use crate::constant::Constant;
use crate::expressions::{Mode, Operand, Place};
use crate::lowering::{Lowered, Lowering};
use crate::nodes::{bind, changeable, constant, evaluate, local, statement};
use crate::objects::Object;
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::{Expr, ExprKind};
use crate::types::{Basic, Kind, TypeId};

impl Lowering<'_> {
    /// The values of an assignment to several variables: as many values, or one call with as many results.
    pub fn assigned_values(
        &mut self,
        values: &[Expr],
        wanted: &[Option<TypeId>],
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<Vec<Operand>> {
        if let ([only], 2..) = (values, wanted.len()) {
            return self.several_results(only, wanted.len(), found);
        }
        if values.len() != wanted.len() {
            let message = format!(
                "assignment mismatch: {} variables but {} values",
                wanted.len(),
                values.len()
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        }
        let mut operands = Vec::new();
        for (value, hint) in values.iter().zip(wanted) {
            operands.push(self.value(value, *hint)?);
        }
        Ok(operands)
    }

    fn several_results(
        &mut self,
        only: &Expr,
        count: usize,
        found: &mut Vec<Statement>,
    ) -> Lowered<Vec<Operand>> {
        let at = self.at(only.at);
        let presence = match count {
            2 => self.with_presence(only)?,
            _ => None,
        };
        let (code, types, mode): (Il, Vec<TypeId>, Mode) = match presence {
            Some((code, of)) => (code, vec![of, self.basic(Basic::UntypedBool)], Mode::Value),
            None => {
                let operand = self.value_or_nothing(only, None)?;
                match self.types.kind(operand.of).clone() {
                    Kind::Tuple(types) if types.len() == count => {
                        (operand.code, types.to_vec(), Mode::Fresh)
                    }
                    kind => {
                        let results = match (kind, &operand.mode) {
                            (Kind::Tuple(types), _) => types.len(),
                            (_, Mode::Nothing) => 0,
                            _ => 1,
                        };
                        let message =
                            format!("assignment mismatch: {count} variables but {results} values");
                        return self.refuse(only.at, Refusal::Mismatch, &message, "");
                    }
                }
            }
        };
        let slots: Vec<u32> = types.iter().map(|_| self.slot("part")).collect();
        let parts = slots.iter().map(|it| Some(bind(*it, at)));
        let pattern = Pattern {
            kind: PatternKind::Array(parts.collect()),
            at,
        };
        let kind = StatementKind::Variable {
            kind: VariableKind::Const,
            pattern,
            value: Some(code),
        };
        found.push(statement(kind, at));
        let operands = slots
            .into_iter()
            .zip(types)
            .map(|(slot, of)| Operand::new(mode.clone(), of, local(slot, at), only.at));
        Ok(operands.collect())
    }

    /// `names := values`
    #[expect(
        clippy::too_many_lines,
        reason = "one sequence of steps, of which each needs what those before it found"
    )]
    pub fn define(
        &mut self,
        names: &[Expr],
        values: &[Expr],
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let mut known: Vec<(Rc<str>, Pos, Option<usize>)> = Vec::new();
        for it in names {
            let ExprKind::Name(name) = &it.kind else {
                return self.refuse(
                    it.at,
                    Refusal::Declaration,
                    "`:=` declares names",
                    "use `=`",
                );
            };
            if &**name != "_" && known.iter().any(|other| other.0 == *name) {
                return self.refuse(
                    it.at,
                    Refusal::Declaration,
                    &format!("{name} repeated on left side of :="),
                    "",
                );
            }
            let before = match self.scopes.last().and_then(|it| it.get(name)) {
                Some(Object::Local(index)) => Some(*index),
                _ => None,
            };
            known.push((Rc::clone(name), it.at, before));
        }
        if !known.iter().any(|it| it.2.is_none() && &*it.0 != "_") {
            return self.refuse(
                pos,
                Refusal::Declaration,
                "no new variables on left side of :=",
                "use `=`",
            );
        }
        let wanted: Vec<Option<TypeId>> = known
            .iter()
            .map(|it| it.2.map(|index| self.variables[index].of))
            .collect();
        let operands = self.assigned_values(values, &wanted, pos, found)?;
        let is_mixed = known.iter().any(|it| it.2.is_some()) && known.len() > 1;
        let mut codes = Vec::new();
        for (operand, (_, _, before)) in operands.into_iter().zip(&known) {
            let operand = match before {
                Some(_) => operand,
                None => self.defaulted(operand)?,
            };
            let of = before.map_or(operand.of, |index| self.variables[index].of);
            let mut code = self.assigned(operand, of)?;
            if is_mixed && values.len() > 1 {
                let at = code.at;
                let slot = self.slot("part");
                found.push(constant(slot, code, at));
                code = local(slot, at);
            }
            codes.push((code, of));
        }
        for ((name, name_at, before), (code, of)) in known.into_iter().zip(codes) {
            let at = self.at(name_at);
            match before {
                Some(index) => {
                    let place = self.variable_place(index, name_at);
                    let code = self.store(&place, code)?;
                    found.push(evaluate(code));
                }
                None if &*name == "_" => found.push(evaluate(code)),
                None => {
                    let index = self.local_variable(&name, of, name_at);
                    found.push(changeable(self.variables[index].slot, code, at));
                }
            }
        }
        Ok(())
    }

    fn variable_place(&self, index: usize, pos: Pos) -> Place {
        let variable = &self.variables[index];
        Place {
            kind: crate::expressions::PlaceKind::Variable(local(variable.slot, self.at(pos))),
            of: variable.of,
            at: pos,
        }
    }

    /// `targets = values`
    pub fn assign(
        &mut self,
        targets: &[Expr],
        values: &[Expr],
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let mut places = Vec::new();
        for it in targets {
            let place = self.place(it)?;
            places.push(match targets.len() {
                1 => place,
                _ => self.steady(place, found),
            });
        }
        let invalid = self.basic(Basic::Invalid);
        let wanted: Vec<Option<TypeId>> = places
            .iter()
            .map(|it| Some(it.of).filter(|it| *it != invalid))
            .collect();
        let operands = self.assigned_values(values, &wanted, pos, found)?;
        let mut codes = Vec::new();
        for (operand, place) in operands.into_iter().zip(&mut places) {
            let operand = match place.of == invalid {
                true => self.defaulted(operand)?,
                false => operand,
            };
            if place.of == invalid {
                place.of = operand.of;
            }
            let mut code = self.assigned(operand, place.of)?;
            if targets.len() > 1 {
                let at = code.at;
                let slot = self.slot("part");
                found.push(constant(slot, code, at));
                code = local(slot, at);
            }
            codes.push(code);
        }
        for (place, code) in places.iter().zip(codes) {
            let code = self.store(place, code)?;
            found.push(evaluate(code));
        }
        Ok(())
    }

    /// `target += value` and the like.
    pub fn operate(
        &mut self,
        sign: &str,
        target: &Expr,
        value: &Expr,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let place = self.place(target)?;
        let place = self.steady(place, found);
        let right = self.value(value, Some(place.of))?;
        self.operated_place(sign, &place, right, pos, found)
    }

    /// `target++` and `target--`
    pub fn step(
        &mut self,
        sign: &str,
        target: &Expr,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let place = self.place(target)?;
        let place = self.steady(place, found);
        let one = self.constant_operand(Constant::int(1), self.basic(Basic::UntypedInt), pos);
        self.operated_place(&sign[..1], &place, one, pos, found)
    }

    fn operated_place(
        &mut self,
        sign: &str,
        place: &Place,
        right: Operand,
        pos: Pos,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        let left = Operand::new(Mode::Value, place.of, self.load(place)?, place.at);
        let result = self.operated(sign, left, right, pos)?;
        let code = self.assigned(result, place.of)?;
        let code = self.store(place, code)?;
        found.push(evaluate(code));
        Ok(())
    }
}
