//! Blocks as types of properties.

use std::collections::BTreeMap;
use std::sync::Arc;

use lumi_graph::{ObjectType, PropertySchema, PropertyType};

use crate::cty::{self, Type};
use crate::schema::{Attribute, AttributeKind, Block, NestedBlock, Nesting};
use crate::shape::Names;

use super::documented_values::documented_values;

/// Whether a type is that of what a program gives or of what it gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Input,
    Output,
    /// The inputs of an ephemeral resource, and the configuration of a provider, which may be ephemeral.
    Opening,
    /// The outputs of an ephemeral resource.
    Opened,
}

impl Direction {
    fn is_input(self) -> bool {
        matches!(self, Self::Input | Self::Opening)
    }

    /// The type of an attribute, as values of this direction have it.
    fn of(self, is_write_only: bool, of: &Type) -> PropertyType {
        match (self, is_write_only) {
            (Self::Opened, _) => opened(property_type(of)),
            (Self::Opening, _) | (Self::Input, true) => or_ephemeral(property_type(of)),
            _ => property_type(of),
        }
    }
}

/// A type whose values may be ephemeral.
fn or_ephemeral(of: PropertyType) -> PropertyType {
    match of {
        PropertyType::Any => of,
        of => PropertyType::Union(vec![of, PropertyType::Ephemeral]),
    }
}

/// A type of which programs get no value, only places.
fn opened(of: PropertyType) -> PropertyType {
    match of {
        PropertyType::Bool
        | PropertyType::Number
        | PropertyType::Text
        | PropertyType::OpenChoice(_) => PropertyType::Ephemeral,
        PropertyType::List(of) | PropertyType::Set(of) => PropertyType::List(Box::new(opened(*of))),
        PropertyType::Map(of) => PropertyType::Map(Box::new(opened(*of))),
        PropertyType::Tuple(types) => PropertyType::Tuple(types.into_iter().map(opened).collect()),
        PropertyType::Object(of) => {
            let mut of = ObjectType::clone(&of);
            for property in &mut of.properties {
                property.of = opened(std::mem::replace(&mut property.of, PropertyType::Any));
            }
            PropertyType::Object(Arc::new(of))
        }
        of => of,
    }
}

/// A type of texts, with the values that the documentation lists.
fn with_values(of: PropertyType, description: &str) -> PropertyType {
    let with_values = |of: PropertyType| with_values(of, description);
    match of {
        PropertyType::Text => match documented_values(description) {
            values if values.is_empty() => of,
            values => PropertyType::OpenChoice(values.into()),
        },
        PropertyType::List(of) => PropertyType::List(Box::new(with_values(*of))),
        PropertyType::Set(of) => PropertyType::Set(Box::new(with_values(*of))),
        PropertyType::Union(types) => {
            PropertyType::Union(types.into_iter().map(with_values).collect())
        }
        of => of,
    }
}

/// The properties of a block. Providers alone set what is only computed, and what is only written cannot
/// be read.
pub fn object_type(block: &Block, direction: Direction) -> ObjectType {
    let names = Names::new(block.attributes.keys().chain(block.blocks.keys()));
    let mut properties = attributes(&block.attributes, &names, direction);
    for (name, nested) in &block.blocks {
        properties.push(PropertySchema {
            of: block_type(nested, direction),
            description: nested.block.description.clone(),
            deprecation: deprecation(
                nested.block.is_deprecated,
                &nested.block.deprecation_message,
            ),
            is_required: match (direction.is_input(), nested.nesting) {
                // A single block that is not there is null, unlike an empty list.
                (true, _) | (false, Nesting::Single) => nested.min_items > 0,
                (false, _) => true,
            },
            is_secret: false,
            ..named(&names, name)
        });
    }
    ObjectType::new(properties)
}

