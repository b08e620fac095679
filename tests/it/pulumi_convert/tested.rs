//! Tests with mocks of Pulumi's SDK, as tests of `lumi test`.

use std::fs;

use super::{Conversion, programs};

#[test]
fn tests_with_mocks_run_in_the_new_project() {
    let Some(conversion) = Conversion::new() else {
        return;
    };
    let folder = programs().join("tested");
    for (name, new) in [
        ("site.ts", "site.ts"),
        ("site.spec.ts", "test/site.spec.ts"),
    ] {
        conversion.file(new, fs::read(folder.join(name)).unwrap());
    }
    conversion.file("index.ts", "export { url } from \"./site\";\n");
    let report = conversion.convert(&[]);
    assert_eq!(report["comparison"]["equal"], true, "{report:#}");
    assert!(!conversion.path("new/test/site.spec.ts").exists());
    let tested = conversion.run(&["-C", "new", "test"]);
    let shown = tested.transcript();
    for line in [
        "tests: 3 passed, 1 failed",
        "The site its token is long ... FAILED",
        "error: it is short",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
}
