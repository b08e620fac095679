//! The permissions of sockets.
//!
//! A program may be allowed a host by its name, and looks its addresses up itself: it may pass any
//! address for that name. A name opens only the addresses that [`op_lumi_lookup`](super::super::lookup)
//! answered for it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use deno_core::OpState;

use super::address::{Target, parse};
use super::error::NetError;
use super::permissions;
use crate::system_error::StaticText;
use lumi_sandbox::Allow;

/// The addresses of names that this program has looked up.
#[derive(Default)]
pub struct ResolvedNames(HashMap<String, HashSet<IpAddr>>);

impl ResolvedNames {
    pub fn note(&mut self, name: &str, addresses: impl IntoIterator<Item = IpAddr>) {
        self.0.entry(name.to_owned()).or_default().extend(addresses);
    }

    fn has(&self, name: &str, address: IpAddr) -> bool {
        self.0.get(name).is_some_and(|it| it.contains(&address))
    }
}

/// The address to connect to.
pub fn connecting(state: &OpState, target: &Target) -> Result<SocketAddr, NetError> {
    checked(state, target, "connect")
}

/// The address to listen at. A program that names no host listens at all addresses, which is
/// `0.0.0.0` in a flag.
pub fn listening(state: &OpState, target: &Target) -> Result<SocketAddr, NetError> {
    let address = parsed(target, "bind")?;
    let permissions = permissions(state);
    if address.ip().is_unspecified() {
        return match permissions.check_net("[::]", target.port) {
            Ok(()) => Ok(address),
            Err(_) => Ok(permissions
                .check_net("0.0.0.0", target.port)
                .map(|()| address)?),
        };
    }
    checked(state, target, "bind")
}

/// The address to send a message to.
pub fn sending(state: &OpState, target: &Target) -> Result<SocketAddr, NetError> {
    checked(state, target, "send")
}

/// The address of a socket that only sends: any, which the system chooses.
pub fn unbound(target: &Target) -> Result<SocketAddr, NetError> {
    let address = parsed(target, "bind")?;
    match address.ip().is_unspecified() && address.port() == 0 {
        true => Ok(address),
        false => Err(NetError::new(
            &std::io::Error::from_raw_os_error(libc::EACCES),
            "bind",
        )),
    }
}

/// Names the reason for which the kernel refused a UDP socket: the permissions name ports, and the kernel can limit ports of
/// TCP only. Other errors stay as they are.
pub fn explained(state: &OpState, error: NetError) -> NetError {
    let NetError::System { errno, .. } = &error else {
        return error;
    };
    let permissions = permissions(state);
    let Allow::Only(hosts) = permissions.net() else {
        return error;
    };
    let address = |it: &String| Some(host_of(it.parse::<SocketAddr>().ok()?.ip()));
    let hosts: Option<BTreeSet<String>> = hosts.iter().map(address).collect();
    match hosts {
        Some(hosts) if *errno == f64::from(-libc::EPERM) => NetError::OnlyPorts {
            hosts: Vec::from_iter(hosts).join(","),
            code: StaticText::of("EPERM"),
        },
        _ => error,
    }
}

fn parsed(target: &Target, syscall: &'static str) -> Result<SocketAddr, NetError> {
    let invalid = || std::io::Error::from_raw_os_error(libc::EINVAL);
    parse(&target.address, target.port).ok_or_else(|| NetError::new(&invalid(), syscall))
}

fn checked(
    state: &OpState,
    target: &Target,
    syscall: &'static str,
) -> Result<SocketAddr, NetError> {
    let address = parsed(target, syscall)?;
    let permissions = permissions(state);
    let by_address = permissions.check_net(&host_of(address.ip()), target.port);
    let Err(denied) = by_address else {
        return Ok(address);
    };
    let is_name = target.host.parse::<IpAddr>().is_err();
    if is_name
        && state
            .borrow::<ResolvedNames>()
            .has(&target.host, address.ip())
    {
        permissions.check_net(&target.host, target.port)?;
        return Ok(address);
    }
    Err(denied.into())
}

/// An address as a flag has it.
fn host_of(address: IpAddr) -> String {
    match address {
        IpAddr::V4(it) => it.to_string(),
        IpAddr::V6(it) => format!("[{it}]"),
    }
}

/// A socket of the file system: it is read and written.
pub fn path(state: &OpState, path: &str) -> Result<PathBuf, NetError> {
    let permissions = permissions(state);
    let path = Path::new(path);
    permissions.check_read(path)?;
    Ok(permissions.check_write(path)?)
}
