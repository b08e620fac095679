//! Delivers messages to functions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::event::{Event, EventSink};
use crate::functions::Current;
use crate::resilience::CallOrigin;
use crate::storage::StorageError;
use crate::task_tracker::TaskTracker;

use super::backlog::Delivery;
use super::batch::{Batch, batches};
use super::delivery_span::DeliverySpan;
use super::queues::Queues;
use super::settlement::Settlement;

/// Time to wait when nothing is due; a new message ends the wait.
const IDLE: Duration = Duration::from_secs(3600);
/// Pause before an outcome that could not be stored is stored again.
const SAVE_PAUSE: Duration = Duration::from_secs(1);

/// The state of the delivery task.
#[derive(Clone)]
struct DeliveryTask {
    queues: Arc<Queues>,
    functions: Current,
    tracker: TaskTracker,
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
        tracker: tracker.clone(),
        events,
    };
    loop {
        let current = functions.borrow_and_update().clone();
        let plan = carrier.queues.take(&current);
        for (queue, id) in plan.finished {
            carrier.note(carrier.queues.forget(queue, id).await);
        }
        for batch in batches(plan.deliveries, &current) {
            let Some(task) = tracker.enter() else { return };
            let carrier = carrier.clone();
            tokio::spawn(async move {
                carrier.deliver(batch).await;
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
    async fn deliver(self, batch: Batch) {
        let function = self.functions.borrow().get(&batch.function).cloned();
        let started = Instant::now();
        // A function that was just removed fails the delivery, which is retried in case it returns.
        let result = match function {
            Some(function) => {
                let span = DeliverySpan::begin(function.telemetry(), &batch);
                let origin = CallOrigin {
                    is_retried: batch.is_retried,
                    ..CallOrigin::new(span.context())
                };
                let result = function.call(batch.arguments(), origin).await;
                span.end(&result);
                Some(result)
            }
            None => None,
        };
        let duration = started.elapsed();
        let outcomes = match &result {
            Some(Ok(answer)) => batch.outcomes(answer.as_deref()),
            _ => vec![false; batch.deliveries.len()],
        };
        if let Some(result) = result {
            let function = batch.function.clone();
            let what = batch.to_string();
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
        let deliveries = batch.deliveries.iter().zip(outcomes);
        let settled = deliveries.filter_map(|(it, succeeded)| self.settle(it, succeeded));
        let settlements: Vec<Settlement> = settled.collect();
        self.save(&settlements).await;
    }

    fn settle(&self, delivery: &Delivery, succeeded: bool) -> Option<Settlement> {
        let functions = self.functions.borrow().clone();
        let settlement = self.queues.settle(delivery, succeeded, &functions)?;
        if settlement.dead.is_some() {
            (self.events)(Event::Dead {
                letters: settlement.letter.as_ref().map(|it| it.queue.clone()),
                queue: delivery.queue.clone(),
                id: delivery.id.clone(),
                function: delivery.function.clone(),
            });
        }
        Some(settlement)
    }

    /// Stores outcomes, until that succeeds or the platform ends.
    async fn save(&self, settlements: &[Settlement]) {
        if settlements.is_empty() {
            return;
        }
        while let Err(error) = self.queues.save(settlements).await {
            self.note(Err(error));
            tokio::select! {
                () = tokio::time::sleep(SAVE_PAUSE) => {}
                () = self.tracker.closed() => return,
            }
        }
    }

    fn note(&self, done: Result<(), StorageError>) {
        if let Err(error) = done {
            let problem = format!("the outcome of deliveries cannot be stored: {error}");
            (self.events)(Event::Problem(problem));
        }
    }
}
