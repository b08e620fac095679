//! Limits that the kernel enforces on a process or a thread, below the checks of [`permissions`](super::permissions):
//! code that breaks out of V8 still meets them.
//!
//! | part | by | effect |
//! |---|---|---|
//! | `files` | landlock | opens only the files and folders that are listed; TCP connects only to listed ports |
//! | `syscalls` | seccomp | no programs, no other processes, no kernel interfaces a program never needs |
//! | `resources` | rlimits | no core dumps, bounded file descriptors, no growing files |
//!
//! Each part is applied where the kernel has it; [`Active`] says which are. Landlock and seccomp hold for
//! the thread that applies them and the threads it starts later: a worker of the platform begins with
//! them, and so its whole process is confined; in all other runs it is the thread of the program.

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

use super::permissions::{Allow, KEPT_FOLDER, PermissionFlags};
use super::program::Program;

/// What a process may still do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Files and folders it may read besides those of the system; `None` for all.
    pub readable: Option<Vec<PathBuf>>,
    /// Folders whose names it may list, besides those it may read.
    pub listable: Vec<PathBuf>,
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

/// What limits are for.
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Process,
    /// Signals to other threads of the process stay possible.
    Thread,
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
        let mut own = Self::from_permissions(permissions, folder);
        own.open_for_reading(folder.to_owned());
        own
    }

    /// What the thread of a program needs: besides what is permitted, its project, the module cache, and
    /// the certificates that variables name.
    pub fn of_program(program: &Program) -> Self {
        let mut own = Self::from_permissions(&program.permissions, &program.current);
        own.open_project(&program.project, program.context.dry_run);
        // A rule is for a folder that is there; for another one the nearest above it would be opened.
        let cache = program.cache.iter();
        for cache in cache.filter(|it| fs::create_dir_all(it).is_ok()) {
            own.open_for_reading(cache.clone());
            if let Some(writable) = &mut own.writable {
                writable.push(cache.clone());
            }
        }
        for (name, value) in &program.environment {
            if name.starts_with("SSL_CERT_") {
                own.open_for_reading(value.into());
            }
            // A proxy has its own port.
            if name.to_ascii_uppercase().ends_with("_PROXY") && own.network != Network::Closed {
                own.network = Network::Open;
            }
        }
        own
    }

    /// The folder without what Lumi keeps there. Rules are for what is there when a run begins; a run that
    /// deploys makes files, so that only the sandbox above tells what a program may read then.
    fn open_project(&mut self, project: &Path, is_dry_run: bool) {
        match fs::read_dir(project) {
            Ok(entries) if is_dry_run => {
                self.listable.push(project.to_owned());
                // A link that leaves the project is not part of it.
                let entries = entries
                    .flatten()
                    .filter(|it| it.file_type().is_ok_and(|kind| !kind.is_symlink()))
                    .filter(|it| it.file_name() != KEPT_FOLDER);
                for entry in entries {
                    self.open_for_reading(entry.path());
                }
            }
            _ => self.open_for_reading(project.to_owned()),
        }
    }

    fn open_for_reading(&mut self, path: PathBuf) {
        if let Some(readable) = &mut self.readable {
            readable.push(path);
        }
    }

    /// What is permitted, and nothing else. Relative paths start at `folder`.
    fn from_permissions(permissions: &PermissionFlags, folder: &Path) -> Self {
        let paths = |allow: &Allow| match allow {
            Allow::All => None,
            Allow::Nothing => Some(Vec::new()),
            Allow::Only(paths) => Some(paths.iter().map(|it| folder.join(it)).collect()),
        };
        Self {
            readable: paths(&permissions.read),
            listable: Vec::new(),
            writable: paths(&permissions.write),
            network: Network::of(&permissions.net),
            programs: permissions.run != Allow::Nothing,
        }
    }

    /// Finds out what the kernel would enforce, on a thread that ends right after.
    pub fn probe(&self) -> Active {
        let limits = self.prepare(Reach::Process);
        let probing = std::thread::Builder::new().spawn(move || limits.apply());
        let probed = probing.ok().and_then(|it| it.join().ok());
        Active {
            // These are of the whole process, and every kernel has them.
            rlimits: cfg!(target_os = "linux"),
            ..probed.unwrap_or_default()
        }
    }

    /// Applies everything that the kernel supports to this process; other threads than this one and those
    /// it starts from now on are held by the limits of resources alone.
    pub fn apply(&self) -> Active {
        // rlimits come first: seccomp forbids to change them.
        #[cfg(target_os = "linux")]
        let rlimits = resources::apply(self);
        #[cfg(not(target_os = "linux"))]
        let rlimits = false;
        Active {
            rlimits,
            ..self.prepare(Reach::Process).apply()
        }
    }

    /// The rules and the filter for one thread, made before it applies them.
    pub fn for_thread(&self) -> Prepared {
        self.prepare(Reach::Thread)
    }

    #[cfg(target_os = "linux")]
    fn prepare(&self, reach: Reach) -> Prepared {
        Prepared {
            rules: files::prepare(self, reach),
            filter: syscalls::prepare(self),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn prepare(&self, _reach: Reach) -> Prepared {
        Prepared {}
    }
}

/// What the kernel needs to know before it holds a thread to limits. Any thread may make it.
pub struct Prepared {
    #[cfg(target_os = "linux")]
    rules: Option<landlock::RulesetCreated>,
    #[cfg(target_os = "linux")]
    filter: Option<seccompiler::BpfProgram>,
}

impl Prepared {
    /// Holds this thread and those it starts from now on. The other threads of the process keep their
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
