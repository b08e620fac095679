//! Refuses requests that a page could send.
//!
//! A page that makes a name resolve to this machine (DNS rebinding) sends that name in `Host`, so
//! only addresses and `localhost` are accepted. A page that connects to the address itself sends its
//! origin: that of its server, `null` or `file://` for a file, that of an extension of the browser. Editors
//! send no origin, and the DevTools of a browser one that no page can have.

use std::net::{IpAddr, SocketAddr};

use deno_core::url::{Host, Url};
use hyper::HeaderMap;
use hyper::header::{HOST, HeaderName, ORIGIN};

/// The reason why the request is refused; `None` if it is accepted.
/// `port` is the server's own.
pub fn refusal(headers: &HeaderMap, port: u16) -> Option<&'static str> {
    // "?" is refused by all checks below, and stands for a header that is not text.
    let text = |name: HeaderName| headers.get(name).map(|it| it.to_str().unwrap_or("?"));
    if text(HOST).is_some_and(|it| !is_address(it)) {
        return Some("the Host header must be an IP address or localhost");
    }
    if text(ORIGIN).is_some_and(|it| !is_of_debugger(it, port)) {
        return Some("pages and extensions of a browser must not use the debugger");
    }
    None
}

fn is_address(host: &str) -> bool {
    if host.parse::<SocketAddr>().is_ok() || host.parse::<IpAddr>().is_ok() {
        return true;
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    };
    let unbracketed = name.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    unbracketed.unwrap_or(name).parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost")
}

/// DevTools are `devtools://devtools`. A page that came from the server itself is accepted; a page of
/// another server of this machine may be anyone's.
fn is_of_debugger(origin: &str, port: u16) -> bool {
    let Ok(url) = Url::parse(origin) else {
        return false;
    };
    let is_local = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    match url.scheme() {
        "devtools" => true,
        "http" => is_local && url.port_or_known_default() == Some(port),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_and_localhost_are_hosts() {
        for host in [
            "127.0.0.1:9229",
            "localhost:1",
            "LOCALHOST",
            "[::1]:80",
            "[::1]",
            "::1",
            "10.0.0.1",
        ] {
            assert!(is_address(host), "{host}");
        }
        for host in [
            "example.com",
            "example.com:9229",
            "localhost.example.com",
            "127.0.0.1.nip.io:9229",
            "",
            ":",
            "?",
        ] {
            assert!(!is_address(host), "{host}");
        }
    }

    #[test]
    fn pages_are_no_debuggers() {
        for origin in [
            "devtools://devtools",
            "http://localhost:9229",
            "http://127.0.0.1:9229",
            "http://[::1]:9229",
        ] {
            assert!(is_of_debugger(origin, 9229), "{origin}");
        }
        for origin in [
            "https://example.com",
            "http://example.com:9229",
            "http://localhost.example.com:9229",
            "http://localhost:3000",
            "http://127.0.0.1",
            "https://localhost:9229",
            "file://",
            "chrome-extension://abcdefghijklmnop",
            "moz-extension://abcdefgh",
            "vscode-webview://x",
            "null",
            "",
            "?",
        ] {
            assert!(!is_of_debugger(origin, 9229), "{origin}");
        }
    }
}
