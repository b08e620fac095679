//! Exit codes, the same for every command.

#[cfg(unix)]
use std::io::{self, Write};
use std::process;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exit {
    #[default]
    Success,
    /// The program, a provider or a step failed.
    Failure,
    /// Wrong flags, or wrong configuration.
    Usage,
    /// `preview --detailed-exitcode`: there is something to change.
    Changes,
    /// Another run holds the stack, or has changed it meanwhile.
    Locked,
    /// Stopped by the user.
    Stopped,
    /// A bug in lumi.
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

    /// Ends the process. After a success nothing is left to do, and the allocator need not
    /// give its memory back piece by piece. Otherwise a program may have been given up that holds
    /// standard output for ever, which only the standard library can pass by.
    pub fn leave(self) -> ! {
        #[cfg(unix)]
        if self == Self::Success {
            let _ = io::stdout().flush();
            // SAFETY: it takes a number and does not return.
            unsafe { libc::_exit(0) }
        }
        process::exit(self.code().into())
    }
}
