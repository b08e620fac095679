//! Programs whose packages have plugins.

use std::path::Path;

use serde_json::json;

use super::{Project, packages};
use crate::pulumi::node;
use crate::support::lumi::without_times;

impl Project {
    /// A program of `tests/programs/pulumi_sdk`, and its plugins.
    pub fn with_plugins(program: &str) -> Option<Self> {
        let project = Self::of(program)?;
        let packages = packages()?;
        let greet = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/greet.js");
        node::install_random(&project.bin(), &packages);
        node::install(&project.bin(), "greet", &packages, &greet);
        Some(project)
    }
}

#[test]
fn components_of_plugins_are_made_in_the_run() {
    let Some(project) = Project::with_plugins("greeters") else {
        return;
    };
    let preview = without_times(&project.succeeds(&["preview"]).transcript());
    insta::assert_snapshot!(preview);
    let up = project.succeeds(&["up", "-y"]).transcript();
    assert!(up.contains("+7 created") && !up.contains("hunter2"), "{up}");
    let outputs = project.outputs();
    let word = outputs["word"].as_str().unwrap();
    let text = outputs["text"].as_str().unwrap();
    assert!(text.starts_with(&format!("hello {word}-")) && text.ends_with(", number 4"));
    assert_eq!(outputs["code"]["value"], "hunter2-4");
    assert_eq!(outputs["pet"], word);
    assert_eq!(outputs["shouted"]["text"], "HELLO!");
    let again = without_times(&project.succeeds(&["up", "-y"]).stdout);
    assert!(again.contains("nothing to do, 7 unchanged"), "{again}");
    // All children of the component inherit the option.
    project.succeeds(&["up", "-y", "-c", "protect=true"]);
    let refused = without_times(&project.run(&["destroy", "-y"]).transcript());
    assert!(refused.contains("\"greeter-number\""), "{refused}");
    assert!(refused.contains("it is protected"), "{refused}");
    project.succeeds(&["up", "-y", "-c", "protect=false"]);
    project.succeeds(&["up", "-y", "-c", "length=6"]);
    assert_ne!(project.outputs()["text"], outputs["text"]);
    project.destroy();
}

#[test]
fn published_packages_are_deployed() {
    let Some(project) = Project::with_plugins("providers") else {
        return;
    };
    let preview = project.succeeds(&["preview"]).stdout;
    assert!(preview.contains("+14 to create, >1 to read"), "{preview}");
    let up = project.succeeds(&["up", "-y"]).transcript();
    let outputs = project.outputs();
    let text = outputs["text"].as_str().unwrap();
    assert_eq!(text.len(), 8);
    let pet = outputs["pet"].as_str().unwrap();
    assert!(pet.starts_with(&format!("{text}-")), "{pet}");
    assert_eq!(outputs["numbers"], json!([1, 2, 3, 4, 5]));
    assert_eq!(outputs["found"], "found-id");
    let password = outputs["password"]["value"].as_str().unwrap();
    assert_eq!(password.len(), 20);
    assert_eq!(outputs["echo"]["value"]["of"], "hunter2");
    let state = project.succeeds(&["stack", "export"]).stdout;
    for secret in ["hunter2", password] {
        assert!(!up.contains(secret) && !state.contains(secret), "{up}");
    }
    // The state records the providers.
    let state: serde_json::Value = serde_json::from_str(&state).unwrap();
    let managed = |name: &str| {
        let mut all = state["resources"].as_array().unwrap().iter();
        let end = format!("::{name}");
        let found = all.find(|it| it["urn"].as_str().unwrap().ends_with(&end));
        found.unwrap()["provider"].as_str().map(str::to_owned)
    };
    let mine = "urn:lumi:dev::web::index::lumi:providers:random::mine";
    for name in ["pet", "listed", "named", "one", "inner"] {
        assert_eq!(managed(name).as_deref(), Some(mine), "{name}");
    }
    for name in ["text", "password", "default"] {
        assert_eq!(managed(name), None, "{name}");
    }
    let again = without_times(&project.succeeds(&["up", "-y"]).stdout);
    assert!(again.contains("nothing to do"), "{again}");
    project.destroy();
}

