//! `lumi`: see the library for everything.

use mimalloc::MiMalloc;

/// The threads of a run all allocate at the same time. With glibc's allocator they wait for each other
/// where they share a heap, and for the system where they do not (`docs/performance.md`). V8 allocates
/// its own memory from glibc all the same.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() {
    lumi::cli::main()
}
