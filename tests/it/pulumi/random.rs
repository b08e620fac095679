//! A plugin written with Pulumi's Node SDK.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use super::{Project, node};
use crate::programs::signals::{interrupt, interrupt_again};
use crate::support::lumi::without_times;

/// A project with the plugin `random`; `None` without node.
fn project(program: &str) -> Option<Project> {
    let packages = node::packages()?;
    let project = Project::new(program);
    node::install_random(&project.bin(), &packages);
    Some(project)
}

const RESOURCES: &str = r#"
const resource = (type: string, name: string, inputs: object) =>
  new lumi.CustomResource<any>(`random:index/random${type}:Random${type}`, name, inputs);
const text = resource("String", "text", { length: 8, special: false });
const password = resource("Password", "password", { length: LENGTH });
const pet = resource("Pet", "pet", { prefix: text.result });
const number = resource("Integer", "number", { min: 3, max: 3, keepers: { of: text.id } });
const id = resource("Id", "id", { byteLength: 2, prefix: "x-" });
export const out = { text: text.result, pet: pet.id, number: number.result, hex: id.hex,
  password: password.result };
export const echo = lumi.invoke("random:index/echo:echo", { a: [1] });
"#;

#[test]
fn resources_of_a_published_package_live_and_die() {
    let Some(project) = project(&RESOURCES.replace("LENGTH", "20")) else {
        return;
    };
    insta::assert_snapshot!(project.run(&["preview"]));
    project.answer(&["up", "-y"]).ok();
    let outputs = project.outputs();
    let text = outputs["out"]["text"].as_str().unwrap();
    assert!(text.len() == 8 && text.bytes().all(|it| it.is_ascii_alphanumeric()));
    assert!(
        outputs["out"]["pet"]
            .as_str()
            .unwrap()
            .starts_with(&format!("{text}-"))
    );
    assert_eq!(outputs["out"]["number"], 3);
    assert!(outputs["out"]["hex"].as_str().unwrap().starts_with("x-"));
    assert_eq!(outputs["echo"]["a"][0], 1);
    // The password is secret everywhere.
    let password = outputs["out"]["password"]["value"].as_str().unwrap();
    let up = without_times(&project.answer(&["up", "-y"]).transcript());
    assert!(up.contains("[secret]") && !up.contains(password), "{up}");
    assert!(up.contains("nothing to do, 5 unchanged"), "{up}");
    let state = project.answer(&["stack", "export"]).ok();
    assert!(state.contains(text) && !state.contains(password));
    // The change replaces one resource.
    project.program(&RESOURCES.replace("LENGTH", "21"));
    insta::assert_snapshot!(project.run(&["preview"]));
    project.answer(&["up", "-y"]).ok();
    let now = project.outputs();
    assert_eq!(now["out"]["text"], outputs["out"]["text"]);
    assert_eq!(now["out"]["password"]["value"].as_str().unwrap().len(), 21);
    let refreshed = without_times(&project.answer(&["refresh", "-y"]).ok());
    assert!(
        refreshed.contains("nothing to do, 5 unchanged"),
        "{refreshed}"
    );
    let destroyed = without_times(&project.answer(&["destroy", "-y"]).ok());
    assert!(destroyed.contains("-5 deleted"), "{destroyed}");
}

fn trouble(inputs: &str) -> String {
    format!(
        "const a = new lumi.CustomResource<any>(\"random:index/trouble:Trouble\", \"a\", {inputs});\n\
         export const size = a.size;\nexport const token = a.token;\n"
    )
}

