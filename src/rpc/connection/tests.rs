use proptest::prelude::*;
use prost::Message as _;
use tonic::{Code, Request};

use super::*;
use crate::hostile::{HostileServer, frame, impossible_bodies};
use crate::lumirpc::engine_client::EngineClient;
use crate::lumirpc::engine_server::{Engine, EngineServer};
use crate::lumirpc::language_runtime_client::LanguageRuntimeClient;
use crate::lumirpc::{GetPluginInfoRequest, GetPluginInfoResponse, LogRequest, LogResponse};
use crate::{CallError, Router, Server};

struct UnresponsiveServer;

#[tonic::async_trait]
impl Engine for UnresponsiveServer {
    async fn log(&self, _: Request<LogRequest>) -> Result<tonic::Response<LogResponse>, Status> {
        Ok(tonic::Response::new(LogResponse {}))
    }
}

/// A client of an engine that accepts at most `limit` bytes.
async fn client(limit: usize) -> (Server, EngineClient<Connection>) {
    let token = Token::random();
    let service = EngineServer::new(UnresponsiveServer).max_decoding_message_size(limit);
    let server = Server::start(Router::new(token.clone()).with(service)).await;
    let server = server.unwrap();
    let connection = Connection::open(server.endpoint(), token).await.unwrap();
    (server, EngineClient::new(connection))
}

fn message(size: usize) -> LogRequest {
    LogRequest {
        message: "x".repeat(size),
        ..Default::default()
    }
}

async fn refused(client: &mut EngineClient<Connection>) -> String {
    let error = CallError::from(client.log(message(1_500_000)).await.err().unwrap());
    assert_eq!(error.code, Code::InvalidArgument);
    // The call had no effect, and other calls continue.
    assert!(!error.is_outcome_unknown());
    client.log(message(5)).await.unwrap();
    error.message
}

#[tokio::test]
async fn a_request_that_is_too_large_is_not_sent() {
    let (_server, client) = client(4 << 20).await;
    let mut client = client.max_encoding_message_size(1 << 20);
    insta::assert_snapshot!(refused(&mut client).await, @"a call of `Log` takes a message of 1.4 MiB, and at most 1 MiB can be sent; pass large content as assets with a path, not as text");
}

#[tokio::test]
async fn a_request_that_is_too_large_is_not_taken() {
    let (_server, mut client) = client(1 << 20).await;
    insta::assert_snapshot!(refused(&mut client).await, @"a call of `Log` takes a message of 1.4 MiB, and at most 1 MiB can be sent; pass large content as assets with a path, not as text");
}

/// The response belongs to a call that was executed.
#[tokio::test]
async fn an_answer_that_is_too_large_is_not_taken() {
    let server = HostileServer::start().await;
    let answer = GetPluginInfoResponse {
        version: "x".repeat(1_500_000),
        ..Default::default()
    };
    server.say(frame(&answer.encode_to_vec()));
    let client = LanguageRuntimeClient::new(server.connection.clone());
    let mut client = client.max_decoding_message_size(1 << 20);
    let answered = client
        .get_plugin_info(GetPluginInfoRequest::default())
        .await;
    let error = CallError::from(answered.err().unwrap());
    insta::assert_snapshot!(error, @"the answer of the call cannot be used: it takes 1.4 MiB, and at most 1 MiB can be received");
    assert!(error.is_outcome_unknown());
}

/// A status that the peer has sent differs from one that stands for an answer that could not be read.
#[tokio::test]
async fn statuses_of_the_peer_are_marked() {
    let server = HostileServer::start().await;
    let client = EngineClient::new(server.connection.clone());
    let status = async || client.clone().log(message(1)).await.err().unwrap();
    for code in (1..=16).map(|it: u8| it.to_string()) {
        let pairs: [(&str, &[u8]); 2] = [("grpc-status", code.as_bytes()), (ANSWERED, b"0")];
        for (headers, trailers) in [(&pairs[..], &[][..]), (&[][..], &pairs[..])] {
            server.say_with(headers, Vec::new(), trailers);
            assert!(is_answer(&status().await), "{code}");
        }
    }
    let marked: [(&str, &[u8]); 1] = [(ANSWERED, b"1")];
    for code in ["0", "17", "-1", "x", ""] {
        let pairs: [(&str, &[u8]); 2] = [("grpc-status", code.as_bytes()), marked[0]];
        for (headers, trailers) in [(&pairs[..], &[][..]), (&[][..], &pairs[..])] {
            server.say_with(headers, b"\0\0\0\0\x01\xff".to_vec(), trailers);
            let status = status().await;
            assert!(!is_answer(&status), "{code}: {status}");
        }
    }
    for body in impossible_bodies() {
        server.say_with(&marked, body, &marked);
        let status = status().await;
        assert!(!is_answer(&status), "{status}");
    }
}

#[test]
fn invalid_error_details_are_errors() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(HostileServer::start());
    let client = EngineClient::new(server.connection.clone());
    let check = |first: &[u8], second: &[u8]| {
        let pairs: [(&str, &[u8]); 3] = [
            ("grpc-status", b"2"),
            ("grpc-message", first),
            (DETAILS, second),
        ];
        for (headers, trailers) in [(&pairs[..], &[][..]), (&[][..], &pairs[..])] {
            server.say_with(headers, Vec::new(), trailers);
            let answered = runtime.block_on(client.clone().log(message(1)));
            let error = answered.err().unwrap();
            let _ = CallError::from(error);
        }
    };
    check(b"%ff%", b"no base64");
    check(b"%00%0a", b"=");
    check(b"", b"YQ=");
    check(b"", b"\xff");
    let header = "[ -~]{0,20}";
    let base64 = "[A-Za-z0-9+/=]{0,20}";
    proptest!(ProptestConfig::with_cases(100), |(first in header, second in header, third in base64)| {
        check(first.as_bytes(), second.as_bytes());
        check(first.as_bytes(), third.as_bytes());
    });
}
