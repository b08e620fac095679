//! Private keys that are encrypted with a passphrase: PKCS #8 with PBES2, and the old form of OpenSSL.

use crate::crypto::cipher::{Cipher, CipherKind};
use crate::crypto::hash::HashKind;
use crate::crypto::kdf::pbkdf2;
use crate::limits::native_work::WorkBounds;

use super::der::{self, INTEGER, NULL, OCTET_STRING, OID};
use super::oid;

/// The number of rounds that OpenSSL takes for a new key.
const ROUNDS: u32 = 2048;
/// More rounds are taken to be an attack on the reader of the key.
const MAX_ROUNDS: u32 = 100_000_000;

fn crypted(
    cipher: &str,
    is_encryption: bool,
    key: &[u8],
    iv: &[u8],
    data: &[u8],
) -> Option<Vec<u8>> {
    let mut cipher = Cipher::new(cipher, is_encryption, key, iv, 0).ok()?;
    let mut text = cipher.update(data, true).ok()?;
    text.extend(cipher.finish(true).ok()?.0);
    Some(text)
}

/// Whether a document is PKCS #8 that was encrypted in a way that is known.
pub fn is_encrypted(document: &[u8]) -> bool {
    let algorithm = der::only_sequence(document).and_then(|mut it| it.sequence());
    algorithm.and_then(|mut it| it.value(OID)) == Some(oid::PBES2)
}

/// The PKCS #8 document inside of an encrypted one; `None` if the passphrase is not the right one.
pub fn decrypt(document: &[u8], passphrase: &[u8], bounds: &WorkBounds) -> Option<Vec<u8>> {
    let mut document = der::only_sequence(document)?;
    let mut algorithm = document.sequence()?;
    let data = document.value(OCTET_STRING)?;
    if algorithm.value(OID)? != oid::PBES2 {
        return None;
    }
    let mut parameters = algorithm.sequence()?;
    let mut derivation = parameters.sequence()?;
    let mut encryption = parameters.sequence()?;
    if derivation.value(OID)? != oid::PBKDF2 {
        return None;
    }
    let mut derivation = derivation.sequence()?;
    let salt = derivation.value(OCTET_STRING)?;
    let rounds = derivation
        .small()
        .filter(|it| (1..=MAX_ROUNDS).contains(it))?;
    derivation.optional(INTEGER);
    let kind = match derivation.sequence() {
        None => HashKind::Sha1,
        Some(mut function) => match function.value(OID)?.split_last()? {
            (7, oid::HMAC_WITH) => HashKind::Sha1,
            (8, oid::HMAC_WITH) => HashKind::Sha224,
            (9, oid::HMAC_WITH) => HashKind::Sha256,
            (10, oid::HMAC_WITH) => HashKind::Sha384,
            (11, oid::HMAC_WITH) => HashKind::Sha512,
            _ => return None,
        },
    };
    let id = encryption.value(OID)?;
    let (cipher, length) = match id.split_last()? {
        (2, oid::AES_CBC) => ("aes-128-cbc", 16),
        (22, oid::AES_CBC) => ("aes-192-cbc", 24),
        (42, oid::AES_CBC) => ("aes-256-cbc", 32),
        _ if id == oid::DES_EDE3_CBC => ("des-ede3-cbc", 24),
        _ => return None,
    };
    let key = pbkdf2(kind, passphrase, salt, rounds, length, bounds).ok()?;
    crypted(cipher, false, &key, encryption.value(OCTET_STRING)?, data)
}

/// An encrypted PKCS #8 document; `None` for a cipher other than AES and Triple DES in CBC mode.
pub fn encrypt(document: &[u8], cipher: &str, passphrase: &[u8]) -> Option<Vec<u8>> {
    let (id, length, block) = match cipher {
        "aes-128-cbc" => ([oid::AES_CBC, &[2]].concat(), 16, 16),
        "aes-192-cbc" => ([oid::AES_CBC, &[22]].concat(), 24, 16),
        "aes-256-cbc" => ([oid::AES_CBC, &[42]].concat(), 32, 16),
        "des-ede3-cbc" => (oid::DES_EDE3_CBC.to_vec(), 24, 8),
        _ => return None,
    };
    let (mut salt, mut iv) = ([0; 16], vec![0; block]);
    getrandom::fill(&mut salt).ok()?;
    getrandom::fill(&mut iv).ok()?;
    let key = pbkdf2(
        HashKind::Sha256,
        passphrase,
        &salt,
        ROUNDS,
        length,
        &WorkBounds::default(),
    )
    .ok()?;
    let data = crypted(cipher, true, &key, &iv, document)?;
    let function = [oid::HMAC_WITH, &[9]].concat();
    let function = der::sequence(&[&der::value(OID, &function), &der::value(NULL, &[])]);
    let derivation = der::sequence(&[
        &der::value(OCTET_STRING, &salt),
        &der::unsigned(&ROUNDS.to_be_bytes()),
        &function,
    ]);
    let derivation = der::sequence(&[&der::value(OID, oid::PBKDF2), &derivation]);
    let encryption = der::sequence(&[&der::value(OID, &id), &der::value(OCTET_STRING, &iv)]);
    let parameters = der::sequence(&[&derivation, &encryption]);
    let algorithm = der::sequence(&[&der::value(OID, oid::PBES2), &parameters]);
    Some(der::sequence(&[
        &algorithm,
        &der::value(OCTET_STRING, &data),
    ]))
}

/// The key of the old form of OpenSSL: one round of MD5 for each part of it.
fn old_key(length: usize, iv: &[u8], passphrase: &[u8]) -> Option<Vec<u8>> {
    let salt = iv.get(..8)?;
    let mut key = Vec::new();
    let mut last = Vec::new();
    while key.len() < length {
        last = HashKind::Md5.digest_all(&[&last, passphrase, salt]);
        key.extend_from_slice(&last);
    }
    key.truncate(length);
    Some(key)
}

/// A document that OpenSSL encrypted in its old form.
pub fn decrypt_old(cipher: &str, iv: &[u8], data: &[u8], passphrase: &[u8]) -> Option<Vec<u8>> {
    let name = cipher.to_ascii_lowercase();
    let key = old_key(CipherKind::named(&name)?.key, iv, passphrase)?;
    crypted(&name, false, &key, iv, data)
}

/// An initialization vector, and the document encrypted in the old form.
pub fn encrypt_old(document: &[u8], cipher: &str, passphrase: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let length = CipherKind::named(cipher)?.key;
    let mut iv = vec![0; if cipher.starts_with("des") { 8 } else { 16 }];
    getrandom::fill(&mut iv).ok()?;
    let key = old_key(length, &iv, passphrase)?;
    let made = crypted(cipher, true, &key, &iv, document)?;
    Some((iv, made))
}
