//! Commands that run plugins which are scripts of Pulumi's Node SDK.

use std::path::Path;

use lumi_graph::environment_variables::SCRIPT;
use lumi_host::{PermissionFlags, ScriptParent};
use lumi_pulumi::ScriptCommand;

use super::plugin_folders::folders;

/// Runs them in processes of lumi. `None` if lumi does not find its own executable.
pub fn embedded(project: &Path, permissions: PermissionFlags) -> Option<ScriptCommand> {
    let parent = ScriptParent {
        permissions,
        project: project.to_owned(),
        heap: None,
        is_pulumi_plugin: true,
    };
    Some(ScriptCommand {
        program: std::env::current_exe().ok()?,
        environment: vec![(SCRIPT.to_owned(), parent.text())],
    })
}

/// Runs them in processes of node. `None` if node is not on PATH.
pub fn in_node() -> Option<ScriptCommand> {
    let file = format!("node{}", std::env::consts::EXE_SUFFIX);
    let mut files = folders().path.into_iter().map(|it| it.join(&file));
    Some(ScriptCommand {
        program: files.find(|it| it.is_file())?,
        environment: Vec::new(),
    })
}
