//! A session of processes: a child process and everything that it starts, in whatever process group.
//!
//! A kill of a process group misses those that lead a group of their own, as the children of
//! programs do. They stay in the session of the process unless they ask for another one (`setsid`).

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

/// The maximum number of searches for processes that were started while others were killed, or that are still ending.
const SEARCHES: usize = 100;
/// The time between searches that find only processes that are ending.
const ENDING: Duration = Duration::from_millis(10);

/// Makes the process the leader of a session, and so of a process group, of its own.
pub fn lead_session(command: &mut Command) {
    // SAFETY: between fork and exec one system call is made, which allocates nothing.
    unsafe {
        command.pre_exec(|| match libc::setsid() {
            -1 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        });
    }
}

/// Blocks until a child process that [leads](lead_session) a session has ended, and kills all other
/// members of the session. Members are found in `/proc`; without it none is killed.
pub fn wait_for_session(leader: &mut Child) -> io::Result<ExitStatus> {
    if let Some(session) = ProcessSession::led_by(leader.id()) {
        session.wait_for_leader();
        session.kill_followers();
    }
    leader.wait()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProcessSession(libc::pid_t);

impl ProcessSession {
    fn led_by(id: u32) -> Option<Self> {
        let id = libc::pid_t::try_from(id).ok().filter(|it| *it > 1);
        id.map(Self)
    }

    /// Blocks until the leader has ended: it could start others until then. Does not reap the leader,
    /// so that its id is given to no other process.
    fn wait_for_leader(self) {
        let id = libc::id_t::try_from(self.0).unwrap_or_default();
        loop {
            // SAFETY: zeroes are a valid `siginfo_t`, which the call fills.
            let answer = unsafe {
                let mut info = std::mem::zeroed();
                libc::waitid(
                    libc::P_PID,
                    id,
                    &raw mut info,
                    libc::WEXITED | libc::WNOWAIT,
                )
            };
            if answer == 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
                return;
            }
        }
    }

    fn kill_followers(self) {
        let mut killed = HashSet::new();
        for _ in 0..SEARCHES {
            let (mut is_over, mut has_new) = (true, false);
            for id in self.followers() {
                // SAFETY: a plain system call without pointers.
                if unsafe { libc::kill(id, libc::SIGKILL) } == 0 {
                    is_over = false;
                    has_new |= killed.insert(id);
                }
            }
            if is_over {
                return;
            }
            // Killed processes start no others, but on a busy machine they take a while to end.
            if !has_new {
                std::thread::sleep(ENDING);
            }
        }
    }

    fn followers(self) -> impl Iterator<Item = libc::pid_t> {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        processes.filter_map(move |it| {
            let id: libc::pid_t = it.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(it.path().join("stat")).ok()?;
            (id != self.0 && is_alive_in(&stat, self.0)).then_some(id)
        })
    }
}

/// Whether `/proc/PID/stat` is that of a process of the session that has not ended.
fn is_alive_in(stat: &str, session: libc::pid_t) -> bool {
    // The program's name comes before, and may contain any character.
    let Some((_, fields)) = stat.rsplit_once(") ") else {
        return false;
    };
    let mut fields = fields.split(' ');
    let is_dead = matches!(fields.next(), Some("Z" | "X" | "x"));
    // The parent and the process group come before the session.
    let found = fields.nth(2).and_then(|it| it.parse().ok());
    !is_dead && found == Some(session)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;

    use super::*;

    #[test]
    fn names_of_programs_do_not_mislead() {
        assert!(is_alive_in("7 (a) b) S 1 6 5 0 -1", 5));
        assert!(!is_alive_in("7 (a) Z 1 6 5 0 -1", 5));
        assert!(!is_alive_in("7 (a) S 1 5 6 0 -1", 5));
        assert!(!is_alive_in("7 (a", 5));
        assert!(!is_alive_in("", 5));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn members_in_groups_of_their_own_are_killed() {
        let mut command = Command::new("sh");
        // With `-m`, each background job leads a process group.
        command.args(["-m", "-c", "sleep 100 & echo $!; wait"]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        lead_session(&mut command);
        let mut leader = command.spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(leader.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let session = ProcessSession::led_by(leader.id()).unwrap();
        let started: libc::pid_t = line.trim().parse().unwrap();
        let followers: Vec<_> = session.followers().collect();
        assert_eq!(followers, [started]);
        leader.kill().unwrap();
        wait_for_session(&mut leader).unwrap();
        assert_eq!(session.followers().count(), 0);
    }
}
