//! Reads files that users name, up to a limit: devices and pipes may be endless.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

use zeroize::{Zeroize as _, Zeroizing};

/// Maximum size in bytes of a graph, a plan or a state: the maximum length of a V8 string.
pub const DOCUMENT: u64 = 512 << 20;
/// Maximum size in bytes of a passphrase or a configuration value.
pub const VALUE: u64 = 16 << 20;

/// Reads a file.
pub fn file(path: &Path, limit: u64) -> Result<Vec<u8>> {
    all(File::open(path)?, limit)
}

/// Reads an input to its end.
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

/// Reads a secret text to the end of an input.
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
