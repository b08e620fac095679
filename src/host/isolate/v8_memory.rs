//! The memory and the randomness that V8 asks the system for, given in larger steps.
//!
//! V8 allocates its own structures with the system's `malloc`. Those of an isolate take a little less
//! than 1 MiB, in thousands of small pieces. glibc would ask the system for 4 KiB at a time, and each of
//! these pages would cost a page fault.

/// Bytes of V8's structures for an isolate, without JavaScript's heap.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const STRUCTURES: usize = 1 << 20;

/// Sets how V8 gets memory and random bytes. Must be called before V8 is initialised.
pub fn configure() {
    deno_core::v8::V8::set_entropy_source(|bytes| getrandom::fill(bytes).is_ok());
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    enlarge_steps();
}

/// Lets `malloc` ask the system for 1 MiB at a time.
///
/// This ends glibc's own adaptation of the other two limits, so they are set as well: the size from which
/// memory gets a mapping of its own, and the size that may stay unused at the end of a heap.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn enlarge_steps() {
    let step = libc::c_int::try_from(STRUCTURES).unwrap_or(libc::c_int::MAX);
    // SAFETY: `mallopt` takes plain numbers, and returns 0 for those that it refuses.
    unsafe {
        libc::mallopt(libc::M_TOP_PAD, step);
        libc::mallopt(libc::M_MMAP_THRESHOLD, step);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * step);
    }
}

/// Has the system map the pages for an isolate's structures at once. To be called on the thread of the isolate, before
/// it allocates much: each thread has a heap of its own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn prefault() {
    /// Smaller than memory that gets a mapping of its own.
    const SIZE: usize = STRUCTURES - (64 << 10);
    const PAGE: usize = 4 << 10;
    // SAFETY: the memory that is allocated here is freed here, and becomes the free end of the thread's heap. `madvise`
    // is called for whole pages of it and changes no contents; a system that does not know this advice refuses it.
    unsafe {
        let space = libc::malloc(SIZE);
        if space.is_null() {
            return;
        }
        let start = space.map_addr(|address| address.next_multiple_of(PAGE));
        libc::madvise(start, SIZE - PAGE, libc::MADV_POPULATE_WRITE);
        libc::free(space);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn prefault() {}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use std::mem::MaybeUninit;
    use std::thread;

    use super::*;

    /// Page faults of this thread.
    fn faults() -> libc::c_long {
        let mut usage = MaybeUninit::<libc::rusage>::zeroed();
        // SAFETY: `getrusage` fills the structure, in which zeros are valid.
        unsafe {
            libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr());
            usage.assume_init().ru_minflt
        }
    }

    #[test]
    fn the_pages_of_small_pieces_are_there_before_they_are_used() {
        const PIECE: usize = 512;
        enlarge_steps();
        let taken = thread::spawn(|| {
            prefault();
            let before = faults();
            for _ in 0..STRUCTURES * 3 / 4 / PIECE {
                // SAFETY: the piece is written within its size, and kept: the thread's heap ends with it.
                unsafe { libc::memset(libc::malloc(PIECE), 1, PIECE) };
            }
            faults() - before
        });
        let taken = taken.join().unwrap();
        assert!(
            taken < 40,
            "{taken} page faults instead of none for 192 pages"
        );
    }
}
