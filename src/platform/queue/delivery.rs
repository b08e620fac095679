//! Delivers messages to functions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::spawn_blocking;

use crate::event::{Event, EventSink};
use crate::functions::Current;
use crate::task_tracker::TaskTracker;

use super::backlog::Delivery;
use super::queues::Queues;

/// Time to wait when nothing is due; a new message ends the wait.
const IDLE: Duration = Duration::from_secs(3600);

/// The state of the delivery task.
#[derive(Clone)]
struct DeliveryTask {
    queues: Arc<Queues>,
    functions: Current,
    events: EventSink,
}

/// Delivers due messages until the gate is closed.
pub async fn deliver(
    queues: Arc<Queues>,
    mut functions: Current,
    tracker: TaskTracker,
    events: EventSink,
) {
    let carrier = DeliveryTask {
        queues,
        functions: functions.clone(),
        events,
    };
    loop {
        let current = functions.borrow_and_update().clone();
        let plan = carrier.queues.take(&current);
        for (queue, id) in plan.finished {
            carrier.note(carrier.queues.forget(&queue, &id));
        }
        for delivery in plan.deliveries {
            let Some(task) = tracker.enter() else { return };
            let carrier = carrier.clone();
            tokio::spawn(async move {
                carrier.deliver(delivery).await;
                drop(task);
            });
        }
        let again = plan.again.unwrap_or_else(|| Instant::now() + IDLE);
        tokio::select! {
            () = carrier.queues.wait_for_changes() => {}
            changed = functions.changed() => if changed.is_err() { return },
            () = tokio::time::sleep_until(again.into()) => {}
            () = tracker.closed() => return,
        }
    }
}

impl DeliveryTask {
    async fn deliver(self, delivery: Delivery) {
        let function = self.functions.borrow().get(&delivery.function).cloned();
        let started = Instant::now();
        // A function that was just removed fails the delivery, which is retried in case it returns.
        let result = match function {
            Some(function) => Some(function.call(delivery.arguments.clone()).await),
            None => None,
        };
        let duration = started.elapsed();
        let succeeded = matches!(result, Some(Ok(_)));
        if let Some(result) = result {
            let function = delivery.function.clone();
            let what = format!("message {} of queue {}", delivery.id, delivery.queue);
            (self.events)(match result {
                Ok(_) => Event::Done {
                    function,
                    what,
                    duration,
                },
                Err(failure) => Event::Failed {
                    function,
                    what,
                    failure,
                },
            });
        }
        let settling = spawn_blocking(move || {
            let functions = self.functions.borrow().clone();
            match self.queues.settle(&delivery, succeeded, &functions) {
                Ok(true) => (self.events)(Event::Dead {
                    queue: delivery.queue,
                    id: delivery.id,
                    function: delivery.function,
                }),
                settled => self.note(settled.map(drop)),
            }
        });
        let _ = settling.await;
    }

    fn note(&self, done: std::io::Result<()>) {
        if let Err(error) = done {
            let problem = format!("the files of the queues cannot be used: {error}");
            (self.events)(Event::Problem(problem));
        }
    }
}
