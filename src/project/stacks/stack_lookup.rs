//! The known stacks of a project. Any other name is probably a typing error.

use std::collections::BTreeSet;
use std::fs;

use lumi_state::Backend;

use super::backend;
use crate::reports::{FailureKind, ProjectFailure, Report};
use crate::{ProjectSettings, StackFile, nearest};

/// Whether a stack without state may be used: the first stack of a project, one with a settings file, or one that the
/// program of CDKTF has.
pub fn is_expected(settings: &ProjectSettings, name: &str) -> bool {
    match settings.is_cdktf() {
        true => settings.synthesized(name).is_some(),
        false => {
            name == settings.default_stack() || settings.folder.join(StackFile::name(name)).exists()
        }
    }
}

/// Fails unless a stack may be used or has a state.
pub fn find(settings: &ProjectSettings, name: &str) -> Result<(), ProjectFailure> {
    if is_expected(settings, name) {
        return Ok(());
    }
    let backend = backend::open(settings)?;
    let stack = backend.stack(&settings.name, name)?;
    backend::wait(async {
        if stack.exists().await? {
            return Ok(());
        }
        let advice = similar(settings, &backend, name).await?;
        let report = Report::error(format!("stack `{name}` does not exist"))
            .help(format!("{advice}`--create` sets it for a new stack"));
        Err(ProjectFailure::new(FailureKind::Usage, report))
    })?
}

/// Advice about a similar name, ``did you mean `prod`? ``, or an empty text.
pub async fn similar(
    settings: &ProjectSettings,
    backend: &Backend,
    name: &str,
) -> Result<String, ProjectFailure> {
    let mut known: BTreeSet<String> = match settings.is_cdktf() {
        true => settings
            .assembly()
            .map(|it| it.names())
            .unwrap_or_default()
            .into_iter()
            .collect(),
        false => BTreeSet::from([settings.default_stack().to_owned()]),
    };
    known.extend(backend.list_stacks(&settings.name).await?);
    known.extend(with_settings(settings));
    known.remove(name);
    let nearest = nearest(name, known.iter().map(String::as_str));
    Ok(nearest.map_or_else(String::new, |it| format!("did you mean `{it}`? ")))
}

/// The names of stacks with a settings file.
pub fn with_settings(settings: &ProjectSettings) -> impl Iterator<Item = String> {
    let files = fs::read_dir(&settings.folder).into_iter().flatten();
    let names = files
        .flatten()
        .filter_map(|it| it.file_name().into_string().ok());
    names.filter_map(|it| {
        let name = it.strip_prefix("Lumi.")?.strip_suffix(".yaml")?;
        Some(name.to_owned())
    })
}
