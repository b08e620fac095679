//! Seccomp: refuses system calls that a program without child processes never needs.
//!
//! Refused calls return EPERM; system calls that are newer than this list return ENOSYS, as on an
//! older kernel.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Op, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter,
};

use super::call_tree::{JUMP_IF_EQUAL, LOAD, Outcome, RETURN, compile, step};
use super::{Confinement, Network};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// `mseal`; higher numbers, including those of the x32 interface, are unknown.
const NEWEST: u32 = 462;

/// The kernel's name of this architecture (`linux/audit.h`): the number of its ELF machine, with bits
/// for 64 bits and little endian. `None` for those that seccompiler does not know.
fn architecture() -> Option<(TargetArch, u32)> {
    const WIDE_LITTLE_ENDIAN: u32 = 0xC000_0000;
    let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
    let machine = match arch {
        TargetArch::x86_64 => libc::EM_X86_64,
        TargetArch::aarch64 => libc::EM_AARCH64,
        TargetArch::riscv64 => libc::EM_RISCV,
    };
    Some((arch, WIDE_LITTLE_ENDIAN | u32::from(machine)))
}

/// Starting programs and controlling other processes.
const PROCESSES: &[libc::c_long] = &[
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_kcmp,
    libc::SYS_tkill,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_setpriority,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
];

/// The kernel itself, its namespaces and its devices.
const KERNEL: &[libc::c_long] = &[
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_personality,
    libc::SYS_vhangup,
    libc::SYS_fanotify_init,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
];

