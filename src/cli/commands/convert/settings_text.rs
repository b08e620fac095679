//! `Lumi.yaml` with what `Pulumi.yaml` says.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use lumi_conversion::{Note, NoteKind};
use lumi_packages::VersionRange;
use serde_json::Value;

use super::pulumi_source::note;
use super::stack_settings::stacks;
use lumi_project::{ConfigDeclaration, ProjectSettings, PulumiProject, SettingValue};

/// The text, and notes about settings without a counterpart. `packages` are versions, or ranges of them, by name.
pub fn settings_text(
    settings: &ProjectSettings,
    entry: &str,
    packages: &BTreeMap<String, String>,
) -> (String, Vec<Note>) {
    let manifest = &settings.manifest;
    let mut text = format!("name: {}\n", yaml(&settings.name));
    if let Some(description) = &manifest.description {
        let _ = writeln!(text, "description: {}", yaml(description));
    }
    let _ = writeln!(text, "main: {}", yaml(entry));
    if let Some(backend) = &manifest.backend {
        let _ = writeln!(text, "backend: {}", yaml(backend));
    }
    if !packages.is_empty() {
        text.push_str("packages:\n");
    }
    for (name, version) in packages {
        let is_range = !version.is_empty() && version.parse::<VersionRange>().is_ok();
        let range = if is_range {
            format!(", version: \"{version}\"")
        } else {
            String::new()
        };
        let _ = writeln!(text, "  {name}: {{ source: pulumi:{name}{range} }}");
    }
    let declared = declarations(settings);
    if !declared.is_empty() {
        text.push_str("config:\n");
    }
    for (key, declaration) in &declared {
        let _ = writeln!(text, "  {}: {}", yaml(key), members(declaration));
    }
    (text, notes(settings, entry))
}

/// The declarations of `Pulumi.yaml`, and of the keys that it gives values.
fn declarations(settings: &ProjectSettings) -> Vec<(String, ConfigDeclaration)> {
    let mut declared: Vec<_> = settings
        .manifest
        .config
        .iter()
        .map(|(key, it)| (key.clone(), it.clone()))
        .collect();
    let values = settings.pulumi.iter().flat_map(|it| it.config.values());
    for setting in values {
        let SettingValue::Open(value) = &setting.value else {
            continue;
        };
        let at = declared.iter().position(|it| it.0 == setting.spelled);
        let at = at.unwrap_or_else(|| {
            declared.push((setting.spelled.clone(), ConfigDeclaration::default()));
            declared.len() - 1
        });
        declared[at].1.default = Some(value.value.clone());
    }
    if !declared.is_empty() {
        declare_keys_of_stacks(settings, &mut declared);
    }
    declared
}

/// Declares the keys that stacks set: lumi warns of others where some are declared.
fn declare_keys_of_stacks(
    settings: &ProjectSettings,
    declared: &mut Vec<(String, ConfigDeclaration)>,
) {
    let own = format!("{}:", settings.name);
    let files = stacks(settings).into_iter();
    let files = files.filter_map(|it| settings.stack_file(&it).ok());
    for (key, setting) in files.flat_map(|it| it.config) {
        let Some(key) = key.strip_prefix(&own) else {
            continue;
        };
        let is_known = |it: &(String, _)| it.0.strip_prefix(&own).unwrap_or(&it.0) == key;
        if !declared.iter().any(is_known) {
            let declaration = ConfigDeclaration {
                secret: !matches!(setting.value, SettingValue::Open(_)),
                ..ConfigDeclaration::default()
            };
            declared.push((key.to_owned(), declaration));
        }
    }
}

fn members(declaration: &ConfigDeclaration) -> String {
    let mut members = Vec::new();
    let kind = declaration.value_type.map(|it| it.name());
    members.extend(kind.map(|it| format!("type: {it}")));
    if let Some(default) = &declaration.default {
        let is_plain = matches!(kind, Some(it) if it != "string");
        let default = if is_plain {
            default.clone()
        } else {
            yaml(default)
        };
        members.push(format!("default: {default}"));
    }
    if declaration.secret {
        members.push("secret: true".to_owned());
    }
    let description = declaration.description.as_ref();
    members.extend(description.map(|it| format!("description: {}", yaml(it))));
    match members.is_empty() {
        true => "{}".to_owned(),
        false => format!("{{ {} }}", members.join(", ")),
    }
}

fn notes(settings: &ProjectSettings, entry: &str) -> Vec<Note> {
    let Some(pulumi) = &settings.pulumi else {
        return Vec::new();
    };
    let manifest = &settings.manifest;
    let is_folder = |it: &str| it.starts_with("file:");
    let folder = Path::new(entry).parent().unwrap_or(Path::new(""));
    let refused = pulumi.refused_backend.clone().unwrap_or_default();
    let all = [
        (
            !refused.is_empty(),
            format!("the states are at {refused}"),
            "`lumi stack import` takes over what `pulumi stack export` writes",
        ),
        (
            manifest.backend.as_deref().is_some_and(is_folder),
            "the backend is a folder".to_owned(),
            "its path begins at the folder of Lumi.yaml: adapt it",
        ),
        (
            pulumi.refreshes,
            "`options.refresh` is `always`".to_owned(),
            "give `--refresh` to the commands",
        ),
        (
            !pulumi.node_arguments.is_empty(),
            "`nodeargs` has arguments of node".to_owned(),
            "lumi runs without node",
        ),
        (
            !manifest.plugins.is_empty(),
            "`plugins` or `packages` name plugins".to_owned(),
            "name their paths or versions in `packages` of Lumi.yaml",
        ),
        (
            folder != Path::new(""),
            format!("the program runs in {}", folder.display()),
            "relative paths of assets begin at the folder of Lumi.yaml",
        ),
    ];
    let said = all.into_iter().filter(|it| it.0);
    said.map(|(_, what, advice)| note(NoteKind::Check, PulumiProject::FILE, what, advice))
        .collect()
}

/// A text that YAML reads as this text: names stay plain, others are in quotes.
fn yaml(text: &str) -> String {
    let is_name = |it: char| it.is_ascii_alphanumeric() || "-_./:".contains(it);
    let is_plain = text.starts_with(|it: char| it.is_ascii_alphabetic())
        && text.chars().all(is_name)
        && !text.ends_with(':')
        && matches!(serde_yaml_ng::from_str::<Value>(text), Ok(Value::String(read)) if read == text);
    match is_plain {
        true => text.to_owned(),
        // JSON is YAML.
        false => Value::from(text).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_texts() {
        let read = |text: &str| serde_yaml_ng::from_str::<Value>(&yaml(text)).unwrap();
        for text in [
            "web",
            "true",
            "1.0",
            "null",
            "a: b",
            "aws:region",
            "#",
            "a #b",
            "",
            "é\n",
            "on",
            "a:",
        ] {
            assert_eq!(read(text), Value::from(text), "{text}");
        }
        assert_eq!(yaml("aws:region"), "aws:region");
    }
}
