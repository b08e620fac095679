//! Types as code names them.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigInt;

use super::lowering::{Lowered, Lowering, Refused};
use super::objects::Object;
use super::refusal::Refusal;
use super::syntax::Pos;
use super::syntax::tree::{
    Expr, ExprKind, Field as FieldSyntax, Ident, Member, Signature as SignatureSyntax,
};
use super::types::{
    Basic, Field, Found, Interface, Kind, Selection, Signature, TypeId, is_exported,
};

/// The longest array.
const MAX_LENGTH: u64 = 1 << 24;

impl Lowering<'_> {
    /// The type that code names.
    pub fn type_of(&mut self, syntax: &Expr) -> Lowered<TypeId> {
        match self.type_if_any(syntax)? {
            Some(it) => Ok(it),
            None => self.refuse(syntax.at, Refusal::Type, "this is not a type", ""),
        }
    }

    /// The type that code names, if it is none of a value.
    pub fn type_if_any(&mut self, syntax: &Expr) -> Lowered<Option<TypeId>> {
        let kind = match &syntax.kind {
            ExprKind::Paren(inner) => return self.type_if_any(inner),
            ExprKind::Name(name) => return self.named_type(name, syntax.at),
            ExprKind::Select(of, name) => return self.selected_type(of, name),
            ExprKind::Index(of, arguments) => return self.generic_type(of, arguments),
            ExprKind::Star(of) => match self.type_if_any(of)? {
                Some(it) => Kind::Pointer(it),
                None => return Ok(None),
            },
            ExprKind::SliceType(of) => Kind::Slice(self.type_of(of)?),
            ExprKind::Array(length, of) => self.array_type(length.as_deref(), of)?,
            ExprKind::Map(key, value) => {
                let of = self.type_of(key)?;
                let is_known = self
                    .types
                    .named_of(of)
                    .is_none_or(|it| it.underlying.is_some());
                if is_known && !self.types.is_comparable(of) {
                    let message = format!("invalid map key type {}", self.types.shown(of));
                    return self.refuse(key.at, Refusal::Type, &message, "");
                }
                Kind::Map(of, self.type_of(value)?)
            }
            ExprKind::Struct(fields) => self.struct_type(fields)?,
            ExprKind::FunctionType(signature) => {
                let signature = self.signature_type(signature)?;
                return Ok(Some(signature));
            }
            ExprKind::Interface(members) => self.interface_type(members)?,
            ExprKind::Channel => {
                let help = "programs of infrastructure run one step at a time: resources and Outputs say what waits for what";
                return self.absent(syntax.at, Refusal::Type, "channels", help);
            }
            _ => return Ok(None),
        };
        Ok(Some(self.types.of(kind)))
    }

    fn named_type(&mut self, name: &Rc<str>, at: Pos) -> Lowered<Option<TypeId>> {
        match self.lookup(name, at) {
            Some(Object::Known(of)) => Ok(Some(of)),
            Some(Object::Type(index)) => {
                if !self.declared[index].syntax.parameters.is_empty() {
                    let message = format!("the generic type {name} needs type arguments");
                    return self.refuse(at, Refusal::Generic, &message, "");
                }
                self.declared_type(index, Vec::new(), at).map(Some)
            }
            None if matches!(&**name, "complex64" | "complex128" | "complex") => {
                self.absent(at, Refusal::Type, "complex numbers", "")
            }
            None => {
                let message = format!("undefined: {name}");
                self.refuse(at, Refusal::Name, &message, "")
            }
            _ => Ok(None),
        }
    }

    fn selected_type(&mut self, of: &Expr, name: &Ident) -> Lowered<Option<TypeId>> {
        let ExprKind::Name(package) = &of.kind else {
            return Ok(None);
        };
        let Some(Object::Package(index)) = self.lookup(package, of.at) else {
            return Ok(None);
        };
        match self.packages[index].names.get(&name.name).cloned() {
            Some(Object::Type(it)) if is_exported(&name.name) => {
                self.declared_type(it, Vec::new(), name.at).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The declaration of a generic type, if code names one.
    fn generic_declaration(&mut self, of: &Expr) -> Option<usize> {
        let found = match &of.kind {
            ExprKind::Name(name) => self.lookup(name, of.at)?,
            ExprKind::Select(package, name) => {
                let ExprKind::Name(package_name) = &package.kind else {
                    return None;
                };
                let Some(Object::Package(index)) = self.lookup(package_name, package.at) else {
                    return None;
                };
                self.packages[index].names.get(&name.name)?.clone()
            }
            _ => return None,
        };
        match found {
            Object::Type(index) => Some(index),
            _ => None,
        }
    }

    fn generic_type(&mut self, of: &Expr, arguments: &[Expr]) -> Lowered<Option<TypeId>> {
        let Some(index) = self.generic_declaration(of) else {
            return Ok(None);
        };
        let mut types = Vec::new();
        for it in arguments {
            types.push(self.type_of(it)?);
        }
        self.declared_type(index, types, of.at).map(Some)
    }

    fn array_type(&mut self, length: Option<&Expr>, of: &Expr) -> Lowered<Kind> {
        let Some(length) = length else {
            return self.refuse(
                of.at,
                Refusal::Type,
                "`[...]` is only for the values of arrays",
                "",
            );
        };
        let (value, at) = (self.constant_value(length)?, length.at);
        let length = value.whole().filter(|it| *it >= BigInt::ZERO);
        let length = length
            .and_then(|it| u64::try_from(&it).ok())
            .filter(|it| *it <= MAX_LENGTH);
        let Some(length) = length else {
            let message = format!("the length of an array is a whole number up to {MAX_LENGTH}");
            return self.refuse(at, Refusal::Type, &message, "");
        };
        Ok(Kind::Array(length, self.type_of(of)?))
    }

    fn struct_type(&mut self, fields: &[FieldSyntax]) -> Lowered<Kind> {
        let mut found: Vec<Field> = Vec::new();
        for it in fields {
            let name = &it.name.name;
            if &**name != "_" && found.iter().any(|other| other.name == *name) {
                let message = format!("{name} redeclared");
                return self.refuse(it.name.at, Refusal::Declaration, &message, "");
            }
            let of = self.type_of(&it.value_type)?;
            let tag = it
                .tag
                .as_deref()
                .map(String::from_utf8_lossy)
                .unwrap_or_default();
            found.push(Field {
                name: Rc::clone(name),
                package: (!is_exported(name)).then_some(self.package),
                is_embedded: it.is_embedded,
                of,
                tag: tag.into(),
            });
        }
        Ok(Kind::Struct(found.into()))
    }

    pub fn signature_type(&mut self, syntax: &SignatureSyntax) -> Lowered<TypeId> {
        let mut parameters = Vec::new();
        for it in &syntax.parameters {
            parameters.push(self.type_of(&it.value_type)?);
        }
        if let (true, Some(last)) = (syntax.is_variadic, parameters.last_mut()) {
            *last = self.types.of(Kind::Slice(*last));
        }
        let mut results = Vec::new();
        for it in &syntax.results {
            results.push(self.type_of(&it.value_type)?);
        }
        let signature = Signature {
            parameters,
            results,
            is_variadic: syntax.is_variadic,
        };
        Ok(self.types.of(Kind::Function(Rc::new(signature))))
    }

    fn interface_type(&mut self, members: &[Member]) -> Lowered<Kind> {
        let mut found = Interface::default();
        for it in members {
            match it {
                Member::Method(name, signature) => {
                    let of = self.signature_type(signature)?;
                    found.methods.push((Rc::clone(&name.name), of));
                    if !is_exported(&name.name) {
                        found.package = Some(self.package);
                    }
                }
                Member::Types(union) => self.interface_part(union, &mut found)?,
            }
        }
        found.methods.sort();
        found.methods.dedup();
        Ok(Kind::Interface(Rc::new(found)))
    }

    fn interface_part(&mut self, union: &[(bool, Expr)], found: &mut Interface) -> Lowered<()> {
        let mut types = Vec::new();
        for (is_tilde, it) in union {
            let of = self.type_of(it)?;
            let Kind::Interface(inner) = self.types.under(of).clone() else {
                types.push((*is_tilde, of));
                continue;
            };
            match (&inner.union, union.len()) {
                (Some(inner), 2..) => types.extend(inner.iter().copied()),
                (inner_union, _) => {
                    found.methods.extend(inner.methods.iter().cloned());
                    found.is_comparable |= inner.is_comparable;
                    found.package = found.package.or(inner.package);
                    if let Some(inner) = inner_union {
                        types.extend(inner.iter().copied());
                    } else {
                        return Ok(());
                    }
                }
            }
        }
        found.union = Some(match found.union.take() {
            Some(before) => before.into_iter().filter(|it| types.contains(it)).collect(),
            None => types,
        });
        Ok(())
    }

    /// The type of a declaration with these type arguments.
    pub fn declared_type(
        &mut self,
        index: usize,
        arguments: Vec<TypeId>,
        at: Pos,
    ) -> Lowered<TypeId> {
        if let Some(found) = self.declared[index].instances.get(&arguments) {
            return Ok(*found);
        }
        let syntax = Rc::clone(&self.declared[index].syntax);
        let name = &syntax.name.name;
        if syntax.parameters.len() != arguments.len() {
            let message = format!(
                "{name} has {} type parameters, and not {}",
                syntax.parameters.len(),
                arguments.len()
            );
            return self.refuse(at, Refusal::Generic, &message, "");
        }
        let package = self.declared[index].package;
        if syntax.is_alias {
            return self.alias_type(index, arguments, at);
        }
        if self.types.named.len() > super::lowering::MAX_INSTANCES {
            return self.refuse(
                at,
                Refusal::Generic,
                "the program has too many instances of generic types",
                "",
            );
        }
        let of = self.new_named(name, package, arguments.clone(), index);
        self.declared[index].instances.insert(arguments.clone(), of);
        let around = self.elsewhere(package);
        self.scopes
            .push(self.type_scope(&syntax.parameters, &arguments));
        let is_fitting = self.are_fitting(&syntax.parameters, &arguments, at);
        let definition = is_fitting.and_then(|()| self.type_of(&syntax.definition));
        self.back(around);
        self.define_named(of, definition?, syntax.name.at)
    }

    pub fn new_named(
        &mut self,
        name: &Rc<str>,
        package: usize,
        arguments: Vec<TypeId>,
        index: usize,
    ) -> TypeId {
        let methods = self
            .declared
            .get(index)
            .map(|it| it.methods.clone())
            .unwrap_or_default();
        self.types.named.push(super::types::Named {
            name: Rc::clone(name),
            package,
            arguments,
            underlying: None,
            declaration: index,
            methods,
        });
        let number = self.types.named.len() - 1;
        self.types.of(Kind::Named(number))
    }

    /// Gives a type with a name its definition.
    pub fn define_named(&mut self, of: TypeId, definition: TypeId, at: Pos) -> Lowered<TypeId> {
        let Kind::Named(number) = *self.types.kind(of) else {
            return Err(Refused);
        };
        let under = self.types.underlying(definition);
        if under == self.basic(Basic::Invalid) || self.contains(under, of, 0) {
            let message = format!("invalid recursive type {}", self.types.named[number].name);
            return self.refuse(at, Refusal::Type, &message, "refer to it by a pointer");
        }
        self.types.named[number].underlying = Some(under);
        Ok(of)
    }

    /// Whether values of a type have those of another one in them.
    fn contains(&self, of: TypeId, inner: TypeId, depth: usize) -> bool {
        if of == inner || depth > 500 {
            return true;
        }
        match self.types.under(of) {
            Kind::Struct(fields) => fields
                .iter()
                .any(|it| self.contains(it.of, inner, depth + 1)),
            Kind::Array(_, it) => self.contains(*it, inner, depth + 1),
            _ => false,
        }
    }

    fn alias_type(&mut self, index: usize, arguments: Vec<TypeId>, at: Pos) -> Lowered<TypeId> {
        if std::mem::replace(&mut self.declared[index].is_busy, true) {
            return self.refuse(at, Refusal::Type, "the type is defined by itself", "");
        }
        let syntax = Rc::clone(&self.declared[index].syntax);
        let package = self.declared[index].package;
        let around = self.elsewhere(package);
        self.scopes
            .push(self.type_scope(&syntax.parameters, &arguments));
        let of = self.type_of(&syntax.definition);
        self.back(around);
        self.declared[index].is_busy = false;
        let of = of?;
        self.declared[index].instances.insert(arguments, of);
        Ok(of)
    }

    /// The names of type parameters, for their arguments.
    pub fn type_scope(
        &self,
        parameters: &[super::syntax::tree::Parameter],
        arguments: &[TypeId],
    ) -> HashMap<Rc<str>, Object> {
        let names = parameters.iter().filter_map(|it| it.name.as_ref());
        names
            .zip(arguments)
            .map(|(name, of)| (Rc::clone(&name.name), Object::Known(*of)))
            .collect()
    }

    /// The type of a method, without its receiver.
    pub fn method_type(&mut self, selection: &Selection) -> TypeId {
        match &selection.found {
            Found::Field(_, of) | Found::Interface(_, of) => *of,
            Found::Method(method) => {
                let key = (method.of, Rc::clone(&method.name));
                if let Some(found) = self.method_types.get(&key) {
                    return *found;
                }
                let method = method.clone();
                let found = self.in_method(&method, |it| {
                    it.signature_type(&method.declaration.signature)
                });
                let found = found.unwrap_or(self.basic(Basic::Invalid));
                self.method_types.insert(key, found);
                found
            }
        }
    }

    /// Calls `work` where the type parameters of the receiver of a method are known.
    fn in_method<T>(
        &mut self,
        method: &super::types::Method,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let package = self.types.named_of(method.of).map_or(0, |it| it.package);
        let arguments = self.receiver_arguments(method.of, &method.declaration);
        let around = self.elsewhere(package);
        let scope = arguments
            .into_iter()
            .map(|(name, of)| (name, Object::Known(of)));
        self.scopes.push(scope.collect());
        let found = work(self);
        self.back(around);
        found
    }

    /// The names that a method gives to the type parameters of its receiver, with their arguments.
    pub fn receiver_arguments(
        &self,
        of: TypeId,
        declaration: &super::syntax::tree::FunctionDeclaration,
    ) -> Vec<(Rc<str>, TypeId)> {
        let arguments = self
            .types
            .named_of(of)
            .map(|it| it.arguments.clone())
            .unwrap_or_default();
        let mut syntax = declaration.receiver.as_ref().map(|it| &*it.value_type);
        while let Some(it) = syntax {
            match &it.kind {
                ExprKind::Paren(inner) | ExprKind::Star(inner) => syntax = Some(inner),
                ExprKind::Index(_, names) => {
                    let names = names.iter().filter_map(|it| match &it.kind {
                        ExprKind::Name(name) => Some(Rc::clone(name)),
                        _ => None,
                    });
                    return names.zip(arguments).collect();
                }
                _ => break,
            }
        }
        Vec::new()
    }
}
