//! The configuration of the package.

use serde_json::json;

use super::project::{SdkProject, invoked, thing};

pub fn settings_have_defaults(project: &SdkProject) {
    let outputs = project.deployed(&invoked("settings", "settings", "{}"));
    let expected = json!({ "folder": "objects", "prefix": "c-", "hasToken": false, "token": null });
    assert_eq!(outputs["settings"], expected);
}

fn refused(project: &SdkProject, lines: &str, says: &str) {
    project.configure(lines);
    project.program(&thing("a", "{ value: 1 }"));
    project.fails(&["preview"], &[says]);
}

pub fn missing_settings_are_named(project: &SdkProject) {
    let says = "the configuration `conformance:folder` cannot be used: a folder for the objects is required";
    refused(project, "conformance:prefix: x", says);
}

pub fn unknown_settings_are_named(project: &SdkProject) {
    let says = "the configuration `conformance:colour` cannot be used: there is no such setting";
    let lines = "conformance:folder: objects\nconformance:colour: red";
    refused(project, lines, says);
}

pub fn settings_can_be_refused(project: &SdkProject) {
    let says = "the folder `forbidden` may not be used";
    refused(project, "conformance:folder: forbidden", says);
}

pub fn secret_settings_stay_secret(project: &SdkProject) {
    project.configure("conformance:folder: objects\nconformance:token:\n  secret: hunter22\n");
    let said = project.deploy(&invoked("settings", "settings", "{}"));
    assert!(said.contains("settings: [secret]"), "{said}");
    let settings = &project.outputs()["settings"];
    assert_eq!(settings["value"]["hasToken"], true);
    assert_eq!(settings["value"]["token"], "hunter22");
    assert!(!project.ok(&["stack", "export"]).contains("hunter22"));
}

pub fn another_folder_replaces_and_another_prefix_does_not(project: &SdkProject) {
    project.deploy(&thing("a", "{ value: 1 }"));
    project.configure("conformance:folder: objects\nconformance:prefix: d-");
    let said = project.ok(&["preview"]);
    assert!(said.contains("Plan: no changes, 1 unchanged"), "{said}");
    project.configure("conformance:folder: elsewhere");
    let said = project.ok(&["preview"]);
    assert!(said.contains("Plan: +-1 to replace"), "{said}");
    let reason = "its provider can no longer reach the object: folder has changed";
    assert!(said.contains(reason), "{said}");
}
