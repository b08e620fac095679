//! System errors with the codes of Node.

use std::borrow::Cow;
use std::fmt;
use std::io::{Error, ErrorKind};

use lumi_sandbox::Denied;

#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum SystemError {
    #[class("PermissionDenied")]
    #[error("{denied}")]
    Denied {
        denied: Denied,
        #[property]
        code: StaticText,
    },
    #[class(generic)]
    #[error("{code}: {message}, {syscall} '{path}'")]
    System {
        /// Negative, as in Node.
        #[property]
        errno: f64,
        #[property]
        code: StaticText,
        #[property]
        syscall: StaticText,
        /// The path that the program used.
        #[property]
        path: ErrorText,
        message: String,
    },
    /// An operation on two paths.
    #[class(generic)]
    #[error("{code}: {message}, {syscall} '{path}' -> '{dest}'")]
    Pair {
        #[property]
        errno: f64,
        #[property]
        code: StaticText,
        #[property]
        syscall: StaticText,
        #[property]
        path: ErrorText,
        #[property]
        dest: ErrorText,
        message: String,
    },
    /// An operation on what is open.
    #[class(generic)]
    #[error("{code}: {message}, {syscall}")]
    Call {
        #[property]
        errno: f64,
        #[property]
        code: StaticText,
        #[property]
        syscall: StaticText,
        message: String,
    },
}

/// A fixed text as a property of an error.
#[derive(Clone, Copy, Debug)]
pub struct StaticText(&'static str);

impl StaticText {
    pub fn of(text: &'static str) -> Self {
        Self(text)
    }
}

impl fmt::Display for StaticText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl From<&StaticText> for deno_error::PropertyValue {
    fn from(name: &StaticText) -> Self {
        Self::String(Cow::Borrowed(name.0))
    }
}

/// A text as a property of an error.
#[derive(Debug)]
pub struct ErrorText(String);

impl fmt::Display for ErrorText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&ErrorText> for deno_error::PropertyValue {
    fn from(word: &ErrorText) -> Self {
        Self::String(Cow::Owned(word.0.clone()))
    }
}

impl From<Denied> for SystemError {
    fn from(denied: Denied) -> Self {
        Self::Denied {
            denied,
            code: StaticText("ERR_ACCESS_DENIED"),
        }
    }
}

impl SystemError {
    pub fn new(error: &Error, syscall: &'static str, path: &str) -> Self {
        Self::of_call(error, syscall, Some(path), None)
    }

    /// The error of a call with a path, with two, or with neither.
    pub fn of_call(
        error: &Error,
        syscall: &'static str,
        path: Option<&str>,
        dest: Option<&str>,
    ) -> Self {
        let number = error.raw_os_error().or_else(|| number_of(error.kind()));
        let (code, message) = match number.and_then(known) {
            Some((code, message)) => (code, message.to_owned()),
            None => ("EIO", error.to_string()),
        };
        let errno = -f64::from(number.unwrap_or(libc::EIO));
        let (code, syscall) = (StaticText(code), StaticText(syscall));
        let word = |it: &str| ErrorText(it.to_owned());
        match (path.map(word), dest.map(word)) {
            (Some(path), Some(dest)) => Self::Pair {
                errno,
                code,
                syscall,
                path,
                dest,
                message,
            },
            (Some(path), None) => Self::System {
                errno,
                code,
                syscall,
                path,
                message,
            },
            (None, _) => Self::Call {
                errno,
                code,
                syscall,
                message,
            },
        }
    }
}

/// The number of an error that was made without one.
fn number_of(kind: ErrorKind) -> Option<i32> {
    Some(match kind {
        ErrorKind::NotFound => libc::ENOENT,
        ErrorKind::PermissionDenied => libc::EACCES,
        ErrorKind::AlreadyExists => libc::EEXIST,
        ErrorKind::NotADirectory => libc::ENOTDIR,
        ErrorKind::IsADirectory => libc::EISDIR,
        ErrorKind::InvalidInput => libc::EINVAL,
        ErrorKind::WriteZero => libc::EIO,
        ErrorKind::BrokenPipe => libc::EPIPE,
        _ => return None,
    })
}

/// StaticText and text of an error of the system.
fn known(number: i32) -> Option<(&'static str, &'static str)> {
    Some(match number {
        libc::E2BIG => ("E2BIG", "argument list too long"),
        libc::EACCES => ("EACCES", "permission denied"),
        libc::EAGAIN => ("EAGAIN", "resource temporarily unavailable"),
        libc::EBADF => ("EBADF", "bad file descriptor"),
        libc::EBUSY => ("EBUSY", "resource busy or locked"),
        libc::EEXIST => ("EEXIST", "file already exists"),
        libc::EFBIG => ("EFBIG", "file too large"),
        libc::EINTR => ("EINTR", "interrupted system call"),
        libc::EINVAL => ("EINVAL", "invalid argument"),
        libc::EIO => ("EIO", "i/o error"),
        libc::EISDIR => ("EISDIR", "illegal operation on a directory"),
        libc::ELOOP => ("ELOOP", "too many symbolic links encountered"),
        libc::EMFILE => ("EMFILE", "too many open files"),
        libc::EMLINK => ("EMLINK", "too many links"),
        libc::ENAMETOOLONG => ("ENAMETOOLONG", "name too long"),
        libc::ENFILE => ("ENFILE", "file table overflow"),
        libc::ENODEV => ("ENODEV", "no such device"),
        libc::ENOENT => ("ENOENT", "no such file or directory"),
        libc::ENOEXEC => ("ENOEXEC", "exec format error"),
        libc::ENOMEM => ("ENOMEM", "not enough memory"),
        libc::ENOSPC => ("ENOSPC", "no space left on device"),
        libc::ENOSYS => ("ENOSYS", "function not implemented"),
        libc::ENOTDIR => ("ENOTDIR", "not a directory"),
        libc::ENOTEMPTY => ("ENOTEMPTY", "directory not empty"),
        libc::ENOTSUP => ("ENOTSUP", "operation not supported on socket"),
        libc::ENXIO => ("ENXIO", "no such device or address"),
        libc::EPERM => ("EPERM", "operation not permitted"),
        libc::EPIPE => ("EPIPE", "broken pipe"),
        libc::EROFS => ("EROFS", "read-only file system"),
        libc::ESPIPE => ("ESPIPE", "invalid seek"),
        libc::ESRCH => ("ESRCH", "no such process"),
        libc::ETXTBSY => ("ETXTBSY", "text file is busy"),
        libc::EXDEV => ("EXDEV", "cross-device link not permitted"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_those_of_node() {
        let error = SystemError::new(&Error::from_raw_os_error(2), "open", "a.txt");
        assert_eq!(
            error.to_string(),
            "ENOENT: no such file or directory, open 'a.txt'"
        );
        let missing = Error::from_raw_os_error(2);
        let error = SystemError::of_call(&missing, "rename", Some("a"), Some("b"));
        assert_eq!(
            error.to_string(),
            "ENOENT: no such file or directory, rename 'a' -> 'b'"
        );
        let error = SystemError::of_call(&Error::from_raw_os_error(9), "read", None, None);
        assert_eq!(error.to_string(), "EBADF: bad file descriptor, read");
    }
}
