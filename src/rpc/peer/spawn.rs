//! Starts a process without a copy of this one's memory.
//!
//! The standard library forks where something has to be done in the child before it runs the program. A fork copies the
//! tables of all pages, and after it each page that is written. Here the child borrows the memory until it runs the
//! program, as that of `posix_spawn` does, which cannot have the kernel kill the child with its parent.

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString, c_char, c_int, c_void};
use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd, RawFd};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

/// The stack of the child in 16 bytes, until it runs the program.
const STACK: usize = 8 << 10;

/// A started process with its streams.
pub struct Spawned {
    pub id: libc::pid_t,
    pub stdin: ChildStdin,
    pub stdout: ChildStdout,
    pub stderr: ChildStderr,
}

/// All that the child needs: it can allocate nothing.
struct Start {
    program: CString,
    arguments: TextList,
    variables: TextList,
    directory: Option<CString>,
    streams: [RawFd; 3],
    parent: libc::pid_t,
    has_failed: AtomicI32,
}

/// Starts the program of a command as the leader of a process group, with pipes, and killed when the calling thread ends;
/// nothing else that the command does between fork and exec is done. `None` if the program does not run: the standard
/// library says why, or finds it in `PATH`.
pub fn spawn(command: &Command) -> Option<Spawned> {
    let (stdin, to_child) = io::pipe().ok()?;
    let (from_child, stdout) = io::pipe().ok()?;
    let (errors, stderr) = io::pipe().ok()?;
    let streams = [stdin.as_raw_fd(), stdout.as_raw_fd(), stderr.as_raw_fd()];
    let start = Start::new(command, streams)?;
    let id = start.run()?;
    Some(Spawned {
        id,
        stdin: OwnedFd::from(to_child).into(),
        stdout: OwnedFd::from(from_child).into(),
        stderr: OwnedFd::from(errors).into(),
    })
}

impl Start {
    fn new(command: &Command, streams: [RawFd; 3]) -> Option<Self> {
        let text = |it: &OsStr| CString::new(it.as_bytes()).ok();
        let program = command.get_program();
        if !program.as_bytes().contains(&b'/') {
            return None;
        }
        let arguments = [program].into_iter().chain(command.get_args());
        let arguments = arguments.map(text).collect::<Option<Vec<_>>>()?;
        let variables = variables(command)?;
        let directory = match command.get_current_dir() {
            Some(folder) => Some(text(folder.as_os_str())?),
            None => None,
        };
        Some(Self {
            program: text(program)?,
            arguments: TextList::new(arguments),
            variables: TextList::new(variables),
            directory,
            streams,
            // SAFETY: a plain system call.
            parent: unsafe { libc::getpid() },
            has_failed: AtomicI32::new(0),
        })
    }

    /// The id of the process, once it runs the program. Signals wait meanwhile: a handler in the child would run on the
    /// memory of this process.
    fn run(&self) -> Option<libc::pid_t> {
        let mut stack = vec![0_u128; STACK];
        let top = stack.as_mut_ptr_range().end.cast::<c_void>();
        let argument = ptr::from_ref(self).cast_mut().cast::<c_void>();
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        // SAFETY: all zeroes are a valid set, which the first call fills. The stack and `self` outlive the child's use of
        // them, as this thread sleeps until the child has run the program or has ended. The child makes system calls alone.
        let id = unsafe {
            let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, &raw mut before);
            let id = libc::clone(in_child, top, flags, argument);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, ptr::null_mut());
            id
        };
        if id <= 0 {
            return None;
        }
        if self.has_failed.load(Ordering::SeqCst) != 0 {
            // SAFETY: the child is one of this process, and nothing else waits for it.
            unsafe { libc::waitpid(id, ptr::null_mut(), 0) };
            return None;
        }
        Some(id)
    }

    /// Prepares the process and runs the program; returns if that fails.
    ///
    /// # Safety
    ///
    /// Only for the child of [`Self::run`].
    unsafe fn execute(&self) {
        // SAFETY: system calls with pointers into `self`, which lives.
        unsafe {
            reset_signals();
            if libc::setpgid(0, 0) != 0 {
                return;
            }
            let kill = libc::SIGKILL.unsigned_abs();
            // The parent may have been killed in the meantime.
            if libc::prctl(libc::PR_SET_PDEATHSIG, libc::c_ulong::from(kill)) != 0
                || libc::getppid() != self.parent
            {
                return;
            }
            for (stream, number) in self.streams.iter().zip(0..) {
                if libc::dup2(*stream, number) < 0 {
                    return;
                }
            }
            if let Some(folder) = &self.directory
                && libc::chdir(folder.as_ptr()) != 0
            {
                return;
            }
            libc::execve(
                self.program.as_ptr(),
                self.arguments.pointers.as_ptr(),
                self.variables.pointers.as_ptr(),
            );
        }
    }
}

