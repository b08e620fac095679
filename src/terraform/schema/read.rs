//! Schemas as messages have them.

use std::collections::BTreeMap;

use prost::Message as _;

use crate::cty::{MAX_DEPTH, Type};
use crate::process::ProtocolVersion;
use crate::tfplugin5::schema as five;
use crate::tfplugin6::schema as six;
use crate::{tfplugin5, tfplugin6};

use super::block::{Attribute, AttributeKind, Block, NestedBlock, Nesting, Schema};
use super::schemas::SchemaError;

pub fn read(version: ProtocolVersion, bytes: &[u8]) -> Result<Schema, SchemaError> {
    let broken = |_| SchemaError::Unreadable;
    match version {
        ProtocolVersion::Five => {
            let schema = tfplugin5::Schema::decode(bytes).map_err(broken)?;
            let block = schema.block.map(block_from_v5).unwrap_or_default();
            schema_of(schema.version, block)
        }
        ProtocolVersion::Six => {
            let schema = tfplugin6::Schema::decode(bytes).map_err(broken)?;
            schema_of(schema.version, schema.block.unwrap_or_default())
        }
    }
}

fn schema_of(version: i64, block: six::Block) -> Result<Schema, SchemaError> {
    let block = read_block(block, 0)?;
    Ok(Schema::new(version, block))
}

/// Attributes of version 6 have other numbers, and may be nested.
fn block_from_v5(block: five::Block) -> six::Block {
    let attribute = |it: five::Attribute| six::Attribute {
        name: it.name,
        r#type: it.r#type,
        nested_type: None,
        description: it.description,
        required: it.required,
        optional: it.optional,
        computed: it.computed,
        sensitive: it.sensitive,
        description_kind: it.description_kind,
        deprecated: it.deprecated,
        write_only: it.write_only,
        deprecation_message: it.deprecation_message,
    };
    let nested = |it: five::NestedBlock| six::NestedBlock {
        type_name: it.type_name,
        block: it.block.map(block_from_v5),
        nesting: it.nesting,
        min_items: it.min_items,
        max_items: it.max_items,
    };
    six::Block {
        version: block.version,
        attributes: block.attributes.into_iter().map(attribute).collect(),
        block_types: block.block_types.into_iter().map(nested).collect(),
        description: block.description,
        description_kind: block.description_kind,
        deprecated: block.deprecated,
        deprecation_message: block.deprecation_message,
    }
}

fn read_block(block: six::Block, depth: usize) -> Result<Block, SchemaError> {
    if depth > MAX_DEPTH {
        return Err(SchemaError::TooDeep);
    }
    let attributes = read_attributes(block.attributes, depth)?;
    let mut blocks = BTreeMap::new();
    for nested in block.block_types {
        let name = nested.type_name.clone();
        let wrong = |reason| SchemaError::wrong(&name, reason);
        let nesting = match nested.nesting() {
            six::nested_block::NestingMode::Single => Nesting::Single,
            six::nested_block::NestingMode::List => Nesting::List,
            six::nested_block::NestingMode::Set => Nesting::Set,
            six::nested_block::NestingMode::Map => Nesting::Map,
            six::nested_block::NestingMode::Group => Nesting::Group,
            six::nested_block::NestingMode::Invalid => return Err(wrong("it has no nesting")),
        };
        if attributes.contains_key(&name) || blocks.contains_key(&name) {
            return Err(wrong("two have this name"));
        }
        let max_items = u64::try_from(nested.max_items).unwrap_or(0);
        let read = NestedBlock {
            nesting,
            min_items: u64::try_from(nested.min_items).unwrap_or(0),
            max_items: Some(max_items).filter(|it| *it > 0),
            block: read_block(nested.block.unwrap_or_default(), depth + 1)?,
        };
        blocks.insert(name, read);
    }
    Ok(Block {
        attributes,
        blocks,
        description: block.description,
        is_deprecated: block.deprecated,
        deprecation_message: block.deprecation_message,
    })
}

fn read_attributes(
    attributes: Vec<six::Attribute>,
    depth: usize,
) -> Result<BTreeMap<String, Attribute>, SchemaError> {
    if depth > MAX_DEPTH {
        return Err(SchemaError::TooDeep);
    }
    let mut read = BTreeMap::new();
    for attribute in attributes {
        let name = attribute.name.clone();
        let attribute = read_attribute(attribute, depth)?;
        if read.insert(name.clone(), attribute).is_some() {
            return Err(SchemaError::wrong(&name, "two have this name"));
        }
    }
    Ok(read)
}

fn read_attribute(attribute: six::Attribute, depth: usize) -> Result<Attribute, SchemaError> {
    let wrong = |reason: &str| SchemaError::wrong(&attribute.name, reason);
    let kind = match attribute.nested_type {
        None => {
            let of = Type::from_json(&attribute.r#type);
            AttributeKind::Of(of.map_err(|it| wrong(&it.to_string()))?)
        }
        Some(object) => {
            let nesting = match object.nesting() {
                six::object::NestingMode::Single => Nesting::Single,
                six::object::NestingMode::List => Nesting::List,
                six::object::NestingMode::Set => Nesting::Set,
                six::object::NestingMode::Map => Nesting::Map,
                six::object::NestingMode::Invalid => return Err(wrong("it has no nesting")),
            };
            AttributeKind::Nested(nesting, read_attributes(object.attributes, depth + 1)?)
        }
    };
    Ok(Attribute {
        kind,
        is_required: attribute.required,
        is_optional: attribute.optional,
        is_computed: attribute.computed,
        is_sensitive: attribute.sensitive,
        is_write_only: attribute.write_only,
        is_deprecated: attribute.deprecated,
        deprecation_message: attribute.deprecation_message,
        description: attribute.description,
    })
}
