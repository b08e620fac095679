//! Sockets, behind `node:net`. JavaScript knows streams and listeners by number. Failures of reads
//! and writes are negative numbers of the system, as in libuv; what fails while something is opened
//! is thrown.
//!
//! | module | |
//! |---|---|
//! | `address` | addresses as JavaScript has them |
//! | `datagrams` | a socket of UDP |
//! | `error` | failures of sockets |
//! | `access` | the permissions of sockets |
//! | `listener` | a socket that waits for connections |
//! | `socket_options` | options of connections |
//! | `sockets` | the open streams and listeners of a program |
//! | `stream` | a connection |

mod access;
mod address;
mod datagrams;
mod error;
mod listener;
mod socket_options;
mod sockets;
mod stream;

use std::cell::RefCell;
use std::rc::Rc;

use deno_core::{JsBuffer, OpState, ToJsBuffer, op2};

pub use access::ResolvedNames;
pub use sockets::Sockets;

use super::surroundings::Surroundings;
use address::{SocketAddresses, SocketEnd, Target};
use datagrams::{DatagramOption, Datagrams};
use error::NetError;
use listener::Listener;
use socket_options::SocketOption;
use stream::Stream;

/// Connects to an address. `target` has the host as the program wrote it, for the sandbox.
#[op2]
#[smi]
pub async fn op_lumi_net_connect(
    state: Rc<RefCell<OpState>>,
    #[serde] target: Target,
) -> Result<u32, NetError> {
    let address = access::connecting(&state.borrow(), &target)?;
    let stream = Stream::connect(address, &target).await?;
    Ok(Sockets::of(&mut state.borrow_mut()).add_stream(stream))
}

/// Connects to a socket of the file system.
#[op2]
#[smi]
pub async fn op_lumi_net_connect_path(
    state: Rc<RefCell<OpState>>,
    #[string] path: String,
) -> Result<u32, NetError> {
    let path = access::path(&state.borrow(), &path)?;
    let stream = Stream::connect_path(&path).await?;
    Ok(Sockets::of(&mut state.borrow_mut()).add_stream(stream))
}

/// The channel of messages to the process that started this one: the number of a stream, or 0 where there is none.
/// A second call finds none.
#[op2(fast)]
#[smi]
pub fn op_lumi_channel_open(state: &mut OpState) -> u32 {
    let channel = Surroundings::of(state).channel.take();
    match channel.and_then(Stream::of_channel) {
        Some(stream) => Sockets::of(state).add_stream(stream),
        None => 0,
    }
}

/// Waits for connections to an address; answers the number of the listener.
#[op2]
#[smi]
pub fn op_lumi_net_listen(
    state: &mut OpState,
    #[serde] target: Target,
    backlog: u32,
    only_v6: bool,
) -> Result<u32, NetError> {
    let address = access::listening(state, &target)?;
    let listener = Listener::bind(address, backlog, only_v6)?;
    Ok(Sockets::of(state).add_listener(listener))
}

/// Makes a socket in the file system, and waits for connections to it.
#[op2(fast)]
#[smi]
pub fn op_lumi_net_listen_path(
    state: &mut OpState,
    #[string] path: &str,
    backlog: u32,
) -> Result<u32, NetError> {
    let path = access::path(state, path)?;
    let listener = Listener::bind_path(&path, backlog)?;
    Ok(Sockets::of(state).add_listener(listener))
}

/// The next connection of a listener; negative when it has failed or was closed.
#[op2]
#[smi]
pub async fn op_lumi_net_accept(state: Rc<RefCell<OpState>>, #[smi] id: u32) -> i32 {
    let Some(listener) = Sockets::of(&mut state.borrow_mut()).listener(id) else {
        return -libc::EBADF;
    };
    match listener.accept().await {
        Ok(stream) => {
            let id = Sockets::of(&mut state.borrow_mut()).add_stream(stream);
            i32::try_from(id).unwrap_or(-libc::EMFILE)
        }
        Err(error) => error::negative(&error),
    }
}

/// Waits until something can be read: 0, or negative for a failure.
#[op2]
#[smi]
pub async fn op_lumi_net_readable(state: Rc<RefCell<OpState>>, #[smi] id: u32) -> i32 {
    let Some(stream) = Sockets::of(&mut state.borrow_mut()).stream(id) else {
        return -libc::EBADF;
    };
    match stream.readable().await {
        Ok(()) => 0,
        Err(error) => error::negative(&error),
    }
}

/// Reads the available bytes into `room`: the number of bytes, 0 at the end, negative for a failure.
#[op2(fast)]
#[smi]
pub fn op_lumi_net_read(state: &mut OpState, #[smi] id: u32, #[buffer] room: &mut [u8]) -> i32 {
    match Sockets::of(state).stream(id) {
        Some(stream) => error::counted(stream.read_now(room)),
        None => -libc::EBADF,
    }
}

