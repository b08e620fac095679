//! The knowledge about the objects of a stack after a round, and the events of the next one.

use super::drift_extract::fingerprint;
use super::round::Outcome;
use lumi_state::{DriftEntry, DriftEvent};

/// The knowledge about the objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum KnownDrift {
    /// They are what was deployed, or no round has compared them yet.
    #[default]
    None,
    /// They differ in the way of this [fingerprint].
    Some(String),
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
            DriftEvent::Drifted => {
                let all = || fingerprint(&entry.drift);
                Self::Some(entry.fingerprint.unwrap_or_else(all))
            }
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
                let found = Self::Some(fingerprint(drift));
                let event = (*self != found).then_some(DriftEvent::Drifted);
                (found, event)
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

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

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
