//! The code of operators on numbers.

use lumi_pack::il::{At, Expr, ExprKind};

use crate::lowering::Lowering;
use crate::nodes::{binary, call, expr, number, unary};
use crate::types::Basic;

impl Lowering<'_> {
    /// The code of an operator with two operands of one type.
    pub fn arithmetic(&mut self, sign: &str, left: Expr, right: Expr, of: Basic, at: At) -> Expr {
        match of {
            _ if of.is_text() || of == Basic::Float64 || of == Basic::UntypedFloat => {
                binary(sign, left, right, at)
            }
            Basic::Float32 => rounded(binary(sign, left, right, at), at),
            _ if of.bits() == 64 => self.wide(sign, left, right, of.is_unsigned(), at),
            _ => self.narrow(sign, left, right, of, at),
        }
    }

    /// Integers of 64 bits: numbers, or big integers beyond 53 bits.
    fn wide(&mut self, sign: &str, left: Expr, right: Expr, is_unsigned: bool, at: At) -> Expr {
        let name = match sign {
            "+" => "add",
            "-" => "subtract",
            "*" => "multiply",
            "/" => "divide",
            "%" => "remainder",
            "&" => "and",
            "|" => "or",
            "^" => "xor",
            "&^" => "andNot",
            "<<" => "shiftLeft",
            _ => "shiftRight",
        };
        let has_one_form = matches!(sign, "%" | ">>");
        let name = match is_unsigned && !has_one_form {
            true => format!("{name}Unsigned"),
            false => name.to_owned(),
        };
        self.go(&name, vec![left, right], at)
    }

    /// Integers of up to 32 bits: numbers.
    fn narrow(&mut self, sign: &str, left: Expr, right: Expr, of: Basic, at: At) -> Expr {
        let found = match sign {
            "*" if of.bits() == 32 => {
                let callee = expr(ExprKind::Intrinsic("Math.imul".to_owned()), at);
                call(callee, vec![left, right], at)
            }
            "/" => self.go("divide", vec![left, right], at),
            "%" => return self.go("remainder", vec![left, right], at),
            "&^" => binary("&", left, unary("~", right, at), at),
            "<<" => self.go("shiftLeftNarrow", vec![left, right], at),
            ">>" => return self.go("shiftRight", vec![left, right], at),
            _ => binary(sign, left, right, at),
        };
        wrapped(found, of, at)
    }

    pub fn negative(&mut self, of: Expr, basic: Basic, at: At) -> Expr {
        match basic.is_float() {
            true => unary("-", of, at),
            false => self.arithmetic("-", number(0.0, at), of, basic, at),
        }
    }

    pub fn complement(&mut self, of: Expr, basic: Basic, at: At) -> Expr {
        match (basic.is_unsigned(), basic.bits()) {
            (true, 64) => self.go("notUnsigned", vec![of], at),
            (true, bits) => binary("-", number(f64::from(u32::MAX >> (32 - bits)), at), of, at),
            (false, _) => self.arithmetic("-", number(-1.0, at), of, basic, at),
        }
    }

    pub fn number_conversion(&mut self, of: Expr, from: Basic, to: Basic, at: At) -> Expr {
        if to.is_float() {
            let found = match from.is_integer() && from.bits() == 64 {
                true => self.go("float", vec![of], at),
                false => of,
            };
            return match to == Basic::Float32 && from != Basic::Float32 {
                true => rounded(found, at),
                false => found,
            };
        }
        if from.is_float() {
            let name = if to.bits() == 64 && to.is_unsigned() {
                "wholeUnsigned"
            } else {
                "whole"
            };
            let found = self.go(name, vec![of], at);
            return self.narrowed(found, Basic::Int64, to, at);
        }
        self.narrowed(of, from, to, at)
    }

    fn narrowed(&mut self, of: Expr, from: Basic, to: Basic, at: At) -> Expr {
        let is_wider = to.bits() > from.bits() && (from.is_unsigned() || !to.is_unsigned());
        let is_same = to.bits() == from.bits() && to.is_unsigned() == from.is_unsigned();
        match (is_wider || is_same, from.bits(), to.bits()) {
            (true, ..) => of,
            (_, _, 64) if to.is_unsigned() => self.go("unsigned", vec![of], at),
            (_, _, 64) => self.go("signed", vec![of], at),
            (_, 64, _) => {
                let low = self.go("low", vec![of], at);
                wrapped(low, to, at)
            }
            _ => wrapped(of, to, at),
        }
    }
}

fn rounded(of: Expr, at: At) -> Expr {
    call(
        expr(ExprKind::Intrinsic("Math.fround".to_owned()), at),
        vec![of],
        at,
    )
}

/// A number as an integer of up to 32 bits.
fn wrapped(of: Expr, to: Basic, at: At) -> Expr {
    let shift = f64::from(32 - to.bits());
    match to {
        Basic::Int32 => binary("|", of, number(0.0, at), at),
        Basic::Uint32 => binary(">>>", of, number(0.0, at), at),
        Basic::Uint8 => binary("&", of, number(255.0, at), at),
        Basic::Uint16 => binary("&", of, number(65_535.0, at), at),
        _ => binary(
            ">>",
            binary("<<", of, number(shift, at), at),
            number(shift, at),
            at,
        ),
    }
}
