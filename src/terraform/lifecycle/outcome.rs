//! An object after a change, also after half of one.

use crate::cty::{Path, Value, ValueError};
use crate::protocol::Diagnostics;
use crate::schema::{Block, check_compatible};

use super::object::{Object, Status};

/// The end of a change. The object is to be stored before anything is reported.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The current object; `None` if there is none.
    pub object: Option<Object>,
    pub status: Status,
    /// The diagnostics of the provider, with its errors.
    pub diagnostics: Diagnostics,
    /// The mistakes of the provider.
    pub contradictions: Vec<ValueError>,
}

impl Outcome {
    pub fn has_failed(&self) -> bool {
        self.diagnostics.has_error() || !self.contradictions.is_empty()
    }
}

/// A change that a provider has answered.
#[derive(Clone, Copy, Debug)]
pub struct Change<'c> {
    pub block: &'c Block,
    /// The object before, and its status; its value is null for a creation.
    pub prior: &'c Object,
    pub status: Status,
    /// The planned value; null for a deletion.
    pub planned: &'c Value,
    /// Whether the provider may contradict its plan.
    pub is_legacy: bool,
}

/// Judges an answer. What the provider says exists is kept, also if it comes with errors.
pub fn check_outcome(change: &Change<'_>, answer: Object, diagnostics: Diagnostics) -> Outcome {
    let (value, mut contradictions) = replace_unknown(&answer.value);
    if !diagnostics.has_error() && contradictions.is_empty() {
        contradictions = contradictions_of(change, &value);
    }
    let has_failed = diagnostics.has_error() || !contradictions.is_empty();
    let is_creation = change.prior.value.is_null();
    let is_gone = value.is_null();
    let made = || Some(Object { value, ..answer });
    let (object, status) = match (is_gone, has_failed) {
        (true, true) => (prior_object(change), change.status),
        (true, false) => (None, Status::Ready),
        (false, true) if is_creation => (made(), Status::Tainted),
        (false, true) => (made(), change.status),
        (false, false) => (made(), Status::Ready),
    };
    Outcome {
        object,
        status,
        diagnostics,
        contradictions,
    }
}

/// The object before, if there was one: a failed creation has made nothing.
fn prior_object(change: &Change<'_>) -> Option<Object> {
    (!change.prior.value.is_null()).then(|| change.prior.clone())
}

fn contradictions_of(change: &Change<'_>, value: &Value) -> Vec<ValueError> {
    let wrong = |reason| vec![ValueError::new(reason)];
    match (change.planned.is_null(), value.is_null()) {
        (true, true) => Vec::new(),
        (true, false) => wrong("the object is still there after its deletion"),
        (false, true) => wrong("the object is not there after the change"),
        (false, false) if change.is_legacy => Vec::new(),
        (false, false) => check_compatible(change.block, change.planned, value),
    }
}

/// The value with null in place of what is unknown, and the places of that.
fn replace_unknown(value: &Value) -> (Value, Vec<ValueError>) {
    let mut places = Vec::new();
    let known = value.map_parts(&Path::ROOT, &mut |path, part| {
        part.is_unknown().then(|| {
            places.push(ValueError {
                path: path.clone(),
                reason: "it is still unknown after the change".to_owned(),
            });
            Value::Null
        })
    });
    (known, places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Diagnostic, Severity};

    fn error() -> Diagnostics {
        Diagnostics(vec![Diagnostic {
            severity: Severity::Error,
            summary: "no".to_owned(),
            detail: String::new(),
            path: Path::ROOT,
        }])
    }

    fn object(id: Value) -> Object {
        Object {
            value: Value::object([("id", id)]),
            private: b"p".to_vec(),
            identity: None,
        }
    }

    fn judged(
        prior: &Object,
        planned: &Value,
        answer: Object,
        diagnostics: Diagnostics,
    ) -> Outcome {
        let change = Change {
            block: &Block::default(),
            prior,
            status: Status::Ready,
            planned,
            is_legacy: false,
        };
        check_outcome(&change, answer, diagnostics)
    }

    /// The object that is left after a change, and its status.
    fn left(
        prior: &Object,
        planned: &Value,
        answer: &Object,
        has_error: bool,
    ) -> (Option<Object>, Status) {
        let diagnostics = match has_error {
            true => error(),
            false => Diagnostics::default(),
        };
        let outcome = judged(prior, planned, answer.clone(), diagnostics);
        assert!(outcome.contradictions.is_empty());
        assert_eq!(outcome.has_failed(), has_error);
        (outcome.object, outcome.status)
    }

    #[test]
    fn existing_objects_are_kept() {
        let nothing = Object::default();
        let old = object(Value::string("old"));
        let new = object(Value::string("new"));
        let planned = &new.value;
        let is = |object: &Object, status| (Some(object.clone()), status);
        let gone = (None, Status::Ready);
        assert_eq!(
            left(&nothing, planned, &new, false),
            is(&new, Status::Ready)
        );
        assert_eq!(
            left(&nothing, planned, &new, true),
            is(&new, Status::Tainted)
        );
        assert_eq!(left(&nothing, planned, &nothing, true), gone);
        assert_eq!(left(&old, planned, &new, true), is(&new, Status::Ready));
        assert_eq!(left(&old, planned, &nothing, true), is(&old, Status::Ready));
        assert_eq!(left(&old, &Value::Null, &nothing, false), gone);
        assert_eq!(
            left(&old, &Value::Null, &old, true),
            is(&old, Status::Ready)
        );
    }

    #[test]
    fn answers_without_sense_are_errors_and_kept() {
        let nothing = Object::default();
        let old = object(Value::string("old"));
        let unknown = judged(
            &nothing,
            &old.value,
            object(Value::UNKNOWN),
            Diagnostics::default(),
        );
        assert_eq!(unknown.object, Some(object(Value::Null)));
        assert_eq!(unknown.status, Status::Tainted);
        assert_eq!(unknown.contradictions[0].path.to_string(), "id");
        let gone = judged(&old, &old.value, nothing.clone(), Diagnostics::default());
        assert!(gone.has_failed() && gone.object == Some(old.clone()));
        let there = judged(&old, &Value::Null, old.clone(), Diagnostics::default());
        assert!(there.has_failed() && there.object == Some(old));
    }
}
