//! Exit codes, the same for every command.

use std::process::ExitCode;

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
    /// Somebody else holds the stack, or has changed it under us.
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
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