extern "C" fn in_child(start: *mut c_void) -> c_int {
    // SAFETY: the pointer is that of `Start::run`, whose thread sleeps.
    unsafe {
        let start = &*start.cast::<Start>();
        start.execute();
        start.has_failed.store(1, Ordering::SeqCst);
        libc::_exit(127)
    }
}

/// Gives signals that this process handles their default again, and `SIGPIPE`, which Rust ignores; then lets them come.
///
/// # Safety
///
/// Only for the child of [`Start::run`].
unsafe fn reset_signals() {
    // SAFETY: zeroes are a valid action, the default one, and a valid set.
    unsafe {
        let default: libc::sigaction = std::mem::zeroed();
        let none: libc::sigset_t = std::mem::zeroed();
        for signal in 1..=64 {
            let mut current: libc::sigaction = std::mem::zeroed();
            let is_known = libc::sigaction(signal, ptr::null(), &raw mut current) == 0;
            let is_kept = matches!(current.sa_sigaction, libc::SIG_DFL | libc::SIG_IGN);
            if is_known && (!is_kept || signal == libc::SIGPIPE) {
                libc::sigaction(signal, &raw const default, ptr::null_mut());
            }
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut());
    }
}

/// The variables of this process with the changes of a command.
fn variables(command: &Command) -> Option<Vec<CString>> {
    let mut variables: BTreeMap<OsString, OsString> = std::env::vars_os().collect();
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => variables.insert(name.to_owned(), value.to_owned()),
            None => variables.remove(name),
        };
    }
    let text = |(name, value): (OsString, OsString)| {
        let bytes = [name.into_vec(), b"=".to_vec(), value.into_vec()].concat();
        CString::new(bytes).ok()
    };
    variables.into_iter().map(text).collect()
}

/// A list of texts as `execve` takes it.
struct TextList {
    /// A pointer to each text, and a null at the end.
    pointers: Vec<*const c_char>,
    /// The texts behind the pointers: they live as long as these.
    _texts: Vec<CString>,
}

impl TextList {
    fn new(texts: Vec<CString>) -> Self {
        let pointers = texts.iter().map(|it| it.as_ptr());
        Self {
            pointers: pointers.chain([ptr::null()]).collect(),
            _texts: texts,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use super::*;

    /// The output of a shell that runs `script` with `input`, and its status.
    fn run(script: &str, change: impl FnOnce(&mut Command)) -> (String, c_int) {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        change(&mut command);
        let mut child = spawn(&command).unwrap();
        // A script that reads nothing may have ended.
        let _ = child.stdin.write_all(b"typed\n");
        drop(child.stdin);
        let mut output = String::new();
        child.stdout.read_to_string(&mut output).unwrap();
        child.stderr.read_to_string(&mut output).unwrap();
        let mut status = 0;
        // SAFETY: the child is one of this process.
        let waited = unsafe { libc::waitpid(child.id, &raw mut status, 0) };
        assert_eq!(waited, child.id);
        (output, status)
    }

    #[test]
    fn a_process_has_its_streams_folder_and_variables() {
        let script = "read line; echo $line $A ${B-none} $PWD; echo error >&2; exit 3";
        let (output, status) = run(script, |it| {
            it.env("A", "a b").env_remove("B").current_dir("/");
        });
        assert_eq!(output, "typed a b none /\nerror\n");
        assert_eq!(libc::WEXITSTATUS(status), 3);
    }

    #[test]
    fn a_process_leads_a_group_and_has_default_signals() {
        // The fifth field is the group.
        let script = "read -r _ _ _ _ group _ < /proc/$$/stat; test $group = $$ && kill -PIPE $$";
        let (output, status) = run(script, |_| {});
        assert_eq!(output, "");
        assert_eq!(libc::WTERMSIG(status), libc::SIGPIPE);
    }

    #[test]
    fn a_process_ends_with_the_thread_that_started_it() {
        let started = std::thread::spawn(|| {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", "sleep 100"]);
            spawn(&command).unwrap()
        });
        let child = started.join().unwrap();
        let mut status = 0;
        // SAFETY: the child is one of this process.
        unsafe { libc::waitpid(child.id, &raw mut status, 0) };
        assert_eq!(libc::WTERMSIG(status), libc::SIGKILL);
    }

    #[test]
    fn programs_that_do_not_start_are_left_to_the_standard_library() {
        assert!(spawn(&Command::new("/does/not/exist")).is_none());
        assert!(spawn(&Command::new("sh")).is_none());
        let mut elsewhere = Command::new("/bin/sh");
        elsewhere.current_dir("/does/not/exist");
        assert!(spawn(&elsewhere).is_none());
    }
}
