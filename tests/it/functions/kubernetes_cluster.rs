//! Kubernetes on loopback, for one test (`tests/kubernetes`).

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use crate::functions::cloud_targets::tested;
use crate::support::lumi::{read_until, server};
use crate::support::peers::{nats, python_environment};

/// Stops on drop.
pub struct KubernetesCluster {
    process: Child,
    port: u16,
}

impl KubernetesCluster {
    /// `None` if its packages or NATS are not installed.
    pub fn start() -> Option<Self> {
        let python = python_environment("s3-server", "python")?;
        let nats: PathBuf = nats()?;
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kubernetes/cluster.py");
        let mut process = server(python)
            // Nothing is written beside the sources.
            .arg("-B")
            .arg(program)
            .env("LUMI_OF_TESTS", env!("CARGO_BIN_EXE_lumi"))
            .env("NATS_OF_TESTS", nats.join("nats-server"))
            .env("ROUTES_OF_TESTS", nats.join("httproutes.yaml"))
            .env("SCHEMAS_OF_TESTS", nats.join("kubernetes.json"))
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
        tested(file, &[("CLUSTER_OF_TESTS", &address)])
    }
}

impl Drop for KubernetesCluster {
    fn drop(&mut self) {
        // Its end stops what it has started.
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
