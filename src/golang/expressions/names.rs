//! Names, fields and methods.

use std::rc::Rc;

use lumi_pack::il::{At, Expr};

use super::{Mode, Operand};
use crate::lowering::{InstanceKey, Lowered, Lowering};
use crate::nodes::{get, local, string};
use crate::objects::Object;
use crate::refusal::Refusal;
use crate::syntax::Pos;
use crate::syntax::tree::{Expr as Syntax, ExprKind, Ident};
use crate::types::{Found, Kind, Method, Selection, TypeId, is_exported};

/// The name that a field has in LumiIL, which lacks some names of members.
pub fn member(name: &str) -> String {
    match lumi_pack::il::is_member(name) {
        true => name.to_owned(),
        false => format!("{name}$"),
    }
}

impl Lowering<'_> {
    pub fn name(&mut self, name: &Rc<str>, pos: Pos) -> Lowered<Operand> {
        if &**name == "_" {
            return self.refuse(pos, Refusal::Name, "cannot use _ as value", "");
        }
        match self.lookup(name, pos) {
            Some(found) => self.object_value(&found, name, pos),
            None => {
                let help = self.suggestion(name);
                self.refuse(pos, Refusal::Name, &format!("undefined: {name}"), &help)
            }
        }
    }

    fn suggestion(&self, name: &str) -> String {
        let names = self.scopes.iter().flat_map(|it| it.keys());
        let all = names.chain(self.packages[self.package].names.keys());
        let near = all.filter(|it| strsim::damerau_levenshtein(it, name) <= 1 + name.len() / 6);
        near.min()
            .map(|it| format!("did you mean `{it}`?"))
            .unwrap_or_default()
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    fn object_value(&mut self, object: &Object, name: &str, pos: Pos) -> Lowered<Operand> {
        let at = self.at(pos);
        match object {
            Object::Constant(index) => {
                let (value, of) = self.constant_object(*index, pos)?;
                Ok(self.constant_operand(value, of, pos))
            }
            Object::Value(value, of) => Ok(self.constant_operand(value.clone(), *of, pos)),
            Object::Global(index) => {
                let of = self.global_type(*index, pos)?;
                let slot = self.global_slot(*index);
                Ok(Operand::new(Mode::Variable, of, local(slot, at), pos))
            }
            Object::Local(index) => {
                self.variables[*index].is_used = true;
                let variable = &self.variables[*index];
                Ok(Operand::new(
                    Mode::Variable,
                    variable.of,
                    local(variable.slot, at),
                    pos,
                ))
            }
            Object::Function(index) => self.function_value(*index, pos),
            Object::Nil => {
                let of = self.basic(crate::types::Basic::Nil);
                Ok(Operand::new(Mode::Value, of, crate::nodes::null(at), pos))
            }
            Object::Builtin("iota") => match self.iota {
                Some(it) => {
                    let of = self.basic(crate::types::Basic::UntypedInt);
                    Ok(self.constant_operand(crate::constant::Constant::int(it.into()), of, pos))
                }
                None => self.refuse(
                    pos,
                    Refusal::Name,
                    "iota is only for declarations of constants",
                    "",
                ),
            },
            Object::Builtin(_) => self.refuse(
                pos,
                Refusal::Expression,
                &format!("{name} must be called"),
                "",
            ),
            Object::Package(_) => self.refuse(
                pos,
                Refusal::Expression,
                &format!("the package {name} is used as a value"),
                "",
            ),
            Object::Type(_) | Object::Known(_) => self.refuse(
                pos,
                Refusal::Expression,
                &format!("{name} is a type, and not a value"),
                "",
            ),
        }
    }

    /// A function as a value.
    fn function_value(&mut self, index: usize, pos: Pos) -> Lowered<Operand> {
        let syntax = Rc::clone(&self.functions[index].syntax);
        if !syntax.type_parameters.is_empty() {
            let message = format!(
                "the generic function {} needs type arguments here",
                syntax.name.name
            );
            return self.refuse(
                pos,
                Refusal::Generic,
                &message,
                &format!("write {}[T]", syntax.name.name),
            );
        }
        let of = self.function_type(index, &[])?;
        let code = self.function_code(index, Vec::new(), pos)?;
        Ok(Operand::new(Mode::Value, of, code, pos))
    }

    /// `of.name`
    pub fn select(&mut self, of: &Syntax, name: &Ident) -> Lowered<Operand> {
        if let Some(index) = self.package_named(of) {
            let object = self.package_member(index, name)?;
            return self.object_value(&object, &name.name, name.at);
        }
        if let Some(of) = self.type_before_dot(of)? {
            return self.method_expression(of, name);
        }
        let operand = self.value(of, None)?;
        let selection = self.selected(operand.of, name)?;
        let at = self.at(name.at);
        match &selection.found {
            Found::Field(field, field_type) => {
                let mode = match self.is_addressed(&operand, &selection.path) {
                    true => Mode::Variable,
                    false => Mode::Value,
                };
                let object = self.embedded(operand.code, &selection.path, at);
                let code = get(object, &member(field), at);
                Ok(Operand::new(mode, *field_type, code, name.at))
            }
            Found::Interface(method, signature) => {
                let object = self.embedded(operand.code, &selection.path, at);
                let code = self.go("boundMethod", vec![object, string(method, at)], at);
                Ok(Operand::new(Mode::Value, *signature, code, name.at))
            }
            Found::Method(method) => {
                let signature = self.method_type(&selection);
                let receiver = self.receiver(of, operand, &selection.path, method)?;
                let code = self.method_code(method, name.at)?;
                let code = self.go("bound", vec![code, receiver], at);
                Ok(Operand::new(Mode::Value, signature, code, name.at))
            }
        }
    }

    /// The package that an expression names.
    pub fn package_named(&mut self, of: &Syntax) -> Option<usize> {
        let ExprKind::Name(name) = &of.kind else {
            return None;
        };
        match self.lookup(name, of.at) {
            Some(Object::Package(index)) => Some(index),
            _ => None,
        }
    }

    pub fn package_member(&mut self, package: usize, name: &Ident) -> Lowered<Object> {
        let found = self.packages[package].names.get(&name.name).cloned();
        match found.filter(|_| is_exported(&name.name)) {
            Some(it) => Ok(it),
            None => {
                let (path, is_library) = (
                    self.packages[package].path.clone(),
                    self.packages[package].is_library,
                );
                let message = match is_library {
                    true => format!(
                        "LumiGo has no {}.{}",
                        self.packages[package].name, name.name
                    ),
                    false => format!("the package {path} has no exported name {}", name.name),
                };
                let names = self.packages[package]
                    .names
                    .keys()
                    .filter(|it| is_exported(it));
                let near = names.min_by_key(|it| strsim::damerau_levenshtein(it, &name.name));
                let near = near.filter(|it| strsim::damerau_levenshtein(it, &name.name) <= 2);
                let help = match near {
                    Some(it) => format!("did you mean `{it}`?"),
                    None if is_library => "docs/lumigo.md names what programs can use".to_owned(),
                    None => String::new(),
                };
                self.refuse(name.at, Refusal::Name, &message, &help)
            }
        }
    }

    fn type_before_dot(&mut self, of: &Syntax) -> Lowered<Option<TypeId>> {
        match &of.kind {
            ExprKind::Name(name) => match self.lookup(name, of.at) {
                Some(Object::Type(_) | Object::Known(_)) => self.type_if_any(of),
                _ => Ok(None),
            },
            ExprKind::Paren(inner) if matches!(inner.kind, ExprKind::Star(_)) => {
                let ExprKind::Star(pointed) = &inner.kind else {
                    return Ok(None);
                };
                let found = self.type_before_dot(pointed)?;
                Ok(found.map(|it| self.types.of(Kind::Pointer(it))))
            }
            _ => Ok(None),
        }
    }

    /// `T.Method`: a function whose first parameter is the receiver.
    fn method_expression(&mut self, of: TypeId, name: &Ident) -> Lowered<Operand> {
        let at = self.at(name.at);
        let Some(selection) = self.types.method(of, &name.name, self.package) else {
            let message = format!("{} has no method {}", self.types.shown(of), name.name);
            return self.refuse(name.at, Refusal::Name, &message, "");
        };
        let signature = self.method_type(&selection);
        let Some(signature) = self.types.signature(signature) else {
            return Err(crate::lowering::Refused);
        };
        let mut whole = (*signature).clone();
        whole.parameters.insert(0, of);
        let whole = self.types.of(Kind::Function(Rc::new(whole)));
        let code = match &selection.found {
            Found::Method(method)
                if selection.path.is_empty() && !method.has_pointer && of == method.of =>
            {
                self.method_code(method, name.at)?
            }
            Found::Method(method) if selection.path.is_empty() && method.has_pointer => {
                self.method_code(method, name.at)?
            }
            Found::Interface(..) => self.go("methodExpression", vec![string(&name.name, at)], at),
            _ => {
                let help = "write a function with the call";
                return self.absent(
                    name.at,
                    Refusal::Expression,
                    "method expressions of embedded types",
                    help,
                );
            }
        };
        Ok(Operand::new(Mode::Value, whole, code, name.at))
    }

    pub fn selected(&mut self, of: TypeId, name: &Ident) -> Lowered<Selection> {
        let is_pointer_to_interface =
            matches!(self.types.under(of), Kind::Pointer(it) if self.types.is_interface(*it));
        let is_double = matches!(self.types.under(of), Kind::Pointer(it) if matches!(self.types.under(*it), Kind::Pointer(_)));
        let target = match self.types.under(of) {
            Kind::Pointer(_) if self.types.named_of(of).is_some() => self.types.underlying(of),
            _ => of,
        };
        let found = self.types.selection(target, &name.name, self.package);
        match found {
            Some(Some(it)) if !is_pointer_to_interface && !is_double => Ok(it),
            Some(None) => {
                let message = format!("ambiguous selector {}", name.name);
                self.refuse(name.at, Refusal::Name, &message, "name the embedded field")
            }
            _ => {
                let message = format!(
                    "{} has no field or method {}",
                    self.types.shown(of),
                    name.name
                );
                self.refuse(name.at, Refusal::Name, &message, "")
            }
        }
    }

    /// Whether the value at the end of a path has an address.
    pub fn is_addressed(&self, of: &Operand, path: &[(Rc<str>, TypeId)]) -> bool {
        let is_pointer = |of: TypeId| matches!(self.types.under(of), Kind::Pointer(_));
        of.mode == Mode::Variable || is_pointer(of.of) || path.iter().any(|it| is_pointer(it.1))
    }

    /// A value with the embedded fields on a path.
    pub fn embedded(&mut self, of: Expr, path: &[(Rc<str>, TypeId)], at: At) -> Expr {
        path.iter()
            .fold(of, |of, (name, _)| get(of, &member(name), at))
    }

    /// The receiver of a call of a method.
    pub fn receiver(
        &mut self,
        syntax: &Syntax,
        operand: Operand,
        path: &[(Rc<str>, TypeId)],
        method: &Method,
    ) -> Lowered<Expr> {
        let (at, pos) = (self.at(syntax.at), syntax.at);
        let last = path.last().map_or(operand.of, |it| it.1);
        let is_pointer = matches!(self.types.under(last), Kind::Pointer(_));
        let is_fresh = operand.mode == Mode::Fresh && path.is_empty();
        if method.has_pointer && !is_pointer {
            if !self.is_addressed(&operand, path) {
                let message = format!(
                    "cannot call the pointer method {} on a value without an address",
                    method.name
                );
                return self.refuse(
                    pos,
                    Refusal::Mismatch,
                    &message,
                    "assign it to a variable first",
                );
            }
            if self.types.is_aggregate(method.of) {
                return Ok(self.embedded(operand.code, path, at));
            }
            return match path.split_last() {
                Some(((name, _), before)) => {
                    let object = self.embedded(operand.code, before, at);
                    Ok(self.go("field", vec![object, string(&member(name), at)], at))
                }
                None => self.address(syntax, None, pos).map(|it| it.code),
            };
        }
        let code = self.code_of(operand);
        let code = self.embedded(code, path, at);
        if method.has_pointer {
            return Ok(code);
        }
        let code = match is_pointer && !self.types.is_aggregate(method.of) {
            true => self.go("load", vec![code], at),
            false => code,
        };
        let mode = if is_fresh && !is_pointer {
            Mode::Fresh
        } else {
            Mode::Value
        };
        Ok(self.copied(Operand::new(mode, method.of, code, pos)))
    }

    /// The code of a function with its type arguments.
    pub fn function_code(
        &mut self,
        index: usize,
        arguments: Vec<TypeId>,
        pos: Pos,
    ) -> Lowered<Expr> {
        let (syntax, package) = (
            Rc::clone(&self.functions[index].syntax),
            self.functions[index].package,
        );
        let at = self.at(pos);
        if syntax.body.is_none() {
            return self.native(&syntax.name.name, package, pos);
        }
        let names = syntax
            .type_parameters
            .iter()
            .filter_map(|it| it.name.as_ref());
        let named = names
            .map(|it| Rc::clone(&it.name))
            .zip(arguments.iter().copied())
            .collect();
        let key = InstanceKey::Function(index, arguments);
        let slot = self.instance(key, &syntax, package, named, None, pos)?;
        Ok(local(slot, at))
    }

    /// A function that the library has in TypeScript.
    fn native(&mut self, name: &str, package: usize, pos: Pos) -> Lowered<Expr> {
        if !self.packages[package].is_library {
            return self.refuse(
                pos,
                Refusal::Declaration,
                &format!("the function {name} has no body"),
                "",
            );
        }
        let module = crate::library::module_of(&self.packages[package].path);
        let at = self.at(pos);
        Ok(self.library(&module, name, at))
    }

    /// The code of a method, whose first parameter is the receiver.
    pub fn method_code(&mut self, method: &Method, pos: Pos) -> Lowered<Expr> {
        let at = self.at(pos);
        let package = self.types.named_of(method.of).map_or(0, |it| it.package);
        let syntax = Rc::clone(&method.declaration);
        if syntax.body.is_none() {
            let of = self
                .types
                .named_of(method.of)
                .map(|it| Rc::clone(&it.name))
                .unwrap_or_default();
            return self.native(&format!("{of}_{}", method.name), package, pos);
        }
        let named = self.receiver_arguments(method.of, &syntax);
        let receiver = match method.has_pointer {
            true => self.types.of(Kind::Pointer(method.of)),
            false => method.of,
        };
        let key = InstanceKey::Method(method.of, Rc::clone(&method.name));
        let slot = self.instance(key, &syntax, package, named, Some(receiver), pos)?;
        Ok(local(slot, at))
    }
}
