//! Type arguments: whether they fit, and those that arguments of calls imply.

use std::collections::HashMap;
use std::rc::Rc;

use super::lowering::{Lowered, Lowering};
use super::objects::Object;
use super::refusal::Refusal;
use super::syntax::Pos;
use super::syntax::tree::{FunctionDeclaration, Parameter};
use super::types::{Kind, TypeId};

impl Lowering<'_> {
    /// Refuses type arguments that the constraints of type parameters exclude.
    pub fn are_fitting(
        &mut self,
        parameters: &[Parameter],
        arguments: &[TypeId],
        at: Pos,
    ) -> Lowered<()> {
        for (parameter, of) in parameters.iter().zip(arguments) {
            if self.is_open(*of) {
                continue;
            }
            let constraint = self.type_of(&parameter.value_type)?;
            if !self.satisfies(*of, constraint) {
                let name = parameter
                    .name
                    .as_ref()
                    .map(|it| Rc::clone(&it.name))
                    .unwrap_or_default();
                let message = format!(
                    "{} does not satisfy the constraint of {name}",
                    self.types.shown(*of)
                );
                return self.refuse(at, Refusal::Generic, &message, "");
            }
        }
        Ok(())
    }

    /// Whether a type has type parameters whose arguments are looked for.
    fn is_open(&self, of: TypeId) -> bool {
        match self.types.kind(of) {
            Kind::Parameter(_) => true,
            Kind::Pointer(it) | Kind::Slice(it) | Kind::Array(_, it) => self.is_open(*it),
            Kind::Map(key, value) => self.is_open(*key) || self.is_open(*value),
            Kind::Function(it) => it
                .parameters
                .iter()
                .chain(&it.results)
                .any(|it| self.is_open(*it)),
            Kind::Named(index) => self.types.named[*index]
                .arguments
                .iter()
                .any(|it| self.is_open(*it)),
            _ => false,
        }
    }

    /// The types of the parameters of a generic function, whose type parameters stand for themselves.
    pub fn open_parameters(
        &mut self,
        declaration: &FunctionDeclaration,
        package: usize,
    ) -> Lowered<Vec<TypeId>> {
        let around = self.elsewhere(package);
        let scope = self.open_scope(declaration);
        self.scopes.push(scope);
        let found = declaration
            .signature
            .parameters
            .iter()
            .map(|it| self.type_of(&it.value_type))
            .collect();
        self.back(around);
        found
    }

    fn open_scope(&mut self, declaration: &FunctionDeclaration) -> HashMap<Rc<str>, Object> {
        let names = declaration
            .type_parameters
            .iter()
            .filter_map(|it| it.name.as_ref())
            .enumerate();
        let names: Vec<(usize, Rc<str>)> = names
            .map(|(index, it)| (index, Rc::clone(&it.name)))
            .collect();
        let scope = names.into_iter().map(|(index, name)| {
            let of = self.types.of(Kind::Parameter(index));
            (name, Object::Known(of))
        });
        scope.collect()
    }

    /// Finds type arguments so that a type with type parameters is another one.
    pub fn unify(&mut self, open: TypeId, of: TypeId, found: &mut [Option<TypeId>]) -> bool {
        let open_kind = self.types.kind(open).clone();
        if let Kind::Parameter(index) = open_kind {
            return match found.get(index).copied().flatten() {
                Some(it) => it == of || self.types.underlying(it) == self.types.underlying(of),
                None => {
                    if let Some(it) = found.get_mut(index) {
                        *it = Some(of);
                    }
                    true
                }
            };
        }
        if open == of || !self.is_open(open) {
            return true;
        }
        if let (Kind::Named(a), Kind::Named(b)) = (&open_kind, self.types.kind(of)) {
            let (a, b) = (&self.types.named[*a], &self.types.named[*b]);
            if a.declaration != b.declaration {
                return false;
            }
            let (a, b) = (a.arguments.clone(), b.arguments.clone());
            return a.into_iter().zip(b).all(|(a, b)| self.unify(a, b, found));
        }
        match (open_kind, self.types.under(of).clone()) {
            (Kind::Pointer(a), Kind::Pointer(b)) | (Kind::Slice(a), Kind::Slice(b)) => {
                self.unify(a, b, found)
            }
            (Kind::Array(m, a), Kind::Array(n, b)) if m == n => self.unify(a, b, found),
            (Kind::Map(a, b), Kind::Map(c, d)) => {
                self.unify(a, c, found) && self.unify(b, d, found)
            }
            (Kind::Function(a), Kind::Function(b)) => {
                let is_similar =
                    a.parameters.len() == b.parameters.len() && a.results.len() == b.results.len();
                let left = a.parameters.iter().chain(&a.results);
                let right = b.parameters.iter().chain(&b.results);
                is_similar && left.zip(right).all(|(a, b)| self.unify(*a, *b, found))
            }
            // An alias such as `iter.Seq[V]` is a function with a name.
            (Kind::Named(_), _) => {
                let under = self.types.underlying(open);
                under != open && self.unify(under, of, found)
            }
            _ => false,
        }
    }

    /// Finds type arguments by the constraints of type parameters, such as `~[]E`.
    pub fn unify_constraints(
        &mut self,
        declaration: &FunctionDeclaration,
        package: usize,
        found: &mut [Option<TypeId>],
    ) -> Lowered<()> {
        let around = self.elsewhere(package);
        let scope = self.open_scope(declaration);
        self.scopes.push(scope);
        let constraints: Lowered<Vec<TypeId>> = declaration
            .type_parameters
            .iter()
            .map(|it| self.type_of(&it.value_type))
            .collect();
        self.back(around);
        for (index, constraint) in constraints?.into_iter().enumerate() {
            let Kind::Interface(constraint) = self.types.under(constraint).clone() else {
                continue;
            };
            let (Some([(is_tilde, core)]), Some(of)) = (constraint.union.as_deref(), found[index])
            else {
                continue;
            };
            let of = if *is_tilde {
                self.types.underlying(of)
            } else {
                of
            };
            self.unify(*core, of, found);
        }
        Ok(())
    }
}
