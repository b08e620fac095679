//! The meaning of changed inputs.

use super::project::{SdkProject, note, thing};

/// The output of the deployment of a second program.
fn changed(project: &SdkProject, before: &str, after: &str) -> String {
    project.deploy(&thing("a", before));
    project.deploy(&thing("a", after))
}

pub fn a_change_is_an_update(project: &SdkProject) {
    let said = changed(project, "{ value: 1 }", "{ value: 2 }");
    assert!(said.contains("Done: ~1 updated"), "{said}");
    assert_eq!(project.object("c-a.Thing").unwrap()["inputs"]["value"], 2);
}

/// Whether a line comes before another one.
fn is_before(said: &str, first: &str, then: &str) -> bool {
    let at = |text| said.find(text).unwrap_or_else(|| panic!("{text}: {said}"));
    at(first) < at(then)
}

pub fn a_change_can_replace(project: &SdkProject) {
    let said = changed(
        project,
        "{ value: 1, place: \"north\" }",
        "{ value: 1, place: \"south\" }",
    );
    assert!(said.contains("Done: +-1 replaced"), "{said}");
    assert!(is_before(&said, "replacement created", "deleting old"));
    assert_eq!(project.objects("Thing"), ["c-a-south"]);
}

pub fn a_change_can_delete_first(project: &SdkProject) {
    let said = changed(
        project,
        "{ value: 1, slot: \"1\" }",
        "{ value: 1, slot: \"2\" }",
    );
    assert!(said.contains("Done: +-1 replaced"), "{said}");
    assert!(is_before(&said, "old deleted", "creating replacement"));
    assert_eq!(project.object("c-a.Thing").unwrap()["serial"], 1);
}

pub fn a_change_can_be_ignored(project: &SdkProject) {
    let said = changed(
        project,
        "{ value: 1, comment: \"one\" }",
        "{ value: 1, comment: \"two\" }",
    );
    assert!(said.contains("1 unchanged"), "{said}");
    assert_eq!(project.object("c-a.Thing").unwrap()["serial"], 1);
    let object = project.object("c-a.Thing").unwrap();
    assert_eq!(object["inputs"]["comment"], "one");
}

pub fn without_an_update_a_change_replaces(project: &SdkProject) {
    project.deploy(&note("n", "one"));
    let before = project.objects("Note");
    let said = project.deploy(&note("n", "two"));
    assert!(said.contains("Done: +-1 replaced"), "{said}");
    let after = project.objects("Note");
    assert_eq!((before.len(), after.len()), (1, 1));
    assert_ne!(before, after);
    let said = project.deploy(&note("n", "two"));
    assert!(said.contains("1 unchanged"), "{said}");
}
