//! Calls.

use std::rc::Rc;

use lumi_pack::il::{Expr, ExprKind as Il};

use super::names::member;
use super::{Mode, Operand};
use crate::lowering::{Lowered, Lowering};
use crate::nodes::{assign, call, expr, get, index, local, sequence, string};
use crate::objects::Object;
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::{Call, Expr as Syntax, ExprKind, Ident};
use crate::types::{Basic, Found, Kind, Signature, TypeId};

/// A call whose function and arguments are code.
pub struct CallParts {
    pub callee: Expr,
    pub arguments: Vec<Expr>,
    pub results: Vec<TypeId>,
}

impl Lowering<'_> {
    pub fn call(&mut self, syntax: &Rc<Call>, pos: Pos, hint: Option<TypeId>) -> Lowered<Operand> {
        if let Some(to) = self.type_if_any_of_callee(&syntax.of)? {
            let [argument] = syntax.arguments.as_slice() else {
                return self.refuse(pos, Refusal::Mismatch, "a conversion has one argument", "");
            };
            return self.conversion(to, argument, pos);
        }
        if let Some(builtin) = self.builtin_named(&syntax.of) {
            return self.builtin(builtin, syntax, pos, hint);
        }
        let at = self.at(pos);
        let parts = self.call_parts(syntax, pos)?;
        let code = call(parts.callee, parts.arguments, at);
        let (mode, of) = match parts.results.as_slice() {
            [] => (Mode::Nothing, self.basic(Basic::Invalid)),
            [one] => (Mode::Fresh, *one),
            _ => (
                Mode::Fresh,
                self.types.of(Kind::Tuple(parts.results.into())),
            ),
        };
        Ok(Operand::new(mode, of, code, pos))
    }

    fn type_if_any_of_callee(&mut self, of: &Syntax) -> Lowered<Option<TypeId>> {
        match &of.kind {
            ExprKind::Name(name) => match self.lookup(name, of.at) {
                Some(Object::Type(_) | Object::Known(_)) => self.type_if_any(of),
                _ => Ok(None),
            },
            ExprKind::Paren(inner) => self.type_if_any_of_callee(inner),
            ExprKind::Star(inner) => {
                let found = self.type_if_any_of_callee(inner)?;
                Ok(found.map(|it| self.types.of(Kind::Pointer(it))))
            }
            ExprKind::Function(_) | ExprKind::Call(_) => Ok(None),
            ExprKind::Index(inner, _) if self.generic_function(inner).is_some() => Ok(None),
            _ => self.type_if_any(of),
        }
    }

    pub fn builtin_named(&mut self, of: &Syntax) -> Option<&'static str> {
        match &of.kind {
            ExprKind::Name(name) => match self.lookup(name, of.at) {
                Some(Object::Builtin(it)) => Some(it),
                _ => None,
            },
            ExprKind::Paren(inner) => self.builtin_named(inner),
            _ => None,
        }
    }

    /// The function and the arguments of a call.
    pub fn call_parts(&mut self, syntax: &Rc<Call>, pos: Pos) -> Lowered<CallParts> {
        if let Some(function) = self.generic_function(&syntax.of) {
            return self.generic_call(function, &[], syntax, pos);
        }
        if let ExprKind::Index(of, arguments) = &syntax.of.kind
            && let Some(function) = self.generic_function(of)
        {
            return self.generic_call(function, arguments, syntax, pos);
        }
        if let ExprKind::Select(of, name) = &syntax.of.kind
            && self.package_named(of).is_none()
            && self.type_if_any_of_callee(of)?.is_none()
        {
            return self.selected_call(of, name, syntax, pos);
        }
        let callee = self.value(&syntax.of, None)?;
        let Some(signature) = self.types.signature(callee.of) else {
            let message = format!(
                "invalid operation: cannot call a value of type {}",
                self.types.shown(callee.of)
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        };
        let arguments = self.arguments(&signature, syntax, Vec::new(), pos)?;
        Ok(CallParts {
            callee: callee.code,
            arguments,
            results: signature.results.clone(),
        })
    }

    /// `of.name(…)`
    fn selected_call(
        &mut self,
        of: &Syntax,
        name: &Ident,
        syntax: &Rc<Call>,
        pos: Pos,
    ) -> Lowered<CallParts> {
        let at = self.at(name.at);
        let operand = self.value(of, None)?;
        let selection = self.selected(operand.of, name)?;
        let method_type = self.method_type(&selection);
        let Some(signature) = self.types.signature(method_type) else {
            let message = format!(
                "invalid operation: cannot call a value of type {}",
                self.types.shown(method_type)
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        };
        let (callee, mut arguments) = match &selection.found {
            Found::Field(field, _) => {
                let object = self.embedded(operand.code, &selection.path, at);
                (get(object, &member(field), at), Vec::new())
            }
            Found::Interface(method, _) => {
                let object = self.embedded(operand.code, &selection.path, at);
                let invoke = self.library("index", "invoke", at);
                (invoke, vec![object, string(method, at)])
            }
            Found::Method(method) => {
                let receiver = self.receiver(of, operand, &selection.path, method)?;
                (self.method_code(method, name.at)?, vec![receiver])
            }
        };
        arguments.extend(self.arguments(&signature, syntax, Vec::new(), pos)?);
        Ok(CallParts {
            callee,
            arguments,
            results: signature.results.clone(),
        })
    }

    /// A call of a generic function, of which the arguments imply the types that code does not name.
    #[expect(
        clippy::too_many_lines,
        reason = "one sequence of steps, of which each needs what those before it found"
    )]
    fn generic_call(
        &mut self,
        function: usize,
        named: &[Syntax],
        syntax: &Rc<Call>,
        pos: Pos,
    ) -> Lowered<CallParts> {
        let (declaration, package) = (
            Rc::clone(&self.functions[function].syntax),
            self.functions[function].package,
        );
        let count = declaration.type_parameters.len();
        let mut found: Vec<Option<TypeId>> = vec![None; count];
        if named.len() > count {
            return self.refuse(
                pos,
                Refusal::Generic,
                "there are too many type arguments",
                "",
            );
        }
        for (index, it) in named.iter().enumerate() {
            found[index] = Some(self.type_of(it)?);
        }
        let mut known = Vec::new();
        if found.iter().any(Option::is_none) {
            known = self.inferred(&declaration, package, syntax, &mut found)?;
        }
        let Some(types) = found.into_iter().collect::<Option<Vec<TypeId>>>() else {
            let help = format!("name them: {}[T](…)", declaration.name.name);
            return self.refuse(
                pos,
                Refusal::Generic,
                "the type arguments cannot be inferred",
                &help,
            );
        };
        let around = self.elsewhere(package);
        self.scopes
            .push(self.type_scope(&declaration.type_parameters, &types));
        let is_fitting = self.are_fitting(&declaration.type_parameters, &types, pos);
        self.back(around);
        is_fitting?;
        let of = self.function_type(function, &types)?;
        let Some(signature) = self.types.signature(of) else {
            return Err(crate::lowering::Refused);
        };
        let mut arguments = Vec::new();
        if declaration.body.is_none() {
            let at = self.at(pos);
            arguments.extend(
                types
                    .iter()
                    .map(|it| self.description(*it, at))
                    .collect::<Vec<_>>(),
            );
        }
        arguments.extend(self.arguments(&signature, syntax, known, pos)?);
        let callee = self.function_code(function, types, pos)?;
        Ok(CallParts {
            callee,
            arguments,
            results: signature.results.clone(),
        })
    }

    /// Finds type arguments by the values of a call: those with types first, then untyped constants. Returns the values
    /// that are known.
    fn inferred(
        &mut self,
        declaration: &Rc<crate::syntax::tree::FunctionDeclaration>,
        package: usize,
        syntax: &Rc<Call>,
        found: &mut [Option<TypeId>],
    ) -> Lowered<Vec<Option<Operand>>> {
        let parameters = self.open_parameters(declaration, package)?;
        let last = parameters.len().saturating_sub(1);
        let is_variadic = declaration.signature.is_variadic && !syntax.is_spread;
        let (mut untyped, mut known) = (Vec::new(), Vec::new());
        for (index, argument) in syntax.arguments.iter().enumerate() {
            known.push(None);
            let Some(mut open) = parameters
                .get(if is_variadic { index.min(last) } else { index })
                .copied()
            else {
                continue;
            };
            if declaration.signature.is_variadic && syntax.is_spread && index == last {
                open = self.types.of(Kind::Slice(open));
            }
            // These need the types of the parameters.
            let is_composite = matches!(argument.kind, ExprKind::Composite { of: None, .. });
            if is_composite || self.generic_function(argument).is_some() {
                continue;
            }
            let operand = self.value(argument, None)?;
            match self
                .types
                .basic_of(operand.of)
                .filter(|it| it.is_untyped() && self.types.named_of(operand.of).is_none())
            {
                Some(Basic::Nil) => {}
                Some(basic) => untyped.push((open, basic)),
                None => {
                    if !self.unify(open, operand.of, found) {
                        let message = format!(
                            "a value of type {} does not fit the type parameters",
                            self.types.shown(operand.of)
                        );
                        return self.refuse(argument.at, Refusal::Generic, &message, "");
                    }
                }
            }
            known[index] = Some(operand);
        }
        self.unify_constraints(declaration, package, found)?;
        untyped.sort_by_key(|it| std::cmp::Reverse(it.1));
        for (open, basic) in untyped {
            if let Kind::Parameter(index) = *self.types.kind(open)
                && found[index].is_none()
            {
                found[index] = Some(self.basic(basic.default_type()));
            }
        }
        self.unify_constraints(declaration, package, found)?;
        Ok(known)
    }

    /// The code of the arguments of a call.
    pub fn arguments(
        &mut self,
        signature: &Signature,
        syntax: &Rc<Call>,
        mut known: Vec<Option<Operand>>,
        pos: Pos,
    ) -> Lowered<Vec<Expr>> {
        let fixed = signature.parameters.len() - usize::from(signature.is_variadic);
        if let ([only], false) = (syntax.arguments.as_slice(), syntax.is_spread)
            && matches!(only.kind, ExprKind::Call(_))
            && known.is_empty()
        {
            let found = self.value_or_nothing(only, signature.parameters.first().copied())?;
            if let Kind::Tuple(types) = self.types.kind(found.of).clone() {
                let results = self.results_of_call(found.code, &types, only.at);
                return self.fitting_arguments(signature, results.0, Some(results.1), pos);
            }
            known.push((found.mode != Mode::Nothing).then_some(found));
        }
        let mut operands = Vec::new();
        for (position, it) in syntax.arguments.iter().enumerate() {
            let hint = match signature
                .parameters
                .get(position.min(signature.parameters.len().saturating_sub(1)))
            {
                Some(last) if position >= fixed && !syntax.is_spread => {
                    match self.types.kind(*last) {
                        Kind::Slice(it) => Some(*it),
                        _ => None,
                    }
                }
                other => other.copied(),
            };
            operands.push(match known.get_mut(position).and_then(Option::take) {
                Some(it) => it,
                None => self.value(it, hint)?,
            });
        }
        if !syntax.is_spread {
            return self.fitting_arguments(signature, operands, None, pos);
        }
        if !signature.is_variadic || operands.len() != signature.parameters.len() {
            return self.refuse(
                pos,
                Refusal::Mismatch,
                "`...` does not fit the parameters of the function",
                "",
            );
        }
        let pairs = operands.into_iter().zip(&signature.parameters);
        pairs.map(|(it, of)| self.assigned(it, *of)).collect()
    }

    /// Several results as values, and the code that comes before them.
    fn results_of_call(&mut self, code: Expr, types: &[TypeId], pos: Pos) -> (Vec<Operand>, Expr) {
        let at = self.at(pos);
        let slot = self.temporary("results");
        let operands = types.iter().enumerate().map(|(position, of)| {
            let position = u32::try_from(position).unwrap_or(u32::MAX);
            Operand::new(
                Mode::Fresh,
                *of,
                index(local(slot, at), f64::from(position), at),
                pos,
            )
        });
        (operands.collect(), assign(local(slot, at), code, at))
    }

    fn fitting_arguments(
        &mut self,
        signature: &Signature,
        operands: Vec<Operand>,
        before: Option<Expr>,
        pos: Pos,
    ) -> Lowered<Vec<Expr>> {
        let at = self.at(pos);
        let fixed = signature.parameters.len() - usize::from(signature.is_variadic);
        let is_fitting = match signature.is_variadic {
            true => operands.len() >= fixed,
            false => operands.len() == fixed,
        };
        if !is_fitting {
            let count = if operands.len() < fixed {
                "not enough"
            } else {
                "too many"
            };
            let message = format!(
                "{count} arguments in the call: it has {}, and the function {fixed}",
                operands.len()
            );
            return self.refuse(pos, Refusal::Mismatch, &message, "");
        }
        let mut found = Vec::new();
        let mut rest = Vec::new();
        for (position, it) in operands.into_iter().enumerate() {
            if position < fixed {
                found.push(self.assigned(it, signature.parameters[position])?);
                continue;
            }
            let Some(Kind::Slice(element)) = signature
                .parameters
                .last()
                .map(|it| self.types.kind(*it).clone())
            else {
                return Err(crate::lowering::Refused);
            };
            rest.push(self.assigned(it, element)?);
        }
        if signature.is_variadic {
            found.push(match rest.is_empty() {
                true => crate::nodes::null(at),
                false => self.go("slice", vec![crate::nodes::array(rest, at)], at),
            });
        }
        if let (Some(before), Some(first)) = (before, found.first_mut()) {
            let value = std::mem::replace(first, expr(Il::Null, at));
            *first = sequence(vec![before, value], at);
        }
        Ok(found)
    }
}
