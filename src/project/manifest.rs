//! `Lumi.yaml`: the settings of a project.

use std::path::Path;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use lumi_provider::{PackageName, PluginRequirement, PluginSource, WantedVersion};

use super::config::config_declaration::{ConfigDeclaration, declarations};
use super::declared_permissions::DeclaredPermissions;
use super::name::check_project_name;
use super::nearest::nearest;
use super::package_requirements::{
    PackageParameters, PackageRequirements, is_path, packages, parameters,
};
use super::project_error::ProjectError;
use super::wanted_lumi;
use super::yaml_files::fault::Fault;
use super::yaml_files::settings_file::{
    SettingsError, check_keys, read_yaml, unexpected, wrong_type,
};

const KEYS: &[&str] = &[
    "name",
    "lumi",
    "description",
    "main",
    "runtime",
    "backend",
    "packages",
    "plugins",
    "config",
    "permissions",
    "dependencies",
    "assets",
    "tagResources",
];

const PLUGIN_KEYS: &[&str] = &["source", "secrets"];

/// The content of `Lumi.yaml`; the file and all its keys are optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Validated for use in URNs.
    pub name: Option<String>,
    pub description: Option<String>,
    /// The entry file, relative to the file's folder.
    pub main: Option<String>,
    pub runtime: Option<String>,
    /// The URL of the backend, such as `file:…` or `s3:…`.
    pub backend: Option<String>,
    /// The packages that the project wants, by name.
    pub packages: PackageRequirements,
    /// The parameters of those packages that plugins make of some.
    pub parameters: PackageParameters,
    /// The source of each plugin by package, and whether it may get secrets; paths are relative to
    /// the file's folder.
    pub plugins: IndexMap<PackageName, PluginRequirement>,
    /// Declarations by key, as written.
    pub config: IndexMap<String, ConfigDeclaration>,
    /// The requested permissions of the program.
    pub permissions: DeclaredPermissions,
    /// Versions of packages by name.
    pub dependencies: IndexMap<String, String>,
    /// Files and folders that a package takes along, for assets whose paths the program computes.
    pub assets: Option<Vec<String>>,
    /// Whether objects get tags that say of which resource they are.
    pub tag_resources: bool,
}

impl Manifest {
    pub const FILE: &str = "Lumi.yaml";
    /// A common misspelling, which is an error: with both files, it would be unclear which one
    /// counts.
    pub const MISNAMED: &str = "Lumi.yml";

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, ProjectError> {
        read_yaml(path, Self::interpret)
    }

    pub fn interpret(document: &Map<String, Value>) -> Result<Self, SettingsError> {
        check_keys(document, KEYS)?;
        wanted_lumi::check(document)?;
        let name = text(document, "name")?;
        if let Some(name) = &name {
            check_project_name(name).map_err(|error| SettingsError::at_value(&["name"], error))?;
        }
        let plugins = plugins(document)?;
        let packages = packages(document, &plugins)?;
        Ok(Self {
            name,
            description: text(document, "description")?,
            main: text(document, "main")?,
            runtime: text(document, "runtime")?,
            backend: text(document, "backend")?,
            parameters: parameters(document, &packages)?,
            packages,
            plugins,
            config: declarations(document)?,
            permissions: DeclaredPermissions::read(document)?,
            dependencies: versions(document, "dependencies")?,
            assets: assets(document)?,
            tag_resources: switch(document, "tagResources")?,
        })
    }
}

/// A text member; one without a value counts as missing.
fn text(document: &Map<String, Value>, key: &str) -> Result<Option<String>, SettingsError> {
    match document.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(wrong_type(&[key], "a text", other)),
    }
}

/// `true` or `false`; one without a value is `false`.
fn switch(document: &Map<String, Value>, key: &str) -> Result<bool, SettingsError> {
    match document.get(key) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(is_on)) => Ok(*is_on),
        Some(other) => Err(wrong_type(&[key], "`true` or `false`", other)),
    }
}

/// A list of paths.
fn assets(document: &Map<String, Value>) -> Result<Option<Vec<String>>, SettingsError> {
    const KEY: &str = "assets";
    const EXPECTED: &str = "a list of paths";
    let items = match document.get(KEY) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Array(items)) => items,
        Some(other) => return Err(wrong_type(&[KEY], EXPECTED, other)),
    };
    let path = |item: &Value| match item {
        Value::String(path) => Ok(path.clone()),
        other => Err(wrong_type(&[KEY], EXPECTED, other)),
    };
    items.iter().map(path).collect::<Result<_, _>>().map(Some)
}

fn versions(
    document: &Map<String, Value>,
    key: &str,
) -> Result<IndexMap<String, String>, SettingsError> {
    let members = match document.get(key) {
        None | Some(Value::Null) => return Ok(IndexMap::new()),
        Some(Value::Object(members)) => members,
        Some(other) => return Err(wrong_type(&[key], "a map of names to versions", other)),
    };
    let version = |(name, version): (&String, &Value)| match version {
        Value::String(version) => Ok((name.clone(), version.clone())),
        other => Err(wrong_type(&[key, name], "a version in quotes", other)),
    };
    members.iter().map(version).collect()
}

