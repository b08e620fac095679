//! Finds node and the SDK.

use std::path::{Path, PathBuf};

use crate::plugins;
use lumi_host::{PLUG_N_PLAY_ADVICE, plug_n_play_files};
use lumi_project::{NODE_RUNTIME, Project, PulumiProject};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

/// The SDK, and its script that runs programs.
const PACKAGE: &str = "@pulumi/pulumi";
const RUN: &str = "cmd/run/index.js";

/// The SDK that the program imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SdkRuntime {
    /// The script of the SDK that runs programs.
    pub script: PathBuf,
    pub settings: PulumiProject,
}

/// The node process for a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRuntime {
    pub node: PathBuf,
    pub sdk: SdkRuntime,
}

impl NodeRuntime {
    /// Finds node and the script.
    pub fn find(project: &Project) -> Result<Self, Failure> {
        let file = format!("node{}", std::env::consts::EXE_SUFFIX);
        let folders = plugins::folders().path.into_iter();
        let node = folders.map(|it| it.join(&file)).find(|it| it.is_file());
        let node = node.ok_or_else(|| {
            let message = "the program needs Node.js, and there is no `node` on PATH";
            let help = "install Node.js 20 or later from https://nodejs.org";
            failure(Report::error(message).help(help))
        })?;
        let sdk = SdkRuntime::find(project)?;
        Ok(Self { node, sdk })
    }
}

impl SdkRuntime {
    /// Finds the script.
    pub fn find(project: &Project) -> Result<Self, Failure> {
        let settings = &project.settings;
        if let Some(runtime) = settings.foreign_runtime().filter(|it| *it != NODE_RUNTIME) {
            let message = format!(
                "the project says `runtime: {runtime}`; of the SDKs of Pulumi, lumi runs programs \
                 for that of Node.js"
            );
            return Err(failure(Report::error(message)));
        }
        let entry = &project.entry;
        let start = match entry.is_dir() {
            true => entry.as_path(),
            false => entry.parent().unwrap_or(entry),
        };
        let script = script(start).ok_or_else(|| missing(start, &settings.folder))?;
        Ok(Self {
            script,
            settings: settings.pulumi.clone().unwrap_or_else(PulumiProject::plain),
        })
    }
}

/// The script of the SDK for modules in this folder, resolved as node does.
fn script(folder: &Path) -> Option<PathBuf> {
    let folders = folder.ancestors().map(|it| it.join("node_modules"));
    let mut scripts = folders.map(|it| it.join(PACKAGE).join(RUN));
    scripts.find(|it| it.is_file())
}

fn missing(start: &Path, folder: &Path) -> Failure {
    let message = format!(
        "there is no package {PACKAGE} in the `node_modules` of {} or above it",
        start.display()
    );
    let manifest = std::fs::read_to_string(folder.join("package.json"));
    let is_declared = manifest.is_ok_and(|it| it.contains(PACKAGE));
    let is_plug_n_play = plug_n_play_files(start).any(|it| it.is_file());
    let help = match is_declared {
        _ if is_plug_n_play => PLUG_N_PLAY_ADVICE.to_owned(),
        true => format!("run `npm install` in {}", folder.display()),
        false => format!("run `npm install {PACKAGE}` in {}", folder.display()),
    };
    failure(Report::error(message).help(help))
}

fn failure(report: Report) -> Failure {
    Failure::new(Exit::Usage, report)
}
