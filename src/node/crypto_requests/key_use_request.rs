//! Requests that use keys: signatures, encryption and common secrets.

use serde::Deserialize;

use crate::crypto::aes::{self, Aes, AesCtr};
use crate::crypto::cipher::Cipher;
use crate::crypto::error::{CryptoError, Result};
use crate::crypto::hash::HashKind;
use crate::crypto::hmac::{Hmac, is_equal};
use crate::crypto::keys::KeyMaterial;
use crate::crypto::padding::Digests;
use crate::crypto::signature::{Encryption, Scheme, exchange};

use super::bytes::Bytes;
use super::key_request::material;
use super::request::CryptoAnswer;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum KeyUseRequest {
    /// The common secret of two keys.
    KeyAgreement {
        private: Bytes,
        public: Bytes,
    },
    /// AES in counter mode, where `bits` of the block count.
    AesCtr {
        key: Bytes,
        block: Bytes,
        bits: u32,
        data: Bytes,
    },
    /// A cipher at once. A tag stands behind the text.
    Cipher {
        name: String,
        is_encryption: bool,
        key: Bytes,
        iv: Bytes,
        authenticated: Option<Bytes>,
        tag_length: u32,
        data: Bytes,
    },
    Hmac {
        hash: String,
        key: Bytes,
        data: Bytes,
    },
    HmacVerify {
        hash: String,
        key: Bytes,
        data: Bytes,
        signature: Bytes,
    },
    Rsa {
        key: Bytes,
        is_private: bool,
        is_encryption: bool,
        padding: u32,
        hash: String,
        label: Option<Bytes>,
        data: Bytes,
    },
    Sign {
        key: Bytes,
        data: Bytes,
        scheme: SchemeRequest,
    },
    Verify {
        key: Bytes,
        data: Bytes,
        signature: Bytes,
        scheme: SchemeRequest,
    },
    Unwrap {
        key: Bytes,
        data: Bytes,
    },
    Wrap {
        key: Bytes,
        data: Bytes,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemeRequest {
    hash: Option<String>,
    padding: u32,
    salt: i32,
    is_plain: bool,
}

impl SchemeRequest {
    fn scheme(&self) -> Result<Scheme> {
        let kind = |name: &Option<String>| name.as_deref().map(HashKind::checked).transpose();
        Ok(Scheme {
            hash: kind(&self.hash)?,
            padding: self.padding,
            salt: self.salt,
            is_plain: self.is_plain,
        })
    }
}

fn operation_failed() -> CryptoError {
    CryptoError::plain("the operation failed")
}

impl KeyUseRequest {
    pub fn run(self) -> Result<CryptoAnswer> {
        match self {
            Self::KeyAgreement { private, public } => {
                let (private, public) = (material(&private, true)?, material(&public, false)?);
                Ok(exchange(&private, &public)?.into())
            }
            Self::Rsa {
                key,
                is_private,
                is_encryption,
                padding,
                hash,
                label,
                data,
            } => {
                let kind = HashKind::checked(&hash)?;
                let encryption = Encryption {
                    padding,
                    digests: Digests {
                        data: kind,
                        mask: kind,
                    },
                    label: label.as_deref().unwrap_or_default(),
                };
                let key = material(&key, is_private)?;
                Ok(rsa(&encryption, &key, is_encryption, &data)?.into())
            }
            Self::Sign { key, data, scheme } => {
                let key = material(&key, true)?;
                Ok(scheme.scheme()?.sign(&key, &data)?.into())
            }
            Self::Verify {
                key,
                data,
                signature,
                scheme,
            } => {
                let key = material(&key, false)?;
                let is_right = scheme.scheme()?.verify(&key, &data, &signature)?;
                Ok(CryptoAnswer::Flag(is_right))
            }
            other => other.run_symmetric(),
        }
    }

    /// Requests that use keys which both sides have.
    fn run_symmetric(self) -> Result<CryptoAnswer> {
        match self {
            Self::AesCtr {
                key,
                block,
                bits,
                mut data,
            } => {
                let aes = Aes::new(&key).ok_or_else(operation_failed)?;
                let block = block[..].try_into().map_err(|_| operation_failed())?;
                let mut made = data.take();
                AesCtr::new(aes, block, bits).apply(&mut made);
                Ok(made.into())
            }
            Self::Cipher {
                name,
                is_encryption,
                key,
                iv,
                authenticated,
                tag_length,
                data,
            } => {
                let mut cipher = Cipher::new(&name, is_encryption, &key, &iv, tag_length as usize)?;
                cipher.authenticate(authenticated.as_deref().unwrap_or_default());
                Ok(one_shot(cipher, is_encryption, tag_length as usize, &data)?.into())
            }
            Self::Hmac { hash, key, data } => {
                Ok(Hmac::of(HashKind::checked(&hash)?, &key, &[&data]).into())
            }
            Self::HmacVerify {
                hash,
                key,
                data,
                signature,
            } => {
                let made = Hmac::of(HashKind::checked(&hash)?, &key, &[&data]);
                Ok(CryptoAnswer::Flag(is_equal(&made, &signature)))
            }
            Self::Unwrap { key, data } => wrapped(&key, &data, false),
            Self::Wrap { key, data } => wrapped(&key, &data, true),
            _ => unreachable!("BUG: the other requests were taken before"),
        }
    }
}

fn wrapped(key: &[u8], data: &[u8], is_wrapping: bool) -> Result<CryptoAnswer> {
    let aes = Aes::new(key).ok_or_else(operation_failed)?;
    let made = match is_wrapping {
        true => aes::wrap(&aes, data, &aes::WRAP_START),
        false => aes::unwrap(&aes, data, &aes::WRAP_START),
    };
    Ok(made.ok_or_else(operation_failed)?.into())
}

fn rsa(
    encryption: &Encryption<'_>,
    key: &KeyMaterial,
    is_encryption: bool,
    data: &[u8],
) -> Result<Vec<u8>> {
    match (key.is_private(), is_encryption) {
        (false, true) => encryption.encrypt(key, data),
        (true, false) => encryption.decrypt(key, data),
        (true, true) => encryption.encrypt_private(key, data),
        (false, false) => encryption.decrypt_public(key, data),
    }
}

fn one_shot(mut cipher: Cipher, is_encryption: bool, tag: usize, data: &[u8]) -> Result<Vec<u8>> {
    let mut text = data;
    if !is_encryption && tag > 0 {
        let length = data.len().checked_sub(tag).ok_or_else(operation_failed)?;
        cipher.set_expected_tag(&data[length..]);
        text = &data[..length];
    }
    let mut made = cipher.update(text, true)?;
    let (last, own) = cipher.finish(true)?;
    made.extend(last);
    if is_encryption {
        made.extend(&own[..tag.min(own.len())]);
    }
    Ok(made)
}
