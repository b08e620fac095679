//! The process: its arguments, its token, its end.

use serde_json::Value;
use tonic::Code;

use super::process::{ProviderProcess, handshake, wait};
use super::project::{SdkProject, invoked};
use lumi::rpc::Token;
use lumi::rpc::lumirpc::{CancelRequest, GetSchemaRequest};

/// Standard output, standard error and the exit code of the provider.
fn said(project: &SdkProject, args: &[&str]) -> (String, String, Option<i32>) {
    let output = project.provider(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

pub fn it_says_its_version(project: &SdkProject) {
    let (out, _, code) = said(project, &["--version"]);
    assert_eq!((out.as_str(), code), ("conformance 0.1.0\n", Some(0)));
}

pub fn it_describes_its_package(project: &SdkProject) {
    let (own, _, code) = said(project, &["--schema"]);
    assert_eq!(code, Some(0));
    let own: Value = serde_json::from_str(&own).unwrap();
    let answer = project.answer(&["plugin", "schema", "conformance"]);
    let shown: Value = serde_json::from_str(&answer.ok()).unwrap();
    assert_eq!(own, shown);
    let types = shown["resources"].as_array().unwrap();
    assert_eq!(types[0]["type"], "conformance:index:Thing");
    assert_eq!(types[0]["inputs"][4]["name"], "place");
    assert_eq!(types[0]["inputs"][4]["replaces"], true);
    assert_eq!(types[0]["outputs"][2]["secret"], true);
    assert_eq!(types[1]["inputs"][0]["required"], true);
    let functions = shown["functions"].as_array().unwrap();
    let tokens: Vec<&str> = functions
        .iter()
        .map(|it| it["token"].as_str().unwrap())
        .collect();
    assert_eq!(tokens.len(), 11, "{tokens:?}");
    assert_eq!(tokens[0], "conformance:index:echo");
    assert_eq!(shown["configuration"].as_array().unwrap().len(), 3);
}

pub fn unknown_arguments_are_refused(project: &SdkProject) {
    let (out, error, code) = said(project, &["--verion"]);
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert!(!error.is_empty());
}

pub fn without_lumi_it_explains_itself(project: &SdkProject) {
    let (out, error, code) = said(project, &[]);
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert!(error.contains("is a plugin: lumi starts it"), "{error}");
}

pub fn calls_without_the_token_are_refused(project: &SdkProject) {
    let process = ProviderProcess::start(project);
    wait(async {
        let longer = Token::parse(&format!("{}x", process.token().as_str()));
        for token in [None, Some(Token::random()), longer] {
            let mut stranger = process.client(token).await;
            let refused = [
                stranger.handshake(handshake(1)).await.err(),
                stranger.get_schema(GetSchemaRequest {}).await.err(),
                stranger.cancel(CancelRequest {}).await.err(),
            ];
            for status in refused {
                assert_eq!(status.unwrap().code(), Code::Unauthenticated);
            }
        }
        let mut client = process.client(process.token()).await;
        let answer = client.handshake(handshake(1)).await.unwrap().into_inner();
        assert_eq!(answer.package, "conformance");
    });
}

pub fn children_do_not_find_the_token(project: &SdkProject) {
    let seen = project.deployed(&invoked("seen", "environment", "{}"));
    assert_eq!(
        seen["seen"],
        serde_json::json!({ "token": false, "engine": false })
    );
}

pub fn it_ends_with_its_input(project: &SdkProject) {
    let mut process = ProviderProcess::start(project);
    wait(process.configure());
    assert_eq!(process.close_input(), Some(0));
    assert_eq!(project.ends(), 1);
}

pub fn it_ends_orderly_at_a_signal(project: &SdkProject) {
    let mut process = ProviderProcess::start(project);
    wait(process.configure());
    assert_eq!(process.signal(libc::SIGTERM), Some(0));
    assert_eq!(project.ends(), 1);
}

pub fn another_protocol_is_refused(project: &SdkProject) {
    let process = ProviderProcess::start(project);
    wait(async {
        let mut client = process.client(process.token()).await;
        let status = client.handshake(handshake(2)).await.err().unwrap();
        assert_eq!(status.code(), Code::FailedPrecondition);
        let message = "this plugin speaks version 1 of the protocol, and lumi version 2";
        assert_eq!(status.message(), message);
    });
}

pub fn it_is_listed_as_a_keeper_of_secrets(project: &SdkProject) {
    let said = project.ok(&["plugin", "ls"]);
    assert!(
        said.contains("conformance  0.1.0  protects secrets"),
        "{said}"
    );
}

pub fn unknown_types_are_named(project: &SdkProject) {
    project.program("new lumi.CustomResource(\"conformance:index:Nothing\", \"a\", {});");
    let says = "there is no resource type `conformance:index:Nothing`";
    project.fails(&["preview"], &[says]);
}
