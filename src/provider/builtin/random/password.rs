//! `std:random:Password`: a random text that is secret.

use crate::builtin::generated::{Generator, properties, random_id};
use crate::builtin::input_reader::InputReader;
use crate::{Created, ProviderError, ReadState};
use lumi_graph::{Object, Value};

use super::SeededRng;
use super::alphabet::{Alphabet, Class, unusual};

const MAX_LENGTH: i64 = 1024;

/// The id is random, because it must not reveal the text.
pub struct Password {
    alphabet: Alphabet,
}

impl Generator for Password {
    const TYPE: &'static str = "std:random:Password";

    fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let length = inputs.integer("length", 1..=MAX_LENGTH);
        let special = inputs.text("overrideSpecial");
        if special == Some("") {
            let reason = "`overrideSpecial` must not be empty; for none of these characters, set \
                          `special` to false";
            inputs.fail("overrideSpecial", reason);
        }
        let lower = class(inputs, "lower", "minLower");
        let upper = class(inputs, "upper", "minUpper");
        let numeric = class(inputs, "numeric", "minNumeric");
        let other = class(inputs, "special", "minSpecial");
        let classes = [
            lower.map(Class::lower),
            upper.map(Class::upper),
            numeric.map(Class::numeric),
            other.map(|minimum| Class::special(minimum, special)),
        ];
        let alphabet = Alphabet {
            length: usize::try_from(length?).ok()?,
            classes: classes.into_iter().flatten().collect(),
        };
        check(&alphabet, inputs).then_some(Self { alphabet })
    }

    fn make(self) -> Result<Created, ProviderError> {
        let password = self.alphabet.password(&mut SeededRng::system())?;
        Ok(Created {
            data: None,
            id: Some(random_id()),
            outputs: outputs(&password),
        })
    }

    /// Imports the text of a password.
    fn import(id: &str) -> Result<ReadState, ProviderError> {
        let length = id.chars().count();
        if !(1..=MAX_LENGTH as usize).contains(&length) {
            return Err(ProviderError::failed(
                "cannot import this password: it must have 1 to 1024 characters",
            ));
        }
        let mut inputs = properties([("length", Value::Number(length as f64))]);
        if let Some(special) = unusual(id) {
            inputs.insert("overrideSpecial".to_owned(), special.into());
        }
        Ok(ReadState {
            data: None,
            id: random_id(),
            inputs,
            outputs: outputs(id),
        })
    }
}

/// The minimum number of a class; `None` if the class is excluded.
fn class(inputs: &mut InputReader<'_>, name: &'static str, minimum: &'static str) -> Option<usize> {
    let allowed = inputs.boolean(name).unwrap_or(true);
    let least = inputs.integer(minimum, 0..=MAX_LENGTH).unwrap_or(0);
    if !allowed && least > 0 {
        let reason = format!("`{minimum}` is {least}, but `{name}` is false");
        inputs.fail(minimum, reason);
    }
    allowed.then(|| usize::try_from(least).ok())?
}

fn check(alphabet: &Alphabet, inputs: &mut InputReader<'_>) -> bool {
    let (least, length) = (alphabet.minimum(), alphabet.length);
    if alphabet.classes.is_empty() {
        let reason = "no characters are left: one of `lower`, `upper`, `numeric` and `special` \
                      must be allowed";
        inputs.fail("", reason);
    }
    if least > length {
        let reason =
            format!("`length` must be at least {least}, the sum of the minimums, but is {length}");
        inputs.fail("length", reason);
    }
    least <= length && !alphabet.classes.is_empty()
}

fn outputs(password: &str) -> Object {
    properties([("result", Value::secret(password.into()))])
}

#[cfg(test)]
mod tests {
    use super::super::super::testbed::{Testbed, object};
    use super::*;

    fn result(outputs: &Object) -> &str {
        match &outputs["result"] {
            Value::Secret(inner) => inner.as_str().unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_password_is_secret_and_stable() {
        let bed = Testbed::new("std:random:Password");
        let inputs = || {
            object([
                ("length", 40.0.into()),
                ("special", false.into()),
                ("minNumeric", 30.0.into()),
            ])
        };
        let planned = object([("result", Value::secret(Value::Unknown))]);
        assert_eq!(bed.preview(inputs()).await, planned);
        let known = bed.create(inputs()).await;
        let password = result(&known.outputs);
        assert_eq!(password.len(), 40);
        assert!(password.bytes().all(|it| it.is_ascii_alphanumeric()));
        assert!(password.bytes().filter(u8::is_ascii_digit).count() >= 30);
        assert!(!known.id.contains(password) && known.id.len() == 36);
        assert!(!bed.has_changes(&known, inputs()).await);
        assert_eq!(bed.refresh(&known).await.unwrap().outputs, known.outputs);
    }

    #[tokio::test]
    async fn is_imported_by_its_text() {
        let bed = Testbed::new("std:random:Password");
        let known = bed.try_import("hunter\"2").await.unwrap().unwrap();
        assert_eq!(result(&known.outputs), "hunter\"2");
        assert!(!known.id.contains("hunter"));
        let inputs = object([("length", 8.0.into()), ("overrideSpecial", "\"".into())]);
        assert!(!bed.has_changes(&known, inputs).await);
        let error = bed.try_import(&"x".repeat(1025)).await.unwrap_err();
        assert!(!error.to_string().contains("xxx"));
    }

    #[tokio::test]
    async fn wrong_inputs_are_reported() {
        let bed = Testbed::new("std:random:Password");
        let wrong = object([
            ("length", 3.0.into()),
            ("minLower", 2.0.into()),
            ("minUpper", 2.0.into()),
            ("special", false.into()),
            ("minSpecial", 1.0.into()),
            ("overrideSpecial", "".into()),
        ]);
        insta::assert_snapshot!(bed.check(wrong).await.unwrap_err(), @r"
        overrideSpecial: `overrideSpecial` must not be empty; for none of these characters, set `special` to false
        minSpecial: `minSpecial` is 1, but `special` is false
        length: `length` must be at least 4, the sum of the minimums, but is 3
        ");
        let none = ["lower", "upper", "numeric", "special"].map(|it| (it, Value::from(false)));
        let mut none = object(none);
        none.insert("length".to_owned(), 3.0.into());
        insta::assert_snapshot!(bed.check(none).await.unwrap_err(), @": no characters are left: one of `lower`, `upper`, `numeric` and `special` must be allowed");
    }
}
