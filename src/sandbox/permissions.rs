//! The sandbox: access is denied unless allowed, except reading below the project.

use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use lumi_provider::{self as provider, AccessDenied, real_path as existing_path};

use super::denied::{Access, Denied, Holder};
use super::host_value::permits;
use super::lexical_path;
use super::path_lookup::{Lookup, Place, look_up, real_path};
use super::real_folders::RealFolders;
use crate::closed_ports;

pub use lumi_graph::LUMI_FOLDER;

/// The scope of one `--allow-…` flag.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Allow {
    #[default]
    Nothing,
    /// The flag without a value: everything.
    All,
    /// The values of the flag: paths, hosts, variable names or programs.
    Only(Vec<String>),
}

/// The flags as the user gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermissionFlags {
    pub read: Allow,
    pub write: Allow,
    pub net: Allow,
    pub env: Allow,
    pub run: Allow,
}

impl PermissionFlags {
    /// All permissions, as of a process.
    pub fn everything() -> Self {
        Self {
            read: Allow::All,
            write: Allow::All,
            net: Allow::All,
            env: Allow::All,
            run: Allow::All,
        }
    }

    /// Whether programs may be started: some, or all.
    pub fn starts_programs(&self) -> bool {
        match &self.run {
            Allow::Nothing => false,
            Allow::All => true,
            Allow::Only(programs) => !programs.is_empty(),
        }
    }

    fn allow_everything(&self) -> bool {
        let all = [&self.read, &self.write, &self.net, &self.env, &self.run];
        all.into_iter().all(|it| *it == Allow::All)
    }
}

/// Flags resolved against the file system: every path absolute and free of symlinks.
#[derive(Debug)]
pub struct Permissions {
    read: Option<Vec<PathBuf>>,
    write: Option<Vec<PathBuf>>,
    net: Allow,
    env: Allow,
    run: Allow,
    /// The target of Lumi's folder in the project, if that is a symlink.
    kept: Option<PathBuf>,
    /// The canonical project folder.
    project: PathBuf,
    /// Whether every flag is given without a value.
    everything: bool,
    /// The owner of the permissions, for messages.
    holder: Holder,
    /// Folders of modules.
    folders: RealFolders,
}

impl Permissions {
    /// `project` must be canonical; relative paths in flags are relative to `current`.
    pub fn new(flags: &PermissionFlags, project: &Path, current: &Path) -> Self {
        let mut read = roots(&flags.read, current);
        if let Some(read) = &mut read {
            read.push(project.to_owned());
        }
        let kept = project.join(LUMI_FOLDER);
        Self {
            kept: kept.is_symlink().then(|| real_path(&kept).ok()).flatten(),
            read,
            write: roots(&flags.write, current),
            net: flags.net.clone(),
            env: flags.env.clone(),
            run: flags.run.clone(),
            project: project.to_owned(),
            everything: flags.allow_everything(),
            holder: Holder::Program,
            folders: RealFolders::default(),
        }
    }

    /// Marks the permissions as those of a function that a platform serves.
    pub fn of_function(self) -> Self {
        Self {
            holder: Holder::Function,
            ..self
        }
    }

    /// Takes all permissions away, that to read the project folder included: those of a package.
    pub fn of_package(self) -> Self {
        Self {
            holder: Holder::Package,
            read: Some(Vec::new()),
            write: Some(Vec::new()),
            net: Allow::Nothing,
            env: Allow::Nothing,
            run: Allow::Nothing,
            everything: false,
            ..self
        }
    }

    /// The folder that may be read without a flag.
    pub fn project(&self) -> &Path {
        &self.project
    }

    /// The hosts that programs may reach.
    pub fn net(&self) -> &Allow {
        &self.net
    }