/// Users, groups, and memory shared with other processes.
const IDENTITY: &[libc::c_long] = &[
    libc::SYS_setuid,
    libc::SYS_setgid,
    libc::SYS_setreuid,
    libc::SYS_setregid,
    libc::SYS_setresuid,
    libc::SYS_setresgid,
    libc::SYS_setgroups,
    libc::SYS_setfsuid,
    libc::SYS_setfsgid,
    libc::SYS_capset,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

/// Ways to change files that landlock does not govern.
const METADATA: &[libc::c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_utimensat,
];

/// Accepting connections, where no socket is open to a program.
const SERVERS: &[libc::c_long] = &[
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
];

/// System calls that exist only in the older table of x86.
#[cfg(target_arch = "x86_64")]
const OLD: &[libc::c_long] = &[
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
    libc::SYS_kexec_file_load,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[libc::c_long] = &[];

#[cfg(target_arch = "x86_64")]
const OLD_METADATA: &[libc::c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD_METADATA: &[libc::c_long] = &[];

/// Compiles the filter for the kernel. `None` if programs may be started, or where seccomp is
/// missing.
pub fn prepare(confinement: &Confinement) -> Option<BpfProgram> {
    // Programs of the user may need any system call.
    if confinement.programs {
        return None;
    }
    let (arch, number) = architecture()?;
    let valid = "BUG: the rules are valid and fit into a filter";
    let rules = rules(confinement).expect(valid);
    let by_number = [known_table(number), by_number(&rules)].concat();
    let by_arguments = rules.into_iter().filter(|(_, it)| !it.is_empty()).collect();
    let refused = action(libc::EPERM);
    let filter = SeccompFilter::new(by_arguments, SeccompAction::Allow, refused, arch);
    let by_arguments: BpfProgram = filter.expect(valid).try_into().expect(valid);
    Some([by_number, by_arguments].concat())
}

/// Applies the filter to this thread and the threads that it starts from now on. Returns whether
/// the filter is active.
pub fn apply(filter: &BpfProgram) -> bool {
    apply_filter(filter).is_ok()
}

fn action(error: i32) -> SeccompAction {
    SeccompAction::Errno(error.unsigned_abs())
}

/// Ends the process for a system call by the table of another architecture, whose numbers differ, and
/// loads the number of other calls.
fn known_table(architecture: u32) -> BpfProgram {
    // The first two words of the filter's input.
    const NUMBER: u32 = 0;
    const ARCHITECTURE: u32 = 4;
    vec![
        step(LOAD, 0, 0, ARCHITECTURE),
        step(JUMP_IF_EQUAL, 1, 0, architecture),
        step(RETURN, 0, 0, u32::from(SeccompAction::KillProcess)),
        step(LOAD, 0, 0, NUMBER),
    ]
}

/// Decides all calls whose arguments do not matter.
fn by_number(rules: &Rules) -> BpfProgram {
    let outcome = |action: SeccompAction| Outcome::Return(action.into());
    let unknown = outcome(action(libc::ENOSYS));
    let refused = outcome(action(libc::EPERM));
    let of_rules = rules.iter().filter_map(|(number, conditions)| {
        let outcome = match conditions.is_empty() {
            true => refused,
            false => Outcome::Inspect,
        };
        Some((u32::try_from(*number).ok()?, outcome))
    });
    // The C library falls back to `clone`, whose flags a filter can inspect.
    let unseen = (libc::SYS_clone3 as u32, unknown);
    let outcomes = of_rules.chain([unseen]).collect();
    compile(&outcomes, outcome(SeccompAction::Allow), NEWEST, unknown)
}

type FilterResult<T> = Result<T, seccompiler::BackendError>;

fn rules(confinement: &Confinement) -> FilterResult<Rules> {
    let mut rules = Rules::new();
    let mut lists = vec![PROCESSES, KERNEL, IDENTITY, OLD];
    let nothing_writable = confinement.writable.as_ref().is_some_and(Vec::is_empty);
    if nothing_writable {
        lists.extend([METADATA, OLD_METADATA]);
    }
    // A socket of the file system is a file that is written.
    let paths = !nothing_writable;
    if confinement.network == Network::Closed && !paths {
        lists.push(SERVERS);
    }
    for number in lists.into_iter().flatten() {
        rules.insert(*number, Vec::new());
    }
    let own = u64::from(std::process::id());
    let other = || Ok::<_, seccompiler::BackendError>(vec![rule([dword(0, Op::Ne, own)?])?]);
    for number in [
        libc::SYS_kill,
        libc::SYS_tgkill,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
    ] {
        rules.insert(number, other()?);
    }
    // 0 means the calling process.
    rules.insert(libc::SYS_prlimit64, vec![rule([dword(0, Op::Ne, 0)?])?]);
    let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
    rules.insert(
        libc::SYS_clone,
        vec![rule([dword(0, Op::MaskedEq(thread), 0)?])?],
    );
    rules.insert(libc::SYS_socket, sockets(&confinement.network, paths)?);
    if confinement.network != Network::Open {
        // It connects while sending, which landlock misses on some kernels.
        let fast = u64::from(libc::MSG_FASTOPEN.unsigned_abs());
        for (number, flags) in [
            (libc::SYS_sendto, 3),
            (libc::SYS_sendmsg, 2),
            (libc::SYS_sendmmsg, 3),
        ] {
            rules.insert(
                number,
                vec![rule([dword(flags, Op::MaskedEq(fast), fast)?])?],
            );
        }
    }
    Ok(rules)
}

/// Rules for refused sockets; an empty list refuses all sockets. `paths` opens those of the file
/// system.
fn sockets(network: &Network, paths: bool) -> FilterResult<Vec<SeccompRule>> {
    let internet: &[i32] = match network {
        Network::Closed => &[],
        Network::Ports(_) | Network::Open => &[libc::AF_INET, libc::AF_INET6],
    };
    let files: &[i32] = if paths { &[libc::AF_UNIX] } else { &[] };
    let families = internet.iter().chain(files);
    let other = |family: &i32| dword(0, Op::Ne, u64::from(family.unsigned_abs()));
    let other: Vec<_> = families.map(other).collect::<FilterResult<_>>()?;
    if other.is_empty() {
        return Ok(Vec::new());
    }
    let kind = |kind: i32| {
        // The other bits are flags.
        let mask = Op::MaskedEq(0xf);
        rule([dword(1, mask, u64::from(kind.unsigned_abs()))?])
    };
    let mut rules = vec![SeccompRule::new(other)?, kind(libc::SOCK_RAW)?];
    if *network != Network::Open {
        rules.extend([
            kind(libc::SOCK_DGRAM)?,
            kind(libc::SOCK_RDM)?,
            kind(libc::SOCK_SEQPACKET)?,
            kind(libc::SOCK_DCCP)?,
        ]);
    }
    Ok(rules)
}

fn rule<const N: usize>(conditions: [SeccompCondition; N]) -> FilterResult<SeccompRule> {
    SeccompRule::new(conditions.into())
}

fn dword(argument: u8, operator: Op, value: u64) -> FilterResult<SeccompCondition> {
    SeccompCondition::new(argument, Length::Dword, operator, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_confinement_has_a_filter() {
        for network in [
            Network::Closed,
            Network::Open,
            Network::Ports((0..2000).collect()),
        ] {
            for writable in [None, Some(Vec::new())] {
                let confinement = Confinement {
                    readable: None,
                    listable: Vec::new(),
                    writable,
                    remade: Vec::new(),
                    network: network.clone(),
                    programs: false,
                };
                assert!(prepare(&confinement).is_some(), "{confinement:?}");
            }
        }
    }
}
