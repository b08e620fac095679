//! Refuses requests that a page of another site could send.
//!
//! A page that makes its own name resolve to this machine (DNS rebinding) sends that name in `Host`. So only
//! addresses, `localhost`, names without a dot, which cannot be registered, and allowed hosts are accepted. A page
//! that connects to the address itself sends its own origin, or at least `Sec-Fetch-Site`. Pages of the same host,
//! whatever their port, and of allowed hosts may send requests; others may only link to the functions.

use std::net::IpAddr;

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN, REFERER};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode, Uri, Version};

use super::body::{Answer, refuse};

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const FETCH_DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// The hosts of `--allow-host`, besides those that are always accepted.
#[derive(Clone, Debug, Default)]
pub struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    /// `*` stands for every host.
    const ALL: &str = "*";

    pub fn new(names: Vec<String>) -> Self {
        Self(names)
    }

    fn is_all(&self) -> bool {
        self.0.iter().any(|it| it == Self::ALL)
    }

    fn has(&self, name: &str) -> bool {
        let name = name.strip_suffix('.').unwrap_or(name);
        self.is_all() || self.0.iter().any(|it| it.eq_ignore_ascii_case(name))
    }

    /// The response to a request that is not accepted.
    pub fn refusal(&self, head: &Parts) -> Option<Answer> {
        let host = match host(head) {
            Ok(host) => host,
            Err(problem) => return Some(refuse(StatusCode::BAD_REQUEST, problem)),
        };
        let name = host.as_deref().map(without_port);
        let hosts = name.into_iter().chain(head.uri.host());
        for name in hosts {
            if !is_own(name) && !self.has(name) {
                let problem = format!(
                    "the host {name:?} is neither an address nor localhost; allow it with \
                     `lumi closure serve --allow-host {name}`"
                );
                return Some(refuse(StatusCode::FORBIDDEN, &problem));
            }
        }
        let problem = self.foreign_page(head, head.uri.host().or(name))?;
        Some(refuse(StatusCode::FORBIDDEN, &problem))
    }

    /// The reason why a request of a page is refused; `None` also if no page sent it.
    fn foreign_page(&self, head: &Parts, host: Option<&str>) -> Option<String> {
        let headers = &head.headers;
        let page = match (text(headers, &ORIGIN), text(headers, &FETCH_SITE)) {
            (Some(origin), _) => origin,
            (None, Some(site)) if !is_link(head) && is_foreign(site, host) => {
                text(headers, &REFERER).unwrap_or("another site")
            }
            _ => return None,
        };
        let uri = page.parse::<Uri>().ok();
        let uri = uri.filter(|it| it.scheme().is_some());
        let name = uri.as_ref().and_then(Uri::host);
        let is_same = name.zip(host).is_some_and(|(page, host)| {
            page.eq_ignore_ascii_case(host) || (is_local(page) && is_local(host))
        });
        if is_same || self.is_all() || name.is_some_and(|it| self.has(it)) {
            return None;
        }
        let remedy = match name {
            Some(name) => format!("; allow it with `lumi closure serve --allow-host {name}`"),
            None => String::new(),
        };
        let page = name.unwrap_or(page);
        Some(format!(
            "a page of {page} must not use functions here{remedy}"
        ))
    }
}

/// The `Host` header, which HTTP/1.1 requires once.
fn host(head: &Parts) -> Result<Option<String>, &'static str> {
    let mut hosts = head.headers.get_all(HOST).iter();
    let (first, second) = (hosts.next(), hosts.next());
    if second.is_some() {
        return Err("there is more than one Host header");
    }
    match first {
        None if head.version == Version::HTTP_11 => Err("there is no Host header"),
        None => Ok(None),
        Some(host) => match host.to_str() {
            Ok(host) => Ok(Some(host.to_owned())),
            Err(_) => Err("the Host header is not text"),
        },
    }
}

/// A header; one that is not text reads as "?", which no page and no host is.
fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).map(|it| it.to_str().unwrap_or("?"))
}

/// Whether the request opens a document, such as for a link that the user has clicked.
fn is_link(head: &Parts) -> bool {
    matches!(head.method, Method::GET | Method::HEAD)
        && text(&head.headers, &FETCH_MODE) == Some("navigate")
        && text(&head.headers, &FETCH_DESTINATION) == Some("document")
}

/// Whether a page of another host may have sent a request with this `Sec-Fetch-Site`. A site is a registered domain
/// with all names below it, so that a name with a dot has others beside it that are not ours.
fn is_foreign(site: &str, host: Option<&str>) -> bool {
    match site {
        "cross-site" => true,
        "same-site" => !host.is_some_and(is_own),
        _ => false,
    }
}

/// The name or the address in a `Host` header.
pub fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port))
            if port.bytes().all(|it| it.is_ascii_digit())
                && (!name.contains(':') || name.ends_with(']')) =>
        {
            name
        }
        _ => host,
    }
}

fn address(host: &str) -> Option<IpAddr> {
    let inner = host.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    inner.unwrap_or(host).parse().ok()
}

fn is_localhost(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    host == "localhost" || host.ends_with(".localhost")
}

/// Whether a host is this machine whatever a name server answers.
fn is_local(host: &str) -> bool {
    is_localhost(host) || address(host).is_some_and(|it| it.is_loopback())
}

