//! Inputs that are too large for messages are refused before anything is sent, and smaller ones come back whole.

use serde_json::Value;

use super::Project;

/// Writes the program of a resource with a text of so many MiB.
fn write(project: &Project, size: usize) {
    let program = format!(
        "import * as lumi from \"lumi\";\nconst value = \"0123456\\n\".repeat({size} * 2 ** 17);\n\
         new lumi.CustomResource(\"scripted:index:Thing\", \"a\", {{ value }});\n"
    );
    project.0.file("index.ts", program);
}

fn state(project: &Project) -> Value {
    let output = project.command(&["stack", "export"]).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn inputs_that_are_too_large_are_refused_by_name() {
    let project = Project::new("");
    write(&project, 1);
    let deployed = project.run(&["up", "-y"]);
    assert!(deployed.contains("+1 created"), "{deployed}");
    let before = state(&project);
    write(&project, 101);
    for args in [
        &["preview"][..],
        &["up", "-y"],
        &["up", "-y", "--skip-preview"],
    ] {
        let refused = project.run(args);
        assert!(refused.contains("[exit 1]"), "{refused}");
        for text in [
            "scripted:index:Thing",
            "value",
            "has 101 MiB, and all inputs of a resource of a plugin can have 100 MiB together",
            "pass large content as an asset with a path",
        ] {
            assert!(refused.contains(text), "{text:?} is missing:\n{refused}");
        }
    }
    let left = state(&project);
    assert_eq!(left["resources"], before["resources"]);
    assert_eq!(left["pending"], before["pending"]);
    write(&project, 2);
    let changed = project.run(&["up", "-y"]);
    assert!(changed.contains("~1 updated"), "{changed}");
    let destroyed = project.run(&["destroy", "-y"]);
    assert!(destroyed.contains("-1 deleted"), "{destroyed}");
}
