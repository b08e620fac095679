//! Decides between same, update and replace.

use lumi_graph::{Object, PropertyPath, ResourceOptions, compare_objects};
use lumi_provider::{Changes, Diff, PropertyChange, PropertyChangeKind};
use lumi_state::Resource;

/// All facts about an existing resource with a goal.
#[derive(Clone, Copy, Debug)]
pub struct DiffContext<'a> {
    pub old: &'a Resource,
    /// Checked; may contain unknown values in a preview.
    pub inputs: &'a Object,
    pub diff: &'a Diff,
    pub options: &'a ResourceOptions,
    /// A reason to replace it regardless of the provider, such as `--replace`.
    pub replace_because: Option<&'a str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    Same,
    Update(ChangeReason),
    Replace {
        why: ChangeReason,
        order: ReplacementOrder,
    },
}

/// Which object of a replacement comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplacementOrder {
    /// The new object is created before the old one is deleted.
    CreateFirst,
    /// The old object is deleted before the new one is created.
    DeleteFirst(DeletionCause),
}

/// The cause of a deletion before the new object is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionCause {
    /// The provider cannot have both objects at the same time.
    Provider,
    /// `deleteBeforeReplace: true`, where the provider could have both.
    Option,
    /// The convention of Terraform, which a dependent with `deleteBeforeReplace: false` overrides.
    Convention,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangeReason {
    pub changes: Vec<PropertyChange>,
    /// Set if no input explains the change.
    pub reason: Option<String>,
}

impl DiffContext<'_> {
    pub fn decide(&self) -> Decision {
        let mut changes = self.changes();
        if !self.options.replace_on_changes().is_empty() {
            let exact = input_changes(&self.old.inputs, self.inputs);
            let exact: Vec<PropertyPath> =
                exact.iter().filter_map(|it| it.path.parse().ok()).collect();
            for change in &mut changes {
                change.replaces |= self.is_replacing(&change.path, &exact);
            }
        }
        let replaces = changes.iter().any(|it| it.replaces);
        if replaces || self.replace_because.is_some() {
            let reason = self.replace_because.map(str::to_owned);
            return Decision::Replace {
                why: ChangeReason { changes, reason },
                order: self.order(),
            };
        }
        if let [problem, ..] = &self.old.problems[..] {
            let reason = Some(format!("it is incomplete: {problem}"));
            return Decision::Update(ChangeReason { changes, reason });
        }
        if changes.is_empty() && self.diff.changes != Changes::Some {
            return Decision::Same;
        }
        let reason = changes
            .is_empty()
            .then(|| "the provider says that it differs".to_owned());
        Decision::Update(ChangeReason { changes, reason })
    }

    fn order(&self) -> ReplacementOrder {
        let Diff {
            delete_before_replace,
            may_create_first,
            ..
        } = *self.diff;
        match (self.options.delete_before_replace(), delete_before_replace) {
            (Some(false), _) | (None, false) => ReplacementOrder::CreateFirst,
            (None, true) if may_create_first => {
                ReplacementOrder::DeleteFirst(DeletionCause::Convention)
            }
            (Some(true), is_required) if !is_required || may_create_first => {
                ReplacementOrder::DeleteFirst(DeletionCause::Option)
            }
            (Some(true), _) | (None, true) => {
                ReplacementOrder::DeleteFirst(DeletionCause::Provider)
            }
        }
    }

    /// The changes reported by the provider, otherwise the differences of the inputs.
    fn changes(&self) -> Vec<PropertyChange> {
        match self.diff.changes {
            Changes::None => Vec::new(),
            Changes::Some if !self.diff.properties.is_empty() => self.diff.properties.clone(),
            Changes::Some | Changes::Unknown => input_changes(&self.old.inputs, self.inputs),
        }
    }

    /// Whether a change requires a replacement by `replaceOnChanges`. Providers may report a path
    /// that contains the change; then `exact`, the differences of the inputs, has the precise ones.
    fn is_replacing(&self, path: &str, exact: &[PropertyPath]) -> bool {
        let Ok(path) = path.parse::<PropertyPath>() else {
            return false;
        };
        let mut with_timeout = exact
            .iter()
            .filter(|it| it.parts.starts_with(&path.parts))
            .peekable();
        let patterns = self.options.replace_on_changes();
        let concerned = |path: &PropertyPath| patterns.iter().any(|it| it.concerns(path));
        match with_timeout.peek() {
            Some(_) => with_timeout.any(concerned),
            None => concerned(&path),
        }
    }
}

/// Returns the inputs whose values differ. Secrecy is not compared: a provider receives the same value
/// whether it is secret or not.
pub fn input_changes(old: &Object, new: &Object) -> Vec<PropertyChange> {
    let mut changes = Vec::new();
    compare_objects(old, new, &mut |path, old, new| {
        let kind = match (old, new) {
            (None, _) => PropertyChangeKind::Added,
            (_, None) => PropertyChangeKind::Removed,
            _ => PropertyChangeKind::Changed,
        };
        changes.push(PropertyChange {
            path: path.to_string(),
            kind,
            replaces: false,
        });
    });
    changes
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::tests::samples::resource;
    use lumi_graph::Value;

    fn object(json: &str) -> Object {
        match Value::from_json(json).unwrap() {
            Value::Object(object) => object,
            other => panic!("{other:?}"),
        }
    }

    /// Whether a change from `old` to `new`, reported at `path`, replaces with a pattern.
    fn replaces(pattern: &str, path: &str, old: &str, new: &str) -> bool {
        let mut before = resource(1, "a");
        before.inputs = Arc::new(object(old));
        let options = object(&format!(r#"{{"replaceOnChanges":["{pattern}"]}}"#));
        let options = ResourceOptions::from(options);
        let change = PropertyChange {
            path: path.to_owned(),
            kind: PropertyChangeKind::Changed,
            replaces: false,
        };
        let diff = Diff {
            changes: Changes::Some,
            properties: vec![change],
            ..Diff::default()
        };
        let question = DiffContext {
            old: &before,
            inputs: &object(new),
            diff: &diff,
            options: &options,
            replace_because: None,
        };
        matches!(question.decide(), Decision::Replace { .. })
    }

    #[test]
    fn only_what_really_changed_replaces() {
        let (old, ttl) = (
            r#"{"body":{"name":"a","ttl":1}}"#,
            r#"{"body":{"name":"a","ttl":2}}"#,
        );
        let name = r#"{"body":{"name":"b","ttl":1}}"#;
        assert!(!replaces("body.name", "body", old, ttl));
        assert!(replaces("body.name", "body", old, name));
        assert!(replaces("body.*", "body", old, ttl));
        assert!(replaces("body", "body", old, ttl));
        assert!(replaces("*", "body", old, ttl));
        // The whole value changed, or the new value is unknown.
        assert!(replaces("body.name", "body", old, r#"{"body":"text"}"#));
        assert!(replaces("body.name", "body", old, "{}"));
        // For a property that is not an input, the provider's report counts.
        assert!(replaces("etag", "etag", old, old));
        assert!(replaces("etag.value", "etag", old, ttl));
        let rules = |port: u32, host: &str| {
            format!(r#"{{"rules":[{{"port":{port},"host":"{host}"}},{{"port":3,"host":"c"}}]}}"#)
        };
        assert!(!replaces(
            "rules[*].port",
            "rules",
            &rules(1, "a"),
            &rules(1, "b")
        ));
        assert!(replaces(
            "rules[*].port",
            "rules",
            &rules(1, "a"),
            &rules(2, "a")
        ));
    }
}
