//! Members that bridged providers write into outputs for themselves, such as `__pulumi_raw_state_delta`.

use lumi_graph::Object;
use lumi_provider::reveal;

/// The beginning of the names of such members.
const NOTE: &str = "__";

/// The outputs that were read. If they differ from the known ones in notes alone, the known notes stay: a bridge writes
/// others for the same object, which is no drift.
pub fn with_known_notes(mut read: Object, known: Option<&Object>) -> Object {
    let Some(known) = known.map(reveal) else {
        return read;
    };
    let is_note = |key: &str| key.starts_with(NOTE);
    let without_notes = |of: &Object| -> Object {
        let visible = reveal(of).into_iter();
        visible.filter(|(key, _)| !is_note(key)).collect()
    };
    if without_notes(&read) == without_notes(&known) {
        read.retain(|key, _| !is_note(key));
        read.extend(known.into_iter().filter(|(key, _)| is_note(key)));
    }
    read
}

#[cfg(test)]
mod tests {
    use lumi_graph::Value;

    use super::*;

    fn object(members: &[(&str, &str)]) -> Object {
        let members = members.iter();
        members
            .map(|(key, text)| ((*key).to_owned(), Value::from(*text)))
            .collect()
    }

    #[test]
    fn other_notes_alone_are_no_difference() {
        let known = object(&[("a", "1"), ("__note", "x"), ("__gone", "y")]);
        let same = with_known_notes(object(&[("a", "1"), ("__note", "z")]), Some(&known));
        assert_eq!(same, known);
        let changed = object(&[("a", "2"), ("__note", "z")]);
        assert_eq!(with_known_notes(changed.clone(), Some(&known)), changed);
        assert_eq!(with_known_notes(changed.clone(), None), changed);
    }
}
