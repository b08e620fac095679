//! Runs scheduled calls.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::json;

use crate::event::{Event, EventSink};
use crate::function::{AtLimits, Function};
use crate::functions::{Current, Functions};
use crate::resilience::CallOrigin;
use crate::task_tracker::TaskTracker;
use crate::telemetry::{ActiveSpan, SpanKind, SpanStart};

use super::timing::Timing;

/// Interval between checks of the clock.
const INTERVAL: Duration = Duration::from_millis(500);

/// The next time of each schedule of each function. Times missed between two checks are run once.
#[derive(Default)]
struct Schedules {
    next: BTreeMap<(String, String), DateTime<Utc>>,
}

struct Due {
    function: Arc<Function>,
    cron: String,
    time: DateTime<Utc>,
}

impl Schedules {
    fn due(&mut self, now: DateTime<Utc>, functions: &Functions) -> Vec<Due> {
        let mut due = Vec::new();
        let mut next = BTreeMap::new();
        for function in functions.all() {
            for cron in function.definition.schedules() {
                let key = (function.name().to_owned(), cron.to_string());
                if let Some(time) = self.advance(&key, cron, now, &mut next) {
                    due.push(Due {
                        function: Arc::clone(function),
                        cron: cron.to_string(),
                        time,
                    });
                }
            }
        }
        self.next = next;
        due
    }

    /// Returns the due time, if any, and advances to the next.
    fn advance(
        &self,
        key: &(String, String),
        cron: &Timing,
        now: DateTime<Utc>,
        next: &mut BTreeMap<(String, String), DateTime<Utc>>,
    ) -> Option<DateTime<Utc>> {
        let known = self.next.get(key).copied();
        let come = known.filter(|it| *it <= now);
        let time = match known {
            Some(time) if come.is_none() => Some(time),
            _ => cron.next_after(now),
        };
        next.extend(time.map(|it| (key.clone(), it)));
        come
    }
}

/// Calls functions on schedule until the gate is closed.
pub async fn run(
    functions: Current,
    tracker: TaskTracker,
    events: EventSink,
    now: fn() -> DateTime<Utc>,
) {
    let mut schedules = Schedules::default();
    loop {
        let current = functions.borrow().clone();
        for due in schedules.due(now(), &current) {
            let Some(task) = tracker.enter() else { return };
            let events = Arc::clone(&events);
            tokio::spawn(async move {
                due.call(&events).await;
                drop(task);
            });
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = tracker.closed() => return,
        }
    }
}

impl Due {
    async fn call(self, events: &EventSink) {
        let time = self.time.to_rfc3339_opts(SecondsFormat::Secs, true);
        let arguments = json!([{ "cron": self.cron, "time": time }]).to_string();
        let started = Instant::now();
        let mut span = ActiveSpan::begin(
            self.function.telemetry(),
            &SpanStart {
                name: &format!("schedule {}", self.cron),
                kind: SpanKind::Internal,
                function: Some(self.function.name()),
                parent: None,
            },
        );
        let origin = CallOrigin::new(span.context());
        span.set("faas.trigger", "timer");
        span.set("faas.cron", self.cron.as_str());
        span.set("faas.time", time.as_str());
        let call = self
            .function
            .call_with_retries(arguments, origin, AtLimits::Wait);
        let result = call.await;
        span.end();
        let function = self.function.name().to_owned();
        let what = format!("its schedule {}", self.cron);
        events(match result {
            Ok(_) => Event::Done {
                function,
                what,
                duration: started.elapsed(),
            },
            Err(failure) => Event::Failed {
                function,
                what,
                failure,
            },
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(schedules: &mut Schedules, now: &str, functions: &Functions) -> String {
        let due = schedules.due(now.parse().unwrap(), functions);
        let due = due
            .iter()
            .map(|it| format!("{} {}", it.function.name(), it.time.format("%R:%S")));
        due.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn each_scheduled_time_runs_once() {
        let functions = Functions::of(&[
            r#"{ "name": "a", "triggers": [{ "type": "schedule", "cron": "* * * * *" }] }"#,
            r#"{ "name": "b", "triggers": [{ "type": "schedule", "cron": "*/2 * * * *" }] }"#,
            r#"{ "name": "c", "triggers": [{ "type": "invoke" }] }"#,
        ]);
        let mut it = Schedules::default();
        let mut due = |now| due(&mut it, &format!("2024-01-01T{now}Z"), &functions);
        // Times before start-up are not run.
        assert_eq!(due("12:00:00"), "");
        assert_eq!(due("12:00:59.9"), "");
        assert_eq!(due("12:01:00.1"), "a 12:01:00");
        assert_eq!(due("12:01:00.6"), "");
        assert_eq!(due("12:02:00"), "a 12:02:00, b 12:02:00");
        // The machine was suspended.
        assert_eq!(due("12:30:20"), "a 12:03:00, b 12:04:00");
        assert_eq!(due("12:30:30"), "");
        assert_eq!(due("12:31:00"), "a 12:31:00");
    }

    #[test]
    fn removed_schedules_are_forgotten() {
        let text = r#"{ "name": "a", "triggers": [{ "type": "schedule", "cron": "* * * * *" }] }"#;
        let (with, without) = (Functions::of(&[text]), Functions::default());
        let mut it = Schedules::default();
        assert_eq!(due(&mut it, "2024-01-01T12:00:00Z", &with), "");
        assert_eq!(due(&mut it, "2024-01-01T12:00:30Z", &without), "");
        assert_eq!(due(&mut it, "2024-01-01T12:01:30Z", &with), "");
        assert_eq!(due(&mut it, "2024-01-01T12:02:30Z", &with), "a 12:02:00");
    }
}
