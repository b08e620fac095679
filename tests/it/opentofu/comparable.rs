//! Values in one form: names without their spelling, no nulls, and marks in place of what is unknown or secret.

use serde_json::{Map, Value};

/// The shape of a value, with `true` where it is unknown, or secret.
#[derive(Clone, Copy)]
pub struct Marks<'m> {
    pub unknown: &'m Value,
    pub secret: &'m Value,
}

impl Marks<'_> {
    pub const NONE: Self = Self {
        unknown: &Value::Null,
        secret: &Value::Null,
    };

    fn member(&self, key: &str) -> Self {
        Self {
            unknown: &self.unknown[key],
            secret: &self.secret[key],
        }
    }

    fn element(&self, index: usize) -> Self {
        Self {
            unknown: &self.unknown[index],
            secret: &self.secret[index],
        }
    }
}

pub const UNKNOWN: &str = "(unknown)";
pub const SECRET: &str = "(secret)";

/// Sets, by their names in the programs: a plan of Lumi has them in the order of the program.
const SETS: [&str; 3] = ["groups", "port", "tags"];

/// A name of a property, also of a key in data: `fileName` and `file_name` are one.
pub fn name(key: &str) -> String {
    key.replace('_', "").to_lowercase()
}

pub fn comparable(value: &Value, marks: Marks<'_>) -> Value {
    let is_unknown = *marks.unknown == Value::Bool(true);
    match value {
        _ if *marks.secret == Value::Bool(true) && (is_unknown || !value.is_null()) => {
            SECRET.into()
        }
        _ if is_unknown => UNKNOWN.into(),
        Value::Array(elements) => {
            let elements = elements.iter().enumerate();
            elements
                .map(|(index, it)| comparable(it, marks.element(index)))
                .collect()
        }
        Value::Object(members) => {
            let mut all: Map<String, Value> = Map::new();
            let unknown = marks.unknown.as_object();
            // Unknown values are not among the values.
            let keys = members
                .keys()
                .chain(unknown.into_iter().flat_map(Map::keys));
            for key in keys {
                let member = members.get(key).unwrap_or(&Value::Null);
                let member = comparable(member, marks.member(key));
                if !member.is_null() {
                    all.insert(name(key), member);
                }
            }
            all.sort_keys();
            for set in SETS {
                if let Some(Value::Array(elements)) = all.get_mut(set) {
                    elements.sort_by_key(Value::to_string);
                }
            }
            Value::Object(all)
        }
        plain => plain.clone(),
    }
}

/// Makes equal what may differ: Lumi keeps more secret than OpenTofu, and what is made up is another text.
pub fn reconcile(by_lumi: &mut Value, by_tofu: &mut Value, is_made_up: bool) {
    match (&mut *by_lumi, &mut *by_tofu) {
        (Value::Array(lumi), Value::Array(tofu)) => {
            for (lumi, tofu) in lumi.iter_mut().zip(tofu) {
                reconcile(lumi, tofu, is_made_up);
            }
        }
        (Value::Object(lumi), Value::Object(tofu)) => {
            for (key, lumi) in lumi {
                if let Some(tofu) = tofu.get_mut(key) {
                    reconcile(lumi, tofu, is_made_up);
                }
            }
        }
        (Value::String(lumi), _) if lumi == SECRET => *by_tofu = SECRET.into(),
        (Value::String(lumi), Value::String(tofu))
            if is_made_up && !is_mark(lumi) && !is_mark(tofu) =>
        {
            *lumi = "(text)".to_owned();
            *tofu = "(text)".to_owned();
        }
        (Value::Number(_), Value::Number(_)) if is_made_up => {
            *by_lumi = "(number)".into();
            *by_tofu = "(number)".into();
        }
        _ => {}
    }
}

fn is_mark(text: &str) -> bool {
    text == UNKNOWN || text == SECRET
}
