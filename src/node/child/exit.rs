//! How a child process ends.

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use serde::Serialize;

/// How a process ended: either member is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Exit {
    pub status: Option<i32>,
    /// The number of the signal.
    pub signal: Option<i32>,
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Self {
        Self {
            status: status.code(),
            signal: status.signal(),
        }
    }
}

/// Whether a child process has ended. It is not reaped, so that its id, and that of its group, are
/// not used again.
pub fn has_ended(process: u32) -> io::Result<bool> {
    Ok(wait(process, libc::WNOHANG)?.is_some())
}

/// Waits until a child process has ended, without reaping it.
pub fn wait_for(process: u32) -> io::Result<Exit> {
    loop {
        match wait(process, 0) {
            Ok(Some(exit)) => return Ok(exit),
            Ok(None) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn wait(process: u32, options: i32) -> io::Result<Option<Exit>> {
    let options = libc::WEXITED | libc::WNOWAIT | options;
    // SAFETY: all zeroes are a valid `siginfo_t`, and it outlives the call that writes to it.
    let (process, status, code) = unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        match libc::waitid(libc::P_PID, process, &raw mut info, options) {
            0 => (info.si_pid(), info.si_status(), info.si_code),
            _ => return Err(io::Error::last_os_error()),
        }
    };
    Ok((process != 0).then_some(match code {
        libc::CLD_EXITED => Exit {
            status: Some(status),
            signal: None,
        },
        _ => Exit {
            status: None,
            signal: Some(status),
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_end_of_a_process_is_seen_before_it_is_reaped() {
        for (script, status, signal) in [("exit 3", Some(3), None), ("kill -9 $$", None, Some(9))] {
            let mut child = Command::new("sh").args(["-c", script]).spawn().unwrap();
            let exit = Exit { status, signal };
            assert_eq!(wait_for(child.id()).unwrap(), exit);
            assert!(has_ended(child.id()).unwrap());
            assert_eq!(Exit::from(child.wait().unwrap()), exit);
        }
    }
}
