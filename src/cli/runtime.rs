//! The tokio runtime of commands.

use std::io;
use std::num::NonZero;
use std::thread::available_parallelism;

use tokio::runtime::{Builder, Runtime};

use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

/// A runtime with a thread per processor. The number is explicit, because tokio would read an
/// environment variable and panic if it is invalid.
pub fn threads() -> io::Result<Runtime> {
    let count = available_parallelism().map_or(1, NonZero::get);
    Builder::new_multi_thread()
        .worker_threads(count)
        .enable_all()
        .build()
}

/// Waits for work on a runtime with threads.
pub fn on_threads<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = threads().map_err(|error| {
        let message = format!("no thread can be started: {error}");
        Failure::new(Exit::Failure, Report::error(message))
    })?;
    let result = runtime.block_on(work);
    // A task that still waits for an abandoned peer must not keep the process alive.
    runtime.shutdown_background();
    result
}
