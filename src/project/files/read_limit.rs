//! Reads files that users name, up to a limit: devices and pipes may be endless.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

use lumi_state::regular_file;
use zeroize::{Zeroize as _, Zeroizing};

/// Maximum size in bytes of a graph, a plan or a state: the maximum length of a V8 string.
pub const DOCUMENT: u64 = 512 << 20;
/// Maximum size in bytes of a file that is quoted.
const SOURCE: u64 = 16 << 20;
/// Maximum size in bytes of a passphrase or a configuration value.
pub const VALUE: u64 = 16 << 20;

/// Reads a file that a user names: a regular one, or one that the shell has opened.
pub fn file(path: &Path, limit: u64) -> Result<Vec<u8>> {
    match is_open_already(path) {
        true => all(File::open(path)?, limit),
        false => regular_file::read(path, limit),
    }
}

/// Whether a path stands for a descriptor of this process, as in `<(command)` of shells, which may
/// be a pipe.
fn is_open_already(path: &Path) -> bool {
    path == Path::new("/dev/stdin")
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc/self/fd")
}

/// Reads an input to its end.
pub fn all(input: impl Read, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        bytes.zeroize();
        return Err(regular_file::too_large(limit));
    }
    Ok(bytes)
}

/// The text of a file of which a message quotes a line.
pub fn source(path: &Path) -> Result<String> {
    regular_file::read_text(path, SOURCE)
}

/// The text of a file with a secret.
pub fn secret_file(path: &Path) -> Result<Zeroizing<String>> {
    secret_text(file(path, VALUE)?)
}

/// Reads a secret text to the end of an input.
pub fn secret(input: impl Read) -> Result<Zeroizing<String>> {
    secret_text(all(input, VALUE)?)
}

fn secret_text(bytes: Vec<u8>) -> Result<Zeroizing<String>> {
    match String::from_utf8(bytes) {
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
    fn endless_files_are_refused() {
        assert_eq!(all(&b"abc"[..], 3).unwrap(), b"abc");
        let error = all(std::io::repeat(0), 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 1 MiB");
        assert_eq!(*secret(&b"abc\n"[..]).unwrap(), "abc\n");
        assert!(secret(&b"\xff"[..]).is_err());
    }
}
