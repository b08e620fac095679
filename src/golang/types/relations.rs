//! The relations between types: which can be compared, and which have the values of others.

use super::{Basic, Kind, TypeId, Types};

impl Types {
    /// Whether values can be compared by `==`.
    pub fn is_comparable(&self, of: TypeId) -> bool {
        match self.under(of) {
            Kind::Slice(_) | Kind::Map(..) | Kind::Function(_) | Kind::Tuple(_) => false,
            Kind::Struct(fields) => fields.iter().all(|it| self.is_comparable(it.of)),
            Kind::Array(_, it) => self.is_comparable(*it),
            _ => true,
        }
    }

    pub fn is_ordered(&self, of: TypeId) -> bool {
        self.basic_of(of)
            .is_some_and(|it| it.is_number() || it.is_text())
    }

    pub fn has_nil(&self, of: TypeId) -> bool {
        let kind = self.under(of);
        matches!(
            kind,
            Kind::Slice(_)
                | Kind::Map(..)
                | Kind::Function(_)
                | Kind::Pointer(_)
                | Kind::Interface(_)
                | Kind::Basic(Basic::Nil)
        )
    }

    /// Whether JavaScript's `===` compares values.
    pub fn is_plain(&self, of: TypeId) -> bool {
        match self.under(of) {
            Kind::Basic(_) => true,
            Kind::Pointer(it) => self.is_aggregate(*it),
            _ => false,
        }
    }

    /// The underlying type without the tags of its fields.
    pub fn untagged(&mut self, of: TypeId) -> TypeId {
        let under = self.underlying(of);
        let Kind::Struct(fields) = self.kind(under).clone() else {
            return under;
        };
        let fields = fields.iter().map(|it| super::Field {
            tag: "".into(),
            ..it.clone()
        });
        let kind = Kind::Struct(fields.collect());
        self.of(kind)
    }
}
