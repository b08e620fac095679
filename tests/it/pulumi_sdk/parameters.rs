//! Packages that consist of a plugin and parameters.

use std::path::Path;

use serde_json::json;

use super::{Project, packages};
use crate::pulumi::node;

fn project() -> Option<Project> {
    let project = Project::of("parameters")?;
    let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/adapter.js");
    node::install(&project.bin(), "adapter", &packages()?, &adapter);
    Some(project)
}

#[test]
fn packages_are_made_of_parameters() {
    let Some(project) = project() else {
        return;
    };
    let preview = project.succeeds(&["preview"]).stdout;
    assert!(preview.contains("+5 to create"), "{preview}");
    project.succeeds(&["up", "-y"]);
    let expected = json!({
        "says": ["hello you", "bye all", "hello me"],
        "found": "hello there",
        "text": "hello and we",
        "said": "hello!",
        "invoked": "hello 2.0.0 x",
    });
    assert_eq!(project.outputs(), expected);
    let again = project.succeeds(&["up", "-y", "--runtime", "node"]).stdout;
    assert!(again.contains("nothing to do"), "{again}");
    let up = project.succeeds(&["up", "-y", "-c", "of=them"]).stdout;
    assert!(up.contains("~1 updated"), "{up}");
    project.succeeds(&["refresh", "-y"]);
    // The state has the parameters, and no program is needed.
    project.0.file("index.js", "throw new Error();");
    project.succeeds(&["destroy", "-y"]);
    let mut log: Vec<String> = project
        .0
        .read("adapter.log")
        .lines()
        .map(str::to_owned)
        .collect();
    log.sort();
    let expected = [
        "things 2.0.0: create me",
        "things 2.0.0: create you",
        "things 2.0.0: delete hello-me",
        "things 2.0.0: delete hello-you",
        "things 2.0.0: update them",
        "things 3.0.0: create all",
        "things 3.0.0: delete bye-all",
    ];
    assert_eq!(log, expected);
}

#[test]
fn parameters_that_make_no_package_are_refused() {
    let Some(project) = project() else {
        return;
    };
    let renamed = project.failure(&["preview", "-c", "text=renamed"]);
    let told = "the plugin `things` cannot be made of its parameters: the plugin has made `others` of them";
    assert!(renamed.contains(told), "{renamed}");
    let random = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/random.js");
    node::install(&project.bin(), "adapter", &packages().unwrap(), &random);
    let without = project.failure(&["preview"]);
    let told =
        "the plugin `things` cannot be made of its parameters: parameterizeValue not implemented";
    assert!(without.contains(told), "{without}");
    std::fs::remove_file(project.bin().join("pulumi-resource-adapter")).unwrap();
    let missing = project.failure(&["preview"]);
    let told = "the package `things` is made by the plugin `adapter` 1.0.0, which is not there; run `lumi add pulumi:adapter@1.0.0`";
    assert!(missing.contains(told), "{missing}");
}

#[test]
fn states_keep_the_parameters() {
    let Some(project) = project() else {
        return;
    };
    project.succeeds(&["up", "-y"]);
    let export = [
        "stack",
        "export",
        "--pulumi",
        "--show-secrets",
        "--out",
        "stack.json",
    ];
    project.succeeds(&export);
    let document: serde_json::Value = serde_json::from_str(&project.0.read("stack.json")).unwrap();
    let resources = document["deployment"]["resources"].as_array().unwrap();
    let internal = |end: &str| {
        let mut all = resources.iter();
        let found = all
            .find(|it| it["urn"].as_str().unwrap().ends_with(end))
            .unwrap();
        assert_eq!(found["type"], "pulumi:providers:things");
        (
            found["inputs"]["version"].clone(),
            found["inputs"]["__internal"].clone(),
        )
    };
    let parameters =
        |value: &str| json!({ "name": "adapter", "version": "1.0.0", "parameterization": value });
    assert_eq!(
        internal("::default_2_0_0"),
        (json!("2.0.0"), parameters("aGVsbG8="))
    );
    assert_eq!(
        internal("::default_3_0_0"),
        (json!("3.0.0"), parameters("Ynll"))
    );
    assert_eq!(internal("::mine"), (json!("2.0.0"), parameters("aGVsbG8=")));
    let taken = project.run(&["stack", "import", "stack.json", "--force", "-y"]);
    assert_eq!(taken.code, 0, "{}", taken.transcript());
    let again = project.succeeds(&["up", "-y"]).stdout;
    assert!(again.contains("nothing to do"), "{again}");
    project.0.file("index.js", "throw new Error();");
    project.succeeds(&["destroy", "-y"]);
    assert!(
        project
            .0
            .read("adapter.log")
            .contains("things 3.0.0: delete bye-all")
    );
}
