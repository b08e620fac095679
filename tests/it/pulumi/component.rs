//! Components of plugins written with Pulumi's Node SDK, in programs of Lumi.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{Project, node};
use crate::support::lumi::without_times;

/// A project with the plugins `greet` and `random`; `None` without node.
fn project(program: &str) -> Option<Project> {
    let packages = node::packages()?;
    let project = Project::new(program);
    node::install_random(&project.bin(), &packages);
    let greet = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/greet.js");
    node::install(&project.bin(), "greet", &packages, &greet);
    Some(project)
}

const PROGRAM: &str = r#"
const word = new lumi.CustomResource<any>("random:index/randomString:RandomString", "word",
  { length: LENGTH, special: false });
const greeter = new lumi.RemoteComponent<{ text: string; code: string }>("greet:index:Greeter", "greeter",
  { who: word.result, secret: lumi.secret("hunter2") });
export const text = greeter.text;
export const code = greeter.code;
const after = new lumi.CustomResource<any>("random:index/randomPet:RandomPet", "after", { prefix: greeter.text });
export const shouted = lumi.call("greet:index:Greeter/shout", greeter, { suffix: "!" });
"#;

#[test]
fn children_of_a_component_are_those_of_the_run() {
    let Some(project) = project(&PROGRAM.replace("LENGTH", "5")) else {
        return;
    };
    insta::assert_snapshot!(project.run(&["preview"]));
    let up = project.answer(&["up", "-y"]);
    let up = without_times(&up.ok());
    assert!(up.contains("+6 created"), "{up}");
    assert!(!up.contains("hunter2"), "{up}");
    let outputs = project.outputs();
    let text = outputs["text"].as_str().unwrap();
    assert!(
        text.starts_with("hello ") && text.ends_with(", number 4"),
        "{text}"
    );
    assert_eq!(outputs["code"]["$lumi"], "secret");
    assert_eq!(outputs["code"]["value"], "hunter2-4");
    assert_eq!(outputs["shouted"]["text"], "HELLO!");
    assert_eq!(outputs["shouted"]["isDryRun"], false);
    let state = project.answer(&["stack", "export"]).ok();
    assert!(!state.contains("hunter2"), "{state}");
    let number =
        "index$greet:index:Greeter$greet:index:Inner::random:index/randomInteger:RandomInteger";
    assert!(state.contains(number), "{state}");
    let again = without_times(&project.answer(&["up", "-y"]).ok());
    assert!(again.contains("nothing to do, 6 unchanged"), "{again}");
    // The children of the component change with its inputs.
    project.program(&PROGRAM.replace("LENGTH", "6"));
    project.answer(&["up", "-y"]).ok();
    let now = project.outputs();
    assert_ne!(now["text"], outputs["text"]);
    let destroyed = without_times(&project.answer(&["destroy", "-y"]).ok());
    assert!(destroyed.contains("-6 deleted"), "{destroyed}");
}

#[test]
fn components_are_created_for_remote_programs() {
    crate::support::lumi::in_separate_process(children_of_a_component_are_those_of_the_run);
}

#[test]
fn components_get_the_providers_of_the_program() {
    let Some(project) = project(
        "const greet = new lumi.ProviderResource(\"greet\", \"mine\", {});\n\
         const random = new lumi.ProviderResource(\"random\", \"mine\", {});\n\
         const all = new lumi.ComponentResource(\"acme:web:All\", \"all\", {}, { providers: { random } });\n\
         const greeter = new lumi.RemoteComponent<{ text: string }>(\"greet:index:Greeter\", \"greeter\",\n\
           { who: \"you\", secret: \"\" }, { parent: all, provider: greet });\n\
         export const text = greeter.text;\n\
         export const shouted = lumi.call(\"greet:index:Greeter/shout\", greeter, { suffix: \"?\" });\n",
    ) else {
        return;
    };
    let preview = project.answer(&["preview"]).ok();
    assert!(preview.contains("HELLO?"), "{preview}");
    project.answer(&["up", "-y"]).ok();
    assert_eq!(project.outputs()["shouted"]["text"], "HELLO?");
    let state = project.answer(&["stack", "export"]).json();
    let resources = state["resources"].as_array().unwrap();
    let made = resources.iter().filter(|it| {
        let urn = it["urn"].as_str().unwrap();
        urn.contains("random:index/random")
    });
    let providers: Vec<&str> = made.map(|it| it["provider"].as_str().unwrap()).collect();
    assert_eq!(providers.len(), 2);
    let mine = "urn:lumi:dev::demo::index::lumi:providers:random::mine";
    assert!(providers.iter().all(|it| *it == mine), "{providers:?}");
}

/// TypeScript components whose inputs the SDK infers.
#[test]
fn components_of_a_component_host_are_made() {
    let Some(packages) = node::packages() else {
        return;
    };
    let project = Project::new(
        "const kennel = new lumi.RemoteComponent<{ pet: string }>(\"pets:index:Kennel\", \"k\", \
         { prefix: \"rex\" });\nexport const pet = kennel.pet;\n",
    );
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/kennel");
    for entry in fs::read_dir(fixture).unwrap() {
        let entry = entry.unwrap();
        let name = format!("kennel/{}", entry.file_name().display());
        project.0.file(&name, fs::read(entry.path()).unwrap());
    }
    let kennel = project.0.folder().join("kennel");
    symlink(&packages, kennel.join("node_modules")).unwrap();
    node::install_random(&project.bin(), &packages);
    let start = kennel.join("start.js");
    node::install(&project.bin(), "pets", &packages, &start);
    project.answer(&["up", "-y"]).ok();
    let pet = project.outputs()["pet"].as_str().unwrap().to_owned();
    assert!(pet.starts_with("rex-"), "{pet}");
    let again = without_times(&project.answer(&["up", "-y"]).ok());
    assert!(again.contains("nothing to do, 2 unchanged"), "{again}");
}

#[test]
fn invalid_inputs_of_a_component_are_reported() {
    let Some(project) = project(
        "export const a = new lumi.RemoteComponent(\"greet:index:Greeter\", \"a\", { who: \"\" });\n",
    ) else {
        return;
    };
    let mut seen = vec![project.run(&["preview"])];
    project
        .program("export const a = new lumi.RemoteComponent(\"greet:index:None\", \"a\", {});\n");
    seen.push(project.run(&["up", "-y"]));
    insta::assert_snapshot!(seen.join("\n"));
}
