//! How Lumi starts and kills other processes.
//!
//! Commands, plugins and language runtimes inherit the user's environment, as they would in a
//! shell: `PATH`, proxies and cloud credentials configure them. Variables that are private to Lumi
//! are removed, unless they are set for that very process. Each process leads a process group, so
//! that Ctrl-C at the terminal reaches Lumi alone, and a kill reaches all descendants.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

use lumi_graph::environment_variables::WITHHELD;

/// Whether child processes do not inherit the variable from the user's environment.
pub fn is_withheld(name: &str) -> bool {
    WITHHELD.contains(&name)
}

/// Removes the withheld variables from the inherited ones. Call it before the process's own
/// variables are set.
pub fn withhold_variables(command: &mut Command) {
    for name in WITHHELD {
        command.env_remove(name);
    }
}

/// Makes the process the leader of a process group of its own.
pub fn lead_process_group(command: &mut Command) {
    command.process_group(0);
}

/// Makes the kernel kill the process when the thread that started it ends, and so when this process
/// ends. Other systems than Linux cannot.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables))]
pub fn end_with_parent(command: &mut Command) {
    #[cfg(target_os = "linux")]
    {
        use std::io;
        let parent = std::process::id();
        // SAFETY: between fork and exec only two system calls are made, which allocate nothing.
        unsafe {
            command.pre_exec(move || {
                let signal = libc::c_ulong::try_from(libc::SIGKILL).unwrap_or_default();
                if libc::prctl(libc::PR_SET_PDEATHSIG, signal) != 0 {
                    return Err(io::Error::last_os_error());
                }
                // The parent was killed in the meantime.
                match u32::try_from(libc::getppid()) == Ok(parent) {
                    true => Ok(()),
                    false => Err(io::Error::from_raw_os_error(libc::ESRCH)),
                }
            });
        }
    }
}

/// The process group of a child process that [leads](lead_process_group) one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessGroup(libc::pid_t);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupSignal {
    Interrupt,
    Terminate,
    Kill,
    /// The signal of this number.
    Other(libc::c_int),
}

impl ProcessGroup {
    /// The group whose leader has this process id. The id can be reused once the leader was waited
    /// for and all other members have ended.
    pub fn led_by(id: u32) -> Option<Self> {
        // 0 and 1 have a meaning of their own: this group, and all processes.
        let id = libc::pid_t::try_from(id).ok().filter(|it| *it > 1);
        id.map(Self)
    }

    /// Sends a signal to all members, if any are left.
    pub fn signal(self, signal: GroupSignal) {
        let signal = match signal {
            GroupSignal::Interrupt => libc::SIGINT,
            GroupSignal::Terminate => libc::SIGTERM,
            GroupSignal::Kill => libc::SIGKILL,
            GroupSignal::Other(number) => number,
        };
        // SAFETY: a plain system call without pointers.
        unsafe { libc::kill(-self.0, signal) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::Stdio;

    #[test]
    fn variables_set_for_a_process_are_kept() {
        let mut command = Command::new("true");
        withhold_variables(&mut command);
        command.env("LUMI_TOKEN", "its own");
        let set = |name: &str| {
            let found = command.get_envs().find(|it| it.0 == name);
            found.map(|it| it.1.map(|it| it.to_str().unwrap()))
        };
        assert_eq!(set("LUMI_TOKEN"), Some(Some("its own")));
        assert_eq!(set("LUMI_PASSPHRASE"), Some(None));
        assert_eq!(set("PATH"), None);
    }

    #[test]
    fn a_signal_reaches_descendants() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 100 & echo started; wait"]);
        command.stdout(Stdio::piped());
        lead_process_group(&mut command);
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "started\n");
        ProcessGroup::led_by(child.id())
            .unwrap()
            .signal(GroupSignal::Kill);
        assert_eq!(child.wait().unwrap().signal(), Some(libc::SIGKILL));
        // The pipe is closed when `sleep`, which holds it, has ended, too.
        assert_eq!(output.read_to_string(&mut line).unwrap(), 0);
    }

    #[test]
    fn special_process_ids_are_no_groups() {
        assert_eq!(ProcessGroup::led_by(0), None);
        assert_eq!(ProcessGroup::led_by(1), None);
        assert_eq!(ProcessGroup::led_by(u32::MAX), None);
    }
}
