//! Runs `lumi` in a separate folder.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use super::module_cache;
use super::test_share::TestShare;

/// Set in the process in which `in_separate_process` repeats a test.
const ELSEWHERE: &str = "LUMI_TEST_ELSEWHERE";

/// Commands that evaluate a program.
const WITH_PROGRAM: [&str; 6] = ["run", "preview", "up", "deploy", "destroy", "refresh"];

/// Repeats a test with its programs in separate processes, if it is in the share that `LUMI_TEST_SHARE` names.
pub fn in_separate_process<T: Fn()>(test: T) {
    let share = std::env::var("LUMI_TEST_SHARE").unwrap_or_default();
    if !is_in_share(std::any::type_name::<T>(), &share) {
        return;
    }
    again(test, &[(ELSEWHERE, "1")]);
}

/// Repeats a test with additional environment variables.
///
/// The test binary is started again for it: snapshots are numbered per process, so one process can
/// run each test only once.
pub fn again<T: Fn()>(_test: T, environment: &[(&str, &str)]) {
    // The path of a function begins with the crate, the name of a test does not.
    let (_, test) = std::any::type_name::<T>().split_once("::").unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads", "1"])
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("test result: ok. 1 passed"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Whether a test belongs to a share `K/N`. Every test belongs to exactly one of N shares, and to any other text.
pub fn is_in_share(test: &str, share: &str) -> bool {
    let hash = crc32fast::hash(test.as_bytes());
    TestShare::parsed(share).has(hash.try_into().unwrap())
}

#[test]
fn every_test_is_in_one_share() {
    for test in [
        "it::deploy::the_everyday_loop",
        "it::dynamic::drift",
        "it::a",
    ] {
        assert!(is_in_share(test, ""));
        let shares = ["0/3", "1/3", "2/3"];
        let share = shares.iter().filter(|it| is_in_share(test, it));
        assert_eq!(share.count(), 1, "{test}");
    }
}

fn is_separate_process() -> bool {
    std::env::var_os(ELSEWHERE).is_some()
}

/// A project folder, removed on drop.
pub struct Lumi {
    folder: PathBuf,
    /// The parent folder of the project, which has no other files.
    _outer: TempDir,
}

impl Lumi {
    /// An empty project named `demo`.
    pub fn new() -> Self {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("demo");
        fs::create_dir(&folder).unwrap();
        let lumi = Self {
            folder,
            _outer: outer,
        };
        lumi.file("Lumi.yaml", "name: demo\n");
        lumi
    }

    /// A project with one program, `index.ts`.
    pub fn program(text: &str) -> Self {
        let lumi = Self::new();
        lumi.file("index.ts", text);
        lumi
    }

    /// A program that starts with `import * as lumi from "lumi"`.
    pub fn with_sdk(text: &str) -> Self {
        Self::program(&format!("import * as lumi from \"lumi\";\n{text}"))
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder().join(name)).unwrap()
    }

    /// `lumi ARGS…` in the project folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = command();
        command
            .current_dir(self.folder())
            .env("HOME", self.folder().with_file_name("home"));
        if is_separate_process() && args.first().is_some_and(|it| WITH_PROGRAM.contains(it)) {
            command.arg("engine");
        }
        command.args(args);
        command
    }

    pub fn run(&self, args: &[&str]) -> Answer {
        Answer::of(self.command(args).output().unwrap(), args, self.folder())
    }

    /// `lumi ARGS…` with a passphrase; without one if it is empty.
    pub fn run_with_passphrase(&self, passphrase: &str, args: &[&str]) -> Answer {
        let mut command = self.command(args);
        if !passphrase.is_empty() {
            command.env("LUMI_PASSPHRASE", passphrase);
        }
        Answer::of(command.output().unwrap(), args, self.folder())
    }

    /// A clone of the project's version control: its files without those of folders and without `.lumi`.
    pub fn cloned(&self) -> Self {
        let clone = Self::new();
        for entry in fs::read_dir(self.folder()).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if entry.file_type().unwrap().is_file() {
                clone.file(&name, self.read(&name));
            }
        }
        clone
    }

    /// Standard output of `lumi ARGS…`, as it is. The command must succeed; the state has the passphrase `test`.
    pub fn output(&self, args: &[&str]) -> String {
        let mut command = self.command(args);
        let output = command.env("LUMI_PASSPHRASE", "test").output().unwrap();
        assert!(
            output.status.success(),
            "lumi {}: {}{}",
            args.join(" "),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    /// The output of `lumi ARGS…`, with standard output and error interleaved, and without times.
    pub fn seen(&self, args: &[&str]) -> String {
        let (mut reader, writer) = std::io::pipe().unwrap();
        let mut command = self.command(args);
        command
            .stdin(Stdio::null())
            .stdout(writer.try_clone().unwrap())
            .stderr(writer);
        let mut process = command.spawn().unwrap();
        // It holds the write ends of the pipe.
        drop(command);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        let code = process.wait().unwrap().code().unwrap_or(-1);
        let text = without_times(&shortened(&text, self.folder()));
        format!("$ lumi {}\n{text}[exit {code}]\n", args.join(" "))
    }
}

/// Removes the number of `in 1.2 s` and `(1.2 s)`, and times such as `2026-11-21 10:00:00 UTC`.
pub fn without_times(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let words: Vec<&str> = line.split(' ').collect();
        for (index, word) in words.iter().enumerate() {
            let next = words.get(index + 1).map(|it| it.trim_end());
            let number = word.trim_start_matches('(');
            let is_time = number.parse::<f64>().is_ok()
                && next
                    .is_some_and(|it| it == "s" || it.starts_with("s)") || it.starts_with("ms)"));
            if index > 0 {
                out.push(' ');
            }
            let is_moment = chrono::NaiveDate::parse_from_str(word, "%Y-%m-%d").is_ok()
                || chrono::NaiveTime::parse_from_str(word, "%H:%M:%S").is_ok();
            out.push_str(&match (is_time, is_moment) {
                (true, _) => word.replace(number, "[time]"),
                (_, true) => "[time]".to_owned(),
                _ => (*word).to_owned(),
            });
        }
    }
    out
}

