//! Exit codes, the same for every command.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exit {
    #[default]
    Success = 0,
    /// The program, a provider or a step failed.
    Failure = 1,
    /// Wrong flags, or wrong configuration.
    Usage = 2,
    /// Somebody else holds the stack, or has changed it under us.
    Locked = 3,
    /// Stopped by the user.
    Stopped = 4,
    /// A bug in lumi.
    Bug = 70,
}

impl Exit {
    pub fn code(self) -> u8 {
        self as u8
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
