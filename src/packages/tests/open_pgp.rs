//! Keys and signatures in OpenPGP that tests make, with Ed25519.

use data_encoding::BASE64;
use ring::digest::{self, SHA256};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};

/// Seconds since 1970, of keys and signatures.
const CREATED: u32 = 1_600_000_000;
const USER: &[u8] = b"Acme <acme@example.com>";

/// Packets of a public key, and the numbers of two kinds of signatures.
const PUBLIC_KEY: u8 = 6;
const USER_ID: u8 = 13;
const SIGNATURE: u8 = 2;
const OF_DOCUMENT: u8 = 0;
const OF_USER: u8 = 0x13;

pub struct OpenPgpKey {
    pair: Ed25519KeyPair,
}

impl OpenPgpKey {
    pub fn new() -> Self {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let pair = Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap();
        Self { pair }
    }

    /// A detached signature of a document.
    pub fn sign(&self, document: &[u8]) -> Vec<u8> {
        packet(SIGNATURE, &self.signature(OF_DOCUMENT, document, &[]))
    }

    /// The public key, in text.
    pub fn armored(&self) -> String {
        let key = self.body();
        let of_key = [&[0x99, 0, u8::try_from(key.len()).unwrap()], &key[..]].concat();
        let of_user = [&[0xb4, 0, 0, 0, u8::try_from(USER.len()).unwrap()], USER].concat();
        // It may certify and sign.
        let flags = [2, 27, 3];
        let signature = self.signature(OF_USER, &[of_key, of_user].concat(), &flags);
        let packets = [
            packet(PUBLIC_KEY, &key),
            packet(USER_ID, USER),
            packet(SIGNATURE, &signature),
        ];
        armored(&packets.concat())
    }

    fn body(&self) -> Vec<u8> {
        let curve = [9, 0x2b, 6, 1, 4, 1, 0xda, 0x47, 0x0f, 1];
        let point = [&[0x40], self.pair.public_key().as_ref()].concat();
        [
            &[4],
            &CREATED.to_be_bytes()[..],
            &[22],
            &curve,
            &integer(&point),
        ]
        .concat()
    }

    fn signature(&self, kind: u8, of: &[u8], more: &[u8]) -> Vec<u8> {
        let created = [&[5, 2], &CREATED.to_be_bytes()[..]].concat();
        let parts = [created, more.to_vec()].concat();
        let length = u16::try_from(parts.len()).unwrap().to_be_bytes();
        let signed = [&[4, kind, 22, 8], &length[..], &parts].concat();
        let end = u32::try_from(signed.len()).unwrap().to_be_bytes();
        let message = [of, &signed, &[4, 0xff], &end].concat();
        let digest = digest::digest(&SHA256, &message);
        let value = self.pair.sign(digest.as_ref());
        let (r, s) = value.as_ref().split_at(32);
        let start = &digest.as_ref()[..2];
        [&signed, &[0, 0][..], start, &integer(r), &integer(s)].concat()
    }
}

/// The text of the packets of a public key.
pub fn armored(packets: &[u8]) -> String {
    let data = BASE64.encode(packets);
    let name = "PGP PUBLIC KEY BLOCK";
    format!("-----BEGIN {name}-----\n\n{data}\n-----END {name}-----\n")
}

fn integer(bytes: &[u8]) -> Vec<u8> {
    let zeros = bytes.iter().take_while(|it| **it == 0).count();
    let bytes = &bytes[zeros..];
    let bits = bytes.len() * 8 - bytes[0].leading_zeros() as usize;
    [&u16::try_from(bits).unwrap().to_be_bytes(), bytes].concat()
}

fn packet(tag: u8, body: &[u8]) -> Vec<u8> {
    let length = u16::try_from(body.len()).unwrap().to_be_bytes();
    [&[0x80 | tag << 2 | 1], &length[..], body].concat()
}
