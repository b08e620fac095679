//! A socket of UDP, behind `node:dgram`.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::rc::Rc;

use deno_core::{CancelFuture as _, CancelHandle};
use socket2::{Domain, SockRef, Socket, Type};
use tokio::net::UdpSocket;

use super::address::{SocketAddresses, SocketEnd, parse};
use super::error::NetError;

/// The largest message, in bytes.
const LARGEST: usize = 65_536;

pub struct Datagrams {
    socket: UdpSocket,
    cancel: Rc<CancelHandle>,
    /// The addresses that a socket has sent to, if the program did not bind it. Messages from elsewhere are dropped,
    /// because no permission to listen was requested. `None` keeps all messages.
    heard: Option<RefCell<HashSet<SocketAddr>>>,
}

/// An option of a socket. Addresses are those of a group and of an interface.
pub struct DatagramOption<'a> {
    pub number: u32,
    pub value: u32,
    pub group: &'a str,
    pub interface: &'a str,
}

impl Datagrams {
    /// `is_asked` says whether the program chose the address.
    pub fn bind(
        address: SocketAddr,
        only_v6: bool,
        is_shared: bool,
        is_asked: bool,
    ) -> Result<Self, NetError> {
        let socket =
            bound(address, only_v6, is_shared).and_then(|it| UdpSocket::from_std(it.into()));
        Ok(Self {
            socket: socket.map_err(|error| NetError::new(&error, "bind"))?,
            cancel: CancelHandle::new_rc(),
            heard: (!is_asked).then(RefCell::default),
        })
    }

    /// The number of bytes that were sent.
    pub async fn send(&self, data: &[u8], to: SocketAddr) -> io::Result<usize> {
        if let Some(heard) = &self.heard {
            heard.borrow_mut().insert(to);
        }
        let sent = self.socket.send_to(data, to);
        self.ended(sent.or_cancel(Rc::clone(&self.cancel)).await)
    }

    /// The next message, and its sender.
    pub async fn receive(&self) -> io::Result<(Vec<u8>, SocketEnd)> {
        let mut room = vec![0; LARGEST];
        loop {
            let next = self.socket.recv_from(&mut room);
            let next = next.or_cancel(Rc::clone(&self.cancel)).await;
            let (count, from) = self.ended(next)?;
            if self.hears(from) {
                return Ok((room[..count].to_vec(), SocketEnd::of(from)));
            }
        }
    }

    fn hears(&self, from: SocketAddr) -> bool {
        let heard = self.heard.as_ref().map(RefCell::borrow);
        heard.is_none_or(|it| it.contains(&from))
    }

    fn ended<T>(&self, result: Result<io::Result<T>, deno_core::Canceled>) -> io::Result<T> {
        result.unwrap_or_else(|_| Err(io::Error::from_raw_os_error(libc::ECANCELED)))
    }

    pub fn addresses(&self) -> SocketAddresses {
        SocketAddresses {
            local: self.socket.local_addr().ok().map(SocketEnd::of),
            remote: None,
        }
    }

    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Sets an option, or answers what it is: the size of a buffer in bytes, or 0.
    pub fn set(&self, option: &DatagramOption<'_>) -> io::Result<usize> {
        let socket = SockRef::from(&self.socket);
        let is_v6 = self.socket.local_addr()?.is_ipv6();
        let (value, is_on) = (option.value, option.value != 0);
        match (option.number, is_v6) {
            (1, _) => socket.set_broadcast(is_on)?,
            (2, false) => socket.set_ttl_v4(value)?,
            (2, true) => socket.set_unicast_hops_v6(value)?,
            (3, false) => socket.set_multicast_ttl_v4(value)?,
            (3, true) => socket.set_multicast_hops_v6(value)?,
            (4, false) => socket.set_multicast_loop_v4(is_on)?,
            (4, true) => socket.set_multicast_loop_v6(is_on)?,
            (5, _) => socket.set_recv_buffer_size(value as usize)?,
            (6, _) => socket.set_send_buffer_size(value as usize)?,
            (7, _) => return socket.recv_buffer_size(),
            (8, _) => return socket.send_buffer_size(),
            (9, false) => socket.set_multicast_if_v4(&interface_v4(option.interface)?)?,
            (9, true) => socket.set_multicast_if_v6(interface_v6(option.interface)?)?,
            (10 | 11, _) => self.member(&socket, option.number == 10, option)?,
            _ => return Err(invalid()),
        }
        Ok(0)
    }

    fn member(
        &self,
        socket: &SockRef<'_>,
        joins: bool,
        option: &DatagramOption<'_>,
    ) -> io::Result<()> {
        match parse(option.group, 0).ok_or_else(invalid)?.ip() {
            IpAddr::V4(group) => {
                let interface = interface_v4(option.interface)?;
                match joins {
                    true => socket.join_multicast_v4(&group, &interface),
                    false => socket.leave_multicast_v4(&group, &interface),
                }
            }
            IpAddr::V6(group) => {
                let interface = interface_v6(option.interface)?;
                match joins {
                    true => socket.join_multicast_v6(&group, interface),
                    false => socket.leave_multicast_v6(&group, interface),
                }
            }
        }
    }
}

fn invalid() -> io::Error {
    io::Error::from_raw_os_error(libc::EINVAL)
}

/// The address of an interface; empty for one that the system chooses.
fn interface_v4(address: &str) -> io::Result<Ipv4Addr> {
    match address {
        "" => Ok(Ipv4Addr::UNSPECIFIED),
        _ => address.parse().map_err(|_| invalid()),
    }
}

/// The number of an interface, which follows `%` in its address.
fn interface_v6(address: &str) -> io::Result<u32> {
    match address.split_once('%') {
        Some((_, number)) => number.parse().map_err(|_| invalid()),
        None if address.is_empty() || address.parse::<Ipv6Addr>().is_ok() => Ok(0),
        None => Err(invalid()),
    }
}

fn bound(address: SocketAddr, only_v6: bool, is_shared: bool) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(address), Type::DGRAM, None)?;
    if address.is_ipv6() {
        socket.set_only_v6(only_v6)?;
    }
    socket.set_reuse_address(is_shared)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    Ok(socket)
}
