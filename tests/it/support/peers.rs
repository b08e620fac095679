//! Programs of others that tests compare with or run. A test whose program is missing is skipped with a message; in CI, it
//! fails.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::support::lumi::tool;

/// Builds the peers that take minutes: providers of Terraform, plugins of Pulumi, OpenTofu, Pulumi's engine, NATS.
const JUDGES: &str = "`make judges`";
/// Installs the packages of npm and PyPI that tests use.
const PACKAGES: &str = "`make test-packages`";

/// A provider of Terraform.
pub fn terraform_provider(name: &str) -> Option<PathBuf> {
    let path = format!("target/terraform-providers/{name}/terraform-provider-{name}");
    file(&path, "the providers of Terraform", JUDGES)
}

/// A plugin of Pulumi; `shop-next` is another version of `shop`.
pub fn pulumi_plugin(name: &str) -> Option<PathBuf> {
    let package = name.trim_end_matches("-next");
    let path = format!("target/pulumi-providers/{name}/pulumi-resource-{package}");
    file(&path, "the plugins of Pulumi", JUDGES)
}

pub fn opentofu() -> Option<PathBuf> {
    file("target/opentofu/tofu", "OpenTofu", JUDGES)
}

/// The folder of Pulumi's command line.
pub fn pulumi_engine() -> Option<PathBuf> {
    let program = file("target/pulumi-engine/pulumi", "Pulumi's engine", JUDGES)?;
    program.parent().map(Path::to_owned)
}

/// The folder with the server of NATS and the schemas of Kubernetes and of the Gateway API.
pub fn nats() -> Option<PathBuf> {
    let program = file("target/nats/nats-server", "the server of NATS", JUDGES)?;
    program.parent().map(Path::to_owned)
}

/// The compiler of TypeScript, for Node.
pub fn tsc() -> Option<PathBuf> {
    let path = "tools/types/node_modules/.bin/tsc";
    file(path, "the compiler of TypeScript", PACKAGES)
}

/// The package `typescript`, in the version that lints use.
pub fn typescript() -> Option<PathBuf> {
    let path = "tools/typescript/node_modules/typescript/lib/tsc.js";
    let compiler = file(path, "the package of TypeScript", PACKAGES)?;
    compiler.ancestors().nth(2).map(Path::to_owned)
}

/// A program of an environment of Python, which `tools/NAME/requirements.txt` describes.
pub fn python_environment(name: &str, program: &str) -> Option<PathBuf> {
    let path = format!("target/python/{name}/bin/{program}");
    file(&path, "the packages of Python", PACKAGES)
}

/// The packages of `tools/FOLDER`, in a machine with Node.
pub fn node_packages(folder: &str) -> Option<PathBuf> {
    installed("node", "--version").then_some(())?;
    let path = format!("tools/{folder}/node_modules");
    file(&path, "the packages of npm", PACKAGES)
}

/// A file of an SDK, which `tools/sdk-packages` has built: `go/bin/lumi-language-go`, `nodejs/main.js`.
pub fn sdk_package(path: &str) -> Option<PathBuf> {
    let path = format!("target/sdk-packages/{path}");
    file(&path, "the SDK of a language", PACKAGES)
}

/// Whether a program is installed, which says its version when it is asked with `version`.
pub fn installed(program: &str, version: &str) -> bool {
    let is_there = tool(program).arg(version).output().is_ok();
    if !is_there {
        skip(program, "the package manager of the system");
    }
    is_there
}

/// A file of the repository that `source` brings.
fn file(path: &str, what: &str, source: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let is_there = path.exists();
    if !is_there {
        skip(what, source);
    }
    is_there.then_some(path)
}

/// Says that a test is skipped, for lack of a peer.
///
/// # Panics
///
/// In CI, which must not skip any test.
pub fn skip(missing: &str, source: &str) {
    assert!(
        std::env::var_os("CI").is_none(),
        "CI must have {missing}, from {source}"
    );
    note_skipped(missing, source);
}

/// Says that a test is skipped, also in the file that `tools/test` counts.
pub fn note_skipped(missing: &str, source: &str) {
    eprintln!("skipped: {missing} cannot be found, which {source} brings");
    let Some(path) = std::env::var_os("LUMI_SKIPPED_TESTS") else {
        return;
    };
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .unwrap();
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    // One write: tests of several threads append.
    let line = format!("{source}\t{missing}\t{test}\n");
    file.write_all(line.as_bytes()).unwrap();
}
