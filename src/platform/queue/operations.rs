//! Commands of the operator: what is in a queue, and changes of it.

use std::io;

use crate::functions::Functions;
use crate::storage::{StorageError, Table};

use super::message::{DeadMessage, Message};
use super::queue_command::{KeptMessage, QueueAnswer, QueueCommand, QueueSummary};
use super::queue_table::{DeadRow, put_new, to_row};
use super::queues::{Queues, time_of};

/// Maximum number of messages that one change moves or removes, so that others need not wait long.
const TOGETHER: usize = 1000;

impl Queues {
    /// Carries out a command; blocks. A message moves from one place to another with one change on disk.
    pub fn operate(&self, command: &QueueCommand) -> io::Result<QueueAnswer> {
        let names = self.table.queues()?;
        let (QueueCommand::Peek { queue, .. }
        | QueueCommand::Purge { queue, .. }
        | QueueCommand::Redrive { queue, .. }) = command
        else {
            return self.summaries(names);
        };
        if !names.contains(queue) {
            return Ok(QueueAnswer::NoQueue(names));
        }
        match command {
            QueueCommand::List => self.summaries(names),
            QueueCommand::Peek { dead, limit, .. } => self.peek(queue, *dead, *limit),
            QueueCommand::Purge { dead, before, .. } => Ok(self.purge(queue, *dead, *before)?),
            QueueCommand::Redrive { before, .. } => Ok(self.redrive(queue, *before)?),
        }
    }

    fn summaries(&self, names: Vec<String>) -> io::Result<QueueAnswer> {
        let depths = self.depths();
        let summaries = names.into_iter().map(|queue| {
            let depth = depths.iter().find(|(name, _)| *name == queue);
            Ok(QueueSummary {
                messages: depth.map_or(0, |(_, count)| *count),
                dead: self.table.dead_count(&queue)?,
                queue,
            })
        });
        Ok(QueueAnswer::Queues(summaries.collect::<io::Result<_>>()?))
    }

    fn peek(&self, queue: &str, dead: bool, limit: usize) -> io::Result<QueueAnswer> {
        let kept: Vec<KeptMessage> = match dead {
            true => {
                let rows = self.table.dead(queue)?.into_iter().take(limit);
                rows.map(kept_dead).collect()
            }
            false => {
                let backlog = self.backlog.lock();
                let messages = backlog.messages(queue).take(limit);
                messages.map(|(id, message)| kept(id, message)).collect()
            }
        };
        Ok(QueueAnswer::Messages(kept))
    }

    fn purge(
        &self,
        queue: &str,
        dead: bool,
        before: Option<u64>,
    ) -> Result<QueueAnswer, StorageError> {
        let (table, keys) = match dead {
            true => {
                let rows = self.table.dead(queue)?.into_iter();
                let old = rows.filter(|it| is_old(&it.id, before));
                (Table::DeadMessages, old.map(|it| it.key).collect())
            }
            false => {
                let mut backlog = self.backlog.lock();
                // They are in the order of their times.
                let ids = backlog.messages(queue).map(|(id, _)| id.to_owned());
                let old: Vec<String> = ids.take_while(|id| is_old(id, before)).collect();
                // Deliveries that run find that their message is gone.
                old.iter().for_each(|id| backlog.remove(queue, id));
                (Table::Messages, old)
            }
        };
        self.remove_rows(queue, table, &keys)?;
        Ok(QueueAnswer::Changed(keys.len()))
    }

    /// Removes the messages whose time is over that subscribers have declared; blocks. `now` is in microseconds since the epoch.
    pub fn remove_old(&self, functions: &Functions, now: u64) -> io::Result<()> {
        for subscription in functions.subscriptions() {
            let Some(retention) = subscription.retention else {
                continue;
            };
            let age = u64::try_from(retention.as_micros()).unwrap_or(u64::MAX);
            let before = now.saturating_sub(age);
            self.purge(&subscription.queue, false, Some(before))?;
        }
        Ok(())
    }

