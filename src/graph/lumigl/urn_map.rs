//! Rewrites URNs in documents.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::urn::Urn;
use crate::value::value::{Object, Value};

/// Rewrites URNs wherever documents contain them, as [`Relocation`](crate::Relocation) does.
pub trait UrnMap {
    fn urn(&self, urn: &mut Urn);

    /// Rewrites references to resources at any depth.
    fn object(&self, object: &mut Object) {
        for value in object.values_mut() {
            self.value(value);
        }
    }

    /// Copies the members only if they refer to a resource.
    fn shared_object(&self, object: &mut Arc<Object>) {
        let is_reference = |value: &Value| matches!(value, Value::Resource(_));
        if object.values().any(|it| it.any(is_reference)) {
            self.object(Arc::make_mut(object));
        }
    }

    /// Rewrites options, which contain URNs as text.
    fn options(&self, options: &mut Object) {
        for value in options.values_mut() {
            self.option(value);
        }
    }

    fn value(&self, value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|it| self.value(it)),
            Value::Object(members) => self.object(members),
            Value::Secret(inner) => self.value(inner),
            Value::Resource(reference) => self.urn(&mut reference.urn),
            _ => {}
        }
    }

    fn option(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Ok(mut urn) = Urn::parse(text) {
                    self.urn(&mut urn);
                    *text = urn.as_str().to_owned();
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|it| self.option(it)),
            Value::Object(members) => self.options(members),
            value => self.value(value),
        }
    }
}

/// Maps old URNs to new ones.
impl UrnMap for FxHashMap<Urn, Urn> {
    fn urn(&self, urn: &mut Urn) {
        if let Some(new) = self.get(urn) {
            *urn = new.clone();
        }
    }
}
