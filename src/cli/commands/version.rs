//! `lumi version`.

use std::io::{self, Write};

use serde_json::json;

use lumi_host as host;
use lumi_terminal::exit::Exit;

pub fn run(as_json: bool) -> io::Result<Exit> {
    let mut out = io::stdout().lock();
    let (lumi, v8) = (env!("CARGO_PKG_VERSION"), host::v8_version());
    match as_json {
        true => writeln!(out, "{:#}", json!({ "lumi": lumi, "v8": v8 }))?,
        false => writeln!(out, "lumi {lumi} (V8 {v8})")?,
    }
    Ok(Exit::Success)
}
