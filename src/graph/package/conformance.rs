//! Compares values with types.

use super::misuse::{Misuse, MisuseReason};
use super::property_type::{Choice, ObjectType, PropertySchema, PropertyType};
use crate::value::value::{Object, Value};
use crate::{PathPart, PropertyPath, nearest};

/// The likeness from which on another name is proposed.
const LIKENESS: f64 = 0.7;

/// All misuses of the properties of a type, in the order of the values. Texts, numbers and booleans
/// that a provider may convert into each other fit.
pub fn check_arguments(of: &ObjectType, given: &Object) -> Vec<Misuse> {
    Check::default().found(of, given)
}

/// All misuses, for a provider that converts no values. Unlike [`check_arguments`], the check refuses a number where a
/// text is wanted, and null in a list.
pub fn check_exactly(of: &ObjectType, given: &Object) -> Vec<Misuse> {
    let check = Check {
        is_exact: true,
        ..Check::default()
    };
    check.found(of, given)
}

#[derive(Default)]
struct Check {
    is_exact: bool,
    path: PropertyPath,
    found: Vec<Misuse>,
}

impl Check {
    fn found(mut self, of: &ObjectType, given: &Object) -> Vec<Misuse> {
        self.object(of, given);
        self.found
    }

    fn wrong(&mut self, reason: MisuseReason) {
        let path = self.path.to_string();
        self.found.push(Misuse { path, reason });
    }

    fn at(&mut self, part: PathPart, check: impl FnOnce(&mut Self)) {
        self.path.parts.push(part);
        check(self);
        self.path.pop();
    }

    fn object(&mut self, of: &ObjectType, given: &Object) {
        for (name, value) in given {
            self.at(PathPart::Key(name.clone()), |check| match of.get(name) {
                None => check.wrong(MisuseReason::Unknown {
                    name: name.clone(),
                    known: of.properties.iter().map(|it| it.name.clone()).collect(),
                    nearest: nearest_of(of, name),
                }),
                Some(property) => check.property(property, name, value, given),
            });
        }
        for property in &of.properties {
            let is_given = |name: &str| given.get(name).is_some_and(|it| *it.open() != Value::Null);
            let other = property.other_name.as_deref();
            if property.is_required && !is_given(&property.name) && !other.is_some_and(is_given) {
                let part = PathPart::Key(property.name.clone());
                let description = property.description.clone();
                self.at(part, |check| {
                    check.wrong(MisuseReason::Missing { description })
                });
            }
        }
    }

    fn property(&mut self, of: &PropertySchema, name: &str, value: &Value, given: &Object) {
        if let Some(other) = &of.other_name
            && name == of.name
            && given.contains_key(other)
        {
            let other = other.clone();
            self.wrong(MisuseReason::Twice { other });
        }
        self.value(&of.of, value);
    }

    fn value(&mut self, of: &PropertyType, given: &Value) {
        let given = given.open();
        match (of, given) {
            // A value that is left out, or not known yet, fits all types.
            (PropertyType::Any, _) | (_, Value::Null | Value::Unknown) => {}
            (_, Value::Resource(_)) if !self.is_exact => {}
            (PropertyType::OneOrMore(of), Value::Object(_)) => self.value(of, given),
            (
                PropertyType::List(of) | PropertyType::Set(of) | PropertyType::OneOrMore(of),
                Value::Array(elements),
            ) => self.elements(elements, |_| Some(of)),
            (PropertyType::Tuple(types), Value::Array(elements)) => {
                self.elements(elements, |at| types.get(at));
            }
            (PropertyType::Map(of), Value::Object(members)) => {
                for (key, member) in members {
                    self.at(PathPart::Key(key.clone()), |check| check.value(of, member));
                }
            }
            (PropertyType::Object(of), Value::Object(members)) => self.object(of, members),
            (PropertyType::Union(types), _) => self.union(types, given),
            (
                PropertyType::Choice(choices),
                Value::String(_) | Value::Number(_) | Value::Bool(_),
            ) => {
                self.choice(choices, given);
            }
            (of, given) if fits(of, given, self.is_exact) => {}
            (of, given) => self.other_kind(of, given),
        }
    }

    fn other_kind(&mut self, of: &PropertyType, given: &Value) {
        let (wanted, given) = (wanted(of), given.kind());
        self.wrong(MisuseReason::Type { wanted, given });
    }

