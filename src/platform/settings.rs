//! Settings of a platform.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lumi_host::PermissionFlags;

use super::event::EventSink;
use super::http::AllowedHosts;
use super::telemetry::{Mask, TelemetrySettings};
use super::token::Token;
use super::worker::{Program, WorkerInspection};

/// The settings of a platform.
pub struct Settings {
    /// The canonical folder of the functions.
    pub folder: PathBuf,
    pub host: IpAddr,
    /// 0 selects a free port.
    pub port: u16,
    /// Hosts besides addresses and `localhost` that requests may name, and whose pages may send some.
    pub allowed_hosts: AllowedHosts,
    /// The site of requests that no function answers.
    pub site: Option<String>,
    /// The token by which others call functions, if they may.
    pub caller_token: Option<Token>,
    /// Time limit of a call.
    pub timeout: Option<Duration>,
    /// Maximum V8 heap of each function, in bytes.
    pub heap: Option<usize>,
    /// Permissions of every function besides those of its definition.
    pub permissions: PermissionFlags,
    /// The program that serves one function in a separate process.
    pub worker: Program,
    /// The folder with source maps of deployed functions.
    pub cache: Option<PathBuf>,
    /// Whether clients see the reason why a function failed.
    pub shows_errors: bool,
    pub console_color: bool,
    /// How debuggers attach to functions, if they do.
    pub inspection: Option<WorkerInspection>,
    pub events: EventSink,
    pub telemetry: TelemetrySettings,
    pub mask_of: MaskMaker,
}

/// Makes the mask of a function of its secrets.
pub type MaskMaker = Arc<dyn Fn(Vec<String>) -> Mask + Send + Sync>;

/// The address of the platform for functions, as a URL and in the format of the sandbox.
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
