//! Files that users name, read up to a limit: a device or a pipe may have no end.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

use zeroize::{Zeroize as _, Zeroizing};

/// Bytes of a graph, a plan or a state: as much as V8 can have as one text.
pub const DOCUMENT: u64 = 512 << 20;
/// Bytes of a passphrase or a value of the configuration.
pub const VALUE: u64 = 16 << 20;

/// The content of a file.
pub fn file(path: &Path, limit: u64) -> Result<Vec<u8>> {
    all(File::open(path)?, limit)
}

/// What an input has until its end.
pub fn all(input: impl Read, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        bytes.zeroize();
        let problem = format!("it is larger than {} MiB", limit >> 20);
        return Err(Error::new(ErrorKind::FileTooLarge, problem));
    }
    Ok(bytes)
}

/// The text of a file with a secret.
pub fn secret_file(path: &Path) -> Result<Zeroizing<String>> {
    secret(File::open(path)?)
}

/// A secret text that an input has until its end.
pub fn secret(input: impl Read) -> Result<Zeroizing<String>> {
    match String::from_utf8(all(input, VALUE)?) {
        Ok(text) => Ok(Zeroizing::new(text)),
        Err(error) => {
            error.into_bytes().zeroize();
            Err(Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_refused() {
        assert_eq!(all(&b"abc"[..], 3).unwrap(), b"abc");
        let error = all(std::io::repeat(0), 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 1 MiB");
        assert_eq!(*secret(&b"abc\n"[..]).unwrap(), "abc\n");
        assert!(secret(&b"\xff"[..]).is_err());
    }
}
