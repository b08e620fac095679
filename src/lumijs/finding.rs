//! A piece of code that is not LumiJS, and its position.

use std::sync::Arc;

use super::rule::Rule;

/// A place that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub rule: Rule,
    /// The display name of the module.
    pub file: Arc<str>,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in UTF-16 units.
    pub column: u32,
    /// The code that breaks the rule, such as `Math.random`.
    pub subject: String,
}

impl Finding {
    /// A sentence without the position.
    pub fn message(&self) -> String {
        let text = self.rule.text();
        format!("{}: {}", self.subject, text.title)
    }
}
