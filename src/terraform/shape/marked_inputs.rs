//! Facts of the schema about the inputs of a program besides their types.

use std::collections::BTreeMap;

use lumi_graph::{Object, PropertyPath, Value};

use crate::schema::{Attribute, AttributeKind, Block};

use super::names::Names;

/// Inputs in which all is secret that the schema calls so.
#[derive(Clone, Debug)]
pub struct MarkedInputs {
    pub inputs: Object,
    /// The places of what is only written: no state may have it.
    pub written: Vec<PropertyPath>,
}

/// Marks the inputs of a program. What does not fit the schema stays as it is.
pub fn marked_inputs(block: &Block, mut inputs: Object) -> MarkedInputs {
    let mut marker = Marker::default();
    marker.block(block, &mut inputs);
    MarkedInputs {
        inputs,
        written: marker.written,
    }
}

#[derive(Default)]
struct Marker {
    path: PropertyPath,
    written: Vec<PropertyPath>,
}

impl Marker {
    fn block(&mut self, block: &Block, inputs: &mut Object) {
        let names = Names::new(block.attributes.keys().chain(block.blocks.keys()));
        for (given, value) in inputs.iter_mut() {
            let Some(name) = names.original(given) else {
                continue;
            };
            self.path.push_key(given);
            match (block.attributes.get(name), block.blocks.get(name)) {
                (Some(attribute), _) => self.attribute(attribute, value),
                (None, Some(nested)) => {
                    let is_map = nested.nesting == crate::schema::Nesting::Map;
                    self.parts(value, is_map, &mut |it, object| {
                        it.block(&nested.block, object);
                    });
                }
                (None, None) => {}
            }
            self.path.pop();
        }
    }

    fn attributes(&mut self, attributes: &BTreeMap<String, Attribute>, inputs: &mut Object) {
        let names = Names::new(attributes.keys());
        for (given, value) in inputs.iter_mut() {
            let found = names.original(given);
            if let Some(attribute) = found.and_then(|it| attributes.get(it)) {
                self.path.push_key(given);
                self.attribute(attribute, value);
                self.path.pop();
            }
        }
    }

    fn attribute(&mut self, attribute: &Attribute, value: &mut Value) {
        if attribute.is_write_only && !matches!(value, Value::Null) {
            self.written.push(self.path.clone());
        }
        if let AttributeKind::Nested(nesting, inner) = &attribute.kind {
            let is_map = *nesting == crate::schema::Nesting::Map;
            self.parts(value, is_map, &mut |it, object| {
                it.attributes(inner, object);
            });
        }
        let is_secret = attribute.is_sensitive || attribute.is_write_only;
        if is_secret && !matches!(value, Value::Null) {
            *value = Value::secret(std::mem::take(value));
        }
    }

    /// Visits the objects of a nested value.
    fn parts(
        &mut self,
        value: &mut Value,
        is_map: bool,
        visit: &mut dyn FnMut(&mut Self, &mut Object),
    ) {
        match value {
            Value::Secret(inner) => self.parts(inner, is_map, visit),
            Value::Array(elements) => {
                for (at, element) in elements.iter_mut().enumerate() {
                    self.path.push_index(at);
                    self.parts(element, false, visit);
                    self.path.pop();
                }
            }
            Value::Object(members) if is_map => {
                for (key, member) in members.iter_mut() {
                    self.path.push_key(key);
                    self.parts(member, false, visit);
                    self.path.pop();
                }
            }
            Value::Object(members) => visit(self, members),
            _ => {}
        }
    }
}
