//! The numbers of a key, and SubjectPublicKeyInfo, PKCS #8, PKCS #1 and SEC 1 that contain them.

use zeroize::{Zeroize as _, Zeroizing};

use crate::crypto::curve::Curve;

use super::der::{self, OCTET_STRING, OID, Reader, SEQUENCE};
use super::oid;

/// The private numbers of an RSA key, in the order of PKCS #1.
pub struct RsaSecret {
    pub d: Vec<u8>,
    pub p: Vec<u8>,
    pub q: Vec<u8>,
    pub dp: Vec<u8>,
    pub dq: Vec<u8>,
    pub qi: Vec<u8>,
}

impl Drop for RsaSecret {
    fn drop(&mut self) {
        for number in [&mut self.d, &mut self.p, &mut self.q] {
            number.zeroize();
        }
        for number in [&mut self.dp, &mut self.dq, &mut self.qi] {
            number.zeroize();
        }
    }
}

pub enum KeyMaterial {
    Rsa {
        n: Vec<u8>,
        e: Vec<u8>,
        secret: Option<Box<RsaSecret>>,
        /// For keys of PSS alone: the content of their parameters, which may be empty.
        pss: Option<Vec<u8>>,
    },
    Ec {
        curve: Curve,
        /// Not compressed.
        point: Vec<u8>,
        secret: Option<Zeroizing<Vec<u8>>>,
    },
    Edwards {
        /// For X25519, otherwise for Ed25519.
        is_exchange: bool,
        public: [u8; 32],
        secret: Option<Zeroizing<[u8; 32]>>,
    },
}

