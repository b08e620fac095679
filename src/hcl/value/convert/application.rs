//! Conversions of values.

use std::collections::BTreeMap;

use super::super::value::Content;
use super::super::{ObjectType, Refinement, Step, Type, Value, friendly_name, without_optional};
use super::conversion::{Conversion, PartConversion, Plan};
use super::dynamic_types::completed;
use super::mismatch::mismatch;
use super::primitives::{bool_from, number_from};
use super::unify::unify_types;
use super::{ConversionError, convert};

type Converted = Result<Value, ConversionError>;

impl Conversion {
    /// The value in the target type; its marks stay.
    pub(super) fn apply(&self, value: &Value) -> Converted {
        let (bare, marks) = value.unmarked();
        Ok(self.apply_unmarked(&bare)?.with_marks(&marks))
    }

    fn apply_unmarked(&self, value: &Value) -> Converted {
        if matches!(self.plan, Plan::Pass) {
            return Ok(value.clone());
        }
        if value.is_null() || value.is_unknown() {
            let of = completed(value.ty(), &without_optional(self.to.clone()));
            return Ok(match value.is_null() {
                true => Value::null(of),
                false => unknown_result(value, of),
            });
        }
        match (&self.plan, &value.content) {
            (Plan::Late, _) => convert(value, &self.to),
            (Plan::NumberToString, Content::Number(it)) => Ok(Value::string(it.to_string())),
            (Plan::BoolToString, Content::Bool(it)) => Ok(Value::string(it.to_string())),
            (Plan::StringToNumber, Content::String(it)) => number_from(it),
            (Plan::StringToBool, Content::String(it)) => bool_from(it),
            (Plan::ObjectToObject(parts), Content::Members(members)) => {
                self.to_object(parts, members)
            }
            (Plan::TupleToTuple(parts), Content::Elements(elements)) => {
                Ok(Value::tuple(convert_each(parts, elements)?))
            }
            (Plan::ToList(part), Content::Elements(elements)) => {
                self.to_list(value, part, elements)
            }
            (Plan::ToSet(part), Content::Elements(elements)) => self.to_set(value, part, elements),
            (Plan::MapToMap(part), Content::Members(members)) => self.to_map(value, part, members),
            (Plan::TupleToList(parts), Content::Elements(elements)) => {
                self.tuple_to_list(parts, elements)
            }
            (Plan::TupleToSet(parts), Content::Elements(elements)) => {
                let elements = convert_each(parts, elements)?.into_iter().map(plain_null);
                self.set_of(elements.collect())
            }
            (Plan::ObjectToMap(element, parts), Content::Members(members)) => {
                self.object_to_map(element, parts, members)
            }
            (Plan::MapToObject(parts), Content::Members(members)) => {
                self.map_to_object(parts, members)
            }
            _ => Err(ConversionError::new(mismatch(value.ty(), &self.to))),
        }
    }

    /// The type of the elements of the target.
    fn element(&self) -> Type {
        match &self.to {
            Type::List(element) | Type::Set(element) | Type::Map(element) => {
                element.as_ref().clone()
            }
            _ => Type::Dynamic,
        }
    }

    /// The type of the elements of an empty collection.
    fn empty_element(&self, value: &Value) -> Type {
        match (self.element(), value.ty()) {
            (Type::Dynamic, Type::List(of) | Type::Set(of) | Type::Map(of)) => of.as_ref().clone(),
            (element, _) => element,
        }
    }

    fn target(&self) -> &ObjectType {
        match &self.to {
            Type::Object(object) => object,
            _ => unreachable!("BUG: the target of this plan is an object"),
        }
    }

    fn to_object(
        &self,
        parts: &BTreeMap<String, PartConversion>,
        members: &BTreeMap<String, Value>,
    ) -> Converted {
        let mut attributes = BTreeMap::new();
        for (name, member) in members {
            if let Some(part) = parts.get(name) {
                let step = || Step::Attribute(name.clone());
                let member = convert_part(part.as_ref(), member, step)?;
                attributes.insert(name.clone(), plain_null(member));
            }
        }
        for name in &self.target().optional {
            if !attributes.contains_key(name) {
                let of = self.target().attributes[name].clone();
                attributes.insert(name.clone(), Value::null(of));
            }
        }
        Ok(Value::object(attributes))
    }

