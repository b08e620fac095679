//! Objects that a configuration in HCL has in a state of Terraform or OpenTofu.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::ProjectSettings;
use crate::reports::{FailureKind, ProjectFailure, Report, escaped};

/// The state of the workspace `default`.
const STATE: &str = "terraform.tfstate";

/// The states of other workspaces, each in a folder.
const WORKSPACES: &str = "terraform.tfstate.d";

/// The settings of the backend, which the tools write.
const BACKEND: &str = ".terraform/terraform.tfstate";

/// Larger states are taken for ones with objects.
const MOST_BYTES: u64 = 64 << 20;

/// Fails if the objects of a configuration are in a state of Terraform or OpenTofu: a stack that begins without them would
/// make all of them a second time.
pub fn refuse_foreign_state(settings: &ProjectSettings, stack: &str) -> Result<(), ProjectFailure> {
    if !settings.is_hcl() {
        return Ok(());
    }
    let Some(file) = foreign_state(&settings.hcl_folder(), stack) else {
        return Ok(());
    };
    let shown = escaped(&file.display().to_string());
    let what = match file.ends_with(BACKEND) {
        true => format!("the configuration has its state in the backend that {shown} names"),
        false => format!("the configuration has objects in {shown}"),
    };
    let message =
        format!("{what}, and the stack `{stack}` has none: it would make everything a second time");
    let help = "a block `import` for each object takes it over (docs/hcl.md); with `--new-state`, only objects with such \
                a block are taken over, and all others are made anew";
    let report = Report::error(message).help(help);
    Err(ProjectFailure::new(FailureKind::Usage, report))
}

/// The file that says that a configuration has objects.
fn foreign_state(folder: &Path, stack: &str) -> Option<PathBuf> {
    let states = [
        folder.join(STATE),
        folder.join(WORKSPACES).join(stack).join(STATE),
    ];
    let has_objects = |it: &PathBuf| {
        says(it, |state| {
            state["resources"]
                .as_array()
                .is_none_or(|it| !it.is_empty())
        })
    };
    let backend = folder.join(BACKEND);
    let names_other = |state: &Value| {
        let kind = state["backend"]["type"].as_str();
        kind.is_some_and(|it| it != "local")
    };
    let state = states.into_iter().find(has_objects);
    state.or_else(|| says(&backend, names_other).then_some(backend))
}

/// Whether a file is there and has a property. One that is no JSON, such as an encrypted one, or too large has it.
fn says(path: &Path, has: impl FnOnce(&Value) -> bool) -> bool {
    let is_file = path.metadata().is_ok_and(|it| it.is_file());
    let Ok(file) = (if is_file {
        File::open(path)
    } else {
        return false;
    }) else {
        return true;
    };
    let mut bytes = Vec::new();
    if file.take(MOST_BYTES).read_to_end(&mut bytes).is_err() {
        return true;
    }
    serde_json::from_slice(&bytes).map_or(true, |it| has(&it))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn states_with_objects_are_seen() {
        let disk = tempfile::tempdir().unwrap();
        let folder = disk.path();
        let seen = |stack| {
            let file = foreign_state(folder, stack);
            file.map(|it| it.strip_prefix(folder).unwrap().display().to_string())
        };
        assert_eq!(seen("default"), None);
        fs::create_dir_all(folder.join(".terraform")).unwrap();
        let backend = folder.join(BACKEND);
        fs::write(&backend, r#"{"backend":{"type":"local"}}"#).unwrap();
        fs::write(folder.join(STATE), r#"{"version":4,"resources":[]}"#).unwrap();
        assert_eq!(seen("default"), None);
        fs::write(&backend, r#"{"backend":{"type":"s3"}}"#).unwrap();
        assert_eq!(seen("default").as_deref(), Some(BACKEND));
        fs::write(folder.join(STATE), r#"{"version":4,"resources":[{}]}"#).unwrap();
        assert_eq!(seen("default").as_deref(), Some(STATE));
        fs::remove_file(folder.join(STATE)).unwrap();
        fs::remove_file(&backend).unwrap();
        fs::create_dir_all(folder.join("terraform.tfstate.d/prod")).unwrap();
        fs::write(
            folder.join("terraform.tfstate.d/prod").join(STATE),
            "encrypted",
        )
        .unwrap();
        assert_eq!(seen("default"), None);
        assert!(seen("prod").is_some());
    }
}
