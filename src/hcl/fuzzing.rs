//! Entry points of `make fuzz`: configurations, and texts that functions read.

use std::path::PathBuf;

use crate::expression::{evaluate_literal, references, type_constraint};
use crate::functions::{FunctionContext, function};
use crate::syntax::{Diagnostics, parse_body, parse_expression, parse_template};
use crate::value::Value;

/// Reads a configuration in both syntaxes; its expressions are evaluated without functions.
pub fn hcl_configuration(bytes: &[u8]) {
    for name in ["main.tf", "main.tf.json"] {
        let body = match parse_body(name, bytes) {
            Ok(body) => body,
            Err(diagnostics) => {
                check(&diagnostics);
                continue;
            }
        };
        let (attributes, diagnostics) = body.just_attributes();
        check_places(&diagnostics);
        for attribute in attributes {
            references(&attribute.expression);
            let _ = type_constraint(&attribute.expression);
            let _ = evaluate_literal(&attribute.expression);
        }
    }
}

/// Reads an expression and a template.
pub fn hcl_expression(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for parsed in [parse_expression("x", text), parse_template("x", text)] {
        match parsed {
            Ok(expression) => {
                references(&expression);
                let _ = type_constraint(&expression);
                let _ = evaluate_literal(&expression);
            }
            Err(diagnostics) => check(&diagnostics),
        }
    }
}

/// Functions that read texts which others wrote.
const READERS: [&str; 9] = [
    "yamldecode",
    "jsondecode",
    "csvdecode",
    "base64gunzip",
    "urldecode",
    "base64decode",
    "tonumber",
    "title",
    "length",
];

/// Calls functions with a text. Whatever YAML and JSON are read is the same when it is written and read again.
pub fn hcl_texts(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let argument = Value::string(text);
    for name in READERS {
        let Some(value) = call(name, std::slice::from_ref(&argument)) else {
            continue;
        };
        let writer = match name {
            "yamldecode" => "yamlencode",
            "jsondecode" => "jsonencode",
            _ => continue,
        };
        // The type of a null is not written.
        if let Some(written) = call(writer, &[value]) {
            let again =
                call(name, std::slice::from_ref(&written)).and_then(|it| call(writer, &[it]));
            assert!(
                again.as_ref() == Some(&written),
                "{name}: {written:?}: {again:?}"
            );
        }
    }
    let (pattern, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (pattern, rest) = (Value::string(pattern), Value::string(rest));
    call("regexall", &[pattern.clone(), rest.clone()]);
    call("format", &[pattern.clone(), rest.clone()]);
    call(
        "formatdate",
        &[pattern.clone(), Value::string("2020-02-29T12:00:00+01:00")],
    );
    call(
        "timeadd",
        &[Value::string("2020-02-29T12:00:00Z"), pattern.clone()],
    );
    call(
        "cidrsubnet",
        &[pattern, Value::integer(4), Value::integer(2)],
    );
}

fn call(name: &str, arguments: &[Value]) -> Option<Value> {
    let context = FunctionContext {
        base_folder: PathBuf::new(),
        is_pure: true,
        timestamp: None,
        templates: None,
    };
    function(name)?.call(arguments, &context).ok()
}

/// A refusal has an error.
fn check(diagnostics: &Diagnostics) {
    assert!(diagnostics.has_errors());
    check_places(diagnostics);
}

/// Errors can be shown with their line.
fn check_places(diagnostics: &Diagnostics) {
    let _ = diagnostics.to_string();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated_inputs::mutate;
    use crate::saved_inputs::replay;

    #[test]
    fn saved_inputs_pass() {
        replay("hcl_configuration", hcl_configuration);
        replay("hcl_expression", hcl_expression);
        replay("hcl_texts", hcl_texts);
    }

    #[test]
    fn changed_configurations_are_read_or_refused() {
        let strange = [
            "{",
            "}",
            "[",
            "${",
            "%{",
            "~}",
            "<<E\n",
            "<<-E\n",
            "\nE\n",
            "\"",
            "\\u00",
            "=",
            "...",
            "?",
            ":",
            "\r\n",
            "\u{feff}",
            "\u{e9}",
            "/*",
            "#",
            "1e999",
            "for x in ",
            "\0",
        ];
        mutate("hcl_configuration", &strange, 300, hcl_configuration);
        mutate("hcl_expression", &strange, 300, hcl_expression);
    }

    #[test]
    fn changed_texts_are_read_or_refused() {
        let strange = [
            "- ", ": ", "&a ", "*a", "!!str ", "<<", "|\n", ">-\n", "\"", "'", "{", "[", "\t",
            "\n  ", "---\n", "...\n", "?", "\\x0", "%", "(?P<a>", "*?", "\u{e9}", "\u{85}", "\0",
        ];
        mutate("hcl_texts", &strange, 300, hcl_texts);
    }
}
