//! Limits that the kernel enforces on a whole process, below the checks of [`permissions`](super::permissions):
//! code that breaks out of V8 still meets them.
//!
//! | part | by | effect |
//! |---|---|---|
//! | `files` | landlock | opens only the files and folders that are listed; TCP connects only to listed ports |
//! | `syscalls` | seccomp | no programs, no other processes, no kernel interfaces a program never needs |
//! | `resources` | rlimits | no core dumps, bounded file descriptors, no growing files |
//!
//! Each part is applied where the kernel has it; [`Active`] says which are. All of it holds for the
//! thread that applies it and the threads it starts later, so it comes first in a process.

#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod resources;
#[cfg(target_os = "linux")]
mod syscalls;
#[cfg(all(test, target_os = "linux"))]
mod tests;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::permissions::{Allow, PermissionFlags};

/// What a process may still do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Files and folders it may read besides those of the system; `None` for all.
    pub readable: Option<Vec<PathBuf>>,
    /// Files and folders it may write; `None` for all.
    pub writable: Option<Vec<PathBuf>>,
    pub network: Network,
    /// Whether it may start programs. These inherit all limits, so that there is next to none then.
    pub programs: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Network {
    /// No sockets.
    Closed,
    /// TCP to these ports of any host.
    Ports(Vec<u16>),
    /// Any host and port, and name resolution.
    Open,
}

/// Which limits the kernel enforces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Active {
    pub landlock: Enforced,
    pub seccomp: bool,
    pub rlimits: bool,
}

/// How much of a set of rules the kernel knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Enforced {
    #[default]
    No,
    /// The rules for files; ports need a newer kernel.
    Partly,
    Fully,
}

impl Confinement {
    /// What the kernel can enforce of permissions: as much as they open, and as little more as its rules
    /// allow. Relative paths start at `folder`, which can be read.
    pub fn of(permissions: &PermissionFlags, folder: &Path) -> Self {
        let paths = |allow: &Allow| match allow {
            Allow::All => None,
            Allow::Nothing => Some(Vec::new()),
            Allow::Only(paths) => Some(paths.iter().map(|it| folder.join(it)).collect()),
        };
        let mut readable = paths(&permissions.read);
        if let Some(readable) = &mut readable {
            readable.push(folder.to_owned());
        }
        Self {
            readable,
            writable: paths(&permissions.write),
            network: Network::of(&permissions.net),
            programs: permissions.run != Allow::Nothing,
        }
    }

    /// Finds out what the kernel would enforce, on a thread that ends right after.
    pub fn probe(&self) -> Active {
        #[cfg(target_os = "linux")]
        {
            let own = self.clone();
            let probe = move || Active {
                landlock: files::apply(&own),
                seccomp: syscalls::apply(&own),
                // These are of the whole process, and every kernel has them.
                rlimits: true,
            };
            let probing = std::thread::Builder::new().spawn(probe);
            let probed = probing.ok().and_then(|it| it.join().ok());
            probed.unwrap_or_default()
        }
        #[cfg(not(target_os = "linux"))]
        Active::default()
    }

    /// Applies everything that the kernel supports to this thread and those it starts from now on.
    #[cfg(target_os = "linux")]
    pub fn apply(&self) -> Active {
        // rlimits come first: seccomp forbids to change them.
        let rlimits = resources::apply(self);
        let landlock = files::apply(self);
        Active {
            landlock,
            seccomp: syscalls::apply(self),
            rlimits,
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn apply(&self) -> Active {
        Active::default()
    }
}

impl Network {
    /// The kernel knows addresses and ports, but no names: a host with a name needs name resolution.
    fn of(allow: &Allow) -> Self {
        let Allow::Only(hosts) = allow else {
            return match allow {
                Allow::All => Self::Open,
                _ => Self::Closed,
            };
        };
        let port = |host: &String| Some(host.parse::<SocketAddr>().ok()?.port());
        let ports: Option<Vec<u16>> = hosts.iter().map(port).collect();
        ports.map_or(Self::Open, Self::Ports)
    }
}

impl fmt::Display for Active {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let landlock = match self.landlock {
            Enforced::No => None,
            Enforced::Partly => Some("landlock (files only)"),
            Enforced::Fully => Some("landlock"),
        };
        let seccomp = self.seccomp.then_some("seccomp");
        let rlimits = self.rlimits.then_some("rlimits");
        let active: Vec<&str> = [landlock, seccomp, rlimits].into_iter().flatten().collect();
        match active.as_slice() {
            [] => f.write_str("none"),
            active => f.write_str(&active.join(", ")),
        }
    }
}
