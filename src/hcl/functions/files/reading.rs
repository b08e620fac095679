//! Contents of files, and whether they exist.

use std::fs::{self, File, FileType};
use std::io::{ErrorKind, Read};

use super::{located, shown};
use crate::functions::arguments::text;
use crate::functions::encodings::base64_text;
use crate::functions::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Type, Value};

/// The greatest size of a file that is read, in bytes.
const MAX_SIZE: u64 = 1 << 30;

pub fn functions() -> Vec<Function> {
    let path = || vec![Parameter::new("path", Type::String).with_marked()];
    vec![
        Function::new("file", path(), Type::String, file),
        Function::new("filebase64", path(), Type::String, |values, _, context| {
            let content = base64_text::encode(content(values, context)?);
            Ok(Value::string(content).with_marks(values[0].marks()))
        }),
        Function::new("fileexists", path(), Type::Bool, fileexists),
    ]
}

/// The bytes of the file whose path is the first argument.
pub fn content(values: &[Value], context: &FunctionContext<'_>) -> Result<Vec<u8>, FunctionError> {
    let path = located(text(values, 0)?, context)?;
    let shown = || shown(&path, &[&values[0]]);
    // A pipe would be waited for, and a device may have no end.
    if fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(FunctionError::of(0, format!("{} is no file", shown())));
    }
    let mut bytes = Vec::new();
    let size = File::open(&path).and_then(|file| file.take(MAX_SIZE + 1).read_to_end(&mut bytes));
    match size {
        Ok(size) if size as u64 > MAX_SIZE => {
            Err(FunctionError::of(0, format!("{} is too large", shown())))
        }
        Ok(_) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let message = format!(
                "{} does not exist. Files are read before anything is created, so that one that a resource \
                 creates cannot be read here: use an attribute of the resource",
                shown()
            );
            Err(FunctionError::of(0, message))
        }
        Err(error) => Err(FunctionError::of(
            0,
            format!("{} cannot be read: {error}", shown()),
        )),
    }
}

/// The text of the file whose path is the first argument.
pub fn text_of(values: &[Value], context: &FunctionContext<'_>) -> Result<String, FunctionError> {
    String::from_utf8(content(values, context)?).map_err(|_| {
        let path = shown(text(values, 0).unwrap_or_default(), &[&values[0]]);
        let message =
            format!("{path} is not UTF-8: use `filebase64`, or a hash such as `filesha256`");
        FunctionError::of(0, message)
    })
}

fn file(values: &[Value], _: &Type, context: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let text = text_of(values, context)?;
    Ok(Value::string(text).with_marks(values[0].marks()))
}

fn fileexists(
    values: &[Value],
    _: &Type,
    context: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    let path = located(text(values, 0)?, context)?;
    let shown = || shown(&path, &[&values[0]]);
    let exists = match fs::metadata(&path) {
        Ok(metadata) if metadata.is_file() => true,
        Ok(metadata) => {
            let message = format!(
                "{} is {}, not a file",
                shown(),
                kind_of(metadata.file_type())
            );
            return Err(FunctionError::of(0, message));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        Err(error) => {
            let message = format!("{} cannot be looked at: {error}", shown());
            return Err(FunctionError::of(0, message));
        }
    };
    Ok(Value::bool(exists).with_marks(values[0].marks()))
}

fn kind_of(kind: FileType) -> &'static str {
    if kind.is_dir() {
        "a folder"
    } else {
        "a device, a pipe or a socket"
    }
}
