//! `lumi`: see the library for everything.

use mimalloc::MiMalloc;

/// The threads of a run all allocate at a time. With glibc's allocator they wait for each other if they
/// share a heap, and for the system, page by page, if they do not: 10,000 resources took 338 ms then, and
/// take 273 with this one (medians of 20, in turns), a hello program as long as before. jemalloc was as
/// fast. Huge pages were faster only where they had just been used. What V8 allocates for itself comes
/// from glibc all the same.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() {
    lumi::cli::main()
}
