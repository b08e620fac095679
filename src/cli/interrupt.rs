//! Ctrl-C: once stops the program in good order, twice at once.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::host::{StopHandle, StopReason};

use super::exit::Exit;
use super::terminal::write_error;

/// Makes Ctrl-C (and SIGTERM) stop what `stop` belongs to.
pub fn stop_on_interrupt(stop: StopHandle) {
    let is_second = AtomicBool::new(false);
    let handled = ctrlc::set_handler(move || {
        if is_second.swap(true, Ordering::SeqCst) {
            process::exit(Exit::Stopped.code().into());
        }
        stop.stop(StopReason::Interrupted);
    });
    if let Err(error) = handled {
        // The system's own way of stopping a process is left.
        write_error(&format!("warning: Ctrl-C cannot be handled: {error}\n"));
    }
}
