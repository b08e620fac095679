//! The state as a document that users can read, edit and import.

use lumi_graph::{Relocation, Sealer, Value};

use super::keyring::Keyring;
use super::resource_de::DocumentReader;
use super::resource_ser::SecretEncoding;
use super::snapshot::{VERSION, check_version};
use super::stack_state::StackState;
use super::state_document::{StateDocument, write_fields};
use super::state_error::StateError;

/// How secrets are written to an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportedSecrets {
    /// Encrypted as in the state; only the same stack can import them.
    Encrypted,
    /// In plain text, on the user's request.
    Shown,
}

/// The stacks whose exports an import accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Exports of the same stack only.
    SameStack,
    /// Exports of any stack; URNs are rewritten to those of this stack.
    AnyStack,
}

/// The content of an export.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    pub state: StackState,
    /// The original stack and project, if the export is from another stack.
    pub moved_from: Option<(String, String)>,
}

impl StackState {
    /// Writes the document. With encrypted secrets, call [`Keyring::save`] before the document is
    /// used.
    pub fn export(
        &self,
        project: &str,
        stack: &str,
        keyring: &Keyring,
        secrets: ExportedSecrets,
    ) -> Result<Vec<u8>, StateError> {
        let form = match secrets {
            ExportedSecrets::Encrypted => SecretEncoding::Sealed(keyring),
            ExportedSecrets::Shown => SecretEncoding::Shown,
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

    /// Parses and validates a document for a stack. `place` names the document in messages.
    pub fn import(
        document: &[u8],
        place: &str,
        (project, stack): (&str, &str),
        sealer: &dyn Sealer,
        origin: Origin,
    ) -> Result<Imported, StateError> {
        let refuse = |problem: String| StateError::Import(format!("`{place}`: {problem}"));
        check_version(document, place, "export").map_err(|error| match error {
            StateError::Damaged { .. } => {
                refuse("it is not an export; make one with `lumi stack export`".to_owned())
            }
            error => error,
        })?;
        let document = StateDocument::parse(document).map_err(|it| refuse(it.to_string()))?;
        if document.is_of_snapshot() {
            return Err(refuse("it has fields of a snapshot".to_owned()));
        }
        let found = (document.stack.clone(), document.project.clone());
        let is_moved = (found.1.as_str(), found.0.as_str()) != (project, stack);
        if is_moved && origin == Origin::SameStack {
            return Err(refuse(format!(
                "it is of the stack `{}` of the project `{}`; with --force its resources become \
                 those of `{stack}` of `{project}`",
                found.0, found.1
            )));
        }
        let state = document.into_state(&mut DocumentReader::new(sealer));
        let mut state = state.map_err(|problem| match is_moved {
            true => refuse(format!(
                "{problem}. Secrets can be taken over from `lumi stack export --show-secrets` only"
            )),
            false => refuse(problem),
        })?;
        if is_moved {
            state.map_urns(&Relocation {
                from: (&found.0, &found.1),
                to: (stack, project),
            });
        }
        state.validate().map_err(|it| refuse(it.to_string()))?;
        state.check_import(project, stack).map_err(refuse)?;
        let moved_from = is_moved.then_some(found);
        Ok(Imported { state, moved_from })
    }

    /// Checks for mistakes that only manual edits can make.
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
