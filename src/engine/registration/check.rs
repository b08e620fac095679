//! The inputs returned by a provider's check.

use lumi_graph::{Object, PropertyPath, Value, ephemeral_paths};
use lumi_provider::{InputFailure, has_secret, limited_text, reveal, reveal_value};

use crate::event::StepFailure;

/// The checked inputs with the secrets of the given ones: unchanged parts keep their marks, and
/// changed members are secret as a whole. Marks set by the provider are kept, too.
pub fn mark_secret_inputs(checked: Object, given: &Object) -> Object {
    if !has_secret(given) {
        return checked;
    }
    let plain = reveal(given);
    checked
        .into_iter()
        .map(|(key, value)| {
            let value = match given.get(&key) {
                Some(original) if value.contains_secret() && !original.contains_secret() => value,
                Some(original) if plain.get(&key) == Some(&reveal_value(&value)) => {
                    original.clone()
                }
                Some(original) if original.contains_secret() => Value::secret(reveal_value(&value)),
                _ => value,
            };
            (key, value)
        })
        .collect()
}

/// The inputs in which ephemeral values may be.
pub const EPHEMERAL_PLACES: &str = "it is an ephemeral value, which is never stored: give it to a write-only input, to \
                                    the configuration of a provider or to another ephemeral resource";

/// The ephemeral values that the state would have: all but those in `unstored` places.
pub fn misplaced<'i>(
    inputs: &'i Object,
    unstored: &'i [PropertyPath],
) -> impl Iterator<Item = InputFailure> {
    let is_within =
        |path: &PropertyPath, place: &PropertyPath| path.parts.starts_with(&place.parts);
    let paths = ephemeral_paths(inputs).into_iter();
    let misplaced = paths.filter(move |path| !unstored.iter().any(|it| is_within(path, it)));
    misplaced.map(|path| InputFailure {
        path: path.to_string(),
        reason: EPHEMERAL_PLACES.to_owned(),
    })
}

/// All failures as one: those of inputs of the program in their order, then those of others.
pub fn describe(failures: &[InputFailure], inputs: &Object) -> StepFailure {
    let one = |it: &InputFailure| match it.path.as_str() {
        "" => it.reason.clone(),
        path => format!("input `{path}`: {}", it.reason),
    };
    let place = |it: &InputFailure| {
        let path: Option<PropertyPath> = it.path.parse().ok();
        let property = path.as_ref().and_then(PropertyPath::property);
        // An unknown name is often the reason why another one is missing.
        let is_unknown = it.reason.starts_with("unknown property");
        let place = match property {
            None => Some(0),
            Some(name) => inputs.get_index_of(name).map(|it| it + 1),
        };
        (!is_unknown, place.unwrap_or(usize::MAX))
    };
    let mut ordered: Vec<&InputFailure> = failures.iter().collect();
    ordered.sort_by_key(|it| place(it));
    let lines: Vec<String> = ordered.iter().map(|it| one(it)).collect();
    StepFailure {
        inputs: ordered.into_iter().map(|it| it.path.clone()).collect(),
        ..StepFailure::new(limited_text(lines.join("\n")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_come_in_the_order_of_the_inputs() {
        let failure = |path: &str, reason: &str| InputFailure {
            path: path.to_owned(),
            reason: reason.to_owned(),
        };
        let inputs: Object = ["b", "a", "sise"]
            .map(|it| (it.to_owned(), Value::Null))
            .into_iter()
            .collect();
        let failures = [
            failure("size", "is missing"),
            failure("a[0].x", "too long"),
            failure("b", "too short"),
            failure("", "it is wrong"),
            failure("sise", "unknown property; did you mean `size`?"),
        ];
        let described = describe(&failures, &inputs);
        assert_eq!(described.inputs, ["sise", "", "b", "a[0].x", "size"]);
        assert_eq!(
            described.message.lines().nth(2),
            Some("input `b`: too short")
        );
    }

    #[test]
    fn secrets_of_the_program_and_of_the_provider_are_kept() {
        let object = |members: [(&str, Value); 3]| -> Object {
            let members = members.into_iter();
            members
                .map(|(key, value)| (key.to_owned(), value))
                .collect()
        };
        let secret = |text: &str| Value::secret(text.into());
        let given = object([
            ("key", "k".into()),
            ("name", "n".into()),
            ("password", secret("p")),
        ]);
        let checked = object([
            ("key", secret("k")),
            ("name", "n".into()),
            ("password", "completed".into()),
        ]);
        let marked = object([
            ("key", secret("k")),
            ("name", "n".into()),
            ("password", secret("completed")),
        ]);
        assert_eq!(mark_secret_inputs(checked, &given), marked);
    }
}
