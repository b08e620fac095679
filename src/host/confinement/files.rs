//! Landlock: which files can be opened, and which TCP ports can be connected to or listened at.

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
    let write = everything & !AccessFs::Execute;
    let root = vec![PathBuf::from("/")];
    let readable = confinement.readable.clone().unwrap_or_else(|| root.clone());
    let writable = confinement.writable.clone().unwrap_or(root);
    created = created
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(
            readable.iter().map(|it| existing(it)),
            read,
        ))?
        .add_rules(path_beneath_rules(&confinement.listable, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(
            ["/dev/null"],
            read | AccessFs::WriteFile,
        ))?
        .add_rules(path_beneath_rules(
            writable.iter().map(|it| existing(it)),
            write,
        ))?;
    if let Network::Ports(ports) = &confinement.network {
        for port in ports {
            created = created.add_rule(NetPort::new(*port, AccessNet::from_all(RULES)))?;
        }
    }
    Ok(created)
}

/// The path itself, or its nearest existing parent folder: landlock rules need existing paths, and
/// the sandbox above checks the exact path.
fn existing(path: &Path) -> &Path {
    let found = path.ancestors().find(|it| it.exists());
    found.unwrap_or(path)
}
