//! The queue of records for the collector.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use crate::telemetry::clock;
use crate::telemetry::metrics::Metrics;
use crate::telemetry::record::{Log, Record, Span};

use super::delivery::{Delivery, Signal};
use super::encoding;
use super::settings::OtlpSettings;

/// Maximum number of records that wait. Further ones are dropped.
const WAITING: usize = 4096;
/// Maximum number of records of a request.
const TOGETHER: usize = 512;
/// Time for which records are collected before they are sent.
const PAUSE: Duration = Duration::from_secs(1);
/// Time for the last records when the platform ends.
const GRACE: Duration = Duration::from_secs(3);

/// Sends records in the background.
pub struct Exporter {
    records: Mutex<Option<mpsc::Sender<Record>>>,
    task: Mutex<Option<JoinHandle<()>>>,
    dropped: Arc<AtomicU64>,
}

impl Exporter {
    /// Must be called in the event loop.
    pub fn start(settings: OtlpSettings, metrics: Arc<Metrics>) -> Self {
        let (records, received) = mpsc::channel(WAITING);
        let dropped = Arc::new(AtomicU64::new(0));
        let export = Export {
            settings,
            metrics,
            started: clock::now(),
            dropped: Arc::clone(&dropped),
        };
        Self {
            records: Mutex::new(Some(records)),
            task: Mutex::new(Some(tokio::spawn(export.run(received)))),
            dropped,
        }
    }

    /// Queues a record; never waits.
    pub fn export(&self, record: Record) {
        // Measurements are in the metrics.
        if matches!(record, Record::Metric(_)) {
            return;
        }
        let records = self.records.lock();
        let is_queued = records
            .as_ref()
            .is_some_and(|it| it.try_send(record).is_ok());
        if !is_queued {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The number of records that the collector did not get.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Sends the last records, for a limited time.
    pub async fn close(&self) {
        self.records.lock().take();
        let task = self.task.lock().take();
        if let Some(mut task) = task
            && timeout(GRACE, &mut task).await.is_err()
        {
            task.abort();
        }
    }
}

struct Export {
    settings: OtlpSettings,
    metrics: Arc<Metrics>,
    /// Microseconds since the epoch.
    started: u64,
    dropped: Arc<AtomicU64>,
}

impl Export {
    async fn run(self, mut received: mpsc::Receiver<Record>) {
        let interval = self.settings.metric_interval;
        let Ok(delivery) = Delivery::new(self.settings.clone()) else {
            return;
        };
        let mut metrics = interval_at(Instant::now() + interval, interval);
        metrics.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut records = Vec::new();
        loop {
            tokio::select! {
                count = received.recv_many(&mut records, TOGETHER) => {
                    if count == 0 {
                        break;
                    }
                    self.collect(&mut received, &mut records).await;
                    self.send(&delivery, std::mem::take(&mut records)).await;
                }
                _ = metrics.tick() => self.send_metrics(&delivery).await,
            }
        }
        self.send_metrics(&delivery).await;
    }

    /// Waits for more records, so that requests are few.
    async fn collect(&self, received: &mut mpsc::Receiver<Record>, records: &mut Vec<Record>) {
        let end = Instant::now() + PAUSE;
        while records.len() < TOGETHER {
            let room = TOGETHER - records.len();
            let more = tokio::time::timeout_at(end, received.recv_many(records, room)).await;
            if !matches!(more, Ok(1..)) {
                return;
            }
        }
    }

    async fn send(&self, delivery: &Delivery, records: Vec<Record>) {
        let (mut spans, mut logs): (Vec<Span>, Vec<Log>) = (Vec::new(), Vec::new());
        for record in records {
            match record {
                Record::Span(span) => spans.push(span),
                Record::Log(log) => logs.push(log),
                Record::Metric(_) => {}
            }
        }
        let resource = &self.settings.resource;
        if !spans.is_empty() {
            let message = encoding::traces(resource, &spans);
            let lost = delivery.send(Signal::Traces, &message, spans.len() as u64);
            self.dropped.fetch_add(lost.await, Ordering::Relaxed);
        }
        if !logs.is_empty() {
            let message = encoding::logs(resource, &logs);
            let lost = delivery.send(Signal::Logs, &message, logs.len() as u64);
            self.dropped.fetch_add(lost.await, Ordering::Relaxed);
        }
    }

    async fn send_metrics(&self, delivery: &Delivery) {
        let series = self.metrics.snapshot();
        if series.is_empty() {
            return;
        }
        let message =
            encoding::metrics(&self.settings.resource, series, self.started, clock::now());
        // The next export has the values of this one.
        delivery.send(Signal::Metrics, &message, 0).await;
    }
}
