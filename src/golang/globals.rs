//! Variables of packages, and the order in which they get their values.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use lumi_pack::il::{Slot, Statement};

use super::expressions::{Mode, Operand};
use super::lowering::{Lowered, Lowering, Refused, Unit};
use super::nodes::{changeable, evaluate};
use super::objects::Lazy;
use super::refusal::Refusal;
use super::syntax::Pos;
use super::types::TypeId;

impl Lowering<'_> {
    /// The variable in LumiIL of a variable of a package.
    pub fn global_slot(&mut self, of: usize) -> Slot {
        let first = self.globals[of].first;
        self.note_use(Unit::Global(first));
        if let Some(slot) = self.globals[of].slot {
            return slot;
        }
        // All variables of a declaration are declared together.
        let count = self.globals[first].syntax.names.len();
        for position in first..first + count {
            let name = self.globals[position].syntax.names[position - first]
                .name
                .clone();
            let slot = self.slot(&name);
            self.globals[position].slot = Some(slot);
        }
        self.needed_globals.push(first);
        self.globals[of].slot.unwrap_or_default()
    }

    pub fn global_type(&mut self, of: usize, pos: Pos) -> Lowered<TypeId> {
        match self.globals[of].of {
            Lazy::Known(it) => return Ok(it),
            Lazy::Refused => return Err(Refused),
            Lazy::Busy => {
                return self.refuse(
                    pos,
                    Refusal::Declaration,
                    "the variable is defined by itself",
                    "name its type",
                );
            }
            Lazy::Unknown => {}
        }
        let first = self.globals[of].first;
        let (syntax, package) = (
            Rc::clone(&self.globals[first].syntax),
            self.globals[first].package,
        );
        if let Some(value_type) = &syntax.value_type {
            let around = self.elsewhere(package);
            let found = self.type_of(value_type);
            self.back(around);
            self.set_types(
                first,
                syntax.names.len(),
                found.map(|it| vec![it; syntax.names.len()]),
            );
            return found;
        }
        self.lower_global(first)?;
        match self.globals[of].of {
            Lazy::Known(it) => Ok(it),
            _ => Err(Refused),
        }
    }

    fn set_types(&mut self, first: usize, count: usize, types: Lowered<Vec<TypeId>>) {
        for position in 0..count {
            self.globals[first + position].of = match &types {
                Ok(it) => Lazy::Known(it[position]),
                Err(_) => Lazy::Refused,
            };
        }
    }

    /// Makes the code of the values of a declaration.
    pub fn lower_global(&mut self, first: usize) -> Lowered<()> {
        if self.globals[first].code.is_some() {
            return Ok(());
        }
        let (syntax, package) = (
            Rc::clone(&self.globals[first].syntax),
            self.globals[first].package,
        );
        let pos = syntax.names[0].at;
        let wanted = match syntax.value_type {
            Some(_) => Some(self.global_type(first, pos)?),
            None => {
                for position in 0..syntax.names.len() {
                    self.globals[first + position].of = Lazy::Busy;
                }
                None
            }
        };
        let around = self.elsewhere(package);
        self.unit = Unit::Global(first);
        self.scopes.push(HashMap::new());
        let mut before = Vec::new();
        let found = self.global_values(&syntax, wanted, &mut before);
        self.back(around);
        match found {
            Ok((codes, types)) => {
                self.set_types(first, syntax.names.len(), Ok(types));
                self.globals[first].code = Some((before, codes));
                Ok(())
            }
            Err(refused) => {
                self.set_types(first, syntax.names.len(), Err(refused));
                Err(refused)
            }
        }
    }

    fn global_values(
        &mut self,
        syntax: &super::syntax::tree::VarDeclaration,
        wanted: Option<TypeId>,
        before: &mut Vec<Statement>,
    ) -> Lowered<(Vec<lumi_pack::il::Expr>, Vec<TypeId>)> {
        let pos = syntax.names[0].at;
        let at = self.at(pos);
        if let (true, Some(of)) = (syntax.values.is_empty(), wanted) {
            let zeros = syntax.names.iter().map(|_| self.zero(of, at)).collect();
            return Ok((zeros, vec![of; syntax.names.len()]));
        }
        let hints: Vec<Option<TypeId>> = syntax.names.iter().map(|_| wanted).collect();
        let operands: Vec<Operand> = self.assigned_values(&syntax.values, &hints, pos, before)?;
        let (mut codes, mut types) = (Vec::new(), Vec::new());
        for operand in operands {
            let operand = match wanted {
                Some(_) => operand,
                None => self.defaulted(operand)?,
            };
            if operand.mode == Mode::Nothing {
                return self.refuse(pos, Refusal::Mismatch, "the function has no result", "");
            }
            let of = wanted.unwrap_or(operand.of);
            codes.push(self.assigned(operand, of)?);
            types.push(of);
        }
        Ok((codes, types))
    }

    /// The declarations of variables of packages, each after those that its values need.
    pub fn ordered_globals(&mut self) -> Vec<Statement> {
        let mut left: Vec<usize> = std::mem::take(&mut self.needed_globals);
        left.sort_unstable();
        left.dedup();
        let mut needs: HashMap<usize, BTreeSet<usize>> = HashMap::new();
        for it in &left {
            needs.insert(*it, self.needed_by(Unit::Global(*it)));
        }
        let mut found = Vec::new();
        while !left.is_empty() {
            let is_ready = |it: &usize| {
                needs[it]
                    .iter()
                    .all(|other| other == it || !left.contains(other))
            };
            let position = left.iter().position(is_ready).unwrap_or_default();
            let first = left.remove(position);
            if needs[&first].contains(&first) && self.globals[first].syntax.value_type.is_none() {
                let pos = self.globals[first].syntax.names[0].at;
                let _: Lowered<()> = self.refuse(
                    pos,
                    Refusal::Declaration,
                    "initialization cycle: the variable needs itself",
                    "",
                );
            }
            self.declare_global(first, &mut found);
        }
        found
    }

    fn declare_global(&mut self, first: usize, found: &mut Vec<Statement>) {
        let Some((before, codes)) = self.globals[first].code.take() else {
            return;
        };
        found.extend(before);
        for (position, code) in codes.into_iter().enumerate() {
            let at = code.at;
            match self.globals[first + position].slot {
                Some(slot) => found.push(changeable(slot, code, at)),
                None => found.push(evaluate(code)),
            }
        }
    }

    /// The variables that code needs, also through functions.
    fn needed_by(&self, unit: Unit) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut left = vec![unit];
        while let Some(unit) = left.pop() {
            for it in self.uses.get(&unit).into_iter().flatten() {
                if !seen.insert(*it) {
                    continue;
                }
                if let Unit::Global(index) = it {
                    found.insert(*index);
                }
                left.push(*it);
            }
        }
        found
    }
}
