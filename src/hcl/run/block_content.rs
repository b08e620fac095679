//! The parts of a body by the schema of its provider.

use lumi_terraform::cty::Type;
use lumi_terraform::schema::{
    Attribute, AttributeKind, Block as BlockSchema, NestedBlock, Nesting,
};

use crate::config::ConfigBody;
use crate::expression::references;
use crate::syntax::{
    AttributeSchema, BlockSchema as SyntaxBlock, Body, BodyContent, BodySchema, Diagnostics,
    Traversal,
};

/// A body of a block of any kind.
#[derive(Clone, Copy, Debug)]
pub enum AnyBody<'b> {
    Config(&'b ConfigBody),
    Plain(&'b Body),
}

impl AnyBody<'_> {
    fn content(&self, schema: &BodySchema) -> (BodyContent, Diagnostics) {
        match self {
            Self::Config(body) => body.content(schema),
            Self::Plain(body) => body.content(schema),
        }
    }
}

/// The content of a body, with blocks `dynamic`. Attributes that may be written as blocks are so where the body does.
pub fn content_of(
    body: AnyBody<'_>,
    block: &BlockSchema,
) -> (BodyContent, Diagnostics, Vec<String>) {
    let mut as_blocks = Vec::new();
    for (name, attribute) in &block.attributes {
        if attribute_as_block(attribute).is_some() && has_blocks(body, name) {
            as_blocks.push(name.clone());
        }
    }
    let (content, diagnostics) = body.content(&schema_of(block, &as_blocks));
    (content, diagnostics, as_blocks)
}

fn schema_of(block: &BlockSchema, as_blocks: &[String]) -> BodySchema {
    let attributes = block
        .attributes
        .iter()
        .filter(|(name, _)| !as_blocks.contains(name));
    let attributes = attributes.map(|(name, it)| AttributeSchema {
        name: name.clone(),
        is_required: it.is_required,
    });
    let nested = block.blocks.iter().map(|(name, it)| SyntaxBlock {
        name: name.clone(),
        labels: match it.nesting {
            Nesting::Map => vec!["key".to_owned()],
            _ => Vec::new(),
        },
    });
    let others = as_blocks.iter().map(|name| SyntaxBlock {
        name: name.clone(),
        labels: Vec::new(),
    });
    let dynamic = SyntaxBlock {
        name: "dynamic".to_owned(),
        labels: vec!["type".to_owned()],
    };
    let has_blocks = !block.blocks.is_empty() || !as_blocks.is_empty();
    BodySchema {
        attributes: attributes.collect(),
        blocks: nested
            .chain(others)
            .chain(has_blocks.then_some(dynamic))
            .collect(),
    }
}

/// Whether a body has blocks of a name, and no attribute.
fn has_blocks(body: AnyBody<'_>, name: &str) -> bool {
    let bodies: Vec<&Body> = match body {
        AnyBody::Plain(body) => vec![body],
        AnyBody::Config(body) => body.bodies().collect(),
    };
    bodies.into_iter().any(|body| {
        let (found, ..) = body.partial_content(&BodySchema::new(&[name], &[]));
        if found.attributes.contains_key(name) {
            return false;
        }
        let blocks = BodySchema::new(&[], &[(name, &[]), ("dynamic", &["type"])]);
        let (found, ..) = body.partial_content(&blocks);
        found.blocks.iter().any(|it| match it.name.as_str() {
            "dynamic" => it.labels.first().is_some_and(|it| it.text == name),
            _ => true,
        })
    })
}

/// The blocks that an attribute of the older SDK may be written as: those of a list or a set of objects.
pub fn attribute_as_block(attribute: &Attribute) -> Option<NestedBlock> {
    let AttributeKind::Of(of) = &attribute.kind else {
        return None;
    };
    let (nesting, element) = match of {
        Type::List(element) => (Nesting::List, element),
        Type::Set(element) => (Nesting::Set, element),
        _ => return None,
    };
    let Type::Object(object) = &**element else {
        return None;
    };
    let attributes = object.attributes.iter().map(|(name, of)| {
        let inner = Attribute {
            kind: AttributeKind::Of(of.clone()),
            is_required: false,
            is_optional: true,
            is_computed: false,
            is_sensitive: false,
            is_write_only: false,
            is_deprecated: false,
            deprecation_message: String::new(),
            description: String::new(),
        };
        (name.clone(), inner)
    });
    Some(NestedBlock {
        nesting,
        block: BlockSchema {
            attributes: attributes.collect(),
            ..BlockSchema::default()
        },
        min_items: 0,
        max_items: None,
    })
}

/// The schema of the blocks of a name.
pub fn nested_schema(block: &BlockSchema, name: &str) -> Option<NestedBlock> {
    let nested = block.blocks.get(name).cloned();
    nested.or_else(|| attribute_as_block(block.attributes.get(name)?))
}

/// The parts of a block `dynamic`.
pub fn dynamic_schema() -> BodySchema {
    BodySchema::new(&["for_each!", "iterator", "labels"], &[("content", &[])])
}

/// The name of the variable that stands for an element of a block `dynamic`.
pub fn iterator_name(content: &BodyContent, block_name: &str) -> String {
    let iterator = content.attributes.get("iterator");
    let name = iterator.and_then(|it| it.expression.as_keyword());
    name.unwrap_or_else(|| block_name.to_owned())
}

/// All references in a body.
pub fn body_references(body: AnyBody<'_>, block: &BlockSchema) -> Vec<Traversal> {
    let mut all = Vec::new();
    collect(body, block, &mut Vec::new(), &mut all);
    all
}

fn collect(
    body: AnyBody<'_>,
    block: &BlockSchema,
    iterators: &mut Vec<String>,
    all: &mut Vec<Traversal>,
) {
    let (content, ..) = content_of(body, block);
    for attribute in content.attributes.values() {
        let found = references(&attribute.expression);
        all.extend(found.into_iter().filter(|it| !iterators.contains(&it.root)));
    }
    for inner in &content.blocks {
        if inner.name != "dynamic" {
            if let Some(nested) = nested_schema(block, &inner.name) {
                collect(AnyBody::Plain(&inner.body), &nested.block, iterators, all);
            }
            continue;
        }
        let Some(label) = inner.labels.first() else {
            continue;
        };
        let (parts, _) = inner.body.content(&dynamic_schema());
        for name in ["for_each", "labels"] {
            let found = parts
                .attributes
                .get(name)
                .map(|it| references(&it.expression));
            let found = found.into_iter().flatten();
            all.extend(found.filter(|it| !iterators.contains(&it.root)));
        }
        let Some(nested) = nested_schema(block, &label.text) else {
            continue;
        };
        iterators.push(iterator_name(&parts, &label.text));
        for content in &parts.blocks {
            collect(AnyBody::Plain(&content.body), &nested.block, iterators, all);
        }
        iterators.pop();
    }
}
