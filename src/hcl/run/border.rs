//! Values of the language as values of the engine, and back.

use std::collections::BTreeMap;

use lumi_graph::{Object as EngineObject, Value as EngineValue};
use lumi_terraform::schema::{Block, NestedBlock, Nesting};
use lumi_terraform::shape::Names;

use crate::value::{Mark, Number, Type, Value};

use super::schema_marks::marked_attribute;

/// A value for the engine: sensitive ones are secret, and numbers that no double is are texts of their digits.
pub fn to_engine(value: &Value) -> EngineValue {
    let plain = plain_to_engine(value);
    match value.has_mark(&Mark::Sensitive) && !matches!(plain, EngineValue::Null) {
        true => EngineValue::secret(plain),
        false => plain,
    }
}

fn plain_to_engine(value: &Value) -> EngineValue {
    if value.is_unknown() {
        return EngineValue::Unknown;
    }
    if let Some(flag) = value.as_bool() {
        return EngineValue::Bool(flag);
    }
    if let Some(number) = value.as_number() {
        return number_to_engine(number);
    }
    if let Some(text) = value.as_str() {
        return EngineValue::from(text);
    }
    if let Some(elements) = value.elements() {
        return EngineValue::Array(elements.iter().map(to_engine).collect());
    }
    match value.members() {
        None => EngineValue::Null,
        Some(members) => {
            let each = members
                .iter()
                .map(|(name, it)| (name.clone(), to_engine(it)));
            EngineValue::Object(each.collect())
        }
    }
}

fn number_to_engine(number: &Number) -> EngineValue {
    let double = number.to_double();
    let text = number.to_string();
    let is_exact = Number::parse(&format!("{double}")).is_some_and(|it| it.to_string() == text);
    match is_exact {
        true => EngineValue::Number(double),
        false => EngineValue::String(text),
    }
}

/// The inputs of a body, by the names of its schema. What is not set is left out.
pub fn inputs(value: &Value, block: &Block) -> EngineObject {
    let mut inputs = EngineObject::default();
    for (name, member) in value.members().into_iter().flatten() {
        if member.is_null() {
            continue;
        }
        let is_empty = member.elements().is_some_and(<[Value]>::is_empty)
            || member.ty() != &Type::String && member.members().is_some_and(BTreeMap::is_empty);
        // No block is what a body without it has.
        if is_empty && block.blocks.contains_key(name) {
            continue;
        }
        inputs.insert(name.clone(), to_engine(member));
    }
    inputs
}

/// The value of parts that an answer lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// They are not set.
    Null,
    /// They are known after the deployment.
    Unknown,
}

impl Missing {
    fn value(self, of: &Type) -> Value {
        match self {
            Self::Null => Value::null(of.clone()),
            Self::Unknown => Value::unknown(of.clone()),
        }
    }
}

/// A value of the engine as one of a type.
pub fn from_engine(value: &EngineValue, of: &Type, missing: Missing) -> Value {
    match value {
        EngineValue::Secret(inner) => from_engine(inner, of, missing).mark(Mark::Sensitive),
        EngineValue::Null => Value::null(of.clone()),
        EngineValue::Array(elements) => elements_from_engine(elements, of, missing),
        EngineValue::Object(members) => members_from_engine(members, of, missing),
        EngineValue::Bool(flag) => converted(Value::bool(*flag), of),
        EngineValue::Number(double) => {
            let number = Number::parse(&format!("{double}"));
            number.map_or_else(
                || Value::unknown(of.clone()),
                |it| converted(Value::number(it), of),
            )
        }
        EngineValue::String(text) => converted(Value::string(text), of),
        _ => Value::unknown(of.clone()),
    }
}

fn converted(value: Value, of: &Type) -> Value {
    crate::value::convert(&value, of).unwrap_or(value)
}

fn elements_from_engine(elements: &[EngineValue], of: &Type, missing: Missing) -> Value {
    let all = |element: &Type| -> Vec<Value> {
        let each = elements.iter().map(|it| from_engine(it, element, missing));
        each.collect()
    };
    match of {
        Type::List(element) => Value::list(element, all(element)),
        Type::Set(element) => Value::set(element, all(element)),
        Type::Tuple(types) => {
            let any = Type::Dynamic;
            let each = elements.iter().enumerate();
            let each = each.map(|(at, it)| from_engine(it, types.get(at).unwrap_or(&any), missing));
            Value::tuple(each.collect())
        }
        _ => Value::tuple(all(&Type::Dynamic)),
    }
}