/// Replaces paths below `folder` by `[folder]`.
fn shortened(text: &str, folder: &Path) -> String {
    let real = folder.canonicalize().unwrap();
    text.replace(&*real.to_string_lossy(), "[folder]")
        .replace(&*folder.to_string_lossy(), "[folder]")
}

/// The binary in a clean environment.
pub fn command() -> Command {
    tool(env!("CARGO_BIN_EXE_lumi"))
}

/// The seconds that a process of a test can take. One that hangs fails its test, not all tests.
const LIFETIME: libc::c_uint = 600;

/// A program in a clean environment: only `PATH` is inherited, so that the developer's settings do
/// not affect tests. All processes of tests are started here, or by `server`.
pub fn tool(program: impl AsRef<OsStr>) -> Command {
    let mut command = in_clean_environment(program);
    // SAFETY: a plain system call, which a signal handler may use, too. The alarm outlives `exec`.
    unsafe {
        command.pre_exec(|| {
            libc::alarm(LIFETIME);
            Ok(())
        });
    }
    command
}

/// A program in a clean environment that serves one test, however long that takes. The process ends
/// with the thread of the test, also when the test process is killed.
#[cfg(target_os = "linux")]
pub fn server(program: impl AsRef<OsStr>) -> Command {
    let mut command = in_clean_environment(program);
    let test = std::process::id();
    // SAFETY: plain system calls, which a signal handler may use, too. The request outlives `exec`.
    unsafe {
        command.pre_exec(move || {
            if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0 {
                return Err(std::io::Error::last_os_error());
            }
            // The test process may have ended before the request.
            match u32::try_from(libc::getppid()) == Ok(test) {
                true => Ok(()),
                false => Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe)),
            }
        });
    }
    command
}

#[cfg(not(target_os = "linux"))]
pub fn server(program: impl AsRef<OsStr>) -> Command {
    tool(program)
}

fn in_clean_environment(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env_clear();
    for name in ["PATH", "TMPDIR"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
    command
        .env("HOME", home)
        .env("LUMI_CACHE", module_cache::folder())
        .env("LUMI_KEY_COST", "least")
        .env("NO_COLOR", "1");
    command
}

/// Reads a process's output until it contains `text`, and not beyond.
pub fn read_until(stream: &mut impl Read, text: &str) -> String {
    let mut read = Vec::new();
    let mut byte = [0];
    while !read.ends_with(text.as_bytes()) {
        let count = stream.read(&mut byte).unwrap();
        let so_far = String::from_utf8_lossy(&read);
        assert!(count > 0, "{text:?} was not written:\n{so_far}");
        read.extend(byte);
    }
    String::from_utf8(read).unwrap()
}

/// The result of a run.
pub struct Answer {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
    args: String,
}

impl Answer {
    /// Replaces paths below `folder` by `[folder]`.
    pub fn of(output: Output, args: &[&str], folder: &Path) -> Self {
        let text = |bytes: Vec<u8>| shortened(&String::from_utf8(bytes).unwrap(), folder);
        Self {
            // A signal has no exit code.
            code: output.status.code().unwrap_or(-1),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            args: args.join(" "),
        }
    }

    /// The whole output, for snapshots.
    pub fn transcript(&self) -> String {
        let mut text = format!("$ lumi {}\n[exit {}]\n", self.args, self.code);
        for (name, stream) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !stream.is_empty() {
                text.push_str(&format!("--- {name}\n{stream}"));
            }
        }
        text
    }

    /// Standard output of a run that must succeed.
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}", self.transcript());
        self.stdout
    }

    /// The graph of `--format json`.
    pub fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.ok()).unwrap()
    }
}
