//! Requests to services: `/_lumi/services/NAME/SIGNATURE/PATH` goes to `/PATH` of a replica. The signature is in the path, so that any client
//! of HTTP can request the service, with headers of its own.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::header::{
    CONNECTION, HOST, HeaderMap, HeaderName, HeaderValue, LOCATION, TRANSFER_ENCODING, UPGRADE,
};
use hyper::http::request::Parts;
use hyper::upgrade::OnUpgrade;
use hyper::{Request, Response, StatusCode, Uri};
use hyper_util::rt::TokioIo;
use serde_json::json;
use tokio::net::TcpStream;

use crate::signed_url::UrlSigner;
use crate::telemetry::TraceContext;

use super::body::{Answer, AnswerBody, json_answer, refuse};
use super::server::{AppState, busy};

/// The time for which a request waits for a replica that is ready.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of segments before the path of the service, and the empty one at the beginning.
const BEFORE: usize = 5;
/// Headers that belong to one connection (RFC 9110), besides `connection` and those that it names.
const OF_CONNECTION: [&str; 5] = [
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
];

/// The service of a request for one, and the signature. `path` follows `/_lumi`, decoded.
pub fn target(path: &[String]) -> Option<(&str, &str)> {
    match path {
        [services, name, signature, ..] if services == "services" => Some((name, signature)),
        _ => None,
    }
}

/// Whether a request for a service has its signature; `None` for other requests.
pub fn is_allowed(signer: &UrlSigner, path: &[String]) -> Option<bool> {
    target(path).map(|(name, signature)| signer.allows_service(name, signature))
}

/// Answers the path of a service, below which it is requested. The service may be there later.
pub fn path_of(app_state: &AppState, name: &str) -> Answer {
    let path = app_state.url_signer.service_path(name);
    json_answer(StatusCode::OK, &json!({ "path": path }))
}

/// Passes a request on, and its answer back.
pub async fn answer(
    app_state: &AppState,
    mut head: Parts,
    body: Incoming,
    name: &str,
    span: TraceContext,
) -> Answer {
    let prefix = app_state.url_signer.service_path(name);
    let Some(uri) = inner_uri(&head.uri) else {
        return refuse(StatusCode::BAD_REQUEST, "the path is not valid");
    };
    let balancer = app_state.services.awaited(name);
    let addresses = balancer.addresses(PATIENCE).await;
    let Some((stream, address)) = connected(&addresses).await else {
        return match app_state.services.has(name) {
            true => busy(&format!("the service {name:?} is not ready")),
            false => {
                let problem = format!("there is no service {name:?}");
                refuse(StatusCode::NOT_FOUND, &problem)
            }
        };
    };
    let upgrading = head.extensions.remove::<OnUpgrade>();
    head.extensions.clear();
    head.uri = uri;
    prepare(&mut head.headers, address, span);
    match exchange(stream, Request::from_parts(head, body), upgrading).await {
        Ok(mut answer) => {
            relocate(answer.headers_mut(), &prefix);
            answer
        }
        Err(error) => {
            let problem = format!("the service {name:?} has broken off: {error}");
            refuse(StatusCode::BAD_GATEWAY, &problem)
        }
    }
}

/// The path of the service and the query, as they were sent.
fn inner_uri(uri: &Uri) -> Option<Uri> {
    let rest = uri.path().split('/').skip(BEFORE).collect::<Vec<_>>();
    let path = format!("/{}", rest.join("/"));
    match uri.query() {
        Some(query) => format!("{path}?{query}").parse().ok(),
        None => path.parse().ok(),
    }
}

/// A connection to the first replica that accepts one.
async fn connected(addresses: &[SocketAddr]) -> Option<(TcpStream, SocketAddr)> {
    for address in addresses {
        if let Ok(stream) = TcpStream::connect(address).await {
            let _ = stream.set_nodelay(true);
            return Some((stream, *address));
        }
    }
    None
}

fn prepare(headers: &mut HeaderMap, address: SocketAddr, span: TraceContext) {
    let upgrade = remove_those_of_connection(headers);
    if let Some(upgrade) = upgrade {
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, upgrade);
    }
    let header = |text: String| HeaderValue::try_from(text).expect("BUG: these are plain texts");
    headers.insert(HOST, header(address.to_string()));
    let traceparent = HeaderName::from_static("traceparent");
    headers.insert(traceparent, header(span.to_string()));
}

