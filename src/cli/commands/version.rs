//! `lumi version`.

use std::io::{self, Write};

use crate::exit::Exit;
use lumi_host as host;

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
