//! Expressions.
//!
//! | module | |
//! |---|---|
//! | `operand` | values with their types |
//! | `constants` | constants, and how they become code |
//! | `names` | names, fields and methods |
//! | `operators`, `arithmetic` | operators |
//! | `conversions` | values as values of other types |
//! | `calls`, `builtins` | calls |
//! | `composites` | values of structs, arrays, slices and maps |
//! | `indexing` | elements, slices and assertions |
//! | `places` | variables, fields and elements that can be assigned |

mod arithmetic;
pub mod builtins;
mod calls;
mod composites;
mod constants;
mod conversions;
mod indexing;
mod names;
mod operand;
mod operators;
mod places;

pub use names::member;
pub use operand::{Mode, Operand};
pub use places::{Place, PlaceKind};

use super::constant::Constant;
use super::lowering::{Lowered, Lowering};
use super::refusal::Refusal;
use super::syntax::tree::{Expr as Syntax, ExprKind};
use super::types::{Basic, Kind, TypeId};

impl Lowering<'_> {
    /// The value of an expression. `hint` is the type that an untyped value gets.
    pub fn value(&mut self, syntax: &Syntax, hint: Option<TypeId>) -> Lowered<Operand> {
        let found = self.value_or_nothing(syntax, hint)?;
        match (&found.mode, self.types.kind(found.of)) {
            (Mode::Nothing, _) => self.refuse(
                syntax.at,
                Refusal::Mismatch,
                "this is no value: the function has no result",
                "",
            ),
            (_, Kind::Tuple(_)) => {
                let message = "several results are used as one value";
                self.refuse(
                    syntax.at,
                    Refusal::Mismatch,
                    message,
                    "assign them to variables first",
                )
            }
            _ => Ok(found),
        }
    }

    /// The value of an expression, which may be a call without a result or with several.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    pub fn value_or_nothing(&mut self, syntax: &Syntax, hint: Option<TypeId>) -> Lowered<Operand> {
        match &syntax.kind {
            ExprKind::Paren(inner) => self.value_or_nothing(inner, hint),
            ExprKind::Name(name) => self.name(name, syntax.at),
            ExprKind::Int(text) => {
                self.literal(Constant::of_int(text), Basic::UntypedInt, syntax.at)
            }
            ExprKind::Float(text) => {
                self.literal(Constant::of_float(text), Basic::UntypedFloat, syntax.at)
            }
            ExprKind::Char(it) => self.literal(
                Some(Constant::int((*it).into())),
                Basic::UntypedRune,
                syntax.at,
            ),
            ExprKind::Text(it) => self.literal(
                Some(Constant::Text(it.to_vec())),
                Basic::UntypedText,
                syntax.at,
            ),
            ExprKind::Imaginary => {
                self.absent(syntax.at, Refusal::Expression, "complex numbers", "")
            }
            ExprKind::Composite { of, elements } => {
                self.composite(of.as_deref(), elements, hint, syntax.at)
            }
            ExprKind::Function(literal) => self.function_literal(literal, syntax.at),
            ExprKind::Select(of, name) => self.select(of, name),
            ExprKind::Index(of, indices) => self.index(of, indices, syntax.at),
            ExprKind::Slice(of, bounds) => self.slice(of, bounds, syntax.at),
            ExprKind::Assert(of, Some(wanted)) => self.assertion(of, wanted, syntax.at),
            ExprKind::Assert(_, None) => self.refuse(
                syntax.at,
                Refusal::Expression,
                "`.(type)` is only for switches",
                "",
            ),
            ExprKind::Call(call) => self.call(call, syntax.at, hint),
            ExprKind::Star(of) => self.dereference(of, syntax.at),
            ExprKind::Unary("&", of) => self.address(of, hint, syntax.at),
            ExprKind::Unary(sign, of) => self.unary(sign, of, hint, syntax.at),
            ExprKind::Binary(sign, left, right) => self.binary(sign, left, right, hint, syntax.at),
            ExprKind::Channel => {
                let help = "programs of infrastructure run one step at a time: resources and Outputs say what waits for what";
                self.absent(syntax.at, Refusal::Expression, "channels", help)
            }
            _ => self.refuse(
                syntax.at,
                Refusal::Expression,
                "this is a type, and not a value",
                "",
            ),
        }
    }

    fn literal(&mut self, value: Option<Constant>, of: Basic, at: u32) -> Lowered<Operand> {
        match value {
            Some(value) => Ok(self.constant_operand(value, self.basic(of), at)),
            None => self.refuse(at, Refusal::Constant, "the number is too large", ""),
        }
    }

    fn dereference(&mut self, of: &Syntax, pos: u32) -> Lowered<Operand> {
        let pointer = self.value(of, None)?;
        let Kind::Pointer(inner) = *self.types.under(pointer.of) else {
            let message = format!(
                "invalid operation: cannot indirect a value of type {}",
                self.types.shown(pointer.of)
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        };
        let at = self.at(pos);
        let code = match self.types.is_aggregate(inner) {
            true => pointer.code,
            false => self.go("load", vec![pointer.code], at),
        };
        Ok(Operand::new(Mode::Variable, inner, code, pos))
    }
}
