//! System errors with the codes of Node.

use std::borrow::Cow;
use std::fmt;
use std::io::{Error, ErrorKind};

use crate::denied::Denied;

#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum SystemError {
    #[class("PermissionDenied")]
    #[error("{denied}")]
    Denied {
        denied: Denied,
        #[property]
        code: Word,
    },
    #[class(generic)]
    #[error("{code}: {message}, {syscall} '{path}'")]
    System {
        message: String,
        #[property]
        code: Word,
        /// Negative, as in Node.
        #[property]
        errno: f64,
        #[property]
        syscall: Word,
        /// The path that the program used.
        #[property]
        path: Word,
    },
}

/// A text as a property of an error.
#[derive(Debug)]
pub struct Word(Cow<'static, str>);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&Word> for deno_error::PropertyValue {
    fn from(word: &Word) -> Self {
        Self::String(word.0.clone())
    }
}

impl From<Denied> for SystemError {
    fn from(denied: Denied) -> Self {
        Self::Denied {
            denied,
            code: Word("ERR_ACCESS_DENIED".into()),
        }
    }
}

impl SystemError {
    pub fn new(error: &Error, syscall: &'static str, path: &str) -> Self {
        let (code, message) = match known(error.kind()) {
            Some((code, message)) => (code, message.to_owned()),
            None => ("EIO", error.to_string()),
        };
        Self::System {
            message,
            code: Word(code.into()),
            errno: -f64::from(error.raw_os_error().unwrap_or(5)),
            syscall: Word(syscall.into()),
            path: Word(path.to_owned().into()),
        }
    }
}

fn known(kind: ErrorKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        ErrorKind::NotFound => ("ENOENT", "no such file or directory"),
        ErrorKind::PermissionDenied => ("EACCES", "permission denied"),
        ErrorKind::AlreadyExists => ("EEXIST", "file already exists"),
        ErrorKind::NotADirectory => ("ENOTDIR", "not a directory"),
        ErrorKind::IsADirectory => ("EISDIR", "illegal operation on a directory"),
        ErrorKind::DirectoryNotEmpty => ("ENOTEMPTY", "directory not empty"),
        ErrorKind::InvalidFilename => ("ENAMETOOLONG", "name too long"),
        ErrorKind::InvalidInput => ("EINVAL", "invalid argument"),
        ErrorKind::ReadOnlyFilesystem => ("EROFS", "read-only file system"),
        ErrorKind::StorageFull => ("ENOSPC", "no space left on device"),
        ErrorKind::CrossesDevices => ("EXDEV", "cross-device link not permitted"),
        ErrorKind::ResourceBusy => ("EBUSY", "resource busy or locked"),
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
    }
}
