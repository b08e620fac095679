//! All queues, in memory and on disk.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::task::spawn_blocking;

use crate::functions::Functions;
use crate::storage::StorageError;

use super::backlog::{Backlog, Delivery, Plan};
use super::message::Message;
use super::queue_folder::QueueFolder;

/// The queues. State is written to disk before it is acknowledged.
pub struct Queues {
    folder: QueueFolder,
    backlog: Mutex<Backlog>,
    /// Notified when there may be something to deliver.
    news: Notify,
    last: AtomicU64,
}

impl Queues {
    /// Loads messages left by an earlier process; returns unreadable files as messages.
    pub fn open(root: PathBuf) -> io::Result<(Arc<Self>, Vec<String>)> {
        let folder = QueueFolder::new(root);
        let (mut backlog, mut problems) = (Backlog::default(), Vec::new());
        for found in folder.load()? {
            match found.message {
                Ok(message) => backlog.add(&found.queue, found.id, message),
                Err(problem) => problems.push(problem),
            }
        }
        let queues = Self {
            folder,
            backlog: Mutex::new(backlog),
            news: Notify::new(),
            last: AtomicU64::new(0),
        };
        Ok((Arc::new(queues), problems))
    }

    /// Adds a message and returns its id once it is on disk.
    pub async fn push(self: &Arc<Self>, queue: &str, body: String) -> Result<String, StorageError> {
        let queues = Arc::clone(self);
        let queue = queue.to_owned();
        let pushed = spawn_blocking(move || {
            let (id, message) = (queues.next_id(), Message::new(body));
            queues.folder.put(&queue, &id, &message)?;
            queues.backlog.lock().add(&queue, id.clone(), message);
            queues.news.notify_one();
            io::Result::Ok(id)
        });
        match pushed.await.map_err(io::Error::other)? {
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                Err(StorageError::Name(error.to_string()))
            }
            pushed => Ok(pushed?),
        }
    }

    /// Completes when there may be something to deliver.
    pub async fn wait_for_changes(&self) {
        self.news.notified().await;
    }

    /// Takes the due messages.
    pub fn take(&self, functions: &Functions) -> Plan {
        let mut plan = Plan::default();
        let mut backlog = self.backlog.lock();
        for queue in backlog.queues() {
            let subscribers = functions.subscribers(&queue);
            backlog.take(&queue, &subscribers, Instant::now(), &mut plan);
        }
        let mut gone = Vec::new();
        plan.deliveries.retain(|it| {
            let is_there = self.folder.has(&it.queue, &it.id);
            if !is_there {
                gone.push((it.queue.clone(), it.id.clone()));
            }
            is_there
        });
        for (queue, id) in gone {
            backlog.remove(&queue, &id);
        }
        plan
    }

    /// Records the outcome of a delivery; returns whether the message is given up.
    pub fn settle(&self, delivery: &Delivery, ok: bool, functions: &Functions) -> io::Result<bool> {
        let subscribers = functions.subscribers(&delivery.queue);
        // Held until the disk has the same state: deliveries of a message must not overtake each
        // other.
        let mut backlog = self.backlog.lock();
        if !self.folder.has(&delivery.queue, &delivery.id) {
            backlog.remove(&delivery.queue, &delivery.id);
            return Ok(false);
        }
        let settled = backlog.settle(delivery, ok, &subscribers, Instant::now());
        self.news.notify_one();
        let Some(settled) = settled else {
            return Ok(false);
        };
        let (queue, id) = (&delivery.queue, &delivery.id);
        if let Some(dead) = &settled.dead {
            self.folder.dead_letter(queue, id, dead)?;
        }
        match &settled.message {
            Some(message) => self.folder.put(queue, id, message)?,
            None => self.folder.remove(queue, id)?,
        }
        Ok(settled.dead.is_some())
    }

    /// Removes a message that was processed or is dead.
    pub fn forget(&self, queue: &str, id: &str) -> io::Result<()> {
        let mut backlog = self.backlog.lock();
        backlog.remove(queue, id);
        self.folder.remove(queue, id)
    }

    /// Ids increase, also across restarts if the clock does. Random digits distinguish ids from
    /// different starts.
    fn next_id(&self) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |it| it.as_micros() as u64);
        let next = |last: u64| now.max(last + 1);
        let mut last = self.last.load(Ordering::Relaxed);
        while let Err(other) =
            self.last
                .compare_exchange_weak(last, next(last), Ordering::Relaxed, Ordering::Relaxed)
        {
            last = other;
        }
        format!("{:016}-{:08x}", next(last), rand::random::<u32>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn functions() -> Functions {
        Functions::of(&[r#"{ "name": "f", "triggers": [{ "type": "queue", "queue": "jobs" }] }"#])
    }

    fn bodies(plan: &Plan) -> Vec<&str> {
        let bodies = plan
            .deliveries
            .iter()
            .map(|it| it.arguments.split(',').next().unwrap());
        bodies.collect()
    }

    #[tokio::test]
    async fn messages_survive_until_they_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Queues::open(folder.path().join("queues")).unwrap();
        let (queues, _) = open();
        for body in ["1", "2", "3"] {
            queues.push("jobs", body.to_owned()).await.unwrap();
        }
        queues.push("others", "4".to_owned()).await.unwrap();
        let functions = functions();
        let plan = queues.take(&functions);
        assert_eq!(bodies(&plan), ["[1", "[2", "[3"]);
        assert!(
            !queues
                .settle(&plan.deliveries[1], true, &functions)
                .unwrap()
        );
        assert!(
            !queues
                .settle(&plan.deliveries[2], false, &functions)
                .unwrap()
        );
        // As after `kill -9`: running deliveries have not ended, pauses are forgotten.
        let (queues, problems) = open();
        assert_eq!(problems, [""; 0]);
        let plan = queues.take(&functions);
        assert_eq!(bodies(&plan), ["[1", "[3"]);
        assert!(plan.deliveries[1].arguments.contains("\"attempt\":2"));
    }

    #[tokio::test]
    async fn dead_messages_are_kept_apart() {
        let folder = tempfile::tempdir().unwrap();
        let (queues, _) = Queues::open(folder.path().to_owned()).unwrap();
        let id = queues.push("jobs", "poison".to_owned()).await.unwrap();
        let functions = functions();
        let mut message = Message::new("poison".to_owned());
        message.failures.insert("f".to_owned(), 5);
        queues.folder.put("jobs", &id, &message).unwrap();
        let (queues, _) = Queues::open(folder.path().to_owned()).unwrap();
        let plan = queues.take(&functions);
        assert!(
            queues
                .settle(&plan.deliveries[0], false, &functions)
                .unwrap()
        );
        let dead = folder.path().join(format!("jobs/dead/{id}-f.json"));
        let dead = std::fs::read_to_string(dead).unwrap();
        assert_eq!(dead, r#"{"body":"poison","function":"f","attempts":6}"#);
        let (queues, _) = Queues::open(folder.path().to_owned()).unwrap();
        assert!(queues.take(&functions).deliveries.is_empty());
    }

    #[tokio::test]
    async fn messages_of_a_removed_queue_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let (queues, _) = Queues::open(folder.path().to_owned()).unwrap();
        let functions = functions();
        for body in ["1", "2"] {
            queues.push("jobs", body.to_owned()).await.unwrap();
        }
        let plan = queues.take(&functions);
        queues.push("jobs", "3".to_owned()).await.unwrap();
        std::fs::remove_dir_all(folder.path().join("jobs")).unwrap();
        // A running delivery is not requeued, whatever its outcome.
        for (delivery, ok) in plan.deliveries.iter().zip([true, false]) {
            assert!(!queues.settle(delivery, ok, &functions).unwrap());
        }
        assert!(queues.take(&functions).deliveries.is_empty());
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        queues.push("jobs", "4".to_owned()).await.unwrap();
        assert_eq!(bodies(&queues.take(&functions)), ["[4"]);
    }

    #[tokio::test]
    async fn files_that_are_no_messages_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("jobs")).unwrap();
        let file = folder.path().join("jobs/1.json");
        std::fs::write(&file, "{").unwrap();
        let (queues, problems) = Queues::open(folder.path().to_owned()).unwrap();
        assert!(
            problems[0].contains("1.json cannot be read"),
            "{problems:?}"
        );
        assert!(queues.take(&functions()).deliveries.is_empty());
        assert!(file.exists());
    }

    #[test]
    fn ids_are_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let (queues, _) = Queues::open(folder.path().to_owned()).unwrap();
        let ids: Vec<String> = (0..1000).map(|_| queues.next_id()).collect();
        assert!(ids.is_sorted_by(|a, b| a < b));
    }
}
