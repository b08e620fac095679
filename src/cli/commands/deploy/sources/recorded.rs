//! A run of the history as a source: `lumi stack rollback`.

use std::fmt::Display;

use crate::commands::stack::{no_run, not_kept};
use lumi_engine::{RollbackError, is_dynamic};
use lumi_graph::{ArchiveContent, AssetContent, Object, Urn, Value};
use lumi_provider::FileHasher;
use lumi_state::{StackState, Stage};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

use crate::commands::deploy::deployment::Deployment;
use crate::commands::deploy::program_run::ProgramRun;

impl Deployment<'_> {
    /// The state after a run of the history.
    pub async fn recorded(&self, number: u64) -> Result<StackState, Failure> {
        let entry = self.stack.history_entry(number).await?;
        let entry = entry.ok_or_else(|| no_run(&self.stack, number))?;
        let state = self.stack.state_after(&entry).await?;
        state.ok_or_else(|| not_kept(number))
    }

    /// Fails and names the resources if files or code that they need are missing.
    pub fn check_recorded(
        &self,
        number: u64,
        recorded: &StackState,
        present: &StackState,
        program: Option<&ProgramRun>,
    ) -> Result<(), Failure> {
        let files = FileHasher::new(&self.settings.folder, self.packages.access());
        let missing = missing(recorded, present, &files, program.is_some());
        if missing.is_empty() {
            return Ok(());
        }
        let message = format!("cannot roll back to run {number}; nothing was done");
        let mut report = Report::error(message);
        report.details = missing.iter().map(|(urn, why)| line(urn, why)).collect();
        Err(Failure::new(
            Exit::Failure,
            report.help(
                "check out the program as of that run and deploy it, or exclude these resources \
                 with --exclude",
            ),
        ))
    }
}

/// The report of resources that cannot be restored.
pub fn refusal(refused: &[(Urn, RollbackError)]) -> Option<Report> {
    if refused.is_empty() {
        return None;
    }
    let mut report = Report::error("some resources cannot be rolled back");
    report.details = refused.iter().map(|(urn, why)| line(urn, why)).collect();
    Some(report.help("check out the program as of that run, and deploy it"))
}

fn line(urn: &Urn, why: &impl Display) -> String {
    format!("{} {:?}: {why}", urn.resource_type(), urn.name())
}

/// Files and provider code that the inputs of recorded resources refer to and that the record does
/// not contain.
fn missing(
    recorded: &StackState,
    present: &StackState,
    files: &FileHasher,
    has_program: bool,
) -> Vec<(Urn, String)> {
    let mut missing = Vec::new();
    for resource in recorded.live_resources() {
        if is_dynamic(resource.urn.resource_type())
            && resource.stored_provider.is_none()
            && !has_program
        {
            let why = "it is managed by code of the program, which is not recorded".to_owned();
            missing.push((resource.urn.clone(), why));
        }
        let mut now = present.resources.values();
        let is_same = now.any(|it| {
            it.urn == resource.urn && it.stage == Stage::Live && it.inputs == resource.inputs
        });
        if is_same {
            continue;
        }
        let changed = changed_files(&resource.inputs, files).into_iter();
        missing.extend(changed.map(|why| (resource.urn.clone(), why)));
    }
    missing
}

/// Files and folders referred to by values whose content is not that of the run.
fn changed_files(inputs: &Object, files: &FileHasher) -> Vec<String> {
    let mut changed = Vec::new();
    for value in inputs.values() {
        // The predicate collects; it never matches.
        value.any(|it| {
            changed.extend(changed_content(it, files));
            false
        });
    }
    changed
}

fn changed_content(value: &Value, files: &FileHasher) -> Option<String> {
    let (what, present, then) = match value {
        Value::Asset(asset) => match &asset.content {
            AssetContent::File(path) => {
                (format!("the file {path:?}"), files.file(path), &asset.hash)
            }
            _ => return None,
        },
        Value::Archive(archive) => match &archive.content {
            ArchiveContent::File(path) => (
                format!("the content of {path:?}"),
                files.archive(path),
                &archive.hash,
            ),
            _ => return None,
        },
        _ => return None,
    };
    match (present, then) {
        (Ok(present), Some(then)) if present == *then => None,
        (Ok(_), Some(_)) => Some(format!("{what} is not what it was in that run")),
        (Ok(_), None) => Some(format!("{what} in that run is not recorded")),
        (Err(error), _) => Some(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use lumi_graph::{Archive, Asset, sha256_hex};
    use lumi_provider::Unrestricted;

    use super::*;

    fn file(path: &str, content: &str) -> Value {
        Value::Asset(Box::new(Asset {
            content: AssetContent::File(path.to_owned()),
            hash: Some(sha256_hex(content)),
        }))
    }

    fn folder(path: &str, hash: Option<String>) -> Value {
        Value::Archive(Box::new(Archive {
            content: ArchiveContent::File(path.to_owned()),
            hash,
        }))
    }

    #[test]
    fn files_that_have_changed_are_found() {
        let project = tempfile::tempdir().unwrap();
        fs::write(project.path().join("a.txt"), "1").unwrap();
        fs::create_dir_all(project.path().join("www/img")).unwrap();
        fs::write(project.path().join("www/img/a.svg"), "1").unwrap();
        let files = FileHasher::new(project.path(), Arc::new(Unrestricted));
        let www = files.archive("www").unwrap();
        let mut inputs = Object::default();
        inputs.insert("same".to_owned(), file("a.txt", "1"));
        inputs.insert("folder".to_owned(), folder("www", Some(www.clone())));
        assert!(changed_files(&inputs, &files).is_empty());
        fs::write(project.path().join("www/img/b.svg"), "1").unwrap();
        let nested = Value::Array(vec![Value::secret(file("a.txt", "2")), file("b.txt", "1")]);
        inputs.insert("nested".to_owned(), nested);
        inputs.insert("none".to_owned(), folder("www", None));
        inputs.insert("gone".to_owned(), folder("www2", Some(www)));
        insta::assert_snapshot!(changed_files(&inputs, &files).join("\n"), @r#"
        the content of "www" is not what it was in that run
        the file "a.txt" is not what it was in that run
        cannot read "b.txt": No such file or directory (os error 2); paths of assets are relative to the project folder
        the content of "www" in that run is not recorded
        cannot read "www2": No such file or directory (os error 2); paths of assets are relative to the project folder
        "#);
    }
}
