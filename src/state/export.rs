//! A state as a document that people may read, edit and bring back.

use crate::graph::{Sealer, Value};

use super::keyring::Keyring;
use super::resource_document::Reading;
use super::resource_form::SecretForm;
use super::snapshot::{VERSION, check_version};
use super::stack_state::StackState;
use super::state_document::{StateDocument, write_fields};
use super::state_error::StateError;

/// What becomes of secrets in an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportedSecrets {
    /// As they are kept; only the same stack can import them.
    Encrypted,
    /// Readable, for a user who asked for it.
    Shown,
}

impl StackState {
    /// The document. With encrypted secrets call [`Keyring::save`] before it goes anywhere.
    pub fn export(
        &self,
        project: &str,
        stack: &str,
        keyring: &Keyring,
        secrets: ExportedSecrets,
    ) -> Result<Vec<u8>, StateError> {
        let form = match secrets {
            ExportedSecrets::Encrypted => SecretForm::Sealed(keyring),
            ExportedSecrets::Shown => SecretForm::Shown,
        };
        let text = |text: &str| serde_json::Value::from(text);
        let head = format!(
            "{{\"export\":{VERSION},\"by\":\"{}\",\"project\":{},\"stack\":{},\n",
            env!("CARGO_PKG_VERSION"),
            text(project),
            text(stack)
        );
        let mut out = head.into_bytes();
        write_fields(&mut out, self, form)
            .map_err(|error| StateError::Unwritable("the state", error.to_string()))?;
        out.extend_from_slice(b"}\n");
        Ok(out)
    }

    /// Reads a document for a stack, and checks all of it. `place` names it in messages.
    pub fn import(
        document: &[u8],
        place: &str,
        project: &str,
        stack: &str,
        sealer: &dyn Sealer,
    ) -> Result<Self, StateError> {
        let refuse = |problem: String| StateError::Import(format!("`{place}`: {problem}"));
        check_version(document, place, "export").map_err(|error| match error {
            StateError::Damaged { .. } => {
                refuse("it is no export; make one with `lumi stack export`".to_owned())
            }
            error => error,
        })?;
        let document = StateDocument::parse(document).map_err(|it| refuse(it.to_string()))?;
        if document.is_of_snapshot() {
            return Err(refuse("it has fields of a snapshot".to_owned()));
        }
        if (document.project.as_str(), document.stack.as_str()) != (project, stack) {
            return Err(refuse(format!(
                "it is of the stack `{}` of the project `{}`; URNs hold both names, so it cannot \
                 become `{stack}` of `{project}`",
                document.stack, document.project
            )));
        }
        let state = document
            .into_state(&mut Reading::new(sealer))
            .map_err(refuse)?;
        state.validate().map_err(|it| refuse(it.to_string()))?;
        state.check_import(project, stack).map_err(refuse)?;
        Ok(state)
    }

    /// What only somebody who edits a document gets wrong.
    fn check_import(&self, project: &str, stack: &str) -> Result<(), String> {
        let unknown = |value: &Value| value.contains_unknown();
        for resource in self.resources.values() {
            let urn = &resource.urn;
            if (urn.project(), urn.stack()) != (project, stack) {
                return Err(format!("`{urn}` is of another stack"));
            }
            for (field, members) in [("inputs", &resource.inputs), ("outputs", &resource.outputs)] {
                if let Some((key, _)) = members.iter().find(|(_, value)| unknown(value)) {
                    return Err(format!(
                        "`{key}` in the {field} of `{urn}` is unknown or a masked secret; write \
                         its value"
                    ));
                }
            }
        }
        match self.outputs.iter().find(|(_, value)| unknown(value)) {
            Some((key, _)) => Err(format!("the output `{key}` is unknown or a masked secret")),
            None => Ok(()),
        }
    }
}
