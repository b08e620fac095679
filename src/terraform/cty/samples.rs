//! Random types and values of them, for property tests.

use proptest::prelude::*;

use super::{Number, Type, Value};

pub fn any_type() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        Just(Type::Bool),
        Just(Type::Number),
        Just(Type::String),
        Just(Type::Dynamic)
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let members = prop::collection::btree_map("[a-z_]{1,3}", inner.clone(), 0..4);
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner
                .clone()
                .prop_filter("no dynamic in a set", |it| !it.has_dynamic())
                .prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            members.prop_map(Type::object),
            prop::collection::vec(inner, 0..3).prop_map(Type::Tuple),
        ]
    })
}

fn any_number() -> impl Strategy<Value = Number> {
    prop_oneof![
        any::<i64>().prop_map(Number::from),
        any::<u64>().prop_map(Number::from),
        prop::num::f64::NORMAL.prop_map(|it| Number::from_double(it).unwrap()),
        "-?[0-9]{1,30}(\\.[0-9]{1,30})?".prop_map(|it| Number::parse(&it).unwrap()),
    ]
}

/// Known values of a type, null among them.
pub fn known_value(of: &Type) -> BoxedStrategy<Value> {
    value(of, false)
}

/// Values of a type, with null and unknown parts.
pub fn any_value(of: &Type) -> BoxedStrategy<Value> {
    value(of, true)
}

fn value(of: &Type, with_unknown: bool) -> BoxedStrategy<Value> {
    let nested = |of: &Type| value(of, with_unknown);
    let inside: BoxedStrategy<Value> = match of {
        Type::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Type::Number => any_number().prop_map(Value::Number).boxed(),
        Type::String => ".{0,4}".prop_map(Value::string).boxed(),
        Type::Dynamic => {
            let inner = prop_oneof![Just(Type::String), Just(Type::list(Type::Number))];
            inner
                .prop_flat_map(move |of| {
                    let value = value(&of, with_unknown);
                    value.prop_map(move |it| match it {
                        Value::Null | Value::Unknown(_) => it,
                        it => Value::Dynamic(Box::new((of.clone(), it))),
                    })
                })
                .boxed()
        }
        Type::List(element) => prop::collection::vec(nested(element), 0..3)
            .prop_map(Value::List)
            .boxed(),
        Type::Set(element) => prop::collection::vec(nested(element), 0..3)
            .prop_map(Value::set_of)
            .boxed(),
        Type::Map(element) => prop::collection::vec((".{0,3}", nested(element)), 0..3)
            .prop_map(Value::map)
            .boxed(),
        Type::Object(object) => {
            let attributes = object.attributes.iter();
            let attributes: Vec<_> = attributes
                .map(|(name, of)| (Just(name.clone()), nested(of)))
                .collect();
            attributes.prop_map(Value::object).boxed()
        }
        Type::Tuple(elements) => {
            let elements: Vec<_> = elements.iter().map(nested).collect();
            elements.prop_map(Value::Tuple).boxed()
        }
    };
    match with_unknown {
        true => prop_oneof![6 => inside, 1 => Just(Value::Null), 1 => Just(Value::UNKNOWN)].boxed(),
        false => prop_oneof![6 => inside, 1 => Just(Value::Null)].boxed(),
    }
}

pub fn typed<V: Fn(&Type) -> BoxedStrategy<Value> + 'static>(
    types: impl Strategy<Value = Type> + 'static,
    values: V,
) -> impl Strategy<Value = (Type, Value)> {
    types.prop_flat_map(move |of| {
        let value = values(&of);
        (Just(of), value)
    })
}
