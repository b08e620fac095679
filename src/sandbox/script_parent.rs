//! The settings that a script gets from the program that started it: `LUMI_SCRIPT`.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::permissions::PermissionFlags;

/// The version of Node that packages see.
pub const NODE_VERSION: &str = "22.15.0";

/// The program that started a script. Its permissions are those of the script.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptParent {
    /// With absolute paths.
    pub permissions: PermissionFlags,
    /// The project folder, which the script may read.
    pub project: PathBuf,
    /// The limit of its heap in bytes, which each script gets for itself.
    #[serde(default)]
    pub heap: Option<usize>,
    /// Whether the script is a plugin that is written with the Node SDK of Pulumi.
    #[serde(default)]
    pub is_pulumi_plugin: bool,
}

impl ScriptParent {
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The value of the variable.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permissions::{Allow, Permissions};

    #[test]
    fn a_script_has_no_more_permissions_than_the_program_that_starts_it() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().canonicalize().unwrap();
        let flags = PermissionFlags {
            read: Allow::Only(vec!["a".to_owned()]),
            net: Allow::Only(vec!["host:1".to_owned()]),
            run: Allow::All,
            ..PermissionFlags::default()
        };
        let permissions = Permissions::new(&flags, &project, &project);
        let parent = ScriptParent {
            permissions: permissions.to_flags(),
            project: project.clone(),
            heap: Some(1 << 20),
            is_pulumi_plugin: false,
        };
        let parent = ScriptParent::parse(&parent.text()).unwrap();
        let script = Permissions::new(&parent.permissions, &parent.project, "/".as_ref());
        assert_eq!(parent.heap, Some(1 << 20));
        assert!(script.check_read(&project.join("a")).is_ok());
        assert!(script.check_read(&project.join("b")).is_ok());
        assert!(script.check_read("/etc/passwd".as_ref()).is_err());
        assert!(script.check_write(&project.join("a")).is_err());
        assert!(script.check_net("host", 1).is_ok() && script.check_net("host", 2).is_err());
        assert!(script.check_env("HOME").is_err() && script.check_run("git").is_ok());
    }
}
