//! Engines that send arbitrary requests, and plugins that send arbitrary responses.

use std::sync::Arc;

use async_trait::async_trait;
use proptest::prelude::*;
use prost::Message as _;
use tokio::runtime::Runtime;

use super::tests::{object, parrot_here, shared, target};
use super::*;
use crate::hostile::{HostileServer, damage, damaged, frame, impossible_bodies, send};
use crate::{
    CallRequest, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff,
    DiffConfigRequest, DiffRequest, InvokeRequest, ListRequest, Provider, ProviderError,
    ReadRequest, ReadState, RecoverRequest, UpdateRequest, Updated,
};
use lumi_graph::{Object, Value};
use lumi_rpc::{Connection, Router, Server, Token, from_object, from_value, lumirpc as wire};

fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().build().unwrap()
}

fn check_request() -> CheckRequest {
    CheckRequest {
        target: target(),
        old_inputs: Some(shared("old")),
        inputs: object("new"),
    }
}

fn diff_request() -> DiffRequest {
    DiffRequest {
        target: target(),
        id: "i".to_owned(),
        old_inputs: shared("old"),
        old_outputs: shared("out"),
        inputs: shared("new"),
    }
}

fn create_request(preview: bool) -> CreateRequest {
    CreateRequest {
        target: target(),
        inputs: shared("new"),
        preview,
        follows_delete: false,
        recorded: None,
    }
}

fn read_request() -> ReadRequest {
    ReadRequest {
        target: target(),
        id: "i".to_owned(),
        inputs: Some(shared("old")),
        outputs: None,
        is_import: false,
        begun_update: None,
    }
}

fn update_request() -> UpdateRequest {
    UpdateRequest {
        target: target(),
        id: "i".to_owned(),
        old_inputs: shared("old"),
        old_outputs: shared("out"),
        inputs: shared("new"),
        preview: false,
    }
}

fn delete_request() -> DeleteRequest {
    DeleteRequest {
        target: target(),
        id: "i".to_owned(),
        inputs: shared("old"),
        outputs: shared("out"),
    }
}

fn list_request() -> ListRequest {
    ListRequest {
        target: target(),
        place: Some("north".to_owned()),
    }
}

fn recover_request() -> RecoverRequest {
    RecoverRequest {
        target: target(),
        inputs: shared("old"),
    }
}

fn invoke_request() -> InvokeRequest {
    InvokeRequest {
        token: "a:b:c".to_owned(),
        arguments: object("x"),
        preview: false,
    }
}

fn call_request() -> CallRequest {
    CallRequest {
        token: "a:b:c".to_owned(),
        target: target().urn,
        id: None,
        arguments: object("x"),
        dependencies: Vec::new(),
        preview: false,
    }
}

fn diff_config_request() -> DiffConfigRequest {
    DiffConfigRequest {
        old_inputs: object("old"),
        inputs: object("new"),
    }
}

/// A valid message for each method.
fn requests() -> Vec<(&'static str, Vec<u8>)> {
    let config = wire::CheckConfigRequest {
        config: Some(from_object(object("x"))),
    };
    let settle = wire::SettleRequest {
        target: Some((&target()).into()),
    };
    vec![
        ("CheckConfig", config.encode_to_vec()),
        (
            "DiffConfig",
            wire::DiffConfigRequest::from(diff_config_request()).encode_to_vec(),
        ),
        (
            "Check",
            wire::CheckRequest::from(&check_request()).encode_to_vec(),
        ),
        (
            "Diff",
            wire::DiffRequest::from(&diff_request()).encode_to_vec(),
        ),
        (
            "Create",
            wire::CreateRequest::from(create_request(true)).encode_to_vec(),
        ),
        (
            "Read",
            wire::ReadRequest::from(&read_request()).encode_to_vec(),
        ),
        (
            "Update",
            wire::UpdateRequest::from(update_request()).encode_to_vec(),
        ),
        (
            "Delete",
            wire::DeleteRequest::from(delete_request()).encode_to_vec(),
        ),
        ("Settle", settle.encode_to_vec()),
        (
            "Recover",
            wire::RecoverRequest::from(recover_request()).encode_to_vec(),
        ),
        (
            "List",
            wire::ListRequest::from(&list_request()).encode_to_vec(),
        ),
        (
            "Invoke",
            wire::InvokeRequest::from(invoke_request()).encode_to_vec(),
        ),
        (
            "Call",
            wire::CallRequest::from(call_request()).encode_to_vec(),
        ),
    ]
}

#[test]
fn a_plugin_survives_whatever_is_sent_to_it() {
    let runtime = runtime();
    let token = Token::random();
    let service = ProviderService::server(parrot_here(), ProviderFacts::default());
    let router = Router::new(token.clone()).with(service);
    let server = runtime.block_on(Server::start(router)).unwrap();
    let connection = Connection::open(server.endpoint(), token);
    let connection = runtime.block_on(connection).unwrap();
    let path = |method: &str| format!("/lumirpc.ResourceProvider/{method}");
    let requests = requests();
    proptest!(ProptestConfig::with_cases(500), |(at in any::<usize>(), damage in damage())| {
        let (method, message) = &requests[at % requests.len()];
        let body = frame(&damaged(message, &damage));
        runtime.block_on(send(&connection, &path(method), body));
    });
    runtime.block_on(async {
        for (method, message) in &requests {
            for body in impossible_bodies() {
                send(&connection, &path(method), body).await;
            }
            let status = send(&connection, &path(method), frame(message)).await;
            assert!(status.is_some(), "{method}");
        }
    });
}

