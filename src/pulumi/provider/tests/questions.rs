//! Requests to a provider.

use std::path::Path;

use lumi_graph::Dependency;
use lumi_provider::{
    CallRequest, CheckRequest, ConstructRequest, CreateRequest, DeleteRequest, DiffConfigRequest,
    DiffRequest, InvokeRequest, Provider as _, ReadRequest, UpdateRequest,
};

use super::{Peers, object, shared, target};

#[tokio::test]
async fn a_provider_is_greeted_and_configured() {
    let peers = Peers::connected().await;
    let provider = &peers.provider;
    provider.handshake(Path::new("/plugins/web")).await.unwrap();
    assert_eq!(provider.version().await.unwrap().as_deref(), Some("v1.2.3"));
    let config = object(r#"{"region":"eu","retries":3,"version":"1.2.3"}"#);
    provider.check_config(config.clone()).await.unwrap();
    let request = DiffConfigRequest {
        old_inputs: object(r#"{"region":"us"}"#),
        inputs: config.clone(),
    };
    provider.diff_config(request).await.unwrap();
    provider.configure(config).await.unwrap();
    provider.cancel().await;
    insta::assert_snapshot!(peers.scripted.heard());
}

#[tokio::test]
async fn a_resource_is_asked_about_field_by_field() {
    let peers = Peers::able().await;
    let provider = &peers.provider;
    let check = |old_inputs| CheckRequest {
        target: target(),
        old_inputs,
        inputs: object(r#"{"size":1,"from":{"$lumi":"unknown"}}"#),
    };
    provider.check(check(None)).await.unwrap();
    provider
        .check(check(Some(shared(r#"{"size":0}"#))))
        .await
        .unwrap();
    let request = DiffRequest {
        target: target(),
        id: "id-1".to_owned(),
        old_inputs: shared(r#"{"size":0}"#),
        old_outputs: shared(r#"{"size":0,"url":"x"}"#),
        inputs: shared(r#"{"size":1}"#),
    };
    provider.diff(request).await.unwrap();
    let create = |preview| CreateRequest {
        target: target(),
        inputs: shared(r#"{"size":1}"#),
        preview,
        follows_delete: false,
        recorded: None,
    };
    provider.create(create(true)).await.unwrap();
    provider.create(create(false)).await.unwrap();
    let update = |preview| UpdateRequest {
        target: target(),
        id: "id-1".to_owned(),
        old_inputs: shared(r#"{"size":0}"#),
        old_outputs: shared(r#"{"size":0,"url":"x"}"#),
        inputs: shared(r#"{"size":1}"#),
        preview,
    };
    provider.update(update(true)).await.unwrap();
    provider.update(update(false)).await.unwrap();
    let request = DeleteRequest {
        target: target(),
        id: "id-1".to_owned(),
        inputs: shared(r#"{"size":1}"#),
        outputs: shared(r#"{"size":1,"url":"x"}"#),
    };
    provider.delete(request).await.unwrap();
    insta::assert_snapshot!(peers.scripted.heard());
}

#[tokio::test]
async fn objects_are_read_for_three_reasons() {
    let peers = Peers::able().await;
    let read = |inputs: &str, outputs: Option<&str>, is_import| ReadRequest {
        target: target(),
        id: "id-1".to_owned(),
        inputs: Some(shared(inputs)),
        outputs: outputs.map(shared),
        is_import,
        begun_update: None,
    };
    let requests = [
        // A refresh, an import, and a read.
        read(r#"{"size":1}"#, Some(r#"{"url":"x"}"#), false),
        read(r#"{"size":1}"#, None, true),
        read(r#"{"size":1}"#, None, false),
    ];
    for request in requests {
        peers.provider.read(request).await.unwrap();
    }
    insta::assert_snapshot!(peers.scripted.heard());
}

#[tokio::test]
async fn seeds_are_those_of_a_resource_in_a_run() {
    let peers = [Peers::able().await, Peers::able().await];
    let other = lumi_graph::Urn::parse("urn:lumi:dev::demo::index::web:index:Page::other");
    let facts = peers.each_ref().map(|it| &it.provider.facts);
    let urn = target().urn;
    assert_eq!(facts[0].seed(&urn), facts[0].seed(&urn));
    assert_ne!(facts[0].seed(&urn), facts[0].seed(&other.unwrap()));
    assert_ne!(facts[0].seed(&urn), facts[1].seed(&urn));
}

#[tokio::test]
async fn functions_and_methods_are_asked_for() {
    let peers = Peers::able().await;
    let request = InvokeRequest {
        token: "web:index:find".to_owned(),
        arguments: object(r#"{"a":[1]}"#),
        preview: true,
    };
    peers.provider.invoke(request).await.unwrap();
    let request = CallRequest {
        token: "web:index:Page/open".to_owned(),
        target: target().urn,
        id: Some("id-1".to_owned()),
        arguments: object(r#"{"a":{"b":1}}"#),
        dependencies: vec![Dependency {
            path: "a.b".to_owned(),
            urn: target().urn,
        }],
        preview: true,
    };
    peers.provider.call(request).await.unwrap();
    insta::assert_snapshot!(peers.scripted.heard());
}

#[tokio::test]
async fn all_options_of_a_component_reach_its_provider() {
    let peers = Peers::able().await;
    let provider = lumi_graph::Urn::parse("urn:lumi:dev::demo::index::lumi:providers:aws::eu");
    let provider = provider.unwrap();
    let request = ConstructRequest {
        token: "web:index:Site".to_owned(),
        name: "site".to_owned(),
        parent: Some(target().urn),
        inputs: object(r#"{"title":{"$lumi":"secret","value":"x"},"later":{"$lumi":"unknown"}}"#),
        dependencies: vec![Dependency {
            path: "later".to_owned(),
            urn: target().urn,
        }],
        depends_on: vec![target().urn],
        providers: vec![
            (provider.clone(), "p-1".to_owned()),
            (provider, String::new()),
        ],
        options: object(
            r#"{"protect":true,"ignoreChanges":["title"],"aliases":[{"name":"old"}],
            "customTimeouts":{"create":"5m"},"additionalSecretOutputs":["url"]}"#,
        )
        .into(),
    };
    let made = peers.provider.construct(request).await.unwrap();
    insta::assert_snapshot!(format!("{}\n{made:#?}", peers.scripted.heard()));
}
