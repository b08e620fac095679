//! Checks of inputs, and defaults.

use super::project::{SdkProject, thing};

pub fn defaults_are_outputs(project: &SdkProject) {
    let program = format!(
        "{}export const color = a.color;",
        thing("a", "{ value: 1 }")
    );
    assert_eq!(project.deployed(&program)["color"], "red");
    let given = thing("a", "{ value: 1, color: \"blue\" }");
    let outputs = project.deployed(&format!("{given}export const color = a.color;"));
    assert_eq!(outputs["color"], "blue");
}

pub fn chosen_defaults_are_kept(project: &SdkProject) {
    let label = |value: u32| {
        let thing = thing("a", &format!("{{ value: {value} }}"));
        let outputs = project.deployed(&format!("{thing}export const label = a.label;"));
        outputs["label"].as_str().unwrap().to_owned()
    };
    let first = label(1);
    let digits = first.strip_prefix("a-").unwrap();
    assert!(digits.len() == 6 && digits.bytes().all(|it| it.is_ascii_hexdigit()));
    assert_eq!(label(2), first);
    assert_eq!(project.object("c-a.Thing").unwrap()["serial"], 2);
}

/// The plan of a Thing fails with these texts.
fn refused(project: &SdkProject, inputs: &str, texts: &[&str]) {
    project.program(&thing("a", inputs));
    project.fails(&["preview"], texts);
    assert_eq!(project.objects("Thing"), [""; 0]);
}

pub fn wrong_inputs_are_named(project: &SdkProject) {
    refused(
        project,
        "{ color: \"pink\", size: 1.5 }",
        &[
            "input `value`: it is required",
            "input `color`: it must be red, green or blue",
            "input `size`: it must be a whole number from 0 to 100",
        ],
    );
    let size = "input `size`: it must be a whole number from 0 to 100";
    for wrong in ["101", "-1", "\"1\"", "true", "NaN", "null"] {
        refused(project, &format!("{{ value: 1, size: {wrong} }}"), &[size]);
    }
}

pub fn items_of_lists_are_named(project: &SdkProject) {
    let inputs = "{ value: 1, rules: [{ port: 80 }, { port: 70000 }, {}] }";
    let says = [
        "`rules[1].port`: it must be a port",
        "`rules[2].port`: it must be a port",
    ];
    refused(project, inputs, &says);
}

pub fn keys_that_are_no_words_are_quoted(project: &SdkProject) {
    let inputs = r#"{ value: 1, tags: { good: "x", bad: 1, "a.b": 2, 'say "x"': 3 } }"#;
    let says = [
        "`tags.bad`: it must be a text",
        "`tags[\"a.b\"]`: it must be a text",
        "`tags[\"say \\\"x\\\"\"]`: it must be a text",
    ];
    refused(project, inputs, &says);
}

pub fn inputs_can_be_wrong_as_a_whole(project: &SdkProject) {
    let says = "these inputs do not fit together";
    refused(project, "{ value: 1, fault: \"whole\" }", &[says]);
}

/// Values that depend on an object that is not there yet.
const UNKNOWN: &str = "{ value: a.password, size: a.password.then(() => 5), rules: [{ port: a.password.then(() => 80) }], \
                       tags: { x: a.password } }";

pub fn unknown_inputs_pass_a_check(project: &SdkProject) {
    project.program(&[thing("a", "{ value: 1 }"), thing("b", UNKNOWN)].concat());
    let said = project.ok(&["preview"]);
    assert!(said.contains("Plan: +2 to create"), "{said}");
    project.ok(&["up", "-y"]);
    let object = project.object("c-b.Thing").unwrap();
    assert_eq!(object["inputs"]["value"]["value"], "p-c-a");
}

pub fn secret_inputs_are_checked(project: &SdkProject) {
    let says = "input `size`: it must be a whole number from 0 to 100";
    refused(project, "{ value: 1, size: lumi.secret(1000) }", &[says]);
}
