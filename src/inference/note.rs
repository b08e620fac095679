//! A note for the reader of an inferred program.

use std::fmt;

use lumi_graph::Urn;

/// How sure the program is about something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NoteKind {
    /// The graph does not say it, and the program has what is likely.
    Guessed,
    /// The program takes it from the configuration.
    Configured,
    /// The SDK has no way to say it.
    Lost,
}

impl NoteKind {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Guessed => "guessed",
            Self::Configured => "configured",
            Self::Lost => "lost",
        }
    }
}

/// A remark about one place of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub kind: NoteKind,
    /// `None` for an output of the stack.
    pub urn: Option<Urn>,
    /// The property, option or output.
    pub place: String,
    /// A sentence without its period.
    pub message: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.urn {
            Some(urn) => write!(
                f,
                "`{}` of {} \"{}\"",
                self.place,
                urn.resource_type(),
                urn.name()
            )?,
            None => write!(f, "the output `{}`", self.place)?,
        }
        write!(f, ": {}", self.message)
    }
}
