//! Refuses requests that a web page could send.
//!
//! A page that makes a name resolve to this machine (DNS rebinding) sends that name in `Host`, so
//! only addresses and `localhost` are accepted. A page that connects to the address itself sends
//! its own `http:` origin. Debuggers send no origin, or one with another scheme.

use std::net::{IpAddr, SocketAddr};

use deno_core::url::{Host, Url};
use hyper::HeaderMap;
use hyper::header::{HOST, HeaderName, ORIGIN};

/// The reason why the request is refused; `None` if it is accepted.
pub fn refusal(headers: &HeaderMap) -> Option<&'static str> {
    // "?" is refused by all checks below, and stands for a header that is not text.
    let text = |name: HeaderName| headers.get(name).map(|it| it.to_str().unwrap_or("?"));
    if text(HOST).is_some_and(|it| !is_address(it)) {
        return Some("the Host header must be an IP address or localhost");
    }
    if text(ORIGIN).is_some_and(|it| !is_of_debugger(it)) {
        return Some("web pages must not use the debugger");
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

/// DevTools are `devtools://devtools`, editors have schemes of their own. Pages of this machine,
/// such as a debugger that is a web application, are accepted.
fn is_of_debugger(origin: &str) -> bool {
    let Ok(url) = Url::parse(origin) else {
        return false;
    };
    match (url.scheme(), url.host()) {
        ("http" | "https", Some(Host::Ipv4(address))) => address.is_loopback(),
        ("http" | "https", Some(Host::Ipv6(address))) => address.is_loopback(),
        ("http" | "https", Some(Host::Domain(name))) => name == "localhost",
        ("http" | "https", None) => false,
        _ => true,
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
    fn web_pages_are_no_debuggers() {
        for origin in [
            "devtools://devtools",
            "vscode-webview://x",
            "http://localhost:3000",
            "http://127.0.0.1",
        ] {
            assert!(is_of_debugger(origin), "{origin}");
        }
        for origin in [
            "https://example.com",
            "http://localhost.example.com",
            "null",
            "",
            "?",
        ] {
            assert!(!is_of_debugger(origin), "{origin}");
        }
    }
}
