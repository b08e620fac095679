//! A connection.

use std::cell::Cell;
use std::future::Future;
use std::io::{self, Read as _};
use std::net::{Shutdown, SocketAddr};
use std::os::fd::{FromRawFd as _, OwnedFd, RawFd};
use std::path::Path;
use std::rc::Rc;

use deno_core::{CancelFuture as _, CancelHandle};
use socket2::SockRef;
use tokio::io::Interest;
use tokio::net::{TcpSocket, TcpStream, UnixStream};

use crate::files::folder_entry::FolderEntry;

use super::address::{SocketAddresses, SocketEnd, Target, parse};
use super::error::NetError;
use super::socket_options::SocketOption;

/// The number of reads that find data at once before others get their turn.
const READS_IN_A_ROW: u32 = 16;

enum Kind {
    Tcp(TcpStream),
    Path(UnixStream),
}

pub struct Stream {
    kind: Kind,
    cancel: Rc<CancelHandle>,
    /// The number of reads since one had to wait.
    reads: Cell<u32>,
}

impl Stream {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            cancel: CancelHandle::new_rc(),
            reads: Cell::new(0),
        }
    }

    pub fn of_tcp(stream: TcpStream) -> Self {
        Self::new(Kind::Tcp(stream))
    }

    pub fn of_path(stream: UnixStream) -> Self {
        Self::new(Kind::Path(stream))
    }

    /// A socket that this process was started with; `None` if the descriptor is none.
    pub fn of_channel(descriptor: RawFd) -> Option<Self> {
        if descriptor < 3 {
            return None;
        }
        // SAFETY: the descriptors of the standard streams aside, an exec leaves those alone that the process that
        // called it meant to be passed on; this one was named to be taken, once.
        let owned = unsafe { OwnedFd::from_raw_fd(descriptor) };
        let stream = std::os::unix::net::UnixStream::from(owned);
        if stream.local_addr().is_err() {
            // No socket, so perhaps not meant for this: it stays open.
            std::mem::forget(stream);
            return None;
        }
        stream.set_nonblocking(true).ok()?;
        UnixStream::from_std(stream).ok().map(Self::of_path)
    }

    pub async fn connect(address: SocketAddr, target: &Target) -> Result<Self, NetError> {
        let failed = |error: io::Error| NetError::new(&error, "connect");
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4(),
            SocketAddr::V6(_) => TcpSocket::new_v6(),
        };
        let socket = socket.map_err(failed)?;
        if let Some(local) = local_end(target, address) {
            let bound = local.and_then(|it| socket.bind(it));
            bound.map_err(|error| NetError::new(&error, "bind"))?;
        }
        let stream = socket.connect(address).await.map_err(failed)?;
        Ok(Self::of_tcp(stream))
    }

    /// Connects to the socket at a real path. Links that have come into it since are not followed.
    pub async fn connect_path(path: &Path) -> Result<Self, NetError> {
        let stream = connected(path).await;
        let stream = stream.map_err(|error| NetError::new(&error, "connect"))?;
        Ok(Self::of_path(stream))
    }

    fn try_write(&self, data: &[u8]) -> io::Result<usize> {
        match &self.kind {
            Kind::Tcp(stream) => stream.try_write(data),
            Kind::Path(stream) => stream.try_write(data),
        }
    }

    async fn writable(&self) -> io::Result<()> {
        match &self.kind {
            Kind::Tcp(stream) => stream.writable().await,
            Kind::Path(stream) => stream.writable().await,
        }
    }

    /// Runs `future` until the stream is closed.
    async fn until_closed<T>(&self, future: impl Future<Output = io::Result<T>>) -> io::Result<T> {
        let closed = || Err(io::Error::from_raw_os_error(libc::ECANCELED));
        let done = future.or_cancel(Rc::clone(&self.cancel)).await;
        done.unwrap_or_else(|_| closed())
    }

    /// Waits until something can be read. Others get their turn when one stream has much to read.
    pub async fn readable(&self) -> io::Result<()> {
        if self.reads.get() >= READS_IN_A_ROW {
            self.reads.set(0);
            tokio::task::yield_now().await;
        }
        let readable = async {
            match &self.kind {
                Kind::Tcp(stream) => stream.readable().await,
                Kind::Path(stream) => stream.readable().await,
            }
        };
        self.until_closed(readable).await
    }

    /// Reads the available bytes: the number of bytes, 0 at the end.
    pub fn read_now(&self, room: &mut [u8]) -> io::Result<usize> {
        let mut count = None;
        let read = || {
            let read = (&*self.socket()).read(room)?;
            count = Some(read);
            // Less than there is room for was all: the next wait needs no call that finds nothing.
            match read > 0 && read < room.len() {
                true => Err(io::ErrorKind::WouldBlock.into()),
                false => Ok(read),
            }
        };
        let read = match &self.kind {
            Kind::Tcp(stream) => stream.try_io(Interest::READABLE, read),
            Kind::Path(stream) => stream.try_io(Interest::READABLE, read),
        };
        let is_drained = count.is_none_or(|it| it < room.len());
        let reads = if is_drained { 0 } else { self.reads.get() + 1 };
        self.reads.set(reads);
        count.map_or(read, Ok)
    }

    /// Writes what the kernel takes at once.
    pub fn write_now(&self, data: &[u8]) -> io::Result<usize> {
        match self.try_write(data) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
            result => result,
        }
    }

    pub async fn write_all(&self, data: &[u8]) -> io::Result<()> {
        let mut rest = data;
        while !rest.is_empty() {
            let written = self.write_now(rest)?;
            rest = &rest[written..];
            if written == 0 {
                self.until_closed(self.writable()).await?;
            }
        }
        Ok(())
    }

    fn socket(&self) -> SockRef<'_> {
        match &self.kind {
            Kind::Tcp(stream) => SockRef::from(stream),
            Kind::Path(stream) => SockRef::from(stream),
        }
    }

    pub fn shutdown(&self) -> io::Result<()> {
        self.socket().shutdown(Shutdown::Write)
    }

    pub fn set(&self, option: SocketOption) -> io::Result<()> {
        match &self.kind {
            Kind::Tcp(_) => option.set(&self.socket()),
            Kind::Path(_) => Ok(()),
        }
    }

    pub fn addresses(&self) -> SocketAddresses {
        match &self.kind {
            Kind::Tcp(stream) => SocketAddresses {
                local: stream.local_addr().ok().map(SocketEnd::of),
                remote: stream.peer_addr().ok().map(SocketEnd::of),
            },
            Kind::Path(_) => SocketAddresses::default(),
        }
    }

    pub fn cancel(&self) {
        self.cancel.cancel();
    }
}