/// Removes what is for the next hop alone; answers the protocol that the connection is to change to, if any.
fn remove_those_of_connection(headers: &mut HeaderMap) -> Option<HeaderValue> {
    let mut upgrade = None;
    let named: Vec<String> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(','))
        .map(|it| it.trim().to_ascii_lowercase())
        .collect();
    for name in &named {
        let removed = headers.remove(name.as_str());
        if name == UPGRADE.as_str() {
            upgrade = removed;
        }
    }
    headers.remove(CONNECTION);
    headers.remove(UPGRADE);
    for name in OF_CONNECTION {
        headers.remove(name);
    }
    upgrade
}

/// Sends a request on a connection of its own.
async fn exchange(
    stream: TcpStream,
    request: Request<Incoming>,
    upgrading: Option<OnUpgrade>,
) -> Result<Answer, hyper::Error> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(async move {
        // The answer, or its absence, tells what became of the connection.
        let _ = connection.with_upgrades().await;
    });
    let mut response = sender.send_request(request).await?;
    let changes = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    if let (true, Some(client)) = (changes, upgrading) {
        let service = hyper::upgrade::on(&mut response);
        tokio::spawn(join(client, service));
    }
    Ok(passed_back(response, changes))
}

/// The answer as the client gets it.
fn passed_back(response: Response<Incoming>, changes: bool) -> Answer {
    let (mut head, body) = response.into_parts();
    head.extensions.clear();
    if let (Some(upgrade), true) = (remove_those_of_connection(&mut head.headers), changes) {
        head.headers
            .insert(CONNECTION, HeaderValue::from_static("upgrade"));
        head.headers.insert(UPGRADE, upgrade);
    }
    debug_assert!(!head.headers.contains_key(TRANSFER_ENCODING));
    let body = match changes {
        true => AnswerBody::default(),
        false => AnswerBody::forwarded(body),
    };
    Response::from_parts(head, body)
}

/// Passes bytes both ways on connections that have changed their protocol.
async fn join(client: OnUpgrade, service: OnUpgrade) -> io::Result<()> {
    let joined = async {
        let (client, service) = tokio::try_join!(client, service)?;
        Ok::<_, hyper::Error>((TokioIo::new(client), TokioIo::new(service)))
    };
    let (mut client, mut service) = joined.await.map_err(io::Error::other)?;
    tokio::io::copy_bidirectional(&mut client, &mut service).await?;
    Ok(())
}

/// Puts the place of the service before a path that the answer refers to.
fn relocate(headers: &mut HeaderMap, prefix: &str) {
    let location = headers.get(LOCATION).and_then(|it| it.to_str().ok());
    let is_path = location.filter(|it| it.starts_with('/') && !it.starts_with("//"));
    if let Some(path) = is_path
        && let Ok(location) = HeaderValue::try_from(format!("{prefix}{path}"))
    {
        headers.insert(LOCATION, location);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_service_is_passed_on_as_it_was_sent() {
        for (outer, inner) in [
            ("/_lumi/services/api/s/a%2Fb/?q=%20", "/a%2Fb/?q=%20"),
            ("/_lumi/services/api/s/", "/"),
            ("/_lumi/services/api/s", "/"),
            ("/_lumi/services/api/s//a", "//a"),
            ("/_lumi/services/api/s?q", "/?q"),
        ] {
            let uri = inner_uri(&outer.parse().unwrap()).unwrap();
            assert_eq!(uri.to_string(), inner, "{outer}");
        }
    }

    #[test]
    fn headers_of_the_connection_stay_on_it() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "keep-alive, X-Own, upgrade"),
            ("keep-alive", "timeout=5"),
            ("x-own", "1"),
            ("upgrade", "websocket"),
            ("authorization", "Bearer a"),
            ("te", "trailers"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        let address = ([127, 0, 0, 1], 80).into();
        let span = TraceContext::new(true);
        prepare(&mut headers, address, span);
        let mut names: Vec<&str> = headers.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "authorization",
                "connection",
                "host",
                "traceparent",
                "upgrade"
            ]
        );
        assert_eq!(headers["traceparent"], span.to_string());
    }

    #[test]
    fn redirections_stay_below_the_service() {
        let relocated = |location: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(LOCATION, HeaderValue::from_static(location));
            relocate(&mut headers, "/_lumi/services/api/s");
            headers[LOCATION].to_str().unwrap().to_owned()
        };
        assert_eq!(relocated("/login"), "/_lumi/services/api/s/login");
        for other in ["login", "//example.com/", "https://example.com/"] {
            assert_eq!(relocated(other), other);
        }
    }
}
