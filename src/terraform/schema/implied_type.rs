//! The type of a block, and its empty value.

use std::collections::BTreeMap;

use crate::cty::{ObjectType, Type, Value};

use super::block::{Attribute, AttributeKind, Block, NestedBlock, Nesting};

impl Attribute {
    fn has_dynamic(&self) -> bool {
        match &self.kind {
            AttributeKind::Of(of) => of.has_dynamic(),
            AttributeKind::Nested(_, attributes) => attributes.values().any(Self::has_dynamic),
        }
    }

    pub fn implied_type(&self) -> Type {
        match &self.kind {
            AttributeKind::Of(of) => of.clone(),
            AttributeKind::Nested(nesting, attributes) => {
                let object = object_type(attributes);
                match nesting {
                    Nesting::Single | Nesting::Group => object,
                    Nesting::List => Type::list(object),
                    Nesting::Set => Type::set(object),
                    Nesting::Map => Type::map(object),
                }
            }
        }
    }
}

fn object_type(attributes: &BTreeMap<String, Attribute>) -> Type {
    Type::object(
        attributes
            .iter()
            .map(|(name, it)| (name, it.implied_type())),
    )
}

impl Block {
    /// The type of a value of the block: an object with all of its names.
    pub fn implied_type(&self) -> Type {
        let attributes = self.attributes.iter();
        let attributes = attributes.map(|(name, it)| (name.clone(), it.implied_type()));
        let blocks = self.blocks.iter();
        let blocks = blocks.map(|(name, it)| (name.clone(), it.implied_type()));
        Type::Object(ObjectType {
            attributes: attributes.chain(blocks).collect(),
            ..ObjectType::default()
        })
    }

    /// Whether any of its values may be of any type.
    pub fn has_dynamic(&self) -> bool {
        self.attributes.values().any(Attribute::has_dynamic)
            || self.blocks.values().any(|it| it.block.has_dynamic())
    }

    /// The value in which nothing is set.
    pub fn empty_value(&self) -> Value {
        let attributes = self.attributes.keys().map(|it| (it.clone(), Value::Null));
        let blocks = self.blocks.iter();
        let blocks = blocks.map(|(name, it)| (name.clone(), it.empty_value()));
        Value::Object(attributes.chain(blocks).collect())
    }
}

impl NestedBlock {
    /// Elements of a list or a map that hold dynamic values may be of different types. Their
    /// collection has no type of its own.
    pub fn is_open(&self) -> bool {
        matches!(self.nesting, Nesting::List | Nesting::Map) && self.block.has_dynamic()
    }

    /// An open collection is dynamic here: its type is that of its elements.
    fn implied_type(&self) -> Type {
        let object = self.block.implied_type();
        match self.nesting {
            Nesting::List | Nesting::Map if object.has_dynamic() => Type::Dynamic,
            Nesting::Single | Nesting::Group => object,
            Nesting::List => Type::list(object),
            Nesting::Set => Type::set(object),
            Nesting::Map => Type::map(object),
        }
    }

    pub fn empty_value(&self) -> Value {
        let dynamic = |of: Type, value: Value| Value::Dynamic(Box::new((of, value)));
        match self.nesting {
            Nesting::Single => Value::Null,
            Nesting::Group => self.block.empty_value(),
            Nesting::List if self.is_open() => {
                dynamic(Type::Tuple(Vec::new()), Value::Tuple(Vec::new()))
            }
            Nesting::Map if self.is_open() => {
                let none: [(String, Type); 0] = [];
                dynamic(Type::object(none), Value::Object(BTreeMap::new()))
            }
            Nesting::List => Value::List(Vec::new()),
            Nesting::Set => Value::Set(Vec::new()),
            Nesting::Map => Value::Map(BTreeMap::new()),
        }
    }
}
