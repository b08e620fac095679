//! Removal of characters at the ends.

use super::of_string;
use crate::functions::arguments::text;
use crate::functions::{Function, Parameter};
use crate::value::{Type, Value};

pub fn functions() -> Vec<Function> {
    let string = |name| Parameter::new(name, Type::String);
    vec![
        of_string("chomp", vec![string("str")], |values, _, _| {
            Ok(Value::string(
                text(values, 0)?.trim_end_matches(['\r', '\n']),
            ))
        }),
        of_string("trimspace", vec![string("str")], |values, _, _| {
            Ok(Value::string(text(values, 0)?.trim()))
        }),
        of_string(
            "trim",
            vec![string("str"), string("cutset")],
            |values, _, _| {
                let cutset: Vec<char> = text(values, 1)?.chars().collect();
                Ok(Value::string(
                    text(values, 0)?.trim_matches(cutset.as_slice()),
                ))
            },
        ),
        of_string(
            "trimprefix",
            vec![string("str"), string("prefix")],
            |values, _, _| {
                let (whole, prefix) = (text(values, 0)?, text(values, 1)?);
                Ok(Value::string(whole.strip_prefix(prefix).unwrap_or(whole)))
            },
        ),
        of_string(
            "trimsuffix",
            vec![string("str"), string("suffix")],
            |values, _, _| {
                let (whole, suffix) = (text(values, 0)?, text(values, 1)?);
                Ok(Value::string(whole.strip_suffix(suffix).unwrap_or(whole)))
            },
        ),
    ]
}
