//! Bytes between a protocol and a socket of JavaScript.
//!
//! The protocol reads and writes without waiting. JavaScript owns the socket, which has asked the
//! sandbox: it passes on what arrives and sends what is pulled.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Both ends share one pipe.
#[derive(Clone, Default)]
pub struct BytePipe(Rc<RefCell<Bytes>>);

#[derive(Default)]
struct Bytes {
    incoming: Vec<u8>,
    /// The number of incoming bytes that were read.
    read: usize,
    has_ended: bool,
    outgoing: Vec<u8>,
    /// The number of outgoing bytes that were pulled.
    pulled: usize,
}

impl BytePipe {
    /// Takes bytes of the socket.
    pub fn feed(&self, bytes: &[u8]) {
        let mut pipe = self.0.borrow_mut();
        if pipe.read == pipe.incoming.len() {
            pipe.incoming.clear();
            pipe.read = 0;
        }
        pipe.incoming.extend_from_slice(bytes);
    }

    /// The socket has no more bytes.
    pub fn end(&self) {
        self.0.borrow_mut().has_ended = true;
    }

    /// Moves bytes for the socket into `room`: their number.
    pub fn pull(&self, room: &mut [u8]) -> usize {
        let mut pipe = self.0.borrow_mut();
        let waiting = &pipe.outgoing[pipe.pulled..];
        let length = waiting.len().min(room.len());
        room[..length].copy_from_slice(&waiting[..length]);
        pipe.pulled += length;
        if pipe.pulled == pipe.outgoing.len() {
            pipe.outgoing = Vec::new();
            pipe.pulled = 0;
        }
        length
    }
}

impl Read for BytePipe {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let mut pipe = self.0.borrow_mut();
        let waiting = &pipe.incoming[pipe.read..];
        if waiting.is_empty() && !pipe.has_ended {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let length = waiting.len().min(room.len());
        room[..length].copy_from_slice(&waiting[..length]);
        pipe.read += length;
        Ok(length)
    }
}

impl Write for BytePipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().outgoing.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The owner of a future that reads polls it again after each [`BytePipe::feed`].
impl AsyncRead for BytePipe {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _context: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let free = room.initialize_unfilled();
        match self.read(free) {
            Ok(length) => {
                room.advance(length);
                Poll::Ready(Ok(()))
            }
            Err(_) => Poll::Pending,
        }
    }
}

impl AsyncWrite for BytePipe {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Poll::Ready(self.write(bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_pass_both_ways_in_pieces() {
        let mut pipe = BytePipe::default();
        let mut room = [0; 3];
        let error = pipe.read(&mut room).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        pipe.feed(b"abcd");
        assert_eq!((pipe.read(&mut room).unwrap(), &room), (3, b"abc"));
        pipe.feed(b"e");
        assert_eq!((pipe.read(&mut room).unwrap(), &room[..2]), (2, &b"de"[..]));
        pipe.end();
        assert_eq!(pipe.read(&mut room).unwrap(), 0);
        pipe.write_all(b"wxyz").unwrap();
        assert_eq!((pipe.pull(&mut room), &room), (3, b"wxy"));
        pipe.write_all(b"!").unwrap();
        assert_eq!((pipe.pull(&mut room), &room[..2]), (2, &b"z!"[..]));
        assert_eq!(pipe.pull(&mut room), 0);
    }
}
