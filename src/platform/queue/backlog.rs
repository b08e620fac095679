//! Waiting messages and the choice of those to deliver; pure, without files or clock.
//!
//! A step costs the logarithm of the number of messages, however many wait.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use crate::resilience::Retries;
use crate::telemetry::TraceContext;

use super::lane::Lane;
use super::message::{DeadMessage, Message};

/// Maximum number of concurrent deliveries per queue.
const MAX_RUNNING: usize = 16;

/// Messages by queue and id; ids are in order of arrival.
#[derive(Default)]
pub struct Backlog {
    queues: BTreeMap<String, QueueBacklog>,
}

#[derive(Default)]
struct QueueBacklog {
    messages: BTreeMap<String, Waiting>,
    /// By subscriber.
    lanes: BTreeMap<String, Lane>,
    /// The number of deliveries that run.
    running: usize,
}

struct Waiting {
    message: Message,
    /// The earliest time of the first delivery.
    due: Option<Instant>,
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
    /// The span of the push.
    pub span: Option<TraceContext>,
    /// 1 for the first time.
    pub attempt: u32,
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

/// The state of a message after a delivery.
#[derive(Debug, PartialEq, Eq)]
pub struct Settled {
    pub dead: Option<DeadMessage>,
    /// The message to store; `None` if it can be removed.
    pub message: Option<Message>,
}

impl Backlog {
    /// `due` is the earliest time of the first delivery.
    pub fn add(&mut self, queue: &str, id: String, message: Message, due: Option<Instant>) {
        let waiting = Waiting {
            message,
            due,
            running: BTreeSet::new(),
            pauses: BTreeMap::new(),
        };
        let queue = self.queues.entry(queue.to_owned()).or_default();
        for (function, lane) in &mut queue.lanes {
            waiting.enter(lane, function, &id);
        }
        queue.messages.insert(id, waiting);
    }

    /// The messages of a queue by id, oldest first.
    pub fn messages(&self, queue: &str) -> impl Iterator<Item = (&str, &Message)> {
        let all = self.queues.get(queue).into_iter();
        let all = all.flat_map(|it| &it.messages);
        all.map(|(id, waiting)| (id.as_str(), &waiting.message))
    }

    /// A message; `None` if it is done.
    pub fn message(&self, queue: &str, id: &str) -> Option<&Message> {
        let waiting = self.queues.get(queue)?.messages.get(id)?;
        Some(&waiting.message)
    }

    /// Removes all messages of a queue. Deliveries that run find that theirs is gone.
    pub fn remove_queue(&mut self, queue: &str) {
        self.queues.remove(queue);
    }

    /// The number of messages of each queue.
    pub fn depths(&self) -> impl Iterator<Item = (&str, usize)> {
        let all = self.queues.iter();
        all.map(|(name, queue)| (name.as_str(), queue.messages.len()))
    }

    pub fn queues(&self) -> Vec<String> {
        self.queues.keys().cloned().collect()
    }

    /// Takes the due deliveries of a queue; they count as running until they are settled.
    pub fn take(&mut self, queue: &str, subscribers: &[String], now: Instant, plan: &mut Plan) {
        let Some(backlog) = self.queues.get_mut(queue) else {
            return;
        };
        if subscribers.is_empty() {
            return;
        }
        if backlog.follow(subscribers) {
            let all = backlog.messages.iter();
            let finished = all.filter(|(_, it)| it.is_finished(subscribers));
            let finished = finished.map(|(id, _)| (queue.to_owned(), id.clone()));
            plan.finished.extend(finished);
        }
        for lane in backlog.lanes.values_mut() {
            lane.wake(now);
        }
        while backlog.running < MAX_RUNNING
            && let Some(delivery) = backlog.next(queue)
        {
            plan.deliveries.push(delivery);
        }
        for time in backlog.lanes.values().filter_map(Lane::next_time) {
            plan.await_until(time);
        }
    }

