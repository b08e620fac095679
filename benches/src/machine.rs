//! The machine that runs the benchmarks: numbers mean little without it.

use std::fs;
use std::thread::available_parallelism;

use crate::peers::Peers;

/// A sentence for above the table.
pub fn describe(peers: &Peers) -> String {
    let cores = available_parallelism().map_or(1, usize::from);
    let system = system().unwrap_or_else(|| std::env::consts::OS.to_owned());
    let processor = processor().unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let mut parts = vec![format!("{cores} cores of {processor}"), system];
    parts.extend(peers.versions());
    format!("Measured on {}.", parts.join(", "))
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|it| it.starts_with("model name"))?;
    Some(line.split_once(": ")?.1.to_owned())
}

fn system() -> Option<String> {
    let text = fs::read_to_string("/etc/os-release").ok()?;
    let name = text.lines().find_map(|it| it.strip_prefix("PRETTY_NAME="));
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").ok()?;
    Some(format!(
        "{} (Linux {})",
        name?.trim_matches('"'),
        kernel.trim()
    ))
}
