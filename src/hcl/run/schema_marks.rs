//! Marks of what the schema of a provider calls sensitive.

use std::collections::BTreeMap;

use lumi_terraform::schema::{Attribute, AttributeKind, Block, Nesting};

use crate::value::{Mark, Type, Value};

/// The value of a body, in which all is sensitive that the schema calls so, also within blocks and nested attributes.
pub fn with_schema_marks(value: Value, block: &Block) -> Value {
    with_members(value, |name, member| {
        match (block.attributes.get(name), block.blocks.get(name)) {
            (Some(attribute), _) => marked_attribute(member, attribute),
            (None, Some(nested)) => with_objects(member, nested.nesting, &|it| {
                with_schema_marks(it, &nested.block)
            }),
            (None, None) => member,
        }
    })
}

/// The value of an attribute, which is sensitive as a whole or has parts that are.
pub fn marked_attribute(value: Value, attribute: &Attribute) -> Value {
    let value = match &attribute.kind {
        AttributeKind::Of(_) => value,
        AttributeKind::Nested(nesting, inner) => {
            with_objects(value, *nesting, &|it| marked_attributes(it, inner))
        }
    };
    match attribute.is_sensitive {
        true => value.mark(Mark::Sensitive),
        false => value,
    }
}

fn marked_attributes(value: Value, attributes: &BTreeMap<String, Attribute>) -> Value {
    with_members(value, |name, member| match attributes.get(name) {
        Some(attribute) => marked_attribute(member, attribute),
        None => member,
    })
}

/// The object, or all objects of the collection, each replaced by another one.
fn with_objects(value: Value, nesting: Nesting, replace: &dyn Fn(Value) -> Value) -> Value {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return replace(value);
    }
    let marks = value.marks().clone();
    let each = || value.parts().cloned().map(replace);
    let members = || value.members().into_iter().flatten().map(|it| it.0.clone());
    let replaced = match (value.ty(), value.is_known() && !value.is_null()) {
        (Type::List(of), true) => Value::list(of, each().collect()),
        (Type::Set(of), true) => Value::set(of, each().collect()),
        (Type::Tuple(_), true) => Value::tuple(each().collect()),
        (Type::Map(of), true) => Value::map(of, members().zip(each())),
        (Type::Object(_), true) => Value::object(members().zip(each())),
        _ => value.clone(),
    };
    replaced.with_marks(&marks)
}

fn with_members(value: Value, replace: impl Fn(&str, Value) -> Value) -> Value {
    let Some(members) = value.members() else {
        return value;
    };
    let each = members
        .iter()
        .map(|(name, member)| (name.clone(), replace(name, member.clone())));
    Value::object(each).with_marks(value.marks())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(kind: AttributeKind, is_sensitive: bool) -> Attribute {
        Attribute {
            kind,
            is_required: false,
            is_optional: true,
            is_computed: false,
            is_sensitive,
            is_write_only: false,
            is_deprecated: false,
            deprecation_message: String::new(),
            description: String::new(),
        }
    }

    #[test]
    fn nested_attributes_are_sensitive_where_they_are() {
        let inner = [
            (
                "key".to_owned(),
                attribute(AttributeKind::Of(Type::String), true),
            ),
            (
                "name".to_owned(),
                attribute(AttributeKind::Of(Type::String), false),
            ),
        ];
        let nested =
            |nesting| attribute(AttributeKind::Nested(nesting, inner.clone().into()), false);
        let object = Value::object([("key", "k".into()), ("name", "n".into())]);
        let list = Value::list_of(vec![object.clone()]);
        let marked = marked_attribute(list, &nested(Nesting::List));
        let element = &marked.elements().unwrap()[0];
        assert!(element.attribute("key").unwrap().has_mark(&Mark::Sensitive));
        assert!(!element.attribute("name").unwrap().is_marked() && !marked.is_marked());
        let set = Value::set_of(vec![object.clone()]);
        let marked = marked_attribute(set, &nested(Nesting::Set));
        assert!(marked.has_mark(&Mark::Sensitive));
        let map = Value::map_of([("a", object)]);
        let marked = marked_attribute(map, &nested(Nesting::Map));
        assert!(marked.has_mark_deep(&Mark::Sensitive) && !marked.is_marked());
        let null = Value::null(Type::Dynamic);
        assert_eq!(
            marked_attribute(null.clone(), &nested(Nesting::Single)),
            null
        );
    }
}
