//! A provider that is started by its developer: `TF_REATTACH_PROVIDERS`.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, ChildStdout, Stdio};

use super::{Project, built};
use crate::support::lumi::{server, without_times};

/// A provider that runs, and what it prints for its hosts. Its output stays open: it prints more after that, and a
/// program in Go ends when its output is closed.
struct Running {
    process: Child,
    reattach: String,
    _output: BufReader<ChildStdout>,
}

impl Running {
    fn start(name: &str) -> Option<Self> {
        let mut command = server(built(name)?);
        command
            .env("KIT_START", "debug")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let lines = output.by_ref().lines();
        let printed = lines.map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("TF_REATTACH_PROVIDERS='")?;
            Some(rest.trim_end().trim_end_matches('\'').to_owned())
        });
        Some(Self {
            process,
            reattach: printed.unwrap(),
            _output: output,
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_provider_that_runs_already_is_used_and_lives_on() {
    let program = "import * as kit from \"lumi:kit\";\nexport const id = new kit.Thing(\"a\", { name: \"a\" }).id;\n";
    let Some(project) = Project::new("kit", program) else {
        return;
    };
    let mut running = Running::start("kit").unwrap();
    let with = |args: &[&str], value: &str| {
        let output = project
            .command(args)
            .env("TF_REATTACH_PROVIDERS", value)
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        (output.status.code(), without_times(&text.concat()))
    };
    // It alone can answer: the executable of the project is not one that could be started.
    let broken = project
        .0
        .file("terraform-provider-kit", "#!/bin/sh\nexit 1\n");
    fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).unwrap();
    project.0.file(
        "Lumi.yaml",
        format!("name: demo\npackages:\n  kit: {}\n", broken.display()),
    );
    let reattach = running.reattach.clone();
    for args in [["up", "-yP"], ["preview", "-P"], ["destroy", "-yP"]] {
        let (code, text) = with(&args, &reattach);
        assert_eq!(code, Some(0), "{text}");
    }
    assert!(running.process.try_wait().unwrap().is_none());

    // By the address of a package that is neither locked nor installed.
    project.0.file(
        "Lumi.yaml",
        "name: demo\npackages:\n  kit: lumi.test/lumi/kit\n",
    );
    let (code, text) = with(&["preview"], &reattach);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("`kit` is the process that TF_REATTACH_PROVIDERS names"),
        "{text}"
    );

    let (code, text) = with(&["preview"], "{");
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("TF_REATTACH_PROVIDERS cannot be used"),
        "{text}"
    );
    let (code, text) = with(
        &["preview"],
        "{\"other/kit\":{\"ProtocolVersion\":6,\"Addr\":{\"Network\":\"unix\",\"String\":\"/x\"}}}",
    );
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("lumi install"), "{text}");
}
