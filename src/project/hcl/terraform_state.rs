//! Objects that a configuration in HCL has in a state of Terraform or OpenTofu.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::Value;

use lumi_hcl::config::LocalState;

use crate::ProjectSettings;

/// The state of the workspace `default`.
const STATE: &str = "terraform.tfstate";

/// The states of other workspaces, each in a folder.
const WORKSPACES: &str = "terraform.tfstate.d";

/// The settings of the backend, which the tools write.
const BACKEND: &str = ".terraform/terraform.tfstate";

/// The workspace whose state has no folder.
const DEFAULT: &str = "default";

/// Larger states are taken for ones with objects.
const MOST_BYTES: u64 = 64 << 20;

/// A state of another tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForeignState {
    /// A file with objects of the workspace that has the name of the stack.
    OwnFile(PathBuf),
    /// A file with objects of the workspace `default`, while the stack has another name.
    DefaultFile(PathBuf),
    /// It is kept elsewhere, as the settings of the backend say.
    Elsewhere { settings: PathBuf, backend: String },
}

/// The places of local states, relative to the folder of a root module.
struct LocalStates {
    path: PathBuf,
    workspaces: PathBuf,
}

/// Whether a file is there that may have a state of another tool. No file is read that can be large.
pub fn may_have_foreign_state(settings: &ProjectSettings, stack: &str) -> bool {
    if settings.is_cdktf() {
        return state_of_cdktf(&settings.folder, stack).is_file();
    }
    let folder = settings.hcl_folder();
    let initialised = folder.join(BACKEND);
    let places = LocalStates::new(&folder, read(&initialised).flatten().as_ref());
    let states = [places.of(stack), places.path].map(|it| folder.join(it));
    initialised.is_file() || states.iter().any(|it| it.is_file())
}

/// The state that a project has from another tool. CDKTF keeps that of each stack beside the program.
pub fn foreign_state(settings: &ProjectSettings, stack: &str) -> Option<ForeignState> {
    match settings.is_cdktf() {
        true => {
            let own = state_of_cdktf(&settings.folder, stack);
            has_objects(&own).then_some(ForeignState::OwnFile(own))
        }
        false => state_of_folder(&settings.hcl_folder(), stack),
    }
}

/// The file of a stack in the other tool, whether it is there or not.
pub fn state_file(settings: &ProjectSettings, stack: &str) -> PathBuf {
    match settings.is_cdktf() {
        true => state_of_cdktf(&settings.folder, stack),
        false => file_of_workspace(&settings.hcl_folder(), stack),
    }
}

fn state_of_cdktf(folder: &Path, stack: &str) -> PathBuf {
    folder.join(format!("terraform.{stack}.tfstate"))
}

fn state_of_folder(folder: &Path, stack: &str) -> Option<ForeignState> {
    let settings = folder.join(BACKEND);
    let initialised = read(&settings).flatten();
    let places = LocalStates::new(folder, initialised.as_ref());
    let own = folder.join(places.of(stack));
    if has_objects(&own) {
        return Some(ForeignState::OwnFile(own));
    }
    let default = folder.join(&places.path);
    if stack != DEFAULT && has_objects(&default) {
        return Some(ForeignState::DefaultFile(default));
    }
    let kind = initialised.as_ref().map(|it| &it["backend"]["type"]);
    let backend = match (kind.map(Value::as_str), settings.is_file()) {
        (Some(kind), _) => kind.filter(|it| *it != "local")?.to_owned(),
        // A file that cannot be read may name any backend.
        (None, true) => "unknown".to_owned(),
        (None, false) => return None,
    };
    Some(ForeignState::Elsewhere { settings, backend })
}

/// The file of the workspace that has the name of a stack.
fn file_of_workspace(folder: &Path, stack: &str) -> PathBuf {
    let initialised = read(&folder.join(BACKEND)).flatten();
    folder.join(LocalStates::new(folder, initialised.as_ref()).of(stack))
}

impl LocalStates {
    /// The settings that the tools have written count, and otherwise those of the configuration.
    fn new(folder: &Path, initialised: Option<&Value>) -> Self {
        let local = initialised.map(|it| &it["backend"]);
        let local = local.filter(|it| it["type"] == "local");
        let member = |name: &str| {
            let member = local.and_then(|it| it["config"][name].as_str());
            member.map(PathBuf::from)
        };
        let (path, workspaces) = match local {
            Some(_) => (member("path"), member("workspace_dir")),
            None => {
                let local = LocalState::of_folder(folder);
                (
                    local.path.map(PathBuf::from),
                    local.workspaces.map(PathBuf::from),
                )
            }
        };
        Self {
            path: path.unwrap_or_else(|| STATE.into()),
            workspaces: workspaces.unwrap_or_else(|| WORKSPACES.into()),
        }
    }

