//! A place that is not converted, or that depends on more than its text.

use lumi_graph::SourcePosition;

/// How sure the conversion of a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// The text stays as it was, and does not work in Lumi.
    NotConverted,
    /// The conversion of the place is right under the condition that the note names.
    Check,
}

impl NoteKind {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotConverted => "notConverted",
            Self::Check => "check",
        }
    }
}

/// A place of the original program that a person must look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub kind: NoteKind,
    /// The place in the original.
    pub place: SourcePosition,
    /// The fact, as a sentence without a full stop.
    pub what: String,
    /// The next step.
    pub advice: String,
}