/// Writes what the kernel takes now: the number of bytes, which may be 0, or negative for a failure.
#[op2(fast)]
#[smi]
pub fn op_lumi_net_write(state: &mut OpState, #[smi] id: u32, #[buffer] data: &[u8]) -> i32 {
    match Sockets::of(state).stream(id) {
        Some(stream) => error::counted(stream.write_now(data)),
        None => -libc::EBADF,
    }
}

/// Writes all of `data`: 0, or negative for a failure.
#[op2]
#[smi]
pub async fn op_lumi_net_write_all(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
    #[buffer] data: JsBuffer,
) -> i32 {
    let Some(stream) = Sockets::of(&mut state.borrow_mut()).stream(id) else {
        return -libc::EBADF;
    };
    match stream.write_all(&data).await {
        Ok(()) => 0,
        Err(error) => error::negative(&error),
    }
}

/// Ends the writing half: 0, or negative for a failure.
#[op2(fast)]
#[smi]
pub fn op_lumi_net_shutdown(state: &mut OpState, #[smi] id: u32) -> i32 {
    match Sockets::of(state).stream(id).map(|it| it.shutdown()) {
        Some(Ok(())) => 0,
        Some(Err(error)) => error::negative(&error),
        None => -libc::ENOTCONN,
    }
}

/// Closes a stream or a listener; `is_reset` drops what was not sent.
#[op2(fast)]
pub fn op_lumi_net_close(state: &mut OpState, #[smi] id: u32, is_reset: bool) {
    Sockets::of(state).close(id, is_reset);
}

/// The addresses of both ends; null where there is none.
#[op2]
#[serde]
pub fn op_lumi_net_addresses(state: &mut OpState, #[smi] id: u32) -> SocketAddresses {
    let sockets = Sockets::of(state);
    match (sockets.stream(id), sockets.listener(id)) {
        (Some(stream), _) => stream.addresses(),
        (None, Some(listener)) => listener.addresses(),
        (None, None) => match sockets.datagrams(id) {
            Some(datagrams) => datagrams.addresses(),
            None => SocketAddresses::default(),
        },
    }
}

/// Sets an option of a stream: 0, or negative for a failure.
#[op2(fast)]
#[smi]
pub fn op_lumi_net_option(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] option: u32,
    #[smi] value: u32,
) -> i32 {
    let Some(stream) = Sockets::of(state).stream(id) else {
        return -libc::EBADF;
    };
    match SocketOption::of(option, value).map(|it| stream.set(it)) {
        Some(Ok(())) => 0,
        Some(Err(error)) => error::negative(&error),
        None => -libc::EINVAL,
    }
}

/// Opens a socket of UDP; answers its number. Without `is_asked` the program did not bind it: it drops
/// messages from where it has not sent to, so that sending needs no permission to listen.
#[op2]
#[smi]
pub fn op_lumi_udp_bind(
    state: &mut OpState,
    #[serde] target: Target,
    only_v6: bool,
    is_shared: bool,
    is_asked: bool,
) -> Result<u32, NetError> {
    let address = match is_asked {
        true => access::listening(state, &target)?,
        false => access::unbound(&target)?,
    };
    let datagrams = Datagrams::bind(address, only_v6, is_shared, is_asked)
        .map_err(|error| access::explained(state, error))?;
    Ok(Sockets::of(state).add_datagrams(datagrams))
}

/// Sends one message: the number of bytes, or negative for a failure.
#[op2]
#[smi]
pub async fn op_lumi_udp_send(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
    #[serde] target: Target,
    #[buffer] data: JsBuffer,
) -> Result<i32, NetError> {
    let address = access::sending(&state.borrow(), &target)?;
    let Some(datagrams) = Sockets::of(&mut state.borrow_mut()).datagrams(id) else {
        return Ok(-libc::EBADF);
    };
    Ok(error::counted(datagrams.send(&data, address).await))
}

/// The next message: 0, its bytes, and its sender; or a negative number alone.
#[op2]
#[serde]
pub async fn op_lumi_udp_receive(
    state: Rc<RefCell<OpState>>,
    #[smi] id: u32,
) -> (i32, Option<ToJsBuffer>, Option<SocketEnd>) {
    let Some(datagrams) = Sockets::of(&mut state.borrow_mut()).datagrams(id) else {
        return (-libc::EBADF, None, None);
    };
    match datagrams.receive().await {
        Ok((data, from)) => (0, Some(data.into()), Some(from)),
        Err(error) => (error::negative(&error), None, None),
    }
}

/// Sets an option of a socket of UDP: 0, or negative for a failure; a size in bytes for those that ask for one.
#[op2(fast)]
#[smi]
pub fn op_lumi_udp_option(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] number: u32,
    #[smi] value: u32,
    #[string] group: &str,
    #[string] interface: &str,
) -> i32 {
    let option = DatagramOption {
        number,
        value,
        group,
        interface,
    };
    match Sockets::of(state).datagrams(id) {
        Some(datagrams) => error::counted(datagrams.set(&option)),
        None => -libc::EBADF,
    }
}

/// The permissions of the program.
fn permissions(state: &OpState) -> Rc<lumi_sandbox::Permissions> {
    Rc::clone(&Surroundings::of(state).permissions)
}
