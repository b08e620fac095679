//! What a platform is started with.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use lumi_host::PermissionFlags;

use super::event::EventSink;
use super::worker::Program;

pub struct Settings {
    /// The folder with the functions; canonical.
    pub folder: PathBuf,
    pub host: IpAddr,
    /// 0 takes any that is free.
    pub port: u16,
    /// How long one call may take.
    pub timeout: Duration,
    /// V8 heap of each function, in bytes.
    pub heap: Option<usize>,
    /// What every function may touch, besides what its own definition says.
    pub permissions: PermissionFlags,
    /// What serves one function in a separate process.
    pub worker: Program,
    /// Where source maps of deployed functions are kept.
    pub cache: Option<PathBuf>,
    /// Whether clients learn why a function failed.
    pub shows_errors: bool,
    pub console_color: bool,
    pub events: EventSink,
}

/// Where functions reach the platform, as a URL and as the sandbox names it.
pub fn reachable(address: SocketAddr) -> (String, String) {
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(_) => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
    };
    let host = SocketAddr::new(ip, address.port()).to_string();
    (format!("http://{host}"), host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_reach_the_platform_wherever_it_listens() {
        let url = |address: &str| reachable(address.parse().unwrap()).0;
        assert_eq!(url("127.0.0.1:80"), "http://127.0.0.1:80");
        assert_eq!(url("0.0.0.0:81"), "http://127.0.0.1:81");
        assert_eq!(url("[::]:82"), "http://[::1]:82");
        assert_eq!(url("10.0.0.1:83"), "http://10.0.0.1:83");
    }
}
