//! Requests that make keys, and turn them into other forms. A key crosses as a document:
//! PKCS #8 if it is private, otherwise SubjectPublicKeyInfo.

use deno_core::ToJsBuffer;
use serde::{Deserialize, Serialize};

use crate::crypto::curve::Curve;
use crate::crypto::error::{CryptoError, Result};
use crate::crypto::hash::HashKind;
use crate::crypto::keys::{self, EncodedKey, ImportedKey, KeyHalf, KeyMaterial, PssLimits};
use crate::crypto::rsa;
use crate::limits::native_work::WorkBounds;

use super::bytes::Bytes;
use super::key_components::{KeyComponents, decompose};
use super::request::CryptoAnswer;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum KeyRequest {
    /// The document in the form `spki`, `pkcs8`, `pkcs1` or `sec1`.
    Export {
        key: Bytes,
        is_private: bool,
        form: String,
        cipher: Option<String>,
        passphrase: Option<Bytes>,
    },
    Compose {
        numbers: KeyComponents,
    },
    /// The numbers of a key.
    Decompose {
        key: Bytes,
        is_private: bool,
    },
    Generate {
        kind: String,
        bits: u32,
        exponent: f64,
        curve: Option<String>,
        /// For PSS: digest and digest of the mask by name, and length of the salt.
        pss: Option<(String, String, u32)>,
    },
    Import {
        data: Bytes,
        /// The form of a document that is not PEM.
        form: Option<String>,
        passphrase: Option<Bytes>,
        is_public: bool,
    },
    /// The public half.
    Public {
        key: Bytes,
    },
    /// A point in another form.
    Point {
        curve: String,
        point: Bytes,
        is_compressed: bool,
    },
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct KeyAnswer {
    pub is_private: bool,
    pub document: Option<ToJsBuffer>,
    pub kind: &'static str,
    pub curve: Option<&'static str>,
    pub n: Option<ToJsBuffer>,
    pub e: Option<ToJsBuffer>,
    pub d: Option<ToJsBuffer>,
    pub p: Option<ToJsBuffer>,
    pub q: Option<ToJsBuffer>,
    pub dp: Option<ToJsBuffer>,
    pub dq: Option<ToJsBuffer>,
    pub qi: Option<ToJsBuffer>,
    pub x: Option<ToJsBuffer>,
    pub y: Option<ToJsBuffer>,
    /// The limits of a PSS key.
    pub pss: Option<(&'static str, &'static str, u32)>,
    /// The initialization vector of an old document that is encrypted.
    pub iv: Option<ToJsBuffer>,
}

fn invalid() -> CryptoError {
    CryptoError::coded("ERR_CRYPTO_INVALID_KEY", "Invalid key data")
}

pub fn material(document: &[u8], is_private: bool) -> Result<KeyMaterial> {
    let material = match is_private {
        true => KeyMaterial::from_pkcs8(document),
        false => KeyMaterial::from_spki(document),
    };
    material.ok_or_else(invalid)
}

impl KeyRequest {
    pub fn run(self, bounds: &WorkBounds) -> Result<CryptoAnswer> {
        match self {
            Self::Export {
                key,
                is_private,
                form,
                cipher,
                passphrase,
            } => exported(&material(&key, is_private)?, &form, cipher.zip(passphrase)),
            Self::Compose { numbers } => answer(&numbers.material().ok_or_else(invalid)?),
            Self::Decompose { key, is_private } => Ok(decompose(&material(&key, is_private)?)),
            Self::Generate {
                kind,
                bits,
                exponent,
                curve,
                pss,
            } => answer(&generated(&kind, bits, exponent, curve, pss, bounds)?),
            Self::Import {
                data,
                form,
                passphrase,
                is_public,
            } => {
                let source = EncodedKey {
                    data: &data,
                    der: form.as_deref(),
                    passphrase: passphrase.as_deref(),
                    bounds,
                };
                imported(&source, is_public)
            }
            Self::Public { key } => Ok(material(&key, true)?.to_spki().into()),
            Self::Point {
                curve,
                point,
                is_compressed,
            } => {
                let curve = Curve::named(&curve).ok_or_else(invalid)?;
                Ok(curve
                    .point(&point, is_compressed)
                    .ok_or_else(invalid)?
                    .into())
            }
        }
    }
}

/// The document of a key, encrypted if there are a cipher and a passphrase.
fn exported(
    key: &KeyMaterial,
    form: &str,
    encryption: Option<(String, Bytes)>,
) -> Result<CryptoAnswer> {
    let document = document(key, form).ok_or_else(invalid)?;
    match encryption {
        None => Ok(document.into()),
        Some((cipher, word)) => encrypted(&document, form, &cipher, &word),
    }
}

fn document(key: &KeyMaterial, form: &str) -> Option<Vec<u8>> {
    match form {
        "spki" => Some(key.to_spki()),
        "pkcs1" if key.is_private() => key.to_pkcs1(),
        "pkcs1" => key.to_pkcs1_public(),
        "sec1" => key.to_sec1(),
        _ => key.to_pkcs8(),
    }
}

fn encrypted(document: &[u8], form: &str, cipher: &str, word: &[u8]) -> Result<CryptoAnswer> {
    let unknown = || CryptoError::coded("ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
    if form == "pkcs8" {
        let made = keys::encrypt(document, cipher, word).ok_or_else(unknown)?;
        return Ok(made.into());
    }
    let (iv, made) = keys::encrypt_old(document, cipher, word).ok_or_else(unknown)?;
    Ok(CryptoAnswer::Key(Box::new(KeyAnswer {
        document: Some(made.into()),
        iv: Some(iv.into()),
        ..KeyAnswer::default()
    })))
}

fn imported(source: &EncodedKey<'_>, is_public: bool) -> Result<CryptoAnswer> {
    let wanted = match is_public {
        true => KeyHalf::Public,
        false => KeyHalf::Private,
    };
    let ImportedKey {
        is_private,
        document,
    } = keys::import(source, wanted)?;
    answer(&material(&document, is_private)?)
}

/// A key as a document, with its kind.
fn answer(key: &KeyMaterial) -> Result<CryptoAnswer> {
    let document = match key.is_private() {
        true => key.to_pkcs8().ok_or_else(invalid)?,
        false => key.to_spki(),
    };
    Ok(CryptoAnswer::Key(Box::new(KeyAnswer {
        is_private: key.is_private(),
        document: Some(document.into()),
        kind: key.kind(),
        ..KeyAnswer::default()
    })))
}

fn generated(
    kind: &str,
    bits: u32,
    exponent: f64,
    curve: Option<String>,
    pss: Option<(String, String, u32)>,
    bounds: &WorkBounds,
) -> Result<KeyMaterial> {
    let material = match kind {
        "rsa" => return rsa::generate(bits as usize, exponent as u64, None, bounds),
        "rsa-pss" => {
            let pss = pss.map(pss_parameters).transpose()?;
            return rsa::generate(
                bits as usize,
                exponent as u64,
                Some(pss.unwrap_or_default()),
                bounds,
            );
        }
        "ec" => {
            let curve = curve.as_deref().and_then(Curve::named).ok_or_else(|| {
                CryptoError::type_error("ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name")
            })?;
            let secret = curve.generate().ok_or_else(invalid)?;
            KeyMaterial::ec_private(curve, &secret)
        }
        _ => {
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).map_err(|_| invalid())?;
            KeyMaterial::edwards_private(kind == "x25519", secret)
        }
    };
    material.ok_or_else(invalid)
}

fn pss_parameters((hash, mask, salt): (String, String, u32)) -> Result<Vec<u8>> {
    let limits = PssLimits {
        hash: HashKind::checked(&hash)?,
        mask: HashKind::checked(&mask)?,
        salt,
    };
    limits
        .write()
        .ok_or_else(|| CryptoError::invalid_digest(&hash))
}
