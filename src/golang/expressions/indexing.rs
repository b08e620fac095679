//! Elements, slices and assertions.

use lumi_pack::il::{At, Expr};

use super::{Mode, Operand};
use crate::constant::Constant;
use crate::lowering::{Lowered, Lowering};
use crate::nodes::{binary, boolean, null, number};
use crate::objects::Object;
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::{Expr as Syntax, ExprKind};
use crate::types::{Basic, Kind, TypeId};

impl Lowering<'_> {
    /// `of[index]`, or a generic function with type arguments.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    pub fn index(&mut self, of: &Syntax, indices: &[Syntax], pos: Pos) -> Lowered<Operand> {
        if let Some(function) = self.generic_function(of) {
            return self.instantiated(function, indices, pos);
        }
        let at = self.at(pos);
        let operand = self.value(of, None)?;
        let [index] = indices else {
            return self.refuse(pos, Refusal::Mismatch, "an element has one index", "");
        };
        if self.types.basic_of(operand.of).is_some_and(Basic::is_text) {
            if let Some(Constant::Text(it)) = operand.constant() {
                let length = u64::try_from(it.len()).unwrap_or(u64::MAX);
                self.element_index(index, Some(length))?;
            }
            let index = self.element_index(index, None)?;
            let text = self.code_of(operand);
            let code = self.go("byteAt", vec![text, index], at);
            return Ok(Operand::new(
                Mode::Fresh,
                self.basic(Basic::Uint8),
                code,
                pos,
            ));
        }
        let is_pointer = matches!(self.types.under(operand.of), Kind::Pointer(_));
        let is_variable = is_pointer || operand.mode == Mode::Variable;
        let under = match self.types.under(operand.of).clone() {
            Kind::Pointer(it) if matches!(self.types.under(it), Kind::Array(..)) => {
                self.types.under(it).clone()
            }
            it => it,
        };
        let (code, of, is_variable) = match under {
            Kind::Slice(element) => {
                let index = self.element_index(index, None)?;
                (self.go("at", vec![operand.code, index], at), element, true)
            }
            Kind::Array(length, element) => {
                let index = self.element_index(index, Some(length))?;
                (
                    self.go("item", vec![operand.code, index], at),
                    element,
                    is_variable,
                )
            }
            Kind::Map(key, value) => {
                let index = self.value(index, Some(key))?;
                let index = self.assigned(index, key)?;
                (self.entry(operand.code, index, value, at), value, false)
            }
            _ => {
                let message = format!(
                    "invalid operation: a value of type {} has no elements",
                    self.types.shown(operand.of)
                );
                return self.refuse(pos, Refusal::Mismatch, &message, "");
            }
        };
        let mode = if is_variable {
            Mode::Variable
        } else {
            Mode::Value
        };
        Ok(Operand::new(mode, of, code, pos))
    }

    /// The generic function that an expression names.
    pub fn generic_function(&mut self, of: &Syntax) -> Option<usize> {
        let found = match &of.kind {
            ExprKind::Name(name) => self.lookup(name, of.at)?,
            ExprKind::Select(package, name) => {
                let index = self.package_named(package)?;
                self.packages[index].names.get(&name.name)?.clone()
            }
            _ => return None,
        };
        match found {
            Object::Function(index) if !self.functions[index].syntax.type_parameters.is_empty() => {
                Some(index)
            }
            _ => None,
        }
    }

    fn instantiated(
        &mut self,
        function: usize,
        arguments: &[Syntax],
        pos: Pos,
    ) -> Lowered<Operand> {
        let mut types = Vec::new();
        for it in arguments {
            types.push(self.type_of(it)?);
        }
        let wanted = self.functions[function].syntax.type_parameters.len();
        if wanted != types.len() {
            let message = format!(
                "the function has {wanted} type parameters, and not {}",
                types.len()
            );
            return self.refuse(pos, Refusal::Generic, &message, "name all of them here");
        }
        let of = self.function_type(function, &types)?;
        let code = self.function_code(function, types, pos)?;
        Ok(Operand::new(Mode::Value, of, code, pos))
    }

    /// An entry of a map, or the zero value.
    pub fn entry(&mut self, map: Expr, key: Expr, of: TypeId, at: At) -> Expr {
        let zero = self.zero(of, at);
        let found = self.go("entry", vec![map, key], at);
        binary("??", found, zero, at)
    }

    /// An index of a slice or string, or of an array of known length.
    pub fn element_index(&mut self, syntax: &Syntax, length: Option<u64>) -> Lowered<Expr> {
        let int = self.basic(Basic::Int);
        let index = self.value(syntax, Some(int))?;
        let is_integer = self.types.basic_of(index.of).is_some_and(Basic::is_integer);
        if let Some(constant) = index.constant() {
            let whole = constant.whole().and_then(|it| u64::try_from(&it).ok());
            if whole.is_none_or(|it| length.is_some_and(|length| it >= length)) {
                return self.refuse(
                    syntax.at,
                    Refusal::Constant,
                    "invalid argument: the index is out of bounds",
                    "",
                );
            }
            let at = self.at(syntax.at);
            let constant = self.fitting_constant(
                &Operand {
                    of: self.basic(Basic::UntypedInt),
                    ..index.clone()
                },
                int,
            )?;
            return Ok(self.constant_code(&constant, int, at));
        }
        match is_integer {
            true => Ok(index.code),
            false => {
                let message = format!(
                    "invalid argument: an index is an integer, and not {}",
                    self.types.shown(index.of)
                );
                self.refuse(syntax.at, Refusal::Mismatch, &message, "")
            }
        }
    }

    /// `of[low:high:max]`
    pub fn slice(
        &mut self,
        of: &Syntax,
        bounds: &[Option<Box<Syntax>>; 3],
        pos: Pos,
    ) -> Lowered<Operand> {
        let at = self.at(pos);
        let operand = self.value(of, None)?;
        let mut codes = Vec::new();
        for it in bounds {
            codes.push(match it {
                Some(it) => self.element_index(it, None)?,
                None => null(at),
            });
        }
        let is_full = bounds[2].is_some();
        if self.types.basic_of(operand.of).is_some_and(Basic::is_text) && !is_full {
            let of = match self.types.basic_of(operand.of) {
                Some(Basic::UntypedText) => self.basic(Basic::Text),
                _ => operand.of,
            };
            let mut arguments = vec![self.code_of(operand)];
            arguments.extend(codes.into_iter().take(2));
            let code = self.go("textSlice", arguments, at);
            return Ok(Operand::new(Mode::Fresh, of, code, pos));
        }
        let (of, code) = match self.types.under(operand.of).clone() {
            Kind::Slice(_) => (operand.of, operand.code),
            Kind::Array(_, element) => {
                self.has_address(operand.mode == Mode::Variable, pos)?;
                (
                    self.types.of(Kind::Slice(element)),
                    self.go("sliceOf", vec![operand.code], at),
                )
            }
            Kind::Pointer(it) if matches!(self.types.under(it), Kind::Array(..)) => {
                let Kind::Array(_, element) = *self.types.under(it) else {
                    return Err(crate::lowering::Refused);
                };
                (
                    self.types.of(Kind::Slice(element)),
                    self.go("sliceOf", vec![operand.code], at),
                )
            }
            _ => {
                let message = format!(
                    "invalid operation: cannot slice a value of type {}",
                    self.types.shown(operand.of)
                );
                return self.refuse(pos, Refusal::Mismatch, &message, "");
            }
        };
        let mut arguments = vec![code];
        arguments.extend(codes);
        let code = self.go("sliced", arguments, at);
        Ok(Operand::new(Mode::Fresh, of, code, pos))
    }

    /// `of.(T)`
    pub fn assertion(&mut self, of: &Syntax, wanted: &Syntax, pos: Pos) -> Lowered<Operand> {
        let (code, wanted) = self.assertion_parts(of, wanted, pos)?;
        let at = self.at(pos);
        let description = self.description(wanted, at);
        let code = self.go("asserted", vec![code, description], at);
        Ok(Operand::new(Mode::Value, wanted, code, pos))
    }

    fn assertion_parts(
        &mut self,
        of: &Syntax,
        wanted: &Syntax,
        pos: Pos,
    ) -> Lowered<(Expr, TypeId)> {
        let operand = self.value(of, None)?;
        if !self.types.is_interface(operand.of) {
            let message = format!(
                "invalid operation: {} is not an interface",
                self.types.shown(operand.of)
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        }
        let wanted = self.type_of(wanted)?;
        self.can_be(operand.of, wanted, pos)?;
        Ok((operand.code, wanted))
    }

    /// Refuses a type that no value of an interface can have.
    pub fn can_be(&mut self, interface: TypeId, wanted: TypeId, pos: Pos) -> Lowered<()> {
        if self.types.is_interface(wanted) {
            return Ok(());
        }
        match self.lacks(wanted, interface) {
            None => Ok(()),
            Some(name) => {
                let message = format!(
                    "impossible type assertion: {} lacks the method {name}",
                    self.types.shown(wanted)
                );
                self.refuse(pos, Refusal::Mismatch, &message, "")
            }
        }
    }

    /// An expression with a second result that says whether there is a value: the code of an array of both.
    pub fn with_presence(&mut self, syntax: &Syntax) -> Lowered<Option<(Expr, TypeId)>> {
        let at = self.at(syntax.at);
        match &syntax.kind {
            ExprKind::Paren(inner) => self.with_presence(inner),
            ExprKind::Assert(of, Some(wanted)) => {
                let (code, wanted) = self.assertion_parts(of, wanted, syntax.at)?;
                let description = self.description(wanted, at);
                let zero = self.zero(wanted, at);
                Ok(Some((
                    self.go("tested", vec![code, description, zero], at),
                    wanted,
                )))
            }
            ExprKind::Index(of, indices) if self.generic_function(of).is_none() => {
                let operand = self.value(of, None)?;
                let (Kind::Map(key, value), [index]) =
                    (self.types.under(operand.of).clone(), indices.as_slice())
                else {
                    return Ok(None);
                };
                let index = self.value(index, Some(key))?;
                let index = self.assigned(index, key)?;
                let zero = self.zero(value, at);
                Ok(Some((
                    self.go("entryWithPresence", vec![operand.code, index, zero], at),
                    value,
                )))
            }
            _ => Ok(None),
        }
    }

    /// The zero value of a type.
    pub fn zero(&mut self, of: TypeId, at: At) -> Expr {
        match self.types.under(of).clone() {
            Kind::Basic(basic) if basic.is_bool() => boolean(false, at),
            Kind::Basic(basic) if basic.is_text() => crate::nodes::string("", at),
            Kind::Basic(basic) if basic.is_number() => number(0.0, at),
            Kind::Struct(_) | Kind::Array(..) => {
                let description = self.description(of, at);
                self.go("zero", vec![description], at)
            }
            _ => null(at),
        }
    }
}
