//! A request to the collector, repeated after failures that may pass.

use std::time::Duration;

use prost::Message;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Client, Response, StatusCode};

use super::messages::ExportResponse;
use super::settings::OtlpSettings;

/// Pause before the second attempt; doubled each time.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const MAX_PAUSE: Duration = Duration::from_secs(30);
const ATTEMPTS: u32 = 5;
/// Time limit of an attempt.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The kinds of records, with their paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    Traces,
    Logs,
    Metrics,
}

impl Signal {
    fn path(self) -> &'static str {
        match self {
            Self::Traces => "v1/traces",
            Self::Logs => "v1/logs",
            Self::Metrics => "v1/metrics",
        }
    }
}

pub struct Delivery {
    client: Client,
    settings: OtlpSettings,
}

/// The outcome of an attempt.
enum Attempt {
    /// The collector took the records but this number.
    Accepted(u64),
    /// Another attempt may succeed, after this pause if it is known.
    Later(Option<Duration>),
    Refused,
}

impl Delivery {
    /// Fails if the system has no certificates.
    pub fn new(settings: OtlpSettings) -> reqwest::Result<Self> {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(TIMEOUT).build()?;
        Ok(Self { client, settings })
    }

    /// Sends a message of so many records; returns the number of those that are lost.
    pub async fn send(&self, signal: Signal, message: &impl Message, records: u64) -> u64 {
        let body = message.encode_to_vec();
        let mut pause = FIRST_PAUSE;
        for attempt in 1..=ATTEMPTS {
            match self.attempt(signal, body.clone()).await {
                Attempt::Accepted(rejected) => return rejected.min(records),
                Attempt::Refused => return records,
                Attempt::Later(_) if attempt == ATTEMPTS => return records,
                Attempt::Later(after) => {
                    // Several platforms must not come back at the same moment.
                    let jitter = pause.mul_f64(rand::random::<f64>() / 2.0);
                    tokio::time::sleep(after.unwrap_or(pause + jitter).min(MAX_PAUSE)).await;
                    pause = (pause * 2).min(MAX_PAUSE);
                }
            }
        }
        records
    }

    async fn attempt(&self, signal: Signal, body: Vec<u8>) -> Attempt {
        let Ok(url) = self.settings.endpoint.join(signal.path()) else {
            return Attempt::Refused;
        };
        let request = self.client.post(url).headers(self.settings.headers.clone());
        let request = request.header(CONTENT_TYPE, "application/x-protobuf");
        match request.body(body).send().await {
            Err(_) => Attempt::Later(None),
            Ok(response) if response.status().is_success() => accepted(response).await,
            Ok(response) => {
                let may_pass = matches!(
                    response.status(),
                    StatusCode::TOO_MANY_REQUESTS
                        | StatusCode::BAD_GATEWAY
                        | StatusCode::SERVICE_UNAVAILABLE
                        | StatusCode::GATEWAY_TIMEOUT
                );
                match may_pass {
                    true => Attempt::Later(retry_after(&response)),
                    false => Attempt::Refused,
                }
            }
        }
    }
}

async fn accepted(response: Response) -> Attempt {
    let body = response.bytes().await.unwrap_or_default();
    let answer = ExportResponse::decode(body).unwrap_or_default();
    let rejected = answer.partial_success.map_or(0, |it| it.rejected);
    Attempt::Accepted(u64::try_from(rejected).unwrap_or_default())
}

fn retry_after(response: &Response) -> Option<Duration> {
    let value = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    value.parse().ok().map(Duration::from_secs)
}