    /// The permissions as flags, for a script in another process.
    pub fn to_flags(&self) -> PermissionFlags {
        let paths = |paths: &Option<Vec<PathBuf>>| match paths {
            None => Allow::All,
            Some(paths) => {
                let paths = paths.iter().filter_map(|it| it.to_str());
                Allow::Only(paths.map(str::to_owned).collect())
            }
        };
        PermissionFlags {
            read: paths(&self.read),
            write: paths(&self.write),
            net: self.net.clone(),
            env: self.env.clone(),
            run: self.run.clone(),
        }
    }

    fn answer<T>(&self, checked: Result<T, Refused>) -> Result<T, Denied> {
        checked.map_err(|(access, what, target)| Denied {
            access,
            what,
            holder: self.holder,
            target,
        })
    }

    /// The permissions of Lumi's own providers, which may also write below the project folder.
    pub fn of_providers(flags: &PermissionFlags, project: &Path, current: &Path) -> Self {
        let project = existing_path(project).unwrap_or_else(|_| project.to_owned());
        let mut permissions = Self::new(flags, &project, current);
        if let Some(write) = &mut permissions.write {
            write.push(project);
        }
        permissions
    }

    /// Permits reading below another folder.
    pub fn reading(mut self, folder: &Path) -> Self {
        if let Some(read) = &mut self.read {
            read.push(existing_path(folder).unwrap_or_else(|_| folder.to_owned()));
        }
        self
    }

    /// Returns the real path to open. `..` and symlinks are resolved before the check, so that
    /// neither leads out.
    pub fn check_read(&self, path: &Path) -> Result<PathBuf, Denied> {
        self.answer(self.check_path(self.read.as_deref(), Access::Read, path))
    }

    /// Like [`check_read`](Self::check_read), for a module: its folder is looked up once in a run. The path
    /// must be opened without following links, as the folder may have become one.
    pub fn check_module(&self, path: &Path) -> Result<PathBuf, Denied> {
        let roots = self.read.as_deref();
        let real = self.folders.real_path(path);
        self.answer(self.check_found(roots, Access::Read, path, real))
    }

    /// Like [`check_module`](Self::check_module), but does not follow the last component.
    pub fn check_module_entry(&self, path: &Path) -> Result<PathBuf, Denied> {
        let roots = self.read.as_deref();
        let real = self.folders.real_entry(path);
        self.answer(self.check_found(roots, Access::Read, path, real))
    }

    /// Like [`check_read`](Self::check_read); the file itself need not exist.
    pub fn check_write(&self, path: &Path) -> Result<PathBuf, Denied> {
        self.answer(self.check_path(self.write.as_deref(), Access::Write, path))
    }

    fn check_path(
        &self,
        roots: Option<&[PathBuf]>,
        access: Access,
        path: &Path,
    ) -> Result<PathBuf, Refused> {
        self.check_found(roots, access, path, real_path(path))
    }

    fn check_found(
        &self,
        roots: Option<&[PathBuf]>,
        access: Access,
        path: &Path,
        real: io::Result<PathBuf>,
    ) -> Result<PathBuf, Refused> {
        let denied = |target| (access, written(path), target);
        let real = real.map_err(|_| denied(None))?;
        self.check_real(roots, access, real, || {
            denied(self.link_target(roots, path))
        })
    }

    /// Looks a path up as the kernel does. What the program may not access is denied, whether there is something or
    /// not; elsewhere, a fault is the kernel's.
    pub fn find(&self, path: &Path, check: Check) -> Result<Place, PathError> {
        let roots = self.roots_of(check.access);
        let lookup = look_up(path, check.lookup);
        let real = match &lookup {
            Ok(place) => place.real.as_path(),
            Err(fault) => fault.place(),
        };
        let denied = || {
            let target = match check.lookup {
                Lookup::Target | Lookup::Made => self.link_target(roots, path),
                Lookup::Entry | Lookup::Name | Lookup::MadeEntry => None,
            };
            (check.access, written(path), target)
        };
        let checked = self.check_real(roots, check.access, real.to_owned(), denied);
        self.answer(checked).map_err(PathError::Denied)?;
        lookup.map_err(|fault| PathError::System(fault.error))
    }

