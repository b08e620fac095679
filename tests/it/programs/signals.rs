//! Signals to processes that tests have started.

use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

/// Lumi counts signals within 100 ms as one interrupt.
pub const SAME_REQUEST: Duration = Duration::from_millis(110);

/// Sends SIGINT, like Ctrl-C.
pub fn interrupt(process: &Child) {
    send(process, libc::SIGINT);
}

/// Sends SIGINT to a process that has answered an earlier one, so that both count.
pub fn interrupt_again(process: &Child) {
    sleep(SAME_REQUEST);
    interrupt(process);
}

/// Sends a signal to a process and to all that are in its group.
pub fn send_to_group(process: &Child, signal: libc::c_int) {
    send_to(-pid(process), signal);
}

/// Sends a signal.
pub fn send(process: &Child, signal: libc::c_int) {
    send_to(pid(process), signal);
}

fn pid(process: &Child) -> libc::pid_t {
    libc::pid_t::try_from(process.id()).unwrap()
}

pub fn send_to(to: libc::pid_t, signal: libc::c_int) {
    // SAFETY: a plain system call. The process is a child that was not waited for.
    assert_eq!(unsafe { libc::kill(to, signal) }, 0);
}
