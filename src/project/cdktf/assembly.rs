//! The stacks that a program has written: `manifest.json` in its output folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::cdktf_error::CdktfError;
use super::cdktf_settings::stays_inside;

/// The file in which a program names its stacks.
const MANIFEST: &str = "manifest.json";

/// The folder of the folders of stacks.
const STACKS: &str = "stacks";

/// All stacks of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembly {
    /// By name.
    pub stacks: Vec<AssemblyStack>,
}

/// A stack of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssemblyStack {
    pub name: String,
    /// The folder of its configuration, in which its assets are.
    pub folder: PathBuf,
    /// The file of its configuration.
    pub file: PathBuf,
    /// The names of the stacks that it refers to.
    pub dependencies: Vec<String>,
    pub annotations: Vec<Annotation>,
}

/// A message of a construct about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    pub level: AnnotationLevel,
    /// The path of the construct in the program.
    pub construct: String,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationLevel {
    Info,
    Warning,
    Error,
}

impl Assembly {
    /// The file that names the stacks, in the folder that the program writes to.
    pub fn file(output: &Path) -> PathBuf {
        output.join(MANIFEST)
    }

    /// The folder that the folders of stacks are in.
    pub fn stacks_folder(output: &Path) -> PathBuf {
        output.join(STACKS)
    }

    /// The folders of stacks that the program had once, by name.
    pub fn former_folders(&self, output: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(Self::stacks_folder(output));
        let folders = entries.into_iter().flatten().flatten();
        let folders = folders.filter(|it| it.file_type().is_ok_and(|it| it.is_dir()));
        let is_former = |folder: &PathBuf| self.stacks.iter().all(|it| it.folder != *folder);
        let mut former: Vec<PathBuf> = folders.map(|it| it.path()).filter(is_former).collect();
        former.sort();
        former
    }

    /// Reads what is in the folder that the program writes to.
    pub fn read(output: &Path) -> Result<Self, CdktfError> {
        let file = Self::file(output);
        let malformed = |reason: String| CdktfError::Malformed {
            file: file.clone(),
            reason,
        };
        let text = fs::read_to_string(&file).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => CdktfError::NeverRun,
            _ => malformed(error.to_string()),
        })?;
        Self::parse(&text, output).map_err(malformed)
    }

    fn parse(text: &str, output: &Path) -> Result<Self, String> {
        let manifest: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let Some(members) = manifest["stacks"].as_object() else {
            return Err("it has no `stacks`".to_owned());
        };
        let paths: Vec<(&str, &str)> = members
            .iter()
            .map(|(name, it)| (it["constructPath"].as_str().unwrap_or(name), name.as_str()))
            .collect();
        let named = |path: &str| {
            let found = paths.iter().find(|(it, _)| *it == path);
            found.map_or(path, |(_, name)| name).to_owned()
        };
        let mut stacks = Vec::new();
        for (name, written) in members {
            let path = |key: &str| {
                let path = written[key].as_str().map(Path::new);
                let path = path.filter(|it| stays_inside(it));
                let outside = || format!("`{key}` of the stack `{name}` is no path in its folder");
                path.map(|it| output.join(it)).ok_or_else(outside)
            };
            let dependencies = written["dependencies"].as_array().into_iter().flatten();
            let annotations = written["annotations"].as_array().into_iter().flatten();
            stacks.push(AssemblyStack {
                name: name.clone(),
                folder: path("workingDirectory")?,
                file: path("synthesizedStackPath")?,
                dependencies: dependencies.filter_map(Value::as_str).map(&named).collect(),
                annotations: annotations.filter_map(annotation).collect(),
            });
        }
        stacks.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(Self { stacks })
    }

    pub fn names(&self) -> Vec<String> {
        self.stacks.iter().map(|it| it.name.clone()).collect()
    }

    pub fn stack(&self, name: &str) -> Result<&AssemblyStack, CdktfError> {
        let found = self.stacks.iter().find(|it| it.name == name);
        found.ok_or_else(|| CdktfError::UnknownStack {
            name: name.to_owned(),
            names: self.names(),
        })
    }

    /// The stack that is meant where none is named: the only one.
    pub fn only(&self) -> Result<&AssemblyStack, CdktfError> {
        match self.stacks.as_slice() {
            [] => Err(CdktfError::NoStacks),
            [only] => Ok(only),
            _ => Err(CdktfError::SeveralStacks {
                names: self.names(),
            }),
        }
    }
}

