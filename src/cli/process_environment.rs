//! The environment of this process: variables, and the folder for compiled modules.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use lumi_graph::environment_variables;

/// An environment variable; an empty one counts as not set.
pub fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|it| !it.is_empty())
}

/// The environment that the sandbox selects from, without variables that are not Unicode.
pub fn environment() -> Vec<(String, String)> {
    let text = |it: OsString| it.into_string().ok();
    env::vars_os()
        .filter_map(|(name, value)| Some((text(name)?, text(value)?)))
        .collect()
}

/// The folder of compiled modules: `LUMI_CACHE`, otherwise below the user's cache folder. An empty
/// `LUMI_CACHE` disables the cache.
pub fn cache_folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os(environment_variables::CACHE) {
        return (!folder.is_empty()).then(|| folder.into());
    }
    let absolute = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|it| it.is_absolute())
    };
    let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(base.join("lumi").join("modules"))
}
