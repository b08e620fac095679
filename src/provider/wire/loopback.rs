//! A provider called over a real connection; also compiled into the tests of the engine.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use tokio::runtime::Runtime;

use lumi_provider::{DisconnectReason, Provider, ProviderFacts, ProviderService, RemoteProvider};
use lumi_rpc::{Connection, Router, Server, Token};

/// Has no explanation for a lost connection.
struct UnknownReason;

#[async_trait]
impl DisconnectReason for UnknownReason {
    async fn describe(&self, _: &str) -> Option<String> {
        None
    }
}

/// The runtime of the other end, which lives as long as the tests.
fn elsewhere() -> &'static Runtime {
    static ELSEWHERE: OnceLock<Runtime> = OnceLock::new();
    ELSEWHERE.get_or_init(|| {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(2).enable_all().build().unwrap()
    })
}

/// Serves a provider and returns its client. May be called from any context.
pub fn over_the_wire(provider: Arc<dyn Provider>) -> Arc<dyn Provider> {
    let connect = async move {
        let token = Token::random();
        let service = ProviderService::server(provider, ProviderFacts::default());
        let router = Router::new(token.clone()).with(service);
        let server = Server::start(router).await.unwrap();
        let connection = Connection::open(server.endpoint(), token).await.unwrap();
        // Serves until the process ends.
        std::mem::forget(server);
        connection
    };
    let connection = std::thread::scope(|scope| {
        let thread = scope.spawn(|| elsewhere().block_on(connect));
        thread.join().unwrap()
    });
    Arc::new(RemoteProvider::new(connection, Arc::new(UnknownReason)))
}
