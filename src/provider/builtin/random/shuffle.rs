//! `std:random:Shuffle`: a list in random order.

use crate::builtin::generated::{Generator, properties, random_id};
use crate::builtin::input_reader::InputReader;
use crate::{Created, DerivedOutputs, ProviderError, ReadState};
use lumi_graph::Value;

use super::SeededRng;

const MAX_ITEMS: i64 = 100_000;

/// For more results than inputs, further shuffles of the list follow. The id is random.
pub struct Shuffle {
    items: Vec<Value>,
    count: usize,
    rng: SeededRng,
}

impl Generator for Shuffle {
    const TYPE: &'static str = "std:random:Shuffle";

    const DERIVED: Option<DerivedOutputs> = Some(DerivedOutputs {
        outputs: &["result"],
        inputs: &["inputs"],
        passed_on: &[],
    });

    fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let count = inputs.integer("resultCount", 0..=MAX_ITEMS);
        let rng = SeededRng::read(inputs);
        let is_open = inputs.is_unknown("inputs") || inputs.is_unknown("resultCount");
        let Value::Array(items) = inputs.value("inputs")? else {
            return None;
        };
        if items.is_empty() && count.is_some_and(|it| it > 0) {
            inputs.fail(
                "inputs",
                "`inputs` is empty, so nothing can be chosen from it",
            );
            return None;
        }
        let count = count.map_or(Some(items.len()), |it| usize::try_from(it).ok())?;
        let rng = rng?;
        (!is_open).then(|| Self {
            items: items.clone(),
            count,
            rng,
        })
    }

    fn make(self) -> Result<Created, ProviderError> {
        let result = Value::Array(self.shuffled()?);
        Ok(Created {
            data: None,
            id: Some(random_id()),
            outputs: properties([("result", result)]),
        })
    }

    fn import(_id: &str) -> Result<ReadState, ProviderError> {
        Err(ProviderError::failed(
            "a `std:random:Shuffle` cannot be imported: its result is stored only in a state; \
             create it, with a `seed` if the order must be the same in several stacks",
        ))
    }
}

impl Shuffle {
    fn shuffled(mut self) -> Result<Vec<Value>, ProviderError> {
        let mut result = Vec::with_capacity(self.count);
        while result.len() < self.count && !self.items.is_empty() {
            let mut round = self.items.clone();
            self.rng.shuffle(&mut round)?;
            round.truncate(self.count - result.len());
            result.append(&mut round);
        }
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::testbed::{Testbed, object};
    use super::*;
    use lumi_graph::Object;

    fn sorted(values: &[Value]) -> Vec<String> {
        let mut texts: Vec<String> = values.iter().map(|it| format!("{it:?}")).collect();
        texts.sort();
        texts
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_nothing_is_made_up(
            items in prop::collection::vec("[a-d]{1,2}", 0..20),
            rounds in 0..3_usize,
            cut in 0..20_usize,
        ) {
            let items: Vec<Value> = items.into_iter().map(Value::String).collect();
            let whole = rounds * items.len();
            let count = (whole + cut.min(items.len().saturating_sub(1))) * usize::from(!items.is_empty());
            let shuffle = Shuffle { items: items.clone(), count, rng: SeededRng::system() };
            let result = shuffle.shuffled().unwrap();
            prop_assert_eq!(result.len(), count);
            if items.is_empty() {
                return Ok(());
            }
            for round in result.chunks_exact(items.len()) {
                prop_assert_eq!(sorted(round), sorted(&items));
            }
            let mut left = sorted(&items);
            for item in sorted(result.chunks_exact(items.len()).remainder()) {
                let at = left.iter().position(|it| *it == item);
                prop_assert!(at.is_some());
                left.remove(at.unwrap());
            }
        }
    }

    fn inputs(items: &[&str]) -> Object {
        let items: Vec<Value> = items.iter().map(|it| Value::from(*it)).collect();
        object([("inputs", items.into()), ("seed", "web".into())])
    }

    #[tokio::test]
    async fn a_seed_gives_the_same_order_everywhere() {
        let bed = Testbed::new("std:random:Shuffle");
        let known = bed.create(inputs(&["a", "b", "c", "d", "e"])).await;
        let Value::Array(items) = &known.outputs["result"] else {
            panic!("{:?}", known.outputs);
        };
        let text: String = items.iter().filter_map(Value::as_str).collect();
        assert_eq!(text, "ebcad");
        assert!(bed.has_changes(&known, inputs(&["a", "b", "c", "d"])).await);
        assert!(bed.try_import("none").await.is_err());
    }

    #[tokio::test]
    async fn wrong_inputs_are_reported() {
        let bed = Testbed::new("std:random:Shuffle");
        let mut empty = inputs(&[]);
        empty.insert("resultCount".to_owned(), 1.0.into());
        assert!(bed.check(empty).await.unwrap_err().contains("is empty"));
        let text = object([("inputs", "abc".into())]);
        let error = bed.check(text).await.unwrap_err();
        assert_eq!(error, "inputs: `inputs` must be an array, but is a string");
        let open = object([("inputs", vec![Value::Unknown].into())]);
        assert!(bed.check(open.clone()).await.is_ok());
        assert!(bed.preview(open).await.is_empty());
    }
}
