//! JSON Schemas of nodes.

use serde_json::{Map, Value, json};

/// Schemas of nodes that others refer to, by name, in the order of their first use.
#[derive(Default)]
pub struct Definitions(pub Map<String, Value>);

impl Definitions {
    /// A reference to the schema of a type, which is made for the first reference.
    pub fn define(&mut self, type_name: &str, make: impl FnOnce(&mut Self) -> Value) -> Value {
        let name = camel_case(type_name.trim_end_matches("Kind"));
        if !self.0.contains_key(&name) {
            self.0.insert(name.clone(), Value::Null);
            let schema = make(self);
            self.0.insert(name.clone(), schema);
        }
        json!({ "$ref": format!("#/$defs/{name}") })
    }
}

fn camel_case(type_name: &str) -> String {
    let mut characters = type_name.chars();
    let first = characters.next().map(|it| it.to_ascii_lowercase());
    first.into_iter().chain(characters).collect()
}

/// An object of fields: their names, their schemas, and whether they are always there.
pub fn object(fields: Vec<(&str, Value, bool)>) -> Value {
    let fields: Vec<_> = fields.into_iter().filter(|it| !it.1.is_null()).collect();
    let required: Vec<&str> = fields.iter().filter(|it| it.2).map(|it| it.0).collect();
    let properties: Map<String, Value> = fields
        .iter()
        .map(|it| (it.0.to_owned(), it.1.clone()))
        .collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The content of a variant: one item itself, or a list.
pub fn items(mut items: Vec<Value>) -> Value {
    match items.len() {
        1 => items.remove(0),
        _ => json!({ "type": "array", "prefixItems": items }),
    }
}

/// One of some variants, each with its content if it has one.
pub fn choice(variants: Vec<(&str, Option<Value>)>) -> Value {
    let names = variants.iter().filter(|it| it.1.is_none());
    let names: Vec<String> = names.map(|it| camel_case(it.0)).collect();
    let objects: Vec<Value> = variants
        .into_iter()
        .filter_map(|(name, content)| Some(object(vec![(&camel_case(name), content?, true)])))
        .collect();
    match (names.is_empty(), objects.is_empty()) {
        (true, _) => json!({ "anyOf": objects }),
        (false, true) => json!({ "enum": names }),
        (false, false) => {
            let mut all = vec![json!({ "enum": names })];
            all.extend(objects);
            json!({ "anyOf": all })
        }
    }
}
