//! Flags for debuggers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::Args;

use lumi_host::InspectionStart;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

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

    /// Refuses debuggers of a program that uses the Node SDK of Pulumi.
    pub fn refuse_for_sdk_of_pulumi(&self) -> Result<(), Failure> {
        let Some(name) = self.name() else {
            return Ok(());
        };
        let message = format!("--{name} is not for programs that use Pulumi's SDK");
        let report = Report::error(message).help(
            "debug it in node: `--runtime node`, with `options: { nodeargs: --inspect-brk }` below `runtime` in Pulumi.yaml",
        );
        Err(Failure::new(Exit::Usage, report))
    }

    /// The name of the flag that was given.
    fn name(&self) -> Option<&'static str> {
        let (_, start) = self.requested()?;
        Some(match start {
            InspectionStart::AtOnce => "inspect",
            InspectionStart::Attached => "inspect-wait",
            InspectionStart::Paused => "inspect-brk",
        })
    }

    /// The flags as text, for another process.
    pub fn passed_on(&self) -> Option<String> {
        let (address, _) = self.requested()?;
        Some(format!("--{}={address}", self.name()?))
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

    #[test]
    fn the_flag_that_is_refused_is_named() {
        let mut flags = InspectFlags::default();
        assert!(flags.refuse_for_sdk_of_pulumi().is_ok());
        flags.inspect_brk = parse_address("9229").ok();
        let refused = flags.refuse_for_sdk_of_pulumi().unwrap_err();
        assert_eq!(refused.exit, Exit::Usage);
        let text = format!("{:?}", refused.report);
        assert!(text.contains("--inspect-brk is not for programs"), "{text}");
    }
}