    /// Fits if one of the types does. Reports the mistakes of the type that is of the same kind as the value.
    fn union(&mut self, types: &[PropertyType], given: &Value) {
        let mut nearest: Option<Vec<Misuse>> = None;
        for of in types {
            let mut check = Self {
                is_exact: self.is_exact,
                path: self.path.clone(),
                found: Vec::new(),
            };
            check.value(of, given);
            if check.found.is_empty() {
                return;
            }
            let here = self.path.to_string();
            let is_other_kind =
                |it: &Misuse| it.path == here && matches!(it.reason, MisuseReason::Type { .. });
            if !check.found.iter().any(is_other_kind) {
                nearest = Some(check.found);
            }
        }
        match nearest {
            Some(found) => self.found.extend(found),
            None => self.other_kind(&PropertyType::Union(types.to_vec()), given),
        }
    }

    fn choice(&mut self, choices: &[Choice], given: &Value) {
        if choices.iter().any(|it| it.is(given)) {
            return;
        }
        let known: Vec<String> = choices.iter().map(ToString::to_string).collect();
        let text = match given {
            Value::String(text) => Choice::Text(text.to_string()).to_string(),
            Value::Number(number) => number.to_string(),
            Value::Bool(is) => is.to_string(),
            other => other.kind().to_owned(),
        };
        let near = nearest(&text, known.iter().map(String::as_str), LIKENESS);
        self.wrong(MisuseReason::Choice {
            nearest: near.map(str::to_owned),
            given: text,
            known,
        });
    }

    fn elements<'t>(
        &mut self,
        elements: &[Value],
        type_at: impl Fn(usize) -> Option<&'t PropertyType>,
    ) {
        for (at, element) in elements.iter().enumerate() {
            if let Some(of) = type_at(at) {
                self.at(PathPart::Index(at), |check| match element.open() {
                    Value::Null if check.is_exact && *of != PropertyType::Any => {
                        check.other_kind(of, &Value::Null);
                    }
                    element => check.value(of, element),
                });
            }
        }
    }
}

fn fits(of: &PropertyType, given: &Value, is_exact: bool) -> bool {
    match (of, given) {
        (PropertyType::Text | PropertyType::OpenChoice(_), Value::String(_))
        | (PropertyType::Number, Value::Number(_))
        | (PropertyType::Bool, Value::Bool(_))
        | (PropertyType::Asset, Value::Asset(_))
        | (PropertyType::Archive, Value::Archive(_))
        | (PropertyType::Ephemeral, Value::Ephemeral(_)) => true,
        _ if is_exact => false,
        (PropertyType::Text | PropertyType::OpenChoice(_), Value::Number(_) | Value::Bool(_)) => {
            true
        }
        (PropertyType::Number, Value::String(text)) => text.parse::<f64>().is_ok(),
        (PropertyType::Bool, Value::String(text)) => {
            matches!(text.as_str(), "true" | "false" | "1" | "0")
        }
        _ => false,
    }
}

fn wanted(of: &PropertyType) -> String {
    let text = match of {
        PropertyType::Any => "a value",
        PropertyType::Choice(_) => "one of its values",
        PropertyType::Bool => "a boolean",
        PropertyType::Number => "a number",
        PropertyType::Text | PropertyType::OpenChoice(_) => "a string",
        PropertyType::Asset => "an asset, such as `new lumi.FileAsset(\"path\")`",
        PropertyType::Archive => "an archive, such as `new lumi.FileArchive(\"folder\")`",
        PropertyType::Ephemeral => "an ephemeral value",
        PropertyType::List(of) if of.is_text() => "an array of strings",
        PropertyType::List(_) | PropertyType::Set(_) | PropertyType::Tuple(_) => "an array",
        PropertyType::OneOrMore(_) => "an array or an object",
        PropertyType::Map(of) if of.is_text() => "an object of strings",
        PropertyType::Map(_) | PropertyType::Object(_) => "an object",
        PropertyType::Union(types) => {
            let mut texts: Vec<String> = types.iter().map(wanted).collect();
            texts.dedup();
            return texts.join(" or ");
        }
    };
    text.to_owned()
}

pub(super) fn nearest_of(of: &ObjectType, name: &str) -> Option<String> {
    let names = of.properties.iter().map(|it| it.name.as_str());
    nearest(name, names, LIKENESS).map(str::to_owned)
}
