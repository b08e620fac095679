//! Sends requests, and retries them if that is safe.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use reqwest::{Client, StatusCode};
use tokio::time::{Instant, sleep, timeout_at};

use crate::ProviderError;
use crate::builtin::provider_context::ProviderContext;
use crate::builtin::random::SeededRng;
use crate::content::{client_with, http_reason};

use super::answer::Answer;
use super::backoff::{Backoff, retry_after};
use super::call::Call;

/// The number of attempts for a request without a response.
const MAX_LOST_ATTEMPTS: u32 = 5;
/// The number of attempts when the server answers 429 or 503.
const MAX_DEFERRED_ATTEMPTS: u32 = 10;
/// The maximum size of a response in bytes; larger ones are refused.
const MAX_ANSWER: usize = 16 << 20;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Sends requests. A request is retried while the server is unreachable, or responds 429 or 503,
/// and if it is idempotent also after a lost connection or a gateway error (502, 504).
pub struct RetryingClient {
    context: Arc<ProviderContext>,
    backoff: Backoff,
    client: OnceLock<Client>,
}

/// Why there was no response.
struct RequestError {
    reason: String,
    /// Whether the server may have received the request.
    sent: bool,
}

impl RetryingClient {
    pub fn new(context: Arc<ProviderContext>, backoff: Backoff) -> Self {
        Self {
            context,
            backoff,
            client: OnceLock::new(),
        }
    }

    /// Returns an accepted response; everything else is an error. The error is
    /// [`ProviderError::Unknown`] if the request may have had an effect.
    pub async fn send(&self, call: &Call, deadline: Instant) -> Result<Answer, ProviderError> {
        let client = self.client()?;
        let mut rng = SeededRng::system();
        let mut in_doubt = false;
        for attempt in 1.. {
            let (message, wait) = match exchange(client, call, deadline).await {
                Ok(answer) if call.accepts(&answer) => return Ok(answer),
                Ok(answer) => {
                    in_doubt |= call.changes_things() && is_gateway_failure(answer.status);
                    let wait = self.wait_after(call, &answer, attempt, &mut rng)?;
                    (call.refusal(&answer), wait)
                }
                Err(lost) => {
                    in_doubt |= call.changes_things() && lost.sent;
                    let may_repeat = !lost.sent || call.is_repeatable();
                    let wait = match may_repeat && attempt < MAX_LOST_ATTEMPTS {
                        true => Some(self.backoff.after(attempt, &mut rng)?),
                        false => None,
                    };
                    (call.failure(&lost.reason), wait)
                }
            };
            let wait = wait.filter(|wait| Instant::now() + *wait < deadline);
            if !self.may_go_on(wait).await {
                return Err(error(message, attempt, in_doubt));
            }
        }
        Err(ProviderError::failed("the request was never sent"))
    }

    /// Waits; returns whether to try again.
    async fn may_go_on(&self, wait: Option<Duration>) -> bool {
        let Some(wait) = wait else {
            return false;
        };
        tokio::select! {
            () = sleep(wait) => true,
            () = self.context.stopped() => false,
        }
    }

    /// The delay before a retry after an error response; `None` if the response is final.
    fn wait_after(
        &self,
        call: &Call,
        answer: &Answer,
        attempt: u32,
        rng: &mut SeededRng,
    ) -> Result<Option<Duration>, ProviderError> {
        let is_deferred = matches!(
            answer.status,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
        );
        let may_repeat = is_gateway_failure(answer.status) && call.is_repeatable();
        if !(is_deferred || may_repeat) || attempt >= MAX_DEFERRED_ATTEMPTS {
            return Ok(None);
        }
        let own = self.backoff.after(attempt, rng)?;
        let asked = answer.header("retry-after");
        let asked = asked.and_then(|it| retry_after(it, DateTime::<Utc>::from(SystemTime::now())));
        Ok(Some(asked.map_or(own, |asked| asked.max(own))))
    }

    /// The client, created on first use because loading the system's certificates is slow. It does
    /// not follow redirects, which might send secret headers to another server. Proxies are those of
    /// [`client_with`].
    fn client(&self) -> Result<&Client, ProviderError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let client = client_with(|it| {
            it.redirect(reqwest::redirect::Policy::none())
                .retry(reqwest::retry::never())
                .connect_timeout(CONNECT_TIMEOUT)
        })?;
        Ok(self.client.get_or_init(|| client))
    }
}

fn is_gateway_failure(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT
    )
}

fn error(mut message: String, attempts: u32, in_doubt: bool) -> ProviderError {
    if attempts > 1 {
        message.push_str(&format!(" (tried {attempts} times)"));
    }
    if in_doubt {
        message.push_str("; it may have taken effect nevertheless");
        return ProviderError::unknown(message);
    }
    ProviderError::failed(message)
}

async fn exchange(client: &Client, call: &Call, deadline: Instant) -> Result<Answer, RequestError> {
    let exchange = timeout_at(deadline, request(client, call));
    exchange.await.unwrap_or_else(|_| {
        Err(RequestError {
            reason: "no answer within its time limit".to_owned(),
            sent: true,
        })
    })
}

async fn request(client: &Client, call: &Call) -> Result<Answer, RequestError> {
    let mut request = client
        .request(call.method.clone(), call.url.clone())
        .headers(call.headers.clone());
    if let Some(body) = &call.body {
        request = request.body(body.clone());
    } else if call.changes_things() {
        // Some servers would otherwise wait for a body.
        request = request.header(reqwest::header::CONTENT_LENGTH, 0);
    }
    let lost = |error: reqwest::Error| RequestError {
        sent: !error.is_connect() && !error.is_builder(),
        reason: http_reason(&error.without_url()),
    };
    let mut response = request.send().await.map_err(lost)?;
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(lost)? {
        if bytes.len() + chunk.len() > MAX_ANSWER {
            return Err(RequestError {
                reason: "the answer is longer than 16 MiB".to_owned(),
                sent: true,
            });
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Answer {
        status: response.status(),
        headers: response.headers().clone(),
        text: String::from_utf8_lossy(&bytes).into_owned(),
    })
}
