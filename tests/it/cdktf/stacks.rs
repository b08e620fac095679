//! Several stacks of one program.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::hcl::by_lumi::LumiFolder;

use super::project;

fn two_stacks() -> Option<LumiFolder> {
    project(Path::new("tests/programs/cdktf/two_stacks"))
}

#[test]
fn a_stack_has_to_be_named_where_there_are_several() {
    let Some(project) = two_stacks() else {
        return;
    };
    for command in [
        &["preview"][..],
        &["up", "-y"],
        &["destroy", "-y"],
        &["refresh", "-y"],
    ] {
        let answer = project.run(command);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        assert!(
            answer
                .stderr
                .contains("the stacks `a-service`, `z-network`"),
            "{}",
            answer.transcript()
        );
    }
    let answer = project.run(&["preview", "-s", "network"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("no stack `network`"),
        "{}",
        answer.transcript()
    );
    project.run(&["stack", "ls"]).ok();
}

#[test]
fn a_stack_waits_for_those_that_it_refers_to() {
    let Some(project) = two_stacks() else {
        return;
    };
    let answer = project.run(&["up", "-y", "-s", "a-service"]);
    assert_ne!(answer.code, 0, "{}", answer.transcript());
    assert!(
        answer.transcript().contains("deploy it first"),
        "{}",
        answer.transcript()
    );
    project.run(&["deploy", "-y", "z-network"]).ok();
    project.run(&["deploy", "-y", "a-service"]).ok();
    let address = project
        .run(&["stack", "output", "address", "-s", "a-service"])
        .ok();
    assert_eq!(address, "localhost:4000\n");
}

#[test]
fn all_stacks_are_deployed_in_the_order_of_their_references() {
    let Some(project) = two_stacks() else {
        return;
    };
    let answer = project.run(&["up", "--all", "-y"]);
    let told = format!("{}{}", answer.stderr.clone(), answer.ok());
    assert!(
        told.contains("Projects: demo/z-network, demo/a-service"),
        "{told}"
    );
    assert!(!told.contains("cross-stack-output"), "{told}");
    let shown = project
        .run(&["stack", "output", "--json", "-s", "z-network"])
        .ok();
    assert_eq!(
        serde_json::from_str::<Value>(&shown).unwrap(),
        serde_json::json!({"listens": 4000})
    );
    project
        .run(&["preview", "--all", "--expect-no-changes"])
        .ok();
    let file = project
        .folder()
        .join("cdktf.out/stacks/a-service/out/port.txt");
    assert_eq!(fs::read_to_string(file).unwrap(), "port 4000");
    let answer = project.run(&["destroy", "--all", "-y"]);
    let told = format!("{}{}", answer.stderr.clone(), answer.ok());
    assert!(
        told.contains("Projects: demo/a-service, demo/z-network"),
        "{told}"
    );
}

/// A reference that a program gets later needs an output more of a stack that has not changed otherwise.
#[test]
fn an_output_for_another_stack_is_deployed_although_nobody_sees_it() {
    let Some(project) = two_stacks() else {
        return;
    };
    let whole = fs::read_to_string(project.folder().join("main.ts")).unwrap();
    let before = whole
        .replace("port ${network.port.result}", "a port")
        .replace("localhost:${network.port.result}", "none");
    assert_ne!(before, whole);
    project.file("main.ts", &before);
    project.run(&["up", "--all", "-y"]).ok();
    project.file("main.ts", &whole);
    project.run(&["up", "--all", "-y"]).ok();
    let address = project
        .run(&["stack", "output", "address", "-s", "a-service"])
        .ok();
    assert_eq!(address, "localhost:4000\n");
}

/// A secret that crosses from one stack to another is one in both.
#[test]
fn a_secret_stays_one_in_the_stack_that_reads_it() {
    let Some(project) = two_stacks() else {
        return;
    };
    project.run(&["up", "--all", "-y"]).ok();
    let content = |flags: &[&str]| -> Value {
        let graph = project
            .run(&[&["graph", "--format", "json", "-s", "a-service"], flags].concat())
            .ok();
        let graph: Value = serde_json::from_str(&graph).unwrap();
        let vertices = graph["vertices"].as_array().unwrap();
        let file = vertices
            .iter()
            .find(|it| it["name"] == "local_file.keepers");
        file.unwrap()["inputs"]["content"].clone()
    };
    assert_eq!(content(&[])["$lumi"], "secret");
    let port = project.run(&["graph", "-s", "a-service"]).ok();
    assert!(port.contains("local_file.port"), "{port}");
}

#[test]
fn a_stack_that_the_program_has_no_more_can_be_destroyed() {
    let Some(project) = two_stacks() else {
        return;
    };
    project.run(&["up", "--all", "-y"]).ok();
    let program = fs::read_to_string(project.folder().join("main.ts")).unwrap();
    project.file(
        "main.ts",
        &program.replace("new Service(app, \"a-service\", network);", ""),
    );
    project.run(&["destroy", "-y", "-s", "a-service"]).ok();
    let made = "cdktf.out/stacks/a-service/out/port.txt";
    assert!(!project.folder().join(made).exists());
    project.run(&["preview", "--expect-no-changes"]).ok();
}
