//! Functions of the package, and methods of its resources.

use serde_json::json;

use super::project::{SdkProject, invoked, thing};

pub fn functions_answer(project: &SdkProject) {
    let program = [
        invoked("echo", "echo", "{ value: [1, { a: null }], other: \"x\" }"),
        invoked("count", "count", "{}"),
    ];
    let outputs = project.deployed(&program.concat());
    let expected = json!({ "value": [1, { "a": null }], "other": "x" });
    assert_eq!(outputs["echo"], expected);
    assert_eq!(outputs["count"], 0);
}

/// An answer is a result as it is, also a list or an object with one member.
pub fn functions_of_the_module_answer(project: &SdkProject) {
    project.file("Lumi.yaml", "name: demo\nplugins:\n  conformance: '0.1'\n");
    let outputs = project.deployed(
        "import { functions } from \"lumi:conformance\";\n\
         export const echo = functions.echo({ value: { inner: 1 } });\n\
         export const kinds = functions.kinds({ values: [\"x\", null] });\n\
         export const count = functions.count({});\n",
    );
    assert_eq!(outputs["echo"], json!({ "value": { "inner": 1 } }));
    assert_eq!(outputs["kinds"].as_array().map(Vec::len), Some(2));
    assert_eq!(outputs["count"], 0);
}

pub fn functions_fail(project: &SdkProject) {
    project.program(&invoked("x", "fail", "{ message: \"no such luck\" }"));
    let says = "`conformance:index:fail`: no such luck";
    project.fails(&["preview"], &[says]);
}

pub fn exceptions_of_functions_are_reported(project: &SdkProject) {
    project.program(&invoked(
        "x",
        "raise",
        "{ message: \"a mistake of its author\" }",
    ));
    let said = project.fails(&["preview"], &["`conformance:index:raise`: "]);
    let error = said.lines().find(|it| it.starts_with("error: ")).unwrap();
    assert!(error.contains("a mistake of its author"), "{said}");
}

pub fn unknown_functions_are_named(project: &SdkProject) {
    project.program(&invoked("x", "nothing", "{}"));
    let says = "there is no function `conformance:index:nothing`";
    project.fails(&["preview"], &[says]);
}

/// A program that calls a method of a Thing.
fn calling(method: &str, arguments: &str) -> String {
    format!(
        "{}export const answer = lumi.call(\"conformance:index:Thing/{method}\", a, {arguments});\n",
        thing("a", "{ value: 1 }")
    )
}

pub fn methods_answer(project: &SdkProject) {
    let outputs = project.deployed(&calling("greet", "{ greeting: \"hello\" }"));
    let urn = "urn:lumi:dev::demo::index::conformance:index:Thing::a";
    assert_eq!(outputs["answer"], json!({ "text": "hello, a", "urn": urn }));
}

pub fn missing_arguments_are_named(project: &SdkProject) {
    project.program(&calling("greet", "{}"));
    project.fails(&["up", "-y"], &["input `greeting`: it is required"]);
}

pub fn unknown_methods_are_named(project: &SdkProject) {
    project.program(&calling("bow", "{}"));
    let says = "there is no method `conformance:index:Thing/bow`";
    project.fails(&["up", "-y"], &[says]);
}
