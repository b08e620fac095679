//! Configurations in HCL, each judged by OpenTofu with the same providers.
//!
//! `make judges` builds both; see [`crate::support::peers`]. A folder of `tests/programs/hcl/valid` is planned and deployed by
//! both tools: values, what is unknown, and outputs must be the same. One of `tests/programs/hcl/invalid` is refused by both,
//! at the same line.
//!
//! | module | |
//! |---|---|
//! | `by_lumi` | what Lumi says of a folder |
//! | `by_tofu` | what OpenTofu says of it |
//! | `plans` | plans and deployments are equal |
//! | `refusals` | errors are at the same place |
//! | `lifecycle` | changes of a deployed folder |
//! | `modules` | modules of registries, repositories and archives |
//! | `takeover` | states of OpenTofu become those of stacks, and go back |
//! | `own_states` | the same without judges, and states that are refused |

pub mod by_lumi;
pub mod by_tofu;
mod lifecycle;
mod modules;
mod own_states;
pub mod plans;
mod refusals;
mod takeover;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::terraform::built;

use by_lumi::LumiFolder;
use by_tofu::TofuFolder;

/// The providers of the folders.
const PROVIDERS: [&str; 6] = ["kit", "legacy", "local", "random", "time", "tls"];

/// The values that a tool plans, or has deployed.
#[derive(Debug, Default, PartialEq)]
pub struct Outcome {
    /// The values of resources by their address.
    pub resources: BTreeMap<String, Value>,
    pub outputs: BTreeMap<String, Value>,
}

/// The folders with programs of a kind, by name.
fn folders(kind: &str) -> Vec<PathBuf> {
    let all = Path::new("tests/programs/hcl").join(kind);
    let mut folders: Vec<PathBuf> = fs::read_dir(all)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    folders.sort();
    folders
}

/// The settings by which both tools find providers; `None` without the judges.
pub fn tool_settings() -> Option<String> {
    let mut overrides = String::new();
    for name in PROVIDERS {
        let program = built(name)?;
        let folder = program.parent().unwrap().canonicalize().unwrap();
        overrides.push_str(&format!("\"hashicorp/{name}\" = {folder:?}\n"));
    }
    Some(format!(
        "provider_installation {{\ndev_overrides {{\n{overrides}}}\ndirect {{}}\n}}\n"
    ))
}

/// Copies a folder with what is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).unwrap()),
        }
    }
}

/// A folder, for both tools; `None` without the judges.
fn trial(folder: &Path) -> Option<(TofuFolder, LumiFolder)> {
    let settings = tool_settings()?;
    let tofu = TofuFolder::new(folder, &settings)?;
    Some((tofu, LumiFolder::new(folder, &settings)))
}
