//! One difference, with its class.

use std::fmt;

use lumi_graph::{Difference, Urn, Vertex};

use super::difference_class::DifferenceClass;
use super::difference_reason::DifferenceReason;
use super::matching::MatchReason;

/// A difference between two graphs; borrows from both. Displayed as one line without secrets.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding<'a> {
    pub reason: DifferenceReason,
    pub subject: FindingSubject<'a>,
}

/// The subject of a difference.
#[derive(Clone, Debug, PartialEq)]
pub enum FindingSubject<'a> {
    /// A part of both graphs.
    Difference(Difference<'a>),
    /// A resource that has another URN in the second graph.
    Renamed {
        first: &'a Vertex,
        second: &'a Vertex,
        how: MatchReason,
    },
}

impl<'a> Finding<'a> {
    pub(crate) fn new(reason: DifferenceReason, difference: Difference<'a>) -> Self {
        let subject = FindingSubject::Difference(difference);
        Self { reason, subject }
    }

    pub fn class(&self) -> DifferenceClass {
        self.reason.class()
    }

    /// The URN of the resource in the second graph; in the first one, if it is only there.
    pub fn urn(&self) -> Option<&Urn> {
        match &self.subject {
            FindingSubject::Difference(difference) => difference.urn(),
            FindingSubject::Renamed { second, .. } => Some(&second.urn),
        }
    }
}

impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            FindingSubject::Difference(difference) => write!(f, "{difference}")?,
            FindingSubject::Renamed { first, second, how } => {
                write!(f, "`{}` is now `{}` ({how})", first.urn, second.urn)?;
            }
        }
        match self.reason.explanation() {
            Some(explanation) => write!(f, " ({explanation})"),
            None => Ok(()),
        }
    }
}
