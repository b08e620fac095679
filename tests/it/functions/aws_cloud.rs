//! AWS on loopback, for one test (`tests/aws`).

use std::path::Path;
use std::process::{Child, Stdio};

use crate::functions::cloud_targets::tested;
use crate::support::lumi::{read_until, server};
use crate::support::peers::{installed, python_environment};

/// Stops on drop.
pub struct AwsCloud {
    process: Child,
    port: u16,
}

impl AwsCloud {
    /// `None` if its packages or Node are not installed.
    pub fn start() -> Option<Self> {
        let python = python_environment("s3-server", "python")?;
        installed("node", "--version").then_some(())?;
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/aws/cloud.py");
        let mut process = server(python)
            // Nothing is written beside the sources.
            .arg("-B")
            .arg(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let line = read_until(process.stdout.as_mut().unwrap(), "\n");
        let port = line.trim().parse().unwrap();
        Some(Self { process, port })
    }

    /// The output of the tests of a file, which use it, and all of which pass.
    pub fn tested(&self, file: &str) -> String {
        let address = format!("http://127.0.0.1:{}", self.port);
        tested(file, &[("AWS_OF_TESTS", &address)])
    }
}

impl Drop for AwsCloud {
    fn drop(&mut self) {
        // Its end stops what it has started.
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
