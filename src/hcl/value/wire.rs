//! Values on the way to providers and back.

use std::collections::BTreeMap;

use lumi_terraform::cty::{self, Number as WireNumber, Value as WireValue};

use super::convert::{ConversionError, convert};
use super::value::Content;
use super::{Bound, Number, Refinement, Step, Type, Value};

/// The value as providers read it. It is converted to the type first; marks are left out.
pub fn to_wire(value: &Value, of: &Type) -> Result<WireValue, ConversionError> {
    let (value, _) = value.unmarked_deep();
    write(&convert(&value, of)?, of)
}

/// A value of the type, in which parts may be of any type.
fn write(value: &Value, of: &Type) -> Result<WireValue, ConversionError> {
    if *of == Type::Dynamic && value.is_known() && !value.is_null() {
        let inner = write(value, value.ty())?;
        return Ok(WireValue::Dynamic(Box::new((value.ty().clone(), inner))));
    }
    Ok(match &value.content {
        Content::Null => WireValue::Null,
        Content::Unknown(_) if value.is_dynamic() => WireValue::UNKNOWN,
        Content::Unknown(None) => WireValue::UNKNOWN,
        Content::Unknown(Some(refinement)) => {
            WireValue::Unknown(Some(Box::new(wire_refinement(refinement)?)))
        }
        Content::Bool(it) => WireValue::Bool(*it),
        Content::Number(it) => WireValue::Number(wire_number(it)?),
        Content::String(it) => WireValue::string(it.as_ref()),
        Content::Elements(elements) => {
            let parts = elements.iter().enumerate().map(|(position, it)| {
                let of = element_type(of, position, it);
                let step = || Step::Index(i64::try_from(position).unwrap_or(i64::MAX));
                write(it, of).map_err(|it| it.within(step()))
            });
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            match value.ty() {
                Type::Set(_) => WireValue::Set(parts),
                Type::Tuple(_) => WireValue::Tuple(parts),
                _ => WireValue::List(parts),
            }
        }
        Content::Members(members) => {
            let parts = members.iter().map(|(name, it)| {
                let of = member_type(of, name, it);
                let step = || Step::Attribute(name.clone());
                let part = write(it, of).map_err(|it| it.within(step()))?;
                Ok((name.clone(), part))
            });
            let parts = parts.collect::<Result<BTreeMap<_, _>, ConversionError>>()?;
            match value.ty() {
                Type::Map(_) => WireValue::Map(parts),
                _ => WireValue::Object(parts),
            }
        }
    })
}

fn element_type<'a>(of: &'a Type, position: usize, element: &'a Value) -> &'a Type {
    match of {
        Type::List(of) | Type::Set(of) => of,
        Type::Tuple(types) => types.get(position).unwrap_or(element.ty()),
        _ => element.ty(),
    }
}

fn member_type<'a>(of: &'a Type, name: &str, member: &'a Value) -> &'a Type {
    match of {
        Type::Map(of) => of,
        Type::Object(object) => object.attributes.get(name).unwrap_or(member.ty()),
        _ => member.ty(),
    }
}

fn wire_number(number: &Number) -> Result<WireNumber, ConversionError> {
    let text = match number.is_infinite() {
        true => number.to_string(),
        false => number.to_scientific(None, 'e'),
    };
    WireNumber::parse(&text)
        .ok_or_else(|| ConversionError::new("the number is too large for a provider"))
}

fn wire_refinement(facts: &Refinement) -> Result<cty::Refinement, ConversionError> {
    let bound = |it: &Option<Bound>| {
        let bound = it.as_ref().map(|it| {
            Ok(cty::Bound {
                number: wire_number(&it.number)?,
                is_inclusive: it.is_inclusive,
            })
        });
        bound.transpose()
    };
    let length = |it: usize| i64::try_from(it).ok();
    Ok(cty::Refinement {
        is_not_null: facts.is_not_null,
        prefix: (!facts.prefix.is_empty()).then(|| facts.prefix.clone()),
        lower: bound(&facts.lower)?,
        upper: bound(&facts.upper)?,
        min_length: length(facts.min_length).filter(|it| *it > 0),
        max_length: facts.max_length.and_then(length),
    })
}

/// The value of a provider, in the type that its schema has.
pub fn from_wire(value: &WireValue, of: &Type) -> Value {
    let element = |of: &Type| match of {
        Type::List(of) | Type::Set(of) | Type::Map(of) => of.as_ref().clone(),
        _ => Type::Dynamic,
    };
    match value {
        WireValue::Null => Value::null(of.clone()),
        WireValue::Unknown(None) => Value::unknown(of.clone()),
        WireValue::Unknown(Some(refinement)) => {
            Value::unknown(of.clone()).refine(&from_refinement(refinement))
        }
        WireValue::Bool(it) => Value::bool(*it),
        WireValue::Number(it) => Value::number(number_from(it)),
        WireValue::String(it) => Value::string(it.as_str()),
        WireValue::List(elements) => {
            let element = element(of);
            Value::list(&element, each(elements, &element))
        }
        WireValue::Set(elements) => {
            let element = element(of);
            Value::set(&element, each(elements, &element))
        }
        WireValue::Map(members) => {
            let element = element(of);
            let members = members
                .iter()
                .map(|(key, it)| (key.as_str(), from_wire(it, &element)));
            Value::map(&element, members)
        }
        WireValue::Tuple(elements) => {
            let elements = elements.iter().enumerate().map(|(position, it)| match of {
                Type::Tuple(types) => from_wire(it, types.get(position).unwrap_or(&Type::Dynamic)),
                _ => from_wire(it, &Type::Dynamic),
            });
            Value::tuple(elements.collect())
        }
        WireValue::Object(members) => Value::object(members.iter().map(|(name, it)| {
            let of = match of {
                Type::Object(object) => object.attributes.get(name),
                _ => None,
            };
            (name.as_str(), from_wire(it, of.unwrap_or(&Type::Dynamic)))
        })),
        WireValue::Dynamic(inner) => from_wire(&inner.1, &inner.0),
    }
}

fn each(elements: &[WireValue], of: &Type) -> Vec<Value> {
    elements.iter().map(|it| from_wire(it, of)).collect()
}

fn number_from(number: &WireNumber) -> Number {
    let text = number.to_string();
    Number::parse(text.trim_start_matches('+')).unwrap_or(Number::ZERO)
}

fn from_refinement(facts: &cty::Refinement) -> Refinement {
    let bound = |it: &Option<cty::Bound>| {
        it.as_ref().map(|it| Bound {
            number: number_from(&it.number),
            is_inclusive: it.is_inclusive,
        })
    };
    Refinement {
        is_not_null: facts.is_not_null,
        prefix: facts.prefix.clone().unwrap_or_default(),
        lower: bound(&facts.lower),
        upper: bound(&facts.upper),
        min_length: facts
            .min_length
            .and_then(|it| usize::try_from(it).ok())
            .unwrap_or(0),
        max_length: facts.max_length.and_then(|it| usize::try_from(it).ok()),
    }
}
