//! Operators.

use std::cmp::Ordering;

use lumi_pack::il::{At, Expr};

use super::{Mode, Operand};
use crate::constant::Constant;
use crate::lowering::{Lowered, Lowering};
use crate::nodes::{binary, null, unary};
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::Expr as Syntax;
use crate::types::{Basic, Kind, TypeId};

pub fn is_comparison(sign: &str) -> bool {
    matches!(sign, "==" | "!=" | "<" | "<=" | ">" | ">=")
}

impl Lowering<'_> {
    pub fn unary(
        &mut self,
        sign: &str,
        syntax: &Syntax,
        hint: Option<TypeId>,
        pos: Pos,
    ) -> Lowered<Operand> {
        let of = self.value(syntax, hint)?;
        let basic = self.types.basic_of(of.of).unwrap_or(Basic::Invalid);
        let is_fitting = match sign {
            "!" => basic.is_bool(),
            "^" => basic.is_integer(),
            _ => basic.is_number(),
        };
        if !is_fitting {
            let message = format!(
                "invalid operation: the operator {sign} is not defined for {}",
                self.types.shown(of.of)
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        }
        if let Mode::Constant(constant) = &of.mode {
            let found = constant_unary(sign, constant, basic);
            return self.checked_constant(found, of.of, pos);
        }
        let at = self.at(pos);
        let code = match sign {
            "!" => unary("!", of.code, at),
            "-" => self.negative(of.code, basic, at),
            "^" => self.complement(of.code, basic, at),
            _ => of.code,
        };
        Ok(Operand::new(Mode::Fresh, of.of, code, pos))
    }

    /// A constant of a type, if it fits.
    fn checked_constant(
        &mut self,
        of: Option<Constant>,
        wanted: TypeId,
        pos: Pos,
    ) -> Lowered<Operand> {
        let Some(found) = of.filter(|it| !it.is_too_large()) else {
            return self.refuse(
                pos,
                Refusal::Constant,
                "the constant is too large, or a division by zero",
                "",
            );
        };
        let found = self.constant_operand(found, wanted, pos);
        if self.types.basic_of(wanted).is_some_and(Basic::is_untyped) {
            return Ok(found);
        }
        let constant = self.fitting_constant(&found, wanted).or_else(|_| {
            let message = format!("the constant overflows {}", self.types.shown(wanted));
            self.refuse(pos, Refusal::Constant, &message, "")
        })?;
        Ok(self.constant_operand(constant, wanted, pos))
    }

    pub fn binary(
        &mut self,
        sign: &str,
        left: &Syntax,
        right: &Syntax,
        hint: Option<TypeId>,
        pos: Pos,
    ) -> Lowered<Operand> {
        if matches!(sign, "<<" | ">>") {
            let left = self.value(left, hint)?;
            let right = self.value(right, None)?;
            return self.shift(sign, left, right, hint, pos);
        }
        let hint = hint.filter(|_| !is_comparison(sign));
        let left = self.value(left, hint)?;
        let right_hint = match self.types.basic_of(left.of).is_some_and(Basic::is_untyped) {
            true => hint,
            false => Some(left.of),
        };
        let right = self.value(right, right_hint)?;
        self.operated(sign, left, right, pos)
    }

    /// The result of an operator for two values.
    pub fn operated(
        &mut self,
        sign: &str,
        left: Operand,
        right: Operand,
        pos: Pos,
    ) -> Lowered<Operand> {
        if matches!(sign, "<<" | ">>") {
            return self.shift(sign, left, right, None, pos);
        }
        let of = self.common_type(&left, &right, pos)?;
        if is_comparison(sign) {
            return self.comparison(sign, left, right, of, pos);
        }
        let basic = self.types.basic_of(of).unwrap_or(Basic::Invalid);
        let is_fitting = match sign {
            "+" => basic.is_number() || basic.is_text(),
            "-" | "*" | "/" => basic.is_number(),
            "&&" | "||" => basic.is_bool(),
            _ => basic.is_integer() || (basic == Basic::UntypedFloat && are_whole(&left, &right)),
        };
        if !is_fitting {
            let message = format!(
                "invalid operation: the operator {sign} is not defined for {}",
                self.types.shown(of)
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        }
        if let (Mode::Constant(a), Mode::Constant(b)) = (&left.mode, &right.mode) {
            let found = constant_result(sign, a, b, basic);
            return self.checked_constant(found, of, pos);
        }
        let is_zero = right.constant().is_some_and(Constant::is_zero);
        if matches!(sign, "/" | "%") && basic.is_integer() && is_zero {
            return self.refuse(
                pos,
                Refusal::Constant,
                "invalid operation: division by zero",
                "",
            );
        }
        let at = self.at(pos);
        let (left, right) = (self.assigned(left, of)?, self.assigned(right, of)?);
        let code = match sign {
            "&&" | "||" => binary(sign, left, right, at),
            _ => self.arithmetic(sign, left, right, basic, at),
        };
        Ok(Operand::new(Mode::Fresh, of, code, pos))
    }

    /// The type of both operands: an untyped one takes that of the other one.
    fn common_type(&mut self, left: &Operand, right: &Operand, pos: Pos) -> Lowered<TypeId> {
        let untyped = |it: &Self, of: TypeId| match it.types.kind(of) {
            Kind::Basic(basic) if basic.is_untyped() => Some(*basic),
            _ => None,
        };
        let found = match (untyped(self, left.of), untyped(self, right.of)) {
            (Some(a), Some(b)) if a.is_number() && b.is_number() => Some(self.basic(a.max(b))),
            (Some(_), None) => Some(right.of),
            (None, Some(_)) => Some(left.of),
            _ if left.of == right.of => Some(left.of),
            _ if self.is_assignable(left.of, right.of) => Some(right.of),
            _ if self.is_assignable(right.of, left.of) => Some(left.of),
            _ => None,
        };
        match found {
            Some(it) => Ok(it),
            None => {
                let (left, right) = (self.types.shown(left.of), self.types.shown(right.of));
                let message = format!("invalid operation: mismatched types {left} and {right}");
                self.refuse(pos, Refusal::Mismatch, &message, "")
            }
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    fn comparison(
        &mut self,
        sign: &str,
        left: Operand,
        right: Operand,
        of: TypeId,
        pos: Pos,
    ) -> Lowered<Operand> {
        let result = self.basic(Basic::UntypedBool);
        if let (Mode::Constant(a), Mode::Constant(b)) = (&left.mode, &right.mode) {
            let Some(order) = a.compare(b) else {
                return self.refuse(
                    pos,
                    Refusal::Mismatch,
                    "invalid operation: the constants cannot be compared",
                    "",
                );
            };
            return Ok(self.constant_operand(Constant::Bool(holds(sign, order)), result, pos));
        }
        let nil = self.basic(Basic::Nil);
        let is_equality = matches!(sign, "==" | "!=");
        let has_nil = left.of == nil || right.of == nil;
        let is_fitting = match (is_equality, has_nil) {
            (true, true) => self.types.has_nil(of) && of != nil,
            (true, false) => self.types.is_comparable(of),
            (false, _) => self.types.is_ordered(of),
        };
        if !is_fitting {
            let message = format!(
                "invalid operation: the operator {sign} is not defined for {}",
                self.types.shown(of)
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        }
        let at = self.at(pos);
        if has_nil {
            let code = if left.of == nil {
                right.code
            } else {
                left.code
            };
            return Ok(Operand::new(
                Mode::Fresh,
                result,
                equality(sign, code, null(at), at),
                pos,
            ));
        }
        let (left, right) = (self.compared(left, of)?, self.compared(right, of)?);
        let code = match is_equality && !self.types.is_plain(of) {
            false if is_equality => equality(sign, left, right, at),
            false => binary(sign, left, right, at),
            true => {
                let equal = self.equal(left, right, of, pos)?;
                if sign == "!=" {
                    unary("!", equal, at)
                } else {
                    equal
                }
            }
        };
        Ok(Operand::new(Mode::Fresh, result, code, pos))
    }

    /// A value that is compared: it need not be copied.
    fn compared(&mut self, of: Operand, to: TypeId) -> Lowered<Expr> {
        match self.types.is_aggregate(to) && of.of == to {
            true => Ok(of.code),
            false => self.assigned(of, to),
        }
    }

    /// Whether values are equal that JavaScript does not compare.
    pub fn equal(&mut self, left: Expr, right: Expr, of: TypeId, pos: Pos) -> Lowered<Expr> {
        let at = self.at(pos);
        match self.types.under(of) {
            Kind::Interface(_) => Ok(self.go("same", vec![left, right], at)),
            Kind::Pointer(_) => {
                let what = format!("comparison of pointers of type {}", self.types.shown(of));
                self.absent(
                    pos,
                    Refusal::Expression,
                    &what,
                    "compare the values, or pointers to structs",
                )
            }
            _ => {
                let description = self.description(of, at);
                Ok(self.go("equal", vec![description, left, right], at))
            }
        }
    }

    fn shift(
        &mut self,
        sign: &str,
        left: Operand,
        right: Operand,
        hint: Option<TypeId>,
        pos: Pos,
    ) -> Lowered<Operand> {
        let count = self.types.basic_of(right.of).unwrap_or(Basic::Invalid);
        let is_count =
            count.is_integer() || right.constant().is_some_and(|it| it.whole().is_some());
        if !is_count
            || right
                .constant()
                .and_then(Constant::whole)
                .is_some_and(|it| it < num_bigint::BigInt::ZERO)
        {
            return self.refuse(
                pos,
                Refusal::Mismatch,
                "invalid operation: the count of a shift is an integer from 0",
                "",
            );
        }
        if let (Mode::Constant(a), Mode::Constant(b)) = (&left.mode, &right.mode) {
            let (a, b) = (a.whole().map(Constant::Int), b.whole().map(Constant::Int));
            let found = a.zip(b).and_then(|(a, b)| a.operate(sign, &b));
            let of = match self.types.basic_of(left.of) {
                Some(Basic::UntypedFloat) => self.basic(Basic::UntypedInt),
                _ => left.of,
            };
            return self.checked_constant(found, of, pos);
        }
        let left = match self.types.basic_of(left.of).is_some_and(Basic::is_untyped) {
            true => {
                let wanted = hint
                    .filter(|it| self.types.basic_of(*it).is_some())
                    .unwrap_or(self.basic(Basic::Int));
                let constant = self.fitting_constant(&left, wanted)?;
                self.constant_operand(constant, wanted, pos)
            }
            false => left,
        };
        let basic = self.types.basic_of(left.of).unwrap_or(Basic::Invalid);
        if !basic.is_integer() {
            let message = format!(
                "invalid operation: {} cannot be shifted",
                self.types.shown(left.of)
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        }
        let (of, at) = (left.of, self.at(pos));
        let left = self.code_of(left);
        let right = self.code_of(right);
        let code = self.arithmetic(sign, left, right, basic, at);
        Ok(Operand::new(Mode::Fresh, of, code, pos))
    }
}

fn equality(sign: &str, left: Expr, right: Expr, at: At) -> Expr {
    binary(if sign == "==" { "===" } else { "!==" }, left, right, at)
}

fn are_whole(left: &Operand, right: &Operand) -> bool {
    let is = |it: &Operand| it.constant().is_some_and(|it| it.whole().is_some());
    is(left) && is(right)
}

fn holds(sign: &str, order: Ordering) -> bool {
    match sign {
        "==" => order == Ordering::Equal,
        "!=" => order != Ordering::Equal,
        "<" => order == Ordering::Less,
        "<=" => order != Ordering::Greater,
        ">" => order == Ordering::Greater,
        _ => order != Ordering::Less,
    }
}

fn constant_unary(sign: &str, of: &Constant, basic: Basic) -> Option<Constant> {
    match (sign, of) {
        ("!", Constant::Bool(it)) => Some(Constant::Bool(!it)),
        ("-", _) => Constant::int(0).operate("-", of),
        ("^", _) => {
            let of = Constant::Int(of.whole()?);
            let mask = match basic.is_unsigned() {
                true => (num_bigint::BigInt::from(1) << basic.bits()) - 1,
                false => num_bigint::BigInt::from(-1),
            };
            of.operate("^", &Constant::Int(mask))
        }
        _ => Some(of.clone()),
    }
}

fn constant_result(sign: &str, a: &Constant, b: &Constant, basic: Basic) -> Option<Constant> {
    if let (Constant::Bool(a), Constant::Bool(b)) = (a, b) {
        return Some(Constant::Bool(if sign == "&&" {
            *a && *b
        } else {
            *a || *b
        }));
    }
    if basic.is_integer()
        || (basic == Basic::UntypedFloat && !matches!(sign, "+" | "-" | "*" | "/"))
    {
        return Constant::Int(a.whole()?).operate(sign, &Constant::Int(b.whole()?));
    }
    if basic.is_float() {
        return Constant::Float(a.ratio()?).operate(sign, &Constant::Float(b.ratio()?));
    }
    a.operate(sign, b)
}
