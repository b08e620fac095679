//! Symbols and words for each kind of step.

use lumi_engine::StepKind;

use super::super::palette;
use super::super::rows::Symbol;

/// The words for a step in all forms.
#[derive(Clone, Copy, Debug)]
pub struct StepStyle {
    pub symbol: Symbol,
    /// `creating`
    pub doing: &'static str,
    /// `created`
    pub done: &'static str,
    /// `create`
    pub task: &'static str,
}

impl StepStyle {
    pub fn of(kind: StepKind) -> Self {
        let (text, style, doing, done, task) = match kind {
            StepKind::Same => (" ", palette::QUIET, "checking", "unchanged", "keep"),
            StepKind::Create => ("+", palette::CREATE, "creating", "created", "create"),
            StepKind::Update => ("~", palette::UPDATE, "updating", "updated", "update"),
            StepKind::CreateReplacement => (
                "+-",
                palette::REPLACE,
                "creating replacement",
                "replacement created",
                "replace",
            ),
            StepKind::DeleteReplaced => (
                "+-",
                palette::REPLACE,
                "deleting old",
                "old deleted",
                "delete the old object of",
            ),
            StepKind::Delete => ("-", palette::DELETE, "deleting", "deleted", "delete"),
            StepKind::Read => (">", palette::READ, "reading", "read", "read"),
            StepKind::Refresh => ("*", palette::READ, "refreshing", "refreshed", "refresh"),
            StepKind::Import => ("=", palette::READ, "importing", "imported", "import"),
            StepKind::Forget => ("x", palette::READ, "forgetting", "forgotten", "forget"),
        };
        let symbol = Symbol { text, style };
        Self {
            symbol,
            doing,
            done,
            task,
        }
    }
}
