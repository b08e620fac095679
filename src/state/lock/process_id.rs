//! Identifies the process that holds a lock, and checks whether it is alive.

use std::fs;

use serde::{Deserialize, Serialize};

/// Identifies a process uniquely, even if its pid is reused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessId {
    pub host: String,
    pub pid: u32,
    /// The start time in kernel ticks since boot.
    pub started: Option<u64>,
    /// The boot and the container: only processes of the same one can be looked up.
    pub world: Option<String>,
}

impl ProcessId {
    pub(crate) fn current() -> Self {
        let pid = std::process::id();
        Self {
            host: host(),
            pid,
            started: stat(pid).map(|it| it.started),
            world: world(),
        }
    }

    /// Whether the process has certainly ended. False if that cannot be determined from here.
    pub(crate) fn is_gone(&self) -> bool {
        if self.world.is_none() || self.world != world() {
            return false;
        }
        match stat(self.pid) {
            Some(found) => found.is_dead || self.started.is_some_and(|it| it != found.started),
            None => fs::read_to_string("/proc/self/stat").is_ok(),
        }
    }

    /// Whether the process is certainly running.
    pub(crate) fn is_alive(&self) -> bool {
        self.world.is_some()
            && self.world == world()
            && self.started.is_some()
            && stat(self.pid).is_some_and(|it| !it.is_dead && Some(it.started) == self.started)
    }
}

struct Stat {
    is_dead: bool,
    started: u64,
}

fn stat(pid: u32) -> Option<Stat> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The program's name comes before, and may contain any character.
    let (_, fields) = text.rsplit_once(") ")?;
    let mut fields = fields.split(' ');
    let is_dead = matches!(fields.next()?, "Z" | "X" | "x");
    let started = fields.nth(18)?.parse().ok()?;
    Some(Stat { is_dead, started })
}

fn host() -> String {
    ["/proc/sys/kernel/hostname", "/etc/hostname"]
        .iter()
        .find_map(|path| fs::read_to_string(path).ok())
        .map_or_else(|| "this host".to_owned(), |it| it.trim().to_owned())
}

fn world() -> Option<String> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
    Some(format!("{} {}", boot.trim(), namespace.display()))
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_id_includes_start_and_machine() {
        let this = ProcessId::current();
        assert!(this.is_alive() && !this.is_gone());
        let earlier = ProcessId {
            started: this.started.map(|it| it - 1),
            ..this.clone()
        };
        assert!(earlier.is_gone() && !earlier.is_alive());
        let elsewhere = ProcessId {
            world: Some("another machine".to_owned()),
            ..earlier
        };
        assert!(!elsewhere.is_gone() && !elsewhere.is_alive());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_that_ended_is_gone() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let child_id = ProcessId {
            pid: child.id(),
            started: stat(child.id()).map(|it| it.started),
            ..ProcessId::current()
        };
        assert!(child_id.is_alive());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(child_id.is_gone());
    }
}
