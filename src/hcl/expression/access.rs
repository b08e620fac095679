//! Attributes and elements of values.

use crate::syntax::{Diagnostic, Diagnostics, Span, Step, StepKind};
use crate::value::{Type, Value, convert, friendly_name};

use super::evaluator::literal;

/// The value after some steps.
pub fn steps(mut value: Value, steps: &[Step], diagnostics: &mut Diagnostics) -> Value {
    for step in steps {
        let mut errors = Diagnostics::default();
        value = match &step.kind {
            StepKind::Attribute(name) => attribute(&value, name, &step.span, &mut errors),
            StepKind::Index(key) => index(&value, &literal(key), &step.span, &mut errors),
        };
        if errors.has_errors() {
            diagnostics.extend(errors);
            return Value::DYNAMIC;
        }
    }
    value
}

fn refused(summary: &str, detail: String, span: &Span, diagnostics: &mut Diagnostics) -> Value {
    diagnostics.push(Diagnostic::error(summary, detail, span));
    Value::DYNAMIC
}

/// The value of an attribute.
fn attribute(of: &Value, name: &str, span: &Span, diagnostics: &mut Diagnostics) -> Value {
    if of.is_null() {
        let detail = format!("The value is null, so it has no attribute `{name}`.");
        return refused("The value is null", detail, span, diagnostics);
    }
    let detail = match of.ty() {
        Type::Dynamic => return Value::DYNAMIC.with_marks(of.marks()),
        Type::Object(_) => match of.attribute(name) {
            Some(value) => return value,
            None => format!("The object has no attribute `{name}`."),
        },
        Type::Map(element) if of.is_unknown() => {
            return Value::unknown(element.as_ref().clone()).with_marks(of.marks());
        }
        Type::Map(_) => match of.index(&Value::string(name)) {
            Some(value) => return value,
            None => format!("The map has no element `{name}`."),
        },
        Type::List(element) | Type::Set(element) if matches!(element.as_ref(), Type::Object(_)) => {
            format!(
                "`{name}` is read of {}. Use an index or `[*]` for elements.",
                friendly_name(of.ty())
            )
        }
        ty => format!("A value of type {} has no attributes.", friendly_name(ty)),
    };
    refused("The attribute does not exist", detail, span, diagnostics)
}

const NO_ELEMENT: &str = "The index does not exist";

/// The element at a key.
pub fn index(of: &Value, key: &Value, span: &Span, diagnostics: &mut Diagnostics) -> Value {
    if of.is_null() {
        let detail = "The value is null, so it has no elements.".to_owned();
        return refused("The value is null", detail, span, diagnostics);
    }
    if key.is_null() {
        let detail = "The key is null.".to_owned();
        return refused(NO_ELEMENT, detail, span, diagnostics);
    }
    if key.is_dynamic() || of.is_dynamic() {
        return Value::DYNAMIC.with_marks(of.marks());
    }
    match of.ty() {
        Type::List(_) | Type::Tuple(_) => element(of, key, &Type::Number, span, diagnostics),
        Type::Map(_) => element(of, key, &Type::String, span, diagnostics),
        Type::Object(_) => object_element(of, key, span, diagnostics),
        Type::Set(_) => {
            let detail = "Elements of a set have no keys.".to_owned();
            refused(NO_ELEMENT, detail, span, diagnostics)
        }
        ty => {
            let detail = format!("A value of type {} has no elements.", friendly_name(ty));
            refused(NO_ELEMENT, detail, span, diagnostics)
        }
    }
}

fn element(
    of: &Value,
    key: &Value,
    wanted: &Type,
    span: &Span,
    diagnostics: &mut Diagnostics,
) -> Value {
    let key = match convert(key, wanted) {
        Ok(key) => key,
        Err(error) => {
            return refused(
                NO_ELEMENT,
                format!("The key does not fit: {error}."),
                span,
                diagnostics,
            );
        }
    };
    if of.has_index(&key).is_unknown() {
        return match of.ty() {
            Type::List(element) | Type::Map(element) => Value::unknown(element.as_ref().clone()),
            _ => Value::DYNAMIC,
        }
        .with_marks(of.marks());
    }
    if let Some(value) = of.index(&key) {
        return value;
    }
    let count = of.length().without_marks();
    let detail = match (key.as_number(), count.as_number()) {
        (Some(number), _) if !number.is_integer() => "An index must be a whole number.".to_owned(),
        (Some(number), _) if number.is_negative() => "An index must not be negative.".to_owned(),
        (Some(_), Some(count)) if !key.is_marked() => {
            format!("The index is not less than the number of elements, {count}.")
        }
        _ => "No element has this key.".to_owned(),
    };
    refused(NO_ELEMENT, detail, span, diagnostics)
}

fn object_element(of: &Value, key: &Value, span: &Span, diagnostics: &mut Diagnostics) -> Value {
    let text = match convert(key, &Type::String) {
        Ok(text) => text,
        Err(error) => {
            return refused(
                NO_ELEMENT,
                format!("The key does not fit: {error}."),
                span,
                diagnostics,
            );
        }
    };
    if of.is_unknown() || text.is_unknown() {
        return Value::DYNAMIC.with_marks(of.marks());
    }
    match text.as_str().and_then(|name| of.attribute(name)) {
        Some(value) => value,
        None => {
            let detail = match key.ty() {
                Type::Number => "Attributes of an object have names, not numbers.",
                _ => "The object has no attribute of this name.",
            };
            refused(NO_ELEMENT, detail.to_owned(), span, diagnostics)
        }
    }
}
