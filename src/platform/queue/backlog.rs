//! Waiting messages and the choice of those to deliver; pure, without files or clock.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::message::{DeadMessage, Message, RETRIES};

/// Maximum number of concurrent deliveries per queue.
const MAX_RUNNING: usize = 16;

/// Messages by queue and id; ids are in order of arrival.
#[derive(Default)]
pub struct Backlog {
    queues: BTreeMap<String, BTreeMap<String, Waiting>>,
}

struct Waiting {
    message: Message,
    /// Functions with a running delivery of the message.
    running: BTreeSet<String>,
    /// Earliest time of the next attempt after a failure, by function.
    pauses: BTreeMap<String, Instant>,
}

/// One delivery of a message to a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub queue: String,
    pub id: String,
    pub function: String,
    pub arguments: String,
}

/// The work that is due.
#[derive(Debug, Default)]
pub struct Plan {
    pub deliveries: Vec<Delivery>,
    /// The time of the next delivery, if nothing else happens.
    pub again: Option<Instant>,
    /// Messages that no subscriber needs any more, as queue and id.
    pub finished: Vec<(String, String)>,
}

/// The state of a message after a delivery, to be written to disk in this order.
#[derive(Debug, PartialEq, Eq)]
pub struct Settled {
    pub dead: Option<DeadMessage>,
    /// The content of the file; `None` if the message can be removed.
    pub message: Option<Message>,
}

impl Backlog {
    pub fn add(&mut self, queue: &str, id: String, message: Message) {
        let waiting = Waiting {
            message,
            running: BTreeSet::new(),
            pauses: BTreeMap::new(),
        };
        let queue = self.queues.entry(queue.to_owned()).or_default();
        queue.insert(id, waiting);
    }

    pub fn queues(&self) -> Vec<String> {
        self.queues.keys().cloned().collect()
    }

    /// Takes the due deliveries of a queue; they count as running until they are settled.
    pub fn take(&mut self, queue: &str, subscribers: &[String], now: Instant, plan: &mut Plan) {
        let Some(messages) = self.queues.get_mut(queue) else {
            return;
        };
        if subscribers.is_empty() {
            return;
        }
        let mut running: usize = messages.values().map(|it| it.running.len()).sum();
        for (id, waiting) in messages.iter_mut() {
            if waiting.is_finished(subscribers) {
                plan.finished.push((queue.to_owned(), id.clone()));
            }
            for function in subscribers {
                if running >= MAX_RUNNING {
                    return;
                }
                if waiting.message.done.contains(function) || waiting.running.contains(function) {
                    continue;
                }
                if let Some(pause) = waiting.pauses.get(function).filter(|it| **it > now) {
                    plan.again = Some(plan.again.map_or(*pause, |it| it.min(*pause)));
                    continue;
                }
                waiting.running.insert(function.clone());
                running += 1;
                plan.deliveries.push(Delivery {
                    queue: queue.to_owned(),
                    id: id.clone(),
                    function: function.clone(),
                    arguments: waiting.message.arguments(queue, id, function),
                });
            }
        }
    }

    /// Records the outcome of a delivery; `None` if it is not running.
    pub fn settle(
        &mut self,
        delivery: &Delivery,
        succeeded: bool,
        subscribers: &[String],
        now: Instant,
    ) -> Option<Settled> {
        let Delivery {
            queue,
            id,
            function,
            ..
        } = delivery;
        let messages = self.queues.get_mut(queue)?;
        let waiting = messages.get_mut(id)?;
        if !waiting.running.remove(function) {
            return None;
        }
        let mut dead = None;
        let pause = match succeeded {
            true => None,
            false => waiting.message.fail(function),
        };
        if let Some(pause) = pause {
            waiting.pauses.insert(function.clone(), now + pause);
        } else {
            dead = (!succeeded).then(|| DeadMessage {
                body: waiting.message.body.clone(),
                function: function.clone(),
                attempts: RETRIES + 1,
            });
            waiting.message.done.insert(function.clone());
        }
        let message = match waiting.is_finished(subscribers) {
            true => None,
            false => Some(waiting.message.clone()),
        };
        if message.is_none() {
            self.remove(queue, id);
        }
        Some(Settled { dead, message })
    }

    pub fn remove(&mut self, queue: &str, id: &str) {
        if let Some(messages) = self.queues.get_mut(queue) {
            messages.remove(id);
            if messages.is_empty() {
                self.queues.remove(queue);
            }
        }
    }
}

