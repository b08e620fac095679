//! Constants, and how they become code.

use lumi_pack::il::{At, Expr, ExprKind};
use num_bigint::BigInt;

use super::{Mode, Operand};
use crate::constant::{Constant, Ratio};
use crate::lowering::{Lowered, Lowering};
use crate::nodes::{boolean, call, expr, null, number, string};
use crate::objects::Lazy;
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::Expr as Syntax;
use crate::types::{Basic, TypeId};

/// The largest whole number of which all smaller ones are numbers of JavaScript.
const MAX_SAFE: i64 = 9_007_199_254_740_991;

impl Lowering<'_> {
    pub fn constant_operand(&mut self, value: Constant, of: TypeId, at: Pos) -> Operand {
        let code = null(self.at(at));
        Operand::new(Mode::Constant(value), of, code, at)
    }

    /// The value of an expression that must be a constant.
    pub fn constant_value(&mut self, syntax: &Syntax) -> Lowered<Constant> {
        let found = self.value(syntax, None)?;
        match found.mode {
            Mode::Constant(it) => Ok(it),
            _ => self.refuse(syntax.at, Refusal::Constant, "this is not constant", ""),
        }
    }

    /// The value and type of a constant of a package.
    pub fn constant_object(&mut self, index: usize, at: Pos) -> Lowered<(Constant, TypeId)> {
        match &self.constants[index].value {
            Lazy::Known(it) => return Ok(it.clone()),
            Lazy::Refused => return Err(crate::lowering::Refused),
            Lazy::Busy => {
                return self.refuse(
                    at,
                    Refusal::Constant,
                    "the constant is defined by itself",
                    "",
                );
            }
            Lazy::Unknown => {}
        }
        self.constants[index].value = Lazy::Busy;
        let (syntax, package) = (
            self.constants[index].syntax.clone(),
            self.constants[index].package,
        );
        let position = self.constants[index].index;
        let around = self.elsewhere(package);
        let found = self.declared_constant(&syntax, position);
        self.back(around);
        self.constants[index].value = match &found {
            Ok(it) => Lazy::Known(it.clone()),
            Err(_) => Lazy::Refused,
        };
        found
    }

    /// The value of one name of a declaration of constants.
    pub fn declared_constant(
        &mut self,
        syntax: &crate::syntax::tree::ConstDeclaration,
        index: usize,
    ) -> Lowered<(Constant, TypeId)> {
        let at = syntax.names[index].at;
        let Some(value) = syntax.values.get(index) else {
            return self.refuse(at, Refusal::Constant, "the constant has no value", "");
        };
        let around = self.iota.replace(syntax.iota);
        let of = syntax
            .value_type
            .as_deref()
            .map(|it| self.type_of(it))
            .transpose();
        let found = of.and_then(|of| self.value(value, of).map(|it| (it, of)));
        self.iota = around;
        let (found, of) = found?;
        let Mode::Constant(constant) = found.mode.clone() else {
            return self.refuse(value.at, Refusal::Constant, "this is not constant", "");
        };
        match of {
            None => Ok((constant, found.of)),
            Some(of) => {
                if self.types.basic_of(of).is_none() {
                    return self.refuse(
                        at,
                        Refusal::Constant,
                        "a constant is a number, a string or a truth value",
                        "",
                    );
                }
                let fitting = self.fitting_constant(&found, of)?;
                Ok((fitting, of))
            }
        }
    }

    /// A constant as one of a type, if it fits.
    pub fn fitting_constant(&mut self, of: &Operand, wanted: TypeId) -> Lowered<Constant> {
        let Some(constant) = of.constant().cloned() else {
            return Err(crate::lowering::Refused);
        };
        let is_untyped = self.types.basic_of(of.of).is_some_and(Basic::is_untyped);
        let basic = self.types.basic_of(wanted).unwrap_or(Basic::Invalid);
        let found = match is_untyped || of.of == wanted {
            true => representable(&constant, basic),
            false => None,
        };
        match found {
            Some(it) => Ok(it),
            None => {
                let (shown, wanted) = (shown(&constant), self.types.shown(wanted));
                let message = match (is_untyped, basic.is_number() && constant.ratio().is_some()) {
                    (true, true) => match constant.whole() {
                        Some(_) => format!("the constant {shown} overflows {wanted}"),
                        None => format!("the constant {shown} is truncated to {wanted}"),
                    },
                    _ => format!(
                        "cannot use {shown} ({} constant) as {wanted} value",
                        self.types.shown(of.of)
                    ),
                };
                self.refuse(of.at, Refusal::Constant, &message, "")
            }
        }
    }

    /// The code of a constant of a type.
    pub fn constant_code(&mut self, of: &Constant, wanted: TypeId, at: At) -> Expr {
        match of {
            Constant::Bool(it) => boolean(*it, at),
            Constant::Text(bytes) => self.text_code(bytes, at),
            Constant::Int(it) => match self.types.basic_of(wanted).is_some_and(Basic::is_float) {
                true => number(Ratio::whole(it.clone()).to_f64() + 0.0, at),
                false => whole_code(it, at),
            },
            Constant::Float(it) => match self.types.basic_of(wanted) {
                Some(Basic::Float32) => number(it.to_f32() + 0.0, at),
                _ => number(it.to_f64() + 0.0, at),
            },
        }
    }

    /// A string: strings of Go are bytes, so that text beyond ASCII is encoded.
    fn text_code(&mut self, bytes: &[u8], at: At) -> Expr {
        if bytes.is_ascii() {
            return string(&String::from_utf8_lossy(bytes), at);
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                let text = string(text, at);
                self.go("utf8", vec![text], at)
            }
            Err(_) => {
                let characters: String = bytes.iter().map(|it| char::from(*it)).collect();
                string(&characters, at)
            }
        }
    }
}

