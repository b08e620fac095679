//! `scripts` of `package.json`, as `npm run` finds them.

use std::path::Path;

use serde_json::Value;

use crate::package_json::PackageJson;
use crate::yaml_files::settings_file::read_text;

/// The text of a script of the project; `None` without the script.
pub fn script(project: &Path, name: &str) -> Option<String> {
    let text = read_text(&project.join(PackageJson::FILE)).ok()?;
    let members: Value = serde_json::from_str(&text).ok()?;
    Some(members["scripts"][name].as_str()?.to_owned())
}