/// Calls all methods; returns the results of those with effects.
async fn ask(provider: &dyn Provider) -> [Result<(), ProviderError>; 3] {
    let _ = provider.check_config(object("x")).await;
    let _ = provider.diff_config(diff_config_request()).await;
    let _ = provider.configure(object("x")).await;
    let _ = provider.check(check_request()).await;
    let _ = provider.diff(diff_request()).await;
    let _ = provider.create(create_request(true)).await;
    let _ = provider.read(read_request()).await;
    let _ = provider.settle(&target()).await;
    let _ = provider.recover(recover_request()).await;
    let _ = provider.list(list_request()).await;
    let _ = provider.invoke(invoke_request()).await;
    let _ = provider.call(call_request()).await;
    provider.cancel().await;
    [
        provider.create(create_request(false)).await.map(drop),
        provider.update(update_request()).await.map(drop),
        provider.delete(delete_request()).await,
    ]
}

struct UnknownReason;

#[async_trait]
impl DisconnectReason for UnknownReason {
    async fn describe(&self, _: &str) -> Option<String> {
        None
    }
}

/// A response that cannot be decoded leaves the outcome unknown.
#[test]
fn any_reply_of_a_plugin_is_an_answer_or_an_error() {
    let runtime = runtime();
    let server = runtime.block_on(HostileServer::start());
    let provider = RemoteProvider::new(server.connection.clone(), Arc::new(UnknownReason));
    let outputs = || Some(from_object(object("x")));
    let state = wire::ReadState {
        id: "i".to_owned(),
        inputs: outputs(),
        outputs: outputs(),
    };
    let created = wire::CreateResponse {
        id: "i".to_owned(),
        outputs: outputs(),
    };
    let invoked = wire::InvokeResponse {
        result: Some(from_value(Value::secret("x".into()))),
    };
    let read = wire::ReadResponse { state: Some(state) };
    let answers = [
        created.encode_to_vec(),
        read.encode_to_vec(),
        invoked.encode_to_vec(),
    ];
    let check = |body: Vec<u8>| {
        server.say(body);
        for answer in runtime.block_on(ask(&provider)) {
            let is_known = matches!(answer, Ok(()) | Err(ProviderError::Unknown { .. }));
            assert!(is_known, "{answer:?}");
        }
    };
    proptest!(ProptestConfig::with_cases(150), |(at in any::<usize>(), damage in damage())| {
        check(frame(&damaged(&answers[at % 3], &damage)));
    });
    impossible_bodies().into_iter().for_each(check);
}

/// The message limit in these tests, in bytes.
const LIMIT: usize = 1 << 20;

/// Returns more than the limit.
struct Large;

fn large() -> Object {
    let text = "x".repeat(LIMIT + 1);
    [("a".to_owned(), text.into())].into_iter().collect()
}

#[async_trait]
impl Provider for Large {
    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        Ok(Checked::accepted(request.inputs))
    }

    async fn diff(&self, _: DiffRequest) -> Result<Diff, ProviderError> {
        Ok(Diff::default())
    }

    async fn create(&self, _: CreateRequest) -> Result<Created, ProviderError> {
        Ok(Created {
            data: None,
            id: Some("i".to_owned()),
            outputs: large(),
        })
    }

    async fn read(&self, _: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        Ok(None)
    }

    async fn update(&self, _: UpdateRequest) -> Result<Updated, ProviderError> {
        Ok(large().into())
    }

    async fn delete(&self, _: DeleteRequest) -> Result<(), ProviderError> {
        Ok(())
    }

    async fn invoke(&self, _: InvokeRequest) -> Result<Value, ProviderError> {
        Ok(Value::Object(large()))
    }
}

/// A provider behind the limit of these tests.
async fn limited(provider: Arc<dyn Provider>) -> (Server, RemoteProvider) {
    let token = Token::random();
    let service = ProviderService::server(provider, ProviderFacts::default())
        .max_decoding_message_size(LIMIT)
        .max_encoding_message_size(LIMIT);
    let server = Server::start(Router::new(token.clone()).with(service)).await;
    let server = server.unwrap();
    let connection = Connection::open(server.endpoint(), token).await.unwrap();
    (
        server,
        RemoteProvider::new(connection, Arc::new(UnknownReason)),
    )
}

/// The limit in both directions, and the resulting messages.
#[tokio::test(flavor = "multi_thread")]
async fn oversized_messages_are_refused_in_both_directions() {
    let (_server, parrot) = limited(parrot_here()).await;
    let asked = parrot.create(CreateRequest {
        inputs: Arc::new(large()),
        ..create_request(false)
    });
    let asked = asked.await.unwrap_err();
    insta::assert_snapshot!(asked.to_string(), @"a call of `Create` takes a message of 1.0 MiB, and at most 1 MiB can be sent; pass large content as assets with a path, not as text");
    // Nothing was created.
    assert!(matches!(asked, ProviderError::Failed { .. }), "{asked:?}");
    let (_server, provider) = limited(Arc::new(Large)).await;
    let answered = provider.invoke(invoke_request()).await.unwrap_err();
    insta::assert_snapshot!(answered.to_string(), @"the call takes a message of 1.0 MiB, and at most 1 MiB can be sent; pass large content as assets with a path, not as text");
    // A create whose response is too large was executed.
    let created = provider.create(create_request(false)).await.unwrap_err();
    assert!(
        matches!(created, ProviderError::Unknown { .. }),
        "{created:?}"
    );
}
