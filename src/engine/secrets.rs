//! Secrets in what comes back from a provider.

use crate::graph::{Object, Value};
use crate::provider::reveal_value;

use super::secret_digests::SecretDigests;

/// Marks what a provider answered: members that hold a secret in `given` are secret as a whole,
/// and so are those that quote one, as what a command prints may do, or hold a hash of one, and those
/// that `additional` names. A provider that made a secret of something keeps it. So it makes no
/// difference here whether a provider got secrets marked or plain.
pub fn mark(answered: &mut Object, given: &Object, additional: &[String]) {
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
            || value.any(|it| it.as_str().is_some_and(|text| redactor.finds(text)));
        if is_secret && !matches!(value, Value::Unknown) {
            *value = Value::secret(reveal_value(value));
        }
    }
}

/// Removes the secret texts of a resource from messages about it.
#[derive(Default)]
pub struct Redactor {
    /// The longest first, for one may contain another.
    texts: Vec<String>,
}

/// Shorter texts are found in any message by chance.
const SHORTEST: usize = 4;

impl Redactor {
    pub fn new<'a>(objects: impl IntoIterator<Item = &'a Object>) -> Self {
        let mut texts = Vec::new();
        for value in objects.into_iter().flat_map(Object::values) {
            collect(value, false, &mut texts);
        }
        texts.sort_unstable_by_key(|it: &String| std::cmp::Reverse(it.len()));
        texts.dedup();
        Self { texts }
    }

    /// Whether a text quotes a secret.
    fn finds(&self, text: &str) -> bool {
        self.texts.iter().any(|it| text.contains(it))
    }

    pub fn clear(&self, message: &str) -> String {
        let mut clear = message.to_owned();
        for text in &self.texts {
            if clear.contains(text) {
                clear = clear.replace(text, "[secret]");
            }
        }
        clear
    }
}

fn collect(value: &Value, is_secret: bool, texts: &mut Vec<String>) {
    match value {
        Value::Secret(inner) => collect(inner, true, texts),
        Value::String(text) if is_secret => {
            // What a message quotes may be one line of it.
            let lines = text
                .lines()
                .map(str::trim)
                .filter(|it| it.len() >= SHORTEST);
            texts.extend(lines.map(str::to_owned));
        }
        Value::Array(items) => items.iter().for_each(|it| collect(it, is_secret, texts)),
        Value::Object(members) => members
            .values()
            .for_each(|it| collect(it, is_secret, texts)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::{has_secret, reveal};

    fn object(json: &str) -> Object {
        match Value::from_json(json).unwrap() {
            Value::Object(object) => object,
            other => panic!("{other:?}"),
        }
    }

    const GIVEN: &str =
        r#"{"user":"me","login":{"password":{"$lumi":"secret","value":"hunter2"}}}"#;

    #[test]
    fn providers_get_plain_data_and_what_they_answer_is_marked() {
        let given = object(GIVEN);
        let mut answered = reveal(&given);
        assert!(!has_secret(&answered));
        answered.insert("token".into(), Value::from("t"));
        mark(&mut answered, &given, &["token".to_owned()]);
        assert!(matches!(answered["login"], Value::Secret(_)));
        assert!(matches!(answered["token"], Value::Secret(_)));
        assert_eq!(answered["user"], Value::from("me"));
    }

    #[test]
    fn it_is_the_same_whether_a_provider_saw_marks() {
        let given = object(GIVEN);
        let (mut marked, mut plain) = (given.clone(), reveal(&given));
        mark(&mut marked, &given, &[]);
        mark(&mut plain, &given, &[]);
        assert_eq!(marked, plain);
    }

    #[test]
    fn what_quotes_a_secret_is_secret() {
        let given = object(GIVEN);
        let mut answered =
            object(r#"{"stdout":"as hunter2","lines":["ok","hunter2!"],"code":"0"}"#);
        mark(&mut answered, &given, &[]);
        assert!(matches!(answered["stdout"], Value::Secret(_)));
        assert!(matches!(answered["lines"], Value::Secret(_)));
        assert_eq!(answered["code"], Value::from("0"));
    }

    #[test]
    fn messages_do_not_quote_secrets() {
        let given = object(GIVEN);
        let redactor = Redactor::new([&given]);
        assert_eq!(
            redactor.clear("login as me:hunter2 failed"),
            "login as me:[secret] failed"
        );
    }
}
