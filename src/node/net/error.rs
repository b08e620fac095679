//! Failures of sockets.

use std::io;

use crate::system_error::{StaticText, SystemError};
use lumi_sandbox::Denied;

#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum NetError {
    #[class(inherit)]
    #[error(transparent)]
    Denied(#[from] SystemError),
    /// The kernel limits ports of TCP, and none of UDP.
    #[class("PermissionDenied")]
    #[error(
        "sockets of UDP need a permission without a port, as the kernel cannot limit their ports; run again with --allow-net={hosts}"
    )]
    OnlyPorts {
        hosts: String,
        #[property]
        code: StaticText,
    },
    /// JavaScript makes Node's error of it, which names the address.
    #[class(generic)]
    #[error("{syscall} failed")]
    System {
        /// Negative, as in Node.
        #[property]
        errno: f64,
        #[property]
        syscall: StaticText,
    },
}

impl NetError {
    pub fn new(error: &io::Error, syscall: &'static str) -> Self {
        Self::System {
            errno: f64::from(negative(error)),
            syscall: StaticText::of(syscall),
        }
    }
}

impl From<Denied> for NetError {
    fn from(denied: Denied) -> Self {
        Self::Denied(denied.into())
    }
}

/// The number of a failure as libuv has it.
pub fn negative(error: &io::Error) -> i32 {
    let number = error.raw_os_error().unwrap_or(match error.kind() {
        io::ErrorKind::WouldBlock => libc::EAGAIN,
        io::ErrorKind::InvalidInput => libc::EINVAL,
        io::ErrorKind::Interrupted => libc::ECANCELED,
        io::ErrorKind::BrokenPipe | io::ErrorKind::WriteZero => libc::EPIPE,
        _ => libc::EIO,
    });
    -number.abs()
}

/// A number of bytes, or the number of a failure.
pub fn counted(result: io::Result<usize>) -> i32 {
    match result {
        Ok(count) => i32::try_from(count).unwrap_or(i32::MAX),
        Err(error) => negative(&error),
    }
}