    fn to_list(&self, value: &Value, part: &PartConversion, elements: &[Value]) -> Converted {
        if value.length().is_unknown() {
            let Type::Set(element) = value.ty() else {
                return Err(ConversionError::new(mismatch(value.ty(), &self.to)));
            };
            return Ok(Value::unknown(Type::list(element.as_ref().clone())));
        }
        if elements.is_empty() {
            return Ok(Value::list(&self.empty_element(value), Vec::new()));
        }
        let elements = convert_all(part, elements)?;
        check_alike(elements.iter(), "list")?;
        Ok(Value::list_of(elements))
    }

    fn to_set(&self, value: &Value, part: &PartConversion, elements: &[Value]) -> Converted {
        if elements.is_empty() {
            return Ok(Value::set(&self.empty_element(value), Vec::new()));
        }
        self.set_of(convert_all(part, elements)?)
    }

    fn set_of(&self, elements: Vec<Value>) -> Converted {
        if elements.is_empty() {
            return Ok(Value::set(&self.element(), elements));
        }
        check_alike(elements.iter(), "set")?;
        Ok(Value::set_of(elements))
    }

    fn to_map(
        &self,
        value: &Value,
        part: &PartConversion,
        members: &BTreeMap<String, Value>,
    ) -> Converted {
        if members.is_empty() {
            return Ok(Value::map(&self.empty_element(value), members.clone()));
        }
        let members = members.iter().map(|(key, it)| {
            let step = || Step::Key(key.clone());
            Ok((key.clone(), convert_part(part.as_ref(), it, step)?))
        });
        let members = members.collect::<Result<BTreeMap<_, _>, _>>()?;
        self.map_of(members, &self.element(), false)
    }

    fn map_of(
        &self,
        members: BTreeMap<String, Value>,
        element: &Type,
        is_unsafe: bool,
    ) -> Converted {
        let members = match element {
            Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Object(_) => {
                let (keys, members): (Vec<_>, Vec<_>) = members.into_iter().unzip();
                let steps = keys.iter().map(|it| Step::Key(it.clone())).collect();
                let members = unified(members, steps, is_unsafe)?;
                keys.into_iter().zip(members).collect()
            }
            _ => members,
        };
        check_alike(members.values(), "map")?;
        Ok(Value::map_of(members))
    }

    fn tuple_to_list(&self, parts: &[PartConversion], elements: &[Value]) -> Converted {
        if elements.is_empty() {
            return Ok(Value::list(&self.element(), Vec::new()));
        }
        let elements = convert_each(parts, elements)?;
        let steps = (0..).take(elements.len()).map(Step::Index).collect();
        let elements = unified(elements, steps, self.is_unsafe)?;
        check_alike(elements.iter(), "list")?;
        Ok(Value::list_of(elements))
    }

    fn object_to_map(
        &self,
        element: &Type,
        parts: &BTreeMap<String, PartConversion>,
        members: &BTreeMap<String, Value>,
    ) -> Converted {
        if members.is_empty() {
            return Ok(Value::map(&self.element(), members.clone()));
        }
        let members = members.iter().map(|(name, it)| {
            let step = || Step::Key(name.clone());
            let part = parts.get(name).and_then(Option::as_ref);
            let member = match part {
                Some(part) => part.apply(it).map_err(|it| it.within(step()))?,
                None => it.clone(),
            };
            Ok((name.clone(), member))
        });
        let members = members.collect::<Result<BTreeMap<_, _>, _>>()?;
        self.map_of(members, element, self.is_unsafe)
    }

    fn map_to_object(
        &self,
        parts: &BTreeMap<String, Result<PartConversion, ()>>,
        members: &BTreeMap<String, Value>,
    ) -> Converted {
        let mut attributes = BTreeMap::new();
        for (name, part) in parts {
            let of = &self.target().attributes[name];
            let attribute = match (members.get(name), part) {
                (Some(member), Ok(part)) => {
                    convert_part(part.as_ref(), member, || Step::Key(name.clone()))?
                }
                (Some(member), Err(())) => {
                    let reason = format!(
                        "the elements of the map do not fit the attribute `{name}`: {}",
                        mismatch(member.ty(), of)
                    );
                    return Err(ConversionError::new(reason));
                }
                (None, _) if self.target().optional.contains(name) => Value::null(of.clone()),
                (None, _) => {
                    let reason =
                        format!("the map has no element for the required attribute `{name}`");
                    return Err(ConversionError::new(reason));
                }
            };
            attributes.insert(name.clone(), plain_null(attribute));
        }
        Ok(Value::object(attributes))
    }
}

