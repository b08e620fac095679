//! Functions over networks: `cidrhost` and its like.
//!
//! | module | |
//! |---|---|
//! | `address` | addresses and prefixes |
//! | `subnets` | arithmetic over prefixes |
//! | `tests` | |

mod address;
mod subnets;
#[cfg(test)]
mod tests;

use num_bigint::BigInt;

use self::address::{Address, Prefix};
use super::arguments::{integer, text, whole};
use super::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let prefix = || Parameter::new("prefix", Type::String);
    vec![
        Function::new(
            "cidrcontains",
            vec![
                Parameter::new("containing_prefix", Type::String),
                Parameter::new("contained_ip_or_prefix", Type::String),
            ],
            Type::Bool,
            cidrcontains,
        ),
        Function::new(
            "cidrhost",
            vec![prefix(), Parameter::new("hostnum", Type::Number)],
            Type::String,
            cidrhost,
        )
        .refined(Refinement::not_null()),
        Function::new("cidrnetmask", vec![prefix()], Type::String, cidrnetmask)
            .refined(Refinement::not_null()),
        Function::new(
            "cidrsubnet",
            vec![
                prefix(),
                Parameter::new("newbits", Type::Number),
                Parameter::new("netnum", Type::Number),
            ],
            Type::String,
            cidrsubnet,
        )
        .refined(Refinement::not_null()),
        Function::new(
            "cidrsubnets",
            vec![prefix()],
            Type::List(Box::new(Type::String)),
            cidrsubnets,
        )
        .variadic(Parameter::new("newbits", Type::Number))
        .refined(Refinement::not_null()),
    ]
}

fn prefix(values: &[Value], index: usize) -> Result<Prefix, FunctionError> {
    let written = text(values, index)?;
    Prefix::parse(written).ok_or_else(|| {
        let message = format!("`{written}` must be a prefix of a network, such as `10.0.0.0/8`");
        FunctionError::of(index, message)
    })
}

fn cidrhost(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let number: BigInt = whole(values, 1)?;
    let address = subnets::host(&prefix(values, 0)?, &number);
    let address = address.map_err(|error| FunctionError::new(error.to_string()))?;
    Ok(Value::string(address.to_string()))
}

fn cidrnetmask(
    values: &[Value],
    _: &Type,
    _: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    let prefix = prefix(values, 0)?;
    if prefix.base.canonical().length != 32 {
        return Err(FunctionError::of(0, "prefixes of IPv6 have no netmask"));
    }
    let ones = Address {
        bits: address::low_bits(prefix.base.length),
        ..prefix.base
    };
    Ok(Value::string(
        Prefix::new(ones, prefix.shared).base.to_string(),
    ))
}

fn cidrsubnet(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let bits = integer(values, 1)?;
    let number = whole(values, 2)?;
    let subnet = subnets::subnet(&prefix(values, 0)?, bits, &number);
    let subnet = subnet.map_err(|error| FunctionError::new(error.to_string()))?;
    Ok(Value::string(subnet.to_string()))
}

fn cidrsubnets(
    values: &[Value],
    _: &Type,
    _: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    let prefix = prefix(values, 0)?;
    let lengths = (1..values.len()).map(|index| integer(values, index));
    let lengths = lengths.collect::<Result<Vec<_>, _>>()?;
    let subnets = subnets::subnets(&prefix, &lengths)
        .map_err(|(index, error)| FunctionError::of(index + 1, error.to_string()))?;
    let subnets = subnets
        .iter()
        .map(|subnet| Value::string(subnet.to_string()));
    Ok(Value::list(&Type::String, subnets.collect()))
}

fn cidrcontains(
    values: &[Value],
    _: &Type,
    _: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    let containing = prefix(values, 0)?;
    let written = text(values, 1)?;
    let (first, last) = match (Address::parse(written), Prefix::parse(written)) {
        (Some(address), _) => (address, address),
        (None, Some(prefix)) => (prefix.base, prefix.last()),
        (None, None) => {
            let message = format!("`{written}` must be an address or a prefix of a network");
            return Err(FunctionError::of(1, message));
        }
    };
    if first.canonical().length != containing.base.canonical().length {
        let message = "an address of IPv4 cannot be compared with a prefix of IPv6, or the reverse";
        return Err(FunctionError::new(message));
    }
    Ok(Value::bool(
        containing.contains(first) && containing.contains(last),
    ))
}
