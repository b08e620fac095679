//! Questions of implementations about types and elements.

use super::super::FunctionError;
use crate::value::{Type, Value};

/// The result of an implementation.
pub(super) type Answer = Result<Value, FunctionError>;

/// Whether the type is that of a list, a set or a tuple.
pub(super) fn is_sequence(of: &Type) -> bool {
    matches!(of, Type::List(_) | Type::Set(_) | Type::Tuple(_))
}

/// The type of the elements of a collection.
pub(super) fn element_type(of: &Type) -> Type {
    match of {
        Type::List(element) | Type::Set(element) | Type::Map(element) => element.as_ref().clone(),
        _ => Type::Dynamic,
    }
}

/// A list or a tuple, whichever the type of the result is.
pub(super) fn sequence(of: &Type, elements: Vec<Value>) -> Value {
    match of {
        Type::List(element) => Value::list(element, elements),
        _ => Value::tuple(elements),
    }
}

/// The elements of a known list, set or tuple; none of any other value.
pub(super) fn elements(value: &Value) -> &[Value] {
    value.elements().unwrap_or_default()
}
