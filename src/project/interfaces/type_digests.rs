//! Numbers that tell types apart.

use std::collections::HashMap;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use lumi_graph::{ObjectType, PropertySchema, PropertyType};
use rustc_hash::FxHasher;

/// Digests of nested objects. Each object is read once, however deep it is; equal ones have equal digests.
#[derive(Default)]
pub struct TypeDigests {
    /// By the address of an object, which lives as long as the description that it is of.
    known: HashMap<usize, u64>,
}

impl TypeDigests {
    pub fn of(&mut self, object: &Arc<ObjectType>) -> u64 {
        let address = Arc::as_ptr(object) as usize;
        if let Some(known) = self.known.get(&address) {
            return *known;
        }
        let mut hasher = FxHasher::default();
        for property in &object.properties {
            self.add_property(property, &mut hasher);
        }
        let digest = hasher.finish();
        self.known.insert(address, digest);
        digest
    }

    fn add_property(&mut self, property: &PropertySchema, hasher: &mut FxHasher) {
        let PropertySchema {
            name,
            other_name,
            of,
            description,
            deprecation,
            is_required,
            is_secret,
        } = property;
        name.hash(hasher);
        other_name.hash(hasher);
        description.hash(hasher);
        deprecation.hash(hasher);
        (is_required, is_secret).hash(hasher);
        self.add_type(of, hasher);
    }

    fn add_type(&mut self, of: &PropertyType, hasher: &mut FxHasher) {
        std::mem::discriminant(of).hash(hasher);
        match of {
            PropertyType::Object(object) => self.of(object).hash(hasher),
            PropertyType::List(of)
            | PropertyType::Set(of)
            | PropertyType::OneOrMore(of)
            | PropertyType::Map(of) => self.add_type(of, hasher),
            PropertyType::Tuple(types) | PropertyType::Union(types) => {
                types.iter().for_each(|it| self.add_type(it, hasher));
            }
            PropertyType::Choice(choices) => choices.hash(hasher),
            PropertyType::OpenChoice(texts) => texts.hash(hasher),
            PropertyType::Any
            | PropertyType::Bool
            | PropertyType::Number
            | PropertyType::Text
            | PropertyType::Asset
            | PropertyType::Archive
            | PropertyType::Ephemeral => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(name: &str, of: PropertyType) -> Arc<ObjectType> {
        Arc::new(ObjectType::new(vec![PropertySchema::new(name, of)]))
    }

    #[test]
    fn equal_types_have_equal_digests() {
        let mut digests = TypeDigests::default();
        let deep = |of: PropertyType| {
            let inner = PropertyType::List(Box::new(PropertyType::Object(object("b", of))));
            object("a", inner)
        };
        let (one, same) = (deep(PropertyType::Text), deep(PropertyType::Text));
        let other = deep(PropertyType::Number);
        assert_eq!(digests.of(&one), digests.of(&same));
        assert_ne!(digests.of(&one), digests.of(&other));
    }
}
