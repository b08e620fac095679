//! The folders that plugins are found in.

use std::path::PathBuf;

use lumi_graph::LUMI_FOLDER;
use lumi_provider::PluginFolders;

use crate::process_environment::{home_folder, raw_variable};

/// `PATH`, `~/.lumi/plugins`, and `plugins` of `PULUMI_HOME` or `~/.pulumi`.
pub fn folders() -> PluginFolders {
    let path = raw_variable("PATH").unwrap_or_default();
    let path: Vec<PathBuf> = std::env::split_paths(path)
        .filter(|it| it.is_absolute())
        .collect();
    let ignores_ambient = raw_variable("PULUMI_IGNORE_AMBIENT_PLUGINS")
        .is_some_and(|it| it == "1" || it.eq_ignore_ascii_case("true"));
    PluginFolders {
        pulumi_path: match ignores_ambient {
            true => Vec::new(),
            false => path.clone(),
        },
        path,
        store: store(),
        pulumi_store: pulumi_store(),
    }
}

/// The folder of the plugins that Pulumi has installed.
pub fn pulumi_store() -> Option<PathBuf> {
    pulumi_home().map(|it| it.join("plugins"))
}

/// The folder of the files of Pulumi.
pub fn pulumi_home() -> Option<PathBuf> {
    let chosen = raw_variable("PULUMI_HOME").filter(|it| !it.is_empty());
    match chosen {
        Some(home) => Some(home.into()),
        None => Some(home()?.join(".pulumi")),
    }
}

/// The home folder of the user.
pub fn home() -> Option<PathBuf> {
    home_folder()
}

/// The folder of installed plugins; `None` without a home folder.
pub fn store() -> Option<PathBuf> {
    Some(home()?.join(LUMI_FOLDER).join("plugins"))
}
