//! A socket that waits for connections.

use std::ffi::OsString;
use std::io;
use std::net::{Shutdown, SocketAddr};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::rc::Rc;

use deno_core::{CancelFuture as _, CancelHandle};
use rustix::fs::{AtFlags, unlinkat};
use socket2::{Domain, SockAddr, SockRef, Socket, Type};
use tokio::net::{TcpListener, UnixListener};

use crate::files::folder_entry::FolderEntry;
#[cfg(target_os = "linux")]
use crate::files::folder_entry::path_of;

use super::address::{SocketAddresses, SocketEnd};
use super::error::NetError;
use super::stream::Stream;

enum Kind {
    Tcp(TcpListener),
    Path(UnixListener, Entry),
}

/// A socket in the file system. Its folder is kept open: a path may lead elsewhere when the socket
/// is removed.
struct Entry {
    folder: OwnedFd,
    name: OsString,
}

impl Entry {
    /// `path` is real.
    fn of(path: &Path) -> io::Result<Self> {
        let entry = FolderEntry::open(path)?;
        Ok(Self {
            name: entry.name.to_owned(),
            folder: entry.folder,
        })
    }

    fn remove(&self) -> io::Result<()> {
        Ok(unlinkat(&self.folder, &self.name, AtFlags::empty())?)
    }
}

pub struct Listener {
    kind: Kind,
    cancel: Rc<CancelHandle>,
}

impl Listener {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            cancel: CancelHandle::new_rc(),
        }
    }

    pub fn bind(address: SocketAddr, backlog: u32, only_v6: bool) -> Result<Self, NetError> {
        let listening = bound(address, backlog, only_v6);
        let listening = listening.and_then(|it| TcpListener::from_std(it.into()));
        let listening = listening.map_err(|error| NetError::new(&error, "listen"))?;
        Ok(Self::new(Kind::Tcp(listening)))
    }

    pub fn bind_path(path: &Path, backlog: u32) -> Result<Self, NetError> {
        let failed = |error: io::Error| NetError::new(&error, "listen");
        let entry = Entry::of(path).map_err(failed)?;
        #[cfg(target_os = "linux")]
        let path = &path_of(&entry.folder).join(&entry.name);
        let listening = bound_path(path, backlog);
        let listening = listening.and_then(|it| UnixListener::from_std(it.into()));
        Ok(Self::new(Kind::Path(listening.map_err(failed)?, entry)))
    }

    async fn next(&self) -> io::Result<Stream> {
        match &self.kind {
            Kind::Tcp(listener) => Ok(Stream::of_tcp(listener.accept().await?.0)),
            Kind::Path(listener, _) => Ok(Stream::of_path(listener.accept().await?.0)),
        }
    }

    /// The next connection; an error when the listener is closed.
    pub async fn accept(&self) -> io::Result<Stream> {
        let next = self.next().or_cancel(Rc::clone(&self.cancel)).await;
        next.unwrap_or_else(|_| Err(io::Error::from_raw_os_error(libc::ECANCELED)))
    }

    pub fn addresses(&self) -> SocketAddresses {
        let local = match &self.kind {
            Kind::Tcp(listener) => listener.local_addr().ok().map(SocketEnd::of),
            Kind::Path(..) => None,
        };
        SocketAddresses {
            local,
            remote: None,
        }
    }

    /// Ends what waits. A socket of the file system is removed, as libuv does.
    pub fn cancel(&self) {
        let socket = match &self.kind {
            Kind::Tcp(listener) => SockRef::from(listener),
            Kind::Path(listener, _) => SockRef::from(listener),
        };
        // Others are refused before `accept` has ended. A listener always can be shut down.
        let _ = socket.shutdown(Shutdown::Both);
        if let Kind::Path(_, entry) = &self.kind {
            // The program may have removed it.
            let _ = entry.remove();
        }
        self.cancel.cancel();
    }
}

fn bound(address: SocketAddr, backlog: u32, only_v6: bool) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    if address.is_ipv6() {
        socket.set_only_v6(only_v6)?;
    }
    // A port is free as soon as its listener is closed, as in Node.
    socket.set_reuse_address(true)?;
    started(socket, &address.into(), backlog)
}

fn bound_path(path: &Path, backlog: u32) -> io::Result<Socket> {
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    started(socket, &SockAddr::unix(path)?, backlog)
}

fn started(socket: Socket, address: &SockAddr, backlog: u32) -> io::Result<Socket> {
    socket.bind(address)?;
    socket.listen(i32::try_from(backlog).unwrap_or(i32::MAX))?;
    socket.set_nonblocking(true)?;
    Ok(socket)
}
