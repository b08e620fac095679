//! Flags for debuggers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::Args;

use lumi_host::InspectionStart;

const HEADING: &str = "Debugging";
/// The address at which Chrome looks for programs.
const DEFAULT: &str = "127.0.0.1:9229";

/// Which debuggers can attach to the program, and when it begins.
#[derive(Clone, Debug, Default, Args)]
pub struct InspectFlags {
    /// Let debuggers attach (Chrome: chrome://inspect) [default: 127.0.0.1:9229]
    #[arg(long, help_heading = HEADING, value_name = "[HOST:]PORT", num_args = 0..=1,
          require_equals = true, default_missing_value = DEFAULT, value_parser = parse_address,
          conflicts_with_all = ["inspect_wait", "inspect_brk"])]
    pub inspect: Option<SocketAddr>,
    /// Like --inspect, and wait for a debugger before the program starts
    #[arg(long, help_heading = HEADING, value_name = "[HOST:]PORT", num_args = 0..=1,
          require_equals = true, default_missing_value = DEFAULT, value_parser = parse_address,
          conflicts_with = "inspect_brk")]
    pub inspect_wait: Option<SocketAddr>,
    /// Like --inspect-wait, and pause at the first statement of the program
    #[arg(long, help_heading = HEADING, value_name = "[HOST:]PORT", num_args = 0..=1,
          require_equals = true, default_missing_value = DEFAULT, value_parser = parse_address)]
    pub inspect_brk: Option<SocketAddr>,
}

impl InspectFlags {
    /// The address to listen on, if the user wants to debug.
    pub fn requested(&self) -> Option<(SocketAddr, InspectionStart)> {
        let each = [
            (self.inspect, InspectionStart::AtOnce),
            (self.inspect_wait, InspectionStart::Attached),
            (self.inspect_brk, InspectionStart::Paused),
        ];
        each.into_iter()
            .find_map(|(address, start)| Some((address?, start)))
    }

    /// The flags as text, for another process.
    pub fn passed_on(&self) -> Option<String> {
        let (address, start) = self.requested()?;
        let name = match start {
            InspectionStart::AtOnce => "inspect",
            InspectionStart::Attached => "inspect-wait",
            InspectionStart::Paused => "inspect-brk",
        };
        Some(format!("--{name}={address}"))
    }
}

/// `PORT`, `HOST`, or `HOST:PORT`; a host is an address or `localhost`.
fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let local = IpAddr::from(Ipv4Addr::LOCALHOST);
    let host = |text: &str| match text {
        "localhost" => Some(local),
        text => text.trim_matches(['[', ']']).parse().ok(),
    };
    if let Ok(port) = text.parse() {
        return Ok(SocketAddr::new(local, port));
    }
    if let Some(host) = host(text) {
        return Ok(SocketAddr::new(host, 9229));
    }
    let parts = text.rsplit_once(':');
    let address = parts.and_then(|(name, port)| Some((host(name)?, port.parse().ok()?)));
    let (host, port) =
        address.ok_or("it must be a port, an IP address, or both, such as 127.0.0.1:9229")?;
    Ok(SocketAddr::new(host, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_lack_a_part() {
        let shown = |text: &str| parse_address(text).map(|it| it.to_string());
        assert_eq!(shown("9230").as_deref(), Ok("127.0.0.1:9230"));
        assert_eq!(shown("0.0.0.0").as_deref(), Ok("0.0.0.0:9229"));
        assert_eq!(shown("localhost:0").as_deref(), Ok("127.0.0.1:0"));
        assert_eq!(shown("[::1]:80").as_deref(), Ok("[::1]:80"));
        assert_eq!(shown("::1").as_deref(), Ok("[::1]:9229"));
        for bad in [
            "",
            ":",
            "70000",
            "example.com:80",
            "127.0.0.1:",
            "127.0.0.1:x",
        ] {
            assert!(shown(bad).is_err(), "{bad}");
        }
    }
}