/// Plugins by package: a version or a path, or a map with such a `source` and `secrets: allow`.
fn plugins(
    document: &Map<String, Value>,
) -> Result<IndexMap<PackageName, PluginRequirement>, SettingsError> {
    const KEY: &str = "plugins";
    let members = match document.get(KEY) {
        None | Some(Value::Null) => return Ok(IndexMap::new()),
        Some(Value::Object(members)) => members,
        Some(other) => return Err(wrong_type(&[KEY], "a map of names to versions", other)),
    };
    let requirement = |(name, value): (&String, &Value)| {
        let package = PackageName::parse(name)
            .ok_or_else(|| SettingsError::at_key(&[KEY, name], Fault::PackageName(name.clone())))?;
        let requirement = match value {
            Value::String(text) => source(text, &[KEY, name])?.into(),
            Value::Object(members) => plugin_requirement(members, name)?,
            other => {
                let expected = "a version in quotes, a path, or a map of `source` and `secrets`";
                return Err(wrong_type(&[KEY, name], expected, other));
            }
        };
        Ok((package, requirement))
    };
    members.iter().map(requirement).collect()
}

/// The valid values of a plugin's `secrets`.
const SECRETS: &str = "`allow` or `refuse`";

fn plugin_requirement(
    members: &Map<String, Value>,
    name: &str,
) -> Result<PluginRequirement, SettingsError> {
    let mut requirement = PluginRequirement::default();
    for (key, value) in members {
        let path = ["plugins", name, key];
        match (key.as_str(), value) {
            ("source", Value::String(text)) => requirement.source = source(text, &path)?,
            ("source", other) => return Err(wrong_type(&path, "a version in quotes", other)),
            ("secrets", Value::String(text)) if text == "allow" => {
                requirement.secrets_allowed = true
            }
            ("secrets", Value::String(text)) if text == "refuse" => {
                requirement.secrets_allowed = false
            }
            ("secrets", Value::String(_)) => {
                return Err(unexpected(&path, SECRETS, "another text"));
            }
            ("secrets", other) => return Err(wrong_type(&path, SECRETS, other)),
            _ => {
                let fault = Fault::UnknownKey {
                    key: key.clone(),
                    nearest: nearest(key, PLUGIN_KEYS.iter().copied()),
                    known: PLUGIN_KEYS,
                };
                return Err(SettingsError::at_key(&path, fault));
            }
        }
    }
    Ok(requirement)
}

