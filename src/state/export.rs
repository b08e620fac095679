//! The state as a document that users can read, edit and import.

use std::fmt::Display;

use thiserror::Error;

use lumi_graph::{Relocation, Sealer, Secrets, Urn, Value};

use super::documents::document_members::DocumentReader;
use super::documents::format_version::check_version;
use super::documents::state_document;
use super::documents::state_document::StateDocument;
use super::documents::state_document::StateDocumentKind;
use super::stack_state::StackState;
use super::state_error::StateError;

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

/// A mistake that only manual edits of an export can make.
#[derive(Debug, Error)]
enum ImportFault {
    #[error("`{0}` is of another stack")]
    OtherStack(Urn),
    #[error("`{key}` in the {field} of `{urn}` is unknown or a masked secret; write its value")]
    UnknownValue {
        key: String,
        field: &'static str,
        urn: Urn,
    },
    #[error("the output `{0}` is unknown or a masked secret")]
    UnknownOutput(String),
}

impl StackState {
    /// Writes the document. Only the same stack can import secrets that are sealed with its
    /// [`Keyring`](super::Keyring); call its `save` before such a document is used. Masked secrets
    /// cannot be imported.
    pub fn export(
        &self,
        project: &str,
        stack: &str,
        secrets: Secrets<'_>,
    ) -> Result<Vec<u8>, StateError> {
        let kind = StateDocumentKind::Export;
        let mut out = state_document::write(kind, (project, stack), self, secrets)?;
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
        let refuse = |problem: &dyn Display| StateError::Import(format!("`{place}`: {problem}"));
        check_version(document, place, "export").map_err(|error| match error {
            StateError::Damaged { .. } => {
                refuse(&"it is not an export; make one with `lumi stack export`")
            }
            error => error,
        })?;
        let document = StateDocument::parse(document).map_err(|it| refuse(&it))?;
        if document.is_of_snapshot() {
            return Err(refuse(&"it has fields of a snapshot"));
        }
        let exported = (document.stack.clone(), document.project.clone());
        let is_moved = Self::check_origin(&exported, place, (project, stack), origin)?;
        let state = document.into_state(&mut DocumentReader::new(sealer));
        let state = state.map_err(|problem| match is_moved {
            true => refuse(&format_args!(
                "{problem}. Secrets can be taken over from `lumi stack export --show-secrets` only"
            )),
            false => refuse(&problem),
        })?;
        state.imported(place, exported, (project, stack))
    }

    /// Makes a state of another tool that of a stack: `of` are the stack and the project that its
    /// URNs name. `place` names the document in messages.
    pub fn adopt(
        self,
        place: &str,
        of: (String, String),
        names: (&str, &str),
        origin: Origin,
    ) -> Result<Imported, StateError> {
        Self::check_origin(&of, place, names, origin)?;
        self.imported(place, of, names)
    }

    /// Whether a document is of another stack; fails if that is not wanted. `found` are its stack
    /// and project.
    fn check_origin(
        found: &(String, String),
        place: &str,
        (project, stack): (&str, &str),
        origin: Origin,
    ) -> Result<bool, StateError> {
        let is_moved = (found.1.as_str(), found.0.as_str()) != (project, stack);
        if is_moved && origin == Origin::SameStack {
            return Err(StateError::Import(format!(
                "`{place}`: it belongs to the stack `{}` of the project `{}`; with --force its \
                 resources become those of `{stack}` of `{project}`",
                found.0, found.1
            )));
        }
        Ok(is_moved)
    }

    /// Moves the resources to the stack, and checks all of the state.
    fn imported(
        mut self,
        place: &str,
        found: (String, String),
        (project, stack): (&str, &str),
    ) -> Result<Imported, StateError> {
        let refuse = |problem: &dyn Display| StateError::Import(format!("`{place}`: {problem}"));
        let is_moved = (found.1.as_str(), found.0.as_str()) != (project, stack);
        if is_moved {
            self.map_urns(&Relocation {
                from: (&found.0, &found.1),
                to: (stack, project),
            });
        }
        self.validate().map_err(|it| refuse(&it))?;
        self.check_import(project, stack)
            .map_err(|it| refuse(&it))?;
        let moved_from = is_moved.then_some(found);
        let state = self;
        Ok(Imported { state, moved_from })
    }

    fn check_import(&self, project: &str, stack: &str) -> Result<(), ImportFault> {
        let unknown = |value: &Value| value.contains_unknown();
        for resource in self.resources.values() {
            let urn = &resource.urn;
            if (urn.project(), urn.stack()) != (project, stack) {
                return Err(ImportFault::OtherStack(urn.clone()));
            }
            for (field, members) in [("inputs", &resource.inputs), ("outputs", &resource.outputs)] {
                if let Some((key, _)) = members.iter().find(|(_, value)| unknown(value)) {
                    return Err(ImportFault::UnknownValue {
                        key: key.clone(),
                        field,
                        urn: urn.clone(),
                    });
                }
            }
        }
        match self.outputs.iter().find(|(_, value)| unknown(value)) {
            Some((key, _)) => Err(ImportFault::UnknownOutput(key.clone())),
            None => Ok(()),
        }
    }
}
