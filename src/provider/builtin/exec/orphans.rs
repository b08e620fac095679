//! Finds commands that keep running although the Lumi process that started them was killed.
//!
//! Each command has an environment variable that names its Lumi process and its resource. An orphan is
//! a process with this variable that leads its process group and whose parent is another process.
//! Requires `/proc`; elsewhere no orphan is found. An orphan cannot be distinguished from a service
//! that a command left in its own group, so waiting is limited.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::ProviderError;
use lumi_graph::Urn;
use lumi_graph::environment_variables::COMMAND_OWNER;

/// The maximum time to wait for an orphan.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(50);

/// The variable for a command of a resource.
pub fn owner(urn: &Urn, folder: &Path) -> (String, String) {
    let process = std::process::id();
    (
        COMMAND_OWNER.to_owned(),
        format!("{process} {}", subject(urn, folder)),
    )
}

fn subject(urn: &Urn, folder: &Path) -> String {
    format!("{urn} {}", folder.display())
}

/// Waits until no orphan works on the resource.
pub async fn wait(urn: &Urn, folder: &Path) -> Result<(), ProviderError> {
    let subject = subject(urn, folder);
    let Some(process) = find(&subject) else {
        return Ok(());
    };
    let end = async {
        while find(&subject).is_some() {
            sleep(PAUSE).await;
        }
    };
    timeout(STARTUP_TIMEOUT, end).await.map_err(|_| {
        ProviderError::unknown(format!(
            "a command that an earlier lumi has started for it is still running, as process \
             {process}; wait until it ends, or end it, then try again"
        ))
    })
}

fn find(subject: &str) -> Option<u32> {
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let mut numbered = processes.filter_map(|it| {
        let id: u32 = it.file_name().to_str()?.parse().ok()?;
        Some((id, it.path()))
    });
    numbered.find_map(|(id, process)| is_orphan(id, process, subject).then_some(id))
}

fn is_orphan(id: u32, process: PathBuf, subject: &str) -> bool {
    // The environment of other users' processes cannot be read.
    let Ok(environment) = fs::read(process.join("environ")) else {
        return false;
    };
    let mut variables = environment.split(|it| *it == 0);
    let started_by = variables.find_map(|variable| {
        let text = std::str::from_utf8(variable).ok()?;
        let owner = text.strip_prefix(COMMAND_OWNER)?.strip_prefix('=')?;
        let (lumi, of) = owner.split_once(' ')?;
        (of == subject).then(|| lumi.parse::<u32>().ok())?
    });
    let (Some(lumi), Some(stat)) = (started_by, Stat::read(process)) else {
        return false;
    };
    stat.group == id && stat.parent != lumi && !stat.is_dead
}

struct Stat {
    is_dead: bool,
    parent: u32,
    group: u32,
}

impl Stat {
    fn read(process: PathBuf) -> Option<Self> {
        let text = fs::read_to_string(process.join("stat")).ok()?;
        // The program's name comes before, and may contain any character.
        let (_, fields) = text.rsplit_once(") ")?;
        let mut fields = fields.split(' ');
        let is_dead = matches!(fields.next()?, "Z" | "X" | "x");
        let parent = fields.next()?.parse().ok()?;
        let group = fields.next()?.parse().ok()?;
        Some(Self {
            is_dead,
            parent,
            group,
        })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::{Child, Command, Stdio};

    use lumi_rpc::lead_process_group;

    use super::*;

    fn urn(name: &str) -> Urn {
        Urn::parse(&format!(
            "urn:lumi:dev::web::index::std:exec:Command::{name}"
        ))
        .unwrap()
    }

    /// A command in its own group, as if started by the process that `owner` names.
    fn command(owner: &str) -> Child {
        let mut command = Command::new("cat");
        command.env(COMMAND_OWNER, owner).stdin(Stdio::piped());
        lead_process_group(&mut command);
        command.spawn().unwrap()
    }

    #[tokio::test]
    async fn orphans_are_waited_for() {
        let folder = Path::new("/project of orphans");
        // Process 1 is certainly not the parent.
        let mut orphan = command(&format!("1 {}", subject(&urn("a"), folder)));
        assert_eq!(find(&subject(&urn("a"), folder)), Some(orphan.id()));
        assert_eq!(find(&subject(&urn("b"), folder)), None);
        let a = urn("a");
        let mut waiting = Box::pin(wait(&a, folder));
        assert!(futures_poll(&mut waiting).await.is_none());
        drop(orphan.stdin.take());
        orphan.wait().unwrap();
        waiting.await.unwrap();
    }

    #[tokio::test]
    async fn commands_of_a_lumi_that_runs_are_no_orphans() {
        let folder = Path::new("/project of children");
        let (_, owner) = owner(&urn("a"), folder);
        let mut child = command(&owner);
        assert_eq!(find(&subject(&urn("a"), folder)), None);
        wait(&urn("a"), folder).await.unwrap();
        drop(child.stdin.take());
        child.wait().unwrap();
    }

    async fn futures_poll<T>(future: &mut (impl Future<Output = T> + Unpin)) -> Option<T> {
        tokio::select! {
            biased;
            done = future => Some(done),
            () = std::future::ready(()) => None,
        }
    }
}
