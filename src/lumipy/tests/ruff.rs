//! ruff, which judges the layout of raised Python where it is installed.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// The changes that ruff would make, if it is there.
pub fn unformatted(text: &str) -> Option<String> {
    let installed = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/python/python-format/bin/ruff"
    );
    let is_installed = std::fs::exists(installed).unwrap_or(false);
    let mut command = Command::new(if is_installed { installed } else { "ruff" });
    command
        .args([
            "format",
            "--isolated",
            "--diff",
            "--stdin-filename",
            "main.py",
            "-",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else {
        #[expect(clippy::print_stderr, reason = "says that a test is skipped")]
        {
            eprintln!("skipped: ruff cannot be found, which tools/python-packages brings");
        }
        return None;
    };
    let mut input = child.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    // ruff exits with 1 if it would change the text, and with 2 if the text has a syntax error.
    let status = output.status;
    assert!(matches!(status.code(), Some(0 | 1)), "{status}:\n{text}");
    let changes = String::from_utf8(output.stdout).unwrap();
    (!changes.is_empty()).then_some(changes)
}
