//! The knowledge about the objects of a stack after a round, and the events of the next one.

use lumi_state::{DriftEntry, DriftEvent};
use serde_json::Value as Json;

use super::round::Outcome;

/// The knowledge about the objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum KnownDrift {
    /// They are what was deployed, or no round has compared them yet.
    #[default]
    None,
    /// They differ in this way.
    Some(Vec<Json>),
    /// The last round failed.
    Failed,
}

impl KnownDrift {
    /// The knowledge that an earlier watch has left.
    pub fn of(newest: Option<DriftEntry>) -> Self {
        let Some(entry) = newest else {
            return Self::None;
        };
        match entry.event {
            DriftEvent::Drifted => Self::Some(entry.drift),
            DriftEvent::Failed => Self::Failed,
            DriftEvent::Resolved | DriftEvent::SetBack | DriftEvent::Recovered => Self::None,
        }
    }

    /// Takes the outcome of a round. Returns the event, if something has changed.
    pub fn learn(&mut self, outcome: &Outcome) -> Option<DriftEvent> {
        let (known, event) = match outcome {
            Outcome::Busy => return None,
            Outcome::Failed(_) => {
                let event = (*self != Self::Failed).then_some(DriftEvent::Failed);
                (Self::Failed, event)
            }
            Outcome::SetBack(_) => (Self::None, Some(DriftEvent::SetBack)),
            Outcome::Drifted(drift) => {
                let is_known = matches!(self, Self::Some(known) if is_same(known, drift));
                let event = (!is_known).then_some(DriftEvent::Drifted);
                (Self::Some(drift.clone()), event)
            }
            Outcome::NoDrift => {
                let event = match self {
                    Self::None => None,
                    Self::Some(_) => Some(DriftEvent::Resolved),
                    Self::Failed => Some(DriftEvent::Recovered),
                };
                (Self::None, event)
            }
        };
        *self = known;
        event
    }
}

/// Whether the same properties have the same values: lines of the program may have moved.
fn is_same(known: &[Json], drift: &[Json]) -> bool {
    let identity =
        |it: &Json| ["urn", "path", "recorded", "world", "state"].map(|key| it[key].clone());
    known.len() == drift.len()
        && known
            .iter()
            .zip(drift)
            .all(|(a, b)| identity(a) == identity(b))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn drift(world: &str, line: u32) -> Vec<Json> {
        vec![json!({ "urn": "u", "path": "content", "world": world, "source": { "line": line } })]
    }

    #[test]
    fn only_changes_are_events() {
        use DriftEvent::{Drifted, Failed, Recovered, Resolved, SetBack};
        let failed = || Outcome::Failed("no credentials".to_owned());
        let rounds = [
            (Outcome::NoDrift, None),
            (Outcome::Drifted(drift("a", 1)), Some(Drifted)),
            (Outcome::Drifted(drift("a", 7)), None),
            (Outcome::Busy, None),
            (Outcome::Drifted(drift("b", 7)), Some(Drifted)),
            (Outcome::NoDrift, Some(Resolved)),
            (Outcome::NoDrift, None),
            (failed(), Some(Failed)),
            (failed(), None),
            (Outcome::NoDrift, Some(Recovered)),
            (Outcome::SetBack(drift("c", 1)), Some(SetBack)),
            (Outcome::SetBack(drift("c", 1)), Some(SetBack)),
            (failed(), Some(Failed)),
            (Outcome::Drifted(drift("a", 1)), Some(Drifted)),
        ];
        let mut known = KnownDrift::default();
        for (round, (outcome, event)) in rounds.into_iter().enumerate() {
            assert_eq!(known.learn(&outcome), event, "round {round}");
        }
    }
}
