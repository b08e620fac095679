//! The values of `--allow-net`: a host, or a host and a port.

use std::net::{IpAddr, Ipv6Addr};

use url::Host;

/// Why a value permits nothing, and what to write.
pub fn check_host_value(text: &str) -> Result<(), String> {
    let host = match text.split_once("://") {
        Some((_, rest)) => {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            return Err(format!(
                "it is a URL, but hosts are permitted, with all their paths; write {}",
                or_example(host)
            ));
        }
        None => text,
    };
    if host.contains('/') {
        return Err("networks and paths cannot be permitted; name each host".to_owned());
    }
    if host.contains('*') {
        return Err(
            "a part of a name cannot be permitted; name each host, or give no value to permit all"
                .to_owned(),
        );
    }
    if host.parse::<Ipv6Addr>().is_ok() {
        return Err(format!(
            "an address with colons is in brackets; write [{host}]"
        ));
    }
    let (name, port) = parts(host);
    if let Some(port) = port
        && port.parse::<u16>().is_err()
    {
        return Err(format!("{port:?} is not a port, a number up to 65535"));
    }
    let is_address = || {
        name.strip_prefix('[')?
            .strip_suffix(']')?
            .parse::<Ipv6Addr>()
            .ok()
    };
    let is_plain = |it: char| it.is_alphanumeric() || "-_.".contains(it);
    if name.is_empty() {
        return Err("it has no host; write HOST or HOST:PORT".to_owned());
    }
    if is_address().is_none() && !name.chars().all(is_plain) {
        return Err(format!("{name:?} is not the name or the address of a host"));
    }
    Ok(())
}

fn or_example(host: &str) -> &str {
    match host {
        "" => "a host such as example.com",
        host => host,
    }
}

/// The host and the port of a value.
fn parts(value: &str) -> (&str, Option<&str>) {
    match value.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (value, None),
    }
}

/// Whether a value permits a host at a port, or with none at any port.
pub fn permits(value: &str, host: &str, port: Option<u16>) -> bool {
    let (name, own) = parts(value);
    let is_port = match (own, port) {
        (Some(own), Some(port)) => own.parse() == Ok(port),
        _ => true,
    };
    is_port && is_same_host(name, host)
}

/// Names have no case, letters of other scripts have a spelling in ASCII (`xn--`), and an address may be written in
/// several ways.
fn is_same_host(a: &str, b: &str) -> bool {
    let host = |it: &str| Host::parse(it).ok();
    let address = |it: &str| it.parse::<IpAddr>().ok();
    a.eq_ignore_ascii_case(b)
        || host(a).is_some_and(|it| host(b) == Some(it))
        || address(bare(a)).is_some_and(|it| address(bare(b)) == Some(it))
}

/// An address without brackets.
fn bare(host: &str) -> &str {
    let inner = host.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    inner.unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_permit_nothing_are_refused() {
        let refused = [
            "http://localhost:1",
            "https://example.com/a?b",
            "://",
            "10.0.0.0/8",
            "localhost:99999",
            "localhost:http",
            "localhost:",
            "localhost:-1",
            "a b",
            "*.example.com",
            "*",
            ":80",
            "::1",
            "[::1",
            "user@host",
            "a:b:1",
            "[localhost]:1",
        ];
        for value in refused {
            assert!(check_host_value(value).is_err(), "{value}");
        }
        for value in [
            "example.com",
            "LocalHost:1",
            "127.0.0.1:0",
            "[::1]",
            "[::1]:80",
            "my_host.internal",
            "bücher.example",
        ] {
            assert_eq!(check_host_value(value), Ok(()), "{value}");
        }
        let problem = check_host_value("https://example.com/a?b").unwrap_err();
        assert!(problem.ends_with("write example.com"), "{problem}");
    }

    #[test]
    fn hosts_have_no_case_and_addresses_no_spelling() {
        assert!(permits("LocalHost:1", "localhost", Some(1)));
        assert!(permits("localhost", "LOCALHOST", Some(7)));
        assert!(permits("localhost:1", "localhost", None));
        assert!(permits("[0:0::1]:80", "[::1]", Some(80)));
        assert!(permits(
            "bücher.example:80",
            "xn--bcher-kva.example",
            Some(80)
        ));
        assert!(permits("xn--bcher-kva.example", "BÜCHER.example", None));
        assert!(permits("my_host.internal", "MY_host.internal", None));
        assert!(!permits("bücher.example", "xn--bcher-kvb.example", None));
        assert!(!permits("localhost:1", "localhost", Some(11)));
        assert!(!permits("localhost:11", "localhost", Some(1)));
        assert!(!permits("localhost", "localhost.evil.example", None));
        assert!(!permits("a.example", "b.a.example", Some(1)));
    }
}
