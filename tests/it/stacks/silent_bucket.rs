//! A bucket that accepts connections and says nothing.

use std::io::Read as _;
use std::net::TcpListener;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::programs::signals;
use crate::support::lumi::{Answer, Lumi};

/// Nothing was changed yet, so the first Ctrl-C ends a command that waits for the state.
#[test]
fn an_interrupt_ends_a_command_that_waits_for_its_state() {
    for command in [
        &["preview"][..],
        &["up", "-y"],
        &["destroy", "-y"],
        &["refresh", "-y"],
    ] {
        let lumi = Lumi::program("export const a = 1;");
        let bucket = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("http://{}", bucket.local_addr().unwrap());
        let child = lumi
            .command(command)
            .env("LUMI_BACKEND", "s3://bucket/states")
            .env("LUMI_PASSPHRASE", "correct horse")
            .env("AWS_ENDPOINT_URL", endpoint)
            .env("AWS_REGION", "us-east-1")
            .env("AWS_ACCESS_KEY_ID", "test")
            .env("AWS_SECRET_ACCESS_KEY", "test")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut request, _) = bucket.accept().unwrap();
        request.read_exact(&mut [0; 4]).unwrap();
        signals::interrupt(&child);
        let start = Instant::now();
        let answer = Answer::of(child.wait_with_output().unwrap(), command, lumi.folder());
        // Without it, a request is given up after more than a minute.
        assert!(start.elapsed() < Duration::from_secs(45), "{command:?}");
        assert_eq!(answer.code, 4, "{}", answer.transcript());
        assert!(
            answer.stderr.ends_with("error: interrupted\n"),
            "{}",
            answer.transcript()
        );
    }
}
