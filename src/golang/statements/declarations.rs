//! Declarations in functions.

use std::rc::Rc;

use lumi_pack::il::Statement;

use crate::lowering::{Lowered, Lowering};
use crate::nodes::{changeable, evaluate};
use crate::objects::Object;
use crate::refusal::Refusal;
use crate::syntax::tree::{ConstDeclaration, Declaration, Ident, TypeDeclaration, VarDeclaration};
use crate::types::TypeId;

impl Lowering<'_> {
    pub fn local_declaration(
        &mut self,
        of: &Declaration,
        found: &mut Vec<Statement>,
    ) -> Lowered<()> {
        match of {
            Declaration::Const(it) => self.local_constant(it),
            Declaration::Var(it) => self.local_variables(it, found),
            Declaration::Type(it) => self.local_type(it),
            Declaration::Function(it) => self.refuse(
                it.name.at,
                Refusal::Declaration,
                "a function in a function has no name",
                "use `:=`",
            ),
        }
    }

    fn is_new(&mut self, name: &Ident) -> Lowered<()> {
        let is_known = self
            .scopes
            .last()
            .is_some_and(|it| it.contains_key(&name.name));
        match is_known && &*name.name != "_" {
            true => {
                let message = format!("{} redeclared in this block", name.name);
                self.refuse(name.at, Refusal::Declaration, &message, "")
            }
            false => Ok(()),
        }
    }

    fn local_constant(&mut self, of: &Rc<ConstDeclaration>) -> Lowered<()> {
        let mut values = Vec::new();
        for (index, name) in of.names.iter().enumerate() {
            self.is_new(name)?;
            let (value, value_type) = self.declared_constant(of, index)?;
            values.push((Rc::clone(&name.name), Object::Value(value, value_type)));
        }
        for (name, value) in values {
            self.declare(&name, value);
        }
        Ok(())
    }

    fn local_variables(&mut self, of: &VarDeclaration, found: &mut Vec<Statement>) -> Lowered<()> {
        let wanted = of
            .value_type
            .as_ref()
            .map(|it| self.type_of(it))
            .transpose()?;
        for name in &of.names {
            self.is_new(name)?;
        }
        if of.values.is_empty() {
            let Some(of_type) = wanted else {
                return Ok(());
            };
            for name in &of.names {
                let at = self.at(name.at);
                let zero = self.zero(of_type, at);
                let index = self.local_variable(&name.name, of_type, name.at);
                found.push(changeable(self.variables[index].slot, zero, at));
            }
            return Ok(());
        }
        let hints: Vec<Option<TypeId>> = of.names.iter().map(|_| wanted).collect();
        let Some(first) = of.names.first() else {
            return Ok(());
        };
        let operands = self.assigned_values(&of.values, &hints, first.at, found)?;
        let mut codes = Vec::new();
        for operand in operands {
            let operand = match wanted {
                Some(_) => operand,
                None => self.defaulted(operand)?,
            };
            let of = wanted.unwrap_or(operand.of);
            codes.push((self.assigned(operand, of)?, of));
        }
        for (name, (code, of_type)) in of.names.iter().zip(codes) {
            let at = self.at(name.at);
            if &*name.name == "_" {
                found.push(evaluate(code));
                continue;
            }
            let index = self.local_variable(&name.name, of_type, name.at);
            found.push(changeable(self.variables[index].slot, code, at));
        }
        Ok(())
    }

    fn local_type(&mut self, of: &Rc<TypeDeclaration>) -> Lowered<()> {
        self.is_new(&of.name)?;
        if !of.parameters.is_empty() {
            return self.refuse(
                of.name.at,
                Refusal::Declaration,
                "a generic type cannot be declared in a function",
                "",
            );
        }
        if of.is_alias {
            let known = self.type_of(&of.definition)?;
            self.declare(&of.name.name, Object::Known(known));
            return Ok(());
        }
        let named = self.new_named(&of.name.name, self.package, Vec::new(), usize::MAX);
        self.declare(&of.name.name, Object::Known(named));
        let definition = self.type_of(&of.definition)?;
        self.define_named(named, definition, of.name.at)?;
        Ok(())
    }
}
