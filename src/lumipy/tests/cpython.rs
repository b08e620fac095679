//! CPython, which judges LumiPy where it is installed.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Runs the program, and prints the error that ends it as `engine` does.
const DRIVER: &str = "
import sys
text = sys.stdin.read()
names = {'__name__': '__main__'}
try:
    exec(compile(text, 'main.py', 'exec'), names)
except BaseException as error:
    message = str(error)
    print(f'raises {type(error).__name__}' + (f': {message}' if message else ''))
";

/// The output of a program in CPython 3.10 or later; `None` without it.
pub fn run(text: &str) -> Option<String> {
    let mut command = Command::new("python3");
    command
        .args(["-I", "-W", "ignore", "-c", DRIVER])
        .env("PYTHONHASHSEED", "0")
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit());
    let mut child = command.spawn().ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim_end_matches('\n').to_owned())
}

/// Whether CPython is there; says so if it is not.
pub fn is_there() -> bool {
    let version = Command::new("python3")
        .args(["-I", "-c", "import sys; print(sys.version_info >= (3, 10))"])
        .output();
    let is_there = version.is_ok_and(|it| it.stdout.starts_with(b"True"));
    if !is_there {
        #[expect(clippy::print_stderr, reason = "says that a test is skipped")]
        {
            eprintln!("skipped: there is no python3, 3.10 or later, to compare with");
        }
    }
    is_there
}
