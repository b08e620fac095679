//! A run of the history as a source: `lumi stack rollback`.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::commands::stack::no_run;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::ui::report::Report;
use lumi_engine::RollbackError;
use lumi_graph::{Archive, ArchiveContent, Asset, AssetContent, Object, Urn, Value};
use lumi_state::{StackState, Stage, recorded_states};

use super::deployment::Deployment;
use super::program_run::{ProgramRun, is_dynamic};

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
        let missing = missing(recorded, present, &self.settings.folder, program.is_some());
        if missing.is_empty() {
            return Ok(());
        }
        let message = format!("run {number} cannot be gone back to; nothing was done");
        let mut report = Report::error(message);
        report.details = missing.iter().map(|(urn, why)| line(urn, why)).collect();
        Err(Failure::new(
            Exit::Failure,
            report.help(
                "deploy the program as it was then, from version control; or leave these out with \
             --exclude",
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
    Some(report.help("deploy the program as it was then, from version control"))
}

fn line(urn: &Urn, why: &impl Display) -> String {
    format!("{} {:?}: {why}", urn.resource_type(), urn.name())
}

fn not_kept(number: u64) -> Failure {
    let message = format!("the state after run {number} is not kept");
    let report = Report::error(message).help(format!(
        "{}; deploy the program as it was then, from version control",
        recorded_states()
    ));
    Failure::new(Exit::Usage, report)
}

/// Files and provider code that the inputs of recorded resources refer to and that the record does
/// not contain.
fn missing(
    recorded: &StackState,
    present: &StackState,
    folder: &Path,
    has_program: bool,
) -> Vec<(Urn, String)> {
    let mut missing = Vec::new();
    for resource in recorded.live_resources() {
        if is_dynamic(resource.urn.resource_type())
            && resource.stored_provider.is_none()
            && !has_program
        {
            let why = "code of the program manages it, and that is not recorded".to_owned();
            missing.push((resource.urn.clone(), why));
        }
        let mut now = present.resources.values();
        let is_same = now.any(|it| {
            it.urn == resource.urn && it.stage == Stage::Live && it.inputs == resource.inputs
        });
        if is_same {
            continue;
        }
        let changed = changed_files(&resource.inputs, folder).into_iter();
        missing.extend(changed.map(|why| (resource.urn.clone(), why)));
    }
    missing
}

/// Files referred to by values whose content has changed since the run.
fn changed_files(inputs: &Object, folder: &Path) -> Vec<String> {
    let mut changed = Vec::new();
    for value in inputs.values() {
        // The predicate collects; it never matches.
        value.any(|it| {
            changed.extend(changed_file(it, folder));
            false
        });
    }
    changed
}

fn changed_file(value: &Value, folder: &Path) -> Option<String> {
    match value {
        Value::Asset(asset) => match &**asset {
            Asset {
                content: AssetContent::File(path),
                hash,
            } => {
                let bytes = fs::read(folder.join(path)).ok();
                let present = bytes.map(|it| format!("{:x}", Sha256::digest(it)));
                match (present, hash) {
                    (Some(present), Some(then)) if present == *then => None,
                    (Some(_), None) => None,
                    (Some(_), _) => Some(format!("the file {path:?} has changed since that run")),
                    (None, _) => Some(format!("the file {path:?} cannot be read")),
                }
            }
            _ => None,
        },
        Value::Archive(archive) => match &**archive {
            Archive {
                content: ArchiveContent::File(path),
                ..
            } => Some(format!("what was in {path:?} then is not recorded")),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, content: &str) -> Value {
        Value::Asset(Box::new(Asset {
            content: AssetContent::File(path.to_owned()),
            hash: Some(format!("{:x}", Sha256::digest(content))),
        }))
    }

    #[test]
    fn files_that_have_changed_are_found() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.txt"), "1").unwrap();
        let mut inputs = Object::default();
        inputs.insert("same".to_owned(), file("a.txt", "1"));
        assert!(changed_files(&inputs, folder.path()).is_empty());
        let nested = Value::Array(vec![Value::secret(file("a.txt", "2")), file("b.txt", "1")]);
        inputs.insert("nested".to_owned(), nested);
        insta::assert_snapshot!(changed_files(&inputs, folder.path()).join("\n"), @r#"
        the file "a.txt" has changed since that run
        the file "b.txt" cannot be read
        "#);
    }
}
