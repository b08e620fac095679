//! `cdktf.json`: the settings of a project of CDKTF.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::cdktf_error::CdktfError;
use crate::project_error::ProjectError;
use crate::yaml_files::settings_file::read_text;

/// The folder that a program writes to where the settings name none.
const OUTPUT: &str = "cdktf.out";

/// The members of the file that a run needs. Others, such as those of `cdktf get`, are for CDKTF's own commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CdktfSettings {
    pub app: Option<String>,
    /// The folder that the program writes to, as the program gets it.
    pub output: String,
    /// Values that constructs read with `node.getContext`.
    pub context: Map<String, Value>,
    /// Modules in folders of the project.
    pub relative_modules: Vec<String>,
    /// Providers for which the project has generated classes: an address, and a range of versions or an empty text.
    pub providers: Vec<(String, String)>,
}

impl CdktfSettings {
    pub const FILE: &str = "cdktf.json";

    pub fn read(folder: &Path) -> Result<Self, ProjectError> {
        let file = folder.join(Self::FILE);
        let text = read_text(&file)?;
        let malformed = |reason: String| ProjectError::from(CdktfError::Malformed { file, reason });
        Self::parse(&text).map_err(malformed)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let members: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        let text = |key: &str| match members.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(format!("`{key}` must be a text")),
        };
        let context = match members.get("context") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(context)) => context.clone(),
            Some(_) => return Err("`context` must be an object".to_owned()),
        };
        let output = text("output")?.unwrap_or_else(|| OUTPUT.to_owned());
        if !stays_inside(Path::new(&output)) {
            return Err("`output` must be a folder in the project".to_owned());
        }
        let list = |key: &str| members.get(key).and_then(Value::as_array);
        let modules = list("terraformModules").into_iter().flatten();
        let providers = list("terraformProviders").into_iter().flatten();
        Ok(Self {
            app: text("app")?,
            output,
            context,
            relative_modules: modules
                .filter_map(source)
                .filter(|it| is_relative(it))
                .collect(),
            providers: providers.filter_map(provider).collect(),
        })
    }

    /// The folder that the program writes to.
    pub fn output_folder(&self, project: &Path) -> PathBuf {
        project.join(&self.output)
    }
}

/// Whether a path leads to a folder below the one that it is relative to.
pub fn stays_inside(path: &Path) -> bool {
    use std::path::Component;
    let mut parts = path.components();
    parts.all(|it| matches!(it, Component::Normal(_) | Component::CurDir))
        && path
            .components()
            .any(|it| matches!(it, Component::Normal(_)))
}

fn is_relative(source: &str) -> bool {
    source.starts_with("./") || source.starts_with("../")
}

/// The source of a module, which stands alone or in an object.
fn source(module: &Value) -> Option<String> {
    let source = module.as_str().or_else(|| module["source"].as_str())?;
    Some(source.to_owned())
}

/// A provider: `hashicorp/random@~> 3.0`, or an object.
fn provider(written: &Value) -> Option<(String, String)> {
    let Some(text) = written.as_str() else {
        let name = written["name"].as_str();
        let source = written["source"].as_str().or(name)?;
        let version = written["version"].as_str().unwrap_or_default();
        return Some((source.to_owned(), version.to_owned()));
    };
    let (source, version) = text.split_once('@').unwrap_or((text, ""));
    let version = if version == "*" { "" } else { version };
    Some((source.trim().to_owned(), version.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read_and_others_ignored() {
        let text = r#"{
            "language": "typescript", "app": "npx ts-node main.ts", "projectId": "x",
            "context": {"stage": "test"},
            "terraformModules": ["./mod", "terraform-aws-modules/vpc/aws@5.0", {"name": "a", "source": "../a"}],
            "terraformProviders": ["hashicorp/random@~> 3.0", "local@*", {"name": "tls", "source": "hashicorp/tls", "version": "4"}]
        }"#;
        let settings = CdktfSettings::parse(text).unwrap();
        assert_eq!(settings.app.as_deref(), Some("npx ts-node main.ts"));
        assert_eq!(settings.output, "cdktf.out");
        assert_eq!(settings.context["stage"], "test");
        assert_eq!(settings.relative_modules, ["./mod", "../a"]);
        let providers = [
            ("hashicorp/random", "~> 3.0"),
            ("local", ""),
            ("hashicorp/tls", "4"),
        ];
        let providers = providers.map(|(source, range)| (source.to_owned(), range.to_owned()));
        assert_eq!(settings.providers, providers);
    }

    #[test]
    fn wrong_members_are_refused() {
        for (text, reason) in [
            ("[]", "invalid type: sequence, expected a map"),
            (r#"{"app": 5}"#, "`app` must be a text"),
            (r#"{"context": []}"#, "`context` must be an object"),
            (
                r#"{"output": "../out"}"#,
                "`output` must be a folder in the project",
            ),
            (
                r#"{"output": "/out"}"#,
                "`output` must be a folder in the project",
            ),
            (
                r#"{"output": "."}"#,
                "`output` must be a folder in the project",
            ),
        ] {
            let error = CdktfSettings::parse(text).unwrap_err();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }
}