/// Parses a version, or a path that begins with `./`, `../` or `/`.
fn source(text: &str, place: &[&str]) -> Result<PluginSource, SettingsError> {
    if is_path(text) {
        return Ok(PluginSource::Path(text.into()));
    }
    let version = WantedVersion::parse(text);
    let version = version.map_err(|error| SettingsError::at_value(place, error))?;
    Ok(PluginSource::Version(version))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::super::yaml_files::settings_file::interpret_yaml;
    use super::*;

    fn read(text: &str) -> Result<Manifest, String> {
        interpret_yaml(text, Manifest::interpret)
            .map_err(|((line, column), fault)| format!("{line}:{column}: {fault}"))
    }

    #[test]
    fn reads_every_key() {
        let manifest = read(
            "name: '@acme/web'\ndescription: \"two\\nlines\"\nmain: src/app.ts\nruntime: lumi\n\
             backend: file:./state\nplugins: {aws: '7.1', \
             gcp: {source: ./bin, secrets: allow}}\ndependencies:\n  acme: ^1\n\
             assets: [site]\n\
             tagResources: true\n",
        );
        insta::assert_debug_snapshot!(manifest.unwrap(), @r#"
        Manifest {
            name: Some(
                "@acme/web",
            ),
            description: Some(
                "two\nlines",
            ),
            main: Some(
                "src/app.ts",
            ),
            runtime: Some(
                "lumi",
            ),
            backend: Some(
                "file:./state",
            ),
            packages: {},
            parameters: {},
            plugins: {
                PackageName(
                    "aws",
                ): PluginRequirement {
                    source: Version(
                        Latest(
                            [
                                7,
                                1,
                            ],
                        ),
                    ),
                    secrets_allowed: false,
                },
                PackageName(
                    "gcp",
                ): PluginRequirement {
                    source: Path(
                        "./bin",
                    ),
                    secrets_allowed: true,
                },
            },
            config: {},
            permissions: DeclaredPermissions(
                [],
            ),
            dependencies: {
                "acme": "^1",
            },
            assets: Some(
                [
                    "site",
                ],
            ),
            tag_resources: true,
        }
        "#);
    }

    #[test]
    fn nothing_is_required() {
        for text in [
            "",
            "# only a comment\n",
            "---\n",
            "{}",
            "name:\nplugins: ~\n",
            "\n\n",
        ] {
            assert_eq!(read(text), Ok(Manifest::default()), "{text:?}");
        }
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let message = |text: &str| read(text).unwrap_err();
        insta::assert_snapshot!(
            [
                "main: a.ts\nnmae: web\n",
                "colour: red",
                "name: [1]",
                "name: 5",
                "name: a::b",
                "name: ''",
                "name: a\ndescription: b\nname: c\n",
                "plugins:\n  aws:\n    - 1\n",
                "plugins:\n  Aws: '1'\n",
                "plugins:\n  aws: ^1\n",
                "plugins:\n  aws: {secret: allow}\n",
                "plugins:\n  aws:\n    secrets: maybe\n",
                "plugins:\n  aws: {source: [1]}\n",
                "dependencies: [a]",
                "- a\n- b\n",
                "web",
                "name: [a\nmain: b\n",
                "name: \"a",
                "name: a\n\tmain: b",
                "name: !Ref a",
                "1: a",
                "? [a]\n: b",
                "name: *nothing",
                "name: a\n---\nname: b\n",
                "name: a\u{1}",
                "description: 99999999999999999999999",
                "%YAML 9.9\n---\n",
            ]
            .map(message)
            .join("\n"),
            @r"
            2:1: unknown key `nmae`; did you mean `name`?
            1:1: unknown key `colour`; the keys are `name`, `lumi`, `description`, `main`, `runtime`, `backend`, `packages`, `plugins`, `config`, `permissions`, `dependencies`, `assets`, `tagResources`
            1:7: `name` must be a text, but it is a list
            1:7: `name` must be a text, but it is a number (write it in quotes to make it text)
            1:7: the project name `a::b` contains a colon, which names of resources must not contain; use a name such as `web` or `@acme/web`
            1:7: the project name is empty; give it a name such as `web`, or leave `name` out
            3:1: the key `name` occurs twice; remove one
            3:5: `plugins.aws` must be a version in quotes, a path, or a map of `source` and `secrets`, but it is a list
            2:3: a package cannot be called `Aws`; use lower-case letters, digits and dashes
            2:8: `^1` is not a version; write `1.2.3` for that one, `1.2` or `1` for the latest of them, or a path that begins with `./` or `/`
            2:9: unknown key `secret`; did you mean `secrets`?
            3:14: `plugins.aws.secrets` must be `allow` or `refuse`, but it is another text
            2:17: `plugins.aws.source` must be a version in quotes, but it is a list
            1:15: `dependencies` must be a map of names to versions, but it is a list
            1:1: the file must hold keys with values, but it holds a list
            1:1: the file must hold keys with values, but it holds a text
            1:7: `[` has no `]`, or a comma is missing after it; correct the syntax here
            1:9: found unexpected end of stream, while scanning a quoted scalar at line 1 column 7; correct the syntax here
            2:1: this line is indented with a tab, and YAML takes spaces only; correct the syntax here
            1:7: YAML tags such as `!Ref` are not supported; write a plain value
            1:1: this key is not text; write it in quotes
            1:3: this key is not text; write it in quotes
            1:7: unknown anchor; correct the syntax here
            1:1: the file has more than one YAML document; keep one, without `---` between
            1:1: control characters are not allowed at position 7; correct the syntax here
            1:14: JSON cannot represent this number; write it in quotes
            1:1: found incompatible YAML document; correct the syntax here
            ");
    }

    #[test]
    fn bombs_are_errors() {
        let mut laughs = "a: &a [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
        for (level, next) in ('a'..'i').zip('b'..) {
            let list = vec![format!("*{level}"); 10].join(",");
            laughs.push_str(&format!("{next}: &{next} [{list}]\n"));
        }
        let copies = "- *a\n".repeat(50_000);
        let wide = format!("name: &a {}\nmain:\n{copies}", "x".repeat(500_000));
        let deep = format!("name: {}", "[".repeat(100_000));
        let closed = format!("name: {}{}", "[".repeat(1000), "]".repeat(1000));
        let recursive = "name: &a [*a]";
        let open = format!("name: {}", "[".repeat(10_000));
        let (dashes, questions) = ("- ".repeat(500_000), "? ".repeat(500_000));
        let texts = [&laughs, &wide, &deep, &closed, &open, &dashes, &questions];
        let mut errors = String::new();
        for text in texts.map(String::as_str).into_iter().chain([recursive]) {
            writeln!(errors, "{}", read(text).unwrap_err()).unwrap();
        }
        insta::assert_snapshot!(errors, @"
        1:1: the file is too large for settings, with its aliases expanded; make it smaller
        1:7: the file is too large for settings, with its aliases expanded; make it smaller
        1:1: the file is too large for settings, with its aliases expanded; make it smaller
        1:134: values are nested too deeply; use fewer levels
        1:134: values are nested too deeply; use fewer levels
        1:257: values are nested too deeply; use fewer levels
        1:3: this key is not text; write it in quotes
        1:7: values are nested too deeply; use fewer levels
        ");
    }

    proptest::proptest! {
        #[test]
        fn reads_anything(text in "[ -~\\n\\t]{0,60}|\\PC{0,40}") {
            let _ = read(&text);
        }

        #[test]
        fn reads_what_looks_like_yaml(text in "((name|main|plugins|[a-z&*!?|>'\"]): ?([\\[\\]{},&*a\\-]{0,4})\\n? {0,2}){0,8}") {
            let _ = read(&text);
        }
    }
}
