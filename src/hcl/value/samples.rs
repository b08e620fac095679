//! Random types and values of them, for property tests.

use proptest::prelude::*;

use super::{Number, Type, Value};

pub fn any_type() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![Just(Type::Bool), Just(Type::Number), Just(Type::String)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Type::Tuple),
            prop::collection::btree_map("[a-c]", inner, 0..3).prop_map(Type::object),
        ]
    })
}

pub fn any_number() -> impl Strategy<Value = Number> {
    ("-?[0-9]{1,20}(\\.[0-9]{1,20})?", -30_i64..30).prop_map(|(digits, power)| {
        let text = format!("{digits}e{power}");
        Number::parse(&text).expect("BUG: it is a number")
    })
}

/// A value of the type; some of its parts are null or unknown.
pub fn any_value(of: &Type) -> BoxedStrategy<Value> {
    let null = Value::null(of.clone());
    let unknown = Value::unknown(of.clone());
    prop_oneof![
        1 => Just(null),
        1 => Just(unknown),
        8 => known_value(of),
    ]
    .boxed()
}

fn known_value(of: &Type) -> BoxedStrategy<Value> {
    match of.clone() {
        Type::Bool => any::<bool>().prop_map(Value::bool).boxed(),
        Type::Number => any_number().prop_map(Value::number).boxed(),
        Type::String | Type::Dynamic => "[a-c0-9]{0,3}".prop_map(Value::string).boxed(),
        Type::List(element) => prop::collection::vec(any_value(&element), 0..3)
            .prop_map(move |it| Value::list(&element, it))
            .boxed(),
        Type::Set(element) => prop::collection::vec(any_value(&element), 0..3)
            .prop_map(move |it| Value::set(&element, it))
            .boxed(),
        Type::Map(element) => prop::collection::btree_map("[a-c]", any_value(&element), 0..3)
            .prop_map(move |it| Value::map(&element, it))
            .boxed(),
        Type::Tuple(types) => types
            .iter()
            .map(any_value)
            .collect::<Vec<_>>()
            .prop_map(Value::tuple)
            .boxed(),
        Type::Object(object) => {
            let names: Vec<String> = object.attributes.keys().cloned().collect();
            object
                .attributes
                .values()
                .map(any_value)
                .collect::<Vec<_>>()
                .prop_map(move |it| Value::object(names.iter().cloned().zip(it)))
                .boxed()
        }
    }
}

pub fn typed_value() -> impl Strategy<Value = Value> {
    any_type().prop_flat_map(|of| any_value(&of))
}
