//! Requests to a platform that runs.

use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, HOST};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::{OperatorError, PATH, QueueAnswer};

/// Time limit of a command.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Sends a command; `address` is host and port.
pub async fn ask(address: &str, token: &str, body: Vec<u8>) -> Result<QueueAnswer, OperatorError> {
    let asking = send(address, token, body);
    let answered = tokio::time::timeout(TIMEOUT, asking).await;
    let (status, body) = answered
        .map_err(|_| OperatorError::Silent("it takes too long".to_owned()))?
        .map_err(|error| OperatorError::Silent(error.to_string()))?;
    if status != StatusCode::OK {
        return Err(OperatorError::Refused(
            String::from_utf8_lossy(&body).into_owned(),
        ));
    }
    serde_json::from_slice(&body).map_err(|error| OperatorError::Silent(error.to_string()))
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

async fn send(address: &str, token: &str, body: Vec<u8>) -> Result<(StatusCode, Bytes), Failure> {
    let stream = TcpStream::connect(address).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(async move {
        // The answer, or its absence, tells what became of the connection.
        let _ = connection.await;
    });
    let request = Request::post(format!("/_lumi/{PATH}"))
        .header(HOST, address)
        .header(AUTHORIZATION, format!("Bearer {token}"))
        .body(Full::new(Bytes::from(body)))?;
    let response = sender.send_request(request).await?;
    let status = response.status();
    Ok((status, response.into_body().collect().await?.to_bytes()))
}
