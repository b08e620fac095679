use super::comparison::Comparison;
use super::console::tool;
use super::generator::Generator;
use super::heredocs;

fn generated(seed: u64, count: usize, depth: usize) -> Vec<String> {
    let mut generator = Generator::new(seed);
    (0..count).map(|_| generator.any(depth)).collect()
}

fn assert_same(comparison: &Comparison) {
    let differences = &comparison.differences;
    let shown: Vec<&str> = differences.iter().take(40).map(String::as_str).collect();
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
    assert_same(&comparison);
}

#[test]
fn heredocs_have_the_values_of_opentofu() {
    let Some(tool) = tool() else { return };
    let mut comparison = Comparison::new(tool);
    let (file, names) = heredocs::file(&mut Generator::new(4), 1000);
    comparison.add_locals(&file);
    let expressions: Vec<String> = names.iter().map(|it| format!("local.{it}")).collect();
    comparison.compare(&expressions);
    assert_same(&comparison);
}

/// Compares rounds of new expressions: as many as `HCL_ROUNDS` says, from the seed `HCL_SEED` on.
#[test]
#[ignore = "runs for minutes"]
fn soak_expressions_have_the_values_of_opentofu() {
    let Some(tool) = tool() else { return };
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
    };
    let seed = number("HCL_SEED", u64::from(std::process::id()));
    for round in 0..number("HCL_ROUNDS", 10) {
        let mut comparison = Comparison::new(tool.clone());
        let depth = 2 + usize::try_from(round % 4).unwrap_or(0);
        comparison.compare(&generated(seed * 1000 + round, 5000, depth));
        assert_same(&comparison);
    }
}
