//! Probes of services.

use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::Empty;
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{HOST, USER_AGENT};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// Time limit of a probe.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Finds out whether a process is healthy: it answers a request for `path` with a status below 400, or accepts connections if there is
/// no path. The error says what it does instead.
pub async fn probe(address: SocketAddr, path: Option<&str>) -> Result<(), String> {
    let probing = async {
        let connecting = TcpStream::connect(address).await;
        let refused = |error| format!("nothing listens on port {}: {error}", address.port());
        let stream = connecting.map_err(refused)?;
        match path {
            None => Ok(()),
            Some(path) => {
                let answered = status(stream, address, path).await;
                match answered {
                    Ok(status) if status < 400 => Ok(()),
                    Ok(status) => Err(format!("GET {path} answered {status}")),
                    Err(error) => Err(format!("GET {path} failed: {error}")),
                }
            }
        }
    };
    match tokio::time::timeout(TIMEOUT, probing).await {
        Ok(result) => result,
        Err(_) => Err(format!(
            "{} takes longer than {} seconds",
            path.map_or_else(|| "a connection".to_owned(), |it| format!("GET {it}")),
            TIMEOUT.as_secs()
        )),
    }
}

async fn status(stream: TcpStream, address: SocketAddr, path: &str) -> Result<u16, hyper::Error> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let connection = tokio::spawn(connection);
    let request = Request::get(path)
        .header(HOST, address.to_string())
        .header(USER_AGENT, "lumi")
        .body(Empty::<Bytes>::new())
        .expect("BUG: the path of a definition is valid");
    let response = sender.send_request(request).await;
    // The body of a probe is not read.
    connection.abort();
    Ok(response?.status().as_u16())
}
