//! The life of an object.

use serde_json::json;

use super::project::{SdkProject, note, thing, thing_with};

pub fn objects_are_created(project: &SdkProject) {
    let made = thing("a", "{ value: \"x\", color: \"green\", label: \"l\" }");
    let outputs = project.deployed(&format!(
        "{made}export const seen = [a.value, a.kind, a.serial, a.color];"
    ));
    assert_eq!(outputs["seen"], json!(["x", "string", 1, "green"]));
    let expected = json!({
        "serial": 1,
        "inputs": { "value": "x", "color": "green", "label": "l" },
    });
    assert_eq!(project.object("c-a.Thing").unwrap(), expected);
    assert_eq!(project.mode("c-a.Thing"), 0o600);
}

pub fn a_preview_touches_nothing(project: &SdkProject) {
    project.program(&format!(
        "{}export const seen = [a.kind, a.serial, a.password];",
        thing("a", "{ value: \"x\" }")
    ));
    let said = project.ok(&["preview"]);
    for line in ["[0]: \"string\"", "[1]: 1", "[2]: [unknown]"] {
        assert!(said.contains(line), "{said}");
    }
    assert_eq!(project.objects("Thing"), [""; 0]);
    project.ok(&["up", "-y"]);
    project.program(&thing("a", "{ value: \"y\" }"));
    project.ok(&["preview"]);
    assert_eq!(project.object("c-a.Thing").unwrap()["serial"], 1);
}

pub fn updates_are_counted(project: &SdkProject) {
    for serial in 1..=3 {
        let made = thing("a", &format!("{{ value: {serial} }}"));
        let outputs = project.deployed(&format!("{made}export const serial = a.serial;"));
        assert_eq!(outputs["serial"], serial);
    }
}

pub fn objects_are_deleted(project: &SdkProject) {
    project.deploy(&[thing("a", "{ value: 1 }"), note("n", "x")].concat());
    let said = project.ok(&["destroy", "-y"]);
    assert!(said.contains("Done: -2 deleted"), "{said}");
    assert_eq!(project.objects("Thing"), [""; 0]);
    assert_eq!(project.objects("Note"), [""; 0]);
}

pub fn gone_objects_are_deleted(project: &SdkProject) {
    project.deploy(&thing("a", "{ value: 1 }"));
    project.remove_object("c-a.Thing");
    let said = project.ok(&["destroy", "-y"]);
    assert!(said.contains("Done: -1 deleted"), "{said}");
}

const BY_HAND: &str =
    r#"{ "serial": 7, "inputs": { "value": "by hand", "color": "blue", "label": "l" } }"#;

pub fn drift_is_seen(project: &SdkProject) {
    let program = thing("a", "{ value: 1, color: \"blue\", label: \"l\" }");
    project.deploy(&program);
    project.write_object("c-a.Thing", BY_HAND);
    let said = project.ok(&["refresh", "-y"]);
    assert!(said.contains("drifted"), "{said}");
    assert!(said.contains("changes: value"), "{said}");
    let said = project.deploy(&program);
    assert!(said.contains("Done: ~1 updated"), "{said}");
    let object = project.object("c-a.Thing").unwrap();
    assert_eq!(
        (&object["inputs"]["value"], &object["serial"]),
        (&json!(1), &json!(8))
    );
}

pub fn gone_objects_are_seen(project: &SdkProject) {
    let program = thing("a", "{ value: 1 }");
    project.deploy(&program);
    project.remove_object("c-a.Thing");
    let said = project.ok(&["refresh", "-y"]);
    assert!(said.contains("the object no longer exists"), "{said}");
    let said = project.deploy(&program);
    assert!(said.contains("Done: +1 created"), "{said}");
}

const IMPORT: [&str; 4] = ["import", "conformance:index:Thing", "z", "c-z"];

pub fn objects_are_imported(project: &SdkProject) {
    project.write_object("c-z.Thing", BY_HAND);
    let said = project.ok(&[&IMPORT[..], &["-y"]].concat());
    assert!(said.contains("value: \"by hand\""), "{said}");
    assert!(said.contains("color: \"blue\""), "{said}");
    let inputs = "{ value: \"by hand\", color: \"blue\", label: \"l\" }";
    project.program(&thing_with("z", inputs, "{ protect: true }"));
    let said = project.ok(&["preview"]);
    assert!(said.contains("1 unchanged"), "{said}");
}

pub fn objects_that_are_not_there_are_not_imported(project: &SdkProject) {
    let says = "there is no object with the id \"c-z\"";
    project.fails(&[&IMPORT[..], &["-y"]].concat(), &[says]);
}

pub fn damaged_objects_are_not_imported(project: &SdkProject) {
    project.write_object("c-z.Thing", "{ \"serial\": ");
    let says = "the object `c-z` cannot be read";
    project.fails(&[&IMPORT[..], &["-y"]].concat(), &[says]);
}

pub fn types_without_read_are_not_refreshed(project: &SdkProject) {
    project.deploy(&note("n", "x"));
    project.fails(&["refresh", "-y"], &["there is no `Read`"]);
    let said = project.ok(&["preview"]);
    assert!(said.contains("Plan: no changes, 1 unchanged"), "{said}");
}

pub fn retained_objects_stay(project: &SdkProject) {
    project.deploy(&thing_with("a", "{ value: 1 }", "{ retainOnDelete: true }"));
    let said = project.ok(&["destroy", "-y"]);
    assert!(said.contains("x1 forgotten"), "{said}");
    assert_eq!(project.objects("Thing"), ["c-a"]);
}
