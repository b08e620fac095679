//! Ed25519 and X25519.

use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use x25519_dalek::{PublicKey, StaticSecret};

/// The public key of a secret: for X25519 if `is_exchange`, otherwise for Ed25519.
pub fn public_of(is_exchange: bool, secret: &[u8; 32]) -> Option<[u8; 32]> {
    if is_exchange {
        return Some(PublicKey::from(&StaticSecret::from(*secret)).to_bytes());
    }
    let pair = Ed25519KeyPair::from_seed_unchecked(secret).ok()?;
    pair.public_key().as_ref().try_into().ok()
}

pub fn sign(secret: &[u8; 32], data: &[u8]) -> Option<Vec<u8>> {
    let pair = Ed25519KeyPair::from_seed_unchecked(secret).ok()?;
    Some(pair.sign(data).as_ref().to_vec())
}

pub fn verify(public: &[u8; 32], data: &[u8], signature: &[u8]) -> bool {
    let key = UnparsedPublicKey::new(&ED25519, public);
    key.verify(data, signature).is_ok()
}

/// `None` if the public key is one that leaves no secret.
pub fn exchange(secret: &[u8; 32], public: &[u8; 32]) -> Option<Vec<u8>> {
    let shared = StaticSecret::from(*secret).diffie_hellman(&PublicKey::from(*public));
    let bytes = shared.to_bytes();
    (bytes != [0; 32]).then(|| bytes.to_vec())
}
