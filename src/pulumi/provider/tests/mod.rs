//! Requests to a provider, field by field, and the conversion of its responses.

mod answers;
mod questions;
mod scripted;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use crate::pulumirpc::resource_provider_server::ResourceProviderServer;
use lumi_graph::{Object, ResourceType, Urn, Value};
use lumi_provider::DisconnectReason;
use lumi_provider::{MonitorAccess, MonitorView, Target};
use lumi_rpc::{Connection, Router, Server, Token};

use super::{PulumiProvider, PulumiRunFacts};
use scripted::Scripted;

fn object(json: &str) -> Object {
    match Value::from_json(json).unwrap() {
        Value::Object(object) => object,
        other => panic!("{other:?}"),
    }
}

fn shared(json: &str) -> Arc<Object> {
    Arc::new(object(json))
}

/// A resource with a parent, and a time limit.
fn target() -> Target {
    let urn = "urn:lumi:dev::demo::index$web:index:Site::web:index:Page::home";
    Target {
        data: None,
        ignored: Vec::new(),
        urn: Urn::parse(urn).unwrap(),
        resource_type: ResourceType::parse("web:index:Page").unwrap(),
        timeout: Some(Duration::from_millis(90_500)),
        code: None,
    }
}

/// A call without a response, for an unknown reason.
struct UnknownReason;

#[async_trait]
impl DisconnectReason for UnknownReason {
    async fn describe(&self, _: &str) -> Option<String> {
        None
    }
}

/// Provides the run of the tests.
struct SingleRunProvider;

#[async_trait]
impl MonitorAccess for SingleRunProvider {
    async fn view(&self) -> Result<Arc<MonitorView>, String> {
        Ok(Arc::new(MonitorView {
            endpoint: "127.0.0.1:2".to_owned(),
            organization: "organization".to_owned(),
            config: vec![
                ("demo:a".to_owned(), "1".to_owned()),
                ("demo:b".to_owned(), "hunter2".to_owned()),
            ],
            config_secret_keys: vec!["demo:b".to_owned()],
            preview: true,
            parallel: 16,
        }))
    }
}

/// A provider, its client, and the server between them.
struct Peers {
    provider: PulumiProvider,
    scripted: Scripted,
    _server: Server,
}

impl Peers {
    async fn connected() -> Self {
        let scripted = Scripted::default();
        let service = ResourceProviderServer::new(scripted.clone());
        let server = Server::start(Router::new(Token::NONE).with(service)).await;
        let server = server.unwrap();
        let connection = Connection::open(server.endpoint().clone(), Token::NONE).await;
        let mut facts = PulumiRunFacts::new("demo", "dev");
        facts.engine = "127.0.0.1:1".to_owned();
        facts.offer(Arc::new(SingleRunProvider));
        let facts = Arc::new(facts);
        let provider =
            PulumiProvider::new(connection.unwrap(), Arc::new(UnknownReason), "web", facts);
        Self {
            provider,
            scripted,
            _server: server,
        }
    }

    /// Peers after a handshake in which the provider claimed every capability.
    async fn able() -> Self {
        let peers = Self::connected().await;
        peers.scripted.script(|it| {
            it.handshake = Some(crate::pulumirpc::ProviderHandshakeResponse {
                accept_secrets: true,
                accept_resources: true,
                accept_outputs: true,
                supports_autonaming_configuration: true,
            });
        });
        peers
            .provider
            .handshake(Path::new("/plugins/web"))
            .await
            .unwrap();
        peers.scripted.heard();
        peers
    }
}
