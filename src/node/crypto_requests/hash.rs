//! Digests and HMACs in pieces.

use std::cell::RefCell;

use deno_core::{OpState, op2, v8};

use crate::crypto::error::{CryptoError, Result};
use crate::crypto::hash::{HashKind, Hasher};
use crate::crypto::hmac::Hmac;
use crate::limits::native_work::{ProgramWork, room};

/// A digest or an HMAC that takes data.
pub struct HashState {
    inner: RefCell<Option<Running>>,
}

#[derive(Clone)]
enum Running {
    /// The length of the result in bytes.
    Hash(Box<Hasher>, usize),
    Hmac(Box<Hmac>),
}

// SAFETY: nothing that the collector manages is inside.
unsafe impl deno_core::GarbageCollected for HashState {
    fn trace(&self, _visitor: &mut v8::cppgc::Visitor) {}

    fn get_name(&self) -> &'static std::ffi::CStr {
        c"HashState"
    }
}

impl HashState {
    fn new(running: Running) -> Self {
        Self {
            inner: RefCell::new(Some(running)),
        }
    }

    fn running(&self) -> Result<Running> {
        let running = self.inner.borrow().clone();
        running
            .ok_or_else(|| CryptoError::coded("ERR_CRYPTO_HASH_FINALIZED", "Digest already called"))
    }
}

/// The length of a digest; `wanted` is negative if the program named none.
fn length_of(kind: HashKind, wanted: f64) -> Result<usize> {
    let length = if wanted < 0.0 {
        kind.length()
    } else {
        wanted as usize
    };
    if !kind.is_extendable() && length != kind.length() {
        return Err(CryptoError::openssl(
            0x0300_00B2,
            "digital envelope routines",
            "not XOF or invalid length",
        ));
    }
    Ok(length)
}

/// Begins a digest, or an HMAC if `key` is given.
#[op2]
#[cppgc]
pub fn op_lumi_hash_open(
    #[string] name: &str,
    length: f64,
    #[buffer] key: Option<&[u8]>,
) -> Result<HashState> {
    let kind = HashKind::named(name);
    let Some(key) = key else {
        let kind = kind.ok_or_else(|| CryptoError::plain("Digest method not supported"))?;
        let length = length_of(kind, length)?;
        return Ok(HashState::new(Running::Hash(
            Box::new(Hasher::new(kind)),
            length,
        )));
    };
    let kind = kind.ok_or_else(|| CryptoError::invalid_digest(name))?;
    Ok(HashState::new(Running::Hmac(Box::new(Hmac::new(
        kind, key,
    )))))
}

#[op2(fast)]
pub fn op_lumi_hash_update(#[cppgc] state: &HashState, #[buffer] data: &[u8]) -> Result<()> {
    match state.inner.borrow_mut().as_mut() {
        Some(Running::Hash(hasher, _)) => hasher.update(data),
        Some(Running::Hmac(hmac)) => hmac.update(data),
        None => {
            return Err(CryptoError::coded(
                "ERR_CRYPTO_HASH_FINALIZED",
                "Digest already called",
            ));
        }
    }
    Ok(())
}

/// The result; nothing can be added after it.
#[op2]
#[buffer]
pub fn op_lumi_hash_finish(program: &mut OpState, #[cppgc] state: &HashState) -> Result<Vec<u8>> {
    match state.inner.take() {
        Some(Running::Hash(hasher, length)) => {
            let bounds = &program.borrow::<ProgramWork>().0;
            let _held = bounds.hold(length)?;
            // A failed allocation ends the process, so the memory is tried first.
            drop(room::<u8>(length)?);
            Ok(hasher.finish(length))
        }
        Some(Running::Hmac(hmac)) => Ok(hmac.finish()),
        None => Err(CryptoError::coded(
            "ERR_CRYPTO_HASH_FINALIZED",
            "Digest already called",
        )),
    }
}

/// Another state with the data so far; `length` is negative for the usual one.
#[op2]
#[cppgc]
pub fn op_lumi_hash_copy(#[cppgc] state: &HashState, length: f64) -> Result<HashState> {
    let running = match state.running()? {
        Running::Hash(hasher, _) => {
            let length = length_of(hasher.kind(), length)?;
            Running::Hash(hasher, length)
        }
        other => other,
    };
    Ok(HashState::new(running))
}

/// The digest of `data` at once.
#[op2]
#[buffer]
pub fn op_lumi_digest(#[string] algorithm: &str, #[buffer] data: &[u8]) -> Result<Vec<u8>> {
    Ok(HashKind::checked(algorithm)?.digest(data))
}