    /// Records the outcome of a delivery; `None` if it is not running.
    pub fn settle(
        &mut self,
        delivery: &Delivery,
        succeeded: bool,
        subscribers: &[String],
        retries: &Retries,
        now: Instant,
    ) -> Option<Settled> {
        let Delivery {
            queue,
            id,
            function,
            ..
        } = delivery;
        let backlog = self.queues.get_mut(queue)?;
        let waiting = backlog.messages.get_mut(id)?;
        if !waiting.running.remove(function) {
            return None;
        }
        backlog.running -= 1;
        let mut dead = None;
        let pause = match succeeded {
            true => None,
            false => waiting.message.fail(function, retries, rand::random()),
        };
        if let Some(pause) = pause {
            waiting.pauses.insert(function.clone(), now + pause);
            if let Some(lane) = backlog.lanes.get_mut(function) {
                lane.place(id, Some(now + pause));
            }
        } else {
            dead = (!succeeded).then(|| DeadMessage {
                body: waiting.message.body.clone(),
                function: function.clone(),
                attempts: waiting.message.failures[function],
                span: waiting.message.span,
            });
            waiting.message.done.insert(function.clone());
            backlog.leave(function, id);
        }
        let message = backlog.messages.get(id);
        let message = message.filter(|it| !it.is_finished(subscribers));
        let message = message.map(|it| it.message.clone());
        if message.is_none() {
            self.remove(queue, id);
        }
        Some(Settled { dead, message })
    }

    pub fn remove(&mut self, queue: &str, id: &str) {
        if let Some(backlog) = self.queues.get_mut(queue) {
            let functions: Vec<String> = backlog.lanes.keys().cloned().collect();
            for function in &functions {
                backlog.leave(function, id);
            }
            if let Some(waiting) = backlog.messages.remove(id) {
                backlog.running -= waiting.running.len();
            }
            if backlog.messages.is_empty() {
                self.queues.remove(queue);
            }
        }
    }
}

impl QueueBacklog {
    /// Makes a lane for each subscriber. Returns whether they have changed.
    fn follow(&mut self, subscribers: &[String]) -> bool {
        let is_same = self.lanes.len() == subscribers.len()
            && subscribers.iter().all(|it| self.lanes.contains_key(it));
        if is_same {
            return false;
        }
        self.lanes
            .retain(|function, _| subscribers.contains(function));
        for function in subscribers {
            if !self.lanes.contains_key(function) {
                let mut lane = Lane::default();
                for (id, waiting) in &self.messages {
                    waiting.enter(&mut lane, function, id);
                }
                self.lanes.insert(function.clone(), lane);
            }
        }
        true
    }

    /// Begins the delivery of the oldest message that is ready for a function.
    fn next(&mut self, queue: &str) -> Option<Delivery> {
        let lanes = self.lanes.iter_mut();
        let ready = lanes.filter(|(_, lane)| lane.first().is_some());
        let (function, lane) =
            ready.min_by(|(_, one), (_, other)| one.first().cmp(&other.first()))?;
        let id = lane.take_first()?;
        let waiting = self.messages.get_mut(&id)?;
        waiting.running.insert(function.clone());
        self.running += 1;
        Some(Delivery {
            queue: queue.to_owned(),
            function: function.clone(),
            arguments: waiting.message.arguments(queue, &id, function),
            span: waiting.message.span,
            attempt: waiting.message.attempt(function),
            id,
        })
    }

    /// Removes a message from the lane of a function; the next one of its key follows.
    fn leave(&mut self, function: &str, id: &str) {
        let (Some(lane), Some(waiting)) = (self.lanes.get_mut(function), self.messages.get(id))
        else {
            return;
        };
        let next = lane.remove(waiting.message.key.as_deref(), id, waiting.time(function));
        if let Some(next) = next
            && let Some(waiting) = self.messages.get(&next)
        {
            lane.place(&next, waiting.time(function));
        }
    }
}

impl Plan {
    fn await_until(&mut self, time: Instant) {
        self.again = Some(self.again.map_or(time, |it| it.min(time)));
    }
}

impl Waiting {
    /// Adds the message to the lane of a function, unless the function does not need it.
    fn enter(&self, lane: &mut Lane, function: &str, id: &str) {
        if self.message.is_for(function)
            && lane.enter_line(self.message.key.as_deref(), id)
            && !self.running.contains(function)
        {
            lane.place(id, self.time(function));
        }
    }

    /// The time from which on the message can be delivered to a function.
    fn time(&self, function: &str) -> Option<Instant> {
        self.pauses.get(function).copied().max(self.due)
    }

    fn is_finished(&self, subscribers: &[String]) -> bool {
        let is_done = |it: &String| !self.message.is_for(it);
        self.running.is_empty() && !self.message.done.is_empty() && subscribers.iter().all(is_done)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    const SIX: &Retries = &attempts(6);

    const fn attempts(count: u32) -> Retries {
        Retries {
            attempts: NonZeroU32::new(count),
            pause: Duration::from_millis(200),
            max_pause: Duration::from_secs(60),
            jitter: 0.0,
        }
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|it| (*it).to_owned()).collect()
    }