    /// Checks a path that was found before, and has no links.
    pub fn check_place(&self, access: Access, real: &Path) -> Result<(), Denied> {
        let roots = self.roots_of(access);
        let refused = || (access, real.display().to_string(), None);
        self.answer(
            self.check_real(roots, access, real.to_owned(), refused)
                .map(drop),
        )
    }

    /// The paths that may be read, or written; `None` for all.
    fn roots_of(&self, access: Access) -> Option<&[PathBuf]> {
        match access {
            Access::Write => self.write.as_deref(),
            _ => self.read.as_deref(),
        }
    }

    /// The target of a link below `roots`. A program learns of no other links.
    fn link_target(&self, roots: Option<&[PathBuf]>, path: &Path) -> Option<PathBuf> {
        let written = lexical_path::normal(path);
        let is_permitted = roots?.iter().any(|root| self.covers(root, &written));
        let real = real_path(path).ok().filter(|_| is_permitted)?;
        (real != written && !exposes_processes(&real) && !is_private_to_lumi(&real)).then_some(real)
    }

    /// `real` contains neither `..` nor symlinks.
    fn check_real(
        &self,
        roots: Option<&[PathBuf]>,
        access: Access,
        real: PathBuf,
        denied: impl Fn() -> Refused,
    ) -> Result<PathBuf, Refused> {
        match roots {
            Some(roots) if !roots.iter().any(|root| self.covers(root, &real)) => Err(denied()),
            // The written path may be a symlink, which does not explain the refusal.
            _ if exposes_processes(&real) && !self.everything => {
                Err((access, real.display().to_string(), None))
            }
            _ => Ok(real),
        }
    }

    /// Whether permission for `root` covers `path`. A folder covers everything below it except Lumi's
    /// own folder: that needs permission for `.lumi` or a path in it.
    fn covers(&self, root: &Path, path: &Path) -> bool {
        let is_below = path.strip_prefix(root);
        let is_kept = |kept: &PathBuf| path.starts_with(kept) && !root.starts_with(kept);
        is_below.is_ok_and(|below| !is_private_to_lumi(below))
            && !self.kept.as_ref().is_some_and(is_kept)
    }

    /// `port` is explicit even if it is the scheme's default.
    pub fn check_net(&self, host: &str, port: u16) -> Result<(), Denied> {
        let full = format!("{host}:{port}");
        if closed_ports::is_closed(port) {
            return self.answer(Err((Access::Net, full, None)));
        }
        self.answer(check_name(&self.net, Access::Net, &full, |it| {
            permits(it, host, Some(port))
        }))
    }

    /// Checks access to a host at any port.
    pub fn check_host(&self, host: &str) -> Result<(), Denied> {
        self.answer(check_name(&self.net, Access::Net, host, |it| {
            permits(it, host, None)
        }))
    }

    /// Checks access to an environment variable.
    pub fn check_env(&self, name: &str) -> Result<(), Denied> {
        let matches = |it: &str| match it.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => it == name,
        };
        self.answer(check_name(&self.env, Access::Env, name, matches))
    }

    /// Whether a list of variables may contain this one.
    pub fn may_read_env(&self, name: &str) -> bool {
        self.check_env(name).is_ok()
    }

    /// Checks permission to run any program.
    pub fn check_all_run(&self) -> Result<(), Denied> {
        self.answer(check_all(&self.run, Access::Run))
    }

    pub fn check_run(&self, program: &str) -> Result<(), Denied> {
        self.answer(check_name(&self.run, Access::Run, program, |it| {
            it == program
        }))
    }
}

impl provider::Access for Permissions {
    fn read(&self, path: &Path) -> Result<(), AccessDenied> {
        self.check_read(path).map(drop).map_err(AccessDenied::new)
    }

