//! `lumi version`.

use std::io::{self, Write};

use crate::cli::exit::Exit;
use crate::host;

pub fn run() -> io::Result<Exit> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "lumi {} (V8 {})",
        env!("CARGO_PKG_VERSION"),
        host::v8_version()
    )?;
    Ok(Exit::Success)
}
