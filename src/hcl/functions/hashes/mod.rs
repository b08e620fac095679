//! Functions that hash, identify and decrypt.
//!
//! | module | |
//! |---|---|
//! | `bcrypt` | hashes of passwords |
//! | `digests` | MD5 and SHA of strings and files |
//! | `identifiers` | UUIDs |
//! | `private_key` | private keys of RSA |
//! | `tests` | |

mod bcrypt;
mod digests;
mod identifiers;
mod private_key;
#[cfg(test)]
mod tests;

use super::arguments::{integer, text};
use super::encodings::base64_text;
use super::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let string = |name| Parameter::new(name, Type::String);
    let not_null = Refinement::not_null;
    let mut functions = vec![
        Function::new("bcrypt", vec![string("str")], Type::String, bcrypt)
            .variadic(Parameter::new("cost", Type::Number))
            .refined(not_null()),
        Function::new(
            "rsadecrypt",
            vec![string("ciphertext"), string("privatekey")],
            Type::String,
            rsadecrypt,
        )
        .refined(not_null()),
        Function::new("uuid", vec![], Type::String, uuid).refined(not_null()),
        Function::new(
            "uuidv5",
            vec![string("namespace"), string("name")],
            Type::String,
            uuidv5,
        )
        .refined(not_null()),
    ];
    functions.extend(digests::functions());
    functions
}

fn random() -> Result<[u8; 16], FunctionError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        FunctionError::new(format!("the system has no random numbers: {error}"))
    })?;
    Ok(bytes)
}

fn bcrypt(
    values: &[Value],
    _: &Type,
    context: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    if context.is_pure {
        return Ok(Value::unknown(Type::String));
    }
    let cost = match values.len() {
        1 => None,
        2 => Some(integer(values, 1)?),
        _ => return Err(FunctionError::new("`bcrypt` takes at most two arguments")),
    };
    let hash = bcrypt::hash(text(values, 0)?, cost, random()?);
    hash.map(Value::string)
        .map_err(|error| FunctionError::new(error.to_string()))
}

fn uuid(_: &[Value], _: &Type, context: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    match context.is_pure {
        true => Ok(Value::unknown(Type::String)),
        false => Ok(Value::string(identifiers::written(&random()?))),
    }
}

fn uuidv5(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let (namespace, name) = (text(values, 0)?, text(values, 1)?);
    let uuid = identifiers::of_name(namespace, name).ok_or_else(|| {
        let message = format!("`{namespace}` must be `dns`, `url`, `oid`, `x500` or a UUID");
        FunctionError::of(0, message)
    })?;
    Ok(Value::string(uuid))
}

fn rsadecrypt(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let encrypted = base64_text::decode(text(values, 0)?)
        .ok_or_else(|| FunctionError::of(0, "the encrypted text is not base64"))?;
    let key = private_key::parse(text(values, 1)?)
        .map_err(|error| FunctionError::of(1, error.to_string()))?;
    let decrypted = private_key::decrypt(&key, &encrypted)
        .map_err(|error| FunctionError::of(0, error.to_string()))?;
    let text = String::from_utf8(decrypted)
        .map_err(|_| FunctionError::of(0, "the decrypted bytes are not UTF-8"))?;
    Ok(Value::string(text))
}