    fn write(&self, path: &Path) -> Result<(), AccessDenied> {
        self.check_write(path).map(drop).map_err(AccessDenied::new)
    }

    fn net(&self, host: &str, port: u16) -> Result<(), AccessDenied> {
        self.check_net(host, port).map_err(AccessDenied::new)
    }

    fn run(&self, program: &str) -> Result<(), AccessDenied> {
        let checked = match program {
            "" => self.check_all_run(),
            program => self.check_run(program),
        };
        checked.map_err(AccessDenied::new)
    }
}

/// A path as messages show it.
fn written(path: &Path) -> String {
    lexical_path::normal(path).display().to_string()
}

fn roots(allow: &Allow, current: &Path) -> Option<Vec<PathBuf>> {
    match allow {
        Allow::Nothing => Some(Vec::new()),
        Allow::All => None,
        Allow::Only(paths) => {
            let root = |path: &String| root(&current.join(path));
            Some(paths.iter().map(root).collect())
        }
    }
}

/// The canonical path of a flag. A path that leads nowhere yet (`missing/../file`, a dangling
/// symlink) is kept as it is, and allows only a later file at that very path.
fn root(path: &Path) -> PathBuf {
    if let Ok(real) = existing_path(path) {
        return real;
    }
    let normal = lexical_path::normal(path);
    if let Ok(real) = existing_path(&normal) {
        return real;
    }
    match (normal.parent().map(existing_path), normal.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => normal,
    }
}

/// How a path is looked up, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub access: Access,
    pub lookup: Lookup,
}

impl Check {
    pub const READ: Self = Self::new(Access::Read, Lookup::Target);
    pub const WRITE: Self = Self::new(Access::Write, Lookup::Target);
    pub const READ_ENTRY: Self = Self::new(Access::Read, Lookup::Entry);
    pub const WRITE_ENTRY: Self = Self::new(Access::Write, Lookup::Entry);
    pub const WRITE_NAME: Self = Self::new(Access::Write, Lookup::Name);

    pub const fn new(access: Access, lookup: Lookup) -> Self {
        Self { access, lookup }
    }
}

/// Why a program gets no place for a path.
#[derive(Debug)]
pub enum PathError {
    Denied(Denied),
    System(io::Error),
}

/// The kind of a refused access, its object, and where that leads by links.
type Refused = (Access, String, Option<PathBuf>);

/// Whether a path lies in a folder `.lumi` with keys and states; type declarations there are
/// readable.
pub fn is_private_to_lumi(path: &Path) -> bool {
    let mut parts = path.components().map(Component::as_os_str);
    // Some file systems ignore case.
    parts
        .by_ref()
        .any(|it| it.eq_ignore_ascii_case(LUMI_FOLDER))
        && parts.next().is_none_or(|it| it != "types")
}

/// Whether Linux shows facts of processes at this path: variables, arguments, memory, open files.
/// Access to it would bypass permissions for variables, hosts and programs.
pub fn exposes_processes(path: &Path) -> bool {
    let Ok(below) = path.strip_prefix("/proc") else {
        return false;
    };
    let first = below.components().next().map(Component::as_os_str);
    first.and_then(OsStr::to_str).is_some_and(|it| {
        ["self", "thread-self", "kcore"].contains(&it) || it.bytes().all(|it| it.is_ascii_digit())
    })
}

fn check_all(allow: &Allow, access: Access) -> Result<(), Refused> {
    match allow {
        Allow::All => Ok(()),
        _ => Err((access, String::new(), None)),
    }
}

fn check_name(
    allow: &Allow,
    access: Access,
    what: &str,
    matches: impl Fn(&str) -> bool,
) -> Result<(), Refused> {
    match allow {
        Allow::All => Ok(()),
        Allow::Only(names) if names.iter().any(|it| matches(it)) => Ok(()),
        _ => Err((access, what.to_owned(), None)),
    }
}

#[cfg(test)]
mod tests;
