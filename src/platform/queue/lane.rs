//! The messages of a queue that one function is still to process.

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

/// Ids of messages, by when they can be delivered. A message is in one place at most; while it is delivered, in none.
#[derive(Debug, Default)]
pub struct Lane {
    ready: BTreeSet<String>,
    /// Those that are delayed, or wait for another attempt.
    later: BTreeSet<(Instant, String)>,
    /// By key, as messages with the same key are delivered one after the other.
    lines: HashMap<String, Line>,
}

/// Messages with the same key.
#[derive(Debug)]
struct Line {
    /// The message that is to be processed before all others.
    first: String,
    others: BTreeSet<String>,
}

impl Lane {
    /// Adds a message to the line of its key. Returns whether it can be delivered before others leave the line.
    pub fn enter_line(&mut self, key: Option<&str>, id: &str) -> bool {
        let Some(key) = key else { return true };
        match self.lines.get_mut(key) {
            None => {
                let line = Line {
                    first: id.to_owned(),
                    others: BTreeSet::new(),
                };
                self.lines.insert(key.to_owned(), line);
                true
            }
            Some(line) => {
                line.others.insert(id.to_owned());
                false
            }
        }
    }

    /// Lets a message be delivered from `time` on; at once if that is `None`.
    pub fn place(&mut self, id: &str, time: Option<Instant>) {
        match time {
            None => self.ready.insert(id.to_owned()),
            Some(time) => self.later.insert((time, id.to_owned())),
        };
    }

    /// Removes a message that is processed, given up or removed; `time` is that of its place. Returns the next message of
    /// its key, which is to be placed.
    pub fn remove(&mut self, key: Option<&str>, id: &str, time: Option<Instant>) -> Option<String> {
        self.ready.remove(id);
        if let Some(time) = time {
            self.later.remove(&(time, id.to_owned()));
        }
        let key = key?;
        let line = self.lines.get_mut(key)?;
        if line.first != id {
            line.others.remove(id);
            return None;
        }
        match line.others.pop_first() {
            Some(next) => {
                line.first.clone_from(&next);
                Some(next)
            }
            None => {
                self.lines.remove(key);
                None
            }
        }
    }

    /// Makes messages ready whose time has come.
    pub fn wake(&mut self, now: Instant) {
        while self.later.first().is_some_and(|(time, _)| *time <= now) {
            self.ready.extend(self.later.pop_first().map(|(_, id)| id));
        }
    }

    /// The oldest message that is ready.
    pub fn first(&self) -> Option<&str> {
        self.ready.first().map(String::as_str)
    }

    /// Takes the oldest message that is ready, to be delivered.
    pub fn take_first(&mut self) -> Option<String> {
        self.ready.pop_first()
    }

    /// The time at which another message becomes ready.
    pub fn next_time(&self) -> Option<Instant> {
        self.later.first().map(|(time, _)| *time)
    }
}
