//! `std:random:Integer`: a random integer.

use crate::builtin::generated::{Generator, properties};
use crate::builtin::input_reader::InputReader;
use crate::{Created, ProviderError, ReadState};
use lumi_graph::{Object, Value};

use super::SeededRng;

/// The largest safe integer of JavaScript.
const MAX_MAGNITUDE: i64 = 9_007_199_254_740_991;

/// The id is the number as text.
pub struct Integer {
    least: i64,
    most: i64,
    rng: SeededRng,
}

impl Generator for Integer {
    const TYPE: &'static str = "std:random:Integer";

    fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let least = inputs.integer("min", -MAX_MAGNITUDE..=MAX_MAGNITUDE);
        let most = inputs.integer("max", -MAX_MAGNITUDE..=MAX_MAGNITUDE);
        let rng = SeededRng::read(inputs);
        let (least, most) = (least?, most?);
        if least > most {
            let reason = format!("`max` must be at least `min`, which is {least}, but is {most}");
            inputs.fail("max", reason);
            return None;
        }
        Some(Self {
            least,
            most,
            rng: rng?,
        })
    }

    fn make(mut self) -> Result<Created, ProviderError> {
        // Both are within 2^53 of zero.
        let span = self.least.abs_diff(self.most) + 1;
        let number = self.least.saturating_add_unsigned(self.rng.below(span)?);
        Ok(Created {
            data: None,
            id: Some(number.to_string()),
            outputs: outputs(number),
        })
    }

    /// `NUMBER` or `NUMBER,MIN,MAX`.
    fn import(id: &str) -> Result<ReadState, ProviderError> {
        let numbers: Vec<Option<i64>> = id.split(',').map(|it| it.trim().parse().ok()).collect();
        let (number, least, most) = match numbers[..] {
            [Some(number)] => (number, number, number),
            [Some(number), Some(least), Some(most)] => (number, least, most),
            _ => return Err(unreadable()),
        };
        let range = -MAX_MAGNITUDE..=MAX_MAGNITUDE;
        if !(least..=most).contains(&number) || !range.contains(&least) || !range.contains(&most) {
            return Err(unreadable());
        }
        Ok(ReadState {
            data: None,
            id: number.to_string(),
            inputs: properties([("min", value(least)), ("max", value(most))]),
            outputs: outputs(number),
        })
    }
}

fn unreadable() -> ProviderError {
    ProviderError::failed(
        "cannot import this id: it must be a whole number, as `7`, or one with its range, as \
         `7,1,10`",
    )
}

fn outputs(number: i64) -> Object {
    properties([("result", value(number))])
}

/// Exact: it is within 2^53 of zero.
fn value(number: i64) -> Value {
    Value::Number(number as f64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::testbed::{Testbed, object};
    use super::*;

    proptest! {
        #[test]
        fn stays_within_its_bounds(
            a in -MAX_MAGNITUDE..=MAX_MAGNITUDE,
            b in -MAX_MAGNITUDE..=MAX_MAGNITUDE,
            seed in prop::option::of(".{0,4}"),
        ) {
            let (least, most) = (a.min(b), a.max(b));
            let rng = seed.as_deref().map_or_else(SeededRng::system, SeededRng::seeded);
            let created = Integer { least, most, rng }.make().unwrap();
            let number: i64 = created.id.unwrap().parse().unwrap();
            prop_assert!((least..=most).contains(&number));
            prop_assert_eq!(&created.outputs["result"], &value(number));
        }

        #[test]
        fn any_id_is_read_or_refused(id in "[0-9,-]{0,20}") {
            let _ = Integer::import(&id);
        }
    }

    fn inputs(least: f64, most: f64) -> Object {
        object([("min", least.into()), ("max", most.into())])
    }

    #[tokio::test]
    async fn a_seed_gives_the_same_number_everywhere() {
        let bed = Testbed::new("std:random:Integer");
        let mut seeded = inputs(1.0, 1_000_000.0);
        seeded.insert("seed".to_owned(), "web".into());
        assert_eq!(bed.create(seeded.clone()).await.id, "400524");
        seeded.insert("seed".to_owned(), 7.0.into());
        let number = bed.create(seeded.clone()).await;
        seeded.insert("seed".to_owned(), "7".into());
        assert_eq!(bed.create(seeded).await.id, number.id);
        assert_eq!(bed.create(inputs(3.0, 3.0)).await.id, "3");
    }

    #[tokio::test]
    async fn wrong_inputs_are_reported() {
        let bed = Testbed::new("std:random:Integer");
        let error = bed.check(inputs(3.0, 2.0)).await.unwrap_err();
        assert_eq!(
            error,
            "max: `max` must be at least `min`, which is 3, but is 2"
        );
        let mut wrong = inputs(0.5, 1e300);
        wrong.insert("seed".to_owned(), true.into());
        insta::assert_snapshot!(bed.check(wrong).await.unwrap_err(), @r"
        seed: `seed` must be a string or a number, but is a boolean
        min: `min` must be a whole number from -9007199254740991 to 9007199254740991, but is 0.5
        max: `max` must be a whole number from -9007199254740991 to 9007199254740991, but is 1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
        ");
    }

    #[tokio::test]
    async fn is_imported_with_or_without_its_range() {
        let bed = Testbed::new("std:random:Integer");
        let known = bed.try_import("7,1,10").await.unwrap().unwrap();
        assert_eq!(known.id, "7");
        assert!(!bed.has_changes(&known, inputs(1.0, 10.0)).await);
        assert!(bed.try_import("7").await.unwrap().is_some());
        for wrong in ["", "x", "7,8,9", "7,1", "1e3", "9007199254740993"] {
            assert!(bed.try_import(wrong).await.is_err(), "{wrong}");
        }
    }
}
