//! Whole numbers of the command line, with errors that a user understands.

use std::num::NonZeroUsize;

/// The number of a run.
pub fn parse_run(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "a run is a whole number; `lumi stack history` lists the runs".to_owned())
}

pub fn parse_parallel(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "it must be a whole number of at least 1".to_owned())
}

pub fn parse_port(text: &str) -> Result<u16, String> {
    text.parse()
        .map_err(|_| "a port is a whole number from 0 to 65535".to_owned())
}
