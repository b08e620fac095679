//! The members of a `package.json` that Lumi uses.

use std::path::Path;

use serde_json::{Map, Value};

use super::name::check_project_name;
use super::project_error::ProjectError;
use super::yaml::Position;
use super::yaml_files::fault::Fault;
use super::yaml_files::settings_file::{at, kind, read_text};

/// The two members that Lumi reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageJson {
    /// Validated for use in URNs.
    pub name: Option<String>,
    pub main: Option<String>,
}

impl PackageJson {
    pub const FILE: &str = "package.json";

    pub fn read(path: &Path) -> Result<Self, ProjectError> {
        let text = read_text(path)?;
        Self::parse(&text).map_err(|(position, fault)| at(path, position, fault))
    }

    pub fn parse(text: &str) -> Result<Self, (Position, Fault)> {
        // All other members belong to other tools.
        let members: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| json_fault(text, &error))?;
        let settings_error = |key, fault| (locate(text, key), fault);
        let name =
            member("name", members.get("name")).map_err(|fault| settings_error("name", fault))?;
        if let Some(name) = &name {
            check_project_name(name).map_err(|error| settings_error("name", error.into()))?;
        }
        let main =
            member("main", members.get("main")).map_err(|fault| settings_error("main", fault))?;
        Ok(Self { name, main })
    }
}

fn member(key: &str, value: Option<&Value>) -> Result<Option<String>, Fault> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(Fault::Type {
            key: key.to_owned(),
            expected: "a text",
            found: kind(other),
        }),
    }
}

/// The first text that looks like the member, because the JSON parser reports no positions of
/// values.
fn locate(text: &str, key: &str) -> Position {
    let start = text.find(&format!("\"{key}\"")).unwrap_or(0);
    position(text, start)
}

fn json_fault(text: &str, error: &serde_json::Error) -> (Position, Fault) {
    let lines = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    let offset = start + error.column().saturating_sub(1);
    let message = error.to_string();
    let message = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(it, _)| it);
    let fault = match message.contains("recursion limit") {
        true => Fault::TooDeep,
        false => Fault::Syntax(lumi_graph::EscapedText::short(message).to_string()),
    };
    (position(text, offset), fault)
}

fn position(text: &str, offset: usize) -> Position {
    let before = &text[..text.floor_char_boundary(offset.min(text.len()))];
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let column = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .chars()
        .count()
        + 1;
    (number(before.matches('\n').count() + 1), number(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<PackageJson, String> {
        PackageJson::parse(text)
            .map_err(|((line, column), fault)| format!("{line}:{column}: {fault}"))
    }

    #[test]
    fn takes_name_and_main() {
        let package = read(r#"{"name": "@acme/web", "main": "a.js", "scripts": {"x": [1]}}"#);
        let package = package.unwrap();
        assert_eq!(package.name.as_deref(), Some("@acme/web"));
        assert_eq!(package.main.as_deref(), Some("a.js"));
        assert_eq!(read("{}"), Ok(PackageJson::default()));
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let message = |text: &str| read(text).unwrap_err();
        insta::assert_snapshot!(
            ["", "[]", "{\n  \"name\": \"a\",\n}", "{\n \"name\": 5}", "{\"name\": \"a:b\"}",
             "{\"name\": \"ü\" x}"].map(message).join("\n"),
            @r"
            1:1: EOF while parsing a value; correct the syntax here
            1:1: invalid type: sequence, expected a map; correct the syntax here
            3:1: trailing comma; correct the syntax here
            2:2: `name` must be a text, but it is a number (write it in quotes to make it text)
            1:2: the project name `a:b` contains a colon, which names of resources must not contain; use a name such as `web` or `@acme/web`
            1:14: expected `,` or `}`; correct the syntax here
            ");
    }

    proptest::proptest! {
        #[test]
        fn reads_anything(text in "\\PC{0,40}|\\{\"(name|main)\": ?[\\PC\\n]{0,12}\\}?") {
            let _ = read(&text);
        }
    }
}
