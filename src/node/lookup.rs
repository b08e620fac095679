//! Addresses of hosts, behind `node:dns`.

use std::cell::RefCell;
use std::io;
use std::net::{IpAddr, ToSocketAddrs as _};
use std::rc::Rc;

use deno_core::{OpState, op2};

use super::net::ResolvedNames;
use super::surroundings::Surroundings;
use super::system_error::SystemError;

/// The addresses of a host, in the order of the system's resolver; null if it has none. They are
/// for connections to one port, or with 0 to any.
#[op2(async(deferred), fast)]
#[serde]
pub async fn op_lumi_lookup(
    state: Rc<RefCell<OpState>>,
    #[string] host: String,
    #[smi] port: u16,
) -> Result<Option<Vec<String>>, SystemError> {
    let permissions = Rc::clone(&Surroundings::of(&state.borrow()).permissions);
    match port {
        0 => permissions.check_host(&host)?,
        port => permissions.check_net(&host, port)?,
    }
    let name = host.clone();
    let found = tokio::task::spawn_blocking(move || addresses(&name)).await;
    let found = found.unwrap_or_else(|error| Err(io::Error::other(error)));
    let Some(found) = found.ok().filter(|it| !it.is_empty()) else {
        return Ok(None);
    };
    let mut state = state.borrow_mut();
    let names = state.borrow_mut::<ResolvedNames>();
    names.note(&host, found.iter().copied());
    Ok(Some(found.iter().map(ToString::to_string).collect()))
}

fn addresses(host: &str) -> io::Result<Vec<IpAddr>> {
    let mut addresses: Vec<IpAddr> = Vec::new();
    for found in (host, 0).to_socket_addrs()? {
        if !addresses.contains(&found.ip()) {
            addresses.push(found.ip());
        }
    }
    Ok(addresses)
}
