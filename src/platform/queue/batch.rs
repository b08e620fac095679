//! Deliveries that one call of a function carries.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use crate::functions::Functions;

use super::backlog::Delivery;

/// One call of a function with messages of one queue.
#[derive(Debug)]
pub struct Batch {
    pub function: String,
    pub deliveries: Vec<Delivery>,
    /// Whether the function gets a list, also of one message.
    is_list: bool,
    /// Whether messages that fail come again.
    pub is_retried: bool,
}

/// The answer of a function that gets a list.
#[derive(Deserialize)]
struct Answer {
    /// The ids of messages that are to come again.
    failed: Vec<String>,
}

/// Puts deliveries together as the functions want them. The order stays.
pub fn batches(deliveries: Vec<Delivery>, functions: &Functions) -> Vec<Batch> {
    let mut batches: Vec<Batch> = Vec::new();
    // The last batch of each function and queue.
    let mut open: BTreeMap<(String, String), usize> = BTreeMap::new();
    for delivery in deliveries {
        let subscription = functions.subscription(&delivery.function, &delivery.queue);
        let size = subscription
            .as_ref()
            .map_or(1, |it| it.batch.get() as usize);
        let is_retried = subscription.is_none_or(|it| it.attempts.get() > 1);
        let key = (delivery.function.clone(), delivery.queue.clone());
        let last = open.get(&key).copied();
        match last.filter(|it| batches[*it].deliveries.len() < size) {
            Some(index) => batches[index].deliveries.push(delivery),
            None => {
                open.insert(key, batches.len());
                batches.push(Batch {
                    function: delivery.function.clone(),
                    deliveries: vec![delivery],
                    is_list: size > 1,
                    is_retried,
                });
            }
        }
    }
    batches
}

impl Batch {
    /// The arguments of the call: those of the message, or one list with those of each.
    pub fn arguments(&self) -> String {
        let all: Vec<&str> = self.deliveries.iter().map(|it| &*it.arguments).collect();
        match self.is_list {
            false => all.concat(),
            true => format!("[[{}]]", all.join(",")),
        }
    }

    /// Whether each delivery has succeeded, by the answer of a call that has not failed.
    pub fn outcomes(&self, answer: Option<&str>) -> Vec<bool> {
        let answer = answer.filter(|_| self.is_list).unwrap_or("{\"failed\":[]}");
        // An answer of another form says of no message that it is done.
        let answer = serde_json::from_str::<Answer>(answer).ok();
        let has_failed = |it: &Delivery| answer.as_ref().is_none_or(|a| a.failed.contains(&it.id));
        self.deliveries.iter().map(|it| !has_failed(it)).collect()
    }
}

impl fmt::Display for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.deliveries.first() else {
            return Ok(());
        };
        match self.deliveries.len() {
            1 => write!(f, "message {} of queue {}", first.id, first.queue),
            count => write!(f, "{count} messages of queue {}", first.queue),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deliveries(all: &[(&str, &str, &str)]) -> Vec<Delivery> {
        let one = |&(queue, id, function): &(&str, &str, &str)| Delivery {
            queue: queue.to_owned(),
            id: id.to_owned(),
            function: function.to_owned(),
            arguments: format!("[{id},{{}}]"),
            span: None,
            attempt: 1,
        };
        all.iter().map(one).collect()
    }

    fn functions() -> Functions {
        Functions::of(&[
            r#"{ "name": "f", "triggers": [{ "type": "queue", "queue": "q", "batch": 2 },
                { "type": "bucket", "bucket": "b", "batch": 3 }] }"#,
            r#"{ "name": "g", "triggers": [{ "type": "queue", "queue": "q" }] }"#,
        ])
    }

    #[test]
    fn deliveries_of_a_function_and_a_queue_go_together() {
        let all = deliveries(&[
            ("q", "1", "f"),
            ("q", "1", "g"),
            ("b.bucket", "7", "f"),
            ("q", "2", "f"),
            ("q", "2", "g"),
            ("q", "3", "f"),
        ]);
        let batches = batches(all, &functions());
        let shown = batches.iter();
        let shown = shown.map(|it| format!("{} {} ({it})", it.function, it.arguments()));
        insta::assert_snapshot!(shown.collect::<Vec<_>>().join("\n"), @r"
        f [[[1,{}],[2,{}]]] (2 messages of queue q)
        g [1,{}] (message 1 of queue q)
        f [[[7,{}]]] (message 7 of queue b.bucket)
        g [2,{}] (message 2 of queue q)
        f [[[3,{}]]] (message 3 of queue q)
        ");
    }

    #[test]
    fn an_answer_names_the_messages_that_failed() {
        let all = deliveries(&[("q", "1", "f"), ("q", "2", "f")]);
        let [batch] = &batches(all, &functions())[..] else {
            panic!("one batch")
        };
        assert_eq!(batch.outcomes(Some(r#"{"failed":["2"]}"#)), [true, false]);
        assert_eq!(batch.outcomes(Some(r#"{"failed":[]}"#)), [true, true]);
        for other in ["null", "[]", r#"{"failed":"2"}"#, "1"] {
            assert_eq!(batch.outcomes(Some(other)), [false, false], "{other}");
        }
        let one = &batches(deliveries(&[("q", "1", "g")]), &functions())[0];
        assert_eq!(one.outcomes(Some("null")), [true]);
        assert_eq!(one.outcomes(None), [true]);
    }
}
