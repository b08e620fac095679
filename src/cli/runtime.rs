//! The threads that commands work on.

use std::io;
use std::num::NonZero;
use std::thread::available_parallelism;

use tokio::runtime::{Builder, Runtime};

/// A runtime with a thread for each processor. The number is given, as tokio would take it from a
/// variable of the environment, and panic if that has none.
pub fn threads() -> io::Result<Runtime> {
    let count = available_parallelism().map_or(1, NonZero::get);
    Builder::new_multi_thread()
        .worker_threads(count)
        .enable_all()
        .build()
}