fn convert_part(
    part: Option<&Conversion>,
    value: &Value,
    step: impl FnOnce() -> Step,
) -> Converted {
    match part {
        Some(part) => part.apply(value).map_err(|it| it.within(step())),
        None => Ok(value.clone()),
    }
}

/// Each element by its own conversion.
fn convert_each(
    parts: &[PartConversion],
    elements: &[Value],
) -> Result<Vec<Value>, ConversionError> {
    let elements = (0..).zip(parts.iter().zip(elements));
    let elements =
        elements.map(|(at, (part, it))| convert_part(part.as_ref(), it, || Step::Index(at)));
    elements.collect()
}

/// All elements by one conversion.
fn convert_all(part: &PartConversion, elements: &[Value]) -> Result<Vec<Value>, ConversionError> {
    let elements = (0..).zip(elements).map(|(at, it)| {
        let element = convert_part(part.as_ref(), it, || Step::Index(at))?;
        Ok(plain_null(element))
    });
    elements.collect()
}

/// A null part has no marks.
fn plain_null(value: Value) -> Value {
    match value.is_null() {
        true => value.without_marks(),
        false => value,
    }
}

/// Values whose conversion has left them different types, in the type that they have in common.
fn unified(
    values: Vec<Value>,
    steps: Vec<Step>,
    is_unsafe: bool,
) -> Result<Vec<Value>, ConversionError> {
    let first = values.first().map(Value::ty);
    if values.iter().all(|it| Some(it.ty()) == first) {
        return Ok(values);
    }
    let types: Vec<Type> = values.iter().map(|it| it.ty().clone()).collect();
    let Some((of, is_dynamic)) = unify_types(&types, is_unsafe) else {
        let reason = "the elements have no type in common";
        return Err(ConversionError::new(reason));
    };
    if is_dynamic {
        return Ok(values);
    }
    let values = values.into_iter().zip(steps).map(|(value, step)| {
        if *value.ty() == of {
            return Ok(value);
        }
        match Conversion::find(value.ty(), &of, is_unsafe) {
            Some(conversion) => conversion.apply(&value).map_err(|it| it.within(step)),
            None => Err(ConversionError::new(mismatch(value.ty(), &of)).within(step)),
        }
    });
    values.collect()
}

/// Elements must have one type, or a type that is not known.
fn check_alike<'a>(
    elements: impl Iterator<Item = &'a Value>,
    kind: &str,
) -> Result<(), ConversionError> {
    let mut elements = elements.map(Value::ty).filter(|it| **it != Type::Dynamic);
    let Some(first) = elements.next() else {
        return Ok(());
    };
    match elements.find(|it| *it != first) {
        None => Ok(()),
        Some(other) => {
            let reason = format!(
                "all elements of a {kind} must have one type, but here are {} and {}",
                friendly_name(first),
                friendly_name(other)
            );
            Err(ConversionError::new(reason))
        }
    }
}

/// The unknown result, with what follows from the type and the facts of the value.
fn unknown_result(value: &Value, of: Type) -> Value {
    let range = value.range();
    let facts = Refinement {
        is_not_null: range.is_not_null,
        ..Refinement::default()
    };
    let facts = match (value.ty(), &of) {
        (Type::Object(object), Type::Map(_)) => facts.with_length(object.attributes.len()),
        (Type::Tuple(elements), Type::List(_)) => facts.with_length(elements.len()),
        (Type::Tuple(elements), Type::Set(_)) => facts
            .with_min_length(elements.len().min(1))
            .with_max_length(elements.len()),
        (Type::List(_) | Type::Set(_) | Type::Map(_), Type::Set(_)) => Refinement {
            min_length: range.min_length.min(1),
            max_length: range.max_length,
            ..facts
        },
        (Type::List(_) | Type::Set(_) | Type::Map(_), Type::List(_) | Type::Map(_)) => Refinement {
            min_length: range.min_length,
            max_length: range.max_length,
            ..facts
        },
        _ => facts,
    };
    Value::unknown(of).refine(&facts)
}
