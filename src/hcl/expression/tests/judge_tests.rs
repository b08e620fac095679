use std::path::PathBuf;

use super::comparison::Comparison;
use super::console::{number, text_of, tool};
use super::generator::Generator;
use super::{declarations, heredocs, mutations};
use crate::syntax::parse_body;

fn generated(seed: u64, count: usize, depth: usize) -> Vec<String> {
    let mut generator = Generator::new(seed);
    (0..count).map(|_| generator.any(depth)).collect()
}

fn surprising(seed: u64, count: usize, depth: usize) -> Vec<String> {
    let mut generator = Generator::with_surprises(seed);
    (0..count).map(|_| generator.any(depth)).collect()
}

fn assert_same(comparison: &Comparison) {
    let differences = &comparison.differences;
    let shown: Vec<&str> = differences.iter().take(400).map(String::as_str).collect();
    assert!(
        differences.is_empty(),
        "{} of {} values differ in {}:\n{}",
        differences.len(),
        comparison.pairs,
        comparison.path().display(),
        shown.join("\n")
    );
}

#[test]
fn expressions_have_the_values_of_opentofu() {
    let Some(tool) = tool() else { return };
    let mut comparison = Comparison::new(tool);
    for (seed, count, depth) in [(1, 9000, 2), (2, 8000, 3), (3, 4000, 4)] {
        comparison.compare(&generated(seed, count, depth));
    }
    comparison.compare(&surprising(7, 4000, 3));
    assert_same(&comparison);
}

#[test]
fn template_files_have_the_values_of_opentofu() {
    let Some(tool) = tool() else { return };
    let mut comparison = Comparison::new(tool);
    let mut generator = Generator::new(8);
    let expressions: Vec<String> = (0..500)
        .map(|index| {
            let text = heredocs::template_file(&mut generator);
            std::fs::write(comparison.path().join(format!("t{index}.tmpl")), text).unwrap();
            format!("templatefile(\"t{index}.tmpl\", {{ a = 1, b = \"x\" }})")
        })
        .collect();
    comparison.compare(&expressions);
    assert_same(&comparison);
}

#[test]
fn heredocs_have_the_values_of_opentofu() {
    let Some(tool) = tool() else { return };
    let mut comparison = Comparison::new(tool);
    let (file, names) = heredocs::file(&mut Generator::new(4), 1000);
    comparison.add_locals("locals.tf", &file);
    let expressions: Vec<String> = names.iter().map(|it| format!("local.{it}")).collect();
    comparison.compare(&expressions);
    assert_same(&comparison);
}

fn assert_declarations_same(seed: u64) {
    let Some(tool) = tool() else { return };
    let mut comparison = Comparison::new(tool);
    let mut generator = Generator::new(seed);
    let (file, names) = declarations::variables(&mut generator, 1000);
    comparison.add_variables(&file);
    let mut expressions: Vec<String> = names.iter().map(|it| format!("var.{it}")).collect();
    let (file, names) = declarations::json_locals(&mut generator, 1000);
    comparison.add_locals("locals.tf.json", &file);
    expressions.extend(names.iter().map(|it| format!("local.{it}")));
    comparison.compare(&expressions);
    assert_same(&comparison);
}

#[test]
fn declared_types_and_json_give_the_values_of_opentofu() {
    assert_declarations_same(5);
}

fn assert_validity_same(seed: u64, count: usize) {
    let Some(tool) = tool() else { return };
    let mut comparison = Comparison::new(tool);
    let mut generator = Generator::new(seed);
    let files: Vec<String> = (0..count)
        .map(|_| mutations::file(&mut generator))
        .collect();
    comparison.compare_validity(&files);
    assert_same(&comparison);
}

#[test]
fn files_are_valid_where_they_are_for_opentofu() {
    assert_validity_same(6, 3000);
}

#[test]
#[ignore = "runs for minutes"]
fn soak_declarations_and_files_are_those_of_opentofu() {
    let seed = number("HCL_SEED", u64::from(std::process::id()));
    for round in 0..number("HCL_ROUNDS", 10) {
        assert_declarations_same(seed * 1000 + round);
        assert_validity_same(seed * 1000 + round, 10_000);
    }
}

/// Compares rounds of new expressions: as many as `HCL_ROUNDS` says, from the seed `HCL_SEED` on.
#[test]
#[ignore = "runs for minutes"]
fn soak_expressions_have_the_values_of_opentofu() {
    let Some(tool) = tool() else { return };
    let seed = number("HCL_SEED", u64::from(std::process::id()));
    let mut comparison = Comparison::new(tool);
    for round in 0..number("HCL_ROUNDS", 10) {
        let depth = 2 + usize::try_from(round % 4).unwrap_or(0);
        let seed = seed * 1000 + round;
        comparison.compare(&match round % 2 {
            0 => generated(seed, 5000, depth),
            _ => surprising(seed, 5000, depth),
        });
    }
    assert_same(&comparison);
}

/// Reads the files of the folder `HCL_FILES`, which all must be valid, but those with `invalid` or `broken` in their
/// path.
#[test]
#[ignore = "needs a folder"]
fn soak_files_of_a_folder_are_read() {
    let Some(folder) = text_of("HCL_FILES") else {
        return;
    };
    let mut folders = vec![PathBuf::from(folder)];
    let (mut count, mut refused) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.to_string_lossy().into_owned();
            let endings = [
                ".tf",
                ".tofu",
                ".tfvars",
                ".tf.json",
                ".tofu.json",
                ".tfvars.json",
            ];
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|it| name.ends_with(it)) {
                count += 1;
                if let Err(error) = parse_body(&name, &std::fs::read(&path).unwrap())
                    && !name.contains("invalid")
                    && !name.contains("broken")
                {
                    refused.push(error.to_string());
                }
            }
        }
    }
    assert!(
        refused.is_empty(),
        "{} of {count}:\n{}",
        refused.len(),
        refused.join("\n")
    );
    assert!(count > 0, "the folder has no files");
}
