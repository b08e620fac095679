//! Values as values of other types.

use lumi_pack::il::Expr;

use super::constants::representable;
use super::{Mode, Operand};
use crate::constant::Constant;
use crate::lowering::{Lowered, Lowering};
use crate::nodes::null;
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::Expr as Syntax;
use crate::types::{Basic, Kind, TypeId};

impl Lowering<'_> {
    /// The code of a value where one of type `to` is assigned.
    pub fn assigned(&mut self, of: Operand, to: TypeId) -> Lowered<Expr> {
        let at = self.at(of.at);
        let basic = match self.types.kind(of.of) {
            Kind::Basic(it) => Some(*it),
            _ => None,
        };
        if of.of == self.basic(Basic::Nil) && self.types.has_nil(to) {
            return Ok(null(at));
        }
        if self.types.is_interface(to) && !self.types.is_interface(of.of) {
            let of = self.defaulted(of)?;
            self.fits(&of, to)?;
            return self.boxed(of);
        }
        if let Mode::Constant(_) = of.mode {
            let constant = self.fitting_constant(&of, to)?;
            return Ok(self.constant_code(&constant, to, at));
        }
        if let Some(basic) = basic.filter(|it| it.is_untyped()) {
            let is_fitting = self
                .types
                .basic_of(to)
                .is_some_and(|to| basic.is_bool() && to.is_bool());
            if is_fitting {
                return Ok(of.code);
            }
        }
        self.fits(&of, to)?;
        Ok(self.copied(of))
    }

    fn fits(&mut self, of: &Operand, to: TypeId) -> Lowered<()> {
        if self.is_assignable(of.of, to) {
            return Ok(());
        }
        let (from, shown) = (self.types.shown(of.of), self.types.shown(to));
        let message = match self.types.is_interface(to) {
            true => {
                let missing = self.lacks(of.of, to).unwrap_or_default();
                format!(
                    "{from} does not implement {shown}: the method {missing} is missing, has another type, or needs a pointer"
                )
            }
            false => format!("cannot use a value of type {from} as {shown}"),
        };
        self.refuse(of.at, Refusal::Mismatch, &message, "")
    }

    /// The code of a value that something else may have as well: structs and arrays are copied.
    pub fn copied(&mut self, of: Operand) -> Expr {
        let at = self.at(of.at);
        if of.mode == Mode::Fresh || !self.types.is_aggregate(of.of) {
            return self.code_of(of);
        }
        let description = self.description(of.of, at);
        self.go("copied", vec![description, of.code], at)
    }

    /// The code of a value, which may be a constant.
    pub fn code_of(&mut self, of: Operand) -> Expr {
        let at = self.at(of.at);
        match &of.mode {
            Mode::Constant(it) => {
                let of_type = match self.types.basic_of(of.of) {
                    Some(it) if it.is_untyped() => self.basic(it.default_type()),
                    _ => of.of,
                };
                self.constant_code(&it.clone(), of_type, at)
            }
            _ => of.code,
        }
    }

    /// An untyped value with the type that it has where nothing says one.
    pub fn defaulted(&mut self, of: Operand) -> Lowered<Operand> {
        let Kind::Basic(basic) = *self.types.kind(of.of) else {
            return Ok(of);
        };
        if basic == Basic::Nil {
            return self.refuse(of.at, Refusal::Mismatch, "nil has no type here", "");
        }
        if !basic.is_untyped() {
            return Ok(of);
        }
        let wanted = self.basic(basic.default_type());
        if let Mode::Constant(_) = of.mode {
            let constant = self.fitting_constant(&of, wanted)?;
            return Ok(self.constant_operand(constant, wanted, of.at));
        }
        Ok(Operand { of: wanted, ..of })
    }

    /// A value as one of an interface: with the description of its type.
    pub fn boxed(&mut self, of: Operand) -> Lowered<Expr> {
        let at = self.at(of.at);
        let description = self.description(of.of, at);
        let code = self.copied(of);
        Ok(self.go("boxed", vec![description, code], at))
    }

    /// `T(value)`
    pub fn conversion(&mut self, to: TypeId, syntax: &Syntax, pos: Pos) -> Lowered<Operand> {
        let of = self.value(syntax, Some(to))?;
        if let Mode::Constant(constant) = &of.mode
            && let Some(basic) = self.types.basic_of(to)
        {
            let from = self.types.basic_of(of.of).unwrap_or(Basic::Invalid);
            if let Some(found) = converted_constant(constant, from, basic) {
                return Ok(self.constant_operand(found, to, pos));
            }
            let constant = self.fitting_constant(
                &Operand {
                    of: self.basic(default_untyped(from)),
                    ..of.clone()
                },
                to,
            )?;
            return Ok(self.constant_operand(constant, to, pos));
        }
        if of.of == self.basic(Basic::Nil)
            || self.types.is_interface(to)
            || matches!(of.mode, Mode::Constant(_)) && self.types.basic_of(to).is_some()
        {
            let code = self.assigned(of, to)?;
            return Ok(Operand::new(Mode::Fresh, to, code, pos));
        }
        let of = self.defaulted(of)?;
        self.converted(of, to, pos)
    }

    fn converted(&mut self, of: Operand, to: TypeId, pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        let (from, wanted) = (self.types.basic_of(of.of), self.types.basic_of(to));
        if let (Some(from), Some(wanted)) = (from, wanted) {
            if from.is_number() && wanted.is_number() {
                let code = self.number_conversion(of.code, from, wanted, at);
                return Ok(Operand::new(Mode::Fresh, to, code, pos));
            }
            if from.is_integer() && wanted.is_text() {
                let code = self.go("runeText", vec![of.code], at);
                return Ok(Operand::new(Mode::Fresh, to, code, pos));
            }
        }
        let element = |it: &Self, of: TypeId| match it.types.under(of) {
            Kind::Slice(inner) => it.types.basic_of(*inner),
            _ => None,
        };
        let name = match (from, wanted, element(self, of.of), element(self, to)) {
            (Some(it), _, _, Some(Basic::Uint8)) if it.is_text() => Some("bytesOf"),
            (Some(it), _, _, Some(Basic::Int32)) if it.is_text() => Some("runesOf"),
            (_, Some(it), Some(Basic::Uint8), _) if it.is_text() => Some("textOfBytes"),
            (_, Some(it), Some(Basic::Int32), _) if it.is_text() => Some("textOfRunes"),
            _ => None,
        };
        if let Some(name) = name {
            let of = self.code_of(of);
            let code = self.go(name, vec![of], at);
            return Ok(Operand::new(Mode::Fresh, to, code, pos));
        }
        let is_same = self.is_assignable(of.of, to) || self.is_convertible(of.of, to);
        if !is_same {
            let message = format!(
                "cannot convert a value of type {} to {}",
                self.types.shown(of.of),
                self.types.shown(to)
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        }
        let mode = if of.mode == Mode::Fresh {
            Mode::Fresh
        } else {
            Mode::Value
        };
        let code = self.code_of(of);
        Ok(Operand::new(mode, to, code, pos))
    }

    /// Whether types differ in names and tags alone.
    fn is_convertible(&mut self, from: TypeId, to: TypeId) -> bool {
        let (a, b) = match (self.types.kind(from).clone(), self.types.kind(to).clone()) {
            (Kind::Pointer(a), Kind::Pointer(b)) => (a, b),
            _ => (from, to),
        };
        self.types.untagged(a) == self.types.untagged(b)
    }
}

fn default_untyped(of: Basic) -> Basic {
    match of {
        _ if of.is_untyped() => of,
        _ if of.is_text() => Basic::UntypedText,
        _ if of.is_bool() => Basic::UntypedBool,
        _ if of.is_float() => Basic::UntypedFloat,
        _ => Basic::UntypedInt,
    }
}

/// The constant that a conversion makes, if it makes one.
fn converted_constant(of: &Constant, from: Basic, to: Basic) -> Option<Constant> {
    if from.is_integer() && to.is_text() {
        let code = of
            .whole()
            .and_then(|it| u32::try_from(&it).ok())
            .and_then(char::from_u32);
        let text = code.unwrap_or(char::REPLACEMENT_CHARACTER).to_string();
        return Some(Constant::Text(text.into_bytes()));
    }
    representable(of, to)
}
