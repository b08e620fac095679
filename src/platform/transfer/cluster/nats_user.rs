//! The user of a stack's NATS that moves data: its JWT is signed with the key of the account, which the state of the stack has.

use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use data_encoding::BASE32_NOPAD;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

/// The first bytes of the names of keys of accounts and users.
const ACCOUNT: u8 = 0;
const USER: u8 = 20 << 3;
/// The name of the user; subjects of answers begin with it.
const NAME: &str = "lumi-operator";
/// Seconds for which the JWT is good.
const LIFE: u64 = 24 * 3600;
/// The subjects that the user publishes to.
const SUBJECTS: [&str; 6] = [
    "$JS.API.>",
    "dead.>",
    "kv.>",
    "lumi.imports.>",
    "queue.>",
    "topic.>",
];

/// A user of NATS.
pub struct NatsUser {
    pub name: String,
    /// The JWT, which is secret.
    pub token: String,
}

impl NatsUser {
    /// A user of the account with this private key, which is PKCS #8 in PEM; `None` for another text.
    pub fn of_account(pem: &str) -> Option<Self> {
        let lines = pem.lines().filter(|it| !it.starts_with("-----"));
        let text: String = lines.map(str::trim).collect();
        let bytes = STANDARD.decode(text).ok()?;
        let key = Ed25519KeyPair::from_pkcs8_maybe_unchecked(&bytes).ok()?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
        Some(Self {
            name: NAME.to_owned(),
            token: token(&key, now),
        })
    }
}

fn token(account: &Ed25519KeyPair, now: u64) -> String {
    let claims = json!({
        "iat": now,
        "exp": now + LIFE,
        "iss": public_name(ACCOUNT, account.public_key().as_ref()),
        "name": NAME,
        // The JWT alone admits the user: no private key belongs to this name.
        "sub": public_name(USER, &Sha256::digest(NAME.as_bytes())),
        "nats": {
            "pub": { "allow": SUBJECTS },
            "sub": { "allow": [format!("_INBOX.{NAME}.>")] },
            "subs": -1, "data": -1, "payload": -1,
            "bearer_token": true, "type": "user", "version": 2,
        },
    });
    let id = BASE32_NOPAD.encode(&Sha256::digest(claims.to_string().as_bytes()));
    let mut all = Map::from_iter([("jti".to_owned(), Value::from(id))]);
    all.extend(claims.as_object().cloned().unwrap_or_default());
    let head = json!({ "typ": "JWT", "alg": "ed25519-nkey" });
    let parts = [head.to_string(), Value::from(all).to_string()];
    let text = parts.map(|it| URL_SAFE_NO_PAD.encode(it)).join(".");
    let signature = account.sign(text.as_bytes());
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref()))
}

/// A public key as NATS writes it: the kind, the key and a checksum.
fn public_name(kind: u8, key: &[u8]) -> String {
    let bytes = [&[kind], key].concat();
    let sum = crc16(&bytes);
    BASE32_NOPAD.encode(&[bytes, sum.to_le_bytes().to_vec()].concat())
}

/// CRC-16 with the polynomial 0x1021 that begins with 0.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |sum, byte| {
        (0..8).fold(sum ^ u16::from(*byte) << 8, |sum, _| {
            sum << 1 ^ if sum & 0x8000 == 0 { 0 } else { 0x1021 }
        })
    })
}
