//! The memory of a process and of all that it has started.

use std::fs;
use std::io;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::Result;

/// The time between two measurements. Each takes the kernel about a millisecond for 100 MB.
const PAUSE: Duration = Duration::from_millis(15);

/// Runs `wait` for a child and answers its result, with the largest sum of the memory of its processes in bytes. A page that
/// several processes share counts in parts (the proportional set size of Linux).
pub fn peak_while<T>(child: &Child, wait: impl FnOnce() -> Result<T>) -> Result<(T, u64)> {
    let is_over = AtomicBool::new(false);
    let id = child.id();
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut peak = 0;
            while !is_over.load(Ordering::Relaxed) {
                peak = peak.max(tree_memory(id));
                thread::sleep(PAUSE);
            }
            peak
        });
        let waited = wait();
        is_over.store(true, Ordering::Relaxed);
        let peak = watcher.join().map_err(|_| "the memory was not measured")?;
        Ok((waited?, peak))
    })
}

/// The bytes of a process and of those below it now.
pub fn tree_memory(root: u32) -> u64 {
    descendants(root).into_iter().map(size).sum()
}

/// A process and those below it. A process that ends meanwhile has no children.
fn descendants(root: u32) -> Vec<u32> {
    let mut found = vec![root];
    let mut at = 0;
    while let Some(id) = found.get(at).copied() {
        at += 1;
        found.extend(children(id).unwrap_or_default());
    }
    found
}

/// The processes that the threads of a process have started.
pub fn children(id: u32) -> io::Result<Vec<u32>> {
    let mut found = Vec::new();
    for thread in fs::read_dir(format!("/proc/{id}/task"))? {
        // A thread that ends meanwhile has no children.
        let children = fs::read_to_string(thread?.path().join("children")).unwrap_or_default();
        let children = children.split_whitespace();
        found.extend(children.filter_map(|it| it.parse::<u32>().ok()));
    }
    Ok(found)
}

fn size(id: u32) -> u64 {
    memory(id, "Pss").ok().flatten().unwrap_or_default()
}

/// The bytes of a kind of memory of a process, as the kernel adds them up in `/proc/ID/smaps_rollup`.
pub fn memory(id: u32, kind: &str) -> io::Result<Option<u64>> {
    let rollup = fs::read_to_string(format!("/proc/{id}/smaps_rollup"))?;
    Ok(bytes(&rollup, kind))
}

/// The peak of this process, which the kernel hands on to the processes that it starts. `None` where no kernel does so.
pub fn own_peak() -> Option<u64> {
    bytes(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM")
}

fn bytes(text: &str, kind: &str) -> Option<u64> {
    let mut lines = text.lines().filter_map(|it| it.split_once(':'));
    let (_, size) = lines.find(|(name, _)| *name == kind)?;
    let kilobytes: u64 = size.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn the_sum_is_read() {
        let text = "55 ---p\nRss:    900 kB\nPss:    120 kB\nPss_Anon:  7 kB\n";
        assert_eq!(bytes(text, "Pss"), Some(120 * 1024));
        assert_eq!(bytes("", "Pss"), None);
    }

    #[test]
    fn pages_of_files_do_not_count() {
        let text = "Rss: 9 kB\nPrivate_Clean: 1 kB\nPrivate_Dirty: 2 kB\nShared_Clean: 7 kB\n";
        assert_eq!(bytes(text, "Private_Dirty"), Some(2 * 1024));
    }

    #[test]
    fn the_peak_of_this_process_is_no_less_than_what_it_has_held() {
        let held = vec![1_u8; 64 << 20];
        assert!(own_peak().unwrap() > held.len() as u64);
    }

    #[test]
    fn what_a_process_starts_counts() {
        let mut command = Command::new("sh");
        let mut child = command.args(["-c", "sleep 100 & wait"]).spawn().unwrap();
        let id = child.id();
        let (found, peak) = peak_while(&child, || {
            loop {
                let found = descendants(id);
                if found.len() == 2 {
                    thread::sleep(2 * PAUSE);
                    return Ok(found);
                }
            }
        })
        .unwrap();
        assert!(peak > 0);
        child.kill().unwrap();
        child.wait().unwrap();
        let sleeping = libc::pid_t::try_from(found[1]).unwrap();
        // SAFETY: a plain system call without pointers.
        unsafe { libc::kill(sleeping, libc::SIGKILL) };
    }
}