fn attributes(
    attributes: &BTreeMap<String, Attribute>,
    names: &Names<'_>,
    direction: Direction,
) -> Vec<PropertySchema> {
    let is_seen = |it: &Attribute| match direction.is_input() {
        true => !it.is_computed_only(),
        false => !it.is_write_only,
    };
    let seen = attributes.iter().filter(|(_, it)| is_seen(it));
    let property = seen.map(|(name, it)| PropertySchema {
        of: attribute_type(it, direction),
        description: it.description.clone(),
        deprecation: deprecation(it.is_deprecated, &it.deprecation_message),
        is_required: match direction.is_input() {
            true => it.is_required,
            // Inputs that a program may leave out may be null.
            false => it.is_required || it.is_computed,
        },
        is_secret: it.is_sensitive || it.is_write_only,
        ..named(names, name)
    });
    property.collect()
}

fn named(names: &Names<'_>, original: &str) -> PropertySchema {
    let name = names.of_program(original);
    PropertySchema {
        other_name: (name != original).then(|| original.to_owned()),
        ..PropertySchema::new(name, PropertyType::Any)
    }
}

pub fn deprecation(is_deprecated: bool, message: &str) -> Option<String> {
    (is_deprecated || !message.is_empty()).then(|| message.to_owned())
}

fn attribute_type(attribute: &Attribute, direction: Direction) -> PropertyType {
    match &attribute.kind {
        AttributeKind::Of(of) => {
            let of = direction.of(attribute.is_write_only, of);
            match direction.is_input() {
                true => with_values(of, &attribute.description),
                false => of,
            }
        }
        AttributeKind::Nested(nesting, inner) => {
            let names = Names::new(inner.keys());
            let object = ObjectType::new(attributes(inner, &names, direction));
            nested_type(*nesting, object)
        }
    }
}

fn block_type(nested: &NestedBlock, direction: Direction) -> PropertyType {
    let object = object_type(&nested.block, direction);
    match (nested.nesting, direction) {
        (Nesting::List | Nesting::Set, Direction::Input | Direction::Opening)
            if nested.max_items == Some(1) =>
        {
            let object = PropertyType::Object(Arc::new(object));
            let one = PropertyType::Tuple(vec![object.clone()]);
            PropertyType::Union(vec![object, one, PropertyType::Tuple(Vec::new())])
        }
        // One block may be given without a list around it.
        (Nesting::List | Nesting::Set, Direction::Input | Direction::Opening) => {
            PropertyType::OneOrMore(Box::new(PropertyType::Object(Arc::new(object))))
        }
        (nesting, _) => nested_type(nesting, object),
    }
}

fn nested_type(nesting: Nesting, object: ObjectType) -> PropertyType {
    let object = PropertyType::Object(Arc::new(object));
    match nesting {
        Nesting::Single | Nesting::Group => object,
        Nesting::List => PropertyType::List(Box::new(object)),
        Nesting::Set => PropertyType::Set(Box::new(object)),
        Nesting::Map => PropertyType::Map(Box::new(object)),
    }
}

/// A type as programs see it. What an object leaves out is null.
pub fn property_type(of: &Type) -> PropertyType {
    let boxed = |of: &Type| Box::new(property_type(of));
    match of {
        Type::Bool => PropertyType::Bool,
        Type::Number => PropertyType::Number,
        Type::String => PropertyType::Text,
        Type::Dynamic => PropertyType::Any,
        Type::List(element) => PropertyType::List(boxed(element)),
        Type::Set(element) => PropertyType::Set(boxed(element)),
        Type::Map(element) => PropertyType::Map(boxed(element)),
        Type::Tuple(elements) => PropertyType::Tuple(elements.iter().map(property_type).collect()),
        Type::Object(object) => PropertyType::Object(Arc::new(object_of(object))),
    }
}

fn object_of(object: &cty::ObjectType) -> ObjectType {
    let names = Names::new(object.attributes.keys());
    let property = object.attributes.iter().map(|(name, of)| PropertySchema {
        of: property_type(of),
        ..named(&names, name)
    });
    ObjectType::new(property.collect())
}
