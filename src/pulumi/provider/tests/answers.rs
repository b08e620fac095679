//! Conversion of a provider's responses.

use tonic::{Code, Status};

use crate::pulumirpc as wire;
use lumi_provider::{
    Changes, CheckRequest, Checked, CreateRequest, DeleteRequest, DiffRequest, InvokeRequest,
    Provider as _, ProviderError, ReadRequest, UpdateRequest,
};

use super::scripted::{detailed, structure};
use super::{Peers, object, shared, target};

fn create(preview: bool) -> CreateRequest {
    CreateRequest {
        target: target(),
        inputs: shared(r#"{"size":1}"#),
        preview,
        follows_delete: false,
        recorded: None,
    }
}

fn update(preview: bool) -> UpdateRequest {
    UpdateRequest {
        target: target(),
        id: "id-1".to_owned(),
        old_inputs: shared(r#"{"size":0}"#),
        old_outputs: shared(r#"{"size":0}"#),
        inputs: shared(r#"{"size":1}"#),
        preview,
    }
}

fn read(is_import: bool) -> ReadRequest {
    ReadRequest {
        target: target(),
        id: "id-1".to_owned(),
        inputs: Some(shared(r#"{"size":1}"#)),
        outputs: None,
        is_import,
        begun_update: None,
    }
}

fn check() -> CheckRequest {
    CheckRequest {
        target: target(),
        old_inputs: None,
        inputs: object(r#"{"size":1}"#),
    }
}

async fn failing(method: &'static str, status: Status) -> Peers {
    let peers = Peers::able().await;
    peers.scripted.script(|it| {
        it.statuses.insert(method, status);
    });
    peers
}

/// `failed`, `unknown` or `partial`.
fn outcome<T>(result: Result<T, ProviderError>) -> &'static str {
    match result.err().unwrap() {
        ProviderError::Failed { .. } => "failed",
        ProviderError::Unknown { .. } => "unknown",
        ProviderError::PartialInit { .. } => "partial",
    }
}

#[tokio::test]
async fn providers_without_preview_are_not_called_in_previews() {
    let peers = Peers::connected().await;
    let created = peers.provider.create(create(true)).await.unwrap();
    assert_eq!(created.id, None);
    assert_eq!(created.outputs, object(r#"{"size":1}"#));
    let outputs = peers.provider.update(update(true)).await.unwrap();
    assert_eq!(outputs.outputs, object(r#"{"size":1}"#));
    assert_eq!(peers.scripted.heard(), "");
    // Without a handshake, the response to Configure has the capabilities.
    peers
        .scripted
        .script(|it| it.configure.supports_preview = true);
    peers.provider.configure(object("{}")).await.unwrap();
    let created = peers.provider.create(create(true)).await.unwrap();
    assert!(created.outputs.contains_key("made"));
    assert!(peers.scripted.heard().ends_with("preview=yes"));
}

#[tokio::test]
async fn codes_tell_what_may_have_happened() {
    let mut lines = Vec::new();
    for code in [
        Code::Unknown,
        Code::Internal,
        Code::DataLoss,
        Code::Unavailable,
        Code::DeadlineExceeded,
        Code::InvalidArgument,
        Code::FailedPrecondition,
        Code::Unimplemented,
    ] {
        let status = || Status::new(code, "no");
        let peers = failing("Create", status()).await;
        let created = outcome(peers.provider.create(create(false)).await);
        let previewed = outcome(peers.provider.create(create(true)).await);
        let peers = failing("Update", status()).await;
        let updated = outcome(peers.provider.update(update(false)).await);
        let peers = failing("Delete", status()).await;
        let request = DeleteRequest {
            target: target(),
            id: "id-1".to_owned(),
            inputs: shared("{}"),
            outputs: shared("{}"),
        };
        let deleted = outcome(peers.provider.delete(request).await);
        let peers = failing("Read", status()).await;
        let seen = outcome(peers.provider.read(read(false)).await);
        lines.push(format!(
            "{code:?}: create {created}, its preview {previewed}, update {updated}, delete {deleted}, \
             read {seen}"
        ));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[tokio::test]
async fn objects_that_are_not_ready_are_known_all_the_same() {
    let failed = |id: &str, reasons: &[&str]| wire::ErrorResourceInitFailed {
        id: id.to_owned(),
        properties: structure(r#"{"size":1}"#),
        reasons: reasons.iter().map(|it| (*it).to_owned()).collect(),
        inputs: structure(r#"{"size":2}"#),
        refresh_before_update: false,
    };
    let status = |id, reasons: &[&str]| {
        detailed(
            Code::Unknown,
            "ErrorResourceInitFailed",
            failed(id, reasons),
        )
    };
    let peers = failing("Create", status("id-7", &["red", "slow"])).await;
    let Err(ProviderError::PartialInit {
        id,
        outputs,
        reasons,
        ..
    }) = peers.provider.create(create(false)).await
    else {
        panic!("it is there");
    };
    assert_eq!(
        (id.as_str(), reasons),
        ("id-7", vec!["red".into(), "slow".into()])
    );
    assert_eq!(outputs, object(r#"{"size":1}"#));
    // An existing object already has its id.
    let peers = failing("Update", status("", &[])).await;
    let Err(ProviderError::PartialInit { id, reasons, .. }) =
        peers.provider.update(update(false)).await
    else {
        panic!("it is there");
    };
    assert_eq!(
        (id.as_str(), reasons),
        ("id-1", vec!["it went wrong".into()])
    );
    let peers = failing("Read", status("id-1", &["red"])).await;
    let seen = peers.provider.read(read(false)).await.unwrap().unwrap();
    assert_eq!(
        (seen.id.as_str(), seen.inputs),
        ("id-1", object(r#"{"size":2}"#))
    );
}

#[tokio::test]
async fn input_failures_are_reported_by_path() {
    let peers = Peers::able().await;
    peers.scripted.script(|it| {
        it.failures = vec![wire::CheckFailure {
            property: "size".to_owned(),
            reason: "it is too large".to_owned(),
        }];
    });
    let Checked { failures, .. } = peers.provider.check(check()).await.unwrap();
    assert_eq!(
        (failures[0].path.as_str(), failures[0].reason.as_str()),
        ("size", "it is too large")
    );
    let request = InvokeRequest {
        token: "web:index:find".to_owned(),
        arguments: object("{}"),
        preview: false,
    };
    let error = peers.provider.invoke(request).await.unwrap_err();
    insta::assert_snapshot!(error, @r"
    the arguments of `web:index:find` cannot be used
    input `size`: it is too large
    ");
    let error = wire::input_properties_error::PropertyError {
        property_path: "rules[0].port".to_owned(),
        reason: "it is taken".to_owned(),
    };
    let inputs = wire::InputPropertiesError {
        errors: vec![error],
    };
    let status = detailed(Code::InvalidArgument, "InputPropertiesError", inputs);
    let peers = failing("Check", status).await;
    let Checked {
        failures, inputs, ..
    } = peers.provider.check(check()).await.unwrap();
    assert_eq!(failures[0].path, "rules[0].port");
    assert_eq!(inputs, object(r#"{"size":1}"#));
}

#[tokio::test]
async fn missing_configuration_is_named() {
    let key = wire::configure_error_missing_keys::MissingKey {
        name: "web:region".to_owned(),
        description: "where it is".to_owned(),
    };
    let keys = wire::ConfigureErrorMissingKeys {
        missing_keys: vec![key],
    };
    let status = detailed(Code::InvalidArgument, "ConfigureErrorMissingKeys", keys);
    let peers = failing("Configure", status).await;
    let error = peers.provider.configure(object("{}")).await.unwrap_err();
    insta::assert_snapshot!(error, @r"
    it went wrong
    the configuration `web:region` is missing (where it is); set it with `lumi config set web:region`
    ");
}

#[tokio::test]
async fn methods_that_few_have_may_be_missing() {
    let peers = Peers::connected().await;
    for method in [
        "GetPluginInfo",
        "CheckConfig",
        "DiffConfig",
        "Configure",
        "Check",
        "Diff",
    ] {
        peers.scripted.script(|it| {
            it.statuses
                .insert(method, Status::unimplemented("not here"));
        });
    }
    let provider = &peers.provider;
    assert_eq!(provider.version().await.unwrap(), None);
    let checked = provider.check_config(object(r#"{"a":1}"#)).await.unwrap();
    assert_eq!(checked.inputs, object(r#"{"a":1}"#));
    provider.configure(object("{}")).await.unwrap();
    let checked = provider.check(check()).await.unwrap();
    assert_eq!(checked.inputs, object(r#"{"size":1}"#));
    let request = DiffRequest {
        target: target(),
        id: "id-1".to_owned(),
        old_inputs: shared("{}"),
        old_outputs: shared("{}"),
        inputs: shared("{}"),
    };
    assert_eq!(
        provider.diff(request).await.unwrap().changes,
        Changes::Unknown
    );
}

#[tokio::test]
async fn objects_are_found_or_gone() {
    let peers = Peers::able().await;
    let seen = peers.provider.read(read(true)).await.unwrap().unwrap();
    assert_eq!(
        (seen.inputs, seen.outputs),
        (object(r#"{"size":9}"#), object(r#"{"seen":true}"#))
    );
    peers.scripted.script(|it| it.has_no_inputs = true);
    let seen = peers.provider.read(read(false)).await.unwrap().unwrap();
    assert_eq!(seen.inputs, object(r#"{"size":1}"#));
    let error = peers.provider.read(read(true)).await.unwrap_err();
    insta::assert_snapshot!(error, @"the provider cannot import objects of this type: it does not say with which inputs they would be made");
    peers.scripted.script(|it| it.is_gone = true);
    assert!(peers.provider.read(read(false)).await.unwrap().is_none());
}

#[tokio::test]
async fn secrets_of_a_provider_stay_secret() {
    let peers = Peers::able().await;
    let created = peers.provider.create(create(false)).await.unwrap();
    assert_eq!(created.id.as_deref(), Some("id-1"));
    assert!(created.outputs["token"].contains_secret());
}
