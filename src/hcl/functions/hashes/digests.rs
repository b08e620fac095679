//! Digests of strings and of files.

use data_encoding::HEXLOWER;
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

use crate::functions::arguments::text;
use crate::functions::encodings::base64_text;
use crate::functions::files;
use crate::functions::{Function, FunctionContext, Implementation, Parameter};
use crate::value::{Refinement, Type, Value};

/// Declares the functions of a digest for strings and for files.
macro_rules! digest {
    ($string:literal, $file:literal, $digest:ty, $encode:expr) => {
        [
            declared($string, "str", |values, _, _| {
                Ok(Value::string($encode(&<$digest>::digest(text(values, 0)?))))
            }),
            declared($file, "path", |values, _, context: &FunctionContext<'_>| {
                let content = files::content(values, context)?;
                Ok(Value::string($encode(&<$digest>::digest(content))))
            }),
        ]
    };
}

pub fn functions() -> Vec<Function> {
    [
        digest!("md5", "filemd5", Md5, hexadecimal),
        digest!("sha1", "filesha1", Sha1, hexadecimal),
        digest!("sha256", "filesha256", Sha256, hexadecimal),
        digest!("sha512", "filesha512", Sha512, hexadecimal),
        digest!("base64sha256", "filebase64sha256", Sha256, base64),
        digest!("base64sha512", "filebase64sha512", Sha512, base64),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn declared(
    name: &'static str,
    parameter: &'static str,
    implementation: Implementation,
) -> Function {
    let parameters = vec![Parameter::new(parameter, Type::String)];
    Function::new(name, parameters, Type::String, implementation).refined(Refinement::not_null())
}

fn hexadecimal(digest: &[u8]) -> String {
    HEXLOWER.encode(digest)
}

fn base64(digest: &[u8]) -> String {
    base64_text::encode(digest)
}
