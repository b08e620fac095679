//! All functions of a platform at one moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::watch;

use super::definition::Subscription;
use super::function::Function;
use super::http::Router;

/// A snapshot of all functions.
#[derive(Default)]
pub struct Functions {
    pub by_name: BTreeMap<String, Arc<Function>>,
    pub router: Router,
}

impl Functions {
    pub fn get(&self, name: &str) -> Option<&Arc<Function>> {
        self.by_name.get(name)
    }

    pub fn all(&self) -> impl Iterator<Item = &Arc<Function>> {
        self.by_name.values()
    }

    /// The names of functions that subscribe to a queue.
    pub fn subscribers(&self, queue: &str) -> Vec<String> {
        let all = self.by_name.values();
        let wanting = all.filter(|it| subscription(it, queue).is_some());
        wanting.map(|it| it.name().to_owned()).collect()
    }

    /// How all functions get messages.
    pub fn subscriptions(&self) -> impl Iterator<Item = Subscription> {
        let all = self.by_name.values();
        all.flat_map(|it| it.definition.subscriptions())
    }

    /// How a function gets the messages of a queue.
    pub fn subscription(&self, function: &str, queue: &str) -> Option<Subscription> {
        subscription(self.by_name.get(function)?, queue)
    }
}

fn subscription(function: &Function, queue: &str) -> Option<Subscription> {
    let mut all = function.definition.subscriptions();
    all.find(|it| it.queue == queue)
}

/// The current functions, shared with all tasks that look up functions.
pub type Current = watch::Receiver<Arc<Functions>>;

#[cfg(test)]
impl Functions {
    /// Functions with these definitions for tests; calls fail.
    pub fn of(definitions: &[&str]) -> Self {
        let functions = definitions.iter().map(|text| {
            let function = Function::of(text);
            (function.name().to_owned(), function)
        });
        Self {
            by_name: functions.collect(),
            router: Router::default(),
        }
    }
}
