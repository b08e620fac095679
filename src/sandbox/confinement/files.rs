//! Landlock: which files can be opened, and which TCP ports can be connected to or listened at.

use std::fs;
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, NetPort, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use super::{Confinement, Enforced, LimitScope, Network};

/// The newest ruleset version in use; older kernels apply the parts they support.
const RULES: ABI = ABI::V6;

/// Public parts of the system: libraries, certificates, time zones, name resolution, processors, and
/// how much of them the process has. Its variables, arguments and memory are not among them.
const SYSTEM: [&str; 26] = [
    "/usr",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/gai.conf",
    "/etc/resolv.conf",
    "/etc/nsswitch.conf",
    "/run/systemd/resolve",
    "/etc/services",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/ssl",
    "/etc/pki",
    "/etc/ca-certificates",
    "/dev/urandom",
    "/dev/random",
    "/dev/zero",
    "/sys/devices/system/cpu",
    "/proc/cpuinfo",
    "/proc/self/cgroup",
    "/proc/self/mountinfo",
    "/proc/self/stat",
    "/proc/self/statm",
    "/proc/self/status",
];

/// Creates the ruleset in the kernel, for a thread to apply later. `None` where landlock is
/// missing.
pub fn prepare(confinement: &Confinement, reach: LimitScope) -> Option<RulesetCreated> {
    // Programs that the function starts inherit the rules, and need unknown files.
    if confinement.programs {
        return None;
    }
    rules(confinement, reach).ok()
}

/// Restricts this thread and the threads that it starts from now on.
pub fn apply(rules: RulesetCreated) -> Enforced {
    match rules.restrict_self().map(|it| it.ruleset) {
        Ok(RulesetStatus::FullyEnforced) => Enforced::Fully,
        Ok(RulesetStatus::PartiallyEnforced) => Enforced::Partly,
        Ok(RulesetStatus::NotEnforced) | Err(_) => Enforced::No,
    }
}

fn rules(confinement: &Confinement, reach: LimitScope) -> Result<RulesetCreated, RulesetError> {
    let everything = AccessFs::from_all(RULES);
    let mut ruleset = Ruleset::default().handle_access(everything)?;
    if confinement.network != Network::Open {
        ruleset = ruleset.handle_access(AccessNet::from_all(RULES))?;
    }
    let mut scope = Scope::from_all(RULES);
    if reach == LimitScope::Thread {
        scope.remove(Scope::Signal);
    }
    let mut created = ruleset.scope(scope)?.create()?;
    let read: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::ReadDir;
    // No call of Lumi makes a device or a pipe with a name.
    let creations = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeFifo;
    let write = everything & !AccessFs::Execute & !creations;
    let root = vec![PathBuf::from("/")];
    let readable = confinement.readable.as_ref().unwrap_or(&root);
    let writable = confinement.writable.as_ref().unwrap_or(&root);
    let (there, missing): (Vec<&PathBuf>, Vec<_>) = writable.iter().partition(|it| it.exists());
    created = created
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(
            readable.iter().filter_map(|it| existing(it)),
            read,
        ))?
        .add_rules(path_beneath_rules(&confinement.listable, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(
            ["/dev/null"],
            read | AccessFs::WriteFile,
        ))?
        .add_rules(path_beneath_rules(there, write))?;
    for path in confinement.remade.iter().chain(missing) {
        if let Some(folder) = folder_around(path) {
            let rights = rights_around(path, confinement);
            created = created.add_rules(path_beneath_rules([folder], rights))?;
        }
    }
    if let Network::Ports(ports) = &confinement.network {
        for port in ports {
            created = created.add_rule(NetPort::new(*port, AccessNet::from_all(RULES)))?;
        }
    }
    Ok(created)
}

/// The path itself, or its nearest existing parent folder but `/`: landlock rules need existing paths, and
/// the sandbox above checks the exact path.
fn existing(path: &Path) -> Option<&Path> {
    let ancestor = path.ancestors().find(|it| it.exists())?;
    (ancestor == path || ancestor.parent().is_some()).then_some(ancestor)
}

/// The folder in which a path is made. Rules hold for files, not for names: a file that is made later, or removed and
/// made again, is another one, and only a rule for the folder around permits that, and its use. In a folder whose names
/// the process may not change, such a rule would permit nothing.
fn folder_around(path: &Path) -> Option<&Path> {
    let folder = path.ancestors().skip(1).find(|it| it.exists())?;
    let is_writable = rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok();
    is_writable.then_some(folder)
}

/// The rights in the folder around a path: those that it takes to make one of its kind and to remove it. They hold
/// for all other names of that folder, too, where only the sandbox above refuses more. Contents are therefore opened
/// only if the path may be read.
fn rights_around(path: &Path, confinement: &Confinement) -> BitFlags<AccessFs> {
    let file = AccessFs::MakeReg
        | AccessFs::MakeSym
        | AccessFs::RemoveFile
        | AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::Refer;
    // A folder is listed when it is removed with all in it.
    let folder = file | AccessFs::MakeDir | AccessFs::RemoveDir | AccessFs::ReadDir;
    let rights = match fs::symlink_metadata(path).map(|it| it.file_type()) {
        Ok(kind) if kind.is_dir() => folder,
        Ok(kind) if kind.is_socket() => file | AccessFs::MakeSock,
        Ok(_) => file,
        Err(_) => folder | AccessFs::MakeSock,
    };
    match is_readable(path, confinement) {
        true => rights | AccessFs::ReadFile,
        false => rights,
    }
}

/// Whether the sandbox above lets a path be read.
fn is_readable(path: &Path, confinement: &Confinement) -> bool {
    let Some(readable) = &confinement.readable else {
        return true;
    };
    // A project is opened name by name, and listed as a whole.
    let mut roots = readable.iter().chain(&confinement.listable);
    roots.any(|root| path.starts_with(root))
}