    fn remove_rows(&self, queue: &str, table: Table, keys: &[String]) -> Result<(), StorageError> {
        if keys.is_empty() {
            return Ok(());
        }
        let Some(space) = self.table.space(queue)? else {
            return Ok(());
        };
        for keys in keys.chunks(TOGETHER) {
            let keys = keys.to_vec();
            self.table.storage().engine().write_now(move |group| {
                for key in keys {
                    group.remove(table, space, &key)?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn redrive(&self, queue: &str, before: Option<u64>) -> Result<QueueAnswer, StorageError> {
        let rows = self.table.dead(queue)?.into_iter();
        let moved: Vec<(String, String, Message)> = rows
            .filter(|it| is_old(&it.id, before))
            .map(|it| (it.key, self.next_id(), again(it.message)))
            .collect();
        for moved in moved.chunks(TOGETHER) {
            let (name, rows) = (queue.to_owned(), moved.to_vec());
            let space = self.table.storage().engine().write_now(move |group| {
                let space = group.space(super::KIND, &name)?;
                for (key, id, message) in rows {
                    put_new(group, &name, &id, &to_row(&message))?;
                    group.remove(Table::DeadMessages, space, &key)?;
                }
                Ok(space)
            })?;
            for (_, id, message) in moved.iter().cloned() {
                self.add(queue, space, id, message);
            }
        }
        Ok(QueueAnswer::Changed(moved.len()))
    }
}

/// A message for the function that gave it up.
fn again(dead: DeadMessage) -> Message {
    Message {
        target: Some(dead.function),
        span: dead.span,
        ..Message::new(dead.body)
    }
}

fn is_old(id: &str, before: Option<u64>) -> bool {
    before.is_none_or(|before| time_of(id) < before)
}

fn kept(id: &str, message: &Message) -> KeptMessage {
    KeptMessage {
        id: id.to_owned(),
        body: message.body.clone(),
        time: time_of(id),
        key: message.key.clone(),
        function: message.target.clone(),
        failures: message.failures.values().sum(),
        traceparent: message.span,
    }
}

fn kept_dead(row: DeadRow) -> KeptMessage {
    KeptMessage {
        time: time_of(&row.id),
        id: row.id,
        body: row.message.body,
        key: None,
        function: Some(row.message.function),
        failures: row.message.attempts,
        traceparent: row.message.span,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::queues::tests::{open, settle};
    use super::*;

    const SUBSCRIBERS: [&str; 2] = [
        r#"{ "name": "f", "triggers": [{ "type": "queue", "queue": "jobs", "attempts": 1 }] }"#,
        r#"{ "name": "g", "triggers": [{ "type": "queue", "queue": "jobs" }] }"#,
    ];

    /// A queue with a message that `f` gave up and `g` has processed.
    async fn with_a_dead_message(folder: &std::path::Path) -> Arc<Queues> {
        let queues = open(folder);
        queues
            .push("jobs", Message::new("1".to_owned()))
            .await
            .unwrap();
        let functions = Functions::of(&SUBSCRIBERS);
        for delivery in queues.take(&functions).deliveries {
            settle(&queues, &delivery, delivery.function == "g", &functions).await;
        }
        queues
    }

    fn purge(dead: bool, before: Option<u64>) -> QueueCommand {
        let queue = "jobs".to_owned();
        QueueCommand::Purge {
            queue,
            dead,
            before,
        }
    }

    fn redrive() -> QueueCommand {
        QueueCommand::Redrive {
            queue: "jobs".to_owned(),
            before: None,
        }
    }

    #[tokio::test]
    async fn a_redriven_message_comes_to_the_function_that_gave_it_up_also_after_a_kill() {
        let folder = tempfile::tempdir().unwrap();
        let queues = with_a_dead_message(folder.path()).await;
        assert_eq!(queues.operate(&redrive()).unwrap(), QueueAnswer::Changed(1));
        let functions = Functions::of(&SUBSCRIBERS);
        let mut queues = Some(queues);
        for _ in 0..2 {
            // The second time as after a kill.
            let queues = queues.take().unwrap_or_else(|| open(folder.path()));
            let plan = queues.take(&functions);
            let to: Vec<&str> = plan
                .deliveries
                .iter()
                .map(|it| it.function.as_str())
                .collect();
            assert_eq!((to, plan.deliveries[0].attempt), (vec!["f"], 1));
            assert_eq!(queues.operate(&redrive()).unwrap(), QueueAnswer::Changed(0));
        }
        let queues = open(folder.path());
        let delivery = queues.take(&functions).deliveries.remove(0);
        settle(&queues, &delivery, true, &functions).await;
        assert_eq!(queues.depths(), []);
    }

    #[tokio::test]
    async fn messages_whose_time_is_over_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let queues = open(folder.path());
        for (queue, body) in [("jobs", "1"), ("jobs", "2"), ("others", "3")] {
            queues
                .push(queue, Message::new(body.to_owned()))
                .await
                .unwrap();
        }
        let keeping = r#"{ "name": "f", "triggers": [{ "type": "queue", "queue": "jobs", "retention": 60 },
            { "type": "queue", "queue": "others" }] }"#;
        let functions = Functions::of(&[keeping]);
        let peek = QueueCommand::Peek {
            queue: "jobs".to_owned(),
            dead: false,
            limit: 10,
        };
        let QueueAnswer::Messages(kept) = queues.operate(&peek).unwrap() else {
            panic!("no messages")
        };
        let minute = 60_000_000;
        queues
            .remove_old(&functions, kept[1].time + minute)
            .unwrap();
        let left = |it: &Queues| {
            it.depths()
                .into_iter()
                .map(|(_, count)| count)
                .collect::<Vec<_>>()
        };
        assert_eq!(left(&queues), [1, 1]);
        queues
            .remove_old(&functions, kept[1].time + 1 + minute)
            .unwrap();
        assert_eq!(left(&queues), [1]);
        drop(queues);
        assert_eq!(left(&open(folder.path())), [1]);
    }

    #[tokio::test]
    async fn messages_are_shown_and_purged_by_their_age() {
        let folder = tempfile::tempdir().unwrap();
        let queues = with_a_dead_message(folder.path()).await;
        let waiting = Message {
            key: Some("k".to_owned()),
            ..Message::new("2".to_owned())
        };
        queues.push("jobs", waiting).await.unwrap();
        let summary = QueueSummary {
            queue: "jobs".to_owned(),
            messages: 1,
            dead: 1,
        };
        let listed = queues.operate(&QueueCommand::List).unwrap();
        assert_eq!(listed, QueueAnswer::Queues(vec![summary]));
        let peek = |dead| {
            let (queue, limit) = ("jobs".to_owned(), 10);
            match queues
                .operate(&QueueCommand::Peek { queue, dead, limit })
                .unwrap()
            {
                QueueAnswer::Messages(messages) => messages,
                other => panic!("{other:?}"),
            }
        };
        let (waiting, dead) = (&peek(false)[0], &peek(true)[0]);
        assert_eq!(
            (waiting.body.as_str(), waiting.key.as_deref()),
            ("2", Some("k"))
        );
        assert_eq!(
            (dead.body.as_str(), dead.function.as_deref(), dead.failures),
            ("1", Some("f"), 1)
        );
        for (dead, before, changed) in [
            (true, Some(dead.time), 0),
            (true, Some(dead.time + 1), 1),
            (false, Some(waiting.time), 0),
            (false, None, 1),
            (false, None, 0),
        ] {
            let answer = queues.operate(&purge(dead, before)).unwrap();
            assert_eq!(answer, QueueAnswer::Changed(changed), "{dead} {before:?}");
        }
        let nowhere = QueueCommand::Redrive {
            queue: "job".to_owned(),
            before: None,
        };
        let answer = queues.operate(&nowhere).unwrap();
        assert_eq!(answer, QueueAnswer::NoQueue(vec!["jobs".to_owned()]));
    }
}
