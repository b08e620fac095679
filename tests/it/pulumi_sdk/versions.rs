//! The supported versions of the SDK: the oldest, that of all other tests, and the newest.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::{Value, json};

use super::{Project, fixture, packages};
use crate::pulumi::node::{node_of, packages_of};

/// A program of `tests/programs/pulumi_sdk` with the newest SDK and its node version.
fn newest(program: &str) -> Option<Project> {
    let packages = packages_of("pulumi-newest")?;
    let project = Project::with_packages(&packages, &fixture(&format!("{program}.js")));
    if let Some(node) = node_of(&packages) {
        fs::create_dir_all(project.bin()).unwrap();
        symlink(node, project.bin().join("node")).unwrap();
    }
    Some(project)
}

fn oldest(program: &str) -> Option<Project> {
    let packages = packages_of("pulumi-oldest")?;
    Some(Project::with_packages(
        &packages,
        &fixture(&format!("{program}.js")),
    ))
}

const CONFIG: [&str; 4] = ["-c", "text=hello", "-c", "token=hunter2"];

fn up(project: &Project, more: &[&str]) -> String {
    let args = [&["up", "-y"], &CONFIG[..], more].concat();
    project.succeeds(&args).transcript()
}

/// The life cycle of a stack of components, from the first preview to its deletion.
fn lives(project: &Project) {
    project.0.file("given.txt", "given");
    let preview = project.succeeds(&[&["preview"], &CONFIG[..]].concat());
    assert!(
        preview.stdout.contains("+4 to create"),
        "{}",
        preview.transcript()
    );
    let first = up(project, &[]);
    assert!(first.contains("+4 created"), "{first}");
    let outputs = project.outputs();
    assert_eq!(outputs["size"], 68, "{outputs}");
    assert_eq!(outputs["read"], 5, "{outputs}");
    assert_eq!(outputs["secret"]["value"], 7, "{outputs}");
    assert_eq!(outputs["dry"], false, "{outputs}");
    let urn = "urn:pulumi:dev::web::acme:web:Site$acme:web:Page$std:fs:File::site-page-file";
    assert_eq!(outputs["urn"], urn);
    let own = outputs["own"].as_str().unwrap();
    assert!(own.contains("pulumi:pulumi:nothing"), "{own}");
    let again = up(project, &[]);
    assert!(again.contains("nothing to do"), "{again}");
    let changed = up(project, &["-c", "text=more"]);
    assert!(
        changed.contains("~2 updated") || changed.contains("~1 updated"),
        "{changed}"
    );
    assert_eq!(project.0.read("site-page.html"), "more");
    up(project, &["-c", "protect=true"]);
    let refused = project.run(&["destroy", "-y"]);
    assert!(
        refused.stderr.contains("protected"),
        "{}",
        refused.transcript()
    );
    up(project, &["-c", "protect=false"]);
    project.destroy();
    assert!(!project.has("site-page.html") && project.has("given.txt"));
}

#[test]
fn the_oldest_sdk_deploys_components() {
    if let Some(project) = oldest("versions") {
        lives(&project);
    }
}

#[test]
fn the_newest_sdk_deploys_components() {
    if let Some(project) = newest("versions") {
        lives(&project);
    }
}

#[test]
fn excluded_resources_are_unknown_and_not_failed() {
    for project in [newest("versions"), Project::of("versions")] {
        let Some(project) = project else {
            continue;
        };
        project.0.file("given.txt", "given");
        let args = [&["up", "-y", "--target", "given"], &CONFIG[..]].concat();
        let answer = project.run(&args);
        let text = answer.transcript();
        assert_eq!(answer.code, 0, "{text}");
    }
}

#[test]
fn the_newest_sdk_receives_failures() {
    let Some(project) = newest("trouble") else {
        return;
    };
    let node = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/random.js");
    let packages = packages().unwrap();
    crate::pulumi::node::install(&project.bin(), "random", &packages, &node);
    project.0.file("objects/keep", "");
    let text = project.failure(&["up", "-y", "-c", "fault=refuses"]);
    assert!(text.contains("the quota is used up"), "{text}");
    // The rejected outputs are not reported as another error.
    assert_eq!(text.matches("error:").count(), 1, "{text}");
    assert!(text.contains("[exit 1]"), "{text}");
    assert!(project.has("first.txt") && !project.has("after.txt"));
}

#[test]
fn values_are_stashed_in_the_state() {
    for project in [newest("stash"), Project::of("stash")] {
        let Some(project) = project else {
            continue;
        };
        project.succeeds(&["preview", "-c", "value=one"]);
        let first = project
            .succeeds(&["up", "-y", "-c", "value=one"])
            .transcript();
        assert!(!first.contains("hunter2"), "{first}");
        let expected = |input: &str, kept: &str| json!({ "input": input, "output": kept, "secret": { "$lumi": "secret", "value": { "password": "hunter2" } } });
        let stashed = |outputs: Value| outputs["stash"].clone();
        assert_eq!(stashed(project.outputs()), expected("one", "one"));
        let again = project
            .succeeds(&["up", "-y", "-c", "value=one"])
            .transcript();
        assert!(again.contains("no changes of resources"), "{again}");
        // The stashed value stays until the resource is replaced.
        let second = project
            .succeeds(&["up", "-y", "-c", "value=two"])
            .transcript();
        assert!(second.contains("~1 updated"), "{second}");
        let outputs = project.outputs();
        assert_eq!(stashed(outputs.clone()), expected("two", "one"));
        assert_eq!(outputs["others"]["stash"]["output"], "one");
        assert_eq!(
            outputs["types"],
            json!(["pulumi:index:Stash", "pulumi:index:Stash"])
        );
        project.succeeds(&["refresh", "-y"]);
        project.destroy();
    }
}

#[test]
fn resources_replaced_together_have_one_order() {
    for project in [newest("replaced"), Project::of("replaced")] {
        let Some(project) = project else {
            continue;
        };
        let up = |step: &str| {
            let step = format!("step={step}");
            project.succeeds(&["up", "-y", "-c", &step]).transcript()
        };
        let first = up("one");
        assert!(first.contains("+3 created"), "{first}");
        let again = up("one");
        assert!(again.contains("nothing to do"), "{again}");
        // The partner and the one with a trigger are replaced; the file that changes is only
        // updated.
        let second = up("two");
        assert!(second.contains("3 replaced"), "{second}");
        project.destroy();
    }
}

#[test]
fn components_have_types_of_any_form() {
    for project in [newest("component_types"), Project::of("component_types")] {
        let Some(project) = project else {
            continue;
        };
        let up = |step: &str| {
            let step = format!("step={step}");
            project.succeeds(&["up", "-y", "-c", &step]).transcript()
        };
        let first = up("one");
        assert!(first.contains("+11 created"), "{first}");
        assert_eq!(
            project.outputs()["urns"],
            json!([
                "urn:pulumi:dev::web::component:index:Site::c0",
                "urn:pulumi:dev::web::acme:index:Site::c1",
                "urn:pulumi:dev::web::acme:index:Site::c2",
                "urn:pulumi:dev::web::awsx:x:ecs:Cluster::c3",
                "urn:pulumi:dev::web::acme:a:b:c:Site::c4",
            ])
        );
        // What had no parent keeps its object below one.
        let moved = up("two");
        assert!(!moved.contains("created"), "{moved}");
        assert!(!moved.contains("deleted"), "{moved}");
        let again = up("two");
        assert!(again.contains("nothing to do"), "{again}");
        project.destroy();
    }
}