    fn of(&self, stack: &str) -> PathBuf {
        match stack {
            DEFAULT => self.path.clone(),
            _ => self.workspaces.join(stack).join(STATE),
        }
    }
}

/// Whether a file exists and has objects. Files that cannot be read as JSON (encrypted, too large) count as having some.
fn has_objects(path: &Path) -> bool {
    let is_empty = |state: &Value| {
        let all = state["resources"].as_array();
        // States of version 3 have their resources in modules.
        all.is_some_and(Vec::is_empty) && state["modules"].is_null()
    };
    match read(path) {
        None => false,
        Some(state) => state.is_none_or(|it| !is_empty(&it)),
    }
}

/// The content of a file as JSON. The outer `None`: the file does not exist. The inner one: its content cannot be read.
fn read(path: &Path) -> Option<Option<Value>> {
    if !path.metadata().is_ok_and(|it| it.is_file()) {
        return None;
    }
    let content = || {
        let mut bytes = Vec::new();
        let file = File::open(path).ok()?;
        file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
        serde_json::from_slice(&bytes).ok()
    };
    Some(content())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_stack_of_cdktf_has_its_state_beside_the_program() {
        let file = state_of_cdktf(Path::new("/p"), "web");
        assert_eq!(file, Path::new("/p/terraform.web.tfstate"));
    }

    #[test]
    fn states_with_objects_are_seen() {
        let disk = tempfile::tempdir().unwrap();
        let folder = disk.path();
        let seen = |stack| state_of_folder(folder, stack);
        assert_eq!(seen("default"), None);
        fs::create_dir_all(folder.join(".terraform")).unwrap();
        let backend = folder.join(BACKEND);
        fs::write(&backend, r#"{"backend":{"type":"local"}}"#).unwrap();
        fs::write(folder.join(STATE), r#"{"version":4,"resources":[]}"#).unwrap();
        assert_eq!(seen("default"), None);
        fs::write(&backend, r#"{"backend":{"type":"s3"}}"#).unwrap();
        let elsewhere = ForeignState::Elsewhere {
            settings: backend.clone(),
            backend: "s3".to_owned(),
        };
        assert_eq!(seen("default"), Some(elsewhere));
        let own = ForeignState::OwnFile;
        fs::write(folder.join(STATE), r#"{"version":4,"resources":[{}]}"#).unwrap();
        assert_eq!(seen("default"), Some(own(folder.join(STATE))));
        let other = ForeignState::DefaultFile(folder.join(STATE));
        assert_eq!(seen("prod"), Some(other));
        fs::write(folder.join(STATE), r#"{"version":3,"modules":[{}]}"#).unwrap();
        assert_eq!(seen("default"), Some(own(folder.join(STATE))));
        fs::remove_file(folder.join(STATE)).unwrap();
        fs::remove_file(&backend).unwrap();
        let of_prod = folder.join(WORKSPACES).join("prod").join(STATE);
        fs::create_dir_all(of_prod.parent().unwrap()).unwrap();
        fs::write(&of_prod, "encrypted").unwrap();
        assert_eq!(seen("default"), None);
        assert_eq!(seen("prod"), Some(own(of_prod)));
    }

    #[test]
    fn the_local_backend_says_where_its_state_is() {
        let disk = tempfile::tempdir().unwrap();
        let folder = disk.path();
        let text =
            "terraform {\n  backend \"local\" {\n    path = \"states/own.tfstate\"\n  }\n}\n";
        fs::write(folder.join("main.tf"), text).unwrap();
        let own = folder.join("states/own.tfstate");
        assert_eq!(file_of_workspace(folder, "default"), own);
        let prod = folder.join(WORKSPACES).join("prod").join(STATE);
        assert_eq!(file_of_workspace(folder, "prod"), prod);
        fs::create_dir_all(folder.join(".terraform")).unwrap();
        let initialised =
            r#"{"backend":{"type":"local","config":{"path":"x.tfstate","workspace_dir":"w"}}}"#;
        fs::write(folder.join(BACKEND), initialised).unwrap();
        assert_eq!(
            file_of_workspace(folder, "default"),
            folder.join("x.tfstate")
        );
        assert_eq!(
            file_of_workspace(folder, "prod"),
            folder.join("w/prod").join(STATE)
        );
    }
}
