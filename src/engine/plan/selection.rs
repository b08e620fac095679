//! The resources that a run selects: `--target`, `--exclude`, `--replace`.

use std::collections::BTreeSet;

use lumi_graph::Urn;
use serde::{Deserialize, Serialize};

/// A URN or a name, in which `*` matches any text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResourcePattern(String);

impl ResourcePattern {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn matches(&self, urn: &Urn) -> bool {
        let text = if self.0.starts_with("urn:") {
            urn.as_str()
        } else {
            urn.name()
        };
        is_match(&self.0, text)
    }
}

/// Greedy from the left; the last `*` matches the rest.
fn is_match(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let Some(last) = pieces.next_back() else {
        return rest.is_empty();
    };
    for piece in pieces {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The user's selection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Selection {
    /// If not empty, only these are included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<ResourcePattern>,
    /// Whether dependents of targets are included, directly or indirectly.
    #[serde(skip_serializing_if = "is_false")]
    pub with_dependents: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub excludes: Vec<ResourcePattern>,
    /// Whether dependents of excluded resources are excluded, directly or indirectly.
    #[serde(skip_serializing_if = "is_false")]
    pub excludes_dependents: bool,
    /// Whether resources that the state protects are excluded.
    #[serde(skip_serializing_if = "is_false")]
    pub excludes_protected: bool,
    /// The needs of targets that the stack did not have when the plan was made; they are included, too.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub needed: BTreeSet<Urn>,
    /// Replaced even without changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<ResourcePattern>,
}

impl Selection {
    pub fn contains(&self, urn: &Urn) -> bool {
        let is_target = self.targets.iter().any(|it| it.matches(urn));
        (self.targets.is_empty() || is_target || self.is_needed(urn)) && !self.is_excluded(urn)
    }

    /// Whether a resource is included only because a target needs it.
    pub fn is_needed(&self, urn: &Urn) -> bool {
        self.needed.contains(urn)
    }

    pub fn is_excluded(&self, urn: &Urn) -> bool {
        self.excludes.iter().any(|it| it.matches(urn))
    }

    /// Whether dependents of targets must be determined.
    pub fn follows_dependents(&self) -> bool {
        self.with_dependents && !self.targets.is_empty()
    }

    pub fn is_replaced(&self, urn: &Urn) -> bool {
        self.replaces.iter().any(|it| it.matches(urn))
    }

    /// Whether a run has no selection at all.
    pub fn is_empty(&self) -> bool {
        self.patterns().next().is_none() && !self.excludes_protected
    }

    /// Whether all resources are included.
    pub fn is_whole(&self) -> bool {
        self.targets.is_empty() && self.excludes.is_empty() && !self.excludes_protected
    }

    /// All patterns, for reporting those without a match.
    pub fn patterns(&self) -> impl Iterator<Item = &ResourcePattern> {
        self.targets
            .iter()
            .chain(&self.excludes)
            .chain(&self.replaces)
    }
}

/// Whether a plan need not mention a flag.
pub fn is_false(flag: &bool) -> bool {
    !flag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_names_or_urns() {
        let urn = Urn::parse("urn:lumi:dev::web::index::std:fs:File::page-12").unwrap();
        let matches = |pattern: &str| ResourcePattern::new(pattern).matches(&urn);
        for good in [
            "page-12",
            "page-*",
            "*",
            "*12",
            "p*-1*",
            "urn:lumi:dev::*::page-12",
        ] {
            assert!(matches(good), "{good}");
        }
        for bad in [
            "page",
            "*-1",
            "page-12*x",
            "urn:lumi:prod::*",
            "std:fs:File",
            "",
        ] {
            assert!(!matches(bad), "{bad}");
        }
    }

    #[test]
    fn overlapping_pieces_do_not_match_twice() {
        assert!(!is_match("ab*ba", "aba"));
        assert!(is_match("ab*ba", "abba"));
        assert!(is_match("a**b", "ab"));
    }

    #[test]
    fn an_empty_selection_selects_everything() {
        let urn = Urn::parse("urn:lumi:dev::web::index::std:fs:File::a").unwrap();
        let mut selection = Selection::default();
        assert!(selection.contains(&urn) && selection.is_whole());
        selection.excludes.push(ResourcePattern::new("a"));
        assert!(!selection.contains(&urn));
    }
}
