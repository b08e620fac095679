//! The key of a publisher.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use data_encoding::HEXLOWER;
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use thiserror::Error;

/// A private key of Ed25519, which signs indices.
pub struct HubKey(Ed25519KeyPair);

/// Why a key cannot be used. The key itself is never a part of it.
#[derive(Debug, Error)]
pub enum HubKeyError {
    #[error("cannot read the key {place}: {error}")]
    Unreadable { place: String, error: io::Error },
    #[error("cannot write the key {place}: {error}")]
    Unwritable { place: String, error: io::Error },
    #[error("{0} is not a key: it must be 64 hexadecimal digits")]
    Malformed(String),
    #[error("this machine has no random numbers for a key")]
    NoRandomNumbers,
}

/// Seeds are short; a longer file is none.
const SEED_DIGITS: usize = 64;

/// More is not read: digits with white space around them.
const MAX_BYTES: u64 = 1024;

impl HubKey {
    pub fn read(file: &Path) -> Result<Self, HubKeyError> {
        let place = || file.display().to_string();
        let text = read_beginning(file).map_err(|error| HubKeyError::Unreadable {
            place: place(),
            error,
        })?;
        let digits = text.trim_ascii();
        let seed = (digits.len() == SEED_DIGITS)
            .then(|| HEXLOWER.decode(digits).ok())
            .flatten();
        Self::of_seed(&seed.ok_or_else(|| HubKeyError::Malformed(place()))?)
            .ok_or_else(|| HubKeyError::Malformed(place()))
    }

    /// Makes a key in a file that is for its owner alone, and does not exist yet. Another process may be faster:
    /// its key is used then.
    pub fn create(file: &Path) -> Result<Self, HubKeyError> {
        let unwritable = |error: io::Error| HubKeyError::Unwritable {
            place: file.display().to_string(),
            error,
        };
        let mut seed = [0; 32];
        let filled = SystemRandom::new().fill(&mut seed);
        filled.map_err(|_| HubKeyError::NoRandomNumbers)?;
        let folder = file.parent().unwrap_or_else(|| Path::new("."));
        fs::create_dir_all(folder).map_err(unwritable)?;
        // Temporary files are for their owner alone.
        let mut written = tempfile::NamedTempFile::new_in(folder).map_err(unwritable)?;
        writeln!(written, "{}", HEXLOWER.encode(&seed)).map_err(unwritable)?;
        written.as_file().sync_all().map_err(unwritable)?;
        match written.persist_noclobber(file) {
            Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => {
                Err(unwritable(error.error))
            }
            _ => Self::read(file),
        }
    }

    fn of_seed(seed: &[u8]) -> Option<Self> {
        Ed25519KeyPair::from_seed_unchecked(seed).ok().map(Self)
    }

    /// The public key in hexadecimal digits.
    pub fn public(&self) -> String {
        HEXLOWER.encode(self.0.public_key().as_ref())
    }

    pub(super) fn sign(&self, text: &[u8]) -> String {
        HEXLOWER.encode(self.0.sign(text).as_ref())
    }
}

/// The beginning of a regular file. Opening a pipe would wait for a writer, and a device may have no end.
fn read_beginning(file: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(file)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether a signature is that of a public key, both in hexadecimal digits.
pub(super) fn is_signed(text: &[u8], public: &str, signature: &str) -> bool {
    let decoded = HEXLOWER
        .decode(public.as_bytes())
        .ok()
        .zip(HEXLOWER.decode(signature.as_bytes()).ok());
    decoded.is_some_and(|(public, signature)| {
        UnparsedPublicKey::new(&ED25519, public)
            .verify(text, &signature)
            .is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lumi/hub.key");
        let first = HubKey::create(&file).unwrap().public();
        assert_eq!(HubKey::create(&file).unwrap().public(), first);
        assert_eq!(HubKey::read(&file).unwrap().public(), first);
        fs::write(&file, "x".repeat(64)).unwrap();
        assert!(matches!(
            HubKey::read(&file),
            Err(HubKeyError::Malformed(_))
        ));
        for irregular in [folder.path(), Path::new("/dev/zero")] {
            assert!(matches!(
                HubKey::read(irregular),
                Err(HubKeyError::Unreadable { .. })
            ));
        }
    }

    /// The first test vector of RFC 8032.
    #[test]
    fn signatures_are_those_of_the_standard() {
        let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        let key = HubKey::of_seed(&HEXLOWER.decode(seed.as_bytes()).unwrap()).unwrap();
        let public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        let signature = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
        assert_eq!(key.public(), public);
        assert_eq!(key.sign(b""), signature);
        assert!(is_signed(b"", public, signature));
        assert!(!is_signed(b"x", public, signature));
        assert!(!is_signed(b"", "", signature) && !is_signed(b"", public, ""));
    }
}