#[test]
fn an_object_is_changed_in_place_and_its_drift_is_seen() {
    let Some(project) = project(&trouble("{ value: \"one\" }")) else {
        return;
    };
    let mut seen = vec![project.run(&["up", "-y"])];
    project.program(&trouble("{ value: \"three\" }"));
    seen.push(project.run(&["preview"]));
    seen.push(project.run(&["up", "-y"]));
    assert_eq!(project.object("id-a").unwrap(), r#"{"value":"three"}"#);
    project.0.file("objects/id-a.json", r#"{"value":"other"}"#);
    seen.push(project.run(&["refresh", "-y"]));
    seen.push(project.run(&["up", "-y"]));
    std::fs::remove_file(project.0.folder().join("objects/id-a.json")).unwrap();
    seen.push(project.run(&["refresh", "-y"]));
    seen.push(project.run(&["up", "-y"]));
    seen.push(project.run(&["destroy", "-y"]));
    assert_eq!(project.object("id-a"), None);
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn failures_are_reported_and_existing_objects_recorded() {
    let Some(project) = project(&trouble("{ value: \"bad\" }")) else {
        return;
    };
    let mut seen = vec![project.run(&["preview"])];
    // The object does not exist: the next run creates it.
    project.0.file("objects/keep", "");
    project.program(&trouble("{ value: \"x\", fault: \"refuses\" }"));
    seen.push(project.run(&["up", "-y"]));
    // The object exists, and the next run repairs it.
    project.program(&trouble("{ value: \"x\", fault: \"partial\" }"));
    seen.push(project.run(&["up", "-y"]));
    seen.push(project.run(&["up", "-y"]));
    // The plugin ends during a change; the next run reads the object.
    project.program(&trouble("{ value: \"y\", fault: \"crashes\" }"));
    seen.push(project.run(&["up", "-y"]));
    seen.push(project.run(&["up", "-y"]));
    assert_eq!(
        project.object("id-a").unwrap(),
        r#"{"fault":"crashes","value":"y"}"#
    );
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_create_without_an_answer_has_an_unknown_outcome() {
    let Some(project) = project(&trouble("{ value: \"x\", fault: \"crashes\" }")) else {
        return;
    };
    project.0.file("objects/keep", "");
    // The plugin also ends during a preview of the create.
    let up = ["up", "-y", "--skip-preview"];
    let seen = [project.run(&up), project.run(&up)];
    insta::assert_snapshot!(seen.join("\n"));
    let forgotten = without_times(
        &project
            .answer(&["up", "-y", "--skip-preview", "--forget-pending"])
            .ok(),
    );
    assert!(forgotten.contains("+1 created"), "{forgotten}");
}

#[test]
fn operations_are_cancelled() {
    let Some(project) = project(&trouble("{ value: \"x\", fault: \"slow\" }")) else {
        return;
    };
    project.0.file("objects/keep", "");
    let mut command = project.command(&["up", "-y"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut stderr = BufReader::new(process.stderr.take().unwrap());
    let started = project.0.folder().join("objects/slow-happened");
    let mut text = String::new();
    while !started.exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(process.try_wait().unwrap().is_none(), "it ended");
    }
    interrupt(&process);
    while !text.contains("interrupt again") {
        assert_ne!(stderr.read_line(&mut text).unwrap(), 0, "{text}");
    }
    interrupt_again(&process);
    stderr.read_to_string(&mut text).unwrap();
    assert!(!process.wait().unwrap().success());
    assert!(text.contains("it was cancelled"), "{text}");
}

#[test]
fn objects_are_imported_and_looked_at() {
    let Some(project) = project(
        "const it = lumi.CustomResource.get<any>(\"random:index/trouble:Trouble\", \"it\", \
         \"id-there\", { value: \"?\" });\nexport const size = it.size;\n",
    ) else {
        return;
    };
    project
        .0
        .file("objects/id-there.json", r#"{"value":"there"}"#);
    let mut seen = vec![project.run(&["preview"])];
    let string = "random:index/randomString:RandomString";
    seen.push(project.run(&["import", string, "known", "abcdef", "-y"]));
    let pet = "random:index/randomPet:RandomPet";
    seen.push(project.run(&["import", pet, "rex", "big-dog", "-y"]));
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn functions_fail_as_they_say() {
    let Some(project) = project(
        "export const a = lumi.invoke(\"random:index/strict:strict\", { length: \"x\" });\n",
    ) else {
        return;
    };
    let mut seen = vec![project.run(&["preview"])];
    project.program("export const a = lumi.invoke(\"random:index/none:none\", {});\n");
    seen.push(project.run(&["preview"]));
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn another_version_or_no_plugin_is_explained() {
    let Some(project) = project(&trouble("{ value: \"x\" }")) else {
        return;
    };
    let settings = |text: &str| project.0.file("Lumi.yaml", format!("name: demo\n{text}"));
    settings("plugins:\n  random: \"5\"\n");
    let mut seen = vec![project.run(&["preview"])];
    // A plugin for Lumi is preferred.
    settings("plugins:\n  random: \"4\"\n");
    project.script("lumi-resource-random", "echo I am no plugin");
    seen.push(project.run(&["preview"]));
    std::fs::remove_file(project.bin().join("lumi-resource-random")).unwrap();
    let store = ".pulumi/plugins/resource-random-v4.0.0";
    let program = project.bin().join("pulumi-resource-random");
    let script = std::fs::read_to_string(&program).unwrap();
    std::fs::remove_file(&program).unwrap();
    seen.push(project.run(&["preview"]));
    // It is still being installed.
    let installed = project
        .0
        .file(&format!("{store}/pulumi-resource-random"), script);
    project.make_executable(&installed);
    let partial = project.0.file(&format!("{store}.partial"), "");
    seen.push(project.run(&["preview"]));
    std::fs::remove_file(partial).unwrap();
    seen.push(project.run(&["plugin", "ls"]));
    let preview = project.answer(&["preview"]).ok();
    assert!(preview.contains("+1 to create"), "{preview}");
    // A path.
    settings(&format!("plugins:\n  random: ./{store}\n"));
    project.answer(&["preview", "-P"]).ok();
    project.script("pulumi-resource-random", "echo the port is 80");
    settings("plugins:\n  random: ./bin/pulumi-resource-random\n");
    seen.push(project.run(&["preview", "-P"]));
    project.script("pulumi-resource-random", "echo cannot load >&2; exit 3");
    seen.push(project.run(&["preview", "-P"]));
    insta::assert_snapshot!(seen.join("\n"));
}
