//! Marks secrets in the outputs of providers.

use lumi_graph::{Object, Value};
use lumi_provider::reveal_value;

use super::redactor::Redactor;
use super::secret_digests::SecretDigests;

/// Marks the outputs of a provider: members that are secret in `given` are secret as a whole, and
/// so are members that contain a secret, such as the output of a command, or the hash of one, and
/// those in `additional`. `run_parts` has the secrets of which others in `given` are made, so that an
/// answer may quote them alone. Marks set by the provider are kept. The result is the same whether the
/// provider received secrets marked or plain.
pub fn mark_secret_outputs(
    answered: &mut Object,
    given: &Object,
    parts: &Object,
    additional: &[String],
) {
    let redactor = Redactor::new([given, parts]);
    let hashes: Vec<String> = SecretDigests::of(given)
        .members(answered, given)
        .into_iter()
        .map(str::to_owned)
        .collect();
    for (key, value) in answered {
        let is_secret = additional.contains(key)
            || hashes.contains(key)
            || given.get(key).is_some_and(Value::contains_secret)
            || value.any(|it| match it {
                Value::String(text) => redactor.finds(text),
                Value::Number(number) => redactor.finds_number(*number),
                Value::Object(members) => members.keys().any(|it| redactor.finds(it)),
                _ => false,
            });
        if is_secret && !matches!(value, Value::Unknown) {
            *value = Value::secret(reveal_value(value));
        }
    }
}

/// Marks outputs of the stack that quote one of the ids, which have secrets in them.
pub fn mark_quoted_ids(outputs: &mut Object, ids: &[&str]) {
    let quotes = |text: &str| ids.iter().any(|id| text.contains(id));
    for value in outputs.values_mut() {
        let is_secret = value.any(|it| match it {
            Value::String(text) => quotes(text),
            Value::Object(members) => members.keys().any(|it| quotes(it)),
            _ => false,
        });
        if is_secret {
            *value = Value::secret(reveal_value(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{LOGIN, object};
    use lumi_provider::{has_secret, reveal};

    #[test]
    fn providers_get_plain_data_and_what_they_answer_is_marked() {
        let given = object(LOGIN);
        let mut answered = reveal(&given);
        assert!(!has_secret(&answered));
        answered.insert("token".into(), Value::from("t"));
        mark_secret_outputs(
            &mut answered,
            &given,
            &Object::default(),
            &["token".to_owned()],
        );
        assert!(matches!(answered["login"], Value::Secret(_)));
        assert!(matches!(answered["token"], Value::Secret(_)));
        assert_eq!(answered["user"], Value::from("me"));
    }

    #[test]
    fn marks_are_restored_if_the_provider_dropped_them() {
        let given = object(LOGIN);
        let (mut marked, mut plain) = (given.clone(), reveal(&given));
        mark_secret_outputs(&mut marked, &given, &Object::default(), &[]);
        mark_secret_outputs(&mut plain, &given, &Object::default(), &[]);
        assert_eq!(marked, plain);
    }

    #[test]
    fn an_output_that_quotes_a_secret_is_secret() {
        let given = object(LOGIN);
        let mut answered =
            object(r#"{"stdout":"as hunter2","lines":["ok","hunter2!"],"code":"0"}"#);
        mark_secret_outputs(&mut answered, &given, &Object::default(), &[]);
        assert!(matches!(answered["stdout"], Value::Secret(_)));
        assert!(matches!(answered["lines"], Value::Secret(_)));
        assert_eq!(answered["code"], Value::from("0"));
    }

    #[test]
    fn an_answer_with_a_secret_as_a_key_is_secret() {
        let given = object(LOGIN);
        let mut answered = object(r#"{"by":[{"hunter2":1}],"code":{"a":0}}"#);
        mark_secret_outputs(&mut answered, &given, &Object::default(), &[]);
        assert!(matches!(answered["by"], Value::Secret(_)));
        assert!(!answered["code"].contains_secret());
    }

    #[test]
    fn outputs_that_quote_an_id_with_a_secret_are_secret() {
        let mut outputs = object(r#"{"a":"id-hunter2","b":[{"id-hunter2/x":1}],"c":"id-"}"#);
        mark_quoted_ids(&mut outputs, &["id-hunter2"]);
        assert!(matches!(outputs["a"], Value::Secret(_)));
        assert!(matches!(outputs["b"], Value::Secret(_)));
        assert_eq!(outputs["c"], Value::from("id-"));
    }

    #[test]
    fn an_answer_with_a_secret_number_is_secret() {
        let given = object(r#"{"pin":{"$lumi":"secret","value":48151623}}"#);
        let mut answered = object(r#"{"response":{"pin":48151623,"n":7},"other":5}"#);
        mark_secret_outputs(&mut answered, &given, &Object::default(), &[]);
        assert!(matches!(answered["response"], Value::Secret(_)));
        assert_eq!(answered["other"], Value::from(5.0));
    }
}
