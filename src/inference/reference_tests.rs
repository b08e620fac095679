//! Tests of references to resources of other stacks.

use super::tests::{graph, program};

#[test]
fn references_to_other_stacks_stay_references() {
    let bucket = r#""custom": true, "id": "logs-7f", "inputs": { "urn":
        "urn:lumi:prod::net::index::acme:s3:Bucket::logs" }, "outputs": { "arn": "arn:logs-7f" }"#;
    let user = r#""custom": true, "id": "u", "outputs": {}, "inputs": { "bucket": "logs-7f", "policy": "may read arn:logs-7f" }"#;
    let vertices = [
        (
            "lumi:lumi:ResourceReference",
            "net/prod/acme:s3:Bucket/logs",
            "",
            bucket,
        ),
        ("acme:net:User", "user", "", user),
    ];
    let edges = [(1, 0, "bucket"), (1, 0, "policy")];
    let made = program(&graph("deployment", &vertices, &edges));
    insta::assert_snapshot!(made.text, @r#"
    import { CustomResource, getResource, interpolate } from "lumi";

    const logs = getResource("acme:s3:Bucket", "urn:lumi:prod::net::index::acme:s3:Bucket::logs");
    new CustomResource("acme:net:User", "user", { bucket: logs.id, policy: interpolate`may read ${logs.arn}` });
    "#);
}
