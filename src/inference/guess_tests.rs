//! Outputs that a plan does not know, and that a program must name.

use super::tests::{graph, program};

/// A plan that names outputs that it does not know names all of them.
#[test]
fn outputs_that_a_plan_does_not_name_are_not_guessed() {
    let vpc = |id: &str| {
        format!(
            r#""custom": true, "id": {id}, "inputs": {{ "tags": {{}} }},
               "outputs": {{ "arn": {{ "$lumi": "unknown" }}, "cidrBlock": {{ "$lumi": "unknown" }}, "tags": {{}} }}"#
        )
    };
    let user = r#""custom": true, "id": { "$lumi": "unknown" }, "outputs": {}, "inputs": {
        "value": { "$lumi": "unknown" }, "vpcEndpoint": { "$lumi": "unknown" }, "cidrBlock": { "$lumi": "unknown" } }"#;
    let edges = ["value", "vpcEndpoint", "cidrBlock"].map(|it| (1, 0, it));
    let made = |id: &str| {
        let vertices = [
            ("acme:net:Vpc", "main", "", &*vpc(id)),
            ("acme:net:User", "user", "", user),
        ];
        program(&graph("plan", &vertices, &edges)).text
    };
    let text = made(r#"{ "$lumi": "unknown" }"#);
    for code in [
        "value: main.id",
        "vpcEndpoint: main.id",
        "cidrBlock: main.id",
    ] {
        assert!(text.contains(code), "{text}");
    }
    // The id of an object that is there would be known.
    let text = made(r#""vpc-1""#);
    for code in [
        "value: main.arn",
        "vpcEndpoint: main.arn",
        "cidrBlock: main.arn",
    ] {
        assert!(text.contains(code), "{text}");
    }
}
