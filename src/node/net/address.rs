//! Addresses as JavaScript has them.

use std::net::{IpAddr, SocketAddr};

use serde::{Deserialize, Serialize};

/// The address that a program connects to, or listens at.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The host as the program wrote it.
    pub host: String,
    /// One of its addresses, with the number of an interface after `%`.
    pub address: String,
    pub port: u16,
    /// The address of this end; the kernel chooses one if it is missing.
    pub local_address: Option<String>,
    #[serde(default)]
    pub local_port: u16,
}

/// One end of a connection: address, port, and 4 or 6.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct SocketEnd(String, u16, u8);

/// The ends of a connection; a socket of the file system has none.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct SocketAddresses {
    pub local: Option<SocketEnd>,
    pub remote: Option<SocketEnd>,
}

impl SocketEnd {
    pub fn of(address: SocketAddr) -> Self {
        let family = if address.is_ipv4() { 4 } else { 6 };
        Self(text(address), address.port(), family)
    }
}

fn text(address: SocketAddr) -> String {
    match address {
        SocketAddr::V6(it) if it.scope_id() != 0 => format!("{}%{}", it.ip(), it.scope_id()),
        other => other.ip().to_string(),
    }
}

/// An address with a port; `None` if it is none.
pub fn parse(address: &str, port: u16) -> Option<SocketAddr> {
    let (ip, scope) = address.split_once('%').unwrap_or((address, ""));
    let ip: IpAddr = ip.parse().ok()?;
    let mut parsed = SocketAddr::new(ip, port);
    if let SocketAddr::V6(it) = &mut parsed
        && !scope.is_empty()
    {
        it.set_scope_id(scope.parse().ok()?);
    }
    Some(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_shown() {
        let shown = |address: &str| parse(address, 7).map(SocketEnd::of);
        assert_eq!(
            shown("127.0.0.1"),
            Some(SocketEnd("127.0.0.1".to_owned(), 7, 4))
        );
        assert_eq!(shown("::1"), Some(SocketEnd("::1".to_owned(), 7, 6)));
        assert_eq!(
            shown("fe80::1%3"),
            Some(SocketEnd("fe80::1%3".to_owned(), 7, 6))
        );
        assert_eq!(shown("localhost"), None);
        assert_eq!(shown(""), None);
        assert_eq!(shown("fe80::1%eth0"), None);
    }
}
