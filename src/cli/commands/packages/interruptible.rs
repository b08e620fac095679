//! Work that Ctrl-C ends at once.

use crate::runtime::on_threads;
use lumi_terminal::failure::Failure;
use lumi_terminal::interrupt::Interrupts;

/// Runs work on threads of its own: packages are unpacked while others are downloaded. What was begun is taken
/// up again by the next command, or removed.
pub fn run_interruptible<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    on_threads(Interrupts::install().interruptible(work))
}