impl KeyMaterial {
    /// The name of Node: `rsa`, `rsa-pss`, `ec`, `ed25519`, `x25519`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Rsa { pss: None, .. } => "rsa",
            Self::Rsa { .. } => "rsa-pss",
            Self::Ec { .. } => "ec",
            Self::Edwards {
                is_exchange: true, ..
            } => "x25519",
            Self::Edwards { .. } => "ed25519",
        }
    }

    pub fn is_private(&self) -> bool {
        match self {
            Self::Rsa { secret, .. } => secret.is_some(),
            Self::Ec { secret, .. } => secret.is_some(),
            Self::Edwards { secret, .. } => secret.is_some(),
        }
    }

    pub fn ec_private(curve: Curve, secret: &[u8]) -> Option<Self> {
        let size = curve.size();
        let secret = der::trimmed(secret);
        if secret.len() > size {
            return None;
        }
        let secret = [vec![0; size - secret.len()], secret.to_vec()].concat();
        Some(Self::Ec {
            point: curve.public_of(&secret, false)?,
            curve,
            secret: Some(secret.into()),
        })
    }

    pub fn edwards_private(is_exchange: bool, secret: [u8; 32]) -> Option<Self> {
        Some(Self::Edwards {
            is_exchange,
            public: crate::crypto::edwards::public_of(is_exchange, &secret)?,
            secret: Some(secret.into()),
        })
    }

    pub fn from_spki(bytes: &[u8]) -> Option<Self> {
        let mut document = der::only_sequence(bytes)?;
        let mut algorithm = document.sequence()?;
        let key = document.bits()?;
        match algorithm.value(OID)? {
            oid::RSA => Self::from_pkcs1_public(key, None),
            oid::RSA_PSS => Self::from_pkcs1_public(key, Some(pss_of(&mut algorithm))),
            oid::EC => {
                let curve = Curve::of_oid(algorithm.value(OID)?)?;
                Some(Self::Ec {
                    point: curve.point(key, false)?,
                    curve,
                    secret: None,
                })
            }
            other => Some(Self::Edwards {
                is_exchange: is_exchange(other)?,
                public: key.try_into().ok()?,
                secret: None,
            }),
        }
    }

    pub fn from_pkcs8(bytes: &[u8]) -> Option<Self> {
        let mut document = der::only_sequence(bytes)?;
        document.small().filter(|version| *version <= 1)?;
        let mut algorithm = document.sequence()?;
        let key = document.value(OCTET_STRING)?;
        match algorithm.value(OID)? {
            oid::RSA => Self::from_pkcs1(key, None),
            oid::RSA_PSS => Self::from_pkcs1(key, Some(pss_of(&mut algorithm))),
            oid::EC => Self::from_sec1(key, Curve::of_oid(algorithm.value(OID)?)),
            other => {
                let mut inner = Reader::new(key);
                let secret = inner.value(OCTET_STRING)?.try_into().ok()?;
                Self::edwards_private(is_exchange(other)?, secret)
            }
        }
    }

    pub fn from_pkcs1_public(bytes: &[u8], pss: Option<Vec<u8>>) -> Option<Self> {
        let mut numbers = der::only_sequence(bytes)?;
        let (n, e) = (numbers.unsigned()?.to_vec(), numbers.unsigned()?.to_vec());
        // More numbers are those of a private key.
        numbers.is_empty().then_some(Self::Rsa {
            n,
            e,
            secret: None,
            pss,
        })
    }

    pub fn from_pkcs1(bytes: &[u8], pss: Option<Vec<u8>>) -> Option<Self> {
        let mut numbers = der::only_sequence(bytes)?;
        numbers.small().filter(|version| *version == 0)?;
        let mut next = || numbers.unsigned().map(<[u8]>::to_vec);
        Some(Self::Rsa {
            n: next()?,
            e: next()?,
            secret: Some(Box::new(RsaSecret {
                d: next()?,
                p: next()?,
                q: next()?,
                dp: next()?,
                dq: next()?,
                qi: next()?,
            })),
            pss,
        })
    }

    /// A private key of SEC 1, which may name its curve itself.
    pub fn from_sec1(bytes: &[u8], curve: Option<Curve>) -> Option<Self> {
        let mut document = der::only_sequence(bytes)?;
        document.small().filter(|version| *version == 1)?;
        let secret = document.value(OCTET_STRING)?;
        let named = document.optional(0xa0);
        let curve = match (curve, named) {
            (Some(curve), _) => curve,
            (None, Some(named)) => Curve::of_oid(Reader::new(named).value(OID)?)?,
            (None, None) => return None,
        };
        Self::ec_private(curve, secret)
    }

    fn algorithm(&self) -> Vec<u8> {
        let null = der::value(der::NULL, &[]);
        let parts = match self {
            Self::Rsa { pss: None, .. } => [der::value(OID, oid::RSA), null],
            Self::Rsa {
                pss: Some(content), ..
            } => {
                let parameters = match content.is_empty() {
                    true => Vec::new(),
                    false => der::value(SEQUENCE, content),
                };
                [der::value(OID, oid::RSA_PSS), parameters]
            }
            Self::Ec { curve, .. } => [der::value(OID, oid::EC), der::value(OID, curve.oid())],
            Self::Edwards { is_exchange, .. } => {
                let oid = if *is_exchange {
                    oid::X25519
                } else {
                    oid::ED25519
                };
                [der::value(OID, oid), Vec::new()]
            }
        };
        der::value(SEQUENCE, &parts.concat())
    }

    pub fn to_spki(&self) -> Vec<u8> {
        let key = match self {
            Self::Rsa { .. } => self.to_pkcs1_public().unwrap_or_default(),
            Self::Ec { point, .. } => point.clone(),
            Self::Edwards { public, .. } => public.to_vec(),
        };
        der::sequence(&[&self.algorithm(), &der::bits(&key)])
    }

    /// `None` for a public key.
    pub fn to_pkcs8(&self) -> Option<Vec<u8>> {
        let key = match self {
            Self::Rsa { .. } => self.to_pkcs1()?,
            Self::Ec { .. } => self.sec1(false)?,
            Self::Edwards { secret, .. } => der::value(OCTET_STRING, &secret.as_ref()?[..]),
        };
        let key = der::value(OCTET_STRING, &key);
        Some(der::sequence(&[
            &der::unsigned(&[]),
            &self.algorithm(),
            &key,
        ]))
    }

    pub fn to_pkcs1_public(&self) -> Option<Vec<u8>> {
        match self {
            Self::Rsa { n, e, .. } => Some(der::sequence(&[&der::unsigned(n), &der::unsigned(e)])),
            _ => None,
        }
    }

    pub fn to_pkcs1(&self) -> Option<Vec<u8>> {
        let Self::Rsa {
            n,
            e,
            secret: Some(secret),
            ..
        } = self
        else {
            return None;
        };
        let RsaSecret {
            d,
            p,
            q,
            dp,
            dq,
            qi,
        } = &**secret;
        let numbers = [n, e, d, p, q, dp, dq, qi].map(|it| der::unsigned(it));
        Some(der::sequence(&[&der::unsigned(&[]), &numbers.concat()]))
    }

    pub fn to_sec1(&self) -> Option<Vec<u8>> {
        self.sec1(true)
    }

    fn sec1(&self, names_curve: bool) -> Option<Vec<u8>> {
        let Self::Ec {
            curve,
            point,
            secret: Some(secret),
        } = self
        else {
            return None;
        };
        let name = match names_curve {
            true => der::value(0xa0, &der::value(OID, curve.oid())),
            false => Vec::new(),
        };
        let public = der::value(0xa1, &der::bits(point));
        let secret = der::value(OCTET_STRING, secret);
        Some(der::sequence(&[
            &der::unsigned(&[1]),
            &secret,
            &name,
            &public,
        ]))
    }
}

/// The content of the parameters of PSS.
fn pss_of(algorithm: &mut Reader<'_>) -> Vec<u8> {
    algorithm.optional(SEQUENCE).unwrap_or_default().to_vec()
}

fn is_exchange(oid: &[u8]) -> Option<bool> {
    match oid {
        oid::X25519 => Some(true),
        oid::ED25519 => Some(false),
        _ => None,
    }
}
