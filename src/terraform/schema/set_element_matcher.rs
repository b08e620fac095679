//! Which element of a set came from which.

use std::collections::BTreeMap;

use crate::cty::Value;

use super::block::{Attribute, AttributeKind, Block, Nesting};

/// The elements of a set before, each of which matches one element at most.
pub struct SetElementMatcher<'s> {
    shape: Shape<'s>,
    prior: Vec<Value>,
}

#[derive(Clone, Copy)]
enum Shape<'s> {
    Attributes(&'s BTreeMap<String, Attribute>),
    Block(&'s Block),
}

impl<'s> SetElementMatcher<'s> {
    pub fn of_attributes(attributes: &'s BTreeMap<String, Attribute>, prior: &Value) -> Self {
        Self::new(Shape::Attributes(attributes), prior)
    }

    pub fn of_block(block: &'s Block, prior: &Value) -> Self {
        Self::new(Shape::Block(block), prior)
    }

    fn new(shape: Shape<'s>, prior: &Value) -> Self {
        let prior = prior.elements().unwrap_or_default().to_vec();
        Self { shape, prior }
    }

    /// The first element that is left and may come from this configuration; null if there is none.
    pub fn match_element(&mut self, config: &Value) -> Value {
        let found = self
            .prior
            .iter()
            .position(|it| may_originate_from(self.shape, it, config));
        found.map_or(Value::Null, |at| self.prior.remove(at))
    }
}

/// Whether an element was made from a configuration: it differs only where the provider sets what
/// the configuration leaves out.
fn may_originate_from(shape: Shape<'_>, prior: &Value, config: &Value) -> bool {
    if prior == config {
        return true;
    }
    let (Value::Object(_), Value::Object(_)) = (prior, config) else {
        return false;
    };
    let attributes = match shape {
        Shape::Attributes(attributes) => attributes,
        Shape::Block(block) => &block.attributes,
    };
    let attributes_fit = attributes.iter().all(|(name, attribute)| {
        let (prior, config) = (prior.attribute(name), config.attribute(name));
        attribute_may_originate_from(attribute, &prior, &config)
    });
    let Shape::Block(block) = shape else {
        return attributes_fit;
    };
    attributes_fit
        && block.blocks.iter().all(|(name, nested)| {
            let (prior, config) = (prior.attribute(name), config.attribute(name));
            parts_may_originate_from(nested.nesting, Shape::Block(&nested.block), &prior, &config)
        })
}

fn attribute_may_originate_from(attribute: &Attribute, prior: &Value, config: &Value) -> bool {
    if prior == config || (attribute.is_computed && config.is_null()) {
        return true;
    }
    match &attribute.kind {
        AttributeKind::Of(_) => false,
        AttributeKind::Nested(nesting, attributes) => {
            parts_may_originate_from(*nesting, Shape::Attributes(attributes), prior, config)
        }
    }
}

fn parts_may_originate_from(
    nesting: Nesting,
    shape: Shape<'_>,
    prior: &Value,
    config: &Value,
) -> bool {
    if prior == config {
        return true;
    }
    match nesting {
        Nesting::Single | Nesting::Group => may_originate_from(shape, prior, config),
        Nesting::Set => false,
        Nesting::List => match (prior.elements(), config.elements()) {
            (Some(prior), Some(config)) if prior.len() == config.len() => {
                let mut pairs = prior.iter().zip(config);
                pairs.all(|(prior, config)| may_originate_from(shape, prior, config))
            }
            _ => false,
        },
        Nesting::Map => match (prior.members(), config.members()) {
            (Some(prior), Some(config)) if prior.keys().eq(config.keys()) => {
                let mut pairs = prior.values().zip(config.values());
                pairs.all(|(prior, config)| may_originate_from(shape, prior, config))
            }
            _ => false,
        },
    }
}