impl Waiting {
    fn is_finished(&self, subscribers: &[String]) -> bool {
        let is_done = |it: &String| self.message.done.contains(it);
        self.running.is_empty() && !self.message.done.is_empty() && subscribers.iter().all(is_done)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|it| (*it).to_owned()).collect()
    }

    fn backlog(ids: &[&str]) -> Backlog {
        let mut backlog = Backlog::default();
        for id in ids {
            backlog.add("q", (*id).to_owned(), Message::new((*id).to_owned()));
        }
        backlog
    }

    fn take(backlog: &mut Backlog, subscribers: &[String], now: Instant) -> Plan {
        let mut plan = Plan::default();
        backlog.take("q", subscribers, now, &mut plan);
        plan
    }

    #[test]
    fn every_subscriber_gets_every_message() {
        let (mut it, now, both) = (backlog(&["1", "2"]), Instant::now(), names(&["f", "g"]));
        assert!(take(&mut it, &[], now).deliveries.is_empty());
        let plan = take(&mut it, &both, now);
        let pairs: Vec<String> = plan
            .deliveries
            .iter()
            .map(|it| format!("{}{}", it.id, it.function))
            .collect();
        assert_eq!(pairs, ["1f", "1g", "2f", "2g"]);
        // They are running already.
        assert!(take(&mut it, &both, now).deliveries.is_empty());
        let first = it.settle(&plan.deliveries[0], true, &both, now).unwrap();
        assert_eq!(first.message.unwrap().done, ["f".to_owned()].into());
        let last = it.settle(&plan.deliveries[1], true, &both, now).unwrap();
        assert_eq!(
            last,
            Settled {
                dead: None,
                message: None
            }
        );
        assert_eq!(it.settle(&plan.deliveries[1], true, &both, now), None);
    }

    #[test]
    fn a_message_that_fails_repeatedly_is_dead() {
        let (mut it, mut now, one) = (backlog(&["1"]), Instant::now(), names(&["f"]));
        for _ in 0..RETRIES {
            let plan = take(&mut it, &one, now);
            let settled = it.settle(&plan.deliveries[0], false, &one, now).unwrap();
            assert_eq!(settled.dead, None);
            let plan = take(&mut it, &one, now);
            assert!(plan.deliveries.is_empty());
            now = plan.again.unwrap();
        }
        let plan = take(&mut it, &one, now);
        let settled = it.settle(&plan.deliveries[0], false, &one, now).unwrap();
        assert_eq!(settled.dead.unwrap().attempts, 6);
        assert_eq!((settled.message, it.queues().len()), (None, 0));
    }

    #[test]
    fn a_message_without_subscribers_is_finished() {
        let (mut it, now) = (backlog(&["1"]), Instant::now());
        let both = names(&["f", "g"]);
        let plan = take(&mut it, &both, now);
        it.settle(&plan.deliveries[0], true, &both, now).unwrap();
        it.settle(&plan.deliveries[1], false, &both, now).unwrap();
        let plan = take(&mut it, &names(&["f"]), now);
        assert_eq!(plan.finished, [("q".to_owned(), "1".to_owned())]);
    }

    #[test]
    fn not_everything_runs_at_once() {
        let ids: Vec<String> = (0..100).map(|it| format!("{it:03}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let (mut it, now, one) = (backlog(&ids), Instant::now(), names(&["f"]));
        let plan = take(&mut it, &one, now);
        assert_eq!(plan.deliveries.len(), MAX_RUNNING);
        it.settle(&plan.deliveries[3], true, &one, now).unwrap();
        assert_eq!(take(&mut it, &one, now).deliveries[0].id, "016");
    }

    proptest! {
        /// For any failures: no function gets a message again that it has processed, and each
        /// message is processed or dead in the end.
        #[test]
        fn no_message_is_lost(outcomes in proptest::collection::vec(any::<bool>(), 1..60)) {
            let (mut it, both) = (backlog(&["1", "2", "3"]), names(&["f", "g"]));
            let mut now = Instant::now();
            let mut outcomes = outcomes.into_iter().cycle();
            let mut ended = BTreeSet::new();
            for _ in 0..100 {
                let plan = take(&mut it, &both, now);
                now = plan.again.unwrap_or(now) + Duration::from_millis(1);
                for delivery in plan.deliveries {
                    let succeeded = outcomes.next().unwrap();
                    let settled = it.settle(&delivery, succeeded, &both, now).unwrap();
                    if succeeded || settled.dead.is_some() {
                        prop_assert!(ended.insert((delivery.id, delivery.function)));
                    }
                }
            }
            prop_assert_eq!((ended.len(), it.queues().len()), (6, 0));
        }
    }
}
