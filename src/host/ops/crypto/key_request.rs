//! Requests that make keys, and turn them into other forms. A key crosses as a document:
//! PKCS #8 if it is private, otherwise SubjectPublicKeyInfo.

use deno_core::ToJsBuffer;
use serde::{Deserialize, Serialize};

use crate::crypto::curve::Curve;
use crate::crypto::error::{CryptoError, Result};
use crate::crypto::hash::HashKind;
use crate::crypto::keys::{self, Imported, Material, PssLimits, RsaSecret, Source, Wanted, der};
use crate::crypto::rsa;

use super::bytes::Bytes;
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
    /// A key of its numbers.
    Compose { numbers: Numbers },
    /// The numbers of a key.
    Decompose { key: Bytes, is_private: bool },
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
    Public { key: Bytes },
    /// A point in another form.
    Point {
        curve: String,
        point: Bytes,
        is_compressed: bool,
    },
}

/// The numbers of a key, as JWK names them. `x` is the public key of Ed25519 and X25519.
#[derive(Deserialize)]
pub struct Numbers {
    kind: String,
    curve: Option<String>,
    n: Option<Bytes>,
    e: Option<Bytes>,
    d: Option<Bytes>,
    p: Option<Bytes>,
    q: Option<Bytes>,
    dp: Option<Bytes>,
    dq: Option<Bytes>,
    qi: Option<Bytes>,
    x: Option<Bytes>,
    y: Option<Bytes>,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct KeyAnswer {
    is_private: bool,
    document: Option<ToJsBuffer>,
    kind: &'static str,
    curve: Option<&'static str>,
    n: Option<ToJsBuffer>,
    e: Option<ToJsBuffer>,
    d: Option<ToJsBuffer>,
    p: Option<ToJsBuffer>,
    q: Option<ToJsBuffer>,
    dp: Option<ToJsBuffer>,
    dq: Option<ToJsBuffer>,
    qi: Option<ToJsBuffer>,
    x: Option<ToJsBuffer>,
    y: Option<ToJsBuffer>,
    /// What a key of PSS is limited to.
    pss: Option<(&'static str, &'static str, u32)>,
    /// The initialization vector of an old document that is encrypted.
    iv: Option<ToJsBuffer>,
}

fn invalid() -> CryptoError {
    CryptoError::coded("ERR_CRYPTO_INVALID_KEY", "Invalid key data")
}

/// The key of a document.
pub fn material(document: &[u8], is_private: bool) -> Result<Material> {
    let material = match is_private {
        true => Material::from_pkcs8(document),
        false => Material::from_spki(document),
    };
    material.ok_or_else(invalid)
}

impl KeyRequest {
    pub fn run(self) -> Result<CryptoAnswer> {
        match self {
            Self::Export {
                key,
                is_private,
                form,
                cipher,
                passphrase,
            } => {
                let key = material(&key, is_private)?;
                let document = match form.as_str() {
                    "spki" => Some(key.to_spki()),
                    "pkcs1" if is_private => key.to_pkcs1(),
                    "pkcs1" => key.to_pkcs1_public(),
                    "sec1" => key.to_sec1(),
                    _ => key.to_pkcs8(),
                };
                let document = document.ok_or_else(invalid)?;
                match cipher.zip(passphrase) {
                    None => Ok(document.into()),
                    Some((cipher, word)) => encrypted(&document, &form, &cipher, &word),
                }
            }
            Self::Compose { numbers } => answer(&numbers.material().ok_or_else(invalid)?),
            Self::Decompose { key, is_private } => Ok(decomposed(&material(&key, is_private)?)),
            Self::Generate {
                kind,
                bits,
                exponent,
                curve,
                pss,
            } => answer(&generated(&kind, bits, exponent, curve, pss)?),
            Self::Import {
                data,
                form,
                passphrase,
                is_public,
            } => {
                let source = Source {
                    data: &data,
                    der: form.as_deref(),
                    passphrase: passphrase.as_deref(),
                };
                let wanted = if is_public {
                    Wanted::Public
                } else {
                    Wanted::Private
                };
                let Imported {
                    is_private,
                    document,
                } = keys::import(&source, wanted)?;
                answer(&material(&document, is_private)?)
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

/// A key as a document, with its kind.
fn answer(key: &Material) -> Result<CryptoAnswer> {
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
) -> Result<Material> {
    let material = match kind {
        "rsa" => return rsa::generate(bits as usize, exponent as u64, None),
        "rsa-pss" => {
            let pss = pss.map(pss_parameters).transpose()?;
            return rsa::generate(
                bits as usize,
                exponent as u64,
                Some(pss.unwrap_or_default()),
            );
        }
        "ec" => {
            let curve = curve.as_deref().and_then(Curve::named).ok_or_else(|| {
                CryptoError::type_error("ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name")
            })?;
            let secret = curve.generate().ok_or_else(invalid)?;
            Material::ec_private(curve, &secret)
        }
        _ => {
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).map_err(|_| invalid())?;
            Material::edwards_private(kind == "x25519", secret)
        }
    };
    material.ok_or_else(invalid)
}

/// The parameters of a key of PSS.
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

fn decomposed(key: &Material) -> CryptoAnswer {
    let bytes = |it: &[u8]| Some(ToJsBuffer::from(it.to_vec()));
    let mut answer = KeyAnswer {
        is_private: key.is_private(),
        kind: key.kind(),
        ..KeyAnswer::default()
    };
    match key {
        Material::Rsa {
            n, e, secret, pss, ..
        } => {
            (answer.n, answer.e) = (bytes(n), bytes(e));
            let limits = pss.as_deref().and_then(PssLimits::read);
            answer.pss = limits.map(|it| (it.hash.name(), it.mask.name(), it.salt));
            if let Some(it) = secret {
                answer.d = bytes(&it.d);
                (answer.p, answer.q) = (bytes(&it.p), bytes(&it.q));
                (answer.dp, answer.dq, answer.qi) = (bytes(&it.dp), bytes(&it.dq), bytes(&it.qi));
            }
        }
        Material::Ec {
            curve,
            point,
            secret,
        } => {
            answer.curve = Some(curve.name());
            let (x, y) = point[1..].split_at(curve.size());
            (answer.x, answer.y) = (bytes(x), bytes(y));
            answer.d = secret.as_ref().and_then(|it| bytes(it));
        }
        Material::Edwards { public, secret, .. } => {
            answer.x = bytes(public);
            answer.d = secret.as_ref().and_then(|it| bytes(&it[..]));
        }
    }
    CryptoAnswer::Key(Box::new(answer))
}

impl Numbers {
    fn material(self) -> Option<Material> {
        let trimmed = |it: Bytes| der::trimmed(&it).to_vec();
        match self.kind.as_str() {
            "rsa" => Some(Material::Rsa {
                n: trimmed(self.n?),
                e: trimmed(self.e?),
                secret: match self.d {
                    None => None,
                    Some(d) => Some(Box::new(RsaSecret {
                        d: trimmed(d),
                        p: trimmed(self.p?),
                        q: trimmed(self.q?),
                        dp: trimmed(self.dp?),
                        dq: trimmed(self.dq?),
                        qi: trimmed(self.qi?),
                    })),
                },
                pss: None,
            }),
            "ec" => {
                let curve = Curve::named(self.curve.as_deref()?)?;
                let (x, y) = match (self.x, self.y) {
                    (Some(x), Some(y)) => (x, y),
                    _ => return Material::ec_private(curve, &self.d?),
                };
                let point = curve.point(&[&[4], &x[..], &y[..]].concat(), false)?;
                match self.d {
                    None => Some(Material::Ec {
                        curve,
                        point,
                        secret: None,
                    }),
                    Some(d) if d.len() == curve.size() => {
                        let key = Material::ec_private(curve, &d)?;
                        let is_same =
                            matches!(&key, Material::Ec { point: own, .. } if *own == point);
                        is_same.then_some(key)
                    }
                    Some(_) => None,
                }
            }
            kind => {
                let is_exchange = kind == "x25519";
                let public: Option<[u8; 32]> = match self.x {
                    Some(x) => Some(x[..].try_into().ok()?),
                    None => None,
                };
                match (self.d, public) {
                    (Some(d), public) => {
                        let key = Material::edwards_private(is_exchange, d[..].try_into().ok()?)?;
                        let is_same = matches!(&key, Material::Edwards { public: own, .. } if public.is_none_or(|it| it == *own));
                        is_same.then_some(key)
                    }
                    (None, Some(public)) => Some(Material::Edwards {
                        is_exchange,
                        public,
                        secret: None,
                    }),
                    (None, None) => None,
                }
            }
        }
    }
}
