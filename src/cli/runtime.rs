//! The tokio runtime of commands.

use std::io;
use std::num::NonZero;
use std::thread::available_parallelism;

use tokio::runtime::{Builder, Runtime};

/// A runtime with a thread per processor. The number is explicit, because tokio would read an
/// environment variable and panic if it is invalid.
pub fn threads() -> io::Result<Runtime> {
    let count = available_parallelism().map_or(1, NonZero::get);
    Builder::new_multi_thread()
        .worker_threads(count)
        .enable_all()
        .build()
}
