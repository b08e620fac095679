//! The line with which a provider says where it listens.

use std::fmt;

use thiserror::Error;

use lumi_graph::EscapedText;
use lumi_rpc::Endpoint;

/// The version of the protocol that a process speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProtocolVersion {
    Five,
    Six,
}

impl ProtocolVersion {
    pub fn from_number(number: u64) -> Option<Self> {
        match number {
            5 => Some(Self::Five),
            6 => Some(Self::Six),
            _ => None,
        }
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Five => "5",
            Self::Six => "6",
        })
    }
}

/// The content of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handshake {
    pub version: ProtocolVersion,
    pub endpoint: Endpoint,
}

/// Why a line cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HandshakeError {
    #[error(
        "it printed `{}` instead of a go-plugin handshake; is it a Terraform provider?",
        EscapedText::short(.0)
    )]
    NoHandshake(String),
    #[error("it uses version {} of go-plugin's core protocol; Lumi supports 1", EscapedText::short(.0))]
    OtherCore(String),
    #[error(
        "it uses version {} of the provider protocol; Lumi supports 5 and 6. Try another version of \
         the provider",
        EscapedText::short(.0)
    )]
    OtherProtocol(String),
    #[error("it listens at an address that cannot be used: {}", EscapedText::short(.0))]
    NoAddress(String),
    #[error("it requires a TLS connection, which Lumi did not request")]
    Encrypted,
}

/// A certificate is longer; what is shorter is none.
const SHORTEST_CERTIFICATE: usize = 50;

impl Handshake {
    /// Reads `1|PROTOCOL|NETWORK|ADDRESS|grpc|CERTIFICATE`.
    pub fn parse(line: &str) -> Result<Self, HandshakeError> {
        let parts: Vec<&str> = line.trim().split('|').collect();
        let [core, version, network, address, rest @ ..] = parts.as_slice() else {
            return Err(HandshakeError::NoHandshake(line.to_owned()));
        };
        if *core != "1" {
            let is_number = !core.is_empty() && core.bytes().all(|it| it.is_ascii_digit());
            return Err(match is_number {
                true => HandshakeError::OtherCore((*core).to_owned()),
                false => HandshakeError::NoHandshake(line.to_owned()),
            });
        }
        let known = version.parse().ok().and_then(ProtocolVersion::from_number);
        let other = || HandshakeError::OtherProtocol((*version).to_owned());
        let version = known.ok_or_else(other)?;
        // Processes that do not name it speak net/rpc.
        if rest.first() != Some(&"grpc") {
            return Err(HandshakeError::OtherProtocol(format!(
                "{version} without gRPC"
            )));
        }
        if rest
            .get(1)
            .is_some_and(|it| it.len() > SHORTEST_CERTIFICATE)
        {
            return Err(HandshakeError::Encrypted);
        }
        let endpoint = endpoint(network, address);
        let endpoint = endpoint.ok_or_else(|| HandshakeError::NoAddress((*address).to_owned()))?;
        Ok(Self { version, endpoint })
    }
}

/// An address on this machine.
pub fn endpoint(network: &str, address: &str) -> Option<Endpoint> {
    match network {
        "unix" => Endpoint::parse(&format!("unix:{address}")),
        "tcp" => Endpoint::parse(address).filter(|it| matches!(it, Endpoint::Tcp(_))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_say_where_providers_listen() {
        for (line, shown) in [
            ("1|5|unix|/tmp/plugin1|grpc|", "5 unix:/tmp/plugin1"),
            ("1|6|unix|/tmp/plugin1|grpc", "6 unix:/tmp/plugin1"),
            (
                "1|6|tcp|127.0.0.1:10000|grpc|x|true \r",
                "6 127.0.0.1:10000",
            ),
        ] {
            let handshake = Handshake::parse(line).unwrap();
            let found = format!("{} {}", handshake.version, handshake.endpoint);
            assert_eq!(found, shown);
        }
    }

    #[test]
    fn other_lines_are_explained() {
        let encrypted = format!("1|5|unix|/tmp/x|grpc|{}", "M".repeat(200));
        let lines = [
            "",
            "Hello, world",
            "a|b|c|d",
            "2|5|unix|/tmp/x|grpc",
            "1|4|unix|/tmp/x|grpc",
            "1|5|unix|/tmp/x",
            "1|5|unix|relative|grpc",
            "1|5|tcp|10.0.0.1:80|grpc",
            "1|5|tcp|unix:/tmp/x|grpc",
            "1|5|udp|127.0.0.1:80|grpc",
            encrypted.as_str(),
        ];
        let errors: Vec<String> = lines
            .iter()
            .map(|it| Handshake::parse(it).unwrap_err().to_string())
            .collect();
        insta::assert_snapshot!(errors.join("\n"));
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in "[0-9|a-z/:.]{0,40}") {
            let _ = Handshake::parse(&line);
        }
    }
}
