//! Resources that look declared, and that nothing registers: a deployment would delete what they are about.

use std::sync::Arc;

use parking_lot::Mutex;

use lumi_graph::{EscapedText, SourcePosition};

use super::error::{ProgramError, SourceLine, Thrown};
use crate::ops::{Declared, Session};

/// The first such resource of a program and its workers.
#[derive(Clone, Default)]
pub struct LostResources(Arc<Mutex<Option<LostResource>>>);

/// Why a resource is not registered, and where the program makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostResource {
    pub message: String,
    pub position: Option<SourcePosition>,
}

impl LostResources {
    /// The program fails at its end, even if it catches the error that is thrown.
    pub fn note(&self, lost: LostResource) {
        self.0.lock().get_or_insert(lost);
    }

    pub fn first(&self) -> Option<LostResource> {
        self.0.lock().clone()
    }
}

impl LostResource {
    /// A declared resource without a registration.
    pub fn unregistered(declared: &Declared) -> Self {
        let name = EscapedText::short(declared.name.as_str());
        Self {
            message: format!(
                "{} \"{name}\" was declared and never registered, because an input of it failed; the program \
                 caught that error and went on: let it fail, or declare the resource with other inputs",
                declared.resource_type
            ),
            position: declared.source.clone(),
        }
    }

    pub fn to_error(&self, session: &Session) -> ProgramError {
        let position = self.position.as_ref();
        ProgramError::Thrown(Box::new(Thrown {
            class: Some("Error".to_owned()),
            message: self.message.clone(),
            excerpt: position.and_then(|it| SourceLine::read(it, session)),
            ..Thrown::default()
        }))
    }
}
