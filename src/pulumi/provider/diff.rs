//! Converts the result of a diff.

use crate::pulumirpc as wire;
use lumi_graph::Object;
use lumi_provider::{Changes, Diff, PropertyChange, PropertyChangeKind};

use wire::diff_response::DiffChanges;
use wire::property_diff::Kind;

/// Converts a provider's diff of two sets of inputs. If it is undecided but lists the properties
/// that replace, Lumi compares the inputs itself.
pub fn diff(answer: wire::DiffResponse, old_inputs: &Object, inputs: &Object) -> Diff {
    let changes = match answer.changes() {
        DiffChanges::DiffNone => Changes::None,
        DiffChanges::DiffSome => Changes::Some,
        DiffChanges::DiffUnknown if answer.replaces.is_empty() => Changes::Unknown,
        DiffChanges::DiffUnknown if old_inputs == inputs => Changes::None,
        DiffChanges::DiffUnknown => Changes::Some,
    };
    Diff {
        changes,
        delete_before_replace: answer.delete_before_replace,
        may_create_first: false,
        properties: properties(answer, old_inputs, inputs),
    }
}

/// The detailed diff if there is one, otherwise the names of the properties.
fn properties(
    answer: wire::DiffResponse,
    old_inputs: &Object,
    inputs: &Object,
) -> Vec<PropertyChange> {
    let mut properties: Vec<PropertyChange> = Vec::new();
    let mut detailed: Vec<_> = answer.detailed_diff.into_iter().collect();
    detailed.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, difference) in detailed {
        let (kind, replaces) = match difference.kind() {
            Kind::Add => (PropertyChangeKind::Added, false),
            Kind::AddReplace => (PropertyChangeKind::Added, true),
            Kind::Delete => (PropertyChangeKind::Removed, false),
            Kind::DeleteReplace => (PropertyChangeKind::Removed, true),
            Kind::Update => (PropertyChangeKind::Changed, false),
            Kind::UpdateReplace => (PropertyChangeKind::Changed, true),
        };
        properties.push(PropertyChange {
            path,
            kind,
            replaces,
        });
    }
    let is_detailed = !properties.is_empty();
    let says_what_replaces = properties.iter().any(|it| it.replaces);
    let of_name = |path: String, replaces: bool| PropertyChange {
        kind: match (old_inputs.contains_key(&path), inputs.contains_key(&path)) {
            (false, true) => PropertyChangeKind::Added,
            (true, false) => PropertyChangeKind::Removed,
            _ => PropertyChangeKind::Changed,
        },
        path,
        replaces,
    };
    if !says_what_replaces {
        for path in answer.replaces {
            match properties.iter_mut().find(|it| it.path == path) {
                Some(known) => known.replaces = true,
                None => properties.push(of_name(path, true)),
            }
        }
    }
    if !is_detailed {
        for path in answer.diffs {
            if properties.iter().all(|it| it.path != path) {
                properties.push(of_name(path, false));
            }
        }
    }
    properties
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(json: &str) -> Object {
        match lumi_graph::Value::from_json(json).unwrap() {
            lumi_graph::Value::Object(object) => object,
            other => panic!("{other:?}"),
        }
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|it| (*it).to_owned()).collect()
    }

    /// The converted diff of a change from `a: 1` to `a: 2, b: 1`.
    fn said(answer: wire::DiffResponse) -> String {
        let (old, new) = (object(r#"{"a":1}"#), object(r#"{"a":2,"b":1}"#));
        let diff = diff(answer, &old, &new);
        let change = |it: &PropertyChange| {
            let kind = match it.kind {
                PropertyChangeKind::Added => "+",
                PropertyChangeKind::Removed => "-",
                PropertyChangeKind::Changed => "~",
            };
            let replaces = if it.replaces { "!" } else { "" };
            format!(" {kind}{}{replaces}", it.path)
        };
        let changes: String = diff.properties.iter().map(change).collect();
        format!("{:?}{changes}", diff.changes)
    }

    #[test]
    fn names_and_details_are_understood() {
        let some = DiffChanges::DiffSome.into();
        assert_eq!(said(wire::DiffResponse::default()), "Unknown");
        let none = DiffChanges::DiffNone.into();
        let answer = wire::DiffResponse {
            changes: none,
            ..Default::default()
        };
        assert_eq!(said(answer), "None");
        let answer = wire::DiffResponse {
            changes: some,
            replaces: names(&["a"]),
            diffs: names(&["a", "b"]),
            ..Default::default()
        };
        assert_eq!(said(answer), "Some ~a! +b");
        let kinds = [
            ("tags.x", Kind::Add),
            ("tags.y", Kind::DeleteReplace),
            ("rules[0]", Kind::Update),
        ];
        let detail = |kind: Kind| wire::PropertyDiff {
            kind: kind.into(),
            input_diff: false,
        };
        let details = kinds.map(|(path, kind)| (path.to_owned(), detail(kind)));
        let answer = wire::DiffResponse {
            changes: some,
            replaces: names(&["tags"]),
            diffs: names(&["tags", "rules"]),
            detailed_diff: details.into_iter().collect(),
            has_detailed_diff: true,
            ..Default::default()
        };
        assert_eq!(said(answer), "Some ~rules[0] +tags.x -tags.y!");
        let details = [("a".to_owned(), detail(Kind::Update))];
        let answer = wire::DiffResponse {
            changes: some,
            replaces: names(&["a"]),
            detailed_diff: details.into_iter().collect(),
            has_detailed_diff: true,
            ..Default::default()
        };
        assert_eq!(said(answer), "Some ~a!");
    }

    #[test]
    fn details_without_names_leave_the_comparison_to_the_engine() {
        let answer = || wire::DiffResponse {
            replaces: names(&["a"]),
            ..Default::default()
        };
        assert_eq!(said(answer()), "Some ~a!");
        let same = object(r#"{"a":1}"#);
        assert_eq!(diff(answer(), &same, &same).changes, Changes::None);
    }
}
