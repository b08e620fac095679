//! The tools that lumi is compared with: installed below `benches/peers` by `make bench`, or on the `PATH`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

/// The peers of this machine; `None` for those it does not have.
pub struct Peers {
    /// The folder of their programs.
    pub folder: PathBuf,
    /// The native binary, not the launcher of the npm package, which would start node first.
    pub deno: Option<PathBuf>,
    /// The native binary, as of deno.
    pub bun: Option<PathBuf>,
    /// With `@pulumi/pulumi` installed.
    pub node: Option<PathBuf>,
}

impl Peers {
    pub fn find(root: &Path) -> Self {
        let folder = root.join("benches/peers");
        let modules = folder.join("node_modules");
        let installed = modules.join("@pulumi/pulumi/package.json").is_file();
        Self {
            deno: deno_of(&modules.join("@deno")),
            bun: bun_of(&modules).or_else(|| on_path("bun")),
            node: on_path("node").filter(|_| installed),
            folder,
        }
    }

    /// A line for each that is not there.
    pub fn missing(&self) -> String {
        let line = |found: &Option<PathBuf>, what: &str| match found {
            Some(_) => String::new(),
            None => format!("{what} is not installed (npm is needed): it is left out\n"),
        };
        line(&self.deno, "deno")
            + &line(&self.bun, "bun")
            + &line(&self.node, "@pulumi/pulumi with node")
    }

    /// Names and versions of those that are there.
    pub fn versions(&self) -> Vec<String> {
        let deno = self.deno.as_deref().and_then(version);
        let bun = self.bun.as_deref().and_then(version);
        let bun = bun.map(|it| format!("bun {it}"));
        let node = self.node.as_deref().and_then(version);
        let pulumi = self.node.as_ref().and_then(|_| {
            let manifest = "node_modules/@pulumi/pulumi/package.json";
            let text = fs::read_to_string(self.folder.join(manifest)).ok()?;
            Some(format!("@pulumi/pulumi {}", version_in(&text)?))
        });
        let node = node.map(|it| format!("node {it}"));
        [deno, bun, node, pulumi].into_iter().flatten().collect()
    }
}

/// The package's own script moves the binary there, under the same name on every platform.
fn bun_of(modules: &Path) -> Option<PathBuf> {
    let binary = modules.join("bun/bin/bun.exe");
    version(&binary).map(|_| binary)
}

/// The package for this platform is the only one that npm installs.
fn deno_of(packages: &Path) -> Option<PathBuf> {
    let folders = packages.read_dir().map(|it| it.filter_map(io::Result::ok));
    let binary = folders
        .into_iter()
        .flatten()
        .map(|it| it.path().join("deno"))
        .find(|it| it.is_file());
    binary.or_else(|| on_path("deno"))
}

/// The first program of this name on `PATH`.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|it| it.join(name))
        .find(|it| it.is_file())
}

/// The first line of `--version`, without what stands in brackets.
fn version(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?;
    Some(line.split(" (").next()?.to_owned())
}

fn version_in(manifest: &str) -> Option<&str> {
    let (_, rest) = manifest.split_once("\"version\": \"")?;
    Some(rest.split_once('"')?.0)
}
