//! Calls of the functions that Go declares.

use std::rc::Rc;

use lumi_pack::il::Expr;

use super::{Mode, Operand};
use crate::constant::Constant;
use crate::lowering::{Lowered, Lowering};
use crate::nodes::{local, null};
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::{Call, Expr as Syntax};
use crate::types::{Basic, Kind, TypeId};

/// The functions that Go declares.
pub const BUILTINS: &[&str] = &[
    "append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "iota", "len", "make",
    "max", "min", "new", "panic", "print", "println", "real", "recover",
];

impl Lowering<'_> {
    pub fn builtin(
        &mut self,
        name: &'static str,
        call: &Rc<Call>,
        pos: Pos,
        hint: Option<TypeId>,
    ) -> Lowered<Operand> {
        let arguments = call.arguments.as_slice();
        if call.is_spread && name != "append" {
            return self.refuse(
                pos,
                Refusal::Mismatch,
                &format!("`...` does not fit {name}"),
                "",
            );
        }
        match (name, arguments) {
            ("len" | "cap", [of]) => self.length(name, of, pos),
            ("append", [of, rest @ ..]) => self.append(of, rest, call.is_spread, hint, pos),
            ("copy", [to, from]) => self.copy(to, from, pos),
            ("delete", [map, key]) => self.delete(map, key, pos),
            ("clear", [of]) => self.clear(of, pos),
            ("make", [of, sizes @ ..]) => self.make(of, sizes, pos),
            ("new", [of]) => self.new_value(of, pos),
            ("panic", [of]) => {
                let any = self.types.empty_interface();
                let value = self.value(of, Some(any))?;
                let value = self.assigned(value, any)?;
                self.nothing("panic", vec![value], pos)
            }
            ("recover", []) => self.recover(pos),
            ("min" | "max", [_, ..]) => self.extreme(name, arguments, hint, pos),
            ("print" | "println", _) => {
                let help = "fmt.Println writes to the standard output";
                self.absent(
                    pos,
                    Refusal::Expression,
                    &format!("{name}, which writes to the standard error"),
                    help,
                )
            }
            ("close", _) => self.absent(pos, Refusal::Expression, "channels", ""),
            ("complex" | "real" | "imag", _) => {
                self.absent(pos, Refusal::Expression, "complex numbers", "")
            }
            _ => self.refuse(
                pos,
                Refusal::Mismatch,
                &format!("the number of arguments does not fit {name}"),
                "",
            ),
        }
    }

    fn nothing(&mut self, name: &str, arguments: Vec<Expr>, pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        let code = self.go(name, arguments, at);
        Ok(Operand::new(
            Mode::Nothing,
            self.basic(Basic::Invalid),
            code,
            pos,
        ))
    }

    fn integer(&mut self, name: &str, arguments: Vec<Expr>, pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        let code = self.go(name, arguments, at);
        Ok(Operand::new(Mode::Fresh, self.basic(Basic::Int), code, pos))
    }

    fn unfitting<T>(&mut self, name: &str, of: TypeId, pos: Pos) -> Lowered<T> {
        let message = format!(
            "invalid argument: a value of type {} does not fit {name}",
            self.types.shown(of)
        );
        self.refuse(pos, Refusal::Mismatch, &message, "")
    }

    fn length(&mut self, name: &str, of: &Syntax, pos: Pos) -> Lowered<Operand> {
        let operand = self.value(of, None)?;
        let int = self.basic(Basic::Int);
        let under = match self.types.under(operand.of).clone() {
            Kind::Pointer(it) => self.types.under(it).clone(),
            it => it,
        };
        match (under, name) {
            (Kind::Basic(basic), "len") if basic.is_text() => match operand.constant() {
                Some(Constant::Text(it)) => {
                    let length = i64::try_from(it.len()).unwrap_or(i64::MAX);
                    Ok(self.constant_operand(Constant::int(length), int, pos))
                }
                _ => {
                    let at = self.at(pos);
                    let code = crate::nodes::get(operand.code, "length", at);
                    Ok(Operand::new(Mode::Fresh, int, code, pos))
                }
            },
            (Kind::Array(length, _), _) => Ok(self.constant_operand(
                Constant::int(i64::try_from(length).unwrap_or(i64::MAX)),
                int,
                pos,
            )),
            (Kind::Slice(_), "len") => self.integer("length", vec![operand.code], pos),
            (Kind::Slice(_), _) => self.integer("capacity", vec![operand.code], pos),
            (Kind::Map(..), "len") => self.integer("size", vec![operand.code], pos),
            _ => self.unfitting(name, operand.of, pos),
        }
    }

    fn append(
        &mut self,
        of: &Syntax,
        rest: &[Syntax],
        is_spread: bool,
        hint: Option<TypeId>,
        pos: Pos,
    ) -> Lowered<Operand> {
        let at = self.at(pos);
        let operand = self.value(of, hint)?;
        let of = match (operand.of == self.basic(Basic::Nil), hint) {
            (true, Some(it)) => it,
            _ => operand.of,
        };
        let Kind::Slice(element) = *self.types.under(of) else {
            return self.unfitting("append", operand.of, pos);
        };
        let slice = self.assigned(operand, of)?;
        if is_spread {
            let [rest] = rest else {
                return self.refuse(pos, Refusal::Mismatch, "`...` follows one slice", "");
            };
            let added = self.value(rest, Some(of))?;
            let is_text = self.types.basic_of(added.of).is_some_and(Basic::is_text);
            let is_bytes = self.types.basic_of(element) == Some(Basic::Uint8);
            let code = match is_text && is_bytes {
                true => {
                    let text = self.code_of(added);
                    self.go("bytesOf", vec![text], at)
                }
                false => {
                    let wanted = self.types.of(Kind::Slice(element));
                    self.assigned(added, wanted)?
                }
            };
            let copy = self.copy_description(element, pos);
            let code = self.go("appendSlice", vec![slice, code, copy], at);
            return Ok(Operand::new(Mode::Fresh, of, code, pos));
        }
        let mut items = Vec::new();
        for it in rest {
            let value = self.value(it, Some(element))?;
            items.push(self.assigned(value, element)?);
        }
        let mut arguments = vec![slice];
        arguments.extend(items);
        let code = self.go("append", arguments, at);
        Ok(Operand::new(Mode::Fresh, of, code, pos))
    }

    /// The description of values that are copied; `null` for others.
    pub fn copy_description(&mut self, of: TypeId, pos: Pos) -> Expr {
        let at = self.at(pos);
        match self.types.is_aggregate(of) {
            true => self.description(of, at),
            false => null(at),
        }
    }

    fn copy(&mut self, to: &Syntax, from: &Syntax, pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        let (to, from) = (self.value(to, None)?, self.value(from, None)?);
        let Kind::Slice(element) = *self.types.under(to.of) else {
            return self.unfitting("copy", to.of, pos);
        };
        let source = match self.types.under(from.of).clone() {
            Kind::Slice(other) if other == element => from.code,
            Kind::Basic(basic)
                if basic.is_text() && self.types.basic_of(element) == Some(Basic::Uint8) =>
            {
                let text = self.code_of(from);
                self.go("bytesOf", vec![text], at)
            }
            _ => return self.unfitting("copy", from.of, pos),
        };
        let copy = self.copy_description(element, pos);
        self.integer("copy", vec![to.code, source, copy], pos)
    }

    fn delete(&mut self, map: &Syntax, key: &Syntax, pos: Pos) -> Lowered<Operand> {
        let map = self.value(map, None)?;
        let Kind::Map(key_type, _) = *self.types.under(map.of) else {
            return self.unfitting("delete", map.of, pos);
        };
        let key = self.value(key, Some(key_type))?;
        let key = self.assigned(key, key_type)?;
        self.nothing("deleteEntry", vec![map.code, key], pos)
    }

    fn clear(&mut self, of: &Syntax, pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        let operand = self.value(of, None)?;
        match self.types.under(operand.of).clone() {
            Kind::Map(..) => self.nothing("clearMap", vec![operand.code], pos),
            Kind::Slice(element) => {
                let zero = self.zero(element, at);
                let zero = crate::nodes::arrow(&[], zero, at);
                self.nothing("clearSlice", vec![operand.code, zero], pos)
            }
            _ => self.unfitting("clear", operand.of, pos),
        }
    }

    fn recover(&mut self, pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        let any = self.types.empty_interface();
        let known = self.function.as_ref().and_then(|it| it.panic);
        let slot = known.unwrap_or_else(|| self.slot("panic"));
        let Some(function) = &mut self.function else {
            return self.refuse(pos, Refusal::Expression, "recover is for functions", "");
        };
        function.panic = Some(slot);
        let code = self.go("recover", vec![local(slot, at)], at);
        Ok(Operand::new(Mode::Fresh, any, code, pos))
    }

    /// `min` and `max`
    fn extreme(
        &mut self,
        name: &str,
        arguments: &[Syntax],
        hint: Option<TypeId>,
        pos: Pos,
    ) -> Lowered<Operand> {
        let mut operands = Vec::new();
        for it in arguments {
            operands.push(self.value(it, hint)?);
        }
        let untyped = |it: &Self, of: TypeId| it.types.basic_of(of).is_some_and(Basic::is_untyped);
        let typed = operands
            .iter()
            .find(|it| !untyped(self, it.of))
            .map(|it| it.of);
        let widest = operands.iter().map(|it| it.of).max();
        let of = typed.or(widest).unwrap_or(self.basic(Basic::Int));
        if !self.types.is_ordered(of) {
            return self.unfitting(name, of, pos);
        }
        let constants: Option<Vec<Constant>> =
            operands.iter().map(|it| it.constant().cloned()).collect();
        if let Some(constants) = constants {
            let is_less =
                |a: &Constant, b: &Constant| a.compare(b) == Some(std::cmp::Ordering::Less);
            let found =
                constants
                    .into_iter()
                    .reduce(|a, b| match is_less(&b, &a) == (name == "min") {
                        true => b,
                        false => a,
                    });
            let Some(found) = found else {
                return Err(crate::lowering::Refused);
            };
            return Ok(self.constant_operand(found, of, pos));
        }
        let mut codes = Vec::new();
        for it in operands {
            codes.push(self.assigned(it, of)?);
        }
        let at = self.at(pos);
        let code = self.go(if name == "min" { "least" } else { "most" }, codes, at);
        Ok(Operand::new(Mode::Fresh, of, code, pos))
    }

    fn new_value(&mut self, of: &Syntax, pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        if let Some(inner) = self.type_if_any(of)? {
            let zero = self.zero(inner, at);
            return Ok(self.pointer_to(inner, zero, pos));
        }
        let operand = self.value(of, None)?;
        let operand = self.defaulted(operand)?;
        let inner = operand.of;
        let value = self.copied(operand);
        Ok(self.pointer_to(inner, value, pos))
    }

    fn pointer_to(&mut self, inner: TypeId, value: Expr, pos: Pos) -> Operand {
        let at = self.at(pos);
        let of = self.types.of(Kind::Pointer(inner));
        let code = match self.types.is_aggregate(inner) {
            true => value,
            false => self.go("cell", vec![value], at),
        };
        Operand::new(Mode::Fresh, of, code, pos)
    }

    fn make(&mut self, of: &Syntax, sizes: &[Syntax], pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        let wanted = self.type_of(of)?;
        let mut codes = Vec::new();
        for it in sizes {
            codes.push(self.element_index(it, None)?);
        }
        let code = match (self.types.under(wanted).clone(), codes.len()) {
            (Kind::Slice(element), 1..=2) => {
                let zero = self.zero(element, at);
                let zero = match self.types.is_aggregate(element) {
                    true => crate::nodes::arrow(&[], zero, at),
                    false => zero,
                };
                let name = if self.types.is_aggregate(element) {
                    "makeAggregates"
                } else {
                    "makeSlice"
                };
                let mut arguments = vec![zero];
                arguments.extend(codes);
                self.go(name, arguments, at)
            }
            (Kind::Map(key, _), 0..=1) => {
                let hash = self.key_description(key, pos)?;
                self.go("mapOf", vec![hash, crate::nodes::array(Vec::new(), at)], at)
            }
            _ => return self.unfitting("make", wanted, pos),
        };
        Ok(Operand::new(Mode::Fresh, wanted, code, pos))
    }
}
