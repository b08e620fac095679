//! Keys as the numbers that JWK has of them, and back.

use deno_core::ToJsBuffer;
use serde::Deserialize;

use crate::crypto::curve::Curve;
use crate::crypto::keys::{KeyMaterial, PssLimits, RsaSecret, der};

use super::bytes::Bytes;
use super::key_request::KeyAnswer;
use super::request::CryptoAnswer;

/// The numbers of a key, as JWK names them. `x` is the public key of Ed25519 and X25519.
#[derive(Deserialize)]
pub struct KeyComponents {
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

impl KeyComponents {
    pub fn material(self) -> Option<KeyMaterial> {
        match self.kind.as_str() {
            "rsa" => self.rsa(),
            "ec" => self.ec(),
            _ => self.edwards(),
        }
    }

    fn rsa(self) -> Option<KeyMaterial> {
        let trimmed = |it: Bytes| der::trimmed(&it).to_vec();
        let secret = match self.d {
            None => None,
            Some(d) => Some(Box::new(RsaSecret {
                d: trimmed(d),
                p: trimmed(self.p?),
                q: trimmed(self.q?),
                dp: trimmed(self.dp?),
                dq: trimmed(self.dq?),
                qi: trimmed(self.qi?),
            })),
        };
        Some(KeyMaterial::Rsa {
            n: trimmed(self.n?),
            e: trimmed(self.e?),
            secret,
            pss: None,
        })
    }

    fn ec(self) -> Option<KeyMaterial> {
        let curve = Curve::named(self.curve.as_deref()?)?;
        let (Some(x), Some(y)) = (self.x, self.y) else {
            return KeyMaterial::ec_private(curve, &self.d?);
        };
        let point = curve.point(&[&[4], &x[..], &y[..]].concat(), false)?;
        let Some(d) = self.d else {
            return Some(KeyMaterial::Ec {
                curve,
                point,
                secret: None,
            });
        };
        if d.len() != curve.size() {
            return None;
        }
        let key = KeyMaterial::ec_private(curve, &d)?;
        let is_same = matches!(&key, KeyMaterial::Ec { point: own, .. } if *own == point);
        is_same.then_some(key)
    }

    fn edwards(self) -> Option<KeyMaterial> {
        let is_exchange = self.kind == "x25519";
        let public: Option<[u8; 32]> = match self.x {
            Some(x) => Some(x[..].try_into().ok()?),
            None => None,
        };
        let Some(d) = self.d else {
            return public.map(|public| KeyMaterial::Edwards {
                is_exchange,
                public,
                secret: None,
            });
        };
        let key = KeyMaterial::edwards_private(is_exchange, d[..].try_into().ok()?)?;
        let is_same = matches!(&key, KeyMaterial::Edwards { public: own, .. } if public.is_none_or(|it| it == *own));
        is_same.then_some(key)
    }
}

pub fn decompose(key: &KeyMaterial) -> CryptoAnswer {
    let bytes = |it: &[u8]| Some(ToJsBuffer::from(it.to_vec()));
    let mut answer = KeyAnswer {
        is_private: key.is_private(),
        kind: key.kind(),
        ..KeyAnswer::default()
    };
    match key {
        KeyMaterial::Rsa {
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
        KeyMaterial::Ec {
            curve,
            point,
            secret,
        } => {
            answer.curve = Some(curve.name());
            let (x, y) = point[1..].split_at(curve.size());
            (answer.x, answer.y) = (bytes(x), bytes(y));
            answer.d = secret.as_ref().and_then(|it| bytes(it));
        }
        KeyMaterial::Edwards { public, secret, .. } => {
            answer.x = bytes(public);
            answer.d = secret.as_ref().and_then(|it| bytes(&it[..]));
        }
    }
    CryptoAnswer::Key(Box::new(answer))
}
