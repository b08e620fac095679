//! Functions over paths and files.
//!
//! | module | |
//! |---|---|
//! | `glob` | patterns of paths |
//! | `paths` | paths as texts |
//! | `reading` | contents of files, and whether they exist |
//! | `templates` | files and strings as templates |
//! | `tests` | |

mod glob;
mod paths;
mod reading;
mod templates;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs;

pub use self::reading::content;
use super::arguments::text;
use super::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Mark, Refinement, Type, Value};

pub(super) fn functions() -> Vec<Function> {
    let path = || vec![Parameter::new("path", Type::String)];
    let mut functions = vec![
        Function::new("abspath", path(), Type::String, abspath),
        Function::new("basename", path(), Type::String, |values, _, _| {
            Ok(Value::string(paths::base(text(values, 0)?)))
        }),
        Function::new("dirname", path(), Type::String, |values, _, _| {
            Ok(Value::string(paths::folder(text(values, 0)?)))
        }),
        Function::new("pathexpand", path(), Type::String, |values, _, _| {
            expanded(text(values, 0)?).map(Value::string)
        }),
        Function::new(
            "fileset",
            vec![
                Parameter::new("path", Type::String).with_marked(),
                Parameter::new("pattern", Type::String).with_marked(),
            ],
            Type::set(Type::String),
            fileset,
        ),
    ];
    functions.extend(reading::functions());
    let refined = functions
        .into_iter()
        .map(|function| function.refined(Refinement::not_null()));
    refined.chain(templates::functions()).collect()
}

fn expanded(path: &str) -> Result<String, FunctionError> {
    paths::expanded(path).ok_or_else(|| {
        FunctionError::of(
            0,
            "`~` must be followed by `/`, and the user must have a home",
        )
    })
}

/// The path of an argument below the folder of the module.
fn located(path: &str, context: &FunctionContext<'_>) -> Result<String, FunctionError> {
    Ok(paths::joined(&folder_of(context), &expanded(path)?))
}

fn folder_of(context: &FunctionContext<'_>) -> String {
    context.base_folder.to_string_lossy().into_owned()
}

/// The path in quotes, unless a mark hides it.
fn shown(path: &str, marked: &[&Value]) -> String {
    let is_hidden = marked
        .iter()
        .any(|value| value.has_mark(&Mark::Sensitive) || value.has_mark(&Mark::Ephemeral));
    if is_hidden {
        "(a sensitive path)".to_owned()
    } else {
        format!("`{path}`")
    }
}

fn abspath(values: &[Value], _: &Type, _: &FunctionContext<'_>) -> Result<Value, FunctionError> {
    let folder = std::env::current_dir()
        .map_err(|error| FunctionError::new(format!("there is no current folder: {error}")))?;
    let path = paths::joined(&folder.to_string_lossy(), text(values, 0)?);
    Ok(Value::string(path))
}

fn fileset(
    values: &[Value],
    _: &Type,
    context: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    let (path, pattern) = (text(values, 0)?, text(values, 1)?);
    let marked: Vec<&Value> = values.iter().collect();
    // OpenTofu takes the path for a part of the pattern, but here the folder of the module is not.
    let folder = match paths::is_absolute(path) {
        true => String::new(),
        false => folder_of(context),
    };
    let relative = if folder.is_empty() { "" } else { "./" };
    let below = format!("{relative}{path}/{pattern}");
    let whole = paths::joined(&glob::escaped(&folder), &below);
    let matches = glob::glob(&whole).map_err(|error| FunctionError::of(1, error.to_string()))?;
    let start = paths::joined(&folder, path);
    let mut files = BTreeSet::new();
    for path in matches {
        let metadata = fs::metadata(&path).map_err(|error| {
            FunctionError::new(format!("{} cannot be read: {error}", shown(&path, &marked)))
        })?;
        if metadata.is_file() {
            files.insert(paths::relative(&start, &path));
        }
    }
    let files = files.into_iter().map(Value::string).collect();
    let set = Value::set(&Type::String, files);
    Ok(set
        .with_marks(values[0].marks())
        .with_marks(values[1].marks()))
}
