//! Defaults of optional attributes.

use std::collections::BTreeMap;

use crate::value::{Type, Unification, Value};

/// The defaults within a type.
#[derive(Clone, Debug)]
pub enum Defaults {
    /// Of each element of a collection.
    Elements(Box<Defaults>),
    /// Of elements of a tuple by position.
    Tuple(BTreeMap<usize, Defaults>),
    /// Values of attributes, and defaults within attributes.
    Object {
        values: BTreeMap<String, Value>,
        parts: BTreeMap<String, Defaults>,
    },
}

impl Defaults {
    /// The value with defaults in place of missing and null attributes. The value need not have the type: conversion
    /// follows.
    pub fn apply(&self, value: &Value) -> Value {
        if value.is_unknown() || value.is_null() {
            return value.clone();
        }
        let (value, marks) = value.unmarked();
        let result = match value.ty() {
            Type::Set(_) | Type::List(_) | Type::Tuple(_) => self.apply_to_elements(&value),
            Type::Object(_) | Type::Map(_) => self.apply_to_members(&value),
            _ => value.clone(),
        };
        result.with_marks(&marks)
    }

    fn at_position(&self, position: usize) -> Option<&Defaults> {
        match self {
            Self::Elements(defaults) => Some(defaults),
            Self::Tuple(parts) => parts.get(&position),
            Self::Object { .. } => None,
        }
    }

    fn at_name(&self, name: &str) -> Option<&Defaults> {
        match self {
            Self::Elements(defaults) => Some(defaults),
            Self::Object { parts, .. } => parts.get(name),
            Self::Tuple(_) => None,
        }
    }

    fn apply_to_elements(&self, value: &Value) -> Value {
        let elements = value.elements().unwrap_or_default().iter().enumerate();
        let elements: Vec<Value> = elements
            .map(|(position, it)| match self.at_position(position) {
                Some(defaults) => defaults.apply(it),
                None => it.clone(),
            })
            .collect();
        if elements.is_empty() {
            return value.clone();
        }
        let unified = match value.ty() {
            Type::Tuple(_) => None,
            _ => unified(&elements),
        };
        match (unified, value.ty()) {
            (Some(elements), Type::Set(_)) => Value::set_of(elements),
            (Some(elements), _) => Value::list_of(elements),
            (None, _) => Value::tuple(elements),
        }
    }

    fn apply_to_members(&self, value: &Value) -> Value {
        let members = value.members().into_iter().flatten();
        let mut members: BTreeMap<String, Value> = members
            .map(|(name, it)| match self.at_name(name) {
                Some(defaults) => (name.clone(), defaults.apply(it)),
                None => (name.clone(), it.clone()),
            })
            .collect();
        if let Self::Object { values, .. } = self {
            for (name, default) in values {
                self.add(&mut members, name, default);
            }
        }
        if !matches!(value.ty(), Type::Map(_)) {
            return Value::object(members);
        }
        if members.is_empty() {
            return value.clone();
        }
        let elements: Vec<Value> = members.values().cloned().collect();
        match unified(&elements) {
            Some(elements) => Value::map_of(members.into_keys().zip(elements)),
            None => Value::object(members),
        }
    }

    fn add(&self, members: &mut BTreeMap<String, Value>, name: &str, default: &Value) {
        match members.get_mut(name).filter(|it| !it.is_null()) {
            None => {
                let value = match self.at_name(name) {
                    Some(defaults) => defaults.apply(default),
                    None => default.clone(),
                };
                members.insert(name.to_owned(), value);
            }
            Some(given) => {
                if default.is_definitely_not_null() && !given.is_dynamic() {
                    *given = given.not_null();
                }
            }
        }
    }
}

/// The values in their common type; `None` if they have none.
fn unified(values: &[Value]) -> Option<Vec<Value>> {
    let types: Vec<Type> = values.iter().map(|it| it.ty().clone()).collect();
    let unification = Unification::of(&types)?;
    values.iter().map(|it| unification.apply(it).ok()).collect()
}
