//! The packages of the SDKs, installed as a user installs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::python::{interpreter, repository};
use crate::support::lumi::{Answer, Lumi, tool};

/// Standard output of a command that must succeed.
fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// An environment of Python that finds pip, setuptools and the packages that the SDK requires in another one.
fn environment(environment: &Path, python: &Path) -> PathBuf {
    output(
        tool(python)
            .args(["-m", "venv", "--without-pip"])
            .arg(environment),
    );
    let of = |python: &Path| {
        let code = "import sysconfig; print(sysconfig.get_path('purelib'))";
        let path = output(tool(python).args(["-c", code]));
        PathBuf::from(path.trim())
    };
    let own = environment.join("bin/python");
    let required = of(python).display().to_string();
    fs::write(of(&own).join("required.pth"), required).unwrap();
    own
}

/// `lumi ARGS…` with the scripts of an environment on PATH.
fn run(lumi: &Lumi, python: &Path, args: &[&str]) -> String {
    let mut command = lumi.command(args);
    let path = format!("{}:/usr/bin:/bin", python.parent().unwrap().display());
    command.env("PATH", path);
    let answer = Answer::of(command.output().unwrap(), args, lumi.folder());
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    answer.stdout
}

const PROGRAM: &str = "\
import lumi

release = lumi.CustomResource(\"std:random:Id\", \"release\", {\"byteLength\": 4})
lumi.export(\"hex\", release.hex)
lumi.export(\"longest\", lumi.invoke(\"words:index:longest\", {\"words\": [\"a\", \"bcd\", \"ef\"]}))
lumi.CustomResource(\"words:index:List\", \"fruit\", {\"words\": [\"pear\", \"apple\"]})
";

#[test]
fn the_packages_for_python_run_programs_and_providers() {
    let Some(python) = interpreter() else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let packages = folder.path().join("packages");
    output(tool(repository().join("tools/dist/python")).arg(&packages));
    let own = environment(&folder.path().join("environment"), &python);
    let provider = repository().join("examples/plugin-python/lumi-resource-words");
    let version = env!("CARGO_PKG_VERSION");
    for package in [
        format!("lumi_sdk-{version}-py3-none-any.whl"),
        format!("lumi_sdk-{version}.tar.gz"),
    ] {
        let install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"];
        let again = ["--no-build-isolation", "--force-reinstall"];
        output(
            tool(&own)
                .args(install)
                .args(again)
                .arg(packages.join(package)),
        );
        let code = "import lumi.protocol; print(lumi.protocol.provider.__file__)";
        let messages = output(tool(&own).args(["-c", code]));
        let generated = "lumi/generated/lumirpc/provider_pb2.py";
        assert!(messages.trim().ends_with(generated), "{messages}");
        let lumi = Lumi::new();
        let script = "#!/bin/sh\nexec python \"$(dirname \"$0\")/words.py\" \"$@\"\n";
        lumi.file("words.py", fs::read(&provider).unwrap());
        let plugin = lumi.file("plugin", script);
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(plugin, executable).unwrap();
        let manifest = "name: demo\nruntime: python\nplugins:\n  words: ./plugin\n";
        lumi.file("Lumi.yaml", manifest);
        lumi.file("main.py", PROGRAM);
        let shown = run(&lumi, &own, &["up", "-y", "-P"]);
        assert!(shown.contains("Done: +2 created"), "{shown}");
        assert!(shown.contains("longest: \"bcd\""), "{shown}");
        assert_eq!(lumi.read("words/fruit.txt"), "apple\npear");
        run(&lumi, &own, &["destroy", "-y", "-P"]);
    }
}

/// The language host goes on with the interpreter in `.venv` of the project, which needs the package, too.
#[test]
fn an_environment_of_a_project_is_used() {
    let Some(python) = interpreter() else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let packages = folder.path().join("packages");
    output(tool(repository().join("tools/dist/python")).arg(&packages));
    let wheel = format!("lumi_sdk-{}-py3-none-any.whl", env!("CARGO_PKG_VERSION"));
    let install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"];
    let installed = |into: &Path| {
        output(tool(into).args(install).arg(packages.join(&wheel)));
    };
    let own = environment(&folder.path().join("environment"), &python);
    installed(&own);
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: demo\nruntime: python\n");
    let program = "import lumi, sys\nlumi.export(\"prefix\", sys.prefix)\n";
    lumi.file("main.py", program);
    let theirs = environment(&lumi.folder().join(".venv"), &python);
    let path = format!("{}:/usr/bin:/bin", own.parent().unwrap().display());
    let mut command = lumi.command(&["run"]);
    let refused = command.env("PATH", path).output().unwrap();
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(
        error.contains(".venv/bin/python -m pip install lumi-sdk"),
        "{error}"
    );
    installed(&theirs);
    let shown = run(&lumi, &own, &["run"]);
    assert!(shown.contains("[folder]/.venv"), "{shown}");
}

/// A second build of the same sources has the same bytes.
#[test]
fn builds_for_python_are_reproducible() {
    if interpreter().is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let packages = ["one", "two"].map(|name| {
        let packages = folder.path().join(name);
        output(tool(repository().join("tools/dist/python")).arg(&packages));
        let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(&packages)
            .unwrap()
            .map(|it| {
                let path = it.unwrap().path();
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                (name, fs::read(path).unwrap())
            })
            .collect();
        files.sort();
        files
    });
    assert_eq!(packages[0].len(), 2);
    assert!(packages[0] == packages[1]);
}
