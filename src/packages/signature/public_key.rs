//! A public key of version 4 (RFC 9580, 5.5.2), and the signatures that it can check.

use data_encoding::HEXLOWER;
use ring::digest;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519,
    RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};

use super::bytes::{Bytes, padded};
use super::signature_packet::{HashAlgorithm, Signature};

/// Numbers of the algorithms of keys.
const RSA: u8 = 1;
const RSA_SIGNING: u8 = 3;
const ECDSA: u8 = 19;
/// Ed25519 as GnuPG has it.
const EDDSA: u8 = 22;
const ED25519_OF_2024: u8 = 27;

const OID_P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
const OID_P384: &[u8] = &[0x2b, 0x81, 0x04, 0x00, 0x22];
const OID_ED25519: &[u8] = &[0x2b, 0x06, 0x01, 0x04, 0x01, 0xda, 0x47, 0x0f, 0x01];

#[derive(Clone, Debug)]
pub struct PublicKey<'a> {
    body: &'a [u8],
    /// Seconds since 1970.
    pub created: u64,
    algorithm: u8,
    material: Material<'a>,
}

#[derive(Clone, Debug)]
enum Material<'a> {
    Rsa {
        n: &'a [u8],
        e: &'a [u8],
    },
    /// An uncompressed point.
    P256(&'a [u8]),
    P384(&'a [u8]),
    Ed25519(&'a [u8]),
    /// A key for encryption, or of an algorithm that is not known here.
    Other,
}

impl<'a> PublicKey<'a> {
    /// `None` for other versions, and where it is cut.
    pub fn read(body: &'a [u8]) -> Option<Self> {
        let mut bytes = Bytes(body);
        (bytes.byte()? == 4).then_some(())?;
        let created = bytes.seconds()?;
        let algorithm = bytes.byte()?;
        let material = match algorithm {
            RSA | RSA_SIGNING => Material::Rsa {
                n: bytes.integer()?,
                e: bytes.integer()?,
            },
            ECDSA | EDDSA => curve(&mut bytes)?,
            ED25519_OF_2024 => Material::Ed25519(bytes.take(32)?),
            _ => Material::Other,
        };
        Some(Self {
            body,
            created,
            algorithm,
            material,
        })
    }

    /// The bytes of a key in the messages that signatures of keys are made of.
    pub fn message(&self) -> Option<Vec<u8>> {
        let length = u16::try_from(self.body.len()).ok()?;
        Some([&[0x99], &length.to_be_bytes()[..], self.body].concat())
    }

    /// Eight bytes of the fingerprint, in hex.
    pub fn id(&self) -> Option<String> {
        let algorithm = &digest::SHA1_FOR_LEGACY_USE_ONLY;
        let fingerprint = digest::digest(algorithm, &self.message()?);
        Some(HEXLOWER.encode(&fingerprint.as_ref()[12..]))
    }

    /// Whether the signature is one of these bytes by this key.
    pub fn has_signed(&self, signature: &Signature<'_>, bytes: &[u8]) -> bool {
        signature.created >= self.created
            && signature.key_algorithm == self.algorithm
            && self.verified(signature, bytes).is_some()
    }

    fn verified(&self, signature: &Signature<'_>, bytes: &[u8]) -> Option<()> {
        let message = signature.message(bytes)?;
        let digest = signature.hash.digest(&message);
        let mut value = Bytes(signature.value);
        match self.material {
            Material::Rsa { n, e } => {
                let key = RsaPublicKeyComponents { n, e };
                let value = padded(value.integer()?, n.len())?;
                key.verify(rsa(signature.hash), &message, &value).ok()
            }
            Material::P256(point) if signature.hash == HashAlgorithm::Sha256 => {
                verify(&ECDSA_P256_SHA256_FIXED, point, &message, &pair(value, 32)?)
            }
            Material::P384(point) if signature.hash == HashAlgorithm::Sha384 => {
                verify(&ECDSA_P384_SHA384_FIXED, point, &message, &pair(value, 48)?)
            }
            Material::Ed25519(key) if signature.hash != HashAlgorithm::Sha1 => {
                let value = match self.algorithm {
                    EDDSA => pair(value, 32)?,
                    _ => value.take(64)?.to_vec(),
                };
                verify(&ED25519, key, digest.as_ref(), &value)
            }
            _ => None,
        }
    }
}

/// The identifier of a curve, and a point on it.
fn curve<'a>(bytes: &mut Bytes<'a>) -> Option<Material<'a>> {
    let length = bytes.number(1)?;
    let identifier = bytes.take(length)?;
    let point = bytes.integer()?;
    Some(match identifier {
        OID_P256 => Material::P256(point),
        OID_P384 => Material::P384(point),
        // The point has a prefix of its own.
        OID_ED25519 => Material::Ed25519(point.strip_prefix(&[0x40])?),
        _ => Material::Other,
    })
}

fn rsa(hash: HashAlgorithm) -> &'static ring::signature::RsaParameters {
    match hash {
        HashAlgorithm::Sha1 => &RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY,
        HashAlgorithm::Sha256 => &RSA_PKCS1_2048_8192_SHA256,
        HashAlgorithm::Sha384 => &RSA_PKCS1_2048_8192_SHA384,
        HashAlgorithm::Sha512 => &RSA_PKCS1_2048_8192_SHA512,
    }
}

/// Two integers of the same number of bytes.
fn pair(mut bytes: Bytes<'_>, length: usize) -> Option<Vec<u8>> {
    let first = padded(bytes.integer()?, length)?;
    let second = padded(bytes.integer()?, length)?;
    Some([first, second].concat())
}

fn verify(
    algorithm: &'static dyn VerificationAlgorithm,
    key: &[u8],
    message: &[u8],
    value: &[u8],
) -> Option<()> {
    let key = UnparsedPublicKey::new(algorithm, key);
    key.verify(message, value).ok()
}