    fn backlog(ids: &[&str]) -> Backlog {
        let mut backlog = Backlog::default();
        for id in ids {
            backlog.add("q", (*id).to_owned(), Message::new((*id).to_owned()), None);
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
        let first = it
            .settle(&plan.deliveries[0], true, &both, SIX, now)
            .unwrap();
        assert_eq!(first.message.unwrap().done, ["f".to_owned()].into());
        let last = it
            .settle(&plan.deliveries[1], true, &both, SIX, now)
            .unwrap();
        assert_eq!(
            last,
            Settled {
                dead: None,
                message: None
            }
        );
        assert_eq!(it.settle(&plan.deliveries[1], true, &both, SIX, now), None);
    }

    #[test]
    fn a_message_that_fails_repeatedly_is_dead() {
        let (mut it, mut now, one) = (backlog(&["1"]), Instant::now(), names(&["f"]));
        for _ in 1..6 {
            let plan = take(&mut it, &one, now);
            let settled = it
                .settle(&plan.deliveries[0], false, &one, SIX, now)
                .unwrap();
            assert_eq!(settled.dead, None);
            let plan = take(&mut it, &one, now);
            assert!(plan.deliveries.is_empty());
            now = plan.again.unwrap();
        }
        let plan = take(&mut it, &one, now);
        let settled = it
            .settle(&plan.deliveries[0], false, &one, SIX, now)
            .unwrap();
        assert_eq!(settled.dead.unwrap().attempts, 6);
        assert_eq!((settled.message, it.queues().len()), (None, 0));
    }

    #[test]
    fn a_message_without_subscribers_is_finished() {
        let (mut it, now) = (backlog(&["1"]), Instant::now());
        let both = names(&["f", "g"]);
        let plan = take(&mut it, &both, now);
        it.settle(&plan.deliveries[0], true, &both, SIX, now)
            .unwrap();
        it.settle(&plan.deliveries[1], false, &both, SIX, now)
            .unwrap();
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
        it.settle(&plan.deliveries[3], true, &one, SIX, now)
            .unwrap();
        assert_eq!(take(&mut it, &one, now).deliveries[0].id, "016");
    }

    #[test]
    fn messages_with_one_key_are_delivered_one_after_the_other() {
        let (mut it, now, both) = (Backlog::default(), Instant::now(), names(&["f", "g"]));
        for (id, key) in [("1", "a"), ("2", "a"), ("3", "b"), ("4", "a")] {
            let key = Some(key.to_owned());
            let message = Message {
                key,
                ..Message::new(id.to_owned())
            };
            it.add("q", id.to_owned(), message, None);
        }
        let pairs = |plan: &Plan| -> Vec<String> {
            let deliveries = plan.deliveries.iter();
            deliveries
                .map(|it| format!("{}{}", it.id, it.function))
                .collect()
        };
        let plan = take(&mut it, &both, now);
        assert_eq!(pairs(&plan), ["1f", "1g", "3f", "3g"]);
        it.settle(&plan.deliveries[0], true, &both, SIX, now);
        it.settle(&plan.deliveries[1], false, &both, SIX, now);
        // The failed message stands before those with its key, also while it waits.
        let plan = take(&mut it, &both, now);
        assert_eq!(pairs(&plan), ["2f"]);
        let plan = take(&mut it, &both, plan.again.unwrap());
        assert_eq!(pairs(&plan), ["1g"]);
        // A dead letter does not hold back the later messages of its key.
        it.settle(&plan.deliveries[0], false, &both, &attempts(1), now);
        assert_eq!(pairs(&take(&mut it, &both, now)), ["2g"]);
    }

    #[test]
    fn a_message_waits_until_it_is_due() {
        let (mut it, now, one) = (Backlog::default(), Instant::now(), names(&["f"]));
        let due = now + Duration::from_secs(5);
        it.add("q", "1".to_owned(), Message::default(), Some(due));
        let plan = take(&mut it, &one, now);
        assert_eq!((plan.deliveries.len(), plan.again), (0, Some(due)));
        assert_eq!(take(&mut it, &one, due).deliveries.len(), 1);
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
                    let settled = it.settle(&delivery, succeeded, &both, SIX, now).unwrap();
                    if succeeded || settled.dead.is_some() {
                        prop_assert!(ended.insert((delivery.id, delivery.function)));
                    }
                }
            }
            prop_assert_eq!((ended.len(), it.queues().len()), (6, 0));
        }
    }
}
