//! Fuzz target of `make fuzz`: settings files of projects and stacks.

use super::manifest::Manifest;
use super::package_json::PackageJson;
use super::pulumi_project::PulumiProject;
use super::stack_files::stack_file::{SettingValue, StackFile, open_text};
use super::yaml::Position;
use super::yaml_files::settings_file::interpret_yaml;
use super::{stack_files::pulumi_stack_file, stack_files::stack_file_edit};

const PROJECT: &str = "web";

/// Reads the bytes as every kind of settings file, and edits a stack's file. Errors must have a
/// position within the text.
pub fn yaml(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    check(text, interpret_yaml(text, Manifest::interpret));
    check(text, interpret_yaml(text, PulumiProject::interpret));
    let pulumi = |document: &_| pulumi_stack_file::interpret(document, PROJECT);
    check(text, interpret_yaml(text, pulumi));
    check(text, PackageJson::parse(text));
    if let Some(file) = check(text, stack_file(text)) {
        change(text, &file);
    }
}

fn stack_file(text: &str) -> Result<StackFile, (Position, super::yaml_files::fault::Fault)> {
    interpret_yaml(text, |document| StackFile::interpret(document, PROJECT))
}

fn check<T>(text: &str, read: Result<T, (Position, super::yaml_files::fault::Fault)>) -> Option<T> {
    read.map_err(|((line, column), fault)| {
        drop(fault.to_string());
        assert!(line > 0 && column > 0);
        assert!(
            line as usize
                <= text
                    .split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'])
                    .count()
                    + 1
        );
    })
    .ok()
}

/// Sets and removes keys: the others must not change.
fn change(text: &str, file: &StackFile) {
    let new = "web:new key # \u{2028}";
    let old = file.config.values().next().map(|it| it.spelled.clone());
    for key in old.iter().map(String::as_str).chain([new]) {
        let value = "a: # b\n";
        let Ok(changed) = stack_file_edit::set(text, key, &open_text(value)) else {
            continue;
        };
        let Ok(again) = stack_file(&changed) else {
            assert!(key == new, "{changed:?}");
            continue;
        };
        let setting = again.config.values().find(|it| it.spelled == key);
        let found = &setting.expect("BUG: the key was set").value;
        assert!(
            matches!(found, SettingValue::Open(it) if it.value == value),
            "{found:?}"
        );
        let others = |file: &StackFile| {
            let others = file.config.iter().filter(|(_, it)| it.spelled != key);
            others
                .map(|(key, it)| (key.clone(), it.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(others(&again), others(file));
        let removed = stack_file_edit::remove(&changed, key).expect("BUG: a key is removed");
        let again = stack_file(&removed).expect("BUG: what was written is read");
        assert_eq!(others(&again), others(file));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn saved_files_pass() {
        crate::saved_inputs::replay("yaml", super::yaml);
    }
}
