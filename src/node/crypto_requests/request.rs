//! Requests that may take long: handled immediately or on another thread.

use std::cell::RefCell;
use std::rc::Rc;

use deno_core::{OpState, ToJsBuffer, op2};
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

use crate::crypto::error::{CryptoError, Result};
use crate::crypto::hash::HashKind;
use crate::crypto::kdf::{hkdf, pbkdf2};
use crate::crypto::scrypt::{Cost, scrypt};

use crate::limits::native_work::{ProgramWork, WorkBounds, WorkFailure};

use super::bytes::Bytes;
use super::key_request::{KeyAnswer, KeyRequest};
use super::key_use_request::KeyUseRequest;
use super::prime_request::PrimeRequest;
use super::x509_request::{X509Answer, X509Request};

/// JavaScript has checked the types; digests are names.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CryptoRequest {
    Digest {
        hash: String,
        data: Bytes,
    },
    Hkdf {
        hash: String,
        key: Bytes,
        salt: Bytes,
        info: Bytes,
        length: u32,
    },
    Pbkdf2 {
        hash: String,
        password: Bytes,
        salt: Bytes,
        iterations: u32,
        length: u32,
    },
    Scrypt {
        password: Bytes,
        salt: Bytes,
        n: u32,
        r: u32,
        p: u32,
        length: u32,
    },
    Key(KeyRequest),
    Use(KeyUseRequest),
    Prime(PrimeRequest),
    X509(X509Request),
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum CryptoAnswer {
    Flag(bool),
    Bytes(ToJsBuffer),
    Key(Box<KeyAnswer>),
    Certificate(Box<X509Answer>),
}

impl From<Vec<u8>> for CryptoAnswer {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes.into())
    }
}

/// The error of a key of scrypt, which has a code of its own for memory.
fn scrypt_failure(failure: WorkFailure) -> CryptoError {
    match failure {
        WorkFailure::OutOfMemory => CryptoError::range(
            "ERR_CRYPTO_INVALID_SCRYPT_PARAMS",
            "Invalid scrypt params: memory limit exceeded",
        ),
        WorkFailure::Over => failure.into(),
    }
}

impl CryptoRequest {
    fn run(self, bounds: &WorkBounds) -> Result<CryptoAnswer> {
        Ok(match self {
            Self::Digest { hash, data } => HashKind::checked(&hash)?.digest(&data).into(),
            Self::Hkdf {
                hash,
                key,
                salt,
                info,
                length,
            } => hkdf(
                HashKind::checked(&hash)?,
                &key,
                &salt,
                &info,
                length as usize,
            )
            .into(),
            Self::Pbkdf2 {
                hash,
                password,
                salt,
                iterations,
                length,
            } => {
                let kind = HashKind::checked(&hash)?;
                pbkdf2(kind, &password, &salt, iterations, length as usize, bounds)?.into()
            }
            Self::Scrypt {
                password,
                salt,
                n,
                r,
                p,
                length,
            } => {
                let cost = Cost { n: n.into(), r, p };
                let key = scrypt(&password, &salt, cost, length as usize, bounds);
                key.map_err(scrypt_failure)?.into()
            }
            Self::Key(request) => request.run(bounds)?,
            Self::Use(request) => request.run()?,
            Self::Prime(request) => request.run(bounds)?,
            Self::X509(request) => request.run()?,
        })
    }
}

/// Does what the request says, on the program's thread.
#[op2]
#[serde]
pub fn op_lumi_crypto(
    state: &mut OpState,
    #[serde] request: CryptoRequest,
) -> Result<CryptoAnswer> {
    request.run(&state.borrow::<ProgramWork>().0)
}

/// Does what the request says, on another thread.
#[op2(async(deferred))]
#[serde]
pub async fn op_lumi_crypto_later(
    state: Rc<RefCell<OpState>>,
    #[serde] request: CryptoRequest,
) -> Result<CryptoAnswer> {
    let bounds = state.borrow().borrow::<ProgramWork>().0.clone();
    let done = spawn_blocking(move || request.run(&bounds)).await;
    done.map_err(|error| CryptoError::plain(format!("the operation failed: {error}")))?
}
