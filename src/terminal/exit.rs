//! Exit codes, the same for every command.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicU8, Ordering};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exit {
    #[default]
    Success,
    /// The program, a provider or a step failed.
    Failure,
    /// Invalid flags or configuration.
    Usage,
    /// `preview --detailed-exitcode`: there are pending changes.
    Changes,
    /// Another run holds the lock, or has changed the stack meanwhile.
    Locked,
    /// Stopped by the user.
    Stopped,
    /// A bug in Lumi.
    Bug,
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failure => 1,
            Self::Usage | Self::Changes => 2,
            Self::Locked => 3,
            Self::Stopped => 4,
            Self::Bug => 70,
        }
    }

    /// Ends the process with the code of a script, which may be any.
    pub fn leave_with(code: u8) -> ! {
        leave(code)
    }

    /// Ends the process. Nothing is left to do after a success. Otherwise an abandoned program may hold
    /// the lock of standard output for ever, which only the exit of the standard library skips.
    pub fn leave(self) -> ! {
        if self == Self::Success {
            let _ = io::stdout().flush();
            // SAFETY: it takes a number and does not return.
            unsafe { libc::_exit(0) }
        }
        leave(self.code())
    }
}

/// Ends the process through the exit of the standard library, but without C and C++ destructors:
/// other threads still use what these would destroy.
fn leave(code: u8) -> ! {
    CODE.store(code, Ordering::Release);
    // SAFETY: the function lives as long as the process and is allowed in an exit handler.
    // Handlers run in reverse order of registration.
    unsafe { libc::atexit(end_at_once) };
    process::exit(code.into())
}

static CODE: AtomicU8 = AtomicU8::new(0);

extern "C" fn end_at_once() {
    let code = CODE.load(Ordering::Acquire);
    // SAFETY: it takes a number and does not return.
    unsafe { libc::_exit(code.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::process::Command;

    const NAME: &str = "exit::tests::no_destructor_runs_beside_other_threads";
    /// Makes the process that a test starts exit.
    const LEAVING: &str = "leaving:";

    extern "C" fn destroy() {
        process::abort();
    }

    #[test]
    fn no_destructor_runs_beside_other_threads() {
        if env::args().any(|it| it == LEAVING) {
            // SAFETY: the function lives as long as the process.
            unsafe { libc::atexit(destroy) };
            io::stdout().write_all(b"kept in the buffer").unwrap();
            Exit::Failure.leave();
        }
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", NAME, "--nocapture", "--test-threads=1", LEAVING])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let output_text = String::from_utf8_lossy(&output.stdout);
        assert!(output_text.ends_with("kept in the buffer"), "{output_text}");
    }
}
