//! Lists of objects, which `lumi snapshot` asks for.

use serde_json::Value;

use super::project::SdkProject;

/// Objects that lumi has not made: the provider lists 100 at once.
fn with_objects(project: &SdkProject, count: usize) {
    for number in 0..count {
        let place = number % 2;
        let document = format!(
            "{{ \"serial\": 1, \"inputs\": {{ \"value\": {number}, \"place\": \"p{place}\" }} }}"
        );
        project.write_object(&format!("c-{number:03}.Thing"), &document);
    }
}

fn snapshot(project: &SdkProject, listing: &str) -> Value {
    let answer = project.answer(&["snapshot", "--json", listing]);
    serde_json::from_str(&answer.ok()).unwrap()
}

pub fn lists_have_pages(project: &SdkProject) {
    with_objects(project, 250);
    project.write_object(
        "c-z-bare.Thing",
        r#"{ "serial": 1, "inputs": { "value": "to be read" } }"#,
    );
    let seen = snapshot(project, "conformance:index:Thing");
    let urns = seen["listed"].as_array().unwrap();
    assert_eq!(urns.len(), 251);
    assert!(urns[0].as_str().unwrap().ends_with("::000"), "{}", urns[0]);
    let graph = seen["graph"].to_string();
    assert!(graph.contains("to be read"));
}

pub fn lists_have_places(project: &SdkProject) {
    with_objects(project, 10);
    let seen = snapshot(project, "conformance:index:Thing=p1");
    assert_eq!(seen["listed"].as_array().unwrap().len(), 5);
}

pub fn a_list_can_fail(project: &SdkProject) {
    let listing = "conformance:index:Thing=nowhere";
    project.fails(&["snapshot", listing], &["there is no such place"]);
}

pub fn types_without_a_list_are_named(project: &SdkProject) {
    let says = "the objects of `conformance:index:Note` cannot be listed";
    project.fails(&["snapshot", "conformance:index:Note"], &[says]);
}
