//! How a command ends.

/// The exit codes of `lumi` that these commands have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Ok = 0,
    /// What was asked about is not so: two graphs differ.
    Failed = 1,
    /// Wrong usage, or input that cannot be read.
    Usage = 2,
}

impl Exit {
    /// The number for the operating system.
    pub fn code(self) -> u8 {
        self as u8
    }
}