/// The address that this end is bound to; `None` if the kernel chooses.
fn local_end(target: &Target, remote: SocketAddr) -> Option<io::Result<SocketAddr>> {
    let any = if remote.is_ipv4() { "0.0.0.0" } else { "::" };
    if target.local_address.is_none() && target.local_port == 0 {
        return None;
    }
    let address = target.local_address.as_deref().unwrap_or(any);
    let invalid = || io::Error::from_raw_os_error(libc::EINVAL);
    Some(parse(address, target.local_port).ok_or_else(invalid))
}

#[cfg(target_os = "linux")]
async fn connected(path: &Path) -> io::Result<UnixStream> {
    let socket = FolderEntry::open(path)?.pin()?;
    UnixStream::connect(crate::files::folder_entry::path_of(&socket)).await
}

#[cfg(not(target_os = "linux"))]
async fn connected(path: &Path) -> io::Result<UnixStream> {
    let _folder = FolderEntry::open(path)?;
    UnixStream::connect(path).await
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::super::listener::Listener;
    use super::*;

    #[tokio::test]
    async fn links_that_came_after_the_check_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        std::fs::create_dir(base.join("outside")).unwrap();
        symlink("outside", base.join("link")).unwrap();
        let socket = base.join("outside/socket");
        let listener = Listener::bind_path(&socket, 1).unwrap();
        symlink("outside/socket", base.join("entry")).unwrap();
        assert!(Stream::connect_path(&socket).await.is_ok());
        for path in ["link/socket", "entry", "absent"] {
            let connected = Stream::connect_path(&base.join(path)).await;
            assert!(connected.is_err(), "{path}");
        }
        for path in ["link/other", "entry", "outside/socket"] {
            assert!(Listener::bind_path(&base.join(path), 1).is_err(), "{path}");
        }
        assert!(!base.join("outside/other").exists());
        listener.cancel();
        assert!(!socket.exists());
    }
}
