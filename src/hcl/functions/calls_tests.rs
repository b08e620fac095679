//! Calls of all functions, whose values OpenTofu has given.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::names;
use crate::expression::{Variables, evaluate};
use crate::syntax::parse_expression;
use crate::value::json;

const CALLS: &str = include_str!("fixtures/calls.txt");

/// Pairs of a call and its value as JSON, or `refused`.
fn calls() -> Vec<(&'static str, &'static str)> {
    let lines: Vec<&str> = CALLS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    lines
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1].trim_start()))
        .collect()
}

fn value_of(call: &str) -> Result<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("functions/fixtures/files");
    let variables = Variables::new(BTreeMap::new(), folder);
    let expression = parse_expression("call", call).map_err(|error| error.to_string())?;
    let value = evaluate(&expression, &variables).map_err(|error| error.to_string())?;
    json::to_json(&value).map_err(|error| error.to_string())
}

#[test]
fn calls_have_the_values_of_opentofu() {
    let mut differences = Vec::new();
    for (call, expected) in calls() {
        let value = value_of(call);
        let is_equal = match &value {
            Ok(value) => value == expected,
            Err(_) => expected == "refused",
        };
        if !is_equal {
            differences.push(format!("{call}\n  is {value:?}\n  not {expected}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn calls_are_of_every_function() {
    let called: BTreeSet<&str> = calls()
        .iter()
        .flat_map(|(call, _)| call.split(|it: char| !it.is_ascii_alphanumeric()))
        .collect();
    // The evaluator has two functions of its own; the console has no plan.
    let names: Vec<&str> = names().chain(["can", "try"]).collect();
    let is_missing = |name: &&str| !called.contains(name) && *name != "plantimestamp";
    let missing: Vec<&str> = names.iter().copied().filter(is_missing).collect();
    assert_eq!(missing, Vec::<&str>::new());
    assert_eq!(names.len(), 123);
}
