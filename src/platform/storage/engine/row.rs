//! Rows with a checksum: four bytes, the rest is the row. The file's own checksums are compared when it is opened.

use crate::storage::error::StorageError;

const LENGTH: usize = 4;

/// A row as it is stored.
pub fn seal(row: &[u8]) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(LENGTH + row.len());
    sealed.extend_from_slice(&crc32fast::hash(row).to_le_bytes());
    sealed.extend_from_slice(row);
    sealed
}

/// The row; `None` if it is damaged.
pub fn open(sealed: &[u8]) -> Option<&[u8]> {
    let (checksum, row) = sealed.split_first_chunk::<LENGTH>()?;
    (crc32fast::hash(row) == u32::from_le_bytes(*checksum)).then_some(row)
}

/// A copy of the row of a key, which the error of a damaged one names.
pub fn value(sealed: &[u8], key: &str) -> Result<Vec<u8>, StorageError> {
    let row = open(sealed).ok_or_else(|| StorageError::damaged(key))?;
    Ok(row.to_vec())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_row_is_what_was_stored_or_damaged(row: Vec<u8>, at: usize, bit in 0..8_u8) {
            let mut sealed = seal(&row);
            prop_assert_eq!(open(&sealed), Some(&*row));
            let at = at % sealed.len();
            sealed[at] ^= 1 << bit;
            prop_assert_eq!(open(&sealed), None);
        }
    }
}
