use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tonic::{Code, Request, Response, Status};

use super::*;
use crate::lumirpc::engine_client::EngineClient;
use crate::lumirpc::engine_server::{Engine, EngineServer};
use crate::lumirpc::{LogRequest, LogResponse};
use crate::{CallError, Connection, Detail, Token};

/// Fails with a detail of the size in the message, if that is a number.
struct Echo;

#[tonic::async_trait]
impl Engine for Echo {
    async fn log(&self, request: Request<LogRequest>) -> Result<Response<LogResponse>, Status> {
        let message = request.into_inner().message;
        let Ok(size) = message.parse() else {
            return Ok(Response::new(LogResponse {}));
        };
        let text = lumi_graph::Value::String("x".repeat(size));
        let error = CallError::new(Code::Aborted, "it failed").with(Detail::PartialInit {
            id: "i-1".to_owned(),
            outputs: [("text".to_owned(), text)].into_iter().collect(),
            reasons: Vec::new(),
        });
        Err(error.into())
    }
}

async fn start() -> (Server, Token) {
    let token = Token::random();
    let router = Router::new(token.clone()).with(EngineServer::new(Echo));
    (Server::start(router).await.unwrap(), token)
}

fn message(text: &str) -> LogRequest {
    LogRequest {
        message: text.to_owned(),
        ..Default::default()
    }
}

#[tokio::test]
async fn calls_are_answered_at_the_same_time() {
    let (server, token) = start().await;
    let connection = Connection::open(server.endpoint(), token).await.unwrap();
    let client = EngineClient::new(connection);
    let calls = (0..500).map(|_| {
        let mut client = client.clone();
        tokio::spawn(async move { client.log(message("hello")).await.map(|_| ()) })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn large_details_cross() {
    let (server, token) = start().await;
    let connection = Connection::open(server.endpoint(), token).await.unwrap();
    let mut client = EngineClient::new(connection);
    let size = MAX_CONNECTIONS << 10;
    let status = client.log(message(&size.to_string())).await.err().unwrap();
    match CallError::from(status).detail.map(|it| *it) {
        Some(Detail::PartialInit { outputs, .. }) => {
            assert_eq!(outputs["text"].as_str().unwrap().len(), size);
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_socket_is_for_one_peer_and_leaves_nothing() {
    let token = Token::random();
    let router = Router::new(token.clone()).with(EngineServer::new(Echo));
    let server = Server::start_private(router).await.unwrap();
    let Endpoint::Unix(path) = server.endpoint().clone() else {
        panic!("{server:?}");
    };
    let folder = path.parent().unwrap().to_owned();
    let mode = std::os::unix::fs::PermissionsExt::mode(&folder.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o700);
    let connection = Connection::open(server.endpoint(), token.clone()).await;
    let mut client = EngineClient::new(connection.unwrap());
    client.log(message("")).await.unwrap();
    assert!(!folder.exists());
    assert!(Connection::open(server.endpoint(), token).await.is_err());
    client.log(message("")).await.unwrap();
    drop(server);
    assert!(client.log(message("")).await.is_err());
}

#[tokio::test]
async fn others_are_refused() {
    let (server, _) = start().await;
    let connection = Connection::open(server.endpoint(), Token::random());
    let mut client = EngineClient::new(connection.await.unwrap());
    let status = client.log(message("hello")).await.err().unwrap();
    insta::assert_snapshot!(status.message(), @"this is not a call of the run that the process belongs to: it lacks the metadata `lumi-token`, or has another one");
    assert_eq!(status.code(), Code::Unauthenticated);
}

#[tokio::test]
async fn protocols_of_others_go_without_a_token() {
    let router = Router::new(Token::NONE).with(EngineServer::new(Echo));
    let server = Server::start(router).await.unwrap();
    let connection = Connection::open(server.endpoint(), Token::NONE).await;
    let mut client = EngineClient::new(connection.unwrap());
    assert!(client.log(message("hello")).await.is_ok());
}

#[tokio::test]
async fn unknown_services_are_named() {
    let token = Token::random();
    let server = Server::start(Router::new(token.clone())).await.unwrap();
    let connection = Connection::open(server.endpoint(), token).await.unwrap();
    let status = EngineClient::new(connection).log(message("")).await;
    let status = status.err().unwrap();
    insta::assert_snapshot!(status.message(), @"there is no `/lumirpc.Engine/Log` here");
    assert_eq!(status.code(), Code::Unimplemented);
}

#[tokio::test]
async fn noise_ends_only_its_own_connection() {
    let (server, token) = start().await;
    for noise in [
        &b"GET / HTTP/1.1\r\n\r\n"[..],
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        &[0; 4096],
    ] {
        let Endpoint::Tcp(address) = server.endpoint() else {
            panic!("{server:?}");
        };
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(noise).await.unwrap();
        let _ = stream.shutdown().await;
        let _ = stream.read_to_end(&mut Vec::new()).await;
    }
    let connection = Connection::open(server.endpoint(), token).await.unwrap();
    EngineClient::new(connection)
        .log(message(""))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_connection_that_is_lost_says_so() {
    let (server, token) = start().await;
    let connection = Connection::open(server.endpoint(), token).await.unwrap();
    let mut client = EngineClient::new(connection.clone());
    client.log(message("")).await.unwrap();
    drop(server);
    let error = CallError::from(client.log(message("")).await.err().unwrap());
    assert!(error.is_outcome_unknown(), "{error:?}");
    assert!(connection.is_closed());
}

#[tokio::test]
async fn connections_above_the_limit_delay_no_other() {
    let (server, token) = start().await;
    let Endpoint::Tcp(address) = server.endpoint() else {
        panic!("{server:?}");
    };
    let connection = Connection::open(server.endpoint(), token.clone()).await;
    let mut client = EngineClient::new(connection.unwrap());
    client.log(message("")).await.unwrap();
    let mut many = Vec::new();
    for _ in 0..MAX_CONNECTIONS + 50 {
        many.push(TcpStream::connect(address).await.unwrap());
    }
    // The server closes the last ones.
    for stream in &mut many[MAX_CONNECTIONS..] {
        let read = stream.read(&mut [0]).await;
        assert!(matches!(read, Ok(0) | Err(_)), "{read:?}");
    }
    client.log(message("")).await.unwrap();
    drop(many);
    // Once the server has noticed that they are gone, it accepts others.
    loop {
        let connection = Connection::open(server.endpoint(), token.clone()).await;
        if let Ok(connection) = connection
            && EngineClient::new(connection).log(message("")).await.is_ok()
        {
            return;
        }
        tokio::task::yield_now().await;
    }
}