#[test]
fn dynamic_resources_are_managed_by_the_sdk() {
    let Some(project) = Project::of("dynamic") else {
        return;
    };
    let text = || project.outputs()["text"].clone();
    let preview = project.succeeds(&["preview"]).stdout;
    assert!(preview.contains("+1 to create"), "{preview}");
    project.succeeds(&["up", "-y"]);
    assert_eq!(text(), "hello you");
    let again = project.succeeds(&["up", "-y"]).stdout;
    assert!(again.contains("nothing to do, 1 unchanged"), "{again}");
    let up = project.succeeds(&["up", "-y", "-c", "loud=true"]).stdout;
    assert!(up.contains("~1 updated"), "{up}");
    assert_eq!(text(), "hello you!");
    let up = project.succeeds(&["up", "-y", "-c", "who=all"]).stdout;
    assert!(up.contains("+-1 replaced"), "{up}");
    assert_eq!(project.0.read("deleted"), "hello-you\n");
    let refused = project.run(&["preview", "-c", "who="]).transcript();
    assert!(refused.contains("input `name`: it is empty"), "{refused}");
    // The state has the captured code, so no program is needed.
    project.0.file("index.js", "throw new Error();");
    project.destroy();
    assert_eq!(project.0.read("deleted"), "hello-you\nhello-all\n");
}

#[test]
fn objects_are_imported() {
    let Some(project) = Project::with_plugins("imports") else {
        return;
    };
    project.0.file("given.txt", "given");
    let mut seen = vec![
        project.failure(&["preview"]),
        project.failure(&["up", "-y", "-c", "content=other"]),
        project.failure(&["up", "-y", "-c", "id=none.txt"]),
        project.failure(&["up", "-y", "-c", "content=given"]),
    ];
    assert_eq!(project.outputs(), json!({ "size": 5, "text": "abcde" }));
    // The imported object is managed from then on.
    seen.push(project.failure(&["up", "-y", "-c", "content=other"]));
    assert_eq!(project.0.read("given.txt"), "other");
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn options_affect_existing_objects() {
    let Some(project) = Project::with_plugins("lifecycle") else {
        return;
    };
    project.0.file("objects/keep", "");
    let object = |id: &str| {
        let path = project.0.folder().join(format!("objects/id-{id}.json"));
        std::fs::read_to_string(path).ok()
    };
    project.succeeds(&["up", "-y"]);
    let outputs = project.outputs();
    assert_eq!(outputs["size"], json!({ "$lumi": "secret", "value": 7 }));
    let next = ["-c", "step=2"];
    insta::assert_snapshot!(project.failure(&["preview", next[0], next[1]]));
    project.succeeds(&["up", "-y", next[0], next[1]]);
    let again = project.succeeds(&["up", "-y", next[0], next[1]]).stdout;
    assert!(again.contains("nothing to do, 5 unchanged"), "{again}");
    let outputs = project.outputs();
    assert_eq!(outputs["tags"], json!({ "a": "1", "b": "2" }));
    assert_eq!(outputs["id"], "id-before");
    project.destroy();
    assert_eq!(object("ignoring"), None);
    // The program retains it.
    assert!(object("before").is_some());
    // The provider does not delete guests of another resource.
    assert!(object("gone").is_some());
}

#[test]
fn functions_of_the_program_change_what_it_registers() {
    let Some(project) = Project::with_plugins("transforms") else {
        return;
    };
    let preview = project.succeeds(&["preview"]).stdout;
    assert!(preview.contains("unknown: content"), "{preview}");
    let up = project.succeeds(&["up", "-y"]).transcript();
    let outputs = project.outputs();
    let word = outputs["word"].as_str().unwrap().to_uppercase();
    let secret = json!({ "$lumi": "secret", "value": "HUNTER2" });
    let inside = format!("INSIDE {word}!");
    assert_eq!(outputs["contents"][0], inside);
    assert_eq!(project.0.read("inside.txt"), inside);
    assert_eq!(outputs["contents"][1], secret);
    assert_eq!(outputs["modes"], json!(["0600", "0600"]));
    let text = outputs["text"].as_str().unwrap();
    assert!(text.ends_with(", number 9"), "{text}");
    let echo = &outputs["echo"]["value"];
    assert_eq!(echo["token"], "random:index/echo:echo");
    assert_eq!(echo["of"], "hunter2");
    let state = project.succeeds(&["stack", "export"]).stdout;
    for text in ["hunter2", "HUNTER2"] {
        assert!(!up.contains(text) && !state.contains(text), "{up}");
    }
    let again = project.succeeds(&["up", "-y"]).stdout;
    assert!(again.contains("nothing to do"), "{again}");
    let failure = project.failure(&["preview", "-c", "fails=true"]);
    let told = "\"inside\": transform failed: Error: inside will not do";
    assert!(
        failure.contains(told) && failure.contains("[exit 1]"),
        "{failure}"
    );
    project.destroy();
    assert!(project.has("inside.txt") && !project.has("secret.txt"));
}
