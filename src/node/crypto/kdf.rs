//! Keys from passwords and from other keys: PBKDF2 (RFC 8018) and HKDF (RFC 5869).

use super::hash::HashKind;
use super::hmac::Hmac;
use crate::limits::native_work::{WorkBounds, WorkFailure, room};

/// Rounds between two looks at the bounds: about a millisecond.
const ROUNDS: u32 = 1024;

pub fn pbkdf2(
    kind: HashKind,
    password: &[u8],
    salt: &[u8],
    iterations: u32,
    length: usize,
    bounds: &WorkBounds,
) -> Result<Vec<u8>, WorkFailure> {
    let _held = bounds.hold(length)?;
    let keyed = Hmac::new(kind, password);
    let mut key = room(length + kind.length())?;
    for index in 1_u32.. {
        if key.len() >= length {
            break;
        }
        let mut hmac = keyed.clone();
        hmac.update(salt);
        hmac.update(&index.to_be_bytes());
        let mut last = hmac.finish();
        let mut block = last.clone();
        for round in 1..iterations {
            if round % ROUNDS == 0 {
                bounds.check()?;
            }
            let mut hmac = keyed.clone();
            hmac.update(&last);
            last = hmac.finish();
            for (sum, byte) in block.iter_mut().zip(&last) {
                *sum ^= byte;
            }
        }
        key.extend_from_slice(&block);
        if index % ROUNDS == 0 {
            bounds.check()?;
        }
    }
    key.truncate(length);
    Ok(key)
}

/// `length` is at most 255 digests; the result is shorter otherwise.
pub fn hkdf(kind: HashKind, key: &[u8], salt: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let zeros = vec![0; kind.length()];
    let salt = if salt.is_empty() { &zeros } else { salt };
    let keyed = Hmac::new(kind, &Hmac::of(kind, salt, &[key]));
    let mut made = Vec::with_capacity(length + kind.length());
    let mut last = Vec::new();
    for index in 1_u8..=255 {
        if made.len() >= length {
            break;
        }
        let mut hmac = keyed.clone();
        hmac.update(&last);
        hmac.update(info);
        hmac.update(&[index]);
        last = hmac.finish();
        made.extend_from_slice(&last);
    }
    made.truncate(length);
    made
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::limits::limits::StopHandle;
    use crate::limits::memory::Budget;
    use crate::limits::native_work::ProgramWork;
    use data_encoding::HEXLOWER;

    #[test]
    fn a_key_ends_with_its_program_and_takes_no_more_memory_than_that_may_have() {
        let bounds = WorkBounds::default();
        drop(ProgramWork(bounds.clone()));
        let key = pbkdf2(HashKind::Sha1, b"", b"", u32::MAX, 20, &bounds);
        assert_eq!(key, Err(WorkFailure::Over));
        let memory = Some(Arc::new(Budget::new(1000)));
        let bounds = WorkBounds::new(memory, StopHandle::default());
        let key = pbkdf2(HashKind::Sha1, b"", b"", 1, 1001, &bounds);
        assert_eq!(key, Err(WorkFailure::OutOfMemory));
        let key = pbkdf2(
            HashKind::Sha1,
            b"",
            b"",
            1,
            usize::MAX / 4,
            &WorkBounds::default(),
        );
        assert_eq!(key, Err(WorkFailure::OutOfMemory));
    }

    /// Vectors of RFC 6070 and of RFC 5869, appendix A.1.
    #[test]
    fn derived_keys_are_those_of_the_rfcs() {
        let key = pbkdf2(
            HashKind::Sha1,
            b"password",
            b"salt",
            4096,
            20,
            &WorkBounds::default(),
        );
        assert_eq!(
            HEXLOWER.encode(&key.unwrap()),
            "4b007901b765489abead49d926f721d065a429c1"
        );
        let salt: Vec<u8> = (0..13).collect();
        let info: Vec<u8> = (0xf0..0xfa).collect();
        let key = hkdf(HashKind::Sha256, &[0x0b; 22], &salt, &info, 42);
        assert_eq!(
            HEXLOWER.encode(&key),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        );
    }
}
