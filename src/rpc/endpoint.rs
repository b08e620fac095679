//! The address at which a process listens.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

/// A local address, written `127.0.0.1:4711` or `unix:/path`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// A port of loopback.
    Tcp(SocketAddr),
    /// A unix socket, used only if both ends are Lumi's own.
    Unix(PathBuf),
}

impl Endpoint {
    const UNIX: &str = "unix:";

    /// `None` if the text is neither, or names another machine.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(path) = text.strip_prefix(Self::UNIX) {
            let path = PathBuf::from(path);
            return path.is_absolute().then_some(Self::Unix(path));
        }
        let address: SocketAddr = text.parse().ok()?;
        address.ip().is_loopback().then_some(Self::Tcp(address))
    }

    /// The first line that a process prints: only the port for TCP.
    pub fn first_line(&self) -> String {
        match self {
            Self::Tcp(address) => address.port().to_string(),
            Self::Unix(_) => self.to_string(),
        }
    }
}

impl From<SocketAddr> for Endpoint {
    fn from(address: SocketAddr) -> Self {
        Self::Tcp(address)
    }
}

impl From<&Self> for Endpoint {
    fn from(endpoint: &Self) -> Self {
        endpoint.clone()
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "{}{}", Self::UNIX, path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_on_this_machine() {
        for text in ["127.0.0.1:80", "[::1]:80", "unix:/tmp/x"] {
            assert_eq!(Endpoint::parse(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "80",
            "10.0.0.1:80",
            "0.0.0.0:80",
            "unix:",
            "unix:x",
            "localhost:80",
        ] {
            assert_eq!(Endpoint::parse(text), None, "{text:?}");
        }
        let tcp = Endpoint::parse("127.0.0.1:80").unwrap();
        assert_eq!(tcp.first_line(), "80");
    }
}
