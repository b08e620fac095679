//! Work that Ctrl-C ends at once.

use std::sync::Arc;

use tokio::sync::Notify;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupts;
use crate::runtime;
use crate::ui::report::Report;

/// Runs work on threads of its own: packages are unpacked while others are downloaded. What was begun is taken
/// up again by the next command, or removed.
pub fn wait<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = runtime::threads().map_err(|error| {
        let message = format!("no thread can be started: {error}");
        Failure::new(Exit::Failure, Report::error(message))
    })?;
    let interrupted = Arc::new(Notify::new());
    let notified = Arc::clone(&interrupted);
    Interrupts::install().notify(move |_| notified.notify_one());
    let result = runtime.block_on(async {
        tokio::select! {
            result = work => result,
            () = interrupted.notified() => Err(Failure {
                exit: Exit::Stopped,
                report: Some(Box::new(Report::error("interrupted"))),
            }),
        }
    });
    runtime.shutdown_background();
    result
}
