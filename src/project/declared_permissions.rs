//! `permissions` of `Lumi.yaml`: the permissions of the program, once its user has agreed.

use std::path::Path;

use serde_json::{Map, Value};

use lumi_host::{Allow, check_host_value};

use super::nearest::nearest;
use super::yaml_files::fault::Fault;
use super::yaml_files::settings_file::{SettingsError, unexpected, wrong_type};

const KEY: &str = "permissions";
/// The kinds of access, named like the flags without `--allow-`.
const KINDS: &[&str] = &["all", "read", "write", "net", "env", "run"];
const EXPECTED: &str = "`true`, a text, or a list of texts";

/// The requested permissions by kind, without empty ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredPermissions(Vec<(&'static str, Allow)>);

impl DeclaredPermissions {
    pub fn read(document: &Map<String, Value>) -> Result<Self, SettingsError> {
        let members = match document.get(KEY) {
            None | Some(Value::Null) => return Ok(Self::default()),
            Some(Value::Object(members)) => members,
            Some(other) => return Err(wrong_type(&[KEY], "a map of kinds of access", other)),
        };
        if let Some(key) = members.keys().find(|it| !KINDS.contains(&it.as_str())) {
            let fault = Fault::UnknownKey {
                key: key.clone(),
                nearest: nearest(key, KINDS.iter().copied()),
                known: KINDS,
            };
            return Err(SettingsError::at_key(&[KEY, key], fault));
        }
        let mut all = Vec::new();
        for &kind in KINDS {
            match allow(kind, members.get(kind))? {
                Allow::Nothing => {}
                Allow::All if kind != "all" => all.push((kind, Allow::All)),
                Allow::Only(_) if kind == "all" => {
                    return Err(unexpected(&[KEY, kind], "`true`", "something else"));
                }
                allow => all.push((kind, allow)),
            }
        }
        Ok(Self(all))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The permissions by kind; relative paths are joined to `folder`.
    pub fn below(&self, folder: &Path) -> Vec<(&'static str, Allow)> {
        let absolute = |text: &String| folder.join(text).display().to_string();
        let joined = |kind: &str, allow: &Allow| match (kind, allow) {
            ("read" | "write", Allow::Only(paths)) => {
                Allow::Only(paths.iter().map(absolute).collect())
            }
            // A program without a slash is searched in PATH.
            ("run", Allow::Only(programs)) => Allow::Only(
                programs
                    .iter()
                    .map(|it| match it.contains('/') {
                        true => absolute(it),
                        false => it.clone(),
                    })
                    .collect(),
            ),
            (_, allow) => allow.clone(),
        };
        let all = self.0.iter();
        all.map(|(kind, it)| (*kind, joined(kind, it))).collect()
    }

    /// The equivalent flags, one for each kind.
    pub fn flags(&self) -> Vec<String> {
        let flag = |(kind, allow): &(&str, Allow)| match allow {
            Allow::Only(values) => format!("--allow-{kind}={}", values.join(",")),
            Allow::All | Allow::Nothing => format!("--allow-{kind}"),
        };
        self.0.iter().map(flag).collect()
    }
}

fn allow(kind: &str, value: Option<&Value>) -> Result<Allow, SettingsError> {
    let path = [KEY, kind];
    match value {
        None | Some(Value::Null | Value::Bool(false)) => Ok(Allow::Nothing),
        Some(Value::Bool(true)) => Ok(Allow::All),
        Some(Value::String(text)) => Ok(Allow::Only(vec![item(&path, text)?])),
        Some(Value::Array(items)) => {
            let items = items.iter().map(|it| match it {
                Value::String(text) => item(&path, text),
                other => Err(wrong_type(&path, EXPECTED, other)),
            });
            let items: Vec<String> = items.collect::<Result<_, _>>()?;
            Ok(match items.is_empty() {
                true => Allow::Nothing,
                false => Allow::Only(items),
            })
        }
        Some(other) => Err(wrong_type(&path, EXPECTED, other)),
    }
}

/// A comma separates values in flags.
fn item(path: &[&str], text: &str) -> Result<String, SettingsError> {
    if path.last() == Some(&"net")
        && !text.is_empty()
        && let Err(problem) = check_host_value(text)
    {
        let value = text.to_owned();
        return Err(SettingsError::at_value(
            path,
            Fault::HostValue { value, problem },
        ));
    }
    match text.is_empty() || text.contains(',') || text.contains(char::is_control) {
        true => Err(unexpected(
            path,
            EXPECTED,
            "a text that is empty or has a comma",
        )),
        false => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::yaml_files::settings_file::interpret_yaml;
    use super::*;

    fn read(text: &str) -> Result<DeclaredPermissions, String> {
        interpret_yaml(text, DeclaredPermissions::read)
            .map_err(|((line, column), fault)| format!("{line}:{column}: {fault}"))
    }

    #[test]
    fn they_are_written_like_the_flags() {
        let text =
            "permissions: {net: [a.com, 'b.com:80'], env: HOME, run: true, read: false, write: []}";
        let declared = read(text).unwrap();
        let flags = [
            "--allow-net=a.com,b.com:80",
            "--allow-env=HOME",
            "--allow-run",
        ];
        assert_eq!(declared.flags(), flags);
        assert!(read("name: x").unwrap().is_empty());
        assert_eq!(
            read("permissions: {all: true}").unwrap().flags(),
            ["--allow-all"]
        );
    }

    #[test]
    fn paths_are_below_the_project() {
        let declared = read("permissions: {write: [out, /tmp/x], run: [git, ./tool]}").unwrap();
        let only = |values: [&str; 2]| Allow::Only(values.map(str::to_owned).to_vec());
        assert_eq!(
            declared.below(Path::new("/p")),
            [
                ("write", only(["/p/out", "/tmp/x"])),
                ("run", only(["git", "/p/./tool"]))
            ]
        );
    }

    #[test]
    fn slips_are_refused() {
        for text in [
            "permissions: [net]",
            "permissions: {nett: true}",
            "permissions: {net: 80}",
            "permissions: {net: ['a,b']}",
            "permissions: {all: [x]}",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
