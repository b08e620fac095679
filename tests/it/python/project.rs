//! A project with Python programs.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::lumi::{Answer, Lumi, without_times};
use crate::support::peers::python_environment;

pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Python interpreter with gRPC.
pub fn interpreter() -> Option<PathBuf> {
    python_environment("grpc", "python")
}

/// A folder with an executable `name` that runs a script with that interpreter.
pub fn started_by_python(lumi: &Lumi, name: &str, script: &Path) -> Option<PathBuf> {
    let python = interpreter()?;
    let start = format!(
        "#!/bin/sh\nexec '{}' '{}'\n",
        python.display(),
        script.display()
    );
    let path = lumi.file(&format!("bin/{name}"), start);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    Some(lumi.folder().join("bin"))
}

/// A project, removed on drop.
pub struct Python {
    pub lumi: Lumi,
    bin: PathBuf,
}

impl Python {
    /// An empty project; `None` if Python is not installed.
    pub fn new() -> Option<Self> {
        let lumi = Lumi::new();
        lumi.file("Lumi.yaml", "name: demo\nruntime: python\n");
        let script = repository().join("sdk/python/lumi-language-python");
        let bin = started_by_python(&lumi, "lumi-language-python", &script)?;
        Some(Self { lumi, bin })
    }

    /// A program that starts with `import lumi`.
    pub fn program(text: &str) -> Option<Self> {
        let python = Self::new()?;
        python.write(text);
        Some(python)
    }

    pub fn write(&self, text: &str) {
        self.lumi.file("main.py", format!("import lumi\n{text}"));
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.lumi.command(args);
        command.env("PATH", format!("{}:/usr/bin:/bin", self.bin.display()));
        command
    }

    pub fn run(&self, args: &[&str]) -> Answer {
        let output = self.command(args).output().unwrap();
        Answer::of(output, args, self.lumi.folder())
    }

    /// The output, without times and the interpreter's path.
    pub fn seen(&self, args: &[&str]) -> String {
        let seen = without_times(&self.run(args).transcript());
        let python = interpreter().unwrap_or_default();
        seen.replace(&*python.to_string_lossy(), "[python]")
    }

    /// The output with its lines sorted, because concurrent steps finish in any order.
    pub fn sorted(&self, args: &[&str]) -> String {
        let seen = self.seen(args);
        let mut lines: Vec<&str> = seen.lines().collect();
        lines.sort_unstable();
        lines.join("\n")
    }
}
