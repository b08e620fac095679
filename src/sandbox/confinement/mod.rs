//! Limits that the kernel enforces on a process or a thread, below the checks of [`permissions`](crate::permissions):
//! code that breaks out of V8 still meets them.
//!
//! | part | by | effect |
//! |---|---|---|
//! | `files` | landlock | opens only the files and folders that are listed; TCP connects to and listens at listed ports alone |
//! | `syscalls` | seccomp | no programs, no other processes, no kernel interfaces a program never needs |
//! | `call_tree` | seccomp | the part of the filter that decides by number alone |
//! | `resources` | rlimits | no core dumps, bounded file descriptors, no growing files |
//!
//! Each part is applied where the kernel has it; [`Active`] says which are. Landlock and seccomp hold for
//! the thread that applies them and the threads it starts later: a worker of the platform begins with
//! them, and so its whole process is confined; in all other runs it is the thread of the program.

#[cfg(target_os = "linux")]
mod call_tree;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod resources;
#[cfg(target_os = "linux")]
mod syscalls;
#[cfg(all(test, target_os = "linux"))]
mod tests;

use std::fmt;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::path_lookup::real_path;
use crate::permissions::{Allow, LUMI_FOLDER, PermissionFlags};

/// The access that a process keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Readable files and folders besides those of the system; `None` for all.
    pub readable: Option<Vec<PathBuf>>,
    /// Folders that can be listed, besides the readable ones.
    pub listable: Vec<PathBuf>,
    /// Writable files and folders; `None` for all.
    pub writable: Option<Vec<PathBuf>>,
    /// Those of them that may be removed and made again.
    pub remade: Vec<PathBuf>,
    pub network: Network,
    /// Whether the process may start programs. Programs inherit all limits, so hardly any limit
    /// applies then.
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

#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LimitScope {
    Process,
    /// Signals to other threads of the process stay possible.
    Thread,
}

/// The limits that the kernel enforces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Active {
    pub landlock: Enforced,
    pub seccomp: bool,
    pub rlimits: bool,
}

/// The part of a ruleset that the kernel supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Enforced {
    #[default]
    No,
    /// File rules only; rules for ports need a newer kernel.
    Partly,
    Fully,
}

impl Confinement {
    /// The kernel limits for a set of permissions: never stricter, and as little wider as the rules
    /// allow. Relative paths start at `folder`, which is readable.
    pub fn of(permissions: &PermissionFlags, folder: &Path) -> Self {
        let mut own = Self::from_permissions(permissions, folder);
        own.open_for_reading(folder.to_owned());
        own
    }

    /// Opens the project folder without Lumi's own files. Rules cover the files that exist when a
    /// run begins; a deployment creates files, so there only the sandbox above limits reads.
    pub fn open_project(&mut self, project: &Path, is_dry_run: bool) {
        match fs::read_dir(project) {
            Ok(entries) if is_dry_run => {
                self.listable.push(project.to_owned());
                // A symlink that leaves the project is not part of the project.
                let entries = entries
                    .flatten()
                    .filter(|it| it.file_type().is_ok_and(|kind| !kind.is_symlink()))
                    .filter(|it| it.file_name() != LUMI_FOLDER);
                for entry in entries {
                    self.open_for_reading(entry.path());
                }
            }
            _ => self.open_for_reading(project.to_owned()),
        }
    }

    pub fn open_for_reading(&mut self, path: PathBuf) {
        if let Some(readable) = &mut self.readable {
            readable.push(path);
        }
    }

    /// The limits for exactly these permissions. Relative paths start at `folder`.
    pub fn from_permissions(permissions: &PermissionFlags, folder: &Path) -> Self {
        let real = |path: &String| {
            let path = folder.join(path);
            real_path(&path).unwrap_or(path)
        };
        let paths = |allow: &Allow| match allow {
            Allow::All => None,
            Allow::Nothing => Some(Vec::new()),
            Allow::Only(paths) => Some(paths.iter().map(real).collect()),
        };
        let writable = paths(&permissions.write);
        Self {
            readable: paths(&permissions.read),
            listable: Vec::new(),
            remade: remade(writable.as_deref().unwrap_or_default(), folder),
            writable,
            network: Network::of(&permissions.net),
            programs: permissions.run != Allow::Nothing,
        }
    }

    /// Returns what the kernel would enforce, by applying the limits on a temporary thread.
    pub fn probe(&self) -> Active {
        let limits = self.prepare(LimitScope::Process);
        let probing = std::thread::Builder::new().spawn(move || limits.apply());
        let probed = probing.ok().and_then(|it| it.join().ok());
        Active {
            // rlimits apply to the whole process, and every kernel has them.
            rlimits: cfg!(target_os = "linux"),
            ..probed.unwrap_or_default()
        }
    }

    /// Applies all limits that the kernel supports. Threads that exist already, other than this
    /// one, get only the resource limits.
    pub fn apply(&self) -> Active {
        // rlimits come first: seccomp forbids changing them.
        #[cfg(target_os = "linux")]
        let rlimits = resources::apply(self);
        #[cfg(not(target_os = "linux"))]
        let rlimits = false;
        Active {
            rlimits,
            ..self.prepare(LimitScope::Process).apply()
        }
    }

    /// The rules and the filter for one thread, created before the thread applies them.
    pub fn for_thread(&self) -> Prepared {
        self.prepare(LimitScope::Thread)
    }

    #[cfg(target_os = "linux")]
    fn prepare(&self, reach: LimitScope) -> Prepared {
        Prepared {
            rules: files::prepare(self, reach),
            filter: syscalls::prepare(self),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn prepare(&self, _reach: LimitScope) -> Prepared {
        Prepared {}
    }
}

/// The paths that may be removed and made again. A folder with the working folder in it is not, and
/// neither is what lies in `/`.
fn remade(writable: &[PathBuf], working: &Path) -> Vec<PathBuf> {
    let working = working.canonicalize();
    let existing = writable.iter().filter(|it| it.exists());
    existing
        .filter(|path| !working.as_ref().is_ok_and(|it| it.starts_with(path)))
        .filter(|path| path.ancestors().nth(2).is_some())
        .cloned()
        .collect()
}

/// Limits that are ready to be applied; any thread may create them.
pub struct Prepared {
    #[cfg(target_os = "linux")]
    rules: Option<landlock::RulesetCreated>,
    #[cfg(target_os = "linux")]
    filter: Option<seccompiler::BpfProgram>,
}

impl Prepared {
    /// Restricts this thread and the threads that it starts from now on. Other threads keep their
    /// rights.
    pub fn apply(self) -> Active {
        #[cfg(target_os = "linux")]
        {
            Active {
                landlock: self.rules.map_or(Enforced::No, files::apply),
                seccomp: self.filter.as_ref().is_some_and(syscalls::apply),
                rlimits: false,
            }
        }
        #[cfg(not(target_os = "linux"))]
        Active::default()
    }
}

impl Network {
    /// The kernel knows addresses and ports, but no names: a host with a name requires name
    /// resolution.
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
