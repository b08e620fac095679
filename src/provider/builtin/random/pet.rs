//! `std:random:Pet`: a memorable name.

use crate::builtin::generated::{Generator, properties};
use crate::builtin::input_reader::InputReader;
use crate::{Created, ProviderError, ReadState};
use lumi_graph::{Object, Value};

use super::SeededRng;
use super::words::{ADJECTIVES, ADVERBS, ANIMALS};

const MAX_WORDS: usize = 16;

/// The id is the name, such as `web-quietly-brave-otter`.
pub struct Pet {
    words: usize,
    separator: String,
    prefix: String,
}

impl Generator for Pet {
    const TYPE: &'static str = "std:random:Pet";

    fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let words = inputs.integer("length", 1..=MAX_WORDS as i64);
        Some(Self {
            words: usize::try_from(words.unwrap_or(2)).ok()?,
            separator: inputs.text("separator").unwrap_or("-").to_owned(),
            prefix: inputs.text("prefix").unwrap_or_default().to_owned(),
        })
    }

    fn make(self) -> Result<Created, ProviderError> {
        let mut rng = SeededRng::system();
        let mut name = vec![self.prefix.as_str()];
        name.retain(|it| !it.is_empty());
        for left in (0..self.words).rev() {
            let list = match left {
                0 => ANIMALS,
                1 => ADJECTIVES,
                _ => ADVERBS,
            };
            name.extend(rng.pick(list)?);
        }
        let name = name.join(&self.separator);
        Ok(Created {
            data: None,
            outputs: outputs(&name),
            id: Some(name),
        })
    }

    /// Imports the whole name, its words separated by `-`.
    fn import(id: &str) -> Result<ReadState, ProviderError> {
        let words = id.split('-').count();
        if id.is_empty() || words > MAX_WORDS {
            return Err(ProviderError::failed(
                "cannot import this id: it must be a name of 1 to 16 words with `-` between them",
            ));
        }
        Ok(ReadState {
            data: None,
            id: id.to_owned(),
            inputs: properties([("length", Value::Number(words as f64))]),
            outputs: outputs(id),
        })
    }
}

fn outputs(name: &str) -> Object {
    properties([("result", Value::from(name))])
}

#[cfg(test)]
mod tests {
    use super::super::super::testbed::{Testbed, object};
    use super::*;

    #[tokio::test]
    async fn names_are_made_of_words() {
        let bed = Testbed::new("std:random:Pet");
        let inputs = object([
            ("length", 4.0.into()),
            ("separator", "_".into()),
            ("prefix", "web".into()),
        ]);
        let known = bed.create(inputs).await;
        let words: Vec<&str> = known.text("result").split('_').collect();
        let [prefix, first, second, third, last] = words[..] else {
            panic!("{words:?}");
        };
        assert_eq!(prefix, "web");
        assert!(ADVERBS.contains(&first) && ADVERBS.contains(&second));
        assert!(ADJECTIVES.contains(&third) && ANIMALS.contains(&last));
        let short = bed.create(Object::default()).await;
        assert_eq!(short.id.split('-').count(), 2);
    }

    #[tokio::test]
    async fn is_imported_by_name() {
        let bed = Testbed::new("std:random:Pet");
        let known = bed.try_import("brave-otter").await.unwrap().unwrap();
        assert_eq!(known.text("result"), "brave-otter");
        let inputs = object([("length", 2.0.into())]);
        assert!(!bed.has_changes(&known, inputs).await);
        assert!(bed.try_import("").await.is_err());
    }
}
