//! The stack that a user of Pulumi has selected: by `PULUMI_STACK`, or by `pulumi stack select`, which writes a file in
//! `~/.pulumi/workspaces`.

use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use serde::Deserialize;

use lumi_state::regular_file;

use crate::name::check_stack_name;
use crate::packages::plugin_folders::pulumi_home;
use crate::process_environment::variable;
use crate::project_error::ProjectError;

const VARIABLE: &str = "PULUMI_STACK";
const FOLDER: &str = "workspaces";

/// Maximum size of the file in bytes: more than a name has.
const MAX_BYTES: u64 = 1 << 16;

/// The stack that the environment names.
pub fn of_environment() -> Result<Option<String>, ProjectError> {
    variable(VARIABLE).map(|it| short(&it)).transpose()
}

/// The stack that `pulumi stack select` has selected for the project with this file.
pub fn of_workspace(project: &str, file: &Path) -> Result<Option<String>, ProjectError> {
    match pulumi_home() {
        Some(home) => selected(&home, project, file),
        None => Ok(None),
    }
}

/// The content of the file.
#[derive(Deserialize)]
struct Workspace {
    #[serde(default)]
    stack: String,
}

/// Reads the stack that Pulumi's file selects. A missing file, or one in an unknown form, selects nothing.
fn selected(home: &Path, project: &str, file: &Path) -> Result<Option<String>, ProjectError> {
    let text = regular_file::read_text(&workspace(home, project, file), MAX_BYTES);
    let found = text.ok().and_then(|it| serde_json::from_str(&it).ok());
    match found {
        Some(Workspace { stack }) if !stack.is_empty() => short(&stack).map(Some),
        _ => Ok(None),
    }
}

/// The file has the hash of the path of `Pulumi.yaml` in its name.
fn workspace(home: &Path, project: &str, file: &Path) -> PathBuf {
    let path = file.display().to_string();
    let hash = HEXLOWER.encode(digest(&SHA1_FOR_LEGACY_USE_ONLY, path.as_bytes()).as_ref());
    home.join(FOLDER)
        .join(format!("{project}-{hash}-workspace.json"))
}

/// The name of a stack without organization and project.
fn short(name: &str) -> Result<String, ProjectError> {
    let name = name.rsplit('/').next().unwrap_or(name);
    check_stack_name(name)?;
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_file_of_a_project_selects_its_stack() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        let file = Path::new("/srv/web/Pulumi.yaml");
        let path = workspace(home, "web", file);
        // `sha1sum` of the path.
        let name = "web-5cef2021305abb4a4fef08ff8a27d3535ee7d8c5-workspace.json";
        assert_eq!(path.file_name().unwrap(), name);
        assert_eq!(selected(home, "web", file).unwrap(), None);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        for (text, stack) in [
            ("{\"stack\": \"organization/web/prod\"}", Some("prod")),
            ("{\"stack\": \"test\"}", Some("test")),
            ("{}", None),
            ("nonsense", None),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(selected(home, "web", file).unwrap().as_deref(), stack);
        }
        assert_eq!(selected(home, "other", file).unwrap(), None);
    }
}
