//! The configuration of stacks, with secrets in Lumi's encryption.

use lumi_conversion::{Note, NoteKind};

use super::pulumi_source::note;
use crate::commands::write_project_file;
use lumi_project::stacks::stack_cipher::StackCipher;
use lumi_project::{
    ConfigCipher, ConfigEdit, NewValue, ProjectError, ProjectSettings, Setting, StackFile,
};
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

/// The files that were written, and what could not be.
#[derive(Default)]
pub struct StackSettings {
    pub files: Vec<String>,
    pub notes: Vec<Note>,
}

/// Sets what each stack of a project of Pulumi has in the new project.
pub fn convert(
    source: &ProjectSettings,
    target: &ProjectSettings,
    terminal: Terminal,
) -> Result<StackSettings, Failure> {
    let mut converted = StackSettings::default();
    for stack in stacks(source) {
        let own = format!("Pulumi.{stack}.yaml");
        let file = match source.stack_file(&stack) {
            Ok(file) => file,
            Err(error) => {
                let what = format!("its configuration is not converted: {error}");
                converted.notes.push(note(
                    NoteKind::NotConverted,
                    &own,
                    what,
                    "`lumi config set` sets each key",
                ));
                continue;
            }
        };
        let of_project = source.pulumi.as_ref().map(|it| &it.config);
        let ciphers = Ciphers {
            old: &StackCipher::new(source, &stack, terminal),
            new: &StackCipher::new(target, &stack, terminal),
        };
        let mut is_written = false;
        for (key, setting) in file.config {
            if of_project.and_then(|it| it.get(&key)) == Some(&setting) {
                continue;
            }
            match edit(source, target, &stack, &key, setting, &ciphers) {
                Ok(edit) => {
                    write_project_file(&target.folder, &edit.path, &edit.text)?;
                    is_written = true;
                }
                Err(error) => {
                    let what = format!("`{key}` is not converted: {error}");
                    let advice = format!(
                        "set it with `lumi config set {key} -s {stack}`, with --secret for a secret"
                    );
                    converted
                        .notes
                        .push(note(NoteKind::NotConverted, &own, what, &advice));
                }
            }
        }
        if is_written {
            converted.files.push(StackFile::name(&stack));
        }
    }
    Ok(converted)
}

struct Ciphers<'a> {
    old: &'a dyn ConfigCipher,
    new: &'a dyn ConfigCipher,
}

/// The file of a stack with one value more.
fn edit(
    source: &ProjectSettings,
    target: &ProjectSettings,
    stack: &str,
    key: &str,
    setting: Setting,
    ciphers: &Ciphers<'_>,
) -> Result<ConfigEdit, ProjectError> {
    let value = source.open(stack, key, setting, ciphers.old)?;
    let new = match value.secret {
        true => NewValue::Secret(&value.value, ciphers.new),
        false => NewValue::Open(&value.value),
    };
    target.set_config(stack, key, &new)
}

/// The names of the stacks that have files.
pub fn stacks(source: &ProjectSettings) -> Vec<String> {
    let pulumi = source.pulumi_stack_file_path("x");
    let folders = [pulumi.parent(), Some(source.folder.as_path())];
    let entries = folders
        .into_iter()
        .flatten()
        .filter_map(|it| it.read_dir().ok());
    let names = entries
        .flatten()
        .filter_map(|it| it.ok()?.file_name().into_string().ok());
    let mut stacks: Vec<String> = names
        .filter_map(|it| {
            let rest = it
                .strip_prefix("Pulumi.")
                .or_else(|| it.strip_prefix("Lumi."))?;
            Some(rest.strip_suffix(".yaml")?.to_owned())
        })
        .collect();
    stacks.sort();
    stacks.dedup();
    stacks
}
