//! Objects in documents.
//!
//! A document struct is generic over its objects, so that one list of fields is written and read:
//! it is written with [`SerMembers`], which borrow an object and know how its secrets are written, and
//! read with [`PlainValue`], which a [`DocumentReader`] decrypts once the resource is known that an
//! error has to name.

use std::borrow::Cow;
use std::fmt::Display;

use serde::{Serialize, Serializer};

use lumi_graph::{FileNames, Object, PlainValue, Sealer, Secrets, SerObject};

use super::document_error::DocumentError;

/// An object that is written.
pub struct SerMembers<'a> {
    members: Cow<'a, Object>,
    secrets: Secrets<'a>,
}

impl<'a> SerMembers<'a> {
    pub fn new(members: &'a Object, secrets: Secrets<'a>) -> Self {
        Self {
            members: Cow::Borrowed(members),
            secrets,
        }
    }

    pub fn owned(members: Object, secrets: Secrets<'a>) -> Self {
        Self {
            members: Cow::Owned(members),
            secrets,
        }
    }

    /// `None` for an empty object, which is left out.
    pub fn unless_empty(members: &'a Object, secrets: Secrets<'a>) -> Option<Self> {
        (!members.is_empty()).then(|| Self::new(members, secrets))
    }
}

impl Serialize for SerMembers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SerObject::new(&self.members, self.secrets).serialize(serializer)
    }
}

/// The context of reading a document, and the file names of its positions.
pub struct DocumentReader<'a> {
    sealer: &'a dyn Sealer,
    pub files: FileNames,
}

impl<'a> DocumentReader<'a> {
    pub fn new(sealer: &'a dyn Sealer) -> Self {
        Self {
            sealer,
            files: FileNames::default(),
        }
    }

    /// Decodes the members of `plain`, which is `field` of `place`; an empty object if the field is
    /// absent.
    pub fn object(
        &self,
        plain: Option<PlainValue>,
        field: &'static str,
        place: &dyn Display,
    ) -> Result<Object, DocumentError> {
        let Some(plain) = plain else {
            return Ok(Object::default());
        };
        plain
            .into_object(self.sealer)
            .map_err(|source| DocumentError::Unreadable {
                field,
                place: place.to_string(),
                source: Box::new(source),
            })
    }
}

/// For fields that are left out unless they are set.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub fn is_false(flag: &bool) -> bool {
    !flag
}
