//! Figures of the machine, the process and the heap, and `process.exit`.

use std::fs;

use deno_core::{OpState, op2, v8};
use serde::Serialize;

use crate::limits::limits::StopReason;

use super::surroundings::Surroundings;

/// `Machine` of `js/web/ops.ts`. Figures that the system does not have are zero.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Machine {
    parallelism: usize,
    /// Bytes.
    total_memory: u64,
    /// Bytes that processes can still get.
    free_memory: u64,
    /// Seconds since the machine started.
    uptime: f64,
    /// Averages of 1, 5 and 15 minutes.
    load: Vec<f64>,
    /// The version of the kernel.
    release: String,
    /// When and how the kernel was built.
    version: String,
    /// The niceness of the process: from -20, which is the most urgent, to 19.
    priority: i32,
}

/// Figures of the machine that name neither it nor its owner.
#[op2]
#[serde]
pub fn op_lumi_machine() -> Machine {
    let text = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let memory = text("/proc/meminfo");
    let uptime = text("/proc/uptime");
    let load = text("/proc/loadavg");
    Machine {
        parallelism: std::thread::available_parallelism().map_or(1, usize::from),
        total_memory: memory_line(&memory, "MemTotal:"),
        free_memory: memory_line(&memory, "MemAvailable:"),
        uptime: numbers(&uptime).next().unwrap_or_default(),
        load: numbers(&load).take(3).collect(),
        release: text("/proc/sys/kernel/osrelease").trim().to_owned(),
        version: text("/proc/sys/kernel/version").trim().to_owned(),
        // SAFETY: the call takes numbers alone. It does not fail for the process itself, which is 0.
        priority: unsafe { libc::getpriority(libc::PRIO_PROCESS as _, 0) },
    }
}

/// Bytes of a line of `/proc/meminfo`, which is in KiB.
fn memory_line(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|it| it.strip_prefix(name));
    let number = line.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok());
    number.unwrap_or_default() * 1024
}

fn numbers(text: &str) -> impl Iterator<Item = f64> {
    text.split_whitespace().map_while(|it| it.parse().ok())
}

/// Microseconds that the process has used in its own code and in the kernel, and the bytes of memory
/// that it has now.
#[op2]
#[serde]
pub fn op_lumi_process_usage() -> (f64, f64, f64) {
    // SAFETY: `rusage` is plain data, for which zeros are valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is valid for the call, which fills the struct.
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut usage) };
    let microseconds = |it: libc::timeval| it.tv_sec as f64 * 1e6 + it.tv_usec as f64;
    let memory = resident_memory().unwrap_or(usage.ru_maxrss as f64 * 1024.0);
    (
        microseconds(usage.ru_utime),
        microseconds(usage.ru_stime),
        memory,
    )
}

/// Bytes; `None` where the system has no such file.
fn resident_memory() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    Some(memory_line(&text, "VmRSS:") as f64)
}

/// Bytes: total, of code, physical, available, used, limit, allocated by V8 itself, the most of
/// these, outside of the heap; then the numbers of contexts and of detached contexts.
#[op2]
#[serde]
pub fn op_lumi_heap(scope: &mut v8::PinScope<'_, '_>) -> Vec<f64> {
    let heap = scope.get_heap_statistics();
    let figures = [
        heap.total_heap_size(),
        heap.total_heap_size_executable(),
        heap.total_physical_size(),
        heap.total_available_size(),
        heap.used_heap_size(),
        heap.heap_size_limit(),
        heap.malloced_memory(),
        heap.peak_malloced_memory(),
        heap.external_memory(),
        heap.number_of_native_contexts(),
        heap.number_of_detached_contexts(),
    ];
    figures.map(|it| it as f64).to_vec()
}

/// Ends the program with the code of `process.exit`. The caller's JavaScript is terminated soon
/// after the op has returned.
#[op2(fast)]
pub fn op_lumi_exit(state: &mut OpState, #[smi] code: i32) {
    Surroundings::of(state).stop.stop(StopReason::Exited(code));
}

/// The absolute path of Lumi.
#[op2]
#[string]
pub fn op_lumi_exec_path() -> &'static str {
    crate::child::own_path()
}

/// Operating system, processor and version line of Lumi, named as in Node.
#[op2]
#[serde]
pub fn op_lumi_platform() -> (&'static str, &'static str, &'static str) {
    let platform = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        other => other,
    };
    (platform, processor, env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_in_bytes() {
        let text = "MemTotal:       2048 kB\nMemAvailable:    1024 kB\n";
        assert_eq!(memory_line(text, "MemTotal:"), 2 << 20);
        assert_eq!(memory_line(text, "MemAvailable:"), 1 << 20);
        assert_eq!(memory_line(text, "SwapTotal:"), 0);
    }

    #[test]
    fn numbers_end_at_the_first_word() {
        let load: Vec<f64> = numbers("0.5 1 2.25 1/200 99").collect();
        assert_eq!(load, [0.5, 1.0, 2.25]);
    }
}
