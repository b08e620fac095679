//! A server of Postgres for one test, on loopback.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::lumi::{server, tool};
use crate::support::peers::skip;

/// The user of Postgres where tests run as root, whom it refuses.
const USER: u32 = 65_534;
const PASSWORD: &str = "correct-horse";
const STARTING: Duration = Duration::from_secs(60);

/// Stops on drop.
pub struct Postgres {
    process: Child,
    port: u16,
    folder: tempfile::TempDir,
}

impl Postgres {
    /// `None` if it is not installed.
    pub fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            skip("Postgres", "the package manager of the system");
            return None;
        };
        let folder = tempfile::Builder::new()
            .prefix("postgres")
            .tempdir_in("/tmp")
            .unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let data = folder.path().join("data");
        fs::create_dir(&data).unwrap();
        let password = folder.path().join("password");
        fs::write(&password, PASSWORD).unwrap();
        if is_root() {
            chown(&data, Some(USER), Some(USER)).unwrap();
        }
        let made = as_user(tool, &programs.join("initdb"))
            .args([
                "--no-sync",
                "-U",
                "admin",
                "-A",
                "scram-sha-256",
                "-E",
                "UTF8",
                "--locale=C",
            ])
            .arg(format!("--pwfile={}", password.display()))
            .arg("-D")
            .arg(&data)
            .output()
            .unwrap();
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let process = as_user(server, &programs.join("postgres"))
            .args(["-h", "127.0.0.1", "-k", "", "-c", "fsync=off", "-p"])
            .arg(port.to_string())
            .arg("-D")
            .arg(&data)
            .stdin(Stdio::null())
            .stderr(fs::File::create(folder.path().join("log")).unwrap())
            .spawn()
            .unwrap();
        let it = Self {
            process,
            port,
            folder,
        };
        let start = Instant::now();
        while !it.log().contains("ready to accept connections") {
            assert!(start.elapsed() < STARTING, "{}", it.log());
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(it)
    }

    /// The URL of a user who may do everything.
    pub fn url(&self) -> String {
        format!(
            "postgres://admin:{PASSWORD}@127.0.0.1:{}/postgres",
            self.port
        )
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0)
}

/// The folder of the newest version that the system has.
fn programs() -> Option<PathBuf> {
    let versions = Path::new("/usr/lib/postgresql")
        .read_dir()
        .into_iter()
        .flatten()
        .flatten();
    let mut folders: Vec<PathBuf> = versions.map(|it| it.path().join("bin")).collect();
    folders.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.splice(0..0, std::env::split_paths(&path));
    folders
        .into_iter()
        .rev()
        .find(|it| it.join("initdb").is_file() && it.join("postgres").is_file())
}

/// A program that does not run as root.
fn as_user(start: impl Fn(PathBuf) -> Command, program: &Path) -> Command {
    if !is_root() {
        return start(program.to_owned());
    }
    let mut command = start(PathBuf::from("setpriv"));
    command
        .arg(format!("--reuid={USER}"))
        .arg(format!("--regid={USER}"))
        .args(["--clear-groups", "--pdeathsig=KILL", "--"])
        .arg(program);
    command
}
