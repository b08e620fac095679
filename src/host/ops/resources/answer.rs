//! Awaits answers of the monitor in ops.

use tokio::task::coop::unconstrained;

use lumi_monitor::{Answer, MonitorError};

/// Awaits an answer without tokio's cooperative budget. deno_core polls all ops in one task: with a
/// budget, each turn of that task would poll every ready answer and let 128 of them through, so n
/// answers would take O(n²) time.
pub async fn answered<T>(answer: Answer<T>) -> Result<T, MonitorError> {
    unconstrained(answer).await
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll};

    use parking_lot::Mutex;
    use tokio::sync::oneshot;

    use lumi_graph::{Goal, Object, Urn, Value};
    use lumi_monitor::{Call, Invoke, Registered, RegisteredOutputs, ResourceMonitor};

    use super::*;
    use crate::isolate::test_isolate;

    const RESOURCES: usize = 4_000;

    /// Answers all registrations after the last one has arrived, and counts polls of the answers.
    #[derive(Default)]
    struct BatchMonitor {
        waiting: Mutex<Vec<oneshot::Sender<()>>>,
        polls: Arc<AtomicUsize>,
    }

    struct Counted {
        answered: oneshot::Receiver<()>,
        polls: Arc<AtomicUsize>,
    }

    impl Future for Counted {
        type Output = Result<Registered, MonitorError>;

        fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
            self.polls.fetch_add(1, Ordering::Relaxed);
            let answered = Pin::new(&mut self.answered).poll(context);
            answered.map(|_| {
                Ok(Registered {
                    id: Some(Value::String("id".into())),
                    outputs: RegisteredOutputs::Deployed(Object::default()),
                })
            })
        }
    }

    impl ResourceMonitor for BatchMonitor {
        fn register(&self, _goal: Goal) -> Answer<Registered> {
            let (sender, answered) = oneshot::channel();
            let mut waiting = self.waiting.lock();
            waiting.push(sender);
            if waiting.len() == RESOURCES {
                for sender in waiting.drain(..) {
                    sender.send(()).unwrap();
                }
            }
            let polls = Arc::clone(&self.polls);
            Box::pin(Counted { answered, polls })
        }

        fn register_outputs(&self, _urn: Urn, _outputs: Object) -> Answer<()> {
            Box::pin(std::future::ready(Ok(())))
        }

        fn invoke(&self, _invoke: Invoke) -> Answer<Value> {
            Box::pin(std::future::ready(Ok(Value::Unknown)))
        }

        fn call(&self, _call: Call) -> Answer<Value> {
            Box::pin(std::future::ready(Ok(Value::Unknown)))
        }

        fn set_outputs(&self, _outputs: Object) {}
    }

    #[test]
    fn answers_that_come_together_are_polled_a_few_times_each() {
        let monitor = Arc::new(BatchMonitor::default());
        let program = format!(
            "import {{ CustomResource }} from \"lumi\";
            for (let index = 0; index < {RESOURCES}; index++) {{
              new CustomResource(\"test:index:Thing\", `thing-${{index}}`, {{}});
            }}"
        );
        let ended = test_isolate::run(&[("entry.ts", &program)], Arc::clone(&monitor) as _);
        assert_eq!(ended, Ok(()));
        // One poll each: when the op is called, when its task takes it, and when the answer is
        // ready.
        let polls = monitor.polls.load(Ordering::Relaxed);
        assert!(polls <= 3 * RESOURCES, "{polls} polls");
    }
}
