//! A provider of a test, asked over a real connection.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use tokio::runtime::Runtime;

use crate::provider::Provider;
use crate::rpc::{Connection, Router, Server, Token};

use super::{Explain, ProviderFacts, ProviderService, RemoteProvider};

/// Nobody knows why.
struct Silent;

#[async_trait]
impl Explain for Silent {
    async fn lost(&self, _: &str) -> Option<String> {
        None
    }
}

/// The other process, as it were: it lives as long as the tests do.
fn elsewhere() -> &'static Runtime {
    static ELSEWHERE: OnceLock<Runtime> = OnceLock::new();
    ELSEWHERE.get_or_init(|| {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(2).enable_all().build().unwrap()
    })
}

/// The same provider, served and asked. May be called anywhere.
pub(crate) fn over_the_wire(provider: Arc<dyn Provider>) -> Arc<dyn Provider> {
    let connect = async move {
        let token = Token::random();
        let service = ProviderService::server(provider, ProviderFacts::default());
        let router = Router::new(token.clone()).with(service);
        let server = Server::start(router).await.unwrap();
        let connection = Connection::open(server.endpoint(), token).await.unwrap();
        // For ever.
        std::mem::forget(server);
        connection
    };
    let connection = std::thread::scope(|scope| {
        let thread = scope.spawn(|| elsewhere().block_on(connect));
        thread.join().unwrap()
    });
    Arc::new(RemoteProvider::new(connection, Arc::new(Silent)))
}