fn annotation(written: &Value) -> Option<Annotation> {
    let level = match written["level"].as_str()? {
        "@cdktf/error" => AnnotationLevel::Error,
        "@cdktf/warn" => AnnotationLevel::Warning,
        _ => AnnotationLevel::Info,
    };
    Some(Annotation {
        level,
        construct: written["constructPath"].as_str()?.to_owned(),
        message: written["message"].as_str()?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn stack(name: &str, path: &str, dependencies: &[&str]) -> Value {
        json!({
            "name": name, "constructPath": path, "workingDirectory": format!("stacks/{name}"),
            "synthesizedStackPath": format!("stacks/{name}/cdk.tf.json"), "dependencies": dependencies,
            "annotations": [{"constructPath": path, "level": "@cdktf/warn", "message": "careful", "stacktrace": []}],
        })
    }

    fn parsed(stacks: &Value) -> Result<Assembly, String> {
        let manifest = json!({"version": "0.21.0", "stacks": stacks});
        Assembly::parse(&manifest.to_string(), Path::new("/p/cdktf.out"))
    }

    #[test]
    fn stacks_are_read_with_the_names_of_those_they_refer_to() {
        let stacks = json!({"web": stack("web", "stage/web", &["stage/net"]), "net": stack("net", "stage/net", &[])});
        let assembly = parsed(&stacks).unwrap();
        assert_eq!(assembly.names(), ["net", "web"]);
        let web = assembly.stack("web").unwrap();
        assert_eq!(web.folder, Path::new("/p/cdktf.out/stacks/web"));
        assert_eq!(web.file, Path::new("/p/cdktf.out/stacks/web/cdk.tf.json"));
        assert_eq!(web.dependencies, ["net"]);
        assert_eq!(web.annotations[0].level, AnnotationLevel::Warning);
    }

    #[test]
    fn a_stack_is_chosen_only_where_there_is_one() {
        let one = parsed(&json!({"web": stack("web", "web", &[])})).unwrap();
        assert_eq!(one.only().unwrap().name, "web");
        let stacks = json!({"a": stack("a", "a", &[]), "b": stack("b", "b", &[])});
        let message = parsed(&stacks).unwrap().only().unwrap_err().to_string();
        assert!(message.contains("the stacks `a`, `b`"), "{message}");
        let message = one.stack("wep").unwrap_err().to_string();
        assert_eq!(message, "the program has no stack `wep`; it has `web`");
        assert_eq!(
            Assembly::default().only().unwrap_err(),
            CdktfError::NoStacks
        );
    }

    #[test]
    fn paths_that_lead_elsewhere_are_refused() {
        for path in ["../x", "/etc", "", "a/../../b"] {
            let mut written = stack("a", "a", &[]);
            written["workingDirectory"] = path.into();
            let reason = parsed(&json!({"a": written})).unwrap_err();
            assert!(reason.contains("`workingDirectory`"), "{path}: {reason}");
        }
        assert!(parsed(&json!([])).is_err());
        assert!(Assembly::parse("{", Path::new("")).is_err());
    }

    #[test]
    fn stacks_that_a_program_had_once_are_known_by_their_folders() {
        let disk = tempfile::tempdir().unwrap();
        let stacks = Assembly::stacks_folder(disk.path());
        for name in ["kept", "gone"] {
            fs::create_dir_all(stacks.join(name)).unwrap();
        }
        let manifest = serde_json::json!({"stacks": {"kept": {
            "workingDirectory": "stacks/kept", "synthesizedStackPath": "stacks/kept/cdk.tf.json"
        }}});
        fs::write(Assembly::file(disk.path()), manifest.to_string()).unwrap();
        let assembly = Assembly::read(disk.path()).unwrap();
        assert_eq!(assembly.former_folders(disk.path()), [stacks.join("gone")]);
    }
}
