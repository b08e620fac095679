//! Marks secrets in the outputs of providers.

use lumi_graph::{Object, Value};
use lumi_provider::reveal_value;

use super::redactor::Redactor;
use super::secret_digests::SecretDigests;

/// Marks the outputs of a provider: members that are secret in `given` are secret as a whole, and
/// so are members that contain a secret, such as the output of a command, or the hash of one, and
/// those in `additional`. Marks set by the provider are kept. The result is the same whether the
/// provider received secrets marked or plain.
pub fn mark_secret_outputs(answered: &mut Object, given: &Object, additional: &[String]) {
    let redactor = Redactor::new([given]);
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
                _ => false,
            });
        if is_secret && !matches!(value, Value::Unknown) {
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
        mark_secret_outputs(&mut answered, &given, &["token".to_owned()]);
        assert!(matches!(answered["login"], Value::Secret(_)));
        assert!(matches!(answered["token"], Value::Secret(_)));
        assert_eq!(answered["user"], Value::from("me"));
    }

    #[test]
    fn it_is_the_same_whether_a_provider_saw_marks() {
        let given = object(LOGIN);
        let (mut marked, mut plain) = (given.clone(), reveal(&given));
        mark_secret_outputs(&mut marked, &given, &[]);
        mark_secret_outputs(&mut plain, &given, &[]);
        assert_eq!(marked, plain);
    }

    #[test]
    fn what_quotes_a_secret_is_secret() {
        let given = object(LOGIN);
        let mut answered =
            object(r#"{"stdout":"as hunter2","lines":["ok","hunter2!"],"code":"0"}"#);
        mark_secret_outputs(&mut answered, &given, &[]);
        assert!(matches!(answered["stdout"], Value::Secret(_)));
        assert!(matches!(answered["lines"], Value::Secret(_)));
        assert_eq!(answered["code"], Value::from("0"));
    }

    #[test]
    fn an_answer_with_a_secret_number_is_secret() {
        let given = object(r#"{"pin":{"$lumi":"secret","value":48151623}}"#);
        let mut answered = object(r#"{"response":{"pin":48151623,"n":7},"other":5}"#);
        mark_secret_outputs(&mut answered, &given, &[]);
        assert!(matches!(answered["response"], Value::Secret(_)));
        assert_eq!(answered["other"], Value::from(5.0));
    }
}
