//! Functions that encode and decode: base64, gzip, URLs, YAML, CSV and character sets.
//!
//! | module | |
//! |---|---|
//! | `base64_text` | base64 as Go reads it |
//! | `charsets` | texts of other character sets |
//! | `csv` | comma-separated values |
//! | `documents` | the functions for YAML and CSV |
//! | `gzip` | gzip with the bytes that OpenTofu writes |
//! | `url` | percent-encoding |
//! | `yaml` | YAML |
//! | `tests` | |

pub mod base64_text;
mod charsets;
mod csv;
mod documents;
mod gzip;
#[cfg(test)]
mod tests;
mod url;
mod yaml;

use self::charsets::Charset;
use super::arguments::text;
use super::{Function, FunctionContext, FunctionError, Implementation, Parameter};
use crate::value::{Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let string = |name| Parameter::new(name, Type::String);
    let mut functions = vec![
        of_string("base64encode", vec![string("str")], |values, _, _| {
            Ok(Value::string(base64_text::encode(text(values, 0)?)))
        }),
        of_string(
            "base64decode",
            vec![string("str").with_marked()],
            base64decode,
        ),
        of_string("base64gzip", vec![string("str")], |values, _, _| {
            let compressed = gzip::compress(text(values, 0)?.as_bytes());
            Ok(Value::string(base64_text::encode(compressed)))
        }),
        of_string(
            "base64gunzip",
            vec![string("str").with_marked()],
            base64gunzip,
        ),
        of_string("urlencode", vec![string("str")], |values, _, _| {
            Ok(Value::string(url::encode(text(values, 0)?)))
        }),
        of_string("urldecode", vec![string("str")], urldecode),
        of_string(
            "textencodebase64",
            vec![string("string"), string("encoding")],
            textencodebase64,
        ),
        of_string(
            "textdecodebase64",
            vec![string("source"), string("encoding")],
            textdecodebase64,
        ),
    ];
    functions.extend(documents::functions());
    functions
}

fn of_string(
    name: &'static str,
    parameters: Vec<Parameter>,
    implementation: Implementation,
) -> Function {
    Function::new(name, parameters, Type::String, implementation).refined(Refinement::not_null())
}

/// The bytes of an argument. The text may be sensitive, so that errors do not repeat it.
fn bytes(values: &[Value], index: usize) -> Result<Vec<u8>, FunctionError> {
    let bytes = base64_text::decode(text(values, index)?);
    bytes.ok_or_else(|| FunctionError::of(index, "the string is not base64"))
}

/// The text of bytes, which has the marks of the argument that they are from.
fn string_of(bytes: Vec<u8>, values: &[Value]) -> Result<Value, FunctionError> {
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| FunctionError::of(0, "the decoded bytes are not UTF-8"))?;
    Ok(Value::string(text).with_marks(values[0].marks()))
}

fn base64decode(
    values: &[Value],
    _: &Type,
    _: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    string_of(bytes(values, 0)?, values)
}

fn base64gunzip(
    values: &[Value],
    _: &Type,
    _: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    let content = gzip::decompress(&bytes(values, 0)?);
    let content = content.map_err(|error| FunctionError::of(0, error.to_string()))?;
    string_of(content, values)
}

fn urldecode(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let bytes = url::decode(text(values, 0)?);
    let message = "the string has a `%` that is not followed by two hexadecimal digits";
    string_of(bytes.ok_or_else(|| FunctionError::of(0, message))?, values)
}

fn charset(values: &[Value], index: usize) -> Result<&'static Charset, FunctionError> {
    let name = text(values, index)?;
    charsets::named(name).ok_or_else(|| {
        let message = format!("`{name}` is not a name of IANA for a character set that is known");
        FunctionError::of(index, message)
    })
}

fn textencodebase64(
    values: &[Value],
    _: &Type,
    _: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    let charset = charset(values, 1)?;
    let bytes = charset.encode(text(values, 0)?).map_err(|_| {
        let message = format!(
            "the string has characters that {} does not have",
            charset.name
        );
        FunctionError::of(0, message)
    })?;
    Ok(Value::string(base64_text::encode(bytes)))
}

fn textdecodebase64(
    values: &[Value],
    _: &Type,
    _: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    let charset = charset(values, 1)?;
    let text = charset.decode(&bytes(values, 0)?).map_err(|_| {
        let message = format!(
            "the string has bytes that are no characters of {}",
            charset.name
        );
        FunctionError::of(0, message)
    })?;
    Ok(Value::string(text))
}
