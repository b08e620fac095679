//! The memory in which a passphrase is stretched.
//!
//! The allocator keeps what is freed for a second, in which a deployment needs most memory. These blocks go back to the
//! system at once.

use std::io;
use std::ptr::{self, NonNull};
use std::slice;

use argon2::Block;

/// Blocks of zeroes.
pub struct ScratchBlocks {
    start: NonNull<Block>,
    count: usize,
}

impl ScratchBlocks {
    /// `count` is the number of blocks; at least one.
    pub fn new(count: usize) -> io::Result<Self> {
        let size = count.max(1).checked_mul(size_of::<Block>());
        let size = size.ok_or(io::ErrorKind::OutOfMemory)?;
        // SAFETY: new private memory, at an address that the system chooses.
        let start = unsafe {
            libc::mmap(
                ptr::null_mut(),
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { start, count })
    }
}

impl AsMut<[Block]> for ScratchBlocks {
    fn as_mut(&mut self) -> &mut [Block] {
        // SAFETY: the memory is this value's, begins at a page, and zeroes are valid numbers.
        unsafe { slice::from_raw_parts_mut(self.start.as_ptr(), self.count) }
    }
}

impl Drop for ScratchBlocks {
    fn drop(&mut self) {
        let size = self.count.max(1) * size_of::<Block>();
        // SAFETY: the memory was mapped with this size, and nothing refers to it any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), size) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_zeroes() {
        let mut blocks = ScratchBlocks::new(3).unwrap();
        let words: Vec<u64> = blocks
            .as_mut()
            .iter()
            .flat_map(|it| it.as_ref())
            .copied()
            .collect();
        assert_eq!(words, [0; 3 * 128]);
        assert_eq!(blocks.as_mut().as_ptr().align_offset(64), 0);
        assert!(ScratchBlocks::new(0).unwrap().as_mut().is_empty());
        assert!(ScratchBlocks::new(usize::MAX).is_err());
    }
}
