//! Hides differences as the program requests (`hideDiffs`).

use std::sync::Arc;

use lumi_graph::{PathPattern, PropertyPath, ResourceOptions};

use crate::event::StepInfo;

/// The reason for a change without visible differences.
const HIDDEN: &str = "the differences are hidden by `hideDiffs`";

/// Hides differences in a step of an earlier program, by the options in the state.
pub fn hide_differences(step: &mut StepInfo, options: &ResourceOptions) {
    let patterns = options.hide_diffs();
    if patterns.is_empty() {
        return;
    }
    let differed = step.old != step.new;
    hide(step, patterns);
    if differed && step.old == step.new && step.reason.is_none() {
        step.reason = Some(HIDDEN.to_owned());
    }
}

/// Hides differences: new values are replaced by the old ones.
pub fn hide(step: &mut StepInfo, patterns: &[PathPattern]) {
    if let (Some(old), Some(new)) = (&step.old, &mut step.new) {
        let new = Arc::make_mut(new);
        for pattern in patterns {
            pattern.reset(new, old);
        }
    }
    let all = step.changes.len();
    step.changes.retain(|change| {
        let path = change.path.parse::<PropertyPath>();
        !path.is_ok_and(|path| patterns.iter().any(|it| it.contains(&path)))
    });
    if step.changes.is_empty() && all > 0 && step.reason.is_none() {
        step.reason = Some(HIDDEN.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StepKind;
    use crate::tests::samples::resource;
    use lumi_graph::{Object, Secrets, SerObject, Value};
    use lumi_provider::{PropertyChange, PropertyChangeKind};

    fn object(json: &str) -> Arc<Object> {
        match Value::from_json(json).unwrap() {
            Value::Object(object) => Arc::new(object),
            other => panic!("{other:?}"),
        }
    }

    /// The visible new values and changed paths.
    fn shown(pattern: &str, old: &str, new: &str, changes: &[&str]) -> String {
        let mut step =
            crate::deletion::deletion_step::deletion_step(StepKind::Update, &resource(1, "a"));
        (step.old, step.new) = (Some(object(old)), Some(object(new)));
        let change = |path: &&str| PropertyChange {
            path: (*path).to_owned(),
            kind: PropertyChangeKind::Changed,
            replaces: false,
        };
        step.changes = changes.iter().map(change).collect();
        hide(&mut step, &[pattern.parse().unwrap()]);
        let new =
            serde_json::to_string(&SerObject::new(&step.new.unwrap(), Secrets::Shown)).unwrap();
        let paths: Vec<String> = step.changes.into_iter().map(|it| it.path).collect();
        format!("{new} {paths:?}{}", step.reason.unwrap_or_default())
    }

    #[test]
    fn differences_are_hidden_where_the_patterns_say() {
        let (old, new) = (
            r#"{"body":{"token":"a","ttl":1},"list":[{"x":1,"y":1}]}"#,
            r#"{"body":{"token":"b","ttl":2},"list":[{"x":2,"y":2}]}"#,
        );
        let lines = [
            shown("body.token", old, new, &["body.token", "body.ttl"]),
            shown("body.token", old, new, &["body"]),
            shown("list[*].x", old, new, &["list[0].x", "list[0].y"]),
            shown("body", old, new, &["body.token"]),
        ];
        insta::assert_snapshot!(lines.join("\n"), @r#"
        {"body":{"token":"a","ttl":2},"list":[{"x":2,"y":2}]} ["body.ttl"]
        {"body":{"token":"a","ttl":2},"list":[{"x":2,"y":2}]} ["body"]
        {"body":{"token":"b","ttl":2},"list":[{"x":1,"y":2}]} ["list[0].y"]
        {"body":{"token":"a","ttl":1},"list":[{"x":2,"y":2}]} []the differences are hidden by `hideDiffs`
        "#);
    }
}
