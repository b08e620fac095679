//! Types as variables declare them.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::{Call, Diagnostic, Diagnostics, Expression};
use crate::value::{ConversionError, ObjectType, Type, Value, convert, without_optional};

use super::defaults::Defaults;
use super::evaluator::evaluate_literal;

/// A type with optional attributes and their defaults.
#[derive(Clone, Debug)]
pub struct TypeConstraint {
    /// Optional attributes are marked in objects.
    pub of: Type,
    pub(super) defaults: Option<Defaults>,
}

impl TypeConstraint {
    /// A constraint without defaults.
    pub fn new(of: Type) -> Self {
        Self { of, defaults: None }
    }

    /// The value with defaults in place of missing attributes, as one of the type.
    pub fn convert(&self, value: Value) -> Result<Value, ConversionError> {
        let value = match &self.defaults {
            Some(defaults) => defaults.apply(&value),
            None => value,
        };
        convert(&value, &self.of)
    }

    /// The type of converted values.
    pub fn plain_type(&self) -> Type {
        without_optional(self.of.clone())
    }
}

/// Reads a type, such as `list(object({ a = optional(string, "x") }))`.
pub fn type_constraint(expression: &Expression) -> Result<TypeConstraint, Diagnostics> {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || read(expression))
}

fn refused<T>(detail: impl Into<String>, expression: &Expression) -> Result<T, Diagnostics> {
    Err(Diagnostic::error("The type is not valid", detail, &expression.span).into())
}

fn read(expression: &Expression) -> Result<TypeConstraint, Diagnostics> {
    if let Some(keyword) = expression.as_keyword() {
        return read_keyword(&keyword, expression);
    }
    let Some(call) = expression.as_call() else {
        return refused(
            "A type is `string`, `number`, `bool`, `any`, or a call such as `list(string)`.",
            expression,
        );
    };
    let argument = match call.arguments.as_slice() {
        [argument] => argument,
        _ if ["list", "set", "map", "object", "tuple"].contains(&call.name.as_str()) => {
            return refused(format!("`{}` takes one argument.", call.name), expression);
        }
        _ => expression,
    };
    match call.name.as_str() {
        "list" => collection(argument, Type::list),
        "set" => collection(argument, Type::set),
        "map" => collection(argument, Type::map),
        "object" => object(argument),
        "tuple" => tuple(argument),
        "bool" | "string" | "number" | "any" => {
            refused(format!("`{}` takes no arguments.", call.name), expression)
        }
        "optional" => refused(
            "`optional` is allowed only for attributes of `object`.",
            expression,
        ),
        name => refused(format!("No type is named `{name}`."), expression),
    }
}

/// Reads a type that is one word.
fn read_keyword(keyword: &str, expression: &Expression) -> Result<TypeConstraint, Diagnostics> {
    match keyword {
        "bool" => Ok(TypeConstraint::new(Type::Bool)),
        "string" => Ok(TypeConstraint::new(Type::String)),
        "number" => Ok(TypeConstraint::new(Type::Number)),
        "any" => Ok(TypeConstraint::new(Type::Dynamic)),
        "list" | "map" | "set" => {
            let detail =
                format!("`{keyword}` needs the type of its elements, as in `{keyword}(string)`.");
            refused(detail, expression)
        }
        "object" => refused(
            "`object` needs types of attributes, as in `object({ a = string })`.",
            expression,
        ),
        "tuple" => refused(
            "`tuple` needs types of elements, as in `tuple([string, number])`.",
            expression,
        ),
        _ => refused(format!("No type is named `{keyword}`."), expression),
    }
}

fn collection(element: &Expression, of: fn(Type) -> Type) -> Result<TypeConstraint, Diagnostics> {
    let element = type_constraint(element)?;
    Ok(TypeConstraint {
        of: of(element.of),
        defaults: element.defaults.map(|it| Defaults::Elements(Box::new(it))),
    })
}

fn tuple(argument: &Expression) -> Result<TypeConstraint, Diagnostics> {
    let Some(elements) = argument.as_list() else {
        return refused("`tuple` needs a list of types.", argument);
    };
    let mut types = Vec::new();
    let mut defaults = BTreeMap::new();
    for (position, element) in elements.iter().enumerate() {
        let element = type_constraint(element)?;
        types.push(element.of);
        defaults.extend(element.defaults.map(|it| (position, it)));
    }
    Ok(TypeConstraint {
        of: Type::Tuple(types),
        defaults: (!defaults.is_empty()).then_some(Defaults::Tuple(defaults)),
    })
}

fn object(argument: &Expression) -> Result<TypeConstraint, Diagnostics> {
    let Some(entries) = argument.as_map() else {
        return refused(
            "`object` needs names and types of attributes in braces.",
            argument,
        );
    };
    let mut attributes = BTreeMap::new();
    let mut optional = BTreeSet::new();
    let (mut values, mut parts) = (BTreeMap::new(), BTreeMap::new());
    for (key, value) in &entries {
        let Some(name) = key.as_keyword() else {
            return refused("The key of a type must be the name of an attribute.", key);
        };
        if attributes.contains_key(&name) {
            return refused(format!("The attribute `{name}` is declared twice."), key);
        }
        let (of, default) = match value.as_call().filter(|it| it.name == "optional") {
            Some(call) => {
                optional.insert(name.clone());
                optional_attribute(&call, value)?
            }
            None => (type_constraint(value)?, None),
        };
        values.extend(default.map(|it| (name.clone(), it)));
        parts.extend(of.defaults.map(|it| (name.clone(), it)));
        attributes.insert(name, of.of);
    }
    let has_defaults = !values.is_empty() || !parts.is_empty();
    Ok(TypeConstraint {
        of: Type::Object(ObjectType {
            attributes,
            optional,
        }),
        defaults: has_defaults.then_some(Defaults::Object { values, parts }),
    })
}

/// The type and the default of `optional(type, default)`.
fn optional_attribute(
    call: &Call,
    value: &Expression,
) -> Result<(TypeConstraint, Option<Value>), Diagnostics> {
    let (of, default) = match call.arguments.as_slice() {
        [of] => (of, None),
        [of, default] => (of, Some(default)),
        _ => return refused("`optional` needs a type, and may have a default.", value),
    };
    let of = type_constraint(of)?;
    let Some(default) = default else {
        return Ok((of, None));
    };
    let value = evaluate_literal(default)?;
    match convert(&value, &of.of) {
        Ok(value) => Ok((of, Some(value))),
        Err(error) => refused(
            format!("The default does not fit its type: {error}."),
            default,
        ),
    }
}