fn whole_code(of: &BigInt, at: At) -> Expr {
    match i64::try_from(of) {
        #[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
        Ok(it) if (-MAX_SAFE..=MAX_SAFE).contains(&it) => number(it as f64, at),
        _ => {
            let callee = expr(ExprKind::Intrinsic("BigInt".to_owned()), at);
            call(callee, vec![string(&of.to_string(), at)], at)
        }
    }
}

/// The value of a constant as one of a basic type, if it has one.
pub fn representable(of: &Constant, basic: Basic) -> Option<Constant> {
    match of {
        Constant::Bool(_) => basic.is_bool().then(|| of.clone()),
        Constant::Text(_) => basic.is_text().then(|| of.clone()),
        _ if basic.is_integer() => {
            let whole = of.whole()?;
            is_in_range(&whole, basic).then_some(Constant::Int(whole))
        }
        _ if basic.is_float() => {
            let ratio = of.ratio()?;
            let rounded = match basic {
                Basic::Float32 => ratio.to_f32(),
                Basic::Float64 => ratio.to_f64(),
                _ => return Some(Constant::Float(ratio)),
            };
            rounded
                .is_finite()
                .then(|| Constant::Float(Ratio::of_f64(rounded)))
        }
        _ => None,
    }
}

fn is_in_range(of: &BigInt, basic: Basic) -> bool {
    if basic.is_untyped() {
        return true;
    }
    let bits = basic.bits();
    let one = BigInt::from(1);
    let (least, most) = match basic.is_unsigned() {
        true => (BigInt::ZERO, (one.clone() << bits) - one),
        false => (
            -(one.clone() << (bits - 1)),
            (one.clone() << (bits - 1)) - one,
        ),
    };
    *of >= least && *of <= most
}

fn shown(of: &Constant) -> String {
    match of {
        Constant::Bool(it) => it.to_string(),
        Constant::Text(it) => format!("{:?}", String::from_utf8_lossy(it)),
        Constant::Int(it) => it.to_string(),
        Constant::Float(it) => it.to_f64().to_string(),
    }
}
