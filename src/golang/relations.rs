//! Which values have which types.

use super::lowering::Lowering;
use super::types::{Basic, Kind, TypeId};

impl Lowering<'_> {
    /// Whether a type has the methods of an interface; or the name of one that is missing.
    pub fn lacks(&mut self, of: TypeId, interface: TypeId) -> Option<String> {
        let Kind::Interface(wanted) = self.types.under(interface).clone() else {
            return Some(String::new());
        };
        let package = wanted.package.unwrap_or(self.package);
        for (name, signature) in &wanted.methods {
            let Some(selection) = self.types.method(of, name, package) else {
                return Some(name.to_string());
            };
            let own = self.method_type(&selection);
            if own != *signature {
                return Some(name.to_string());
            }
        }
        None
    }

    /// Whether values of a type can be assigned to variables of another one, constants aside.
    pub fn is_assignable(&mut self, from: TypeId, to: TypeId) -> bool {
        if from == to {
            return true;
        }
        if self.types.is_interface(to) {
            return match self.types.kind(from) {
                Kind::Basic(Basic::Nil) => true,
                _ => self.lacks(from, to).is_none(),
            };
        }
        if matches!(self.types.kind(from), Kind::Basic(Basic::Nil)) {
            return self.types.has_nil(to);
        }
        let is_named = |it: TypeId| matches!(self.types.kind(it), Kind::Named(_) | Kind::Basic(_));
        let (a, b) = (self.types.underlying(from), self.types.underlying(to));
        a == b && (!is_named(from) || !is_named(to))
    }

    /// Whether a constraint lets a type argument pass.
    pub fn satisfies(&mut self, of: TypeId, constraint: TypeId) -> bool {
        let Kind::Interface(wanted) = self.types.under(constraint).clone() else {
            return of == constraint;
        };
        if wanted.is_comparable && !self.types.is_comparable(of) {
            return false;
        }
        if let Some(union) = &wanted.union {
            let is_in = union.iter().any(|(is_tilde, it)| match is_tilde {
                true => self.types.underlying(of) == *it,
                false => of == *it,
            });
            if !is_in {
                return false;
            }
        }
        self.lacks(of, constraint).is_none()
    }
}
