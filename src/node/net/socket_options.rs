//! Options of connections.

use std::io;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};

#[derive(Clone, Copy, Debug)]
pub enum SocketOption {
    /// Small writes are sent at once.
    NoDelay(bool),
    /// `None` asks for nothing while a connection is idle.
    KeepAlive(Option<Duration>),
    /// Closing drops what was not sent, and tells the other end.
    Reset,
}

impl SocketOption {
    /// Options by number: 0 no delay, 1 keep alive after a number of seconds, 2 no keep alive.
    pub fn of(number: u32, value: u32) -> Option<Self> {
        Some(match number {
            0 => Self::NoDelay(value != 0),
            // The kernel accepts no 0.
            1 => Self::KeepAlive(Some(Duration::from_secs(u64::from(value.max(1))))),
            2 => Self::KeepAlive(None),
            _ => return None,
        })
    }

    pub fn set(self, socket: &SockRef<'_>) -> io::Result<()> {
        match self {
            Self::NoDelay(is_on) => socket.set_tcp_nodelay(is_on),
            Self::KeepAlive(None) => socket.set_keepalive(false),
            Self::KeepAlive(Some(time)) => {
                socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(time))
            }
            Self::Reset => socket.set_linger(Some(Duration::ZERO)),
        }
    }
}
