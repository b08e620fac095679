//! The tests of the Python package.

use crate::support::lumi::tool;
use crate::support::peers::python_environment;

use super::project::{interpreter, repository};

#[test]
fn the_package_keeps_its_laws() {
    let Some(python) = interpreter() else {
        return;
    };
    let output = tool(python)
        .args(["-B", "-m", "unittest", "discover", "-s", "tests", "-t", "."])
        .current_dir(repository().join("sdk/python"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(!text.contains("Ran 0 tests"), "{text}");
}

/// The package, its examples and the provider of the suite have the form that ruff gives them.
#[test]
fn the_package_is_formatted() {
    let Some(ruff) = python_environment("python-format", "ruff") else {
        return;
    };
    let output = tool(ruff)
        .args(["format", "--no-cache", "--diff", "--config"])
        .arg("sdk/python/pyproject.toml")
        .args([
            "sdk/python",
            "sdk/python/lumi-language-python",
            "examples/plugin-python/lumi-resource-words",
            "tests/programs/provider_sdks/python/lumi-resource-conformance",
        ])
        .current_dir(repository())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
}
