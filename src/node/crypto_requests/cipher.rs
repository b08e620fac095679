//! Ciphers in pieces.

use std::cell::RefCell;

use deno_core::{op2, v8};

use crate::crypto::cipher::Cipher;
use crate::crypto::error::{CryptoError, Result};

/// A cipher that takes data, then the tag that it made.
pub struct CipherState {
    cipher: RefCell<Option<Cipher>>,
    tag: RefCell<Vec<u8>>,
}

// SAFETY: nothing that the collector manages is inside.
unsafe impl deno_core::GarbageCollected for CipherState {
    fn trace(&self, _visitor: &mut v8::cppgc::Visitor) {}

    fn get_name(&self) -> &'static std::ffi::CStr {
        c"CipherState"
    }
}

fn finished() -> CryptoError {
    CryptoError::plain("Unsupported state")
}

#[op2]
#[cppgc]
pub fn op_lumi_cipher_open(
    #[string] name: &str,
    is_encryption: bool,
    #[buffer] key: &[u8],
    #[buffer] iv: &[u8],
    #[smi] tag: u32,
) -> Result<CipherState> {
    let cipher = Cipher::new(name, is_encryption, key, iv, tag as usize)?;
    Ok(CipherState {
        cipher: RefCell::new(Some(cipher)),
        tag: RefCell::default(),
    })
}

/// Adds bytes that are authenticated and not encrypted.
#[op2(fast)]
pub fn op_lumi_cipher_authenticate(
    #[cppgc] state: &CipherState,
    #[buffer] data: &[u8],
) -> Result<()> {
    let mut cipher = state.cipher.borrow_mut();
    cipher.as_mut().ok_or_else(finished)?.authenticate(data);
    Ok(())
}

/// Keeps the tag that came with the text.
#[op2(fast)]
pub fn op_lumi_cipher_expect(#[cppgc] state: &CipherState, #[buffer] tag: &[u8]) -> Result<()> {
    let mut cipher = state.cipher.borrow_mut();
    cipher.as_mut().ok_or_else(finished)?.set_expected_tag(tag);
    Ok(())
}

#[op2]
#[buffer]
pub fn op_lumi_cipher_update(
    #[cppgc] state: &CipherState,
    #[buffer] data: &[u8],
    has_padding: bool,
) -> Result<Vec<u8>> {
    let mut cipher = state.cipher.borrow_mut();
    let cipher = cipher.as_mut().ok_or_else(finished)?;
    cipher.update(data, has_padding)
}

#[op2]
#[buffer]
pub fn op_lumi_cipher_finish(#[cppgc] state: &CipherState, has_padding: bool) -> Result<Vec<u8>> {
    let cipher = state.cipher.take().ok_or_else(finished)?;
    let (bytes, made) = cipher.finish(has_padding)?;
    state.tag.replace(made);
    Ok(bytes)
}

/// The tag of what was encrypted.
#[op2]
#[buffer]
pub fn op_lumi_cipher_tag(#[cppgc] state: &CipherState) -> Vec<u8> {
    state.tag.borrow().clone()
}
