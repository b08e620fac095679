//! Fields and methods, also those of embedded types.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use super::{Kind, TypeId, Types};
use crate::syntax::tree::FunctionDeclaration;

/// Embedded fields by their names, each in the one before it, with their types.
type EmbeddedPath = Vec<(Rc<str>, TypeId)>;

/// A field or method that a selector means.
#[derive(Clone)]
pub struct Selection {
    /// The embedded fields on the way to it.
    pub path: EmbeddedPath,
    pub found: Found,
}

#[derive(Clone)]
pub enum Found {
    Field(Rc<str>, TypeId),
    Method(Method),
    /// A method of an interface, with its type.
    Interface(Rc<str>, TypeId),
}

/// A method of a type with a name.
#[derive(Clone)]
pub struct Method {
    pub name: Rc<str>,
    /// The type of the receiver, without a pointer.
    pub of: TypeId,
    pub has_pointer: bool,
    pub declaration: Rc<FunctionDeclaration>,
}

/// Whether a name is exported.
pub fn is_exported(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

impl Types {
    /// The type that a pointer points to, or the type itself.
    pub fn pointed(&self, of: TypeId) -> TypeId {
        match self.kind(of) {
            Kind::Pointer(it) => *it,
            _ => of,
        }
    }

    /// The field or method `name`: the one that the fewest embedded types are on the way to. `None` within means that
    /// several are equally near.
    pub fn selection(&self, of: TypeId, name: &str, package: usize) -> Option<Option<Selection>> {
        let mut level: Vec<(TypeId, EmbeddedPath)> = vec![(self.pointed(of), Vec::new())];
        let mut seen: HashSet<TypeId> = HashSet::new();
        while !level.is_empty() {
            let mut found = Vec::new();
            let mut next = Vec::new();
            for (of, path) in level {
                if !seen.insert(of) {
                    continue;
                }
                found.extend(self.own_member(of, name, package).map(|found| Selection {
                    path: path.clone(),
                    found,
                }));
                if let Kind::Struct(fields) = self.under(of) {
                    for it in fields.iter().filter(|it| it.is_embedded) {
                        let mut path = path.clone();
                        path.push((Rc::clone(&it.name), it.of));
                        next.push((self.pointed(it.of), path));
                    }
                }
            }
            match found.len() {
                0 => level = next,
                1 => return Some(found.pop()),
                _ => return Some(None),
            }
        }
        None
    }

    fn own_member(&self, of: TypeId, name: &str, package: usize) -> Option<Found> {
        if let Some(named) = self.named_of(of)
            && let Some(method) = named.methods.get(name)
            && (is_exported(name) || named.package == package)
        {
            return Some(Found::Method(Method {
                name: Rc::from(name),
                of,
                has_pointer: has_pointer(method),
                declaration: Rc::clone(method),
            }));
        }
        match self.under(of) {
            Kind::Struct(fields) => {
                let is = |it: &&super::Field| {
                    &*it.name == name && it.package.is_none_or(|it| it == package)
                };
                let field = fields.iter().find(is)?;
                Some(Found::Field(Rc::clone(&field.name), field.of))
            }
            Kind::Interface(it) => {
                let method = it.methods.iter().find(|it| &*it.0 == name)?;
                Some(Found::Interface(Rc::clone(&method.0), method.1))
            }
            _ => None,
        }
    }

    /// The names of all methods of a type and the types that it embeds.
    pub fn method_names(&self, of: TypeId) -> Vec<Rc<str>> {
        let mut names = BTreeSet::new();
        for of in self.with_embedded(of) {
            if let Some(named) = self.named_of(of) {
                names.extend(named.methods.keys().cloned());
            }
            if let Kind::Interface(it) = self.under(of) {
                names.extend(it.methods.iter().map(|it| Rc::clone(&it.0)));
            }
        }
        names.into_iter().collect()
    }

    /// The package of a method of a type, or of one that it embeds.
    pub fn package_of_method(&self, of: TypeId, name: &str) -> Option<usize> {
        let mut types = self.with_embedded(of).into_iter();
        types.find_map(|it| {
            let named = self.named_of(it)?;
            named.methods.contains_key(name).then_some(named.package)
        })
    }

    /// A type without a pointer, and the types that it embeds.
    fn with_embedded(&self, of: TypeId) -> Vec<TypeId> {
        let mut found = vec![self.pointed(of)];
        let mut seen: HashSet<TypeId> = found.iter().copied().collect();
        let mut next = 0;
        while let Some(of) = found.get(next).copied() {
            next += 1;
            if let Kind::Struct(fields) = self.under(of) {
                let embedded = fields.iter().filter(|it| it.is_embedded);
                let embedded = embedded.map(|it| self.pointed(it.of));
                found.extend(embedded.filter(|it| seen.insert(*it)));
            }
        }
        found
    }

    /// The method `name` of the values of a type, as an interface needs it: methods of pointers are those of
    /// pointers alone.
    pub fn method(&self, of: TypeId, name: &str, package: usize) -> Option<Selection> {
        if let Kind::Pointer(it) = self.kind(of)
            && self.is_interface(*it)
        {
            return None;
        }
        let selection = self.selection(of, name, package)??;
        let Found::Method(method) = &selection.found else {
            return matches!(selection.found, Found::Interface(..)).then_some(selection);
        };
        let is_pointer = matches!(self.kind(of), Kind::Pointer(_));
        let through_pointer = selection
            .path
            .iter()
            .any(|it| matches!(self.kind(it.1), Kind::Pointer(_)));
        let is_there = !method.has_pointer || is_pointer || through_pointer;
        is_there.then_some(selection)
    }
}

/// Whether the receiver of a method is a pointer.
pub fn has_pointer(of: &FunctionDeclaration) -> bool {
    use crate::syntax::tree::ExprKind;
    let mut syntax = of.receiver.as_ref().map(|it| &*it.value_type);
    while let Some(it) = syntax {
        match &it.kind {
            ExprKind::Paren(inner) => syntax = Some(inner),
            kind => return matches!(kind, ExprKind::Star(_)),
        }
    }
    false
}
