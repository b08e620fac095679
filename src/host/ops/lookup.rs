//! Addresses of hosts, behind `node:dns`.

use std::cell::RefCell;
use std::io;
use std::net::{IpAddr, ToSocketAddrs as _};
use std::rc::Rc;

use deno_core::{OpState, op2};

use super::session::Session;
use super::system_error::SystemError;

/// The addresses of a host, in the order of the system's resolver; null if it has none.
#[op2]
#[serde]
pub async fn op_lumi_lookup(
    state: Rc<RefCell<OpState>>,
    #[string] host: String,
) -> Result<Option<Vec<String>>, SystemError> {
    let session = Session::from_state(&state.borrow());
    session.borrow().permissions.check_host(&host)?;
    let name = host.clone();
    let found = tokio::task::spawn_blocking(move || addresses(&name)).await;
    let found = found.unwrap_or_else(|error| Err(io::Error::other(error)));
    Ok(found.ok().filter(|it| !it.is_empty()))
}

fn addresses(host: &str) -> io::Result<Vec<String>> {
    let mut addresses: Vec<IpAddr> = Vec::new();
    for found in (host, 0).to_socket_addrs()? {
        if !addresses.contains(&found.ip()) {
            addresses.push(found.ip());
        }
    }
    Ok(addresses.iter().map(ToString::to_string).collect())
}
