//! URLs that let their holders read or write one object until a time, without a token.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use super::grants::Action;

/// Length of the key in bytes.
const KEY: usize = 32;
/// The block of SHA-256 in bytes.
const BLOCK: usize = 64;

/// The use of an object that a URL allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedUse<'a> {
    /// `Get` or `Put`; `Fetch` for a service, which is in place of the bucket.
    pub action: Action,
    pub bucket: &'a str,
    pub key: &'a str,
    /// The `ttl` of the query, the seconds after which a written object is gone.
    pub ttl: Option<&'a str>,
    /// The last second, since the epoch.
    pub expires: u64,
}

/// Signs URLs of a platform. The key stays in the folder of data, so that URLs outlive the process.
#[derive(Clone)]
pub struct UrlSigner([u8; KEY]);

impl UrlSigner {
    /// Reads the key of a folder, or makes one.
    pub fn open(path: &Path) -> io::Result<Self> {
        if let Ok(key) = std::fs::read(path)
            && let Ok(key) = key.try_into()
        {
            return Ok(Self(key));
        }
        let mut key = [0; KEY];
        getrandom::fill(&mut key).map_err(io::Error::other)?;
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true).mode(0o600);
        let mut file = options.open(path)?;
        file.write_all(&key)?;
        file.sync_all()?;
        Ok(Self(key))
    }

    /// The signature in hexadecimal digits.
    pub fn sign(&self, signed: SignedUse<'_>) -> String {
        let SignedUse {
            action,
            bucket,
            key,
            ttl,
            expires,
        } = signed;
        // With the lengths, no other use makes the same text.
        let ttl = ttl.map_or_else(String::new, |it| format!(" {} {it}", it.len()));
        let text = format!("{action}{ttl}\n{expires}\n{}\n{bucket}{key}", bucket.len());
        HEXLOWER.encode(&hmac(&self.0, text.as_bytes()))
    }

    /// The path of a service, by which it is requested without a token.
    pub fn service_path(&self, service: &str) -> String {
        format!(
            "/_lumi/services/{service}/{}",
            self.sign(Self::fetch(service))
        )
    }

    /// Whether a signature is that of the path of a service.
    pub fn allows_service(&self, service: &str, signature: &str) -> bool {
        self.allows(Self::fetch(service), signature, 0)
    }

    /// The use of a service, which has no end.
    const fn fetch(service: &str) -> SignedUse<'_> {
        SignedUse {
            action: Action::Fetch,
            bucket: service,
            key: "",
            ttl: None,
            expires: u64::MAX,
        }
    }

    /// Whether a signature is that of a use at this time, in seconds since the epoch. Compares in constant time.
    pub fn allows(&self, signed: SignedUse<'_>, signature: &str, now: u64) -> bool {
        let own = self.sign(signed);
        let pairs = own.bytes().zip(signature.bytes());
        let differs = pairs.fold(0, |all, (a, b)| all | (a ^ b));
        now <= signed.expires && own.len() == signature.len() && differs == 0
    }
}

/// HMAC (RFC 2104) with SHA-256. The key is shorter than a block.
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let pad = |byte: u8| {
        let mut block = [byte; BLOCK];
        block.iter_mut().zip(key).for_each(|(it, key)| *it ^= key);
        block
    };
    let inner = Sha256::new().chain_update(pad(0x36)).chain_update(message);
    let outer = Sha256::new()
        .chain_update(pad(0x5c))
        .chain_update(inner.finalize());
    outer.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hmac_is_that_of_rfc_4231() {
        let digest = HEXLOWER.encode(&hmac(b"Jefe", b"what do ya want for nothing?"));
        assert_eq!(
            digest,
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[test]
    fn a_signature_is_good_for_one_use_and_for_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let signer = UrlSigner::open(&path).unwrap();
        let signed = SignedUse {
            action: Action::Get,
            bucket: "photos",
            key: "a/b",
            ttl: None,
            expires: 100,
        };
        let signature = signer.sign(signed);
        assert!(signer.allows(signed, &signature, 100));
        assert!(!signer.allows(signed, &signature, 101));
        for other in [
            SignedUse {
                action: Action::Put,
                ..signed
            },
            SignedUse {
                bucket: "photo",
                ..signed
            },
            SignedUse {
                key: "a/c",
                ..signed
            },
            SignedUse {
                ttl: Some(""),
                ..signed
            },
            SignedUse {
                expires: 101,
                ..signed
            },
        ] {
            assert!(!signer.allows(other, &signature, 1), "{other:?}");
        }
        for wrong in ["", &signature[1..], &signature.to_uppercase()] {
            assert!(!signer.allows(signed, wrong, 1), "{wrong}");
        }
        let service = signer.service_path("api");
        let service_signature = service.strip_prefix("/_lumi/services/api/").unwrap();
        assert!(signer.allows_service("api", service_signature));
        assert!(!signer.allows_service("other", service_signature));
        assert!(!signer.allows_service("api", &signature));
        // The key is that of the folder.
        let again = UrlSigner::open(&path).unwrap();
        assert!(again.allows(signed, &signature, 1));
        let other = UrlSigner::open(&folder.path().join("other")).unwrap();
        assert!(!other.allows(signed, &signature, 1));
    }
}
