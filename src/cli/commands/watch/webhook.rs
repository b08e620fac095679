//! Messages to other programs.

use std::time::Duration;

use serde_json::Value as Json;
use url::Url;

use lumi_graph::environment_variables::WEBHOOK;
use lumi_project::process_environment::variable;
use lumi_provider::{http_client, http_reason};
use lumi_state::{DriftEntry, Stack};
use lumi_terminal::ui::wording::counted;

use super::drift_lines::{drift_json, resources_of, words};
use super::watch_args;

/// The time for one attempt.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The pauses before the second attempt and the third.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// The URLs in `LUMI_WEBHOOK`, with blanks between them.
pub fn of_environment() -> Result<Vec<Url>, String> {
    let text = variable(WEBHOOK).unwrap_or_default();
    let urls = text.split_whitespace().map(watch_args::webhook);
    urls.collect::<Result<_, _>>()
        .map_err(|reason| format!("LUMI_WEBHOOK: {reason}"))
}

/// The body of a request: the entry, its stack, and a sentence for chats that show the member `text`.
pub fn body(entry: &DriftEntry, stack: &Stack) -> Json {
    let (project, name) = (stack.project(), stack.name());
    let mut text = format!("{project}, stack {name}: {}", words(entry.event));
    if !entry.drift.is_empty() {
        text += &format!(" in {}", counted(resources_of(entry), "resource"));
    }
    let mut body = drift_json(entry);
    body["project"] = project.into();
    body["stack"] = name.into();
    body["text"] = text.into();
    body
}

/// Sends `body`. Fails with a reason that names the host only, because the rest of such a URL is often a secret.
pub async fn send(url: &Url, body: &Json) -> Result<(), String> {
    let host = url.host_str().unwrap_or_default();
    let mut pauses = PAUSES.iter();
    let client = http_client().map_err(|error| error.to_string())?;
    loop {
        let request = client
            .post(url.clone())
            .timeout(TIMEOUT)
            .header("content-type", "application/json")
            .body(body.to_string());
        let sent = request.send().await.map(|it| it.status().as_u16());
        let answer = sent.map_err(|error| Refusal::Passing(http_reason(&error)));
        let reason = match answer.and_then(judged) {
            Ok(()) => return Ok(()),
            Err(Refusal::Final(reason)) => return Err(format!("{host}: {reason}")),
            Err(Refusal::Passing(reason)) => reason,
        };
        match pauses.next() {
            Some(pause) => tokio::time::sleep(*pause).await,
            None => return Err(format!("{host}: {reason}")),
        }
    }
}

enum Refusal {
    /// Another attempt may succeed.
    Passing(String),
    Final(String),
}

/// The meaning of the status of an answer.
fn judged(status: u16) -> Result<(), Refusal> {
    match status {
        200..=299 => Ok(()),
        408 | 429 | 500.. => Err(Refusal::Passing(format!("status {status}"))),
        _ => Err(Refusal::Final(format!("status {status}"))),
    }
}
