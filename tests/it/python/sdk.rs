//! The tests of the Python package.

use crate::support::lumi::tool;

use super::project::{interpreter, repository};

#[test]
fn the_package_keeps_its_laws() {
    let Some(python) = interpreter() else {
        return;
    };
    let output = tool(python)
        .args(["-B", "-m", "unittest", "discover", "-s", "tests", "-t", "."])
        .current_dir(repository().join("examples/python"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(!text.contains("Ran 0 tests"), "{text}");
}
