//! The functions for YAML and CSV.

use super::{csv, yaml};
use crate::functions::arguments::text;
use crate::functions::{Function, FunctionContext, FunctionError, Parameter};
use crate::value::{Refinement, Type, Value};

pub fn functions() -> Vec<Function> {
    vec![
        Function::new(
            "csvdecode",
            vec![Parameter::new("str", Type::String)],
            Type::Dynamic,
            |values, _, _| table(values),
        )
        .refined(Refinement::not_null()),
        Function::new(
            "yamldecode",
            vec![Parameter::new("src", Type::String)],
            Type::Dynamic,
            |values, _, _| document(values),
        ),
        Function::new(
            "yamlencode",
            vec![
                Parameter::new("value", Type::Dynamic)
                    .nullable()
                    .with_dynamic(),
            ],
            Type::String,
            yamlencode,
        ),
    ]
}

fn records(values: &[Value]) -> Result<Vec<Vec<String>>, FunctionError> {
    let records = csv::records(text(values, 0)?);
    records.map_err(|error| FunctionError::of(0, format!("the string is not CSV: {error}")))
}

/// A list of objects, whose attributes are the cells of the first record.
fn table(values: &[Value]) -> Result<Value, FunctionError> {
    let records = records(values)?;
    let Some((names, rows)) = records.split_first() else {
        let message = "the CSV has no line with the names of columns";
        return Err(FunctionError::of(0, message));
    };
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            let message = format!("the CSV has two columns with the name `{name}`");
            return Err(FunctionError::of(0, message));
        }
    }
    let element = row(names, names).ty().clone();
    let rows = rows.iter().map(|record| row(names, record));
    Ok(Value::list(&element, rows.collect()))
}

fn row(names: &[String], record: &[String]) -> Value {
    let cells = record.iter().map(|cell| Value::string(cell.as_str()));
    Value::object(names.iter().cloned().zip(cells))
}

fn document(values: &[Value]) -> Result<Value, FunctionError> {
    let document = yaml::decode(text(values, 0)?);
    document.map_err(|error| FunctionError::of(0, error.to_string()))
}

fn yamlencode(
    values: &[Value],
    of: &Type,
    _: &FunctionContext<'_>,
) -> Result<Value, FunctionError> {
    if !values[0].is_wholly_known() {
        return Ok(Value::unknown(of.clone()));
    }
    let document = yaml::encode(&values[0]);
    document
        .map(Value::string)
        .map_err(|error| FunctionError::of(0, error.to_string()))
}