fn members_from_engine(members: &EngineObject, of: &Type, missing: Missing) -> Value {
    match of {
        Type::Object(object) => {
            let names = Names::new(object.attributes.keys());
            let by_original = by_original(members, &names);
            let each = object.attributes.iter().map(|(name, of)| {
                let value = by_original.get(name.as_str());
                let value =
                    value.map_or_else(|| missing.value(of), |it| from_engine(it, of, missing));
                (name.clone(), value)
            });
            Value::object(each)
        }
        Type::Map(element) => {
            let each = members.iter();
            let each = each.map(|(key, it)| (key.clone(), from_engine(it, element, missing)));
            Value::map(element, each)
        }
        _ => {
            let each = members.iter();
            Value::object(
                each.map(|(key, it)| (key.clone(), from_engine(it, &Type::Dynamic, missing))),
            )
        }
    }
}

fn by_original<'m>(
    members: &'m EngineObject,
    names: &Names<'_>,
) -> BTreeMap<String, &'m EngineValue> {
    let each = members.iter();
    each.filter_map(|(name, value)| Some((names.original(name)?.to_owned(), value)))
        .collect()
}

/// The object that an answer has, in the type of its schema. With [`Missing::Unknown`], what the answer lacks and the
/// provider sets is unknown.
pub fn object_from_engine(answer: &EngineObject, block: &Block, missing: Missing) -> Value {
    let names = Names::new(block.attributes.keys().chain(block.blocks.keys()));
    let given = by_original(answer, &names);
    let mut members = BTreeMap::new();
    for (name, attribute) in &block.attributes {
        let of = attribute.implied_type();
        let value = match given.get(name) {
            _ if attribute.is_write_only => Value::null(of),
            Some(value) => from_engine(value, &of, missing),
            None if attribute.is_computed => missing.value(&of),
            None => Value::null(of),
        };
        members.insert(name.clone(), marked_attribute(value, attribute));
    }
    for (name, nested) in &block.blocks {
        let value = blocks_from_engine(given.get(name).copied(), nested, missing);
        members.insert(name.clone(), value);
    }
    Value::object(members)
}

fn blocks_from_engine(
    given: Option<&EngineValue>,
    nested: &NestedBlock,
    missing: Missing,
) -> Value {
    let of = nested.block.implied_type();
    let object = |it: &EngineValue| match it.open() {
        EngineValue::Object(members) => object_from_engine(members, &nested.block, missing),
        EngineValue::Null => Value::null(of.clone()),
        _ => Value::unknown(of.clone()),
    };
    let value = match (nested.nesting, given.map(EngineValue::open)) {
        (_, Some(EngineValue::Unknown)) => Value::unknown(block_type(nested)),
        (Nesting::Single, None | Some(EngineValue::Null)) => Value::null(of),
        (Nesting::Group, None | Some(EngineValue::Null)) => {
            object_from_engine(&EngineObject::default(), &nested.block, missing)
        }
        (Nesting::Single | Nesting::Group, Some(it)) => object(it),
        (Nesting::Map, it) => {
            let members = it.and_then(EngineValue::as_object).into_iter().flatten();
            let each: Vec<(String, Value)> =
                members.map(|(key, it)| (key.clone(), object(it))).collect();
            match nested.is_open() {
                true => Value::object(each),
                false => Value::map(&of, each),
            }
        }
        (nesting, it) => {
            let elements = match it {
                Some(EngineValue::Array(elements)) => elements.iter().map(object).collect(),
                Some(it @ EngineValue::Object(_)) => vec![object(it)],
                _ => Vec::new(),
            };
            match nesting {
                Nesting::Set => Value::set(&of, elements),
                _ if nested.is_open() => Value::tuple(elements),
                _ => Value::list(&of, elements),
            }
        }
    };
    match given {
        Some(EngineValue::Secret(_)) => value.mark(Mark::Sensitive),
        _ => value,
    }
}

/// The type of all blocks of a name.
pub fn block_type(nested: &NestedBlock) -> Type {
    let of = nested.block.implied_type();
    match nested.nesting {
        _ if nested.is_open() => Type::Dynamic,
        Nesting::Single | Nesting::Group => of,
        Nesting::List => Type::list(of),
        Nesting::Set => Type::set(of),
        Nesting::Map => Type::map(of),
    }
}
