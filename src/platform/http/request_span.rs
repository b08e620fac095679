//! The span of a request, and its metrics.

use hyper::Request;

use crate::callers::Caller;
use crate::grants::{Action, Use};
use crate::telemetry::{ActiveSpan, SpanKind, SpanStart, Telemetry, TraceContext};

use super::pattern::RESERVED;
use super::server::{Answered, segments};
use super::service;

const TRACEPARENT: &str = "traceparent";

/// The span of a request of a client, or of the use of a service by a function.
pub struct RequestSpan {
    span: ActiveSpan,
    telemetry: Telemetry,
    method: String,
    /// Service and action.
    used: Option<(String, String)>,
}

impl RequestSpan {
    /// `is_forwarded`: whether it is a signed request to a service.
    pub fn begin<B>(
        telemetry: &Telemetry,
        request: &Request<B>,
        caller: Option<&Caller>,
        is_forwarded: bool,
    ) -> Self {
        let (head, method) = (request.headers(), request.method().as_str());
        let path = segments(request.uri().path()).unwrap_or_default();
        let is_service = path.first().is_some_and(|it| it == RESERVED);
        let used = is_service
            .then(|| service::use_of(request.method(), request.uri(), &path[1..]))
            .flatten();
        let traceparent = head.get(TRACEPARENT).and_then(|it| it.to_str().ok());
        let (parent, link) = match caller.is_some() || is_forwarded {
            // The token, or the signature, proves that the request comes from this platform.
            true => (traceparent.and_then(TraceContext::parse), None),
            false => telemetry.of_client(traceparent),
        };
        let function = match caller {
            Some(caller) => caller.of_application().map(|(name, _)| name),
            None => None,
        };
        let name = used.map_or_else(|| method.to_owned(), |it| name_of(&it));
        let start = SpanStart {
            name: &name,
            kind: used.map_or(SpanKind::Server, |it| kind_of(it.action)),
            function,
            parent,
        };
        let mut span = ActiveSpan::begin(telemetry, &start);
        span.set("http.request.method", method);
        if used.is_none() {
            span.set("url.path", request.uri().path());
        }
        if let Some(link) = link {
            span.link(link);
        }
        Self {
            span,
            telemetry: telemetry.clone(),
            method: method.to_owned(),
            used: used.map(|it| (it.service.to_string(), it.action.to_string())),
        }
    }

    pub fn context(&self) -> TraceContext {
        self.span.context()
    }

    pub fn end(mut self, answered: &Answered) {
        let Answered {
            answer,
            function,
            route,
        } = answered;
        let status = answer.status();
        self.span.set("http.response.status_code", status.as_u16());
        if status.is_server_error() {
            self.span.fail(status.to_string());
        }
        if let Some(route) = route {
            self.span.rename(route.clone());
            self.span.set("http.route", route.as_str());
        }
        if let (Some(function), None) = (function, &self.used) {
            self.span.set_function(function);
        }
        self.measure(status.as_str(), function.as_deref().unwrap_or_default());
        self.span.end();
    }

    fn measure(&self, status: &str, function: &str) {
        let metrics = self.telemetry.metrics();
        let seconds = self.span.elapsed().as_secs_f64();
        match &self.used {
            Some((service, action)) => {
                let labels = [
                    ("service", service.as_str()),
                    ("action", action),
                    ("status", status),
                ];
                metrics.count("lumi_service_requests_total", &labels, 1.0);
            }
            None => {
                // The method is one of a client, who may make up any.
                let method = known_method(&self.method);
                let labels = [
                    ("function", function),
                    ("method", method),
                    ("status", status),
                ];
                metrics.count("lumi_http_requests_total", &labels, 1.0);
                metrics.observe("lumi_http_request_duration_seconds", &labels[..1], seconds);
            }
        }
    }
}

fn name_of(used: &Use<'_>) -> String {
    format!("{} {} {}", used.service, used.action, used.name)
}

fn kind_of(action: Action) -> SpanKind {
    match action {
        Action::Push => SpanKind::Producer,
        Action::Get
        | Action::Put
        | Action::Delete
        | Action::List
        | Action::Call
        | Action::Fetch => SpanKind::Client,
    }
}

fn known_method(method: &str) -> &str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    if KNOWN.contains(&method) {
        method
    } else {
        "_OTHER"
    }
}
