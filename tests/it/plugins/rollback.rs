//! `lumi stack rollback` with objects that a plugin manages.

use super::{Project, thing};

fn deployed() -> Project {
    let project = Project::new("");
    let deploy = |program: String| {
        project.0.file(
            "index.ts",
            format!("import * as lumi from \"lumi\";\n{program}"),
        );
        let answer = project.run(&["up", "-y"]);
        assert!(answer.contains("[exit 0]"), "{answer}");
    };
    let needs = thing("b", "{ value: \"b\", size: a.size }");
    deploy(thing("a", "{ value: \"one\" }") + needs.as_str());
    deploy(thing("a", "{ value: \"longer\" }") + thing("c", "{ value: \"c\" }").as_str());
    project
}

#[test]
fn objects_of_a_plugin_go_back_to_an_earlier_run() {
    let project = deployed();
    assert_eq!(project.object("id-b"), None);
    insta::assert_snapshot!(project.run(&["stack", "rollback", "1", "-n"]));
    assert_eq!(project.object("id-a").unwrap(), "{\"value\":\"longer\"}");
    let answer = project.run(&["stack", "rollback", "1", "-y"]);
    assert!(answer.contains("[exit 0]"), "{answer}");
    assert_eq!(project.object("id-a").unwrap(), "{\"value\":\"one\"}");
    assert_eq!(
        project.object("id-b").unwrap(),
        "{\"value\":\"b\",\"size\":3}"
    );
    assert_eq!(project.object("id-c"), None);
    // The program of that run has nothing to do.
    let needs = thing("b", "{ value: \"b\", size: a.size }");
    let program = thing("a", "{ value: \"one\" }") + needs.as_str();
    project.0.file(
        "index.ts",
        format!("import * as lumi from \"lumi\";\n{program}"),
    );
    let answer = project.run(&["preview", "--expect-no-changes"]);
    assert!(answer.contains("[exit 0]"), "{answer}");
}

/// A rollback that cannot be planned is not started.
#[test]
fn a_rollback_needs_the_plugins() {
    let project = deployed();
    let plugin = project.bin().join("lumi-resource-scripted");
    std::fs::rename(&plugin, project.0.folder().join("away")).unwrap();
    let answer = project.run(&["stack", "rollback", "1", "-y"]);
    assert!(answer.contains("[exit 1]"), "{answer}");
    assert!(
        answer.contains("there is no package `scripted`"),
        "{answer}"
    );
    assert_eq!(project.object("id-a").unwrap(), "{\"value\":\"longer\"}");
    assert!(project.object("id-c").is_some());
    std::fs::rename(project.0.folder().join("away"), plugin).unwrap();
    let answer = project.run(&["stack", "rollback", "1", "-y"]);
    assert!(answer.contains("[exit 0]"), "{answer}");
    assert_eq!(project.object("id-c"), None);
}
