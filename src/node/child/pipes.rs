//! The program's ends of the pipes of a running process.

use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd};

use tokio::net::UnixStream;
use tokio::net::unix::pipe;
use tokio::sync::Notify;

use super::launch::PipeEnd;
use crate::surroundings::Console;

/// Bytes read from a pipe at a time.
const CHUNK: usize = 64 << 10;

enum End {
    Reader(pipe::Receiver),
    Writer(pipe::Sender),
    Both(UnixStream),
}

/// An end that the program reads or writes.
pub struct OpenPipe {
    end: End,
    is_closed: Cell<bool>,
    closing: Notify,
}

/// Output of a process that goes to the console.
pub struct ConsolePipe {
    reader: pipe::Receiver,
    /// As for [`Console`].
    level: i32,
    /// The beginning of a character.
    rest: RefCell<Vec<u8>>,
}

pub enum Opened {
    Pipe(OpenPipe),
    Console(ConsolePipe),
}

/// Registers an end with the event loop.
pub fn open(end: PipeEnd) -> io::Result<Opened> {
    let receiver = |it| pipe::Receiver::from_owned_fd(OwnedFd::from(it));
    let end = match end {
        PipeEnd::Console(reader, level) => {
            return Ok(Opened::Console(ConsolePipe {
                reader: receiver(reader)?,
                level,
                rest: RefCell::default(),
            }));
        }
        PipeEnd::Reader(reader) => End::Reader(receiver(reader)?),
        PipeEnd::Writer(writer) => End::Writer(pipe::Sender::from_owned_fd(writer.into())?),
        PipeEnd::Both(stream) => {
            stream.set_nonblocking(true)?;
            End::Both(UnixStream::from_std(stream)?)
        }
    };
    Ok(Opened::Pipe(OpenPipe {
        end,
        is_closed: Cell::new(false),
        closing: Notify::new(),
    }))
}

impl OpenPipe {
    /// Waits for bytes; `None` at the end, and once the pipe is closed here.
    pub async fn read(&self) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = vec![0; CHUNK];
        loop {
            let read = async {
                match &self.end {
                    End::Reader(it) => it.readable().await.and_then(|()| it.try_read(&mut bytes)),
                    End::Both(it) => it.readable().await.and_then(|()| it.try_read(&mut bytes)),
                    End::Writer(_) => Err(io::Error::from_raw_os_error(libc::EBADF)),
                }
            };
            match self.unless_closed(read).await {
                None | Some(Ok(0)) => return Ok(None),
                Some(Ok(length)) => {
                    bytes.truncate(length);
                    return Ok(Some(bytes));
                }
                Some(Err(error)) if error.kind() == io::ErrorKind::WouldBlock => {}
                // The other end was closed with bytes of ours unread.
                Some(Err(error)) if error.kind() == io::ErrorKind::ConnectionReset => {
                    return Ok(None);
                }
                Some(Err(error)) => return Err(error),
            }
        }
    }

    /// Writes all bytes, unless the pipe is closed meanwhile.
    pub async fn write(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let write = async {
                match &self.end {
                    End::Writer(it) => it.writable().await.and_then(|()| it.try_write(bytes)),
                    End::Both(it) => it.writable().await.and_then(|()| it.try_write(bytes)),
                    End::Reader(_) => Err(io::Error::from_raw_os_error(libc::EBADF)),
                }
            };
            match self.unless_closed(write).await {
                None => return Ok(()),
                Some(Ok(length)) => bytes = &bytes[length..],
                Some(Err(error)) if error.kind() == io::ErrorKind::WouldBlock => {}
                Some(Err(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Closes the input of the process.
    pub fn end_writing(&self) -> io::Result<()> {
        let End::Both(stream) = &self.end else {
            return Ok(());
        };
        // SAFETY: a plain system call on a descriptor that is open.
        match unsafe { libc::shutdown(stream.as_raw_fd(), libc::SHUT_WR) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// Ends the operations that wait for the pipe. The descriptor is closed when the pipe is dropped.
    pub fn close(&self) {
        self.is_closed.set(true);
        self.closing.notify_waiters();
    }

    async fn unless_closed<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        if self.is_closed.get() {
            return None;
        }
        tokio::select! {
            biased;
            () = self.closing.notified() => None,
            result = work => Some(result),
        }
    }
}

impl ConsolePipe {
    /// Prints what comes until the pipe is closed.
    pub async fn print(&self, console: &Console) {
        while self.reader.readable().await.is_ok() {
            if self.print_available(console) {
                return;
            }
        }
    }

    /// Prints what is in the pipe, as far as the event loop knows. Returns whether the pipe is closed.
    fn print_available(&self, console: &Console) -> bool {
        self.print_read(console, |bytes| self.reader.try_read(bytes))
    }

    /// Prints what is in the pipe, also where the event loop has not noticed it yet.
    pub fn print_rest(&self, console: &Console) {
        self.print_read(console, |bytes| Ok(rustix::io::read(&self.reader, bytes)?));
    }

    fn print_read(&self, console: &Console, read: impl Fn(&mut [u8]) -> io::Result<usize>) -> bool {
        let mut bytes = vec![0; CHUNK];
        loop {
            match read(&mut bytes) {
                Ok(0) => {
                    let rest = self.rest.take();
                    if !rest.is_empty() {
                        self.tell(console, String::from_utf8_lossy(&rest).into_owned());
                    }
                    return true;
                }
                Ok(length) => self.take(console, &bytes[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return error.kind() != io::ErrorKind::WouldBlock,
            }
        }
    }

    fn take(&self, console: &Console, bytes: &[u8]) {
        let mut rest = self.rest.borrow_mut();
        rest.extend_from_slice(bytes);
        let incomplete = match std::str::from_utf8(&rest) {
            Err(error) if error.error_len().is_none() => rest.len() - error.valid_up_to(),
            _ => 0,
        };
        let end = rest.len() - incomplete;
        let text = String::from_utf8_lossy(&rest[..end]).into_owned();
        rest.drain(..end);
        if !text.is_empty() {
            self.tell(console, text);
        }
    }

    fn tell(&self, console: &Console, text: String) {
        console(self.level, text);
    }
}