/// Whether the host is no name that a page could have.
fn is_own(host: &str) -> bool {
    let is_name = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
    let is_machine = !host.is_empty() && host.bytes().all(is_name);
    is_machine || is_localhost(host) || address(host).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(allowed: &[&str], headers: &[(&str, &str)]) -> u16 {
        status_of("GET", "/a", allowed, headers)
    }

    fn status_of(method: &str, uri: &str, allowed: &[&str], headers: &[(&str, &str)]) -> u16 {
        let mut request = hyper::Request::builder().method(method).uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (head, ()) = request.body(()).unwrap().into_parts();
        let hosts = AllowedHosts::new(allowed.iter().map(|it| (*it).to_owned()).collect());
        hosts.refusal(&head).map_or(200, |it| it.status().as_u16())
    }

    #[test]
    fn names_that_a_page_could_have_are_no_hosts() {
        for host in [
            "127.0.0.1:8080",
            "localhost:1",
            "LOCALHOST",
            "api.localhost:8080",
            "[::1]:80",
            "[::1]",
            "::1",
            "10.0.0.1",
            "platform:8080",
            "my-machine",
        ] {
            assert_eq!(status(&[], &[("host", host)]), 200, "{host}");
        }
        for host in [
            "example.com",
            "example.com:8080",
            "localhost.example.com",
            "127.0.0.1.nip.io:8080",
            "machine.local",
            "ai.",
            "",
            ":",
            "?",
            "a@b",
        ] {
            assert_eq!(status(&[], &[("host", host)]), 403, "{host}");
            assert_eq!(status(&["*"], &[("host", host)]), 200, "{host}");
        }
        assert_eq!(status(&["Example.com"], &[("host", "example.COM:80")]), 200);
        assert_eq!(status(&["example.com"], &[("host", "a.example.com")]), 403);
        let target = |uri| status_of("GET", uri, &[], &[("host", "localhost")]);
        assert_eq!(target("http://localhost/a"), 200);
        assert_eq!(target("http://evil.example/a"), 403);
    }

    #[test]
    fn http_1_1_has_one_host() {
        assert_eq!(status(&["*"], &[]), 400);
        assert_eq!(status(&["*"], &[("host", "a"), ("host", "a")]), 400);
        assert_eq!(status(&["*"], &[("host", "a\u{e9}")]), 400);
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let host = ("host", "localhost:8080");
        for origin in [
            "http://localhost:3000",
            "http://127.0.0.1:5173",
            "https://LOCALHOST",
            "http://[::1]:1",
        ] {
            assert_eq!(status(&[], &[host, ("origin", origin)]), 200, "{origin}");
        }
        for origin in [
            "http://evil.example",
            "http://localhost.evil.example",
            "http://localhost@evil.example",
            "http://10.0.0.1",
            "null",
            "file://",
            "chrome-extension://abc",
            "localhost",
            "?",
            "",
        ] {
            assert_eq!(status(&[], &[host, ("origin", origin)]), 403, "{origin}");
            assert_eq!(status(&["*"], &[host, ("origin", origin)]), 200, "{origin}");
        }
        let page = ("origin", "https://app.example.com");
        assert_eq!(status(&["app.example.com"], &[host, page]), 200);
        let lan = [("host", "10.0.0.1:80"), ("origin", "http://10.0.0.1:81")];
        assert_eq!(status(&[], &lan), 200);
    }

    #[test]
    fn other_sites_may_link_to_functions_and_not_embed_them() {
        let (host, site) = (("host", "localhost"), ("sec-fetch-site", "cross-site"));
        let link = [
            host,
            site,
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert_eq!(status(&[], &link), 200);
        assert_eq!(status_of("POST", "/a", &[], &link), 403);
        assert_eq!(
            status(&[], &[host, site, ("sec-fetch-mode", "no-cors")]),
            403
        );
        let own = ("referer", "http://127.0.0.1:3000/page");
        assert_eq!(status(&[], &[host, site, own]), 200);
        assert_eq!(status(&[], &[host, ("sec-fetch-site", "same-origin")]), 200);
        assert_eq!(status(&[], &[host, ("sec-fetch-site", "same-site")]), 200);
    }

    #[test]
    fn other_hosts_of_the_same_site_are_other_pages() {
        let (host, site) = (("host", "fns.example.com"), ("sec-fetch-site", "same-site"));
        let allowed = &["fns.example.com", "app.example.com"];
        let embed = |more| status(allowed, &[host, site, more]);
        assert_eq!(embed(("sec-fetch-mode", "no-cors")), 403);
        assert_eq!(embed(("referer", "https://blog.example.com/")), 403);
        assert_eq!(embed(("referer", "https://app.example.com/")), 200);
        assert_eq!(embed(("referer", "https://fns.example.com:1/")), 200);
        let link = [
            host,
            site,
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert_eq!(status(allowed, &link), 200);
        assert_eq!(status(&["*"], &[host, site]), 200);
        for own in ["10.0.0.1:80", "[::1]:80", "platform", "app.localhost"] {
            assert_eq!(status(&[], &[("host", own), site]), 200, "{own}");
        }
    }
}
