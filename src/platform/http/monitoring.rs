//! `/healthz` and `/metrics`, unless a function has these routes.

use hyper::header::AUTHORIZATION;
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};

use crate::callers::Caller;

use super::body::{Answer, answer as filled, refuse};
use super::server::AppState;

/// The text format of Prometheus.
const PROMETHEUS: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The response to a request for the state of the platform; `None` for other requests.
pub fn answer(app_state: &AppState, head: &Parts) -> Option<Answer> {
    if !matches!(head.method, Method::GET | Method::HEAD) {
        return None;
    }
    match head.uri.path() {
        "/healthz" => Some(health(app_state)),
        "/metrics" => Some(metrics(app_state, head)),
        _ => None,
    }
}

fn health(app_state: &AppState) -> Answer {
    match app_state.tracker.is_closed() {
        true => refuse(StatusCode::SERVICE_UNAVAILABLE, "the platform is stopping"),
        false => filled(StatusCode::OK, "text/plain; charset=utf-8", "ok\n"),
    }
}

/// Names of functions and queues are for the operator, unless only this machine reaches the platform.
fn metrics(app_state: &AppState, head: &Parts) -> Answer {
    let header = head.headers.get(AUTHORIZATION);
    let caller = app_state.callers.find(header.map(|it| it.as_bytes()));
    if !app_state.is_private && !matches!(caller, Some(Caller::Owner)) {
        let problem = "metrics need the header `authorization: Bearer TOKEN` with the token in .data/token, because \
                       others can reach this platform";
        return refuse(StatusCode::UNAUTHORIZED, problem);
    }
    app_state.measure();
    let text = app_state.telemetry.metrics().prometheus();
    filled(StatusCode::OK, PROMETHEUS, text)
}

impl AppState {
    /// Measures what changes without a request.
    pub fn measure(&self) {
        const DEPTH: &str = "lumi_queue_messages";
        const REPLICAS: &str = "lumi_service_ready_replicas";
        const MEMORY: &str = "lumi_worker_memory_bytes";
        let metrics = self.telemetry.metrics();
        metrics.forget(DEPTH);
        for (queue, depth) in self.queues.depths() {
            metrics.gauge(DEPTH, &[("queue", &queue)], depth as f64);
        }
        metrics.forget(REPLICAS);
        for (service, ready) in self.services.ready_replicas() {
            metrics.gauge(REPLICAS, &[("service", &service)], ready as f64);
        }
        metrics.forget(MEMORY);
        let functions = self.functions.borrow().clone();
        for function in functions.all() {
            if let Some(bytes) = function.process_id().and_then(resident_bytes) {
                metrics.gauge(MEMORY, &[("function", function.name())], bytes as f64);
            }
        }
        self.telemetry.count_dropped();
    }
}

/// The memory of a process; `None` where the system has no `/proc`, or the process has ended.
fn resident_bytes(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
