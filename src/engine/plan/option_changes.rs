//! Changes of options since the last deployment.

use lumi_graph::{ResourceOptions, Urn, Value};
use lumi_provider::reveal_value;

/// The names of changed options that only affect later runs. They require a record, but no
/// provider call. An option may name a resource by its URN; `renamed` has the new and the old URN of each renamed resource,
/// and such a pair counts as equal.
pub fn recorded_differences(
    new: &ResourceOptions,
    old: &ResourceOptions,
    renamed: &[(Urn, Urn)],
) -> Vec<&'static str> {
    // A run that has recorded the new name has renamed it in the options, too.
    let is_same = |now: &Urn, old: &Urn| {
        now == old
            || renamed
                .iter()
                .any(|names| (&names.0, &names.1) == (now, old))
    };
    let is_kept = match (new.deleted_with(), old.deleted_with()) {
        (Some(now), Some(old)) => is_same(now, old),
        (now, old) => now == old,
    };
    let (partners, before) = (new.replace_with(), old.replace_with());
    let are_kept = partners.len() == before.len()
        && partners
            .iter()
            .zip(before.iter())
            .all(|(now, old)| is_same(now, old));
    let retains = |it: &ResourceOptions| it.retain_on_delete() == Some(true);
    let differences = [
        ("protect", new.is_protected() != old.is_protected()),
        ("retainOnDelete", retains(new) != retains(old)),
        ("deletedWith", !is_kept),
        ("replaceWith", !are_kept),
        ("customTimeouts", new.timeouts() != old.timeouts()),
    ];
    let differing = differences.into_iter().filter(|(_, differs)| *differs);
    differing.map(|(name, _)| name).collect()
}

/// Whether `replacementTrigger` has changed since the deployment with the options `old`. Absent and
/// null mean no trigger; an unknown value counts as changed. Secrecy is ignored.
pub fn is_triggered(new: &ResourceOptions, old: &ResourceOptions) -> bool {
    let plain = |it: &Value| match reveal_value(it) {
        Value::Null => None,
        value => Some(value),
    };
    let new = new.replacement_trigger().and_then(plain);
    let old = old.replacement_trigger().and_then(plain);
    match (old, new) {
        (Some(old), Some(new)) => new.contains_unknown() || old != new,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lumi_graph::ResourceOption;

    fn options(json: &str) -> ResourceOptions {
        match Value::from_json(json).unwrap() {
            Value::Object(object) => object.into(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_absent_flag_is_the_same_as_false() {
        let (absent, off) = (options("{}"), options(r#"{"protect":false}"#));
        assert!(recorded_differences(&absent, &off, &[]).is_empty());
        let on = options(r#"{"protect":true,"retainOnDelete":true}"#);
        let differences = recorded_differences(&on, &off, &[]);
        assert_eq!(differences, ["protect", "retainOnDelete"]);
    }

    #[test]
    fn a_trigger_is_another_value_and_no_new_one() {
        let trigger = |json: &str| options(&format!(r#"{{"replacementTrigger":{json}}}"#));
        let of = |value: Value| [ResourceOption::ReplacementTrigger(value)];
        let one = trigger(r#"{"a":[1]}"#);
        assert!(!is_triggered(&trigger(r#"{"a":[1]}"#), &one));
        assert!(is_triggered(&trigger(r#"{"a":[2]}"#), &one));
        assert!(!is_triggered(&trigger("null"), &one));
        assert!(!is_triggered(&trigger("1"), &options("{}")));
        assert!(!is_triggered(&options("{}"), &one));
        let secret = Value::secret(one.replacement_trigger().unwrap().clone());
        assert!(!is_triggered(&of(secret).into_iter().collect(), &one));
        let unknown = of(Value::Unknown).into_iter().collect();
        assert!(is_triggered(&unknown, &one) && !is_triggered(&unknown, &options("{}")));
    }
}
