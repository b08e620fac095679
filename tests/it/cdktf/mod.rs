//! Programs of CDKTF: what they write is compared with what Node makes of them, and what is deployed with OpenTofu.
//!
//! `make test-packages` installs CDKTF, `make judges` builds OpenTofu and the providers; see [`crate::support::peers`].
//!
//! | module | |
//! |---|---|
//! | `synthesis` | programs write the bytes that they write in Node |
//! | `deployments` | stacks are planned and deployed as OpenTofu does it |
//! | `stacks` | several stacks of one program |
//! | `refusals` | what is wrong with a project |

mod deployments;
mod refusals;
mod stacks;
mod synthesis;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::hcl::by_lumi::LumiFolder;
use crate::hcl::tool_settings;
use crate::support::peers::node_packages;

/// The settings of a project whose state is where Lumi's tests expect it.
const SETTINGS: &str = "name: demo\nruntime: cdktf\n";

/// The programs of `tests/programs/cdktf`.
fn programs() -> Vec<PathBuf> {
    let all = fs::read_dir("tests/programs/cdktf").unwrap();
    let mut folders: Vec<PathBuf> = all.map(|it| it.unwrap().path()).collect();
    folders.sort();
    assert!(folders.len() >= 10, "{}", folders.len());
    folders
}

/// A program in a project of its own; `None` without the packages or the providers.
fn project(program: &Path) -> Option<LumiFolder> {
    let packages = node_packages("cdktf")?.canonicalize().unwrap();
    let project = LumiFolder::new(program, &tool_settings()?);
    symlink(packages, project.folder().join("node_modules")).unwrap();
    project.file("Lumi.yaml", SETTINGS);
    Some(project)
}

/// A project with a program of one file; `None` without the packages or the providers.
fn project_of(program: &str) -> Option<LumiFolder> {
    let project = project(Path::new("tests/programs/cdktf/javascript"))?;
    project.file("src/main.js", program);
    Some(project)
}

/// The file in which a program names its stacks.
fn manifest(output: &Path) -> Value {
    let text = fs::read_to_string(output.join("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The names of the stacks in a folder of a program, each after those that it refers to.
fn stack_names(output: &Path) -> Vec<String> {
    let manifest = manifest(output);
    let stacks = manifest["stacks"].as_object().unwrap();
    let mut rest: Vec<&String> = stacks.keys().collect();
    let mut names: Vec<String> = Vec::new();
    while !rest.is_empty() {
        let is_ready = |name: &String| {
            let dependencies = stacks[name]["dependencies"].as_array().unwrap();
            let mut dependencies = dependencies.iter().map(|it| it.as_str().unwrap());
            dependencies.all(|it| names.iter().any(|name| name == it))
        };
        let at = rest.iter().position(|it| is_ready(it)).unwrap();
        names.push(rest.remove(at).clone());
    }
    names
}
